//! What is necessary to reach the target, as a guide of searches: what contradicts it is not followed ("Abstracting Path
//! Conditions", section 7).

use super::super::check::round::Context;
use crate::exec::State;
use crate::explore::{self, Budget, Work};
use crate::graph::{Target, TargetEvent, successors};
use crate::loop_summary::{Goal, GoalQuestion, Necessary, Seeks, Shared, necessary_condition};
use crate::program::{MethodId, Program};
use crate::report::ReachGuidance;
use crate::term::{Arithmetic, Domain, InputId, TermId, TermPool};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Instant;

/// What finding the conditions of all places may cost.
const WORK: Work = Work { instructions: 1_500_000, solver_resources: 40_000_000, states: u64::MAX };
const SUMMARIES: u32 = 1_500;
/// What asking them may cost, in the units of the solver's work: some 20 seconds. Where whatever waits is dropped, a search would
/// come to nothing else.
const ASKING: u64 = 40_000_000;
/// Places of a target, each of which has a condition of its own.
const MOST_PLACES: usize = 6;

/// Whether searches are guided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GuideMode {
    /// Where there are loops, after a search that finds the target soon would have found it.
    #[default]
    Auto,
    /// By the abstract path condition.
    Apc,
    /// Not at all.
    None,
}

/// A guide, which searches of one question share. It is made when it is first needed.
#[derive(Clone)]
pub(super) struct ReachGuide<'q>(Rc<RefCell<Inner<'q>>>);

struct Inner<'q> {
    from: (Context<'q>, MethodId),
    target: &'q Target,
    /// When the run ends.
    deadline: Option<Instant>,
    /// Questions that are answered before the condition is looked for: none is excluded.
    waits: u64,
    /// The condition of each place, once it was looked for: the target is reached only where one of them is.
    places: Option<Result<Vec<Necessary>, String>>,
    dropped: u64,
}

impl<'q> ReachGuide<'q> {
    /// The guide to a target, which excludes nothing before it was asked so often.
    pub(super) fn to(
        from: (Context<'q>, MethodId),
        target: &'q Target,
        waits: u64,
        deadline: Option<Instant>,
    ) -> ReachGuide<'q> {
        let inner = Inner { from, target, deadline, waits, places: None, dropped: 0 };
        ReachGuide(Rc::new(RefCell::new(inner)))
    }

    /// Looks for the condition, if it is not to wait for that; why there is none, in a few words.
    pub(super) fn why_none(&self) -> Option<String> {
        let mut inner = self.0.borrow_mut();
        if inner.waits == 0 {
            inner.places();
        }
        inner.places.as_ref().and_then(|places| places.as_ref().err().cloned())
    }

    /// Whether it is known that nothing leads to the target.
    pub(super) fn excludes_all(&self) -> bool {
        let inner = self.0.borrow();
        let places = inner.places.as_ref().and_then(|places| places.as_ref().ok());
        places.is_some_and(|places| places.iter().all(|necessary| !necessary.is_satisfiable()))
    }

    /// What it has done, if it has done anything.
    pub(super) fn guidance(&self) -> Option<ReachGuidance> {
        let inner = self.0.borrow();
        let places = inner.places.as_ref()?.as_ref().ok()?;
        Some(ReachGuidance {
            cases: places.iter().map(|necessary| necessary.alternatives() as u64).sum(),
            dropped: inner.dropped,
            solver_calls: places.iter().map(Necessary::solver_calls).sum(),
        })
    }

    /// Whether conditions on inputs of the entry contradict what is necessary.
    pub(super) fn contradicts(
        &self,
        pool: &TermPool,
        inputs: &[(Shared, (InputId, Domain))],
        conditions: &[TermId],
    ) -> bool {
        self.0.borrow_mut().excludes(|necessary| necessary.contradicts_for(pool, inputs, conditions))
    }

    /// Counts states that were not followed.
    pub(super) fn note_dropped(&self, count: u64) {
        self.0.borrow_mut().dropped += count;
    }
}

impl Inner<'_> {
    fn excludes(&mut self, contradicts: impl FnMut(&mut Necessary) -> bool) -> bool {
        if self.waits > 0 {
            self.waits -= 1;
            return false;
        }
        match self.places() {
            Ok(places) if places.iter().map(Necessary::work).sum::<u64>() < ASKING => {
                places.iter_mut().all(contradicts)
            }
            Ok(_) | Err(_) => false,
        }
    }

    fn places(&mut self) -> &mut Result<Vec<Necessary>, String> {
        let (from, target, deadline) = (self.from, self.target, self.deadline);
        self.places.get_or_insert_with(|| conditions(from, target, deadline))
    }
}

/// The condition of each place of a target; else, in a few words, why there is none.
fn conditions(
    (context, entry): (Context<'_>, MethodId),
    target: &Target,
    deadline: Option<Instant>,
) -> Result<Vec<Necessary>, String> {
    let mut places = Vec::new();
    let (mut work, mut summaries) = (WORK, SUMMARIES);
    for (method, position) in places_of(context, entry, target)? {
        let question = GoalQuestion {
            program: context.program,
            calls: context.calls,
            entry,
            arithmetic: Arithmetic::Java,
            budget: Budget { work, loop_summaries: summaries, ..Budget::until(deadline) },
            seeks: Seeks::Condition,
            invariants: None,
            guesses_limits: false,
            excuses: None,
        };
        let found = necessary_condition(&question, &Goal::Executed(method, position));
        let done = Work { instructions: found.instructions, solver_resources: found.solver_resources, states: 0 };
        (work, summaries) = (work.without(done), summaries.saturating_sub(found.summaries));
        let Some(mut necessary) = found.necessary else { return Err(why_none(&found.verdict)) };
        necessary.simplify();
        places.push(necessary);
    }
    Ok(places)
}

impl explore::Guide for ReachGuide<'_> {
    fn excludes(&mut self, pool: &TermPool, state: &State) -> bool {
        let mut inner = self.0.borrow_mut();
        let is_excluded = inner.excludes(|necessary| necessary.excludes(pool, state));
        inner.dropped += u64::from(is_excluded);
        is_excluded
    }
}

/// Of the places of a target those of which one is executed before any other is.
fn places_of(context: Context<'_>, entry: MethodId, target: &Target) -> Result<Vec<(MethodId, u32)>, String> {
    let program = context.program;
    let mut places = target.places.clone();
    if let TargetEvent::Escapes(wanted) = target.event {
        // The initialisation of a class may throw an error where no instruction does.
        let error = program.class_by_name("java/lang/Error");
        let is_error = error.is_none_or(|error| {
            program.is_subclass(wanted, error) != Some(false) || program.is_subclass(error, wanted) != Some(false)
        });
        if is_error {
            return Err("an error may be thrown where no instruction throws it".into());
        }
        // What initialisers throw besides becomes an error.
        let run = context.calls.reachable(&[entry]);
        places.retain(|(method, _)| run.contains(method) && !is_initialiser(program, *method));
    }
    let first: BTreeSet<(MethodId, u32)> =
        places.iter().copied().filter(|place| is_first(program, &places, *place)).collect();
    if first.contains(&(entry, 0)) {
        return Err("every input leads to the target".into());
    }
    if first.iter().any(|(method, _)| is_initialiser(program, *method)) {
        return Err("the target is in a class initialiser".into());
    }
    if first.len() > MOST_PLACES {
        return Err(format!("the target has {} places", first.len()));
    }
    Ok(first.into_iter().collect())
}

fn is_initialiser(program: &Program, method: MethodId) -> bool {
    &*program.method(method).name == "<clinit>"
}

/// Whether a place may be executed right after an instruction that is none of the places.
fn is_first(program: &Program, places: &BTreeSet<(MethodId, u32)>, (method, position): (MethodId, u32)) -> bool {
    let Some(code) = program.code(method) else { return true };
    let is_handler = code.handlers.iter().any(|handler| handler.handler == position);
    position == 0
        || is_handler
        || (0_u32..).zip(&code.instructions).any(|(before, decoded)| {
            !places.contains(&(method, before)) && successors(&decoded.instruction, before).contains(&position)
        })
}

/// Whether there may be a loop on the way to a target.
pub(super) fn has_loops(context: Context<'_>, entry: MethodId) -> bool {
    let program = context.program;
    let with_code = context.calls.reachable(&[entry]).into_iter().filter_map(|method| program.code(method));
    with_code
        .flat_map(|code| (0_u32..).zip(&code.instructions))
        .any(|(position, decoded)| successors(&decoded.instruction, position).iter().any(|to| *to <= position))
}

fn why_none(verdict: &crate::loop_summary::GoalVerdict) -> String {
    match verdict {
        crate::loop_summary::GoalVerdict::Unknown(reasons) if !reasons.is_empty() => {
            reasons.iter().map(ToString::to_string).collect::<Vec<String>>().join("; ")
        }
        _ => "not all ways there are known".into(),
    }
}
