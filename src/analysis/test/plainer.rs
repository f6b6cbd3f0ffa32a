//! Plainer inputs in place of those that were found: without calls that nothing depends on, of shorter texts and smaller numbers
//! (Zeller & Hildebrandt, "Simplifying and isolating failure-inducing input", TSE 2002); and which of their values what comes of a
//! test depends on.

mod idle;
mod nulls;
mod values;

use super::Class;
use super::choose::choose;
use super::criterion::Criterion;
use super::goal::GoalKey;
use super::kill::{Judged, Killer};
use super::propose::{Plan, Proposal, proposal_of, result_of};
use super::trail::{Shared, Trail};
use crate::analysis::check::assume::OfMethod;
use crate::analysis::check::draw::GivenRuns;
use crate::analysis::check::finding::Subject;
use crate::analysis::check::round::Context;
use crate::explore::{Explorer, PathEnd};
use crate::heap::{Given, GivenObject, GivenValue};
use crate::input::{ConcreteCase, ExpectedOutcome, ExpectedResult, given};
use crate::junit::Idle;
use crate::program::{FieldKind, MethodId, package_of};
use crate::run::{self, AnalysisFailure};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Instant;

/// Runs that make a test plainer, and those that show on which values nothing depends.
const MOST_RUNS: usize = 64;
const MOST_RUNS_FOR_IDLE: usize = 32;
/// The part of the time in which tests are made plainer; then it is looked at what could be something else, which costs less.
const MAKING: (u32, u32) = (2, 3);

/// Puts plainer proposals in the place of those that would be chosen, and says what of their inputs could be something else. A mutant that one
/// is there to kill is killed by the plainer one too, in a JVM where there is a killer. None where time has ended that.
pub(super) fn make_plainer(
    context: Context<'_>,
    class: &Class,
    (criteria, deadline): (&[Criterion], Option<Instant>),
    proposals: &mut [Proposal],
    mut killer: Option<(&mut Killer, Judged<'_>)>,
) -> Option<()> {
    let chosen = choose(context.program, proposals, &BTreeSet::new());
    let needed = needed(proposals, &chosen);
    let assumed = OfMethod::default();
    let started = Instant::now();
    let making = deadline.map(|end| started + end.saturating_duration_since(started) * MAKING.0 / MAKING.1);
    let mut open: Vec<Plainer> = Vec::new();
    for (at, needed) in chosen.iter().zip(needed) {
        let Some(proposal) = proposals.get(*at) else { continue };
        let asked = Asked { needed: &needed, has_killer: killer.is_some() };
        let found = within(making, || {
            let search = Search::new(context, (class, &assumed), (criteria, making), proposal);
            search.map_or_else(Vec::new, |mut search| search.plainer(proposal, &asked))
        });
        open.push(Plainer { at: *at, needed, found: found.unwrap_or_default() });
    }
    open.retain(|plainer| !plainer.found.is_empty());
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
                // What a JVM has shown to be killed, no run may have told.
                plainest.meets.extend(plainer.needed);
                plainest.original = Some(Box::new(proposal.clone()));
                *proposal = plainest;
            } else if !plainer.found.is_empty() {
                left.push(plainer);
            }
        }
        open = left;
    }
    for at in chosen {
        let Some(proposal) = proposals.get_mut(at) else { continue };
        let idle = within(deadline, || {
            let mut search = Search::new(context, (class, &assumed), (criteria, deadline), proposal)?;
            search.idle_of(proposal)
        });
        proposal.idle = idle.flatten();
    }
    unite_alike(proposals);
    (!run::is_over(deadline)).then_some(())
}

/// What one of several tests that do the same is there for, the first of them is there for too.
fn unite_alike(proposals: &mut [Proposal]) {
    let mut known: FxHashMap<(MethodId, String), usize> = FxHashMap::default();
    for at in 0..proposals.len() {
        let Some(proposal) = proposals.get(at).filter(|proposal| proposal.original.is_some()) else { continue };
        let first = *known.entry((proposal.method, proposal.input.clone())).or_insert(at);
        let meets = proposal.meets.clone();
        if let Some(first) = proposals.get_mut(first).filter(|_| first != at) {
            first.meets.extend(meets);
        }
    }
}

/// What is found until a time; none where time has ended it.
fn within<T>(deadline: Option<Instant>, look: impl FnOnce() -> T) -> Option<T> {
    match run::analysis_until(deadline, look) {
        Ok(found) => Some(found),
        Err(AnalysisFailure::Ended(_)) => None,
        Err(AnalysisFailure::Panicked(message)) => std::panic::resume_unwind(Box::new(message)),
    }
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

/// What a plainer proposal has to do.
struct Asked<'a> {
    needed: &'a BTreeSet<GoalKey>,
    /// Whether a JVM will show which mutants it kills.
    has_killer: bool,
}

/// What of an input is made simpler.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The calls and assignments that nothing depends on.
    Calls,
    /// Nulls for which an ordinary value does as well.
    Nulls,
    /// Numbers, texts, arrays.
    Values,
}

struct Search<'a, 'p> {
    context: Context<'p>,
    plan: Plan<'a>,
    method: MethodId,
    parameters: Vec<String>,
    runs: GivenRuns<'a, 'p, Trail<'p>>,
    /// The input as it was found.
    input: Given,
    left: usize,
}

impl<'a, 'p> Search<'a, 'p> {
    /// None where no run takes the input of a proposal.
    fn new(
        context: Context<'p>,
        (class, assumed): (&'a Class, &'a OfMethod),
        (criteria, deadline): (&'a [Criterion], Option<Instant>),
        proposal: &Proposal,
    ) -> Option<Search<'a, 'p>> {
        let program = context.program;
        let input = given(program, &proposal.case)?;
        let method = proposal.method;
        let plan = Plan { criteria, watched: &class.watched, mutants: &class.mutants, inputs: 1, deadline };
        let shared = Shared { watched: class.watched.clone(), ..Shared::default() };
        let runs = GivenRuns::new(context, method, assumed, (shared, deadline));
        let parameters = program.parameter_names(method, "p");
        Some(Search { context, plan, method, parameters, runs, input, left: MOST_RUNS })
    }

    /// The run on the input of a proposal; none of one that does not show what is known of it: no other can be held to that.
    fn own(&mut self, proposal: &Proposal) -> Option<Proposal> {
        let own = self.run(&self.input.clone(), &BTreeSet::new());
        own.filter(|own| own.case.expected == proposal.case.expected)
    }

    /// Plainer proposals that meet what is needed of one, if only by what their runs show of mutants, the plainest last.
    fn plainer(&mut self, proposal: &Proposal, asked: &Asked<'_>) -> Vec<Proposal> {
        let mut found: Vec<Proposal> = Vec::new();
        let Some(mut plainest) = self.own(proposal) else { return found };
        let (needed, unseen): (BTreeSet<GoalKey>, BTreeSet<GoalKey>) =
            asked.needed.iter().cloned().partition(|key| plainest.meets.contains(key));
        if unseen.iter().any(|key| key.criterion != Criterion::Mutation || !asked.has_killer) {
            return found;
        }
        let mut input = self.input.clone();
        let mut last = proposal.input.clone();
        for part in [Part::Calls, Part::Nulls, Part::Values] {
            self.reduce(&mut input, &mut plainest, (part, &needed));
            if last != plainest.input {
                last = plainest.input.clone();
                found.push(plainest.clone());
            }
        }
        found
    }

    /// What of the input of a proposal could be something else; none where that is not known.
    fn idle_of(&mut self, proposal: &Proposal) -> Option<BTreeSet<Idle>> {
        // What is plainer came of such a run.
        if proposal.original.is_none() {
            self.own(proposal)?;
        }
        self.left = MOST_RUNS_FOR_IDLE;
        let input = self.input.clone();
        let own = self.result(&input)?;
        Some(self.idle(&input, &own))
    }

    /// What a run on an input leads to; none where that is not known.
    fn result(&mut self, input: &Given) -> Option<ExpectedResult> {
        self.look(input, |subject, _, explorer, end| result_of(subject.method, (explorer, end)))
    }

    /// The test of a run on an input that meets what is needed.
    fn run(&mut self, input: &Given, needed: &BTreeSet<GoalKey>) -> Option<Proposal> {
        let context = self.context;
        self.look(input, |subject, plan, explorer, end| proposal_of(context, subject, plan, (explorer, end), needed))
    }

    /// What is found at the end of a run on an input; none where there are no more runs, or there is no more time.
    fn look<T>(
        &mut self,
        input: &Given,
        at_end: impl Fn(&Subject<'_>, &Plan<'a>, &mut Explorer<'p, Trail<'p>>, &PathEnd<Trail<'p>>) -> Option<T>,
    ) -> Option<T> {
        self.left = self.left.checked_sub(1)?;
        if run::is_over(self.plan.deadline) {
            return None;
        }
        let plan = &self.plan;
        let subject = Subject { method: self.method, parameters: &self.parameters };
        let mut found = None;
        self.runs.run(Rc::new(input.clone()), &mut |explorer, end| {
            found = at_end(&subject, plan, explorer, &end);
            false
        });
        found
    }

    /// Tries one simpler input after the other, and takes each that meets what is needed and ends the same way.
    fn reduce(&mut self, input: &mut Given, found: &mut Proposal, (part, needed): (Part, &BTreeSet<GoalKey>)) {
        let program = self.context.program;
        let package = package_of(program.class_name(program.method(self.method).class));
        let mut places = self.places(input, part);
        let mut at = 0;
        while at < places.len() {
            let Some(place) = places.get(at).cloned() else { break };
            let simpler = match part {
                Part::Nulls => nulls::with_ordinary(program, (input, self.method), &place).into_iter().collect(),
                Part::Calls | Part::Values => values::simpler((program, package), input, &place),
            };
            let simpler = simpler.into_iter().find_map(|simpler| {
                let proposal = self.run(&simpler, needed)?;
                ends_alike(&found.case, &proposal.case).then_some((simpler, proposal))
            });
            match simpler {
                Some((simpler, proposal)) => {
                    (*input, *found) = (simpler, proposal);
                    if matches!(place, Place::Maker(_) | Place::Call(..) | Place::Assignment(..)) {
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
        let info = program.method(self.method);
        let mut found = Vec::new();
        if part != Part::Calls {
            let first = input.arguments.len().saturating_sub(info.parameters.len());
            found.extend(info.parameters.iter().enumerate().map(|(at, kind)| Place::Argument(first + at, *kind)));
        }
        for (number, object) in input.objects.iter().enumerate() {
            match (part, object) {
                (Part::Calls, GivenObject::Made(plan, _, fields)) => {
                    found.push(Place::Maker(number));
                    found.extend((0..fields.len()).rev().map(|field| Place::Assignment(number, field)));
                    found.extend((1..plan.calls.len()).rev().map(|call| Place::Call(number, call)));
                }
                (Part::Nulls | Part::Values, GivenObject::Made(plan, _, fields)) => {
                    if part == Part::Values {
                        let held = fields.iter().enumerate();
                        found.extend(held.map(|(at, (field, _))| Place::Field(number, at, program.field(*field).kind)));
                    }
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
    /// The call that makes an object.
    Maker(usize),
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

/// The value that is at a place.
fn held_at(input: &Given, place: &Place) -> Option<GivenValue> {
    value_at(&mut input.clone(), place).copied()
}

/// The value at a place, to change it.
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
        Place::Assignment(..) | Place::Maker(_) | Place::Call(..) | Place::Object(_) => None,
    }
}
