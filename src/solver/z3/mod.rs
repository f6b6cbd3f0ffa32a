//! Z3 as a [`Solver`]: incremental along the path, limited by counted work, its models checked before they are believed.

mod bit_vector;
mod context;
mod encoder;
mod floating_point;
mod integer;

use super::{Answer, Solver};
use crate::term::{Arithmetic, TermId, TermPool, evaluate_truth};
use context::{Checked, Context};
use encoder::{Encoded, Encoder};

/// The Z3 release this program is built for.
const BUILT_FOR: &str = "5.3.3.";

/// Is the Z3 library that is linked the one this program is built for? The error is one line that says what is wrong.
pub fn check_linked_version() -> Result<(), String> {
    let found = z3::full_version();
    if found.starts_with(BUILT_FOR) {
        return Ok(());
    }
    let wanted = BUILT_FOR.trim_end_matches('.');
    Err(format!("this program is built for Z3 {wanted} but found Z3 {found}: put the right libz3 beside it"))
}

/// One Z3 context with its solver, made when first asked. For terms of one pool at a time.
pub struct Z3Solver {
    arithmetic: Arithmetic,
    resource_limit: u64,
    checks: u64,
    resources: u64,
    live: Option<Live>,
}

/// What exists once Z3 is in use. `context` comes last: it must outlive what it made.
struct Live {
    pool: u64,
    asserted: Vec<TermId>,
    encoder: Box<dyn Encoder>,
    encoded: Encoded,
    context: Context,
}

impl Z3Solver {
    /// A solver for terms of an arithmetic that may spend `resource_limit` units of Z3's work per check (0: no limit).
    pub fn new(arithmetic: Arithmetic, resource_limit: u64) -> Self {
        Z3Solver { arithmetic, resource_limit, checks: 0, resources: 0, live: None }
    }

    /// How often Z3 was really asked.
    pub fn checks(&self) -> u64 {
        self.checks
    }

    /// Z3's work so far, in the units of its resource limit.
    pub fn resources(&self) -> u64 {
        self.resources
    }

    fn live(&mut self, pool: &TermPool) -> Option<&mut Live> {
        if self.live.as_ref().is_none_or(|live| live.pool != pool.identity()) {
            // Measured: for bit-vectors the solver of this logic takes less than half the time of the general one.
            let logic = match self.arithmetic {
                Arithmetic::Java => Some("QF_AUFBV"),
                Arithmetic::Math => None,
            };
            let context = Context::new(self.resource_limit, logic)?;
            let encoder = encoder::for_arithmetic(self.arithmetic, &context)?;
            self.live = Some(Live {
                pool: pool.identity(),
                asserted: Vec::new(),
                encoder,
                encoded: Encoded::default(),
                context,
            });
        }
        self.live.as_mut()
    }
}

impl Live {
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

    fn check(&mut self, pool: &TermPool, conjuncts: &[TermId]) -> Answer {
        if self.assert_all(pool, conjuncts).is_none() {
            return Answer::Unknown(String::from("Z3 refused a term"));
        }
        match self.context.check() {
            Checked::Unsatisfiable => Answer::Unsatisfiable,
            Checked::Unknown(reason) => Answer::Unknown(reason),
            Checked::Satisfiable => match self.encoded.model(self.encoder.as_mut(), &self.context, pool, conjuncts) {
                Err(reason) => Answer::Unknown(reason),
                Ok(model) => {
                    let holds = conjuncts.iter().all(|&id| evaluate_truth(pool, id, &model) == Some(true));
                    if holds { Answer::Satisfiable(model) } else { Answer::Unknown(String::from("model mismatch")) }
                }
            },
        }
    }
}

impl Solver for Z3Solver {
    fn check(&mut self, pool: &mut TermPool, conjuncts: &[TermId]) -> Answer {
        debug_assert!(pool.arithmetic() == self.arithmetic);
        self.checks += 1;
        let Some(live) = self.live(pool) else {
            return Answer::Unknown(String::from("Z3 could not be started"));
        };
        let before = live.context.resources();
        let answer = live.check(pool, conjuncts);
        let spent = live.context.resources().saturating_sub(before);
        self.resources += spent;
        if matches!(answer, Answer::Unknown(_)) {
            // Whatever was interrupted is not built upon.
            self.live = None;
        }
        answer
    }
}
