//! `jdk.internal.misc.Unsafe` on numbers: fields and elements, arrays of numbers as bytes, and memory outside of the heap, of which
//! each block is an array of bytes. The lowest byte comes first.

use super::arguments::{Abrupt, Call};
use super::unsafe_access::{HEADER, Place, load, place, scale, store, unknown};
use super::{MethodModel, Precision, value};
use crate::classfile::PrimitiveType;
use crate::heap::{Contents, ObjectId, Origin, Reference, Value};
use crate::program::FieldKind;
use crate::term::{ElementKind, Sort, TermId, TermPool};

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

/// The type of number that a letter of a descriptor stands for.
fn primitive(letter: u8) -> Option<PrimitiveType> {
    Some(match letter {
        b'Z' => PrimitiveType::Boolean,
        b'B' => PrimitiveType::Byte,
        b'S' => PrimitiveType::Short,
        b'C' => PrimitiveType::Char,
        b'I' => PrimitiveType::Int,
        b'J' => PrimitiveType::Long,
        b'F' => PrimitiveType::Float,
        b'D' => PrimitiveType::Double,
        _ => return None,
    })
}

/// How many bytes a number takes.
fn width(kind: PrimitiveType) -> i64 {
    scale(FieldKind::Primitive(kind))
}

fn is_integral(kind: PrimitiveType) -> bool {
    !matches!(kind, PrimitiveType::Boolean | PrimitiveType::Float | PrimitiveType::Double)
}

/// Where a number lies.
enum Spot {
    /// A field, or an element that is a reference.
    Place(Place),
    /// In an array of numbers of a type, so many bytes after its first element.
    Bytes(ObjectId, PrimitiveType, TermId),
}

impl Call<'_, '_> {
    /// The array that holds a block of memory, and the offset in it of an address.
    fn block(&mut self, address: TermId) -> Result<(ObjectId, TermId), Abrupt> {
        let address = self.machine.pool.as_constant(address).ok_or_else(unknown)?;
        let number = u32::try_from((address >> 32) - 1).map_err(|_| unknown())?;
        let array = ObjectId(number);
        let is_block = self.state.heap.object(array).is_some_and(|object| matches!(object.origin, Origin::Allocated))
            && self.state.heap.array(array).is_some();
        if !is_block {
            return Err(unknown().into());
        }
        Ok((array, self.machine.pool.long(address & 0xFFFF_FFFF)))
    }

    /// Where an object and an offset, or null and an address, lead.
    fn spot(&mut self, object: Value, offset: Value) -> Result<Spot, Abrupt> {
        let (Value::Reference(reference), Value::Long(number)) = (object, offset) else {
            return Err(unknown().into());
        };
        let Some(array) = self.state.heap.resolve(reference)? else {
            let (block, offset) = self.block(number)?;
            return Ok(Spot::Bytes(block, PrimitiveType::Byte, offset));
        };
        match self.state.heap.array(array).map(|body| body.component) {
            Some(FieldKind::Primitive(component)) => {
                let header = self.machine.pool.long(HEADER);
                Ok(Spot::Bytes(array, component, self.machine.pool.subtract(number, header)))
            }
            _ => Ok(Spot::Place(place(self.machine, self.state, object, offset)?)),
        }
    }

    /// Refuses what is not wholly inside an array.
    fn require_inside(&mut self, array: ObjectId, offset: TermId, bytes: i64) -> Result<(), Abrupt> {
        let Some(body) = self.state.heap.array(array) else { return Err(unknown().into()) };
        let (FieldKind::Primitive(component), length) = (body.component, body.length) else {
            return Err(unknown().into());
        };
        let pool = &mut self.machine.pool;
        let (length, each, zero) = (pool.int_to_long(length), pool.long(width(component)), pool.long(0));
        let size = pool.multiply(length, each);
        let bytes = pool.long(bytes);
        let last = pool.subtract(size, bytes);
        let (above, below) = (pool.less_or_equal(zero, offset), pool.less_or_equal(offset, last));
        let inside = pool.conjunction(above, below);
        if self.decide(inside)? { Ok(()) } else { Err(unknown().into()) }
    }

    /// The elements that hold the bytes of a number at an offset, each with the byte in it; the offset's own elements where they
    /// are of the number's width.
    fn elements(&mut self, component: PrimitiveType, offset: TermId, bytes: i64) -> Result<Vec<(TermId, i64)>, Abrupt> {
        let each = width(component);
        let pool = &mut self.machine.pool;
        if let Some(first) = pool.as_constant(offset) {
            let at = |byte: i64| (first + byte) / each;
            return Ok((0..bytes).map(|byte| (pool.int(at(byte) as i32), (first + byte) % each)).collect());
        }
        if each != 1 && each != bytes {
            return Err(unknown().into());
        }
        let (size, zero) = (pool.long(each), pool.long(0));
        let rest = pool.remainder(offset, size);
        let is_whole = pool.equal(rest, zero);
        if !self.decide(is_whole)? {
            return Err(unknown().into());
        }
        let pool = &mut self.machine.pool;
        let first = pool.divide(offset, size);
        let first = pool.long_to_int(first);
        Ok((0..bytes)
            .map(|byte| {
                let further = pool.int((byte / each) as i32);
                (pool.add(first, further), byte % each)
            })
            .collect())
    }

    /// The offset so many bytes after one.
    fn further(&mut self, offset: TermId, bytes: i64) -> TermId {
        let bytes = self.machine.pool.long(bytes);
        self.machine.pool.add(offset, bytes)
    }

    fn contents(&self, array: ObjectId) -> Result<(ElementKind, TermId), Abrupt> {
        match self.state.heap.array(array).map(|body| &body.contents) {
            Some(Contents::Primitive(kind, contents)) => Ok((*kind, *contents)),
            _ => Err(unknown().into()),
        }
    }

    fn set_contents(&mut self, array: ObjectId, changed: TermId) {
        if let Some(body) = self.state.heap.array_mut(array)
            && let Contents::Primitive(_, contents) = &mut body.contents
        {
            *contents = changed;
        }
    }

    fn number_at(
        &mut self,
        (array, component, offset): (ObjectId, PrimitiveType, TermId),
        (kind, is_big): (PrimitiveType, bool),
    ) -> Result<Value, Abrupt> {
        let bytes = width(kind);
        self.require_inside(array, offset, bytes)?;
        let (_, contents) = self.contents(array)?;
        let elements = self.elements(component, offset, bytes)?;
        let is_whole = component == kind && elements.first().is_some_and(|(_, byte)| *byte == 0);
        if let (true, false, Some((index, _))) = (is_whole, is_big, elements.first()) {
            let element = self.machine.pool.select(contents, *index);
            let sort = self.machine.pool.sort(element);
            return Value::of_sort(sort, element).ok_or_else(|| unknown().into());
        }
        if !is_integral(component) || !is_integral(kind) {
            return Err(unknown().into());
        }
        let pool = &mut self.machine.pool;
        let sort = if bytes == 8 { Sort::Long } else { Sort::Int };
        let mut number = pool.constant_value(sort, 0);
        for (position, (index, byte)) in elements.into_iter().enumerate() {
            let element = pool.select(contents, index);
            let byte = byte_of(pool, element, byte);
            let byte = if bytes == 8 { pool.int_to_long(byte) } else { byte };
            let place = if is_big { bytes - 1 - position as i64 } else { position as i64 };
            let distance = pool.int(8 * place as i32);
            let moved = pool.shift_left(byte, distance);
            number = pool.or(number, moved);
        }
        Ok(match kind {
            PrimitiveType::Long => Value::Long(number),
            PrimitiveType::Byte => Value::Int(pool.to_byte(number)),
            PrimitiveType::Short => Value::Int(pool.to_short(number)),
            PrimitiveType::Char => Value::Int(pool.to_char(number)),
            _ => Value::Int(number),
        })
    }

    fn put_number(
        &mut self,
        (array, component, offset): (ObjectId, PrimitiveType, TermId),
        (kind, is_big): (PrimitiveType, bool),
        number: TermId,
    ) -> Result<(), Abrupt> {
        let bytes = width(kind);
        self.require_inside(array, offset, bytes)?;
        let (element_kind, mut contents) = self.contents(array)?;
        let elements = self.elements(component, offset, bytes)?;
        let is_whole = component == kind && elements.first().is_some_and(|(_, byte)| *byte == 0);
        if let (true, false, Some((index, _))) = (is_whole, is_big, elements.first()) {
            let changed = self.machine.pool.store(contents, *index, number);
            self.set_contents(array, changed);
            return Ok(());
        }
        if !is_integral(component) || !is_integral(kind) {
            return Err(unknown().into());
        }
        let pool = &mut self.machine.pool;
        for (position, (index, byte)) in elements.into_iter().enumerate() {
            let place = if is_big { bytes - 1 - position as i64 } else { position as i64 };
            let written = byte_of(pool, number, place);
            let element = pool.select(contents, index);
            let changed = with_byte(pool, element, byte, written);
            let changed = pool.narrow_to(changed, element_kind);
            contents = pool.store(contents, index, changed);
        }
        self.set_contents(array, contents);
        Ok(())
    }

    /// A truth value that is a constant, false where it is not given.
    fn flag(&self, position: usize) -> Result<bool, Abrupt> {
        match self.value(position) {
            Value::Nothing => Ok(false),
            Value::Int(flag) => Ok(self.machine.pool.as_int(flag).ok_or_else(unknown)? != 0),
            _ => Err(unknown().into()),
        }
    }

    /// How many bytes an argument says, which must be known and not too many.
    fn byte_count(&self, position: usize) -> Result<i64, Abrupt> {
        let count = self.machine.pool.as_constant(self.number(position)?);
        Ok(count.filter(|count| (0..=LARGEST).contains(count)).ok_or_else(unknown)?)
    }
}

/// A byte of a number, as an int from 0 to 255.
fn byte_of(pool: &mut TermPool, number: TermId, byte: i64) -> TermId {
    let distance = pool.int(8 * byte as i32);
    let moved = pool.unsigned_shift_right(number, distance);
    let low = if pool.sort(moved) == Sort::Long { pool.long_to_int(moved) } else { moved };
    let mask = pool.int(0xFF);
    pool.and(low, mask)
}

/// A number with one of its bytes replaced, by an int from 0 to 255.
fn with_byte(pool: &mut TermPool, number: TermId, byte: i64, replacement: TermId) -> TermId {
    let is_long = pool.sort(number) == Sort::Long;
    let (mask, replacement) = if is_long {
        (pool.long(!(0xFF << (8 * byte))), pool.int_to_long(replacement))
    } else {
        (pool.int(!(0xFF << (8 * byte))), replacement)
    };
    let distance = pool.int(8 * byte as i32);
    let (rest, moved) = (pool.and(number, mask), pool.shift_left(replacement, distance));
    pool.or(rest, moved)
}

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
