//! First-order formulas for Z3: quantifiers and uninterpreted functions over the terms of either encoder.

use super::super::{Answer, Unknown};
use super::bit_vector::bits_of;
use super::context::{Ast, Checked, Context, Kind};
use super::encoder::{Encoded, Encoder};
use super::encoders::for_arithmetic;
use crate::formula::{Application, Formula, FormulaSymbol, Quantified};
use crate::run;
use crate::term::{Arithmetic, Domain, InputId, Node, Sort, TermId, TermPool, evaluate_truth, reachable};
use rustc_hash::FxHashMap;

/// What is said of a conjunction of formulas, and what it took.
#[derive(Clone, Debug)]
pub struct QuantifiedAnswer {
    /// Whether it is satisfiable. A model says the free inputs; the conjuncts without quantifiers and applications have been
    /// evaluated in it, the others have not.
    pub answer: Answer,
    /// Of an unsatisfiable conjunction: the positions of conjuncts that contradict each other, ascending.
    pub core: Vec<usize>,
    /// Z3's work, in the units of its resource limit.
    pub resources: u64,
}

impl QuantifiedAnswer {
    fn unknown(reason: &str) -> Self {
        QuantifiedAnswer { answer: Answer::Unknown(Unknown::Solver(reason.to_owned())), core: Vec::new(), resources: 0 }
    }
}

/// Is the conjunction of the formulas satisfiable? Z3 may spend `resource_limit` units of its work (0: no limit). What it gives up
/// on, and what mentions texts or arrays other than those of inputs as arguments, is unknown.
pub fn check_formulas(pool: &TermPool, formulas: &[Formula], resource_limit: u64) -> QuantifiedAnswer {
    let refused = || QuantifiedAnswer::unknown("Z3 refused a formula");
    let Some(context) = Context::new(resource_limit, None) else {
        return QuantifiedAnswer::unknown("Z3 did not start");
    };
    let Some(encoder) = for_arithmetic(pool.arithmetic(), &context) else { return refused() };
    let mut writer = Writer { pool, context: &context, encoder, encoded: Encoded::default(), terms: Vec::new() };
    let mut labels = Vec::with_capacity(formulas.len());
    for formula in formulas {
        let Some(label) = writer.assert_labelled(formula) else { return refused() };
        labels.push(label);
    }
    let Some(facts) = writer.facts_of_free_inputs() else { return refused() };
    facts.iter().for_each(|fact| context.assert(*fact));
    let (checked, core) = context.check_assuming(&labels);
    let resources = context.resources();
    match checked {
        _ if run::is_over(None) => {
            QuantifiedAnswer { answer: Answer::Unknown(Unknown::Interrupted), core: Vec::new(), resources }
        }
        Checked::Unknown(reason) => QuantifiedAnswer { resources, ..QuantifiedAnswer::unknown(&reason) },
        Checked::Unsatisfiable => {
            let is_in = |(_, label): &(usize, &Ast)| core.contains(label);
            let core = labels.iter().enumerate().filter(is_in).map(|(position, _)| position).collect();
            QuantifiedAnswer { answer: Answer::Unsatisfiable, core, resources }
        }
        Checked::Satisfiable => {
            let Writer { encoder, encoded, terms, .. } = &mut writer;
            let answer = match encoded.model(encoder.as_mut(), &context, pool, terms) {
                Err(reason) => Answer::Unknown(Unknown::Solver(reason)),
                Ok(model) => {
                    let holds = |formula: &Formula| match formula {
                        Formula::Term(term) => evaluate_truth(pool, *term, &model) == Some(true),
                        _ => true,
                    };
                    match formulas.iter().all(holds) {
                        true => Answer::Satisfiable(model),
                        false => Answer::Unknown(Unknown::Solver(String::from("model mismatch"))),
                    }
                }
            };
            QuantifiedAnswer { answer, core: Vec::new(), resources }
        }
    }
}

/// Writes formulas as Z3 terms.
struct Writer<'a> {
    pool: &'a TermPool,
    context: &'a Context,
    encoder: Box<dyn Encoder>,
    encoded: Encoded,
    /// All terms that were written.
    terms: Vec<TermId>,
}

impl Writer<'_> {
    /// Asserts a formula under a label, an unknown truth value that implies it.
    fn assert_labelled(&mut self, formula: &Formula) -> Option<Ast> {
        let written = self.formula(formula, true)?;
        let label = self.context.fresh(self.context.truths()?)?;
        self.context.assert(self.context.implies(label, written)?);
        Some(label)
    }

    /// A formula; `is_positive`: below an even number of negations.
    fn formula(&mut self, formula: &Formula, is_positive: bool) -> Option<Ast> {
        match formula {
            Formula::Term(term) => self.truth(*term, is_positive),
            Formula::Not(part) => {
                let part = self.formula(part, !is_positive)?;
                self.context.not(part)
            }
            Formula::And(parts) => {
                let parts: Option<Vec<Ast>> = parts.iter().map(|part| self.formula(part, is_positive)).collect();
                self.context.all(&parts?)
            }
            Formula::Or(parts) => {
                let parts: Option<Vec<Ast>> = parts.iter().map(|part| self.formula(part, is_positive)).collect();
                self.context.any(&parts?)
            }
            Formula::ForAll(quantified) => self.quantifier(quantified, is_positive, true),
            Formula::Exists(quantified) => self.quantifier(quantified, is_positive, false),
            Formula::Predicate(application) => {
                let applied = self.application(application)?;
                match application.result {
                    None => Some(applied),
                    Some((input, domain)) => {
                        let value = self.value(input, domain)?;
                        self.context.equal(applied, value)
                    }
                }
            }
            Formula::Let(named) => {
                let (application, body) = named.as_ref();
                let body = self.formula(body, is_positive)?;
                let applied = self.application(application)?;
                let Some((input, domain)) = application.result else { return Some(body) };
                self.context.replace(body, &[self.unknown(input, domain)?], &[self.narrowed(applied, domain)?])
            }
        }
    }

    /// A truth value with what is known of the array elements in it.
    fn truth(&mut self, term: TermId, is_positive: bool) -> Option<Ast> {
        let written = self.encoded.term(self.encoder.as_mut(), self.context, self.pool, term)?;
        self.terms.push(term);
        let mut facts = Vec::new();
        for part in reachable(self.pool, term) {
            if matches!(self.pool.node(part), Node::Select(..)) && self.pool.sort(part).is_number() {
                let ast = self.encoded.get(part)?;
                facts.extend(self.encoder.bound(self.context, self.pool, part, ast)?);
            }
        }
        if facts.is_empty() {
            return Some(written);
        }
        // The facts hold always, so that either way the formula means the same.
        if is_positive {
            facts.push(written);
            return self.context.all(&facts);
        }
        let facts = self.context.all(&facts)?;
        self.context.implies(facts, written)
    }

    fn quantifier(&mut self, quantified: &Quantified, is_positive: bool, is_universal: bool) -> Option<Ast> {
        let mut bound = Vec::with_capacity(quantified.variables.len());
        let mut ranges = Vec::new();
        for (input, domain) in &quantified.variables {
            bound.push(self.unknown(*input, *domain)?);
            ranges.extend(self.range(*input, *domain)?);
        }
        let (mut from, mut to, mut patterns) = (Vec::new(), Vec::new(), Vec::new());
        for pattern in &quantified.patterns {
            let applied = self.application(pattern)?;
            patterns.push(applied);
            if let Some((input, domain)) = pattern.result {
                from.push(self.unknown(input, domain)?);
                to.push(self.narrowed(applied, domain)?);
            }
        }
        let mut body = self.formula(&quantified.body, is_positive)?;
        if !from.is_empty() {
            body = self.context.replace(body, &from, &to)?;
        }
        let ranges = self.context.all(&ranges)?;
        let body = match is_universal {
            true => self.context.implies(ranges, body)?,
            false => self.context.all(&[ranges, body])?,
        };
        self.context.quantifier(is_universal, &bound, &patterns, body)
    }

    fn application(&mut self, application: &Application) -> Option<Ast> {
        let mut arguments = Vec::with_capacity(application.arguments.len());
        for argument in &application.arguments {
            let written = match self.pool.sort(*argument) {
                Sort::Contents(_) => self.encoder.array(self.context, self.pool, *argument)?,
                Sort::Text => return None,
                _ => self.encoded.term(self.encoder.as_mut(), self.context, self.pool, *argument)?,
            };
            self.terms.push(*argument);
            arguments.push(written);
        }
        let FormulaSymbol { name, arguments: sorts, result } = &application.symbol;
        let sorts: Option<Vec<Kind>> = sorts.iter().map(|sort| self.kind(*sort)).collect();
        self.context.apply(name, &sorts?, self.kind(*result)?, &arguments)
    }

    fn kind(&self, sort: Sort) -> Option<Kind> {
        let number = |bits: u32| match self.pool.arithmetic() {
            Arithmetic::Java => self.context.bit_vectors(bits),
            Arithmetic::Math => self.context.integers(),
        };
        match sort {
            Sort::Bool => self.context.truths(),
            Sort::Int => number(32),
            Sort::Long => number(64),
            Sort::Float => self.context.singles(),
            Sort::Double => self.context.doubles(),
            Sort::Text => None,
            Sort::Contents(kind) => self.context.arrays(number(32)?, number(bits_of(Domain::Contents(kind)).0)?),
        }
    }

    /// The unknown that an input is written as.
    fn unknown(&self, input: InputId, domain: Domain) -> Option<Ast> {
        let kind = match (domain.sort(), self.pool.arithmetic()) {
            (Sort::Int | Sort::Long, Arithmetic::Java) => self.context.bit_vectors(bits_of(domain).0)?,
            (Sort::Int | Sort::Long, Arithmetic::Math) => self.context.integers()?,
            (Sort::Contents(kind), _) if !kind.sort().is_floating_point() => self.kind(domain.sort())?,
            _ => return None,
        };
        self.context.unknown(input.0, kind)
    }

    /// The unknown of an input as a value of its sort.
    fn value(&self, input: InputId, domain: Domain) -> Option<Ast> {
        let unknown = self.unknown(input, domain)?;
        let missing = self.missing_bits(domain);
        match bits_of(domain).1 {
            _ if missing == 0 => Some(unknown),
            true => self.context.sign_extend(missing, unknown),
            false => self.context.zero_extend(missing, unknown),
        }
    }

    /// A value of a sort as the unknown of an input of this domain would be.
    fn narrowed(&self, value: Ast, domain: Domain) -> Option<Ast> {
        match self.missing_bits(domain) {
            0 => Some(value),
            _ => self.context.extract(bits_of(domain).0 - 1, 0, value),
        }
    }

    fn missing_bits(&self, domain: Domain) -> u32 {
        match (self.pool.arithmetic(), domain.sort()) {
            (Arithmetic::Java, Sort::Int) => 32 - bits_of(domain).0,
            _ => 0,
        }
    }

    fn range(&mut self, input: InputId, domain: Domain) -> Option<Option<Ast>> {
        match domain.bounds(Arithmetic::Math) {
            Some(bounds) if self.pool.arithmetic() == Arithmetic::Math => {
                let unknown = self.unknown(input, domain)?;
                let low = self.encoder.constant(self.context, domain.sort(), bounds.0)?;
                let mut parts = vec![self.context.not(self.encoder.less(self.context, unknown, low)?)?];
                if let Some(high) = bounds.1 {
                    let high = self.encoder.constant(self.context, domain.sort(), high)?;
                    parts.push(self.context.not(self.encoder.less(self.context, high, unknown)?)?);
                }
                Some(Some(self.context.all(&parts)?))
            }
            _ => Some(None),
        }
    }

    /// The ranges of all inputs that the terms mention. Those of bound variables hold of unknowns that nothing else mentions.
    fn facts_of_free_inputs(&mut self) -> Option<Vec<Ast>> {
        let mut seen: FxHashMap<InputId, Domain> = FxHashMap::default();
        for term in self.terms.clone() {
            for part in reachable(self.pool, term) {
                if let Node::Input(input, domain) = self.pool.node(part)
                    && domain.sort().is_number()
                {
                    seen.insert(*input, *domain);
                }
            }
        }
        let mut seen: Vec<(InputId, Domain)> = seen.into_iter().collect();
        seen.sort_unstable();
        let mut facts = Vec::new();
        for (input, domain) in seen {
            facts.extend(self.range(input, domain)?);
        }
        Some(facts)
    }
}
