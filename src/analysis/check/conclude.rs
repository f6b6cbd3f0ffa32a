//! What is taken over of a method whose rounds are done, as plain data.

use super::super::reason::{Cause, Event, told};
use super::classify::Kind;
use super::explain::uncovered;
use super::exploration::Exploration;
use super::explored::{Claim, Explored, Found};
use super::finding::{Candidate, source_path};
use super::round::Context;
use super::verdict::{is_a_guess, may_end_elsewhere};
use super::work::Checked;
use crate::classfile::java_name;
use crate::exec::Premise;
use crate::heap::EnvironmentSource;
use crate::report::{self, Finding, Refusal};
use std::collections::BTreeSet;

impl Explored {
    /// Of a method whose rounds are done. Takes what they found.
    pub(super) fn of<'p>(context: Context<'p>, checked: &mut Checked<'p>) -> Explored {
        let program = context.program;
        let info = program.method(checked.method);
        let ended = checked.arbitrary.as_ref().and_then(|arbitrary| arbitrary.missing.exhausted);
        if let Some(ended) = ended.filter(|exhausted| exhausted.is_ended()) {
            // With more time it might have been shown to hold.
            checked.main.missing.exhausted.get_or_insert(ended);
        }
        checked.settle(context);
        let closed_types = checked.premises.closed_types.iter().map(|class| java_name(program.class_name(*class)));
        let closed_types: BTreeSet<String> = closed_types.collect();
        Explored {
            class: java_name(program.class_name(info.class)),
            method: info.name.to_string(),
            descriptor: info.descriptor.to_string(),
            source_file: source_path(program, checked.method),
            invariants: std::mem::take(&mut checked.rests_on).into_iter().collect(),
            closed_types: closed_types.into_iter().collect(),
            premises: checked.premises.others.iter().map(|premise| shown(*premise)).collect(),
            uncovered: context.job.explain.then(|| uncovered(program, checked)),
            main: Found::of(context, &mut checked.main),
            arbitrary: checked.arbitrary.as_mut().map(|arbitrary| Found::of(context, arbitrary)),
            defect: checked.defect.clone(),
            paths: checked.main.ends,
            work: checked.costs.work,
        }
    }
}

impl Found {
    fn of(context: Context<'_>, exploration: &mut Exploration) -> Found {
        let mut found = Found {
            claims: Vec::new(),
            rejects: Vec::new(),
            declared: Vec::new(),
            reasons: told(&exploration.missing.reasons(context.program)),
            has_failures: exploration.has_failures(),
            is_guess: exploration.missing.caveats.iter().any(is_a_guess),
            may_end_elsewhere: exploration.missing.caveats.iter().any(may_end_elsewhere),
        };
        for (_, candidate) in std::mem::take(&mut exploration.candidates) {
            match candidate.kind {
                Kind::Rejects => found.rejects.push(refusal(candidate.finding)),
                Kind::Declared => found.declared.push(refusal(candidate.finding)),
                Kind::Failure(_) => found.claims.push(Claim::of(candidate)),
            }
        }
        found.note_unwritten(context, exploration);
        found
    }

    /// Causes for which no input could be written: failures make the answer incomplete.
    fn note_unwritten(&mut self, context: Context<'_>, exploration: &mut Exploration) {
        for ((kind, exception, place), why) in std::mem::take(&mut exploration.unwritten) {
            let exception = java_name(&exception);
            let line = place.and_then(|(method, position)| context.program.line(method, position));
            match kind {
                Kind::Rejects => self.rejects.push(Refusal { exception, line, input: None }),
                Kind::Declared => self.declared.push(Refusal { exception, line, input: None }),
                Kind::Failure(_) => {
                    let at = line.map_or(String::new(), |line| format!(" at line {line}"));
                    self.reasons.push(Cause::Unwritten(Event::Throws(format!("{exception}{at}")), why).told());
                }
            }
        }
    }
}

impl Claim {
    fn of(candidate: Candidate) -> Claim {
        Claim {
            question: candidate.question(),
            environment: candidate.environment.iter().map(EnvironmentSource::to_string).collect(),
            simplicity: candidate.simplicity,
            circumstances: candidate.circumstances,
            is_reachable: candidate.is_reachable,
            finding: candidate.finding,
        }
    }
}

fn refusal(finding: Finding) -> Refusal {
    Refusal { exception: finding.exception, line: finding.line, input: Some(finding.input) }
}

/// What was taken for granted, as reports say it.
fn shown(premise: Premise) -> report::ReportedPremise {
    use report::ReportedPremise as Told;
    match premise {
        Premise::CallersFrames => Told::CallersFrames,
        Premise::CollectionsAsDocumented => Told::CollectionsAsDocumented,
        Premise::ComparisonsAsDocumented => Told::ComparisonsAsDocumented,
        Premise::DefaultLocale => Told::DefaultLocale,
        Premise::ModestArrays => Told::ModestArrays,
        Premise::NotInterrupted => Told::NotInterrupted,
        Premise::ReferentsKept => Told::ReferentsKept,
        Premise::StandardProperties => Told::StandardProperties,
        Premise::StandardStreams => Told::StandardStreams,
    }
}
