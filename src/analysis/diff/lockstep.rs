//! Which methods are proved to do the same step by step, before anything is explored: callees first, since a call of what is proved to do
//! the same is the same call.

use super::versions::Versions;
use crate::classfile::{InvokeKind, MethodReference};
use crate::equivalence::{InLockstep, may_be_called_by_jdk, prove_in_lockstep};
use crate::graph::{may_call_back, possible_targets};
use crate::program::{ClassId, MethodId};
use crate::run;
use rustc_hash::FxHashSet;
use std::time::Instant;

/// Sweeps over all methods: what one proves, the next may use.
const MOST_SWEEPS: usize = 3;

/// Proves what it can of the methods that differ, given those that are known to do the same: all that are known to then.
pub(super) fn prove(
    versions: &Versions,
    mut same: FxHashSet<MethodId>,
    deadline: Option<Instant>,
) -> FxHashSet<MethodId> {
    let mut open: Vec<MethodId> = versions.changes.methods().filter(|method| !same.contains(method)).collect();
    open.sort_unstable_by_key(|method| (versions.calls.component_of(*method), *method));
    let reshaped: FxHashSet<ClassId> = versions
        .differences
        .iter()
        .filter(|(_, difference)| difference.is_reshaped)
        .filter_map(|(name, _)| versions.program.class_by_name(name))
        .collect();
    for _ in 0..MOST_SWEEPS {
        let before = same.len();
        let mut tainted = Tainted::of(versions, &same);
        for method in open.iter().copied() {
            if same.contains(&method) || run::is_over(deadline) {
                continue;
            }
            if is_same(versions, method, &tainted, &reshaped) {
                same.insert(method);
                tainted = Tainted::of(versions, &same);
            }
        }
        if same.len() == before {
            break;
        }
    }
    same
}

/// Methods that may do something else, or call what may.
struct Tainted {
    methods: FxHashSet<MethodId>,
    /// Whether code of the JDK may call one of them.
    calls_back: bool,
}

impl Tainted {
    fn of(versions: &Versions, same: &FxHashSet<MethodId>) -> Tainted {
        let program = &versions.program;
        let barred = versions.barriers.bodies().map(|body| versions.method_of(body));
        let mut waiting: Vec<MethodId> =
            versions.changes.methods().filter(|method| !same.contains(method)).chain(barred).collect();
        let mut methods: FxHashSet<MethodId> = waiting.iter().copied().collect();
        while let Some(method) = waiting.pop() {
            let callers = versions.calls.callers(method).iter().copied();
            waiting.extend(callers.filter(|caller| methods.insert(*caller)));
        }
        let calls_back = methods.iter().any(|method| may_be_called_by_jdk(program, *method));
        Tainted { methods, calls_back }
    }
}

fn is_same(versions: &Versions, method: MethodId, tainted: &Tainted, reshaped: &FxHashSet<ClassId>) -> bool {
    let program = &versions.program;
    let bodies = [versions.old.body_of(method), versions.new.body_of(method)];
    // What stands for a method that one version does not declare is no body of its own.
    if bodies[0] != method || !versions.changes.concerns(method) {
        return false;
    }
    let caller = program.method(method).class;
    let is_same_call = |kind: InvokeKind, called: &MethodReference| {
        let Some(class) = program.class_by_name(&called.class) else { return false };
        let is_virtual = matches!(kind, InvokeKind::Virtual | InvokeKind::Interface);
        if is_virtual && program.user_subtypes(class).iter().any(|class| reshaped.contains(class)) {
            return false;
        }
        let targets = possible_targets(program, kind, called, caller);
        let is_changed = |target: &MethodId| *target != method && tainted.methods.contains(target);
        !(targets.iter().any(is_changed) || tainted.calls_back && may_call_back(program, kind, called))
    };
    let job = InLockstep {
        program,
        method,
        bodies,
        is_same_call: &is_same_call,
        calls_back: tainted.calls_back,
        barriers: &versions.barriers,
    };
    prove_in_lockstep(&job).is_ok()
}
