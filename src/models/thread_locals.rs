//! Thread-local variables that existed before the method under test began: earlier calls may have set them for the
//! running thread. Variables that the path itself makes are the business of the JDK's code.

use super::arguments::{Abrupt, Call};
use super::{MethodModel, Precision, value};
use crate::classfile::{GenericType, Instruction, java_name};
use crate::exec::Caveat;
use crate::heap::{EnvironmentSource, MachineObject, ObjectId, Origin, Value};
use crate::program::FieldId;
use crate::term::Domain;

const LOCAL: &str = "java/lang/ThreadLocal";
const INITIAL: (&str, &str, &str) = (LOCAL, "initialValue", "()Ljava/lang/Object;");
/// What a variable holds, among what objects were asked for; nothing where the thread has no value for it.
const HELD: &str = "ThreadLocal";

pub(super) const TABLE: &[MethodModel] = &[
    value(LOCAL, "get", "()Ljava/lang/Object;", Precision::Bounded, get),
    value(LOCAL, "set", "(Ljava/lang/Object;)V", Precision::Bounded, |call| {
        let variable = older(call)?;
        let value = call.value(1);
        call.state.heap.keep_answer(variable, HELD, value);
        Ok(None)
    }),
    value(LOCAL, "remove", "()V", Precision::Bounded, |call| {
        let variable = older(call)?;
        call.state.heap.keep_answer(variable, HELD, Value::Nothing);
        Ok(None)
    }),
];

/// The receiver, where it is older than the path and not the JDK's; the code has the others.
fn older(call: &mut Call<'_, '_>) -> Result<ObjectId, Abrupt> {
    let variable = call.present(0)?;
    let heap = &call.state.heap;
    let is_made_here = matches!(heap.object(variable).map(|object| &object.origin), Some(Origin::Allocated));
    let makes_inputs = !call.state.building.is_empty();
    let maker = heap.construction.owner(variable).filter(|_| is_made_here && !makes_inputs);
    if let Some(maker) = maker.and_then(|maker| heap.exact_class(maker)) {
        // Calls after its constructor may have set it.
        let name = java_name(call.machine.program.class_name(maker));
        call.machine.caveats.insert(Caveat::StateAfterConstruction(name));
    }
    if is_made_here || !call.state.heap.statics_are_inputs || call.machine.is_held_by_jdk(call.state, variable) {
        return Err(Abrupt::RunsCode);
    }
    if makes_inputs {
        return call.refuse("while inputs are made");
    }
    if !call.state.heap.knows_the_machine() {
        // A summary has no place for it.
        return call.refuse("that was there before");
    }
    Ok(variable)
}

fn get(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let variable = older(call)?;
    let held = match (call.given(0), call.state.heap.answer_of(variable, HELD)) {
        (Some(made), _) => made,
        (None, Some(held)) => held,
        (None, None) => before(call, variable)?,
    };
    let value = match held {
        Value::Nothing => call.answer_of(variable, INITIAL)?,
        held => held,
    };
    call.state.heap.keep_answer(variable, HELD, value);
    Ok(Some(value))
}

/// What calls before have left in a variable: nothing, or anything that it may hold.
fn before(call: &mut Call<'_, '_>, variable: ObjectId) -> Result<Value, Abrupt> {
    let class = call.state.frame().map(|frame| call.machine.program.method(frame.method).class);
    if class.is_some_and(|class| call.machine.begins_initialised(class)) {
        if call.machine.initialisers_know(MachineObject::RunningThread) {
            return call.refuse("of a variable that initialisers may have set");
        }
        return Ok(Value::Nothing);
    }
    let has_one = call.environment(EnvironmentSource::HasThreadLocal(variable), Domain::Boolean)?;
    let zero = call.small(0);
    let has_one = call.machine.pool.not_equal(has_one, zero);
    if !call.decide(has_one)? {
        return Ok(Value::Nothing);
    }
    if call.state.heap.construction.is_active() {
        return call.refuse("of a variable that calls before have set");
    }
    any_value(call)
}

/// Any value of the type that the field says from which the code has just read the variable.
fn any_value(call: &mut Call<'_, '_>) -> Result<Value, Abrupt> {
    let program = call.machine.program;
    let generic = field_read_before(call).and_then(|field| program.generic_field(field));
    let argument = match generic {
        Some(GenericType::Class(name, arguments)) if *name == *LOCAL => arguments.into_iter().next(),
        _ => None,
    };
    let Some(kind) = program.erased_kind(argument.as_ref()) else { return call.refuse("of a variable of its type") };
    let (heap, mut context) = call.machine.heap_context(call.state);
    let value = heap.open_result(&mut context, 0, kind);
    heap.construction.note_generic(value, argument.as_ref());
    Ok(value)
}

/// The field that the running code has read in the instruction before this call.
fn field_read_before(call: &Call<'_, '_>) -> Option<FieldId> {
    let program = call.machine.program;
    let frame = call.state.frame()?;
    let before = (frame.instruction as usize).checked_sub(1)?;
    match &program.code(frame.method)?.instructions.get(before)?.instruction {
        Instruction::GetField(field) | Instruction::GetStatic(field) => program.resolve_field(field),
        _ => None,
    }
}
