//! `jdk.internal.misc.Unsafe` as collections and atomics use it: fields and elements by offset, in a single thread. Numbers as such
//! are read and written by `memory`.
//!
//! Offsets are ours: a field's says where it stands among its class's instance fields, superclasses' first.

use super::class_objects::known_name;
use super::objects::nothing;
use super::{MethodModel, bounded, exact, malformed, returns_int, returns_object};
use crate::classfile::PrimitiveType;
use crate::exec::{ExternalResult, Interrupt, Machine, State, StopReason};
use crate::heap::{Contents, Literal, ObjectId, Origin, Reference, Value};
use crate::program::{ClassId, FieldId, FieldKind, Program};
use crate::term::{TermId, TermPool};

const UNSAFE: &str = "jdk/internal/misc/Unsafe";
const SUPPORT: &str = "jdk/internal/util/ArraysSupport";
/// Where fields and elements begin, and how far apart fields are.
pub(super) const HEADER: i64 = 16;
const FIELD: i64 = 8;
/// Where static fields begin: a class object has fields of its own too.
const STATIC: i64 = 1 << 20;

macro_rules! rows {
    ($($descriptor:literal $implementation:ident $($name:literal)+;)+) => {
        &[
            exact(UNSAFE, "getUnsafe", "()Ljdk/internal/misc/Unsafe;", get),
            exact(UNSAFE, "registerNatives", "()V", nothing),
            exact(UNSAFE, "fullFence", "()V", nothing),
            exact(UNSAFE, "loadFence", "()V", nothing),
            exact(UNSAFE, "storeFence", "()V", nothing),
            exact(UNSAFE, "storeStoreFence", "()V", nothing),
            exact(UNSAFE, "isBigEndian", "()Z", little_endian),
            exact(UNSAFE, "unalignedAccess", "()Z", little_endian),
            exact(UNSAFE, "arrayBaseOffset", "(Ljava/lang/Class;)I", array_base),
            exact(UNSAFE, "arrayBaseOffset", "(Ljava/lang/Class;)J", long_array_base),
            exact(UNSAFE, "arrayIndexScale", "(Ljava/lang/Class;)I", array_scale),
            bounded(UNSAFE, "objectFieldOffset", "(Ljava/lang/Class;Ljava/lang/String;)J", field_offset),
            exact(SUPPORT, "vectorizedMismatch", "(Ljava/lang/Object;JLjava/lang/Object;JII)I", nothing_compared),
            $($(bounded(UNSAFE, $name, $descriptor, $implementation),)+)+
        ]
    };
}

pub(super) const TABLE: &[MethodModel] = rows! {
    "(Ljava/lang/Object;J)Ljava/lang/Object;" read "getReference" "getReferenceVolatile" "getReferenceAcquire"
        "getReferenceOpaque" "getObject" "getObjectVolatile" "getObjectAcquire" "getObjectOpaque";
    "(Ljava/lang/Object;JLjava/lang/Object;)V" write "putReference" "putReferenceVolatile" "putReferenceRelease"
        "putReferenceOpaque" "putObject" "putObjectVolatile" "putObjectRelease" "putObjectOpaque";
    "(Ljava/lang/Object;JII)Z" compare_and_set "compareAndSetInt" "weakCompareAndSetInt" "weakCompareAndSetIntPlain"
        "weakCompareAndSetIntAcquire" "weakCompareAndSetIntRelease";
    "(Ljava/lang/Object;JJJ)Z" compare_and_set "compareAndSetLong" "weakCompareAndSetLong" "weakCompareAndSetLongPlain"
        "weakCompareAndSetLongAcquire" "weakCompareAndSetLongRelease";
    "(Ljava/lang/Object;JLjava/lang/Object;Ljava/lang/Object;)Z" compare_and_set "compareAndSetReference"
        "weakCompareAndSetReference" "weakCompareAndSetReferencePlain" "weakCompareAndSetReferenceAcquire"
        "weakCompareAndSetReferenceRelease" "compareAndSetObject" "weakCompareAndSetObject";
    "(Ljava/lang/Object;JI)I" get_and_add "getAndAddInt" "getAndAddIntAcquire" "getAndAddIntRelease";
    "(Ljava/lang/Object;JJ)J" get_and_add "getAndAddLong" "getAndAddLongAcquire" "getAndAddLongRelease";
    "(Ljava/lang/Object;JI)I" get_and_or "getAndBitwiseOrInt" "getAndBitwiseOrIntAcquire" "getAndBitwiseOrIntRelease";
    "(Ljava/lang/Object;JI)I" get_and_and "getAndBitwiseAndInt" "getAndBitwiseAndIntAcquire" "getAndBitwiseAndIntRelease";
    "(Ljava/lang/Object;JI)I" get_and_xor "getAndBitwiseXorInt" "getAndBitwiseXorIntAcquire" "getAndBitwiseXorIntRelease";
    "(Ljava/lang/Object;JJ)J" get_and_or "getAndBitwiseOrLong" "getAndBitwiseOrLongAcquire" "getAndBitwiseOrLongRelease";
    "(Ljava/lang/Object;JJ)J" get_and_and "getAndBitwiseAndLong" "getAndBitwiseAndLongAcquire"
        "getAndBitwiseAndLongRelease";
    "(Ljava/lang/Object;JJ)J" get_and_xor "getAndBitwiseXorLong" "getAndBitwiseXorLongAcquire"
        "getAndBitwiseXorLongRelease";
    "(Ljava/lang/Object;JI)I" get_and_set "getAndSetInt" "getAndSetIntAcquire" "getAndSetIntRelease";
    "(Ljava/lang/Object;JJ)J" get_and_set "getAndSetLong" "getAndSetLongAcquire" "getAndSetLongRelease";
    "(Ljava/lang/Object;JLjava/lang/Object;)Ljava/lang/Object;" get_and_set "getAndSetReference" "getAndSetObject"
        "getAndSetReferenceAcquire" "getAndSetReferenceRelease";
    "(Ljava/lang/Object;JZ)Z" get_and_set "getAndSetBoolean" "getAndSetBooleanAcquire" "getAndSetBooleanRelease";
    "(Ljava/lang/Object;JZZ)Z" compare_and_set "compareAndSetBoolean" "weakCompareAndSetBoolean"
        "weakCompareAndSetBooleanPlain" "weakCompareAndSetBooleanAcquire" "weakCompareAndSetBooleanRelease";
    "(Ljava/lang/Object;JLjava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;" compare_and_exchange
        "compareAndExchangeReference" "compareAndExchangeReferenceAcquire" "compareAndExchangeReferenceRelease";
    "(Ljava/lang/Object;JII)I" compare_and_exchange "compareAndExchangeInt" "compareAndExchangeIntAcquire"
        "compareAndExchangeIntRelease";
    "(Ljava/lang/Object;JJJ)J" compare_and_exchange "compareAndExchangeLong" "compareAndExchangeLongAcquire"
        "compareAndExchangeLongRelease";
    "(Ljava/lang/Object;JZZ)Z" compare_and_exchange "compareAndExchangeBoolean" "compareAndExchangeBooleanAcquire"
        "compareAndExchangeBooleanRelease";
};

/// Tells the caller that all elements are still to be compared, which it then does one by one.
fn nothing_compared(
    machine: &mut Machine<'_>,
    _: &mut State,
    arguments: &[Value],
) -> Result<ExternalResult, Interrupt> {
    let [_, _, _, _, Value::Int(length), _] = arguments else { return Err(malformed("vectorizedMismatch")) };
    // The complement of a number is -1 less it.
    let minus_one = machine.pool.int(-1);
    Ok(ExternalResult::Returned(Some(Value::Int(machine.pool.subtract(minus_one, *length)))))
}

/// A place in an object.
pub(super) enum Place {
    Field(ObjectId, FieldId),
    Element(ObjectId, TermId),
    Static(FieldId),
}

pub(super) fn unknown() -> Interrupt {
    StopReason::NoModel("jdk.internal.misc.Unsafe, used on other memory than fields and elements".into()).into()
}

fn get(machine: &mut Machine<'_>, state: &mut State, _: &[Value]) -> Result<ExternalResult, Interrupt> {
    let class = machine.builtin(UNSAFE)?;
    returns_object(state.heap.allocate(class))
}

/// Objects have no bytes here, so that the order of bytes shows nowhere.
fn little_endian(machine: &mut Machine<'_>, _: &mut State, _: &[Value]) -> Result<ExternalResult, Interrupt> {
    returns_int(machine, 0)
}

fn array_base(machine: &mut Machine<'_>, _: &mut State, _: &[Value]) -> Result<ExternalResult, Interrupt> {
    returns_int(machine, HEADER as i32)
}

/// As a long since Java 25.
fn long_array_base(machine: &mut Machine<'_>, _: &mut State, _: &[Value]) -> Result<ExternalResult, Interrupt> {
    Ok(ExternalResult::Returned(Some(Value::Long(machine.pool.long(HEADER)))))
}

fn class_name(state: &State, class: Value) -> Result<std::sync::Arc<str>, Interrupt> {
    let Value::Reference(Reference::Object(object)) = class else { return Err(unknown()) };
    known_name(state, object).cloned().ok_or_else(unknown)
}

fn array_scale(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    let [_, class] = arguments else { return Err(malformed("arrayIndexScale")) };
    let name = class_name(state, *class)?;
    let array = machine.program.reference_type(&name).ok_or_else(unknown)?;
    let scale = scale(array.component().ok_or_else(unknown)?);
    returns_int(machine, scale as i32)
}

pub(super) fn scale(component: FieldKind) -> i64 {
    match component {
        FieldKind::Primitive(PrimitiveType::Boolean | PrimitiveType::Byte) => 1,
        FieldKind::Primitive(PrimitiveType::Char | PrimitiveType::Short) => 2,
        FieldKind::Primitive(PrimitiveType::Long | PrimitiveType::Double) => 8,
        _ => 4,
    }
}

/// The static fields of a class, or its instance fields, its superclasses' first.
fn fields(program: &Program, class: ClassId, are_static: bool) -> Vec<FieldId> {
    let mut classes: Vec<ClassId> = program.superclasses(class).collect();
    classes.reverse();
    let fields = classes.into_iter().flat_map(|class| program.class(class).fields.iter().copied());
    fields.filter(|field| program.field(*field).flags.is_static() == are_static).collect()
}

fn instance_fields(program: &Program, class: ClassId) -> Vec<FieldId> {
    fields(program, class, false)
}

/// The offset of a field.
pub(super) fn field_at(program: &Program, field: FieldId) -> Option<i64> {
    let info = program.field(field);
    let fields = fields(program, info.class, info.flags.is_static());
    let position = fields.iter().position(|other| *other == field)?;
    let begin = if info.flags.is_static() { STATIC } else { 0 };
    Some(HEADER + begin + FIELD * position as i64)
}

fn field_offset(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
) -> Result<ExternalResult, Interrupt> {
    let [_, class, Value::Reference(Reference::Object(name))] = arguments else {
        return Err(malformed("objectFieldOffset"));
    };
    let Some(Origin::Literal(Literal::String(text))) = state.heap.object(*name).map(|object| &object.origin) else {
        return Err(unknown());
    };
    let name = String::from_utf16_lossy(&text.0);
    let program = machine.program;
    let class = program.class_by_name(&class_name(state, *class)?).ok_or_else(unknown)?;
    let fields = instance_fields(program, class);
    let is_named = |field: &FieldId| program.field(*field).class == class && *program.field(*field).name == *name;
    let field = fields.iter().find(|field| is_named(field)).ok_or_else(unknown)?;
    let offset = machine.pool.long(field_at(program, *field).ok_or_else(unknown)?);
    Ok(ExternalResult::Returned(Some(Value::Long(offset))))
}

pub(super) fn place(
    machine: &mut Machine<'_>,
    state: &State,
    object: Value,
    offset: Value,
) -> Result<Place, Interrupt> {
    let (Value::Reference(object), Value::Long(offset)) = (object, offset) else { return Err(malformed("Unsafe")) };
    let object = state.heap.resolve(object)?.ok_or_else(unknown)?;
    let Some(offset) = machine.pool.as_constant(offset) else {
        return Ok(Place::Element(object, open_index(machine, state, object, offset)?));
    };
    let offset = offset.checked_sub(HEADER).ok_or_else(unknown)?;
    if let Some(body) = state.heap.array(object) {
        let scale = scale(body.component);
        let index = i32::try_from(offset / scale).map_err(|_| unknown())?;
        let is_inside = offset % scale == 0 && machine.pool.as_int(body.length).is_some_and(|length| index < length);
        if index < 0 || !is_inside {
            return Err(unknown());
        }
        return Ok(Place::Element(object, machine.pool.int(index)));
    }
    if let Some(name) = known_name(state, object)
        && offset >= STATIC
    {
        let class = machine.program.class_by_name(name).ok_or_else(unknown)?;
        let position = usize::try_from((offset - STATIC) / FIELD).map_err(|_| unknown())?;
        return fields(machine.program, class, true).get(position).copied().map(Place::Static).ok_or_else(unknown);
    }
    let class = state.heap.instance(object).and_then(|body| body.types.first().copied()).ok_or_else(unknown)?;
    let position = usize::try_from(offset / FIELD).map_err(|_| unknown())?;
    let field = instance_fields(machine.program, class).get(position).copied().ok_or_else(unknown)?;
    Ok(Place::Field(object, field))
}

/// The index of the element of an array at an offset that the path leaves open, as an identity hash code decides it in a table.
///
/// # Errors
/// A choice, where the path does not decide that the offset is that of an element; a stop, where it is not.
fn open_index(machine: &mut Machine<'_>, state: &State, array: ObjectId, offset: TermId) -> Result<TermId, Interrupt> {
    let body = state.heap.array(array).ok_or_else(unknown)?;
    let scale = scale(body.component);
    let pool = &mut machine.pool;
    let (header, zero, rest) = (pool.long(HEADER), pool.long(0), pool.long(scale - 1));
    let (each, distance) = (pool.long(scale), pool.int(scale.trailing_zeros() as i32));
    let length = pool.int_to_long(body.length);
    let (end, offset) = (pool.multiply(length, each), pool.subtract(offset, header));
    let rest = pool.and(offset, rest);
    let (is_whole, above, below) = (pool.equal(rest, zero), pool.less_or_equal(zero, offset), pool.less(offset, end));
    let inside = pool.conjunction(above, below);
    let is_element = pool.conjunction(is_whole, inside);
    if !state.path.decide(pool, is_element)? {
        return Err(unknown());
    }
    let index = pool.shift_right(offset, distance);
    Ok(pool.long_to_int(index))
}

pub(super) fn load(machine: &mut Machine<'_>, state: &mut State, place: &Place) -> Result<Value, Interrupt> {
    if let Place::Static(field) = *place {
        if let Some(value) = machine.constant_static(state, field)? {
            return Ok(value);
        }
        if state.heap.statics_are_inputs {
            return machine.initialised_static(state, field);
        }
    }
    if let Place::Field(object, field) = *place {
        machine.refuse_unknown_of_machine(state, object, field)?;
    }
    if let Place::Element(array, index) = *place
        && let Some(Contents::Primitive(kind, contents)) = state.heap.array(array).map(|body| &body.contents)
    {
        let (sort, element) = (kind.sort(), machine.pool.select(*contents, index));
        return Value::of_sort(sort, element).ok_or_else(unknown);
    }
    let (heap, mut context) = machine.heap_context(state);
    match *place {
        Place::Field(object, field) => Ok(heap.read_field(&mut context, object, field)),
        Place::Element(array, index) => Ok(heap.read_element(&mut context, array, index)?),
        Place::Static(field) => Ok(heap.read_static(&mut context, field)),
    }
}

/// Puts a value into a place.
pub(super) fn store(
    machine: &mut Machine<'_>,
    state: &mut State,
    place: &Place,
    value: Value,
) -> Result<(), Interrupt> {
    if let Place::Element(array, index) = *place
        && let Some(body) = state.heap.array(array)
        && let Contents::Primitive(kind, contents) = body.contents
    {
        let stored = value.number().filter(|stored| machine.pool.sort(*stored) == kind.sort()).ok_or_else(unknown)?;
        let changed = machine.pool.store(contents, index, stored);
        if let Some(body) = state.heap.array_mut(array) {
            body.contents = Contents::Primitive(kind, changed);
        }
        return Ok(());
    }
    if let Place::Field(object, field) = *place {
        machine.note_collection_field_written(state, object, field);
    }
    let (heap, mut context) = machine.heap_context(state);
    match *place {
        Place::Field(object, field) => heap.write_field(object, field, value),
        Place::Element(array, index) => heap.write_element(&mut context, array, index, value)?,
        Place::Static(field) => heap.write_static(field, value),
    }
    Ok(())
}

fn read(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    let [_, object, offset] = arguments else { return Err(malformed("Unsafe")) };
    let place = place(machine, state, *object, *offset)?;
    Ok(ExternalResult::Returned(Some(load(machine, state, &place)?)))
}

fn write(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    let [_, object, offset, value] = arguments else { return Err(malformed("Unsafe")) };
    let place = place(machine, state, *object, *offset)?;
    store(machine, state, &place, *value)?;
    Ok(ExternalResult::Returned(None))
}

fn compare_and_set(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
) -> Result<ExternalResult, Interrupt> {
    let (_, holds) = compared(machine, state, arguments)?;
    returns_int(machine, i32::from(holds))
}

fn compare_and_exchange(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
) -> Result<ExternalResult, Interrupt> {
    let (current, _) = compared(machine, state, arguments)?;
    Ok(ExternalResult::Returned(Some(current)))
}

/// Stores a value where another one is; what was there, and whether that was it.
fn compared(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<(Value, bool), Interrupt> {
    let [_, object, offset, expected, value] = arguments else { return Err(malformed("Unsafe")) };
    let place = place(machine, state, *object, *offset)?;
    let current = load(machine, state, &place)?;
    let holds = machine.identical(state, current, *expected)?;
    if holds {
        store(machine, state, &place, *value)?;
    }
    Ok((current, holds))
}

fn get_and_set(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    let [_, object, offset, value] = arguments else { return Err(malformed("Unsafe")) };
    let place = place(machine, state, *object, *offset)?;
    let current = load(machine, state, &place)?;
    store(machine, state, &place, *value)?;
    Ok(ExternalResult::Returned(Some(current)))
}

fn get_and_add(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    get_and_change(machine, state, arguments, TermPool::add)
}

fn get_and_or(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    get_and_change(machine, state, arguments, TermPool::or)
}

fn get_and_and(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    get_and_change(machine, state, arguments, TermPool::and)
}

fn get_and_xor(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    get_and_change(machine, state, arguments, TermPool::xor)
}

/// Puts what an operator makes of a place's number and another one there; what was there.
fn get_and_change(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
    change: fn(&mut TermPool, TermId, TermId) -> TermId,
) -> Result<ExternalResult, Interrupt> {
    let [_, object, offset, amount] = arguments else { return Err(malformed("Unsafe")) };
    let place = place(machine, state, *object, *offset)?;
    let current = load(machine, state, &place)?;
    let changed = match (current, *amount) {
        (Value::Int(current), Value::Int(amount)) => Value::Int(change(&mut machine.pool, current, amount)),
        (Value::Long(current), Value::Long(amount)) => Value::Long(change(&mut machine.pool, current, amount)),
        _ => return Err(malformed("Unsafe")),
    };
    store(machine, state, &place, changed)?;
    Ok(ExternalResult::Returned(Some(current)))
}
