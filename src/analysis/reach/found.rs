//! Makes a run that has reached the target into an input that a person reads and a JVM runs.

use super::super::check::classify::cause;
use super::super::check::expected_frame::ExpectedFrame;
use super::super::check::finding::{initialised_before, is_reachable, reads_own_objects, trace};
use super::super::check::round::environment_of;
use super::super::check::watch::Watches;
use super::record::Sight;
use crate::classfile::{ClassName, Instruction, InvokeKind, ValueKind, java_name};
use crate::exec::Machine;
use crate::explore::{Outcome, PathEnd};
use crate::graph::{Target, TargetEvent};
use crate::heap::EnvironmentSource;
use crate::input::{
    ConcreteCase, ConcreteObject, Names, ObjectPlace, concretise, declared_field, input_text, minimise,
};
use crate::program::{ClassId, MethodId, Program, package_of};

/// A run that has reached the target.
#[derive(Clone, Debug)]
pub(in crate::analysis) struct Found {
    pub(in crate::analysis) case: ConcreteCase,
    pub(in crate::analysis) input: String,
    pub(in crate::analysis) path_condition: Vec<String>,
    /// The place of the target, where it is known.
    pub(in crate::analysis) place: Option<(MethodId, u32)>,
    /// Whether reaching the place is what is to be confirmed; else the exception is.
    pub(in crate::analysis) is_place: bool,
    pub(in crate::analysis) expected_frame: Option<ExpectedFrame>,
    pub(in crate::analysis) outcome: String,
    pub(in crate::analysis) trace: Vec<String>,
    pub(in crate::analysis) environment: Vec<EnvironmentSource>,
    /// Whether the input is one that a caller is known to be able to make.
    pub(in crate::analysis) is_reachable: bool,
}

/// Whether a run has reached the target.
pub(super) fn is_hit(program: &Program, target: &Target, end: &PathEnd<Sight<'_>>) -> bool {
    let escapes = match end.outcome {
        Outcome::Threw(exception) => {
            let types = end.path.state.heap.instance(exception).map(|body| body.types.clone());
            types.is_some_and(|types| types.first().is_some_and(|class| target.is_escaped_by(program, *class)))
        }
        _ => false,
    };
    escapes || end.path.record.hit.is_some()
}

/// Whether a run ended by an exception of which it is not known whether it is the one that is wanted: a class that it is a
/// subclass of is missing.
pub(super) fn is_unclear(program: &Program, target: &Target, end: &PathEnd<Sight<'_>>) -> bool {
    let (Outcome::Threw(exception), TargetEvent::Escapes(wanted)) = (&end.outcome, &target.event) else { return false };
    let types = end.path.state.heap.instance(*exception).map(|body| body.types.clone());
    types.and_then(|types| types.first().copied()).is_none_or(|class| program.is_subclass(class, *wanted).is_none())
}

/// The input of a run that has reached the target.
///
/// # Errors
/// In one line, why no input can be written.
pub(super) fn found(
    machine: &mut Machine<'_>,
    entry: MethodId,
    (parameters, initialised): (&[String], &[ClassName]),
    end: PathEnd<Sight<'_>>,
) -> Result<Found, String> {
    let program = machine.program;
    let hit = end.path.record.hit.clone();
    let (mut state, outcome, told) = match (&end.outcome, &hit) {
        // What stops a run after the target does not matter.
        (Outcome::Stopped(_), Some(hit)) => (hit.state.clone(), Outcome::Returned(None), "reached".to_owned()),
        (Outcome::Stopped(reason), None) => return Err(reason.to_string()),
        (Outcome::Threw(exception), _) => {
            let class = end.path.state.heap.instance(*exception).and_then(|body| body.types.first().copied());
            let told =
                class.map_or("throws".into(), |class| format!("throws {}", java_name(program.class_name(class))));
            ((*end.path.state).clone(), end.outcome.clone(), told)
        }
        (Outcome::Returned(_), _) => ((*end.path.state).clone(), end.outcome.clone(), "returns".to_owned()),
    };
    minimise(program, &machine.pool, &mut state);
    let source = match outcome {
        Outcome::Threw(exception) => {
            let source = end.path.record.exceptions().source(exception);
            source.map(|source| source.told_by_the_machine(program, (&state, exception)))
        }
        _ => None,
    };
    let has_other_trace = matches!(outcome, Outcome::Threw(exception) if machine.has_other_trace(&state, exception));
    let thrown_at = source.as_ref().and_then(|source| cause(program, &source.trace));
    let path_condition = Names::new(program, &machine.pool, &state, parameters).conditions();
    let environment = environment_of(&machine.pool, &state);
    let reads_own = reads_own_objects(program, &state);
    let is_changed = state.heap.has_changed_constants();
    let initialised = initialised_before(machine, &state, initialised);
    let case = concretise(machine, entry, state, &outcome, &initialised)?;
    let place = hit.as_ref().map(|hit| hit.place);
    Ok(Found {
        input: input_text(program, entry, &case, parameters),
        is_reachable: !is_changed
            && (!reads_own && is_reachable(program, &case) || is_plainly_made(program, entry, &case)),
        path_condition,
        is_place: place.is_some(),
        place: place.or(thrown_at),
        expected_frame: thrown_at.filter(|_| !has_other_trace).map(|place| ExpectedFrame::of(program, place)),
        outcome: told,
        trace: source.as_ref().map_or_else(Vec::new, |source| trace(program, source)),
        environment,
        case,
    })
}

/// Whether a caller in the entry's package makes an input by constructors that leave all fields zero, and by assigning fields
/// that it can assign.
fn is_plainly_made(program: &Program, entry: MethodId, case: &ConcreteCase) -> bool {
    let package = package_of(program.class_name(program.method(entry).class));
    let is_plain = |object: &ConcreteObject| match object {
        ConcreteObject::New(name) => program
            .class_by_name(name)
            .is_some_and(|class| program.is_nameable(class, package) && leaves_zero(program, class, package)),
        ConcreteObject::Made(_) | ConcreteObject::Static(_) => false,
        ConcreteObject::Array(..)
        | ConcreteObject::String(_)
        | ConcreteObject::Builder(..)
        | ConcreteObject::Class(_) => true,
    };
    let can_assign = |place: &ObjectPlace| match place {
        ObjectPlace::Field(name) => {
            declared_field(program, name).is_some_and(|field| program.is_assignable(field, package))
        }
        ObjectPlace::Element(_) => true,
    };
    case.statics.is_empty()
        && case.objects.iter().all(is_plain)
        && case.assignments.iter().all(|(_, place, _)| can_assign(place))
}

/// Whether a class has a constructor without parameters that does nothing but call such a one of its superclass.
fn leaves_zero(program: &Program, class: ClassId, package: &str) -> bool {
    let info = program.class(class);
    if !program.is_user_class(class) || info.flags.is_abstract() {
        return false;
    }
    let mut next = Some(class);
    while let Some(class) = next {
        let info = program.class(class);
        if &*info.name == "java/lang/Object" {
            return true;
        }
        let constructor = info.methods.iter().copied().find(|method| {
            let method = program.method(*method);
            &*method.name == "<init>" && &*method.descriptor == "()V"
        });
        let Some(constructor) = constructor.filter(|_| program.is_user_class(class)) else { return false };
        let flags = program.method(constructor).flags;
        if !flags.is_public() && (flags.is_private() || package_of(&info.name) != package) {
            return false;
        }
        let instructions = program.code(constructor).map_or(&[][..], |code| &code.instructions);
        let [receiver, call, end] = instructions else { return false };
        let is_call = matches!(&call.instruction, Instruction::Invoke(InvokeKind::Special, callee)
            if &*callee.name == "<init>" && &*callee.descriptor == "()V");
        if !is_call
            || receiver.instruction != Instruction::Load(ValueKind::Reference, 0)
            || end.instruction != Instruction::Return(None)
        {
            return false;
        }
        next = info.superclass;
    }
    false
}
