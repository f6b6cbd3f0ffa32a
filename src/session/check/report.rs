//! From what was found to the report: confirmation, verdicts, order.

use super::classify::Kind;
use super::explain::uncovered;
use super::finding::{Candidate, source_path};
use super::replaying::{Confirmation, Replayer};
use super::round::Context;
use super::verdict::verdict;
use super::work::Checked;
use crate::classfile::java_name;
use crate::report::{CheckReport, CheckedMethod, Defect, Finding, Reason, ReasonKind, Refusal, method_label};
use std::collections::BTreeMap;

/// Confirms the candidates of all methods, and says what the methods do.
pub(super) fn report(context: Context<'_>, checked: Vec<Checked<'_>>, replayer: &Replayer) -> CheckReport {
    let failures: Vec<&Candidate> = checked
        .iter()
        .flat_map(|method| method.candidates.values())
        .filter(|candidate| matches!(candidate.kind, Kind::Failure(_)))
        .collect();
    let mut confirmations = replayer.confirm(context.program, &failures).into_iter();
    let mut report = CheckReport::default();
    for method in checked {
        let own = method.candidates.values().filter(|candidate| matches!(candidate.kind, Kind::Failure(_))).count();
        let confirmations: Vec<Confirmation> = confirmations.by_ref().take(own).collect();
        let answer = answer(context, method, confirmations, &mut report.defects);
        report.methods.push(answer);
    }
    report
}

fn answer(
    context: Context<'_>,
    mut checked: Checked<'_>,
    confirmations: Vec<Confirmation>,
    defects: &mut Vec<Defect>,
) -> CheckedMethod {
    let program = context.program;
    let info = program.method(checked.method);
    let class = java_name(&program.class(info.class).name);
    let label = method_label(&class, &info.name, &info.descriptor);
    let mut confirmations = confirmations.into_iter();
    let (mut findings, mut rejects, mut declared) = (Vec::new(), Vec::new(), Vec::new());
    for (_, candidate) in std::mem::take(&mut checked.candidates) {
        let Candidate { kind, finding, .. } = candidate;
        match kind {
            Kind::Rejects => rejects.push(refusal(finding)),
            Kind::Declared => declared.push(refusal(finding)),
            Kind::Failure(_) => match confirmations.next() {
                Some(Confirmation::Confirmed(message)) => {
                    findings.push(Finding { confirmed: true, message, ..finding });
                }
                Some(Confirmation::NoJvm(reason)) => {
                    findings.push(Finding { not_replayed: Some(reason), ..finding });
                }
                Some(Confirmation::NotRun(reason)) => {
                    let text = format!("{} is possible, but a JVM could not show it: {reason}", told(&finding));
                    checked.missing.others.push(Reason { kind: ReasonKind::Replay, paths: 0, text });
                }
                Some(Confirmation::Disagrees(what)) => {
                    let message = format!("claims {} on {}; {what}", told(&finding), finding.input);
                    let text = format!("a claim of {} that the JVM contradicts", told(&finding));
                    checked.missing.others.push(Reason { kind: ReasonKind::Defect, paths: 0, text });
                    defects.push(Defect { method: label.clone(), message });
                }
                None => {}
            },
        }
    }
    note_unwritten(context, &mut checked, &mut rejects, &mut declared);
    if let Some(defect) = &checked.defect {
        let text = format!("the analysis failed: {defect}");
        checked.missing.others.push(Reason { kind: ReasonKind::Defect, paths: 0, text: text.clone() });
        defects.push(Defect { method: label, message: text });
    }
    let reasons = checked.missing.reasons(program);
    CheckedMethod {
        class,
        method: info.name.to_string(),
        descriptor: info.descriptor.to_string(),
        source_file: source_path(program, checked.method),
        verdict: verdict(findings.len(), &reasons),
        uncovered: context.job.explain.then(|| uncovered(program, &checked)),
        findings,
        unreached_states: Vec::new(),
        rejects: distinct(rejects),
        declared: distinct(declared),
        reasons,
        paths: checked.ends,
        time_ms: checked.time.as_secs_f64() * 1000.0,
    }
}

/// What a finding claims, in short.
fn told(finding: &Finding) -> String {
    match finding.line {
        Some(line) => format!("{} at {}:{line}", finding.exception, finding.place),
        None => format!("{} at {}", finding.exception, finding.place),
    }
}

/// Causes for which no input could be written: failures make the answer incomplete.
fn note_unwritten(
    context: Context<'_>,
    checked: &mut Checked<'_>,
    rejects: &mut Vec<Refusal>,
    declared: &mut Vec<Refusal>,
) {
    let program = context.program;
    for ((kind, exception, place), why) in std::mem::take(&mut checked.unwritten) {
        let exception = java_name(&exception);
        let line = place.and_then(|(method, position)| program.code(method)?.line(position));
        match kind {
            Kind::Rejects => rejects.push(Refusal { exception, line, input: None }),
            Kind::Declared => declared.push(Refusal { exception, line, input: None }),
            Kind::Failure(_) => {
                let at = line.map_or(String::new(), |line| format!(" at line {line}"));
                let text = format!("{exception}{at} is possible, but no input for it can be written: {why}");
                checked.missing.others.push(Reason { kind: ReasonKind::Replay, paths: 0, text });
            }
        }
    }
}

fn refusal(finding: Finding) -> Refusal {
    Refusal { exception: finding.exception, line: finding.line, input: Some(finding.input) }
}

/// One refusal of each exception and line.
fn distinct(refusals: Vec<Refusal>) -> Vec<Refusal> {
    let mut found: BTreeMap<(Option<u16>, String), Refusal> = BTreeMap::new();
    for refusal in refusals {
        found.entry((refusal.line, refusal.exception.clone())).or_insert(refusal);
    }
    found.into_values().collect()
}
