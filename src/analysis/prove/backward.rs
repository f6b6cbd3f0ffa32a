//! The technique that follows paths backward from the assertion. What it finds possible is explored from the beginning along the
//! same path, which gives the input.

use super::super::check::finding::Candidate;
use super::super::reason::{Cause, Reason};
use super::guided::{Along, follow};
use super::numeric::Explored;
use super::technique::{Question, Settled};
use crate::backward::{AfterPath, BackwardResult, FoundPath, Heuristics, Spending, run};
use crate::program::{MethodId, Program};
use crate::report::{CoreLine, Proof};

/// States, and Z3's work, for one assertion.
const STATES: u64 = 20_000;
const SOLVER_RESOURCES: u64 = 20_000_000;
/// Possible paths that are explored from the beginning.
const FOLLOWED: u32 = 12;

/// Follows the paths to the assertion backward.
pub(super) fn settle(question: &Question<'_, '_>) -> Settled {
    let (context, assertion) = (question.context, question.assertion);
    let effort = context.job.effort;
    let own = assertion.target.method;
    let is_entry = |method: MethodId| assertion.roots.contains(&method) || (!assertion.is_closed && method == own);
    let mut failing: Option<Box<Candidate>> = None;
    let mut reasons: Vec<Reason> = Vec::new();
    let mut followed = 0;
    let mut visit = |found: &FoundPath<'_>| {
        if !assertion.roots.contains(&found.root) {
            note(&mut reasons, Cause::OpenToCallers);
            return AfterPath::Continue;
        }
        if assertion.is_place {
            note(&mut reasons, Cause::SeemsPossible(true));
            return AfterPath::Stop;
        }
        followed += 1;
        if followed > FOLLOWED {
            note(&mut reasons, Cause::MorePaths);
            return AfterPath::Stop;
        }
        match follow(question, found.root, found.path) {
            Along::Fails(candidate) => {
                failing = Some(candidate);
                AfterPath::Stop
            }
            Along::Open(why) => {
                note(&mut reasons, Cause::NotConfirmed(why.map(Box::new)));
                for what in found.anything {
                    note(&mut reasons, Cause::Anything(what.clone()));
                }
                AfterPath::Continue
            }
        }
    };
    let spending =
        Spending { states: STATES * effort, solver_resources: SOLVER_RESOURCES * effort, deadline: question.deadline };
    let program = (context.program, context.calls);
    let arithmetic = context.job.job.arithmetic;
    let how = (Heuristics::default(), spending);
    let outcome = run(program, &Explored(context), &assertion.target, &is_entry, arithmetic, how, &mut visit);
    if let Some(candidate) = failing {
        return Settled::Refuted(candidate);
    }
    if outcome.is_proved {
        return Settled::Proved(proof(context.program, &outcome));
    }
    for cut in &outcome.cut {
        note(&mut reasons, Cause::Backward(cut.clone()));
    }
    if reasons.is_empty() {
        note(&mut reasons, Cause::SeemsPossible(false));
    }
    Settled::Unknown(reasons)
}

fn note(reasons: &mut Vec<Reason>, cause: Cause) {
    let reason = Reason::from(cause);
    if !reasons.contains(&reason) {
        reasons.push(reason);
    }
}

/// Why nothing leads to the assertion's failure.
fn proof(program: &Program, outcome: &BackwardResult) -> Proof {
    let mut core: Vec<CoreLine> = outcome
        .core
        .iter()
        .map(|(method, position)| CoreLine {
            place: program.method_label(*method),
            line: program.line(*method, *position),
        })
        .collect();
    core.sort();
    core.dedup();
    let of = if outcome.core_is_whole { "" } else { ", the first of them" };
    let lines: Vec<String> = core.iter().filter_map(|line| line.line).map(|line| line.to_string()).collect();
    let covered = match outcome.covered {
        0 => String::new(),
        covered => format!(", and {covered} lead there only from states that others cover"),
    };
    let where_from = match lines.as_slice() {
        [] => String::new(),
        [line] => format!(": what line {line} requires is impossible{of}"),
        lines => format!(": what lines {} require is a contradiction{of}", lines.join(", ")),
    };
    let why = match outcome.refuted {
        0 if outcome.covered > 0 => {
            format!(
                "whatever leads to its failure is reached only from what leads there too: {} states",
                outcome.covered
            )
        }
        0 => "no path leads to its failure".to_owned(),
        1 => format!("the one path back from its failure is impossible{covered}{where_from}"),
        refuted => format!("each of {refuted} paths back from its failure is impossible{covered}{where_from}"),
    };
    Proof { why, core }
}
