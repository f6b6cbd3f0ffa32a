//! Which methods are proved to do the same step by step, before anything is explored: callees first, since a call of what is proved to do
//! the same is the same call.

use super::callbacks::Callbacks;
use super::versions::Versions;
use crate::classfile::{Code, DecodedInstruction, InvokeKind, LoadableConstant, MethodReference};
use crate::equivalence::{CallSite, InLockstep, StaticType, may_be_called_by_jdk, prove_in_lockstep};
use crate::graph::{possible_targets, successors};
use crate::program::versions::MethodDifference;
use crate::program::{ClassId, Dispatch, MethodId, MethodTarget};
use crate::run;
use rustc_hash::FxHashSet;
use std::time::Instant;

/// Methods of more instructions are not followed at a call.
const LONGEST_CALLED: usize = 200;

/// Proves what it can of the methods that differ, given those that are known to do the same: all that are known to then. Methods that call
/// each other are taken to do the same, and dropped where their bodies do not under this assumption, until no more are (Godlin & Strichman,
/// "Regression verification", DAC 2009: what is left does the same wherever both versions end).
pub(super) fn prove(versions: &Versions, known: FxHashSet<MethodId>, deadline: Option<Instant>) -> FxHashSet<MethodId> {
    let mut open: Vec<MethodId> = versions.changes.methods().filter(|method| !known.contains(method)).collect();
    open.sort_unstable_by_key(|method| (versions.calls.component_of(*method), *method));
    let reshaped: FxHashSet<ClassId> = versions
        .differences
        .iter()
        .filter(|(_, difference)| difference.has_other_supertypes)
        .filter_map(|(name, _)| versions.program.class_by_name(name))
        .collect();
    let callbacks = Callbacks::new(&versions.program);
    let mut same: FxHashSet<MethodId> = known.iter().chain(&open).copied().collect();
    let mut before: Option<Tainted> = None;
    loop {
        let tainted = Tainted::of(versions, &same);
        let mut dropped = Vec::new();
        for method in open.iter().copied() {
            if run::is_over(deadline) {
                return known;
            }
            let is_as_before = before.as_ref().is_some_and(|before| before.is_as(&tainted, versions, method));
            if !is_as_before && !is_same((versions, &callbacks), method, &tainted, &reshaped) {
                dropped.push(method);
            }
        }
        if dropped.is_empty() {
            return same;
        }
        open.retain(|method| !dropped.contains(method));
        same.retain(|method| !dropped.contains(method));
        before = Some(tainted);
    }
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

    /// Whether what a method may run is as tainted as before.
    fn is_as(&self, now: &Tainted, versions: &Versions, method: MethodId) -> bool {
        let is_as = |run: &MethodId| self.methods.contains(run) == now.methods.contains(run);
        self.calls_back == now.calls_back && versions.runs(method).iter().all(is_as)
    }
}

fn is_same(
    (versions, callbacks): (&Versions, &Callbacks<'_>),
    method: MethodId,
    tainted: &Tainted,
    reshaped: &FxHashSet<ClassId>,
) -> bool {
    let program = &versions.program;
    let bodies = [versions.old.body_of(method), versions.new.body_of(method)];
    // What stands for a method that one version does not declare is no body of its own.
    if bodies[0] != method || !versions.changes.concerns(method) {
        return false;
    }
    let is_same_call = |site: &CallSite<'_>, given: &[Option<StaticType>]| {
        let CallSite { caller, kind, called } = *site;
        if called.class.starts_with('[') {
            return true;
        }
        let Some(class) = program.class_by_name(&called.class) else { return false };
        let is_virtual = matches!(kind, InvokeKind::Virtual | InvokeKind::Interface);
        let finds_other = |class: &ClassId| reshaped.contains(class) && !declares_in_both(versions, *class, called);
        let is_final = || match program.resolve_method(kind, called, caller) {
            Dispatch::Fixed(_) => true,
            Dispatch::Virtual => match program.select(class, called) {
                MethodTarget::Method(method) => program.method(method).flags.is_final(),
                _ => false,
            },
        };
        if is_virtual && program.user_subtypes(class).iter().any(finds_other) && !is_final() {
            return false;
        }
        let targets = possible_targets(program, kind, called, caller);
        let is_changed = |target: &MethodId| *target != method && tainted.methods.contains(target);
        !(targets.iter().any(is_changed) || tainted.calls_back && callbacks.may_run(kind, called, given))
    };
    let target = |site: &CallSite<'_>, is_new: bool| {
        let Dispatch::Fixed(MethodTarget::Method(target)) = program.resolve_method(site.kind, site.called, site.caller)
        else {
            return None;
        };
        let version = if is_new { &versions.new } else { &versions.old };
        let info = program.method(target);
        if info.flags.is_synchronized() || info.flags.is_native() {
            return None;
        }
        let body = version.body_of(target);
        let code = program.code(body).filter(|code| code.instructions.len() <= LONGEST_CALLED)?;
        if !program.is_user_class(info.class) && !only_computes(code) {
            return None;
        }
        let goes_back = |(at, decoded): (u32, &DecodedInstruction)| {
            successors(&decoded.instruction, at).into_iter().any(|to| to <= at)
        };
        (!(0..).zip(&code.instructions).any(goes_back)).then_some(body)
    };
    // One version may do itself what the other one calls.
    [false, true].into_iter().any(|opens_all| {
        let job = InLockstep {
            program,
            method,
            bodies,
            is_same_call: &is_same_call,
            target: &target,
            opens_all,
            calls_back: tainted.calls_back,
            barriers: &versions.barriers,
        };
        prove_in_lockstep(&job).is_ok()
    })
}

/// Whether both versions of a class declare a method, which then is what a call of it finds.
fn declares_in_both(versions: &Versions, class: ClassId, called: &MethodReference) -> bool {
    let program = &versions.program;
    let MethodTarget::Method(method) = program.select(class, called) else { return false };
    let difference = versions.differences.get(program.class_name(class));
    let key = (called.name.clone(), called.descriptor.clone());
    let is_of_one = difference.is_some_and(|known| matches!(known.methods.get(&key), Some(MethodDifference::Only(_))));
    program.method(method).class == class && !is_of_one
}

/// Whether code of the JDK does nothing but compute with numbers.
fn only_computes(code: &Code) -> bool {
    use crate::classfile::Instruction as I;
    code.instructions.iter().all(|decoded| {
        matches!(
            decoded.instruction,
            I::Load(..)
                | I::Store(..)
                | I::Increment(..)
                | I::IntConstant(_)
                | I::LongConstant(_)
                | I::Constant(LoadableConstant::Float(_) | LoadableConstant::Double(_))
                | I::Binary(..)
                | I::Negate(_)
                | I::Convert(_)
                | I::Compare(_)
                | I::Branch(..)
                | I::Goto(_)
                | I::Return(_)
        )
    })
}
