//! First-order formulas over terms: connectives, quantifiers, uninterpreted functions; their substitution, their unfolding into
//! plain terms, and their text.

mod print;
mod unfold;

pub use print::render_formula;
pub use unfold::{Unfolding, unfold};

use crate::term::{Domain, InputId, Sort, TermId, TermPool, substitute};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A formula over the terms of one pool. Free inputs are unknowns; bound variables are inputs of the pool too, and binding
/// shadows.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// A truth value of the pool, free of quantifiers.
    Term(TermId),
    /// Negation.
    Not(Box<Formula>),
    /// Conjunction; of nothing, true.
    And(Vec<Formula>),
    /// Disjunction; of nothing, false.
    Or(Vec<Formula>),
    /// For all values of the variables.
    ForAll(Box<Quantified>),
    /// For some values of the variables.
    Exists(Box<Quantified>),
    /// An uninterpreted predicate; or, of an application with a result, the equation `symbol(arguments) = result`.
    Predicate(Application),
    /// The formula in which the application's result, which is bound in it, stands for `symbol(arguments)`.
    Let(Box<(Application, Formula)>),
}

/// What a quantifier binds, and over what.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantified {
    /// The bound variables: inputs of the pool.
    pub variables: Vec<(InputId, Domain)>,
    /// Within the body, the result of such an application stands for `symbol(arguments)`. Z3 instantiates the quantifier where
    /// all of them match.
    pub patterns: Vec<Application>,
    /// What holds for all, or for some, values.
    pub body: Formula,
}

/// An uninterpreted function or predicate, by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FormulaSymbol {
    /// The name; the same name goes with the same sorts.
    pub name: Arc<str>,
    /// Sorts of the arguments.
    pub arguments: Arc<[Sort]>,
    /// The sort of the result; `Bool` for a predicate.
    pub result: Sort,
}

/// An uninterpreted function applied to terms.
#[derive(Clone, Debug, PartialEq)]
pub struct Application {
    /// What is applied.
    pub symbol: FormulaSymbol,
    /// To what.
    pub arguments: Vec<TermId>,
    /// The input that stands for the result in terms; none for a predicate.
    pub result: Option<(InputId, Domain)>,
}

/// What stands in the place of inputs.
pub type Replacement = FxHashMap<InputId, TermId>;

impl Formula {
    /// The conjunction of formulas.
    pub fn all(parts: impl IntoIterator<Item = Formula>) -> Formula {
        Formula::And(parts.into_iter().collect())
    }

    /// `premise -> conclusion`.
    pub fn implies(premise: Formula, conclusion: Formula) -> Formula {
        Formula::Or(vec![Formula::Not(Box::new(premise)), conclusion])
    }

    /// For all values of the variables; of no variables, the body.
    pub fn for_all(variables: Vec<(InputId, Domain)>, body: Formula) -> Formula {
        match variables.is_empty() {
            true => body,
            false => Formula::ForAll(Box::new(Quantified { variables, patterns: Vec::new(), body })),
        }
    }

    /// For some values of the variables; of no variables, the body.
    pub fn exists(variables: Vec<(InputId, Domain)>, body: Formula) -> Formula {
        match variables.is_empty() {
            true => body,
            false => Formula::Exists(Box::new(Quantified { variables, patterns: Vec::new(), body })),
        }
    }

    /// The formula with inputs that are free in it replaced. Bound variables must not occur in the replacements: the caller
    /// gives each quantifier inputs of its own.
    pub fn replace(&self, pool: &mut TermPool, replacement: &Replacement) -> Formula {
        self.replace_with(pool, replacement, &mut FxHashMap::default())
    }

    fn replace_with(
        &self,
        pool: &mut TermPool,
        replacement: &Replacement,
        memo: &mut FxHashMap<TermId, TermId>,
    ) -> Formula {
        let many = |pool: &mut TermPool, parts: &[Formula], memo: &mut FxHashMap<TermId, TermId>| {
            parts.iter().map(|part| part.replace_with(pool, replacement, memo)).collect()
        };
        match self {
            Formula::Term(term) => Formula::Term(replaced(pool, *term, replacement, memo)),
            Formula::Not(part) => Formula::Not(Box::new(part.replace_with(pool, replacement, memo))),
            Formula::And(parts) => Formula::And(many(pool, parts, memo)),
            Formula::Or(parts) => Formula::Or(many(pool, parts, memo)),
            Formula::ForAll(quantified) => Formula::ForAll(Box::new(quantified.replace(pool, replacement, memo))),
            Formula::Exists(quantified) => Formula::Exists(Box::new(quantified.replace(pool, replacement, memo))),
            Formula::Predicate(application) => Formula::Predicate(application.replace(pool, replacement, memo)),
            Formula::Let(named) => {
                let (application, body) = named.as_ref();
                let application = application.replace(pool, replacement, memo);
                let is_bound = |input: &InputId| application.result.is_some_and(|(result, _)| result == *input);
                let body = match replacement.keys().any(is_bound) {
                    false => body.replace_with(pool, replacement, memo),
                    true => {
                        let visible = replacement.iter().filter(|(input, _)| !is_bound(input));
                        body.replace(pool, &visible.map(|(input, term)| (*input, *term)).collect())
                    }
                };
                Formula::Let(Box::new((application, body)))
            }
        }
    }

    /// The inputs that are free in it.
    pub fn free_inputs(&self, pool: &TermPool) -> FxHashSet<InputId> {
        let mut found = FxHashSet::default();
        self.collect_free(pool, &mut Vec::new(), &mut found);
        found
    }

    fn collect_free(&self, pool: &TermPool, bound: &mut Vec<InputId>, found: &mut FxHashSet<InputId>) {
        let mut of_term = |term: TermId, bound: &[InputId]| {
            found.extend(pool.inputs(term).iter().copied().filter(|input| !bound.contains(input)));
        };
        match self {
            Formula::Term(term) => of_term(*term, bound),
            Formula::Not(part) => part.collect_free(pool, bound, found),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().for_each(|part| part.collect_free(pool, bound, found));
            }
            Formula::Predicate(application) => {
                application.arguments.iter().for_each(|argument| of_term(*argument, bound));
                found.extend(application.result.iter().map(|(input, _)| *input).filter(|input| !bound.contains(input)));
            }
            Formula::Let(named) => {
                let (application, body) = named.as_ref();
                application.arguments.iter().for_each(|argument| of_term(*argument, bound));
                let before = bound.len();
                bound.extend(application.result.iter().map(|(input, _)| *input));
                body.collect_free(pool, bound, found);
                bound.truncate(before);
            }
            Formula::ForAll(quantified) | Formula::Exists(quantified) => {
                let before = bound.len();
                bound.extend(quantified.variables.iter().map(|(input, _)| *input));
                bound.extend(quantified.patterns.iter().filter_map(|pattern| Some(pattern.result?.0)));
                quantified.body.collect_free(pool, bound, found);
                bound.truncate(before);
            }
        }
    }
}

impl Quantified {
    fn replace(
        &self,
        pool: &mut TermPool,
        replacement: &Replacement,
        memo: &mut FxHashMap<TermId, TermId>,
    ) -> Quantified {
        let is_bound = |input: &InputId| self.variables.iter().any(|(variable, _)| variable == input);
        if !replacement.keys().any(is_bound) {
            let patterns = self.patterns.iter().map(|pattern| pattern.replace(pool, replacement, memo)).collect();
            let body = self.body.replace_with(pool, replacement, memo);
            return Quantified { variables: self.variables.clone(), patterns, body };
        }
        let visible: Replacement =
            replacement.iter().filter(|(input, _)| !is_bound(input)).map(|(input, term)| (*input, *term)).collect();
        self.replace(pool, &visible, &mut FxHashMap::default())
    }
}

impl Application {
    fn replace(
        &self,
        pool: &mut TermPool,
        replacement: &Replacement,
        memo: &mut FxHashMap<TermId, TermId>,
    ) -> Application {
        let arguments = self.arguments.iter().map(|argument| replaced(pool, *argument, replacement, memo)).collect();
        Application { symbol: self.symbol.clone(), arguments, result: self.result }
    }
}

/// A term with inputs replaced.
pub fn replaced(
    pool: &mut TermPool,
    term: TermId,
    replacement: &Replacement,
    memo: &mut FxHashMap<TermId, TermId>,
) -> TermId {
    if !pool.inputs(term).iter().any(|input| replacement.contains_key(input)) {
        return term;
    }
    let mut new = |pool: &mut TermPool, input: InputId, domain: Domain| {
        replacement.get(&input).copied().unwrap_or_else(|| pool.input(input, domain))
    };
    substitute(pool, term, &mut new, memo)
}
