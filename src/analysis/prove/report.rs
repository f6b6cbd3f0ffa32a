//! From what the techniques found to the report: confirmation by a JVM, verdicts, order.

use super::super::check::finding::{Candidate, source_path};
use super::super::check::replaying::{Confirmation, Question, Replayer};
use super::super::check::round::Context;
use super::super::reason::{Cause, Claim, Reason, told};
use super::technique::Settled;
use super::{Answered, Tried};
use crate::classfile::java_name;
use crate::report::{
    AssertionReport, Attempt, Defect, Finding, ProofArithmetic, ProofTechnique, ProofVerdict, ProveReport, ReasonKind,
    method_label,
};
use crate::term::Arithmetic;
use std::time::Duration;

/// Confirms what is refuted, and says what is known of each assertion.
pub(super) fn report(context: Context<'_>, answered: Vec<Answered>, replayer: &Replayer) -> ProveReport {
    let questions: Vec<Question> = answered.iter().filter_map(claim).map(Candidate::question).collect();
    let questions: Vec<&Question> = questions.iter().collect();
    let mut confirmations = replayer.confirm(context.program, &questions).into_iter();
    let mut report = ProveReport::default();
    for answered in answered {
        let confirmation = if claim(&answered).is_some() { confirmations.next() } else { None };
        let answer = answer(context, answered, confirmation, &mut report.defects);
        report.assertions.push(answer);
    }
    report
}

/// The input on which an assertion is claimed to fail.
fn claim(answered: &Answered) -> Option<&Candidate> {
    match answered.attempts.last().map(|tried| &tried.settled) {
        Some(Settled::Refuted(candidate)) => Some(candidate),
        _ => None,
    }
}

fn answer(
    context: Context<'_>,
    answered: Answered,
    confirmation: Option<Confirmation>,
    defects: &mut Vec<Defect>,
) -> AssertionReport {
    let program = context.program;
    let target = &answered.assertion.target;
    let info = program.method(target.method);
    let class = java_name(&program.class(info.class).name);
    let code = program.code(target.method);
    let arithmetic = match context.job.job.arithmetic {
        Arithmetic::Java => ProofArithmetic::Java,
        Arithmetic::Math => ProofArithmetic::Math,
    };
    let time: Duration = answered.attempts.iter().map(|tried| tried.time).sum();
    let mut found = AssertionReport {
        descriptor: info.descriptor.to_string(),
        method: info.name.to_string(),
        source_file: source_path(program, target.method),
        line: code.and_then(|code| code.line(target.first)),
        offset: code.and_then(|code| code.instructions.get(target.first as usize)).map_or(0, |decoded| decoded.offset),
        subject: answered.assertion.subject,
        exception: java_name(&target.exception),
        verdict: ProofVerdict::Unknown,
        technique: None,
        arithmetic,
        proof: None,
        finding: None,
        reasons: Vec::new(),
        attempts: answered.attempts.iter().map(attempt).collect(),
        time_ms: time.as_secs_f64() * 1000.0,
        class,
    };
    let reasons = answered.reasons();
    let label = method_label(&found.class, &found.method, &found.descriptor);
    match answered.attempts.into_iter().next_back() {
        Some(Tried { technique, settled: Settled::Proved(proof), .. }) => {
            found.verdict = ProofVerdict::Proved;
            found.technique = Some(technique);
            found.proof = Some(proof);
        }
        Some(Tried { technique, settled: Settled::Refuted(candidate), .. }) => {
            let contrary = judge(&mut found, (technique, *candidate), confirmation, (label, defects));
            if found.verdict == ProofVerdict::Unknown {
                found.reasons = told(&reasons.into_iter().chain(contrary.map(Reason::from)).collect::<Vec<_>>());
            }
        }
        Some(Tried { technique, settled: Settled::Reached(finding), .. }) => {
            found.verdict = ProofVerdict::Refuted;
            found.technique = Some(technique);
            found.finding = Some(*finding);
        }
        _ if answered.assertion.is_place => {
            // What a JVM contradicts was told where it was asked.
            let contradicted = reasons.iter().filter(|reason| reason.kind() == ReasonKind::Defect);
            let message = |reason: &Reason| reason.cause.to_string();
            defects.extend(contradicted.map(|reason| Defect { method: label.clone(), message: message(reason) }));
            found.reasons = told(&reasons);
        }
        _ => found.reasons = told(&reasons),
    }
    found
}

/// What a JVM makes of a claim; what stands against it, where it is none.
fn judge(
    found: &mut AssertionReport,
    (technique, candidate): (ProofTechnique, Candidate),
    confirmation: Option<Confirmation>,
    (label, defects): (String, &mut Vec<Defect>),
) -> Option<Cause> {
    let finding = match confirmation {
        Some(Confirmation::Confirmed(message)) => Finding { confirmed: true, message, ..candidate.finding },
        Some(Confirmation::NoJvm(reason)) => Finding { not_replayed: Some(reason), ..candidate.finding },
        Some(Confirmation::NotRun(reason)) => {
            return Some(Cause::NotShown(Claim::Fails(candidate.finding.input), reason));
        }
        Some(Confirmation::Disagrees(what)) if found.arithmetic == ProofArithmetic::Math => {
            return Some(Cause::OnlyInMathematics(candidate.finding.input, what));
        }
        Some(Confirmation::Disagrees(what)) => {
            let message = format!("claims {} on {}; {what}", candidate.finding.exception, candidate.finding.input);
            defects.push(Defect { method: label, message });
            return Some(Cause::Contradicted(None));
        }
        None => return None,
    };
    found.verdict = ProofVerdict::Refuted;
    found.technique = Some(technique);
    found.finding = Some(finding);
    None
}

fn attempt(tried: &Tried) -> Attempt {
    let (verdict, reasons) = match &tried.settled {
        Settled::Proved(_) => (ProofVerdict::Proved, Vec::new()),
        Settled::Refuted(_) | Settled::Reached(_) => (ProofVerdict::Refuted, Vec::new()),
        Settled::Unknown(reasons) => (ProofVerdict::Unknown, told(reasons)),
    };
    Attempt {
        technique: tried.technique,
        verdict,
        reasons,
        profile: tried.profile.clone(),
        time_ms: tried.time.as_secs_f64() * 1000.0,
    }
}
