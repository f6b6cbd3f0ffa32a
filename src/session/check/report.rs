//! From what was found to the report: confirmation, verdicts, order.

use super::super::reason::{Cause, Claim, Event, told};
use super::classify::Kind;
use super::explain::uncovered;
use super::finding::{Candidate, source_path};
use super::replaying::{Confirmation, Replayer};
use super::round::Context;
use super::verdict::{Missing, is_a_guess, verdict};
use super::work::{Checked, Exploration};
use crate::classfile::java_name;
use crate::heap::EnvironmentSource;
use crate::report::{CheckReport, CheckedMethod, Defect, Finding, Refusal, method_label};
use std::collections::BTreeMap;

/// Confirms the candidates of all methods, and says what the methods do.
pub(super) fn report(context: Context<'_>, checked: Vec<Checked<'_>>, replayer: &Replayer) -> CheckReport {
    let claims: Vec<&Candidate> = checked.iter().flat_map(|method| explorations(method).flat_map(failures)).collect();
    let mut confirmations = replayer.confirm(context.program, &claims).into_iter();
    let mut report = CheckReport::default();
    for method in checked {
        let answer = answer(context, method, &mut confirmations, &mut report.defects);
        report.methods.push(answer);
    }
    report
}

/// What was explored of a method.
fn explorations<'c>(checked: &'c Checked<'_>) -> impl Iterator<Item = &'c Exploration> {
    std::iter::once(&checked.main).chain(&checked.arbitrary)
}

/// The failures that an exploration claims.
fn failures(exploration: &Exploration) -> impl Iterator<Item = &Candidate> {
    exploration.candidates.values().filter(|candidate| matches!(candidate.kind, Kind::Failure(_)))
}

fn answer(
    context: Context<'_>,
    mut checked: Checked<'_>,
    confirmations: &mut dyn Iterator<Item = Confirmation>,
    defects: &mut Vec<Defect>,
) -> CheckedMethod {
    let program = context.program;
    let info = program.method(checked.method);
    let class = java_name(&program.class(info.class).name);
    let label = method_label(&class, &info.name, &info.descriptor);
    let uncovered = context.job.explain.then(|| uncovered(program, &checked));
    let mut sorted = Sorted::of(context, &mut checked.main, &label, confirmations);
    if let Some(mut arbitrary) = checked.arbitrary.take() {
        settle(context, &mut checked.main, &mut arbitrary, &mut sorted, &label, confirmations);
    }
    let Sorted { mut findings, unreached, rejects, declared, defects: own } = sorted;
    defects.extend(own);
    if !unreached.is_empty() {
        checked.main.missing.others.push(Cause::UnreachedState);
    }
    if let Some(defect) = &checked.defect {
        let cause = Cause::AnalysisFailed(defect.clone());
        defects.push(Defect { method: label, message: cause.to_string() });
        checked.main.missing.others.push(cause);
    }
    findings.sort_by_key(|(simplicity, _)| *simplicity);
    let findings: Vec<Finding> = findings.into_iter().map(|(_, finding)| finding).collect();
    let reasons = checked.main.missing.reasons(program);
    CheckedMethod {
        class,
        method: info.name.to_string(),
        descriptor: info.descriptor.to_string(),
        source_file: source_path(program, checked.method),
        verdict: verdict(findings.len(), &reasons),
        findings,
        unreached_states: unreached,
        rejects: distinct(rejects),
        declared: distinct(declared),
        reasons: told(&reasons),
        uncovered,
        paths: checked.main.ends,
        time_ms: checked.time.as_secs_f64() * 1000.0,
    }
}

/// Joins what exploring arbitrary states has shown: a method that fails in none of them, fails in none that can be reached.
fn settle(
    context: Context<'_>,
    main: &mut Exploration,
    arbitrary: &mut Exploration,
    sorted: &mut Sorted,
    label: &str,
    confirmations: &mut dyn Iterator<Item = Confirmation>,
) {
    let fails_nowhere = !main.has_failures() && !arbitrary.has_failures();
    let other = Sorted::of(context, arbitrary, label, confirmations);
    if fails_nowhere && arbitrary.missing.reasons(context.program).is_empty() {
        main.missing = Missing::default();
    } else if let Some(ended) = arbitrary.missing.exhausted.filter(|exhausted| exhausted.is_ended()) {
        // With more time it might have been shown to hold.
        main.missing.exhausted.get_or_insert(ended);
    }
    sorted.unreached.extend(other.findings.into_iter().map(|(_, finding)| finding).chain(other.unreached));
    sorted.defects.extend(other.defects);
}

/// The ends of an exploration's paths by what they mean.
#[derive(Default)]
struct Sorted {
    /// Failures with how simple their inputs are.
    findings: Vec<((u64, u64), Finding)>,
    unreached: Vec<Finding>,
    rejects: Vec<Refusal>,
    declared: Vec<Refusal>,
    defects: Vec<Defect>,
}

impl Sorted {
    fn of(
        context: Context<'_>,
        exploration: &mut Exploration,
        label: &str,
        confirmations: &mut dyn Iterator<Item = Confirmation>,
    ) -> Sorted {
        let mut sorted = Sorted::default();
        for (_, candidate) in std::mem::take(&mut exploration.candidates) {
            match candidate.kind {
                Kind::Rejects => sorted.rejects.push(refusal(candidate.finding)),
                Kind::Declared => sorted.declared.push(refusal(candidate.finding)),
                Kind::Failure(_) => {
                    let confirmation = confirmations.next();
                    sorted.add_failure(candidate, confirmation, &mut exploration.missing, label);
                }
            }
        }
        sorted.note_unwritten(context, exploration);
        sorted
    }

    fn add_failure(
        &mut self,
        candidate: Candidate,
        confirmation: Option<Confirmation>,
        missing: &mut Missing,
        label: &str,
    ) {
        let Candidate { finding, is_reachable, simplicity, environment, .. } = candidate;
        let finding = match confirmation {
            Some(confirmation) if !environment.is_empty() && !matches!(confirmation, Confirmation::Confirmed(_)) => {
                missing.others.push(depends_on_machine(&finding, &environment));
                return;
            }
            Some(Confirmation::Confirmed(message)) => Finding { confirmed: true, message, ..finding },
            Some(Confirmation::NoJvm(reason)) => Finding { not_replayed: Some(reason), ..finding },
            Some(Confirmation::NotRun(reason)) => {
                missing.others.push(Cause::NotShown(Claim::Possible(claimed(&finding)), reason));
                return;
            }
            Some(Confirmation::Disagrees(_)) if is_guess(missing) => {
                missing.others.push(Cause::Guessed(claimed(&finding)));
                return;
            }
            Some(Confirmation::Disagrees(what)) => {
                let message = format!("claims {} on {}; {what}", claimed(&finding), finding.input);
                missing.others.push(Cause::Contradicted(Some(claimed(&finding))));
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

    /// Causes for which no input could be written: failures make the answer incomplete.
    fn note_unwritten(&mut self, context: Context<'_>, exploration: &mut Exploration) {
        let program = context.program;
        for ((kind, exception, place), why) in std::mem::take(&mut exploration.unwritten) {
            let exception = java_name(&exception);
            let line = place.and_then(|(method, position)| program.code(method)?.line(position));
            match kind {
                Kind::Rejects => self.rejects.push(Refusal { exception, line, input: None }),
                Kind::Declared => self.declared.push(Refusal { exception, line, input: None }),
                Kind::Failure(_) => {
                    let at = line.map_or(String::new(), |line| format!(" at line {line}"));
                    let cause = Cause::Unwritten(Event::Throws(format!("{exception}{at}")), why);
                    exploration.missing.others.push(cause);
                }
            }
        }
    }
}

/// Whether something was taken for one of several values that a JVM may give, so that what follows need not be true.
fn is_guess(missing: &Missing) -> bool {
    missing.caveats.iter().any(is_a_guess)
}

/// Why a failure that needs certain values of the machine is no finding.
fn depends_on_machine(finding: &Finding, environment: &[EnvironmentSource]) -> Cause {
    let sources: Vec<String> = environment.iter().map(EnvironmentSource::to_string).collect();
    Cause::OtherMachine(Claim::Possible(claimed(finding)), sources.join(", "))
}

/// What a finding claims, in short.
fn claimed(finding: &Finding) -> String {
    match finding.line {
        Some(line) => format!("{} at {}:{line}", finding.exception, finding.place),
        None => format!("{} at {}", finding.exception, finding.place),
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
