//! Lines and instructions as targets: is one reached, and on which input? No exception tells, so a JVM is asked whether it comes to
//! the place.

use super::super::check::finding::{fingerprint, frame};
use super::super::check::replaying::{Confirmation, NotShown};
use super::super::reach::{Answer, Found, Witness, search_paths};
use super::super::reason::{Cause, Claim as Claimed, Reason};
use super::technique::{Question, Reached, Settled};
use crate::analysis::input_data::input_data;
use crate::classfile::java_name;
use crate::graph::{Target, TargetEvent};
use crate::heap::EnvironmentSource;
use crate::input::input_text;
use crate::loop_summary::Claim;
use crate::program::MethodId;
use crate::report::{Finding, Proof, ProofSubject, Property, ReasonKind};
use crate::term::Arithmetic;

/// Runs from each root, in units of effort: before other techniques are tried, and after.
const FIRST_RUNS: u64 = 40;
const ALL_RUNS: u64 = 2_000;

/// Runs paths from the beginning toward the place, whole paths one after the other.
pub(super) fn settle(question: &Question<'_, '_>, is_last: bool) -> Settled {
    let (context, assertion) = (question.context, question.assertion);
    if context.job.job.arithmetic == Arithmetic::Math {
        return Settled::unknown(Cause::OnlyInJava);
    }
    let mut reasons: Vec<Reason> = Vec::new();
    if !assertion.is_closed || assertion.roots.is_empty() {
        reasons.push(Cause::OpenToCallers.into());
    }
    let place = (assertion.target.method, assertion.target.instruction);
    let target = Target { places: [place].into(), event: TargetEvent::Executed };
    let runs = if is_last { ALL_RUNS } else { FIRST_RUNS }.saturating_mul(context.job.effort);
    for root in &assertion.roots {
        let allowed = (runs, question.deadline);
        match search_paths(question.workspace, (context, *root), &target, allowed, context.job.replay) {
            Ok((Answer::Reached(found), _)) if found.is_reachable => {
                return reached(question, *root, &found, context.job.replay);
            }
            Ok((Answer::Reached(_), _)) => {
                reasons.push(Cause::ReachedInUnreachedState(None).into());
            }
            Ok((Answer::Unreachable, _)) => {}
            Ok((Answer::NotReached(open), defects)) => {
                reasons.extend(open.into_iter().filter(|reason| reason.kind() != ReasonKind::Defect));
                reasons.extend(defects.into_iter().map(|defect| Reason::from(Cause::Defect(defect.message))));
            }
            Err(why) => reasons.push(Cause::NoJvm(why).into()),
        }
    }
    match reasons.is_empty() {
        true => {
            let why = "all paths from the beginning were followed, and none comes there".to_owned();
            Settled::Proved(Proof { why, core: Vec::new() })
        }
        false => Settled::Unknown(reasons),
    }
}

/// What a JVM makes of an input that is said to lead to the place.
///
/// # Errors
/// Why it is not known to lead there.
pub(super) fn witnessed(
    question: &Question<'_, '_>,
    root: MethodId,
    claim: Claim,
    conditions: Vec<String>,
) -> Result<Settled, Cause> {
    let program = question.context.program;
    let target = &question.assertion.target;
    let found = Found {
        input: input_text(program, root, &claim.case, &program.parameter_names(root, "p")),
        case: claim.case,
        path_condition: conditions,
        place: Some((target.method, target.instruction)),
        is_place: true,
        expected_frame: None,
        outcome: String::new(),
        trace: Vec::new(),
        environment: Vec::new(),
        is_reachable: true,
    };
    let reached = |is_confirmed| Ok(reached(question, root, &found, is_confirmed));
    if !question.context.job.replay {
        return if claim.is_run { reached(false) } else { Err(Cause::NotAsked) };
    }
    match Witness::start(question.workspace).confirm(&found) {
        Confirmation::Confirmed(_) => reached(true),
        Confirmation::NoJvm(why) => Err(Cause::NotShown(Claimed::Reached(found.input), NotShown::NoJvm(why))),
        Confirmation::NotRun(why) => Err(Cause::NotShown(Claimed::Reached(found.input), why)),
        Confirmation::Disagrees(what) if claim.is_run && question.context.job.job.arithmetic == Arithmetic::Java => {
            let text = format!("claims that {} leads there; {what}", found.input);
            Ok(Settled::unknown(Cause::Defect(text)))
        }
        Confirmation::Disagrees(what) => Err(Cause::Refuted(Claimed::Reached(found.input), what)),
    }
}

/// That an input leads to the place.
fn reached(question: &Question<'_, '_>, root: MethodId, found: &Found, is_confirmed: bool) -> Settled {
    Settled::Reached(Box::new(Reached {
        finding: finding(question, root, found, is_confirmed),
        depends_on_machine: found.environment.iter().any(EnvironmentSource::is_of_machine),
    }))
}

/// An input that leads to the place, for the report.
fn finding(question: &Question<'_, '_>, root: MethodId, found: &Found, is_confirmed: bool) -> Finding {
    let program = question.context.program;
    let target = &question.assertion.target;
    let place = (target.method, target.instruction);
    let frame = frame(program, place);
    let is_line = question.assertion.subject == ProofSubject::Line;
    let exception = java_name(&target.exception);
    Finding {
        property: if is_line { Property::Reached } else { Property::Assert },
        message: None,
        source_file: frame.source_file.clone(),
        line: frame.line,
        place: frame.method.clone(),
        input: found.input.clone(),
        input_data: input_data(program, root, &found.case, &program.parameter_names(root, "p")),
        path_condition: found.path_condition.clone(),
        trace: vec![frame.text()],
        frames: vec![frame],
        confirmed: is_confirmed,
        not_replayed: (!is_confirmed).then(|| "not asked for".to_owned()),
        fingerprint: fingerprint(program, Some(root), &exception, Some(place)),
        cause: fingerprint(program, None, &exception, Some(place)),
        exception,
    }
}
