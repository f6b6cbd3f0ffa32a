//! Numbers in memory: read from the bytes of an array, a field or a block, and written to them.

use super::super::arguments::{Abrupt, Call};
use super::super::unsafe_access::{HEADER, Place, place, scale, unknown};
use super::LARGEST;
use crate::classfile::PrimitiveType;
use crate::heap::{Contents, ObjectId, Origin, Value};
use crate::program::FieldKind;
use crate::term::{ElementKind, Sort, TermId, TermPool};

/// The type of number that a letter of a descriptor stands for.
pub(super) fn primitive(letter: u8) -> Option<PrimitiveType> {
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
pub(super) fn width(kind: PrimitiveType) -> i64 {
    scale(FieldKind::Primitive(kind))
}

fn is_integral(kind: PrimitiveType) -> bool {
    !matches!(kind, PrimitiveType::Boolean | PrimitiveType::Float | PrimitiveType::Double)
}

/// Where a number lies.
pub(super) enum Spot {
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
    pub(super) fn spot(&mut self, object: Value, offset: Value) -> Result<Spot, Abrupt> {
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
    pub(super) fn require_inside(&mut self, array: ObjectId, offset: TermId, bytes: i64) -> Result<(), Abrupt> {
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
    pub(super) fn elements(
        &mut self,
        component: PrimitiveType,
        offset: TermId,
        bytes: i64,
    ) -> Result<Vec<(TermId, i64)>, Abrupt> {
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
    pub(super) fn further(&mut self, offset: TermId, bytes: i64) -> TermId {
        let bytes = self.machine.pool.long(bytes);
        self.machine.pool.add(offset, bytes)
    }

    pub(super) fn contents(&self, array: ObjectId) -> Result<(ElementKind, TermId), Abrupt> {
        match self.state.heap.array(array).map(|body| &body.contents) {
            Some(Contents::Primitive(kind, contents)) => Ok((*kind, *contents)),
            _ => Err(unknown().into()),
        }
    }

    pub(super) fn set_contents(&mut self, array: ObjectId, changed: TermId) {
        if let Some(body) = self.state.heap.array_mut(array)
            && let Contents::Primitive(_, contents) = &mut body.contents
        {
            *contents = changed;
        }
    }

    pub(super) fn number_at(
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

    pub(super) fn put_number(
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
    pub(super) fn flag(&self, position: usize) -> Result<bool, Abrupt> {
        match self.value(position) {
            Value::Nothing => Ok(false),
            Value::Int(flag) => Ok(self.machine.pool.as_int(flag).ok_or_else(unknown)? != 0),
            _ => Err(unknown().into()),
        }
    }

    /// How many bytes an argument says, which must be known and not too many.
    pub(super) fn byte_count(&self, position: usize) -> Result<i64, Abrupt> {
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
