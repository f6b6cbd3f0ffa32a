//! The strategies: the engine and whole paths in turn, or whole paths only, guided where something is known to be necessary.

use super::super::check::Start;
use super::super::check::verdict::Missing;
use super::super::reason::{Cause, Reason};
use super::super::target::is_main;
use super::found::{Found, is_hit};
use super::guide::{GuideMode, ReachGuide, has_loops};
use super::runs::Runs;
use super::whole_paths::{Ended, Heard, Listener, Question, Spent};
use super::{ReachJob, Strategy, demand, forward};
use crate::concolic::{Choose, ConcreteInput};
use crate::demand::{DemandVerdict, Effort};
use crate::exec::Statics;
use crate::explore::Work;
use crate::run;

/// Questions of the standard search about states before the guide of `GuideMode::Auto` is looked for: what is found soon is found
/// sooner without. The demand-driven search asks too little of whole paths to gain by one.
const STANDARD_WAITS: u64 = 500;
/// The same of the search that explores.
const EXPLORE_WAITS: u64 = 5_000;

/// Whole paths that the demand-driven search explores before it spends all that it may, and their work.
const FEW_PATHS: u64 = 1_000;
const FEW_PATHS_WORK: Work = Work { instructions: 2_000_000, solver_resources: 2_000_000, states: u64::MAX };

/// What is known in the end.
pub(in crate::analysis) enum Answer {
    /// A JVM has come to the target on this input.
    Reached(Box<Found>),
    /// Nothing leads there.
    Unreachable,
    /// What was left out.
    NotReached(Vec<Reason>),
}

/// The demand-driven strategy. Where its engine has no answer soon, some whole paths are explored, which are cheap where paths are few
/// and long; then the engine goes on with all the work that it may take, and whole paths are explored for what is left of the budget.
fn on_demand<'q>(
    question: Question<'q>,
    guide: Option<&ReachGuide<'q>>,
    spent: &mut Spent,
    runs: &mut Runs<'q>,
) -> Answer {
    let mut reasons = match demanded((question, demand::FIRST), guide, spent, runs) {
        Answer::NotReached(reasons) => reasons,
        answer => return answer,
    };
    let may_go_on = |spent: &Spent, runs: &Runs<'q>| {
        runs.error.is_none() && !run::is_over(question.deadline) && spent.executions < question.executions
    };
    if !may_go_on(spent, runs) {
        return Answer::NotReached(reasons);
    }
    let executions = question.executions.min(spent.executions.saturating_add(FEW_PATHS));
    let few = Question { choose: Choose::Fair, executions, work: FEW_PATHS_WORK, ..question };
    match standard(few, guide, spent, runs) {
        Answer::NotReached(_) => {}
        answer => return answer,
    }
    runs.only_told = false;
    if may_go_on(spent, runs) {
        reasons = match demanded((question, demand::ALL), guide, spent, runs) {
            Answer::NotReached(reasons) => reasons,
            answer => return answer,
        };
    }
    if !may_go_on(spent, runs) {
        return Answer::NotReached(reasons);
    }
    let because: Vec<String> = reasons.iter().map(|reason| reason.cause.to_string()).collect();
    runs.notes.push(format!("whole paths are explored from here on: {}", because.join("; ")));
    match standard(Question { choose: Choose::Nearest, ..question }, guide, spent, runs) {
        Answer::NotReached(more) => {
            reasons.extend(more.into_iter().filter(|more| !reasons.contains(more)).collect::<Vec<_>>());
            Answer::NotReached(reasons)
        }
        answer => answer,
    }
}

/// What the demand-driven engine says with so much effort.
fn demanded<'q>(
    (question, effort): (Question<'q>, Effort),
    guide: Option<&ReachGuide<'q>>,
    spent: &mut Spent,
    runs: &mut Runs<'q>,
) -> Answer {
    let Question { context, entry, target, .. } = question;
    let program = context.program;
    let describe = |input: &ConcreteInput| {
        let (mut explorer, end) = demand::run((context, entry, target), input).ok()?;
        runs.input(&mut explorer, &end)
    };
    let finding = match demand::ask((question, effort), guide, spent, &describe) {
        (finding, Ok(())) => finding,
        (finding, Err(why)) => {
            runs.notes.push(why);
            finding
        }
    };
    for (method, why) in &finding.inlined {
        let note = format!("calls of {} are executed inline: {why}", program.method_label(*method));
        if !runs.notes.contains(&note) {
            runs.notes.push(note);
        }
    }
    let mut reasons: Vec<Reason> = Vec::new();
    match finding.verdict {
        DemandVerdict::Reached(input) => match demand::run((context, entry, target), &input) {
            Ok((mut explorer, end)) if is_hit(program, target, &end) => match runs.hears(&mut explorer, end) {
                Heard::Enough(found) => return Answer::Reached(found),
                Heard::GoOn(cause) => reasons.push(cause.into()),
            },
            Ok((_, end)) => {
                reasons.push(Cause::OtherInline(format!("{:?}", end.outcome)).into());
            }
            Err(why) => reasons.push(Cause::CannotRun(Box::new(why)).into()),
        },
        DemandVerdict::Unreachable if !demand::knows_all_inputs((program, context.calls), entry, &runs.initialised) => {
            reasons.push(Cause::NotAllInputs.into());
        }
        DemandVerdict::Unreachable
            if !is_main(program, entry) && demand::depends_on_history(program, context.calls, entry) =>
        {
            reasons.push(Cause::OtherStatics.into());
        }
        DemandVerdict::Unreachable => return Answer::Unreachable,
        DemandVerdict::NotReached(why) => {
            reasons.extend(why.into_iter().map(|why| Reason::from(Cause::Demand(why))));
        }
    }
    Answer::NotReached(reasons)
}

/// Searches, guided by what is necessary to reach the target where that is wanted and known.
pub(super) fn guided<'q>(question: Question<'q>, job: &ReachJob, spent: &mut Spent, runs: &mut Runs<'q>) -> Answer {
    let from = (question.context, question.entry);
    let waits = match job.guide {
        GuideMode::None => None,
        GuideMode::Apc => Some(0),
        GuideMode::Auto => match job.strategy {
            Strategy::Demand => None,
            Strategy::Standard => Some(STANDARD_WAITS),
            Strategy::Explore => Some(EXPLORE_WAITS),
        }
        .filter(|_| has_loops(question.context, question.entry)),
    };
    let guide = waits.map(|waits| ReachGuide::to(from, question.target, waits, question.deadline));
    if let Some(why) = guide.as_ref().and_then(ReachGuide::why_none) {
        runs.notes.push(format!("nothing guides the search: {why}"));
    }
    let is_known = |guide: &ReachGuide<'q>| guide.excludes_all();
    let answer = match job.strategy {
        _ if guide.as_ref().is_some_and(is_known) => Answer::NotReached(Vec::new()),
        Strategy::Demand => on_demand(question, guide.as_ref(), spent, runs),
        Strategy::Standard | Strategy::Explore => standard(question, guide.as_ref(), spent, runs),
    };
    spent.guide = guide.as_ref().and_then(ReachGuide::guidance);
    match answer {
        Answer::NotReached(_) if guide.as_ref().is_some_and(is_known) => {
            runs.notes.push("the condition that is necessary to reach it is unsatisfiable".into());
            Answer::Unreachable
        }
        answer => answer,
    }
}

/// Searches whole paths: one after the other, or all at once.
pub(super) fn search<'q>(
    question: Question<'q>,
    guide: Option<&ReachGuide<'q>>,
    start: Start,
    spent: &mut Spent,
    runs: &mut Runs<'q>,
) -> Ended<Box<Found>> {
    match question.is_forking {
        true => forward::explore(question, guide, start, spent, runs),
        false => super::standard::search(question, guide, start, spent, runs),
    }
}

/// The standard strategy: with the states that a caller can make; where others may be reached by calls before and the target is
/// reached from none of the former, with arbitrary ones, of which only that none leads to the target says anything.
pub(super) fn standard<'q>(
    question: Question<'q>,
    guide: Option<&ReachGuide<'q>>,
    spent: &mut Spent,
    runs: &mut Runs<'q>,
) -> Answer {
    let program = question.context.program;
    let after_calls = !is_main(program, question.entry);
    let start = Start::of(question.context.job).with_statics(Statics::Initialised { after_calls });
    let missing = match search(question, guide, start, spent, runs) {
        Ended::Found(found) => return Answer::Reached(found),
        Ended::Without(missing) => missing,
    };
    let more = if missing.depends_on_states() {
        Some(Start::ANY)
    } else if missing.depends_on_statics() {
        Some(start.with_statics(Statics::AnyAssigned))
    } else {
        None
    };
    let mut reasons = missing.reasons(program);
    if let Some(more) = more.filter(|_| missing.exhausted.is_none()) {
        runs.only_told = true;
        match search(question, guide, more, spent, runs) {
            Ended::Found(found) => {
                reasons.push(Cause::ReachedInUnreachedState(Some(found.input)).into());
            }
            Ended::Without(other) if other.reasons(program).is_empty() && stands(&missing) => {
                return Answer::Unreachable;
            }
            Ended::Without(_) => {}
        }
    }
    if reasons.is_empty() { Answer::Unreachable } else { Answer::NotReached(reasons) }
}

/// Whether nothing happened in a search that an exploration of more states would not settle.
fn stands(missing: &Missing) -> bool {
    missing.others.is_empty()
}
