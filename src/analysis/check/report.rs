//! From what was found to the report: confirmation, verdicts, order.

use super::super::reason::{self, Cause, order};
use super::explored::{Claim, Explored, Found};
use super::ranking::{Causes, Failure, Ranking};
use super::replaying::{Asked, Confirmation, Replayer};
use super::verdict::verdict;
use crate::program::{MethodId, Program};
use crate::report::{CheckReport, CheckedMethod, Defect, Finding, Rank, Reason, Refusal, Verdict, method_label};
use std::collections::BTreeMap;
use std::time::Duration;

/// Confirms the claims of all methods, and says what the methods do. With each stands the time that it took in this run.
pub(super) fn report(
    ranking: &Ranking<'_>,
    explored: Vec<(MethodId, (Explored, Duration))>,
    replayer: &Replayer,
) -> CheckReport {
    let mut confirmations = confirmed(ranking.program, &explored, replayer).into_iter();
    let mut report = CheckReport::default();
    let mut causes = Causes::default();
    for (method, (explored, time)) in explored {
        let (answer, ranks) = answer(explored, time, &mut confirmations, &mut report.defects, (ranking, method));
        causes.add(report.methods.len(), &answer, &ranks);
        report.methods.push(answer);
    }
    report.causes = causes.in_order();
    report
}

/// What the JVM says to the claims of all methods, in their order. The first of each method is asked about before any other: where
/// the time ends meanwhile, more methods have a finding.
fn confirmed(
    program: &Program,
    explored: &[(MethodId, (Explored, Duration))],
    replayer: &Replayer,
) -> Vec<Confirmation> {
    let by_method = explored.iter().map(|(_, (explored, _))| explored.questions().enumerate());
    let ranked: Vec<(usize, Asked<'_>)> = by_method.flatten().collect();
    let mut order: Vec<usize> = (0..ranked.len()).collect();
    order.sort_by_key(|place| ranked.get(*place).map(|(rank, _)| *rank));
    let questions: Vec<Asked<'_>> = order.iter().filter_map(|place| Some(ranked.get(*place)?.1)).collect();
    let answers = replayer.confirm(program, &questions);
    let mut placed: Vec<(usize, Confirmation)> = order.into_iter().zip(answers).collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, answer)| answer).collect()
}

fn answer(
    explored: Explored,
    time: Duration,
    confirmations: &mut dyn Iterator<Item = Confirmation>,
    defects: &mut Vec<Defect>,
    (ranking, of): (&Ranking<'_>, MethodId),
) -> (CheckedMethod, Vec<Rank>) {
    let Explored {
        class,
        method,
        descriptor,
        source_file,
        main,
        arbitrary,
        invariants,
        closed_types,
        premises,
        uncovered,
        defect,
        paths,
        ..
    } = explored;
    let label = method_label(&class, &method, &descriptor);
    let has_failures = main.has_failures;
    let mut sorted = Sorted::of(main, &label, confirmations);
    if let Some(arbitrary) = arbitrary {
        let fails_nowhere = !has_failures && !arbitrary.has_failures;
        sorted.join_arbitrary(Sorted::of(arbitrary, &label, confirmations), fails_nowhere);
    }
    let Sorted { mut findings, unreached, rejects, declared, mut reasons, defects: own } = sorted;
    defects.extend(own);
    let in_unreached = Cause::UnreachedState.told();
    if !unreached.is_empty() && !reasons.contains(&in_unreached) {
        reasons.push(in_unreached);
    }
    if let Some(defect) = defect {
        let cause = Cause::AnalysisFailed(defect);
        defects.push(Defect { method: label, message: cause.to_string() });
        reasons.push(cause.told());
    }
    findings.sort_by_key(|found| found.simplicity);
    let rank = |found: &Failure| {
        let Failure { finding, simplicity, circumstances } = found;
        ranking.rank(of, finding.property, *simplicity, circumstances)
    };
    let ranks = findings.iter().map(rank).collect();
    let findings: Vec<Finding> = findings.into_iter().map(|found| found.finding).collect();
    reasons.sort_by_cached_key(order);
    let verdict = verdict(findings.len(), &reasons);
    let answer = CheckedMethod {
        class,
        method,
        descriptor,
        source_file,
        verdict,
        findings,
        unreached_states: unreached,
        rejects: distinct(rejects),
        declared: distinct(declared),
        reasons,
        invariants: if verdict == Verdict::Holds { invariants } else { Vec::new() },
        closed_types: if verdict == Verdict::Holds { closed_types } else { Vec::new() },
        premises: if verdict == Verdict::Holds { premises } else { Vec::new() },
        uncovered,
        paths,
        time_ms: time.as_secs_f64() * 1000.0,
    };
    (answer, ranks)
}

/// The ends of an exploration's paths by what they mean.
#[derive(Default)]
struct Sorted {
    /// Failures that a caller can bring about.
    findings: Vec<Failure>,
    unreached: Vec<Finding>,
    rejects: Vec<Refusal>,
    declared: Vec<Refusal>,
    reasons: Vec<Reason>,
    defects: Vec<Defect>,
}

impl Sorted {
    fn of(found: Found, label: &str, confirmations: &mut dyn Iterator<Item = Confirmation>) -> Sorted {
        let Found { claims, rejects, declared, reasons, has_failures: _, is_guess, may_end_elsewhere } = found;
        let mut sorted = Sorted { rejects, declared, reasons, ..Sorted::default() };
        for claim in claims {
            let confirmation = confirmations.next();
            sorted.add_failure(claim, confirmation, (is_guess, may_end_elsewhere), label);
        }
        sorted
    }

    /// Joins what exploring arbitrary states has shown: a method that fails in none of them, fails in none that can be reached.
    fn join_arbitrary(&mut self, other: Sorted, fails_nowhere: bool) {
        if fails_nowhere && other.reasons.is_empty() {
            self.reasons.clear();
        }
        self.unreached.extend(other.findings.into_iter().map(|found| found.finding).chain(other.unreached));
        self.defects.extend(other.defects);
    }

    fn add_failure(
        &mut self,
        claim: Claim,
        confirmation: Option<Confirmation>,
        (is_guess, may_end_elsewhere): (bool, bool),
        label: &str,
    ) {
        let Claim { finding, is_reachable, simplicity, environment, circumstances, .. } = claim;
        let mut missing = |cause: Cause| self.reasons.push(cause.told());
        let finding = match confirmation {
            Some(confirmation) if !environment.is_empty() && !matches!(confirmation, Confirmation::Confirmed(_)) => {
                return missing(Cause::OtherMachine(possible(&finding), environment.join(", ")));
            }
            Some(Confirmation::Confirmed(message)) => Finding { confirmed: true, message, ..finding },
            Some(Confirmation::NoJvm(_)) if is_guess => return missing(Cause::Guessed(claimed(&finding))),
            Some(Confirmation::NoJvm(reason)) => Finding { not_replayed: Some(reason), ..finding },
            Some(Confirmation::NotRun(reason)) => {
                return missing(Cause::NotShown(possible(&finding), reason));
            }
            Some(Confirmation::Disagrees(_)) if is_guess => return missing(Cause::Guessed(claimed(&finding))),
            Some(Confirmation::Disagrees(what)) if may_end_elsewhere => {
                return missing(Cause::Refuted(possible(&finding), what));
            }
            Some(Confirmation::Disagrees(what)) => {
                let message = format!("claims {} on {}; {what}", claimed(&finding), finding.input);
                missing(Cause::Contradicted(Some(claimed(&finding))));
                self.defects.push(Defect { method: label.to_owned(), message });
                return;
            }
            None => return,
        };
        if is_reachable {
            self.findings.push(Failure { finding, simplicity, circumstances });
        } else {
            self.unreached.push(finding);
        }
    }
}

/// That what a finding claims can happen.
fn possible(finding: &Finding) -> reason::Claim {
    reason::Claim::Possible(claimed(finding))
}

/// What a finding claims, in short.
fn claimed(finding: &Finding) -> String {
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
