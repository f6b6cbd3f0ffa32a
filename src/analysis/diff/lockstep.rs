//! Which methods are proved to do the same step by step, before anything is explored. All methods that differ are
//! proved together: a call of a method that does the same is the same call.

use super::callbacks::{Callbacks, tells_declarations};
use super::versions::Versions;
use crate::classfile::{Code, DecodedInstruction, Instruction, InvokeKind, LoadableConstant, MethodReference};
use crate::equivalence::{InLockstep, NamedCall, StaticType, may_be_called_by_jdk, prove_in_lockstep};
use crate::graph::{possible_targets, successors};
use crate::models::finds_by_name;
use crate::program::versions::MethodDifference;
use crate::program::{ClassId, Dispatch, MethodId, MethodTarget, Program};
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
    let facts = Facts::of(versions);
    let mut same: FxHashSet<MethodId> = known.iter().chain(&open).copied().collect();
    let mut before: Option<Tainted> = None;
    loop {
        let tainted = Tainted::of(versions, &same, &facts);
        let mut dropped = Vec::new();
        for method in open.iter().copied() {
            if run::is_over(deadline) {
                return known;
            }
            let is_as_before = before.as_ref().is_some_and(|before| before.is_as(&tainted, versions, method));
            if !is_as_before && !is_same(versions, &facts, method, &tainted) {
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

/// What is the same whatever is proved.
struct Facts<'v> {
    callbacks: Callbacks<'v>,
    /// Classes that have other supertypes in the new version, and those below them.
    reshaped: FxHashSet<ClassId>,
    /// Methods with the same body in both versions that call the JDK so that it may call any code of the class path.
    callers_of_jdk: Vec<MethodId>,
    /// Constructors with the same body in both versions that call one of the JDK, which may call what classes below override.
    makers: Vec<MethodId>,
    /// Whether the JDK may find something else in objects: classes have other shapes.
    has_other_shapes: bool,
}

impl<'v> Facts<'v> {
    fn of(versions: &'v Versions) -> Facts<'v> {
        let program = &versions.program;
        let differ = versions.differences.iter().filter(|(_, difference)| difference.has_other_supertypes);
        let classes = differ.filter_map(|(name, _)| program.class_by_name(name));
        let reshaped: FxHashSet<ClassId> = classes.flat_map(|class| program.user_subtypes(class).to_vec()).collect();
        let enums_differ = versions.differences.iter().any(|(name, difference)| {
            let class = program.class_by_name(name).filter(|_| difference.is_reshaped);
            class.is_some_and(|class| program.class(class).is_enum())
        });
        let callbacks = Callbacks::new(program, !reshaped.is_empty(), enums_differ);
        let all = program.methods().map(|(method, _)| method);
        let unchanged: Vec<MethodId> = all.filter(|method| !versions.changes.concerns(*method)).collect();
        let calls_jdk = |method: &MethodId| {
            program.is_user_method(*method)
                && program.code(*method).is_some_and(|code| callbacks.may_run_in(*method, code))
        };
        let callers_of_jdk = unchanged.iter().copied().filter(calls_jdk).collect();
        let makes = |method: &MethodId| {
            let code = program.code(*method).filter(|_| &*program.method(*method).name == "<init>");
            let is_it = |called: &MethodReference| {
                let class = program.class_by_name(&called.class);
                &*called.name == "<init>" && class.is_some_and(|class| !program.is_user_class(class))
            };
            code.into_iter().flat_map(|code| &code.instructions).any(|decoded| match &decoded.instruction {
                Instruction::Invoke(InvokeKind::Special, called) => {
                    is_it(called) && &*called.class != "java/lang/Object"
                }
                _ => false,
            })
        };
        let makers = unchanged.into_iter().filter(makes).collect();
        let has_other_shapes = versions.differences.values().any(|difference| difference.is_reshaped);
        Facts { callbacks, reshaped, callers_of_jdk, makers, has_other_shapes }
    }
}

/// Methods that may do something else, or call what may.
struct Tainted {
    methods: FxHashSet<MethodId>,
    /// Those that code of the JDK may call.
    called: FxHashSet<MethodId>,
    /// Whether code of the JDK may do something else by what it calls or asks.
    calls_back: bool,
}

impl Tainted {
    fn of(versions: &Versions, same: &FxHashSet<MethodId>, facts: &Facts<'_>) -> Tainted {
        let program = &versions.program;
        let barred = versions.barriers.bodies().map(|body| versions.method_of(body));
        let mut waiting: Vec<MethodId> =
            versions.changes.methods().filter(|method| !same.contains(method)).chain(barred).collect();
        let mut methods: FxHashSet<MethodId> = waiting.iter().copied().collect();
        let mut calls_back = false;
        loop {
            while let Some(method) = waiting.pop() {
                let callers = versions.calls.callers(method).iter().copied();
                waiting.extend(callers.filter(|caller| methods.insert(*caller)));
            }
            let reaches_other = |maker: &MethodId| reaches_overridden(program, &methods, program.method(*maker).class);
            let makers: Vec<MethodId> =
                facts.makers.iter().copied().filter(|maker| !methods.contains(maker) && reaches_other(maker)).collect();
            if !makers.is_empty() {
                methods.extend(&makers);
                waiting = makers;
                continue;
            }
            let called = methods.iter().copied().filter(|method| may_be_called_by_jdk(program, *method));
            let called: FxHashSet<MethodId> = called.collect();
            if calls_back || (!facts.has_other_shapes && called.is_empty()) {
                return Tainted { methods, called, calls_back };
            }
            // What calls the JDK so may do something else by that.
            calls_back = true;
            waiting.extend(facts.callers_of_jdk.iter().copied().filter(|method| methods.insert(*method)));
        }
    }

    /// Whether what a method may run is as tainted as before.
    fn is_as(&self, now: &Tainted, versions: &Versions, method: MethodId) -> bool {
        let is_as = |run: &MethodId| self.methods.contains(run) == now.methods.contains(run);
        // What is found by name may be any.
        let is_any = self.methods.is_empty() == now.methods.is_empty();
        is_any
            && (self.calls_back, &self.called) == (now.calls_back, &now.called)
            && versions.runs(method).iter().all(is_as)
    }
}

fn is_same(versions: &Versions, facts: &Facts<'_>, method: MethodId, tainted: &Tainted) -> bool {
    let program = &versions.program;
    let bodies = [versions.old.body_of(method), versions.new.body_of(method)];
    // What stands for a method that one version does not declare is no body of its own.
    if bodies[0] != method || !versions.changes.concerns(method) {
        return false;
    }
    let is_same_call = |site: &NamedCall<'_>, given: &[Option<StaticType>]| {
        let NamedCall { caller, kind, called } = *site;
        if called.class.starts_with('[') {
            return true;
        }
        let Some(class) = program.class_by_name(&called.class) else { return false };
        let is_virtual = matches!(kind, InvokeKind::Virtual | InvokeKind::Interface);
        let finds_other =
            |other: &ClassId| facts.reshaped.contains(other) && !finds_in_both(versions, facts, *other, called);
        let is_final = || match program.select(class, called) {
            MethodTarget::Method(method) => program.method(method).flags.is_final() && !facts.reshaped.contains(&class),
            _ => false,
        };
        if is_virtual && program.user_subtypes(class).iter().any(finds_other) && !is_final() {
            return false;
        }
        // A constructor of the JDK may call what classes below override.
        let makes_own = kind == InvokeKind::Special && &*called.name == "<init>" && !program.is_user_class(class);
        let receiver = given.first().and_then(Option::as_ref).filter(|known| makes_own && !known.is_exact);
        let receiver = receiver.and_then(|known| program.class_by_name(&known.name));
        if receiver.is_some_and(|own| reaches_overridden(program, &tainted.methods, own)) {
            return false;
        }
        let targets = possible_targets(program, kind, called, caller);
        let is_changed = |target: &MethodId| *target != method && tainted.methods.contains(target);
        let callbacks = &facts.callbacks;
        let may_differ = targets.iter().any(is_changed)
            || (tainted.calls_back && callbacks.may_run(kind, called, given))
            || (!tainted.methods.is_empty() && finds_by_name(&called.class, &called.name))
            || tells_declarations(program, called);
        !may_differ
    };
    let target = |site: &NamedCall<'_>, is_new: bool| {
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
            types_differ: !facts.reshaped.is_empty(),
            barriers: &versions.barriers,
        };
        prove_in_lockstep(&job).is_ok()
    })
}

/// Whether a constructor of the JDK that is called for objects of a class may call one of these methods.
fn reaches_overridden(program: &Program, methods: &FxHashSet<MethodId>, class: ClassId) -> bool {
    let of = |below: &ClassId| program.superclasses(*below).flat_map(|above| program.class(above).methods.clone());
    let all = program.user_subtypes(class).iter().flat_map(|below| of(below).collect::<Vec<_>>());
    all.filter(|method| methods.contains(method)).any(|method| may_be_called_by_jdk(program, method))
}

/// Whether a call finds the same method of a class below what has other supertypes in both versions: one that it inherits from nowhere else.
fn finds_in_both(versions: &Versions, facts: &Facts<'_>, class: ClassId, called: &MethodReference) -> bool {
    let program = &versions.program;
    let MethodTarget::Method(method) = program.select(class, called) else { return false };
    let declaring = program.method(method).class;
    let difference = versions.differences.get(program.class_name(declaring));
    let key = (called.name.clone(), called.descriptor.clone());
    let is_of_one = difference.is_some_and(|known| matches!(known.methods.get(&key), Some(MethodDifference::Only(_))));
    facts.reshaped.contains(&declaring) && !is_of_one
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
