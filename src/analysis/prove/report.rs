//! From what the techniques found to the report: confirmation by a JVM, verdicts, order.

use super::super::check::finding::source_path;
use super::super::check::replaying::{Asked, Confirmation, Question, Replayer};
use super::super::check::round::Context;
use super::super::reason::{Cause, Claim};
use super::assertions::Assertion;
use super::settlement::{Found, Settlement};
use crate::classfile::java_name;
use crate::report::{
    AssertionReport, Defect, Finding, ProofArithmetic, ProofTechnique, ProofVerdict, ProveReport, Reason, ReasonKind,
    method_label,
};
use crate::term::Arithmetic;

/// Confirms what is refuted, and says what is known of each assertion; `settled` is in their order.
pub(super) fn report(
    context: Context<'_>,
    assertions: Vec<&Assertion>,
    settled: Vec<Settlement>,
    replayer: &Replayer,
) -> ProveReport {
    let questions: Vec<Asked<'_>> = settled.iter().filter_map(claim).map(Question::asked).collect();
    let mut confirmations = replayer.confirm(context.program, &questions).into_iter();
    let mut report = ProveReport::default();
    for (assertion, settlement) in assertions.into_iter().zip(settled) {
        let confirmation = if claim(&settlement).is_some() { confirmations.next() } else { None };
        let answer = answer(context, (assertion, settlement), confirmation, &mut report.defects);
        report.assertions.push(answer);
    }
    report
}

/// What a JVM is asked about an assertion that is claimed to fail.
fn claim(settlement: &Settlement) -> Option<&Question> {
    match &settlement.found {
        Found::Claimed(_, claimed) => Some(&claimed.1),
        _ => None,
    }
}

fn answer(
    context: Context<'_>,
    (assertion, settlement): (&Assertion, Settlement),
    confirmation: Option<Confirmation>,
    defects: &mut Vec<Defect>,
) -> AssertionReport {
    let program = context.program;
    let target = &assertion.target;
    let info = program.method(target.method);
    let class = java_name(&program.class(info.class).name);
    let code = program.code(target.method);
    let arithmetic = match context.job.job.arithmetic {
        Arithmetic::Java => ProofArithmetic::Java,
        Arithmetic::Math => ProofArithmetic::Math,
    };
    let mut found = AssertionReport {
        descriptor: info.descriptor.to_string(),
        method: info.name.to_string(),
        source_file: source_path(program, target.method),
        line: code.and_then(|code| code.line(target.first)),
        offset: code.and_then(|code| code.instructions.get(target.first as usize)).map_or(0, |decoded| decoded.offset),
        subject: assertion.subject,
        exception: java_name(&target.exception),
        verdict: ProofVerdict::Unknown,
        technique: None,
        arithmetic,
        proof: None,
        finding: None,
        reasons: Vec::new(),
        time_ms: settlement.attempts.iter().map(|attempt| attempt.time_ms).sum(),
        attempts: Vec::new(),
        class,
    };
    let label = method_label(&found.class, &found.method, &found.descriptor);
    let Settlement { found: what, attempts, reasons } = settlement;
    found.attempts = attempts;
    match what {
        Found::Proved(technique, proof) => {
            found.verdict = ProofVerdict::Proved;
            found.technique = Some(technique);
            found.proof = Some(proof);
        }
        Found::Claimed(technique, claimed) => {
            let (finding, _) = *claimed;
            let contrary = judge(&mut found, (technique, finding), confirmation, (label, defects));
            if found.verdict == ProofVerdict::Unknown {
                found.reasons = reasons.into_iter().chain(contrary.map(Cause::told)).collect();
            }
        }
        Found::Reached(technique, finding) => {
            found.verdict = ProofVerdict::Refuted;
            found.technique = Some(technique);
            found.finding = Some(*finding);
        }
        Found::Unknown => {
            if assertion.is_place {
                // What a JVM contradicts was told where it was asked.
                let contradicted = reasons.iter().filter(|reason| reason.kind == ReasonKind::Defect);
                let defect = |why: &Reason| Defect { method: label.clone(), message: why.text.clone() };
                defects.extend(contradicted.map(defect));
            }
            found.reasons = reasons;
        }
    }
    found
}

/// What a JVM makes of a claim; what stands against it, where it is none.
fn judge(
    found: &mut AssertionReport,
    (technique, claimed): (ProofTechnique, Finding),
    confirmation: Option<Confirmation>,
    (label, defects): (String, &mut Vec<Defect>),
) -> Option<Cause> {
    let finding = match confirmation {
        Some(Confirmation::Confirmed(message)) => Finding { confirmed: true, message, ..claimed },
        Some(Confirmation::NoJvm(reason)) => Finding { not_replayed: Some(reason), ..claimed },
        Some(Confirmation::NotRun(reason)) => {
            return Some(Cause::NotShown(Claim::Fails(claimed.input), reason));
        }
        Some(Confirmation::Disagrees(what)) if found.arithmetic == ProofArithmetic::Math => {
            return Some(Cause::OnlyInMathematics(claimed.input, what));
        }
        Some(Confirmation::Disagrees(what)) => {
            let message = format!("claims {} on {}; {what}", claimed.exception, claimed.input);
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
