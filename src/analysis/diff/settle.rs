//! One method in two versions: proved to do the same, or inputs on which JVMs show that it does not, or neither.

use super::confirm::{self, is_made};
use super::drawn::draw;
use super::incomparable::Incomparable;
use super::observed::{Difference, Reader};
use super::tests::Shown;
use super::versions::Versions;
use crate::analysis::check::finding::fingerprint_of;
use crate::analysis::check::round::Context;
use crate::equivalence::{Barriers, Changes, ComparisonBounds, Differences, Version, differences};
use crate::explore::{Budget, Work};
use crate::input::{ConcreteCase, ExpectedResult, Oddity, input_text};
use crate::program::{MethodId, Program};
use crate::report::{BehaviourChange, ChangeKind, DiffReason, DiffReasonKind, DiffRole, DiffVerdict, TouchedPaths};
use crate::run;
use rustc_hash::FxHashSet;
use std::rc::Rc;
use std::time::Instant;

/// Paths of the old version on which inputs are looked for.
const MOST_FOUND: usize = 8;
/// A caller gets this part of the budget of a method whose own code differs: there are many, and most end where the change does.
const PART_OF_CALLERS: u64 = 4;

/// What is known of a method.
pub(super) struct Settled {
    pub(super) verdict: DiffVerdict,
    pub(super) changes: Vec<BehaviourChange>,
    /// The inputs of the changes that calls make.
    pub(super) shown: Vec<Shown>,
    pub(super) paths: Option<TouchedPaths>,
    pub(super) reasons: Vec<DiffReason>,
}

impl Settled {
    /// Nothing but a verdict.
    pub(super) fn new(verdict: DiffVerdict) -> Settled {
        Settled { verdict, changes: Vec::new(), shown: Vec::new(), paths: None, reasons: Vec::new() }
    }
}

/// The versions, as one thread compares them.
pub(super) struct Comparing<'v> {
    pub(super) versions: &'v Versions,
    pub(super) old: Rc<Version>,
    pub(super) new: Rc<Version>,
    pub(super) changes: Rc<Changes>,
    pub(super) barriers: Rc<Barriers>,
    /// The programs of both versions by themselves.
    pub(super) alone: [Context<'v>; 2],
    pub(super) jvms: confirm::Jvms,
    pub(super) replay: bool,
    pub(super) effort: u64,
    pub(super) deadline: Option<Instant>,
}

/// An input that may show a difference.
struct Candidate {
    case: ConcreteCase,
    /// What the versions do, as far as that is known as data.
    expected: [Option<ExpectedResult>; 2],
    conditions: Vec<String>,
    text: String,
}

impl Comparing<'_> {
    /// Compares a method, and what compilers have made of parts of it: what it gives away may run these later.
    pub(super) fn settle(&mut self, method: MethodId, parts: &[MethodId], role: DiffRole) -> Settled {
        let mut settled = self.settle_alone(method, role);
        if settled.verdict == DiffVerdict::Same {
            let differing = parts.iter().copied().filter(|part| *part != method && self.versions.differs_itself(*part));
            let open: Vec<MethodId> = differing.filter(|part| !self.is_proved(*part, role)).collect();
            if !open.is_empty() {
                settled.verdict = DiffVerdict::Unknown;
                let text = "a lambda expression or another part that it gives away may do something else".to_owned();
                settled.reasons.push(DiffReason { kind: DiffReasonKind::Open, text });
            }
        }
        settled
    }

    /// Whether a method is proved to do the same.
    fn is_proved(&self, method: MethodId, role: DiffRole) -> bool {
        let found = self.compare(method, role, 1);
        found.open.is_none() && found.found.is_empty()
    }

    /// Compares a method by its bodies, and looks for inputs of so many paths on which they differ.
    fn compare(&self, method: MethodId, role: DiffRole, most: usize) -> Differences {
        let versions = self.versions;
        let compared = (&self.old, &self.new, &self.changes, &self.barriers);
        differences((&versions.program, &versions.calls), method, compared, self.bounds(role), most)
    }

    fn settle_alone(&mut self, method: MethodId, role: DiffRole) -> Settled {
        let versions = self.versions;
        let program = &versions.program;
        let mut settled = Settled::new(DiffVerdict::Unknown);
        let found = self.compare(method, role, MOST_FOUND);
        if found.paths > 0 {
            settled.paths = Some(TouchedPaths { all: found.paths, touched: found.touched });
        }
        let barrier = found.barrier.and_then(|number| versions.reasons.get(number));
        match (barrier, &found.open, found.found.is_empty()) {
            (_, None, true) if versions.reflects(method) => {
                let text = "the JDK finds by name what it runs, or tells how classes are declared, and that may differ"
                    .to_owned();
                settled.reasons.push(DiffReason { kind: DiffReasonKind::Open, text });
            }
            (_, None, true) => {
                settled.verdict = DiffVerdict::Same;
                return settled;
            }
            (Some(why), Some(_), _) => settled.reasons.push(reason_of(why)),
            (None, Some(why), _) => settled.reasons.push(DiffReason { kind: DiffReasonKind::Open, text: why.clone() }),
            (_, None, false) => {}
        }
        let parameters = program.parameter_names(method, "p");
        let candidates = found.found.into_iter().map(|difference| {
            let case = self.fitting(difference.case);
            let text = input_text(program, method, &case, &parameters);
            let expected = [Some(case.expected.clone()), Some(difference.mutated)];
            Candidate { case, expected, conditions: difference.conditions, text }
        });
        let candidates = candidates.collect();
        self.show(method, candidates, &mut settled);
        settled
    }

    fn bounds(&self, role: DiffRole) -> ComparisonBounds {
        let usual = ComparisonBounds::default();
        let part = if role == DiffRole::Caller { PART_OF_CALLERS } else { 1 };
        let times = |amount: u64| (amount / part).saturating_mul(self.effort);
        let Work { instructions, solver_resources, .. } = usual.budget.work;
        let work =
            Work { instructions: times(instructions), solver_resources: times(solver_resources), ..usual.budget.work };
        let ends = times(usual.budget.ends);
        ComparisonBounds { budget: Budget { cases: ends, ends, work, ..usual.budget }, ..usual }
    }

    /// Looks in JVMs for inputs that show a difference: those that were found first, then drawn ones.
    fn show(&mut self, method: MethodId, candidates: Vec<Candidate>, settled: &mut Settled) {
        let refuse = |kind, text: String, settled: &mut Settled| settled.reasons.push(DiffReason { kind, text });
        if !self.replay {
            return refuse(DiffReasonKind::NotExecuted, "nothing was to be executed".into(), settled);
        }
        let program = &self.versions.program;
        let was_found = !candidates.is_empty();
        let mut confirmed = match self.confirm(method, candidates) {
            Ok(confirmed) => confirmed,
            Err(why) => return refuse(DiffReasonKind::NotExecuted, why, settled),
        };
        if !confirmed.iter().any(|(candidate, _)| is_made(program, &candidate.case)) && !run::is_over(self.deadline) {
            match self.confirm_drawn(method) {
                Ok(drawn) => confirmed.extend(drawn),
                Err(why) => return refuse(DiffReasonKind::NotExecuted, why, settled),
            }
        }
        if run::is_over(self.deadline)
            && let Some(ending) = run::ending(self.deadline)
        {
            refuse(DiffReasonKind::Ended, ending.to_string(), settled);
        }
        if confirmed.is_empty() {
            if was_found {
                refuse(DiffReasonKind::NotShown, "a difference was found that no JVM shows".into(), settled);
            }
            if settled.reasons.is_empty() {
                refuse(DiffReasonKind::Open, "no input was found".into(), settled);
            }
            return;
        }
        if confirmed.iter().any(|(candidate, _)| is_made(program, &candidate.case)) {
            settled.verdict = DiffVerdict::Changed;
        } else {
            refuse(DiffReasonKind::State, "it differs in states that no calls were found to lead to".into(), settled);
        }
        self.tell(method, confirmed, settled);
    }

    /// Those of the candidates that JVMs show to differ.
    fn confirm(
        &mut self,
        method: MethodId,
        mut candidates: Vec<Candidate>,
    ) -> Result<Vec<(Candidate, Difference)>, String> {
        let program = &self.versions.program;
        candidates.sort_by_cached_key(|candidate| simplicity(program, candidate));
        let info = self.versions.program.method(method);
        let versions = self.versions;
        let has_both = |class: &str, name: &str| versions.has_both(class, name);
        let reader = Reader::new(&versions.program, &info.descriptor, &has_both);
        let cases: Vec<ConcreteCase> = candidates.iter().map(|candidate| candidate.case.clone()).collect();
        let found = self.jvms.differences(&reader, &cases)?;
        let mut candidates: Vec<Option<Candidate>> = candidates.into_iter().map(Some).collect();
        let confirmed =
            found.into_iter().filter_map(|(at, difference)| Some((candidates.get_mut(at)?.take()?, difference)));
        Ok(confirmed.collect())
    }

    /// Draws inputs in both versions, and runs both on all of them.
    fn confirm_drawn(&mut self, method: MethodId) -> Result<Vec<(Candidate, Difference)>, String> {
        let program = &self.versions.program;
        let info = program.method(method);
        let name = (&**program.class_name(info.class), &*info.name, &*info.descriptor);
        let mut known: FxHashSet<String> = FxHashSet::default();
        let mut candidates = Vec::new();
        for (side, context) in self.alone.into_iter().enumerate() {
            let Some(own) = context.program.method_by_name(name) else { continue };
            let parameters = context.program.parameter_names(own, "p");
            for case in draw(context, own, self.deadline) {
                let case = self.fitting(case);
                let text = input_text(context.program, own, &case, &parameters);
                if known.insert(crate::replay::job_line(&case)) {
                    let known = |version: usize| (version == side).then(|| case.expected.clone());
                    candidates.push(Candidate { expected: [known(0), known(1)], case, conditions: Vec::new(), text });
                }
            }
        }
        self.confirm(method, candidates)
    }

    /// A case without what one version alone can be asked for: classes are initialised at their first use, and fields that only one
    /// has are not looked at.
    fn fitting(&self, mut case: ConcreteCase) -> ConcreteCase {
        case.initialised.clear();
        case.watched.retain(|field| self.versions.has_both(&field.class, &field.name));
        case
    }

    /// Tells, of the inputs that differ in the same way, the most ordinary one.
    fn tell(&self, method: MethodId, mut confirmed: Vec<(Candidate, Difference)>, settled: &mut Settled) {
        let program = &self.versions.program;
        confirmed.sort_by_cached_key(|(candidate, _)| simplicity(program, candidate));
        let mut changes: Vec<BehaviourChange> = Vec::new();
        for (candidate, difference) in confirmed {
            if changes.iter().any(|known| known.kind == difference.kind) {
                continue;
            }
            if is_made(program, &candidate.case) {
                let side = |expected: &Option<ExpectedResult>| {
                    expected.clone().map(|expected| ConcreteCase { expected, ..candidate.case.clone() })
                };
                settled.shown.push(Shown {
                    class: program.class_name(program.method(method).class).clone(),
                    sides: [side(&candidate.expected[0]), side(&candidate.expected[1])],
                    conditions: candidate.conditions.clone(),
                    purpose: difference.kind.words().to_owned(),
                });
            }
            changes.push(BehaviourChange {
                kind: difference.kind,
                fingerprint: fingerprint(program, method, &difference),
                input: candidate.text,
                conditions: candidate.conditions,
                old: difference.old,
                new: difference.new,
                is_made: is_made(program, &candidate.case),
                expected: false,
            });
        }
        changes.sort_by_key(|change| (!change.is_made, change.kind));
        settled.changes = changes;
    }
}

/// The less, the more ordinary an input is: made by calls, without null, of small numbers and few objects, short.
fn simplicity(program: &Program, candidate: &Candidate) -> (bool, usize, usize, usize, usize, String) {
    let case = &candidate.case;
    let Oddity { nulls, values, assigned: _ } = Oddity::of(case);
    (!is_made(program, case), nulls, values, case.objects.len(), candidate.text.len(), candidate.text.clone())
}

/// What stays the same while lines move and other inputs are found: the method, how it differs, and the exceptions.
fn fingerprint(program: &Program, method: MethodId, difference: &Difference) -> String {
    let info = program.method(method);
    let thrown = |end: &Option<String>| end.clone().unwrap_or_default();
    let parts = [
        format!("{}.{}{}", program.class_name(info.class), info.name, info.descriptor),
        difference.kind.name().to_owned(),
        match difference.kind {
            ChangeKind::Result | ChangeKind::Effect | ChangeKind::Printed => String::new(),
            _ => format!("{}\n{}", thrown(&difference.thrown[0]), thrown(&difference.thrown[1])),
        },
    ];
    fingerprint_of(&parts)
}

fn reason_of(why: &Incomparable) -> DiffReason {
    let kind = match why {
        Incomparable::Reshaped(_) | Incomparable::Kind(_) | Incomparable::Field(..) => DiffReasonKind::Shape,
        Incomparable::Static(..) | Incomparable::Initialiser(_) => DiffReasonKind::Initialisation,
    };
    DiffReason { kind, text: why.to_string() }
}
