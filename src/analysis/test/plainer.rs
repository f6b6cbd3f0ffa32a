//! Plainer inputs in place of those that were found: without calls that nothing depends on, of shorter texts and smaller numbers
//! (Zeller & Hildebrandt, "Simplifying and isolating failure-inducing input", TSE 2002); and which of their values what comes of a
//! test depends on.

mod idle;
mod values;

use super::Class;
use super::choose::choose;
use super::criterion::Criterion;
use super::goal::GoalKey;
use super::kill::{Judged, Killer};
use super::propose::{Plan, Proposal, proposal_of};
use super::trail::{Shared, Trail};
use crate::analysis::check::assume::OfMethod;
use crate::analysis::check::draw::GivenRuns;
use crate::analysis::check::finding::Subject;
use crate::analysis::check::round::Context;
use crate::heap::{Given, GivenObject, GivenValue};
use crate::input::{ConcreteCase, ExpectedOutcome, given};
use crate::program::FieldKind;
use crate::run::{self, AnalysisFailure};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Instant;

/// Runs that make a test plainer, and those that show on which values nothing depends.
const MOST_RUNS: usize = 40;
const MOST_RUNS_FOR_IDLE: usize = 16;

/// Puts plainer proposals in the place of those that would be chosen, and says what of their inputs could be something else. A mutant that one
/// is there to kill is killed by the plainer one too, in a JVM where there is a killer. None where time has ended that.
pub(super) fn make_plainer(
    context: Context<'_>,
    class: &Class,
    (criteria, deadline): (&[Criterion], Option<Instant>),
    proposals: &mut [Proposal],
    killer: Option<(&mut Killer, Judged<'_>)>,
) -> Option<()> {
    let chosen = choose(context.program, proposals, &BTreeSet::new());
    let needed = needed(proposals, &chosen);
    let mut open: Vec<Plainer> = Vec::new();
    for (at, needed) in chosen.into_iter().zip(needed) {
        let Some(proposal) = proposals.get_mut(at) else { continue };
        let look = || plainer(context, class, (criteria, deadline), proposal, &needed);
        let mut found = match run::analysis_until(deadline, look) {
            Ok(found) => found.into_iter(),
            Err(AnalysisFailure::Ended(_)) => continue,
            Err(AnalysisFailure::Panicked(message)) => std::panic::resume_unwind(Box::new(message)),
        };
        if let Some(own) = found.next() {
            proposal.idle = own.idle;
        }
        open.push(Plainer { at, needed, found: found.collect() });
    }
    open.retain(|plainer| !plainer.found.is_empty());
    let mut killer = killer;
    while !open.is_empty() {
        let asked: Vec<(&Proposal, &BTreeSet<GoalKey>)> =
            open.iter().filter_map(|plainer| Some((plainer.found.last()?, &plainer.needed))).collect();
        let kept = match &mut killer {
            Some((killer, judged)) => killer.kill_all(judged, &asked),
            None => vec![true; asked.len()],
        };
        let mut left = Vec::new();
        for (mut plainer, is_kept) in open.into_iter().zip(kept) {
            let (Some(mut plainest), Some(proposal)) = (plainer.found.pop(), proposals.get_mut(plainer.at)) else {
                continue;
            };
            if is_kept {
                // Of other mutants it is not known, and of what no exploration asks for there is nothing to tell.
                let is_told = |key: &GoalKey| key.criterion != Criterion::Mutation && proposal.meets.contains(key);
                plainest.meets.retain(|key| plainer.needed.contains(key) || is_told(key));
                plainest.original = Some(Box::new(proposal.clone()));
                *proposal = plainest;
            } else if !plainer.found.is_empty() {
                left.push(plainer);
            }
        }
        open = left;
    }
    (!run::is_over(deadline)).then_some(())
}

/// Plainer proposals in the place of one.
struct Plainer {
    at: usize,
    needed: BTreeSet<GoalKey>,
    /// The plainest last.
    found: Vec<Proposal>,
}

/// The goals that each of some chosen proposals is there for: those that none before it meets.
fn needed(proposals: &[Proposal], chosen: &[usize]) -> Vec<BTreeSet<GoalKey>> {
    let mut met: BTreeSet<&GoalKey> = BTreeSet::new();
    let goals = |at: &usize| proposals.get(*at).into_iter().flat_map(|proposal| &proposal.meets);
    chosen.iter().map(|at| goals(at).filter(|key| met.insert(key)).cloned().collect()).collect()
}

/// The proposal, and plainer ones that meet what is needed of it, if only by what their runs show of mutants, the plainest last: each with what
/// of its input could be something else.
fn plainer(
    context: Context<'_>,
    class: &Class,
    (criteria, deadline): (&[Criterion], Option<Instant>),
    proposal: &Proposal,
    needed: &BTreeSet<GoalKey>,
) -> Vec<Proposal> {
    let program = context.program;
    let Some(mut input) = given(program, &proposal.case) else { return Vec::new() };
    let parameters = program.parameter_names(proposal.method, "p");
    let plan = Plan { criteria, watched: &class.watched, mutants: &class.mutants, inputs: 1, deadline };
    let subject = Subject { method: proposal.method, parameters: &parameters };
    let assumed = OfMethod::default();
    let shared = Shared { watched: class.watched.clone(), ..Shared::default() };
    let runs = GivenRuns::new(context, proposal.method, &assumed, (shared, deadline));
    let mut search = Search { context, plan, subject, runs, left: MOST_RUNS };
    // What its own run does not show, no other can be held to.
    let own = search.run(&input, &BTreeSet::new()).filter(|own| own.case.expected == proposal.case.expected);
    let Some(own) = own else { return Vec::new() };
    let mut found = vec![(input.clone(), proposal.clone())];
    if needed.is_subset(&own.meets) {
        let mut plainest = own;
        for part in [Part::Calls, Part::Values] {
            search.reduce(&mut input, &mut plainest, (part, needed));
            if found.last().is_some_and(|(_, last)| last.input != plainest.input) {
                found.push((input.clone(), plainest.clone()));
            }
        }
    }
    let with_idle = found.into_iter().map(|(input, mut proposal)| {
        search.left = MOST_RUNS_FOR_IDLE;
        proposal.idle = Some(search.idle(&input, &proposal.case));
        proposal
    });
    with_idle.collect()
}

/// What of an input is made simpler.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The calls and assignments that nothing depends on.
    Calls,
    /// Numbers, texts, arrays.
    Values,
}

struct Search<'a, 'p> {
    context: Context<'p>,
    plan: Plan<'a>,
    subject: Subject<'a>,
    runs: GivenRuns<'a, 'p, Trail<'p>>,
    left: usize,
}

impl Search<'_, '_> {
    /// The test of a run on an input that meets what is needed.
    fn run(&mut self, input: &Given, needed: &BTreeSet<GoalKey>) -> Option<Proposal> {
        self.left = self.left.checked_sub(1)?;
        if run::is_over(self.plan.deadline) {
            return None;
        }
        let (context, plan, subject) = (self.context, &self.plan, &self.subject);
        let mut found = None;
        self.runs.run(Rc::new(input.clone()), &mut |explorer, end| {
            found = proposal_of(context, subject, plan, (explorer, &end), needed);
            false
        });
        found
    }

    /// Tries one simpler input after the other, and takes each that meets what is needed and ends the same way.
    fn reduce(&mut self, input: &mut Given, found: &mut Proposal, (part, needed): (Part, &BTreeSet<GoalKey>)) {
        let mut places = self.places(input, part);
        let mut at = 0;
        while at < places.len() {
            let Some(place) = places.get(at).cloned() else { break };
            let simpler = values::simpler(input, &place).into_iter().find_map(|simpler| {
                let proposal = self.run(&simpler, needed)?;
                ends_alike(&found.case, &proposal.case).then_some((simpler, proposal))
            });
            match simpler {
                Some((simpler, proposal)) => {
                    (*input, *found) = (simpler, proposal);
                    if matches!(place, Place::Call(..) | Place::Assignment(..)) {
                        places = self.places(input, part);
                        at = 0;
                    }
                }
                None => at += 1,
            }
        }
    }

    /// The places of an input. What comes later is looked at first where it may be left out.
    fn places(&self, input: &Given, part: Part) -> Vec<Place> {
        let program = self.context.program;
        let info = program.method(self.subject.method);
        let mut found = Vec::new();
        if part == Part::Values {
            let first = input.arguments.len().saturating_sub(info.parameters.len());
            found.extend(info.parameters.iter().enumerate().map(|(at, kind)| Place::Argument(first + at, *kind)));
        }
        for (number, object) in input.objects.iter().enumerate() {
            match (part, object) {
                (Part::Calls, GivenObject::Made(plan, _, fields)) => {
                    found.extend((0..fields.len()).rev().map(|field| Place::Assignment(number, field)));
                    found.extend((1..plan.calls.len()).rev().map(|call| Place::Call(number, call)));
                }
                (Part::Values, GivenObject::Made(plan, _, fields)) => {
                    let held = fields.iter().enumerate();
                    found.extend(held.map(|(at, (field, _))| Place::Field(number, at, program.field(*field).kind)));
                    let kinds = plan.calls.iter().flat_map(|call| &call.parameters);
                    found.extend(kinds.enumerate().map(|(at, (kind, _))| Place::Part(number, at, *kind)));
                }
                (Part::Values, GivenObject::Text(..) | GivenObject::Array(..)) => found.push(Place::Object(number)),
                _ => {}
            }
        }
        found
    }
}

/// Whether two runs both return, or throw exceptions of one class.
fn ends_alike(one: &ConcreteCase, other: &ConcreteCase) -> bool {
    match (&one.expected.outcome, &other.expected.outcome) {
        (ExpectedOutcome::Threw(one, _), ExpectedOutcome::Threw(other, _)) => one == other,
        (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
    }
}

/// What of an input can be made simpler.
#[derive(Clone, Debug, PartialEq)]
enum Place {
    /// A call that comes after the one that makes an object: the object, and the call's number.
    Call(usize, usize),
    /// An argument of the method.
    Argument(usize, FieldKind),
    /// An argument of the calls that make an object, counted through all of them.
    Part(usize, usize, FieldKind),
    /// A field of such an object that is assigned: that it is, and its value.
    Assignment(usize, usize),
    Field(usize, usize, FieldKind),
    /// What an object of no calls holds: a text, an array.
    Object(usize),
}

/// The value at a place.
fn value_at<'g>(input: &'g mut Given, place: &Place) -> Option<&'g mut GivenValue> {
    match place {
        Place::Argument(at, _) => input.arguments.get_mut(*at),
        Place::Part(object, at, _) => match input.objects.get_mut(*object)? {
            GivenObject::Made(_, arguments, _) => arguments.get_mut(*at),
            _ => None,
        },
        Place::Field(object, at, _) => match input.objects.get_mut(*object)? {
            GivenObject::Made(_, _, fields) => fields.get_mut(*at).map(|(_, value)| value),
            _ => None,
        },
        Place::Assignment(..) | Place::Call(..) | Place::Object(_) => None,
    }
}
