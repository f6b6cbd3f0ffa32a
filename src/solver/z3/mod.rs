//! Z3 as a [`Solver`]: incremental along the path, limited by counted work, its models checked before they are believed.

mod bit_vector;
mod bounded;
mod context;
mod encoder;
mod encoders;
mod floating_point;
mod integer;
mod live;
mod quantified;
mod sequences;
mod wrapping;

pub use quantified::{QuantifiedAnswer, check_formulas};

use super::kinds::is_arithmetic;
use super::ranges::Ranges;
use super::{Answer, Solver, Unknown};
use crate::run;
use crate::term::{Arithmetic, Model, Sort, TermId, TermPool, reachable};
use live::{Live, Verdict};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::time::Instant;
use wrapping::nests_divisions;

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

/// Bounds the memory of all of Z3 in this process, in bytes. What it would take beyond it gives up on.
pub fn limit_memory(bytes: u64) {
    z3::set_global_param("memory_max_size", &(bytes >> 20).max(1).to_string());
}

/// How long texts may be, one bound after the other, until one gives an answer that does not depend on it.
const TEXT_BOUNDS: [usize; 5] = [8, 16, 32, 64, 128];
/// After this many bounds without an answer the theory of strings is asked, before deeper ones are tried.
const BOUNDS_BEFORE_STRINGS: usize = 2;
/// Z3's work for a question to the theory of strings: about a second.
const MOST_STRING_WORK: u64 = 2_000_000;
/// Room for a few units beside a constant.
const ROOM: usize = 2;
/// However long a constant is, inputs have no more units than this.
const LONGEST_BOUND: usize = 2048;

/// Z3's contexts with their solvers, made when first asked: one for conditions without texts, and one for each bound on
/// texts. For terms of one pool at a time.
pub struct Z3Solver {
    arithmetic: Arithmetic,
    resource_limit: u64,
    checks: u64,
    resources: u64,
    numbers: Option<Live>,
    /// For conjunctions of Java's arithmetic, as integers that wrap.
    integers: Option<Live>,
    /// For conjunctions with floating-point numbers, whose logic is another one.
    floating_point: Option<Live>,
    /// By the bound on texts, and whether floating-point numbers are among the conjuncts.
    texts: BTreeMap<(usize, bool), Live>,
    near: Option<Model>,
    deadline: Option<Instant>,
}

impl Z3Solver {
    /// A solver for terms of an arithmetic that may spend `resource_limit` units of Z3's work per question (0: no limit).
    pub fn new(arithmetic: Arithmetic, resource_limit: u64) -> Self {
        Z3Solver {
            arithmetic,
            resource_limit,
            checks: 0,
            resources: 0,
            numbers: None,
            integers: None,
            floating_point: None,
            texts: BTreeMap::new(),
            near: None,
            deadline: None,
        }
    }

    fn is_out_of_time(&self) -> bool {
        run::is_over(self.deadline)
    }

    fn check_numbers(&mut self, pool: &TermPool, conjuncts: &[TermId]) -> Verdict {
        if self.numbers.as_ref().is_none_or(|live| live.pool() != pool.identity()) {
            self.numbers = Live::of_numbers(pool, self.resource_limit);
        }
        let Some(live) = self.numbers.as_mut() else { return Verdict::Unknown(String::from(NOT_STARTED)) };
        live.set_deadline(self.deadline);
        let (verdict, spent) = live.check(pool, conjuncts);
        self.checks += 1;
        self.resources += spent;
        if verdict.is_unknown() {
            // Whatever was interrupted is not built upon.
            self.numbers = None;
        }
        verdict
    }

    fn check_floating_point(&mut self, pool: &TermPool, conjuncts: &[TermId]) -> Verdict {
        if self.floating_point.as_ref().is_none_or(|live| live.pool() != pool.identity()) {
            self.floating_point = Live::of_floating_point(pool, self.resource_limit);
        }
        let Some(live) = self.floating_point.as_mut() else { return Verdict::Unknown(String::from(NOT_STARTED)) };
        live.set_deadline(self.deadline);
        let (verdict, spent) = live.check_once(pool, conjuncts);
        self.checks += 1;
        self.resources += spent;
        if verdict.is_unknown() {
            self.floating_point = None;
        }
        verdict
    }

    /// Texts of at most `bound` units, the second part of `key` says whether there are floating-point numbers.
    fn check_bounded(&mut self, pool: &TermPool, conjuncts: &[TermId], key: (usize, bool)) -> Verdict {
        if self.texts.get(&key).is_some_and(|live| live.pool() != pool.identity()) {
            self.texts.clear();
        }
        if !self.texts.contains_key(&key)
            && let Some(live) = Live::of_bounded_texts(pool, self.resource_limit, key)
        {
            self.texts.insert(key, live);
        }
        let Some(live) = self.texts.get_mut(&key) else { return Verdict::Unknown(String::from(NOT_STARTED)) };
        live.set_deadline(self.deadline);
        let (mut verdict, spent) = live.check(pool, conjuncts);
        self.checks += 1;
        self.resources += spent;
        if verdict.is_unknown() {
            self.texts.remove(&key);
            verdict = self.check_bounded_alone(pool, conjuncts, key);
        }
        verdict
    }

    /// Texts of at most `bound` units in a solver of its own, where Z3 makes out more: what is asserted is simplified further than what
    /// is assumed.
    fn check_bounded_alone(&mut self, pool: &TermPool, conjuncts: &[TermId], key: (usize, bool)) -> Verdict {
        let live = Live::of_bounded_texts(pool, self.resource_limit, key).filter(|_| !self.is_out_of_time());
        let Some(mut live) = live else { return Verdict::Unknown(String::from(NOT_STARTED)) };
        live.set_deadline(self.deadline);
        let (verdict, spent) = live.check_once(pool, conjuncts);
        self.checks += 1;
        self.resources += spent;
        verdict
    }

    /// Texts of any length, with a part of the work that a question may take.
    fn check_strings(&mut self, pool: &TermPool, conjuncts: &[TermId]) -> Verdict {
        let limit = match self.resource_limit {
            0 => MOST_STRING_WORK,
            limit => MOST_STRING_WORK.min(limit / 2).max(1),
        };
        // A solver of its own: what the theory learns for one question slows the next one down.
        let Some(mut live) = Live::of_strings(pool, limit) else { return Verdict::Unknown(String::from(NOT_STARTED)) };
        live.set_deadline(self.deadline);
        let (verdict, spent) = live.check_once(pool, conjuncts);
        self.checks += 1;
        self.resources += spent;
        verdict
    }

    /// Deepens the bound while an answer depends on it and work is left.
    fn check_texts(&mut self, pool: &TermPool, conjuncts: &[TermId], longest: usize, floating_point: bool) -> Answer {
        let before = self.resources;
        let wanted = longest.saturating_add(ROOM);
        let own = wanted.checked_next_power_of_two().map_or(LONGEST_BOUND, |own| own.min(LONGEST_BOUND));
        let mut bounds: Vec<usize> = TEXT_BOUNDS.into_iter().filter(|bound| *bound >= wanted).collect();
        if bounds.is_empty() {
            bounds.push(own);
        }
        let mut deepest = 0;
        for (tried, bound) in bounds.into_iter().enumerate() {
            if self.resource_limit > 0 && self.resources - before >= self.resource_limit {
                break;
            }
            if self.is_out_of_time() {
                return Answer::Unknown(Unknown::Interrupted);
            }
            if tried == BOUNDS_BEFORE_STRINGS && !floating_point {
                match self.check_strings(pool, conjuncts) {
                    Verdict::Unknown(_) | Verdict::Mismatch(_) | Verdict::Cut => {}
                    verdict => return self.answer(verdict, bound),
                }
            }
            deepest = bound;
            match self.check_bounded(pool, conjuncts, (bound, floating_point)) {
                Verdict::Cut => {}
                verdict => return self.answer(verdict, bound),
            }
        }
        self.answer(Verdict::Cut, deepest)
    }

    /// The answer, where a text that matters could not be longer than `bound`.
    fn answer(&mut self, verdict: Verdict, bound: usize) -> Answer {
        match verdict {
            Verdict::Satisfiable(model) => Answer::Satisfiable(model),
            Verdict::Unsatisfiable => Answer::Unsatisfiable,
            _ if self.is_out_of_time() => Answer::Unknown(Unknown::Interrupted),
            Verdict::Unknown(reason) => Answer::Unknown(Unknown::Solver(reason)),
            Verdict::Mismatch(model) => {
                self.near = Some(model);
                Answer::Unknown(Unknown::Solver(String::from("model mismatch")))
            }
            Verdict::Cut => Answer::Unknown(Unknown::TextBound(bound)),
        }
    }
}

const NOT_STARTED: &str = "Z3 could not be started";

impl Solver for Z3Solver {
    fn check(&mut self, pool: &mut TermPool, conjuncts: &[TermId]) -> Answer {
        debug_assert!(pool.arithmetic() == self.arithmetic);
        self.near = None;
        // Asserting takes time too, and Z3 does not stop there.
        if self.is_out_of_time() {
            return Answer::Unknown(Unknown::Interrupted);
        }
        let floating_point = conjuncts.iter().any(|&conjunct| pool.mentions_floating_point(conjunct));
        match longest_text(pool, conjuncts) {
            None => {
                let verdict = match floating_point {
                    true => self.check_floating_point(pool, conjuncts),
                    false => self.check_numbers(pool, conjuncts),
                };
                self.answer(verdict, 0)
            }
            Some(longest) => self.check_texts(pool, conjuncts, longest, floating_point),
        }
    }

    fn check_on_integers(&mut self, pool: &TermPool, (conjuncts, ranges): (&[TermId], &Ranges), limit: u64) -> Answer {
        let unknown = |why: &str| Answer::Unknown(Unknown::Solver(String::from(why)));
        if self.arithmetic != Arithmetic::Java || !is_arithmetic(pool, conjuncts) {
            return unknown("operators on bits");
        }
        // Asserting takes time too, and Z3 does not stop there.
        if self.is_out_of_time() {
            return Answer::Unknown(Unknown::Interrupted);
        }
        if self.integers.as_ref().is_none_or(|live| live.pool() != pool.identity()) {
            self.integers = Live::of_integers(pool, limit);
        }
        let Some(live) = self.integers.as_mut() else { return unknown(NOT_STARTED) };
        live.set_deadline(self.deadline);
        if live.anew(ranges.clone(), limit, nests_divisions(pool, conjuncts)).is_none() {
            return unknown(NOT_STARTED);
        }
        let (verdict, spent) = live.check_once(pool, conjuncts);
        self.checks += 1;
        self.resources += spent;
        match verdict {
            Verdict::Satisfiable(model) => Answer::Satisfiable(model),
            Verdict::Unsatisfiable => Answer::Unsatisfiable,
            _ if self.is_out_of_time() => {
                self.integers = None;
                Answer::Unknown(Unknown::Interrupted)
            }
            Verdict::Unknown(why) => {
                self.integers = None;
                unknown(&why)
            }
            Verdict::Mismatch(_) | Verdict::Cut => unknown("model mismatch"),
        }
    }

    fn take_near(&mut self) -> Option<Model> {
        self.near.take()
    }

    fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    fn checks(&self) -> u64 {
        self.checks
    }

    fn resources(&self) -> u64 {
        self.resources
    }
}

impl Verdict {
    /// Whether Z3 gave up, or its model is none.
    fn is_unknown(&self) -> bool {
        matches!(self, Verdict::Unknown(_) | Verdict::Mismatch(_))
    }
}

/// The length of the longest constant text where the conjuncts mention texts; `None` where they do not.
fn longest_text(pool: &TermPool, conjuncts: &[TermId]) -> Option<usize> {
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut longest = None;
    for &conjunct in conjuncts {
        for term in reachable(pool, conjunct) {
            if pool.sort(term) == Sort::Text && seen.insert(term) {
                let length = pool.as_text(term).map_or(0, <[u16]>::len);
                longest = longest.max(Some(length));
            }
        }
    }
    longest
}
