//! One Z3 context at work: incremental along the path, its models checked before they are believed.

use super::super::ranges::Ranges;
use super::bounded::BoundedTexts;
use super::context::{Ast, Checked, Context};
use super::encoder::{Encoded, Encoder};
use super::encoders::for_arithmetic;
use super::integer::Integers;
use super::sequences::Sequences;
use super::wrapping::WrappingIntegers;
use crate::term::{Arithmetic, Model, TermId, TermPool, evaluate_truth};
use rustc_hash::FxHashMap;
use std::time::Instant;

/// Z3's work for a solution that reads better than the one at hand.
const READABLE_WORK: u64 = 60_000;

/// What a context says of a conjunction.
pub(super) enum Verdict {
    /// It holds in this model.
    Satisfiable(Model),
    /// It holds in no model.
    Unsatisfiable,
    /// It holds in no model whose texts are within the bound.
    Cut,
    /// Z3 does not know, with its reason.
    Unknown(String),
    /// Z3 has a model, in which the conjunction does not hold.
    Mismatch(Model),
}

/// `context` comes last: it must outlive what it made.
pub(super) struct Live {
    pool: u64,
    /// The conjuncts that are asserted, each at a level of its own.
    asserted: Vec<TermId>,
    /// Where there are texts, what assumes each conjunct that was met: it implies the conjunct, and is asserted once. So no question
    /// takes back what another one has made out. Measured: two thirds of the time of levels; for numbers alone there is no such gain,
    /// and Z3 simplifies what is asserted further.
    literals: FxHashMap<TermId, Ast>,
    /// The literals of the present question.
    assumed: Vec<Ast>,
    encoder: Box<dyn Encoder>,
    encoded: Encoded,
    /// What the context had spent after the last question: telling that takes as long as many a question.
    spent: u64,
    context: Context,
}

impl Live {
    /// For conditions without texts.
    pub(super) fn of_numbers(pool: &TermPool, resource_limit: u64) -> Option<Self> {
        // Measured: for bit-vectors the solver of this logic takes less than half the time of the general one.
        let logic = match pool.arithmetic() {
            Arithmetic::Java => Some("QF_AUFBV"),
            Arithmetic::Math => None,
        };
        Live::new(pool, resource_limit, logic)
    }

    /// For conditions of Java's arithmetic, as integers that wrap. Each question to it is to be made anew.
    pub(super) fn of_integers(pool: &TermPool, resource_limit: u64) -> Option<Self> {
        Live::new(pool, resource_limit, None)
    }

    /// Forgets what has been encoded: the next question, which leaves these ranges to terms and may cost so much, is encoded for itself.
    pub(super) fn anew(&mut self, ranges: Ranges, resource_limit: u64, ends_by_work: bool) -> Option<()> {
        self.context.end_by_work(ends_by_work);
        self.context.set_resource_limit(resource_limit);
        self.encoder = Box::new(WrappingIntegers::within_ranges(Integers::new(&self.context)?, ranges));
        self.encoded = Encoded::default();
        Some(())
    }

    /// For conditions with floating-point numbers and without texts.
    pub(super) fn of_floating_point(pool: &TermPool, resource_limit: u64) -> Option<Self> {
        // Measured: from two to twenty times faster than the general one, when nothing has been pushed.
        Live::new(pool, resource_limit, Some("QF_FPBV"))
    }

    fn new(pool: &TermPool, resource_limit: u64, logic: Option<&str>) -> Option<Self> {
        let context = Context::new(resource_limit, logic)?;
        let encoder = for_arithmetic(pool.arithmetic(), &context)?;
        Some(Live {
            pool: pool.identity(),
            asserted: Vec::new(),
            literals: FxHashMap::default(),
            assumed: Vec::new(),
            encoder,
            encoded: Encoded::default(),
            spent: context.resources(),
            context,
        })
    }

    /// For conditions on texts of at most `bound` units; `floating_point`: with such numbers among them.
    pub(super) fn of_bounded_texts(
        pool: &TermPool,
        resource_limit: u64,
        (bound, floating_point): (usize, bool),
    ) -> Option<Self> {
        let mut live = match floating_point {
            true => Live::new(pool, resource_limit, None)?,
            false => Live::of_numbers(pool, resource_limit)?,
        };
        live.encoded.texts = Some(Box::new(BoundedTexts::new(&live.context, bound)?));
        Some(live)
    }

    /// For conditions on texts of any length, by Z3's theory of strings.
    pub(super) fn of_strings(pool: &TermPool, resource_limit: u64) -> Option<Self> {
        let mut live = Live::new(pool, resource_limit, None)?;
        let integers = Integers::new(&live.context)?;
        live.encoder = match pool.arithmetic() {
            Arithmetic::Java => Box::new(WrappingIntegers::by_remainders(integers)),
            Arithmetic::Math => Box::new(integers),
        };
        live.encoded.texts = Some(Box::new(Sequences::new(&live.context)?));
        Some(live)
    }

    /// The pool whose terms it knows.
    pub(super) fn pool(&self) -> u64 {
        self.pool
    }

    /// When what it is asked has to be answered.
    pub(super) fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.context.set_deadline(deadline);
    }

    /// What is to be said of the conjunction, and the work that it took.
    pub(super) fn check(&mut self, pool: &TermPool, conjuncts: &[TermId]) -> (Verdict, u64) {
        let verdict = match self.take(pool, conjuncts) {
            None => Verdict::Unknown(String::from("Z3 refused a term")),
            Some(()) => self.decide(pool, conjuncts),
        };
        (verdict, self.spent_since())
    }

    /// As [`Live::check`], with a solver of its own for these conjuncts.
    pub(super) fn check_once(&mut self, pool: &TermPool, conjuncts: &[TermId]) -> (Verdict, u64) {
        let verdict = match self.assert_alone(pool, conjuncts) {
            None => Verdict::Unknown(String::from("Z3 refused a term")),
            Some(()) => self.decide(pool, conjuncts),
        };
        (verdict, self.spent_since())
    }

    /// What the context has spent since that was asked last.
    fn spent_since(&mut self) -> u64 {
        let before = std::mem::replace(&mut self.spent, self.context.resources());
        self.spent.saturating_sub(before)
    }

    fn assert_alone(&mut self, pool: &TermPool, conjuncts: &[TermId]) -> Option<()> {
        self.context.renew_solver()?;
        for &conjunct in conjuncts {
            let ast = self.encoded.conjunct(self.encoder.as_mut(), &self.context, pool, conjunct)?;
            self.context.assert(ast);
        }
        Some(())
    }

    /// Makes the conjuncts of the next question these.
    fn take(&mut self, pool: &TermPool, conjuncts: &[TermId]) -> Option<()> {
        match self.encoded.texts {
            Some(_) => self.assume_all(pool, conjuncts),
            None => self.assert_all(pool, conjuncts),
        }
    }

    /// Makes the asserted conjuncts these: keeps the common beginning, takes back the rest.
    fn assert_all(&mut self, pool: &TermPool, conjuncts: &[TermId]) -> Option<()> {
        let common = self.asserted.iter().zip(conjuncts).take_while(|(a, b)| a == b).count();
        let surplus = self.asserted.len() - common;
        if surplus > 0 {
            self.context.pop(u32::try_from(surplus).ok()?);
            self.asserted.truncate(common);
        }
        for &conjunct in conjuncts.iter().skip(common) {
            let ast = self.encoded.conjunct(self.encoder.as_mut(), &self.context, pool, conjunct)?;
            self.context.push();
            self.context.assert(ast);
            self.asserted.push(conjunct);
        }
        Some(())
    }

    /// Makes the assumed conjuncts these.
    fn assume_all(&mut self, pool: &TermPool, conjuncts: &[TermId]) -> Option<()> {
        self.assumed.clear();
        for &conjunct in conjuncts {
            let literal = match self.literals.get(&conjunct) {
                Some(&literal) => literal,
                None => {
                    let ast = self.encoded.conjunct(self.encoder.as_mut(), &self.context, pool, conjunct)?;
                    let literal = self.context.fresh(self.context.truths()?)?;
                    self.context.assert(self.context.implies(literal, ast)?);
                    self.literals.insert(conjunct, literal);
                    literal
                }
            };
            self.assumed.push(literal);
        }
        Some(())
    }

    fn decide(&mut self, pool: &TermPool, conjuncts: &[TermId]) -> Verdict {
        let Some(texts) = &self.encoded.texts else {
            return match self.context.check() {
                Checked::Unsatisfiable => Verdict::Unsatisfiable,
                Checked::Unknown(reason) => Verdict::Unknown(reason),
                Checked::Satisfiable => self.model(pool, conjuncts),
            };
        };
        let bound: Vec<Ast> = texts.bound().into_iter().collect();
        match self.context.check_assuming(&self.with(&bound)) {
            (Checked::Unknown(reason), _) => Verdict::Unknown(reason),
            (Checked::Unsatisfiable, core) if !core.iter().any(|part| bound.contains(part)) => Verdict::Unsatisfiable,
            (Checked::Unsatisfiable, _) => self.beyond_the_bound(pool, conjuncts),
            (Checked::Satisfiable, _) => match self.model(pool, conjuncts) {
                Verdict::Satisfiable(model) => self.readable_model(pool, conjuncts, &bound, model),
                other => other,
            },
        }
    }

    /// What is assumed together with the bound on texts.
    fn with(&self, bound: &[Ast]) -> Vec<Ast> {
        self.assumed.iter().chain(bound).copied().collect()
    }

    /// A model whose texts a person can read, if there is one that takes little work; else this one.
    fn readable_model(&mut self, pool: &TermPool, conjuncts: &[TermId], bound: &[Ast], found: Model) -> Verdict {
        if !mentions_unreadable(&found) {
            return Verdict::Satisfiable(found);
        }
        let preferences: Vec<Ast> = self.encoded.texts.iter().flat_map(|texts| texts.preferences().to_vec()).collect();
        for preference in preferences {
            let mut assumptions = self.with(bound);
            assumptions.push(preference);
            if let Checked::Satisfiable = self.context.check_briefly(&assumptions, READABLE_WORK)
                && let Verdict::Satisfiable(model) = self.model(pool, conjuncts)
            {
                return Verdict::Satisfiable(model);
            }
        }
        Verdict::Satisfiable(found)
    }

    /// Whether it holds nowhere at all, or holds with texts of which what the encoding leaves open does not matter.
    fn beyond_the_bound(&mut self, pool: &TermPool, conjuncts: &[TermId]) -> Verdict {
        match self.context.check_assuming(&self.assumed).0 {
            Checked::Unsatisfiable => Verdict::Unsatisfiable,
            Checked::Unknown(_) => Verdict::Cut,
            Checked::Satisfiable => match self.model(pool, conjuncts) {
                Verdict::Satisfiable(model) => Verdict::Satisfiable(model),
                _ => Verdict::Cut,
            },
        }
    }

    /// Z3's model, if it is one.
    fn model(&mut self, pool: &TermPool, conjuncts: &[TermId]) -> Verdict {
        match self.encoded.model(self.encoder.as_mut(), &self.context, pool, conjuncts) {
            Err(reason) => Verdict::Unknown(reason),
            Ok(model) => {
                let holds = conjuncts.iter().all(|&id| evaluate_truth(pool, id, &model) == Some(true));
                if holds { Verdict::Satisfiable(model) } else { Verdict::Mismatch(model) }
            }
        }
    }
}

/// Does a text of the model have units that are neither ASCII letters nor digits?
fn mentions_unreadable(model: &Model) -> bool {
    let is_readable = |&unit: &u16| u8::try_from(unit).is_ok_and(|unit| unit.is_ascii_alphanumeric());
    model.texts().any(|(_, units)| !units.iter().all(is_readable))
}
