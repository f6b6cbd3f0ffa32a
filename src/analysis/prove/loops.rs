//! The technique that replaces loops by what path counters say of them.

use super::super::check::replaying::{Confirmation, NotShown, Replayer};
use super::super::reason::{Cause, Claim as Claimed, Reason};
use super::claim::claim_of_case;
use super::place;
use super::technique::{Question, Settled};
use crate::backward::Occasion;
use crate::explore::{Budget, Work};
use crate::input::ConcreteObject;
use crate::loop_summary::{self, Claim, Findings, Goal, GoalVerdict, Seeks, necessary_condition_with};
use crate::program::MethodId;
use crate::report::{LoopProfile, Proof};
use std::time::Duration;

/// What one assertion may cost, in units of effort.
const INSTRUCTIONS: u64 = 1_500_000;
const SOLVER_RESOURCES: u64 = 40_000_000;
const SUMMARIES: u32 = 1_500;

/// Decides the abstract path condition of the assertion. Adds to the profile what it took.
pub(super) fn settle(question: &Question<'_, '_>, replayer: &Replayer, profile: &mut LoopProfile) -> Settled {
    let target = &question.assertion.target;
    let goal = goal(target.occasion, target.method, target.instruction);
    let entries: Vec<MethodId> = match question.assertion.is_closed {
        true => question.assertion.roots.clone(),
        false => vec![target.method],
    };
    let mut reasons: Vec<Reason> = Vec::new();
    let mut conditions = 0;
    for entry in &entries {
        // A JVM starts while inputs are looked for.
        let at_goal = || {
            if !question.assertion.is_place {
                replayer.prepare();
            }
        };
        let found = necessary_condition_with(&asked(question, *entry), &goal, &at_goal);
        conditions += found.conditions.len();
        add(profile, &found);
        match found.verdict {
            GoalVerdict::Unreachable => {}
            GoalVerdict::Reached(claim) | GoalVerdict::Perhaps(claim) => {
                match judged(question, *entry, *claim, replayer) {
                    Ok(settled) => return settled,
                    Err(why) => reasons.push(why.into()),
                }
            }
            GoalVerdict::Unknown(whys) => {
                reasons.extend(whys.into_iter().map(|why| Reason::from(Cause::Loops(why))));
            }
        }
    }
    if !reasons.is_empty() {
        return Settled::Unknown(reasons);
    }
    let why = match conditions {
        0 => "no path leads to it, whatever loops do".to_owned(),
        1 => "the necessary condition to reach it is unsatisfiable".to_owned(),
        count => format!("the necessary condition to reach it, of {count} cases, is unsatisfiable"),
    };
    Settled::Proved(Proof { why, core: Vec::new() })
}

fn add(profile: &mut LoopProfile, found: &Findings) {
    let milliseconds = |duration: Duration| duration.as_secs_f64() * 1000.0;
    profile.building_ms += milliseconds(found.profile.building);
    profile.unfolding_ms += milliseconds(found.profile.unfolding);
    profile.unfolded_ms += milliseconds(found.profile.unfolded);
    profile.quantified_ms += milliseconds(found.profile.quantified);
    profile.running_ms += milliseconds(found.profile.running);
    profile.summaries += found.summaries;
    profile.paths += found.conditions.len() as u64;
    profile.instructions += found.instructions;
    profile.solver_calls += found.solver_calls;
}

/// The question of one entry.
fn asked<'p>(question: &Question<'p, '_>, entry: MethodId) -> loop_summary::GoalQuestion<'p> {
    let context = question.context;
    let effort = context.job.effort;
    loop_summary::GoalQuestion {
        program: context.program,
        calls: context.calls,
        entry,
        arithmetic: context.job.job.arithmetic,
        budget: Budget {
            work: Work {
                instructions: INSTRUCTIONS.saturating_mul(effort),
                solver_resources: SOLVER_RESOURCES.saturating_mul(effort),
                ..Work::UNLIMITED
            },
            loop_summaries: SUMMARIES,
            ..Budget::until(question.deadline)
        },
        seeks: Seeks::Input,
        invariants: None,
        guesses_limits: false,
        excuses: None,
    }
}

/// What is to be reached.
fn goal(occasion: Occasion, method: MethodId, instruction: u32) -> Goal {
    let class = match occasion {
        Occasion::Reached => return Goal::Executed(method, instruction),
        Occasion::DivisorIsZero => "java/lang/ArithmeticException",
        Occasion::ReferenceIsNull => "java/lang/NullPointerException",
        Occasion::IndexOutOfBounds => "java/lang/ArrayIndexOutOfBoundsException",
        Occasion::LengthIsNegative => "java/lang/NegativeArraySizeException",
        Occasion::OtherClass => "java/lang/ClassCastException",
    };
    Goal::Raises(method, instruction, class)
}

/// A claim as a refutation, or why it is none.
fn judged(question: &Question<'_, '_>, entry: MethodId, claim: Claim, replayer: &Replayer) -> Result<Settled, Cause> {
    if !question.assertion.roots.contains(&entry) {
        return Err(Cause::NotCallable);
    }
    let is_plain = |object: &ConcreteObject| matches!(object, ConcreteObject::Array(..) | ConcreteObject::String(_));
    if !claim.case.objects.iter().all(is_plain) || !claim.case.statics.is_empty() {
        return Err(Cause::UnreachedState);
    }
    let steps =
        claim.counts.iter().flat_map(|(_, _, counts)| counts).fold(0_i64, |all, count| all.saturating_add(*count));
    let words = claim.counts.iter().map(|count| iterations(question, count)).collect();
    if question.assertion.is_place {
        return place::witnessed(question, entry, claim, words);
    }
    let candidate = claim_of_case(question, entry, claim.case, words);
    if !claim.is_run {
        // Too many iterations to execute them here.
        match replayer.confirm(question.context.program, &[candidate.question().asked()]).into_iter().next() {
            Some(Confirmation::Confirmed(_)) => {}
            other => {
                let claimed = Claimed::FailsAfter(candidate.finding.input, steps);
                return Err(match other {
                    Some(Confirmation::Disagrees(what)) => Cause::Refuted(claimed, what),
                    Some(Confirmation::NotRun(why)) => Cause::NotShown(claimed, why),
                    Some(Confirmation::NoJvm(why)) => Cause::NotShown(claimed, NotShown::NoJvm(why)),
                    Some(Confirmation::Confirmed(_)) | None => Cause::NotShown(claimed, NotShown::NoAnswer),
                });
            }
        }
    }
    Ok(Settled::Refuted(Box::new(candidate)))
}

/// How often a loop runs, in words.
fn iterations(question: &Question<'_, '_>, (method, head, counts): &(MethodId, u32, Vec<i64>)) -> String {
    let program = question.context.program;
    let label = program.method_label(*method);
    let line = program.line(*method, *head);
    let place = line.map_or(label.clone(), |line| format!("{label}:{line}"));
    let total = counts.iter().fold(0_i64, |total, count| total.saturating_add(*count));
    format!("the loop at {place} has run {total} times")
}
