//! The system properties as an object, of which only single ones are known, and what sets them.

use super::arguments::{Abrupt, Call, NULL_POINTER};
use super::environment::{ACTION, ONE_TEXT, value_of_own, value_of_property};
use super::members::{NULL, reference};
use super::{MethodModel, Precision, value};
use crate::classfile::Instruction;
use crate::heap::{MachineObject, Value};
use crate::term::TermId;
use std::sync::Arc;

const SYSTEM: &str = "java/lang/System";
const PROPERTIES: &str = "java/util/Properties";
const TWO_TEXTS: &str = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;";

pub(super) const TABLE: &[MethodModel] = &[
    value(SYSTEM, "getProperties", "()Ljava/util/Properties;", Precision::Exact, properties),
    value(SYSTEM, "setProperty", TWO_TEXTS, Precision::Bounded, set),
    value(SYSTEM, "clearProperty", ONE_TEXT, Precision::Bounded, |call| change(call, None)),
    value(ACTION, "privilegedGetProperties", "()Ljava/util/Properties;", Precision::Exact, own_properties),
    value(PROPERTIES, "getProperty", ONE_TEXT, Precision::Exact, |call| get(call, NULL)),
    value(PROPERTIES, "getProperty", TWO_TEXTS, Precision::Exact, |call| {
        let default = call.value(2);
        get(call, default)
    }),
    value(PROPERTIES, "get", "(Ljava/lang/Object;)Ljava/lang/Object;", Precision::Exact, |call| get(call, NULL)),
    value(PROPERTIES, "containsKey", "(Ljava/lang/Object;)Z", Precision::Exact, |call| {
        let has = get(call, NULL)? != Some(NULL);
        Ok(Some(Value::Int(call.small(i32::from(has)))))
    }),
];

type Outcome = Result<Option<Value>, Abrupt>;

/// The machine's properties, for the JDK's own use: an object that no constructor has filled.
fn own_properties(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.machine.builtin(PROPERTIES)?;
    Ok(Some(reference(call.state.heap.allocate(class))))
}

/// The machine's properties. Whoever asks for more than single ones finds that the object has nothing.
fn properties(call: &mut Call<'_, '_>) -> Outcome {
    if call.asking().is_some_and(|class| class.is_jdk) {
        return own_properties(call);
    }
    refuse_in_summary(call)?;
    let class = call.machine.builtin(PROPERTIES)?;
    Ok(Some(reference(call.state.heap.of_machine(MachineObject::Properties, class))))
}

/// A summary has no place for what code does to the machine.
fn refuse_in_summary(call: &Call<'_, '_>) -> Result<(), Abrupt> {
    if call.state.heap.statics_are_inputs && !call.state.heap.takes_choices {
        return call.refuse("in a summary");
    }
    Ok(())
}

/// Whether the receiver is what a program was given of the machine's properties, or else what the JDK has for its own use. Properties that
/// code makes have a map, and are neither.
fn is_given(call: &Call<'_, '_>) -> Result<bool, Abrupt> {
    let properties = call.present(0)?;
    let heap = &call.state.heap;
    if heap.is_of_machine(properties) == Some(MachineObject::Properties) {
        return Ok(true);
    }
    let map = (PROPERTIES, "map", "Ljava/util/concurrent/ConcurrentHashMap;");
    let map = call.machine.program.field_by_name(map).ok_or(Abrupt::RunsCode)?;
    if heap.is_input(properties) || heap.field_value(properties, map).is_some() {
        return Err(Abrupt::RunsCode);
    }
    Ok(false)
}

/// A property of the receiver by its name, or what there is where it is not set.
fn get(call: &mut Call<'_, '_>, otherwise: Value) -> Outcome {
    let is_given = is_given(call)?;
    if call.constant_name(1)?.is_empty() {
        // Here it is a name as any other.
        return call.refuse("of a name without characters");
    }
    let held = if is_given { value_of_property(call, 1)? } else { value_of_own(call, 1)? };
    Ok(Some(held.unwrap_or(otherwise)))
}

fn set(call: &mut Call<'_, '_>) -> Outcome {
    key(call)?;
    if call.value(1) == NULL {
        return Err(Abrupt::Threw(NULL_POINTER));
    }
    let text = call.text(1)?;
    change(call, Some(text))
}

/// The name of the property, which has characters.
fn key(call: &mut Call<'_, '_>) -> Result<Arc<str>, Abrupt> {
    let name = call.constant_name(0)?;
    if name.is_empty() { Err(Abrupt::Threw("java/lang/IllegalArgumentException")) } else { Ok(name.as_str().into()) }
}

/// Sets a property or clears it, and gives what it was before.
fn change(call: &mut Call<'_, '_>, to: Option<TermId>) -> Outcome {
    let name = key(call)?;
    refuse_in_summary(call)?;
    let before = if is_dropped(call) { None } else { value_of_property(call, 0)? };
    if !call.machine.sets_property(call.state, &name) {
        return call.refuse("of a property that the JDK reads");
    }
    call.state.heap.set_property(name, to);
    Ok(Some(before.unwrap_or(NULL)))
}

/// Whether the code that calls drops what it gets.
fn is_dropped(call: &Call<'_, '_>) -> bool {
    let Some(frame) = call.state.frame() else { return false };
    let code = call.machine.program.code(frame.method);
    let next = code.and_then(|code| code.instructions.get(frame.instruction as usize + 1));
    next.is_some_and(|next| matches!(next.instruction, Instruction::Pop))
}
