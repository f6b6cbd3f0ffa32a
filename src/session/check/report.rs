//! From what was found to the report: confirmation, verdicts, order.

use super::explored::{Claim, Explored, Found};
use super::replaying::{Confirmation, Question, Replayer};
use super::verdict::{sort_reasons, verdict, whole};
use crate::program::Program;
use crate::report::{CheckReport, CheckedMethod, Defect, Finding, Reason, ReasonKind, Refusal, method_label};
use std::collections::BTreeMap;
use std::time::Duration;

/// Confirms the claims of all methods, and says what the methods do. With each stands the time that it took in this run.
pub(super) fn report(program: &Program, explored: Vec<(Explored, Duration)>, replayer: &Replayer) -> CheckReport {
    let claims = explored.iter().flat_map(|(explored, _)| explored.claims());
    let questions: Vec<&Question> = claims.map(|claim| &claim.question).collect();
    let mut confirmations = replayer.confirm(program, &questions).into_iter();
    let mut report = CheckReport::default();
    for (explored, time) in explored {
        let answer = answer(explored, time, &mut confirmations, &mut report.defects);
        report.methods.push(answer);
    }
    report
}

fn answer(
    explored: Explored,
    time: Duration,
    confirmations: &mut dyn Iterator<Item = Confirmation>,
    defects: &mut Vec<Defect>,
) -> CheckedMethod {
    let Explored { class, method, descriptor, source_file, main, arbitrary, uncovered, defect, paths } = explored;
    let label = method_label(&class, &method, &descriptor);
    let has_failures = main.has_failures;
    let mut sorted = Sorted::of(main, &label, confirmations);
    if let Some(arbitrary) = arbitrary {
        let fails_nowhere = !has_failures && !arbitrary.has_failures;
        sorted.join_arbitrary(Sorted::of(arbitrary, &label, confirmations), fails_nowhere);
    }
    let Sorted { mut findings, unreached, rejects, declared, mut reasons, defects: own } = sorted;
    defects.extend(own);
    if !unreached.is_empty() {
        let text = "a failure needs a state that is not shown reachable".to_owned();
        reasons.push(whole(ReasonKind::Assumption, text));
    }
    if let Some(defect) = defect {
        let text = format!("the analysis failed: {defect}");
        reasons.push(whole(ReasonKind::Defect, text.clone()));
        defects.push(Defect { method: label, message: text });
    }
    findings.sort_by_key(|(simplicity, _)| *simplicity);
    let findings: Vec<Finding> = findings.into_iter().map(|(_, finding)| finding).collect();
    sort_reasons(&mut reasons);
    CheckedMethod {
        class,
        method,
        descriptor,
        source_file,
        verdict: verdict(findings.len(), &reasons),
        findings,
        unreached_states: unreached,
        rejects: distinct(rejects),
        declared: distinct(declared),
        reasons,
        uncovered,
        paths,
        time_ms: time.as_secs_f64() * 1000.0,
    }
}

/// The ends of an exploration's paths by what they mean.
#[derive(Default)]
struct Sorted {
    /// Failures with how simple their inputs are.
    findings: Vec<((u64, u64), Finding)>,
    unreached: Vec<Finding>,
    rejects: Vec<Refusal>,
    declared: Vec<Refusal>,
    reasons: Vec<Reason>,
    defects: Vec<Defect>,
}

impl Sorted {
    fn of(found: Found, label: &str, confirmations: &mut dyn Iterator<Item = Confirmation>) -> Sorted {
        let Found { claims, rejects, declared, reasons, has_failures: _, is_guess } = found;
        let mut sorted = Sorted { rejects, declared, reasons, ..Sorted::default() };
        for claim in claims {
            let confirmation = confirmations.next();
            sorted.add_failure(claim, confirmation, is_guess, label);
        }
        sorted
    }

    /// Joins what exploring arbitrary states has shown: a method that fails in none of them, fails in none that can be reached.
    fn join_arbitrary(&mut self, other: Sorted, fails_nowhere: bool) {
        if fails_nowhere && other.reasons.is_empty() {
            self.reasons.clear();
        }
        self.unreached.extend(other.findings.into_iter().map(|(_, finding)| finding).chain(other.unreached));
        self.defects.extend(other.defects);
    }

    fn add_failure(&mut self, claim: Claim, confirmation: Option<Confirmation>, is_guess: bool, label: &str) {
        let Claim { finding, is_reachable, simplicity, environment, .. } = claim;
        let mut missing = |kind, text| self.reasons.push(whole(kind, text));
        let finding = match confirmation {
            Some(confirmation) if !environment.is_empty() && !matches!(confirmation, Confirmation::Confirmed(_)) => {
                let sources = environment.join(", ");
                let text = format!("{} is possible on a machine with other values of {sources}", told(&finding));
                return missing(ReasonKind::Replay, text);
            }
            Some(Confirmation::Confirmed(message)) => Finding { confirmed: true, message, ..finding },
            Some(Confirmation::NoJvm(reason)) => Finding { not_replayed: Some(reason), ..finding },
            Some(Confirmation::NotRun(reason)) => {
                let text = format!("{} is possible, but a JVM could not show it: {reason}", told(&finding));
                return missing(ReasonKind::Replay, text);
            }
            Some(Confirmation::Disagrees(_)) if is_guess => {
                let text = format!("{} is possible, but the JVM does not show it", told(&finding));
                return missing(ReasonKind::Replay, text);
            }
            Some(Confirmation::Disagrees(what)) => {
                let message = format!("claims {} on {}; {what}", told(&finding), finding.input);
                let text = format!("a claim of {} that the JVM contradicts", told(&finding));
                missing(ReasonKind::Defect, text);
                self.defects.push(Defect { method: label.to_owned(), message });
                return;
            }
            None => return,
        };
        if is_reachable {
            self.findings.push((simplicity, finding));
        } else {
            self.unreached.push(finding);
        }
    }
}

/// What a finding claims, in short.
fn told(finding: &Finding) -> String {
    match finding.line {
        Some(line) => format!("{} at {}:{line}", finding.exception, finding.place),
        None => format!("{} at {}", finding.exception, finding.place),
    }
}

/// One refusal of each exception and line.
fn distinct(refusals: Vec<Refusal>) -> Vec<Refusal> {
    let mut found: BTreeMap<(Option<u16>, String), Refusal> = BTreeMap::new();
    for refusal in refusals {
        found.entry((refusal.line, refusal.exception.clone())).or_insert(refusal);
    }
    found.into_values().collect()
}
