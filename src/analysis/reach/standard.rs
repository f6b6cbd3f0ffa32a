//! The standard strategy: concolic search of whole paths, all calls inline.

use super::super::check::Start;
use super::super::check::finding::place_text;
use super::super::check::verdict::Missing;
use super::super::reason::Cause;
use super::found::is_hit;
use super::guide::ReachGuide;
use super::record::Sight;
use super::start::led_by;
use super::whole_paths::{Ended, LIMITS, Listener, Question, Spent, beginning, ended, judged};
use crate::classfile::java_name;
use crate::concolic::{ConcolicSearch, Counts, NextRun, RunGuide};
use crate::explore::{self, Exhausted, Inline, Outcome, Path, PathEnd};
use crate::program::{MethodId, Program};
use crate::report::ReachStep;
use crate::run;

/// Searches the paths that begin in these states.
pub(super) fn search<'q, L: Listener<'q>>(
    question: Question<'q>,
    guide: Option<&ReachGuide<'q>>,
    start: Start,
    spent: &mut Spent,
    listener: &mut L,
) -> Ended<L::Enough> {
    let Question { context, target, distances, .. } = question;
    let program = context.program;
    let (mut explorer, state) = beginning(question, start);
    let mut calls = Inline { calls: context.calls, recursion: LIMITS.recursion, only_decided: true };
    let excluder = guide.map(|guide| Box::new(guide.clone()) as Box<dyn explore::Guide + 'q>);
    let mut search = ConcolicSearch::new(question.choose, target, distances).with_guide(excluder);
    let mut missing = Missing::default();
    let mut next = Some((RunGuide { model: led_by(&state, question.start), alternatives: Vec::new() }, None));
    let mut found = None;
    while let Some((guide, dangling)) = next.take() {
        if spent.executions >= question.executions {
            missing.others.push(Cause::MostExecutions(question.executions));
            break;
        }
        spent.executions += 1;
        listener.begins();
        let before = search.counts();
        let path = Path { state: Box::new(state.clone()), record: Sight::default() };
        let end = match search.run(&mut explorer, path, guide, &mut calls) {
            Err(exhausted) => {
                missing.exhausted = Some(exhausted);
                break;
            }
            Ok(end) => end,
        };
        let mut step = step(program, dangling);
        if let Some(end) = end {
            spent.paths += 1;
            if question.trace {
                let is_hit = is_hit(program, target, &end);
                step.outcome = told(program, &end, is_hit);
                step.input = listener.input(&mut explorer, &end);
            }
            found = judged(question, &mut explorer, end, listener, &mut missing);
        }
        if found.is_none() {
            next = loop {
                match search.next(&mut explorer) {
                    NextRun::Run(guide, place, side) => break Some((guide, place.map(|place| (place, side)))),
                    NextRun::Nothing => break None,
                    NextRun::Impossible | NextRun::Stopped(_) if run::is_over(question.deadline) => {
                        missing.exhausted = run::ending(question.deadline).map(Exhausted::Ended);
                        break None;
                    }
                    NextRun::Stopped(reason) => missing.stop(program, &reason, &state),
                    NextRun::Impossible => {}
                }
            };
        }
        if question.trace {
            let Counts { added, removed } = search.counts();
            (step.added, step.removed) = (added - before.added, removed - before.removed);
            spent.steps.push(step);
        }
    }
    ended(found, &explorer, missing, spent)
}

fn step(program: &Program, dangling: Option<((MethodId, u32), usize)>) -> ReachStep {
    ReachStep {
        how: if dangling.is_some() { "negated" } else { "start" }.to_owned(),
        dangling: dangling.map(|(place, _)| place_text(program, place)),
        outcome: "no path: an assumption of the program does not hold".to_owned(),
        ..ReachStep::default()
    }
}

/// What a run did.
fn told(program: &Program, end: &PathEnd<Sight<'_>>, is_hit: bool) -> String {
    let ended = match &end.outcome {
        Outcome::Returned(_) => "returns".to_owned(),
        Outcome::Stopped(reason) => format!("stops: {reason}"),
        Outcome::Threw(exception) => {
            let class = end.path.state.heap.instance(*exception).and_then(|body| body.types.first().copied());
            class.map_or("throws".into(), |class| format!("throws {}", java_name(program.class_name(class))))
        }
    };
    if is_hit { format!("reaches the target, {ended}") } else { ended }
}
