//! `jdk.internal.misc.Unsafe` on numbers: fields and elements, arrays of numbers as bytes, and memory outside of the heap, of which
//! each block is an array of bytes. The lowest byte comes first.

mod numbers;

use super::arguments::{Abrupt, Call};
use super::unsafe_access::{Place, load, store, unknown};
use super::{MethodModel, Precision, value};
use crate::classfile::PrimitiveType;
use crate::heap::{Reference, Value};
use crate::program::FieldKind;
use crate::term::TermId;
use numbers::{Spot, primitive, width};

const UNSAFE: &str = "jdk/internal/misc/Unsafe";
/// The largest block of memory, and the most bytes that are set or copied at once.
const LARGEST: i64 = 1 << 20;

macro_rules! rows {
    ($($descriptor:literal $implementation:ident $($name:literal)+;)+) => {
        &[$($(value(UNSAFE, $name, $descriptor, Precision::Bounded, $implementation),)+)+]
    };
}

pub(super) const TABLE: &[MethodModel] = rows! {
    "(Ljava/lang/Object;J)I" get "getInt" "getIntVolatile" "getIntAcquire" "getIntOpaque" "getIntUnaligned";
    "(Ljava/lang/Object;J)J" get "getLong" "getLongVolatile" "getLongAcquire" "getLongOpaque" "getLongUnaligned";
    "(Ljava/lang/Object;J)Z" get "getBoolean" "getBooleanVolatile" "getBooleanAcquire" "getBooleanOpaque";
    "(Ljava/lang/Object;J)B" get "getByte" "getByteVolatile" "getByteAcquire" "getByteOpaque";
    "(Ljava/lang/Object;J)S" get "getShort" "getShortVolatile" "getShortAcquire" "getShortOpaque" "getShortUnaligned";
    "(Ljava/lang/Object;J)C" get "getChar" "getCharVolatile" "getCharAcquire" "getCharOpaque" "getCharUnaligned";
    "(Ljava/lang/Object;J)F" get "getFloat" "getFloatVolatile" "getFloatAcquire" "getFloatOpaque";
    "(Ljava/lang/Object;J)D" get "getDouble" "getDoubleVolatile" "getDoubleAcquire" "getDoubleOpaque";
    "(Ljava/lang/Object;JZ)I" get "getIntUnaligned";
    "(Ljava/lang/Object;JZ)J" get "getLongUnaligned";
    "(Ljava/lang/Object;JZ)S" get "getShortUnaligned";
    "(Ljava/lang/Object;JZ)C" get "getCharUnaligned";
    "(Ljava/lang/Object;JI)V" put "putInt" "putIntVolatile" "putIntRelease" "putIntOpaque" "putIntUnaligned";
    "(Ljava/lang/Object;JJ)V" put "putLong" "putLongVolatile" "putLongRelease" "putLongOpaque" "putLongUnaligned";
    "(Ljava/lang/Object;JZ)V" put "putBoolean" "putBooleanVolatile" "putBooleanRelease" "putBooleanOpaque";
    "(Ljava/lang/Object;JB)V" put "putByte" "putByteVolatile" "putByteRelease" "putByteOpaque";
    "(Ljava/lang/Object;JS)V" put "putShort" "putShortVolatile" "putShortRelease" "putShortOpaque" "putShortUnaligned";
    "(Ljava/lang/Object;JC)V" put "putChar" "putCharVolatile" "putCharRelease" "putCharOpaque" "putCharUnaligned";
    "(Ljava/lang/Object;JF)V" put "putFloat" "putFloatVolatile" "putFloatRelease" "putFloatOpaque";
    "(Ljava/lang/Object;JD)V" put "putDouble" "putDoubleVolatile" "putDoubleRelease" "putDoubleOpaque";
    "(Ljava/lang/Object;JIZ)V" put "putIntUnaligned";
    "(Ljava/lang/Object;JJZ)V" put "putLongUnaligned";
    "(Ljava/lang/Object;JSZ)V" put "putShortUnaligned";
    "(Ljava/lang/Object;JCZ)V" put "putCharUnaligned";
    "(J)B" get_outside "getByte";
    "(J)S" get_outside "getShort";
    "(J)C" get_outside "getChar";
    "(J)I" get_outside "getInt";
    "(J)J" get_outside "getLong";
    "(JB)V" put_outside "putByte";
    "(JS)V" put_outside "putShort";
    "(JC)V" put_outside "putChar";
    "(JI)V" put_outside "putInt";
    "(JJ)V" put_outside "putLong";
    "(J)J" allocate "allocateMemory";
    "(J)V" free "freeMemory";
    "(Ljava/lang/Object;JJB)V" fill "setMemory";
    "(JJB)V" fill_outside "setMemory";
    "(Ljava/lang/Object;JLjava/lang/Object;JJ)V" copy "copyMemory";
    "(JJJ)V" copy_outside "copyMemory";
    "(Ljava/lang/Object;JLjava/lang/Object;JJJ)V" copy_swapped "copySwapMemory";
    "()I" page_size "pageSize";
    "()I" address_size "addressSize";
};

/// The type of the number that the running model reads or writes.
fn kind(call: &Call<'_, '_>) -> Result<PrimitiveType, Abrupt> {
    let (parameters, result) = call.model.descriptor.rsplit_once(')').ok_or_else(unknown)?;
    let letter = match result.as_bytes() {
        // What is written comes after the place, and before the order of the bytes.
        b"V" => {
            let place = parameters.trim_start_matches('(');
            place.strip_prefix("Ljava/lang/Object;").unwrap_or(place).as_bytes().get(1)
        }
        letters => letters.first(),
    };
    Ok(letter.and_then(|letter| primitive(*letter)).ok_or_else(unknown)?)
}

fn has_kind(call: &Call<'_, '_>, place: &Place, kind: PrimitiveType) -> bool {
    match place {
        Place::Field(_, field) | Place::Static(field) => {
            call.machine.program.field(*field).kind == FieldKind::Primitive(kind)
        }
        Place::Element(..) => false,
    }
}

fn get_at(call: &mut Call<'_, '_>, object: Value, offset: Value, is_big: bool) -> Result<Option<Value>, Abrupt> {
    let kind = kind(call)?;
    match call.spot(object, offset)? {
        Spot::Place(place) if has_kind(call, &place, kind) => Ok(Some(load(call.machine, call.state, &place)?)),
        Spot::Place(_) => Err(unknown().into()),
        Spot::Bytes(array, component, offset) => call.number_at((array, component, offset), (kind, is_big)).map(Some),
    }
}

fn get(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let is_big = call.flag(3)?;
    get_at(call, call.value(1), call.value(2), is_big)
}

fn get_outside(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    get_at(call, Value::Reference(Reference::Null), call.value(1), false)
}

fn put_at(
    call: &mut Call<'_, '_>,
    (object, offset): (Value, Value),
    number: Value,
    is_big: bool,
) -> Result<Option<Value>, Abrupt> {
    let kind = kind(call)?;
    let number = call.machine.narrowed(number, FieldKind::Primitive(kind));
    match call.spot(object, offset)? {
        Spot::Place(place) if has_kind(call, &place, kind) => store(call.machine, call.state, &place, number)?,
        Spot::Place(_) => return Err(unknown().into()),
        Spot::Bytes(array, component, offset) => {
            let number = number.number().ok_or_else(unknown)?;
            call.put_number((array, component, offset), (kind, is_big), number)?;
        }
    }
    Ok(None)
}

fn put(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let is_big = call.flag(4)?;
    put_at(call, (call.value(1), call.value(2)), call.value(3), is_big)
}

fn put_outside(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    put_at(call, (Value::Reference(Reference::Null), call.value(1)), call.value(2), false)
}

/// A block of memory, whose address tells its array. Whoever asks for one sets it before reading it. One that an initialiser asked
/// for would have another array on each path.
fn allocate(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let count = call.byte_count(1)?;
    if !call.state.heap.statics_are_inputs {
        return Err(unknown().into());
    }
    let length = call.small(count as i32);
    let component = FieldKind::Primitive(PrimitiveType::Byte);
    let block = call.state.heap.allocate_array(&mut call.machine.pool, component, length);
    let address = (i64::from(block.0) + 1) << 32;
    Ok(Some(Value::Long(call.machine.pool.long(address))))
}

fn free(_: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    Ok(None)
}

/// No address is a multiple of it that should not be: what asks for it shows it nowhere.
fn page_size(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    Ok(Some(Value::Int(call.small(4096))))
}

/// Of 64 bits.
fn address_size(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    Ok(Some(Value::Int(call.small(8))))
}

fn fill_at(
    call: &mut Call<'_, '_>,
    (object, offset): (Value, Value),
    count: i64,
    byte: TermId,
) -> Result<Option<Value>, Abrupt> {
    let Spot::Bytes(array, component, offset) = call.spot(object, offset)? else { return Err(unknown().into()) };
    call.require_inside(array, offset, count)?;
    for further in 0..count {
        let at = call.further(offset, further);
        call.put_number((array, component, at), (PrimitiveType::Byte, false), byte)?;
    }
    Ok(None)
}

fn fill(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let (count, byte) = (call.byte_count(3)?, call.int(4)?);
    fill_at(call, (call.value(1), call.value(2)), count, byte)
}

fn fill_outside(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let (count, byte) = (call.byte_count(2)?, call.int(3)?);
    fill_at(call, (Value::Reference(Reference::Null), call.value(1)), count, byte)
}

fn copy_between(
    call: &mut Call<'_, '_>,
    from: (Value, Value),
    to: (Value, Value),
    bytes: i64,
) -> Result<Option<Value>, Abrupt> {
    let Spot::Bytes(source, source_kind, source_from) = call.spot(from.0, from.1)? else {
        return Err(unknown().into());
    };
    let Spot::Bytes(destination, kind, destination_from) = call.spot(to.0, to.1)? else { return Err(unknown().into()) };
    call.require_inside(source, source_from, bytes)?;
    call.require_inside(destination, destination_from, bytes)?;
    let each = width(kind);
    if source_kind == kind && bytes % each == 0 {
        let first = |call: &mut Call<'_, '_>, offset| {
            let elements = call.elements(kind, offset, each)?;
            let whole = elements.first().filter(|(_, byte)| *byte == 0).map(|(index, _)| *index);
            whole.ok_or_else(|| Abrupt::from(unknown()))
        };
        let (source_from, destination_from) = (first(call, source_from)?, first(call, destination_from)?);
        let ((_, source), (_, contents)) = (call.contents(source)?, call.contents(destination)?);
        let length = call.small((bytes / each) as i32);
        let changed = call.machine.pool.copy(contents, destination_from, source, source_from, length);
        call.set_contents(destination, changed);
        return Ok(None);
    }
    // All is read before anything is written, since the two may overlap.
    let mut held = Vec::new();
    for further in 0..bytes {
        let offset = call.further(source_from, further);
        held.push(call.number_at((source, source_kind, offset), (PrimitiveType::Byte, false))?);
    }
    for (further, byte) in held.into_iter().enumerate() {
        let offset = call.further(destination_from, further as i64);
        let byte = byte.number().ok_or_else(unknown)?;
        call.put_number((destination, kind, offset), (PrimitiveType::Byte, false), byte)?;
    }
    Ok(None)
}

fn copy(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let count = call.byte_count(5)?;
    copy_between(call, (call.value(1), call.value(2)), (call.value(3), call.value(4)), count)
}

fn copy_outside(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let (null, count) = (Value::Reference(Reference::Null), call.byte_count(3)?);
    copy_between(call, (null, call.value(1)), (null, call.value(2)), count)
}

/// Copies numbers of a size with the order of their bytes turned round. All is read before anything is written.
fn copy_swapped(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let (from, to) = ((call.value(1), call.value(2)), (call.value(3), call.value(4)));
    let (count, size) = (call.byte_count(5)?, call.byte_count(6)?);
    let numbers = match size {
        2 => PrimitiveType::Char,
        4 => PrimitiveType::Int,
        8 => PrimitiveType::Long,
        _ => return Err(unknown().into()),
    };
    let (source, destination) = (call.spot(from.0, from.1)?, call.spot(to.0, to.1)?);
    let (Spot::Bytes(source, source_kind, source_from), Spot::Bytes(destination, kind, destination_from)) =
        (source, destination)
    else {
        return Err(unknown().into());
    };
    let mut held = Vec::new();
    for position in 0..count / size {
        let offset = call.further(source_from, position * size);
        held.push(call.number_at((source, source_kind, offset), (numbers, true))?);
    }
    for (position, number) in held.into_iter().enumerate() {
        let offset = call.further(destination_from, position as i64 * size);
        let number = number.number().ok_or_else(unknown)?;
        call.put_number((destination, kind, offset), (numbers, false), number)?;
    }
    Ok(None)
}
