//! One instruction from its bytes: operands read, constants resolved, branch targets turned into indices.

use super::constant_pool::ConstantPool;
use super::descriptor::dimensions;
use super::error::{ClassFileError, Decoded};
use super::instruction::*;
use super::layout::{Layout, lookup_length, skip_switch_padding, table_length};
use super::opcode::{WIDE, mnemonic};
use super::reader::Reader;
use std::sync::Arc;

/// What the instructions of one method are decoded with.
pub(super) struct InstructionDecoder<'a> {
    /// The constants.
    pub(super) pool: &'a ConstantPool,
    /// The instruction boundaries.
    pub(super) layout: &'a Layout,
    /// How many local variable slots the method has.
    pub(super) max_locals: u16,
}

/// One of the five kinds in the order in which the opcodes of a family are numbered.
fn kind(number: u8) -> ValueKind {
    match number {
        0 => ValueKind::Int,
        1 => ValueKind::Long,
        2 => ValueKind::Float,
        3 => ValueKind::Double,
        _ => ValueKind::Reference,
    }
}

/// One of the eight kinds of array elements in the order of the opcodes.
fn array_access(number: u8) -> ArrayAccess {
    match number {
        0 => ArrayAccess::Int,
        1 => ArrayAccess::Long,
        2 => ArrayAccess::Float,
        3 => ArrayAccess::Double,
        4 => ArrayAccess::Reference,
        5 => ArrayAccess::ByteOrBoolean,
        6 => ArrayAccess::Char,
        _ => ArrayAccess::Short,
    }
}

fn relation(number: u8) -> Relation {
    match number {
        0 => Relation::Equal,
        1 => Relation::NotEqual,
        2 => Relation::Less,
        3 => Relation::GreaterOrEqual,
        4 => Relation::Greater,
        _ => Relation::LessOrEqual,
    }
}

fn binary(opcode: u8) -> Instruction {
    let number = opcode - 96;
    let operator = match opcode {
        96..=99 => BinaryOperator::Add,
        100..=103 => BinaryOperator::Subtract,
        104..=107 => BinaryOperator::Multiply,
        108..=111 => BinaryOperator::Divide,
        112..=115 => BinaryOperator::Remainder,
        120 | 121 => BinaryOperator::ShiftLeft,
        122 | 123 => BinaryOperator::ShiftRight,
        124 | 125 => BinaryOperator::UnsignedShiftRight,
        126 | 127 => BinaryOperator::And,
        128 | 129 => BinaryOperator::Or,
        _ => BinaryOperator::Xor,
    };
    // The first families have four kinds, the later ones int and long only.
    Instruction::Binary(kind(if opcode < 120 { number % 4 } else { number % 2 }), operator)
}

fn conversion(opcode: u8) -> Instruction {
    Instruction::Convert(match opcode {
        145 => Conversion::IntToByte,
        146 => Conversion::IntToChar,
        147 => Conversion::IntToShort,
        _ => {
            // From each kind to the three others, in order.
            let number = opcode - 133;
            let (from, to) = (number / 3, number % 3);
            Conversion::Between(kind(from), kind(if to < from { to } else { to + 1 }))
        }
    })
}

fn primitive_of_code(code: u8) -> Decoded<PrimitiveType> {
    Ok(match code {
        4 => PrimitiveType::Boolean,
        5 => PrimitiveType::Char,
        6 => PrimitiveType::Float,
        7 => PrimitiveType::Double,
        8 => PrimitiveType::Byte,
        9 => PrimitiveType::Short,
        10 => PrimitiveType::Int,
        11 => PrimitiveType::Long,
        _ => {
            return Err(ClassFileError::malformed(format!("newarray of the unknown element type {code}")));
        }
    })
}

impl InstructionDecoder<'_> {
    /// Decodes the instruction at the reader's position.
    pub(super) fn decode(&self, reader: &mut Reader<'_>) -> Decoded<DecodedInstruction> {
        let offset = reader.position();
        let at = |error: ClassFileError| error.within(format!("offset {offset}"));
        let first = reader.u8().map_err(at)?;
        let wide = first == WIDE;
        let opcode = if wide { reader.u8().map_err(at)? } else { first };
        let instruction = self
            .instruction(opcode, wide, offset, reader)
            .map_err(|error| error.within(format!("offset {offset}: {}", mnemonic(opcode))))?;
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        Ok(DecodedInstruction { offset, opcode, instruction })
    }

    fn instruction(&self, opcode: u8, wide: bool, offset: usize, reader: &mut Reader<'_>) -> Decoded<Instruction> {
        let pool = self.pool;
        Ok(match opcode {
            0 => Instruction::Nop,
            1 => Instruction::NullConstant,
            2..=8 => Instruction::IntConstant(i32::from(opcode) - 3),
            9 | 10 => Instruction::LongConstant(i64::from(opcode) - 9),
            11..=13 => Instruction::Constant(LoadableConstant::Float(f32::from(opcode - 11).to_bits())),
            14 | 15 => Instruction::Constant(LoadableConstant::Double(f64::from(opcode - 14).to_bits())),
            16 => Instruction::IntConstant(i32::from(reader.u8()?.cast_signed())),
            17 => Instruction::IntConstant(i32::from(reader.i16()?)),
            18 => self.load_constant(u16::from(reader.u8()?), 1)?,
            19 => self.load_constant(reader.u16()?, 1)?,
            20 => self.load_constant(reader.u16()?, 2)?,
            21..=25 => self.load(kind(opcode - 21), self.local(wide, reader)?)?,
            26..=45 => self.load(kind((opcode - 26) / 4), u16::from((opcode - 26) % 4))?,
            46..=53 => Instruction::ArrayLoad(array_access(opcode - 46)),
            54..=58 => self.store(kind(opcode - 54), self.local(wide, reader)?)?,
            59..=78 => self.store(kind((opcode - 59) / 4), u16::from((opcode - 59) % 4))?,
            79..=86 => Instruction::ArrayStore(array_access(opcode - 79)),
            87 => Instruction::Pop,
            88 => Instruction::Pop2,
            89 => Instruction::Dup,
            90 => Instruction::DupX1,
            91 => Instruction::DupX2,
            92 => Instruction::Dup2,
            93 => Instruction::Dup2X1,
            94 => Instruction::Dup2X2,
            95 => Instruction::Swap,
            116..=119 => Instruction::Negate(kind(opcode - 116)),
            96..=131 => binary(opcode),
            132 => {
                let local = self.checked_local(self.local(wide, reader)?, 1)?;
                let amount = if wide { reader.i16()? } else { i16::from(reader.u8()?.cast_signed()) };
                Instruction::Increment(local, amount)
            }
            133..=147 => conversion(opcode),
            148 => Instruction::Compare(Comparison::Long),
            149 => Instruction::Compare(Comparison::FloatLess),
            150 => Instruction::Compare(Comparison::FloatGreater),
            151 => Instruction::Compare(Comparison::DoubleLess),
            152 => Instruction::Compare(Comparison::DoubleGreater),
            153..=158 => self.branch(Condition::IntZero(relation(opcode - 153)), offset, reader)?,
            159..=164 => self.branch(Condition::IntCompare(relation(opcode - 159)), offset, reader)?,
            165 | 166 => self.branch(Condition::ReferenceEqual(opcode == 165), offset, reader)?,
            167 => Instruction::Goto(self.target(offset, i32::from(reader.i16()?))?),
            168 => Instruction::JumpSubroutine(self.target(offset, i32::from(reader.i16()?))?),
            169 => Instruction::ReturnFromSubroutine(self.checked_local(self.local(wide, reader)?, 1)?),
            170 => self.table_switch(offset, reader)?,
            171 => self.lookup_switch(offset, reader)?,
            172..=176 => Instruction::Return(Some(kind(opcode - 172))),
            177 => Instruction::Return(None),
            178 => Instruction::GetStatic(pool.field(reader.u16()?)?),
            179 => Instruction::PutStatic(pool.field(reader.u16()?)?),
            180 => Instruction::GetField(pool.field(reader.u16()?)?),
            181 => Instruction::PutField(pool.field(reader.u16()?)?),
            182 => self.invoke(InvokeKind::Virtual, reader.u16()?)?,
            183 => self.invoke(InvokeKind::Special, reader.u16()?)?,
            184 => self.invoke(InvokeKind::Static, reader.u16()?)?,
            185 => {
                let index = reader.u16()?;
                // The argument count repeats the descriptor, and the byte after it is zero.
                reader.take(2)?;
                self.invoke(InvokeKind::Interface, index)?
            }
            186 => {
                let index = reader.u16()?;
                reader.take(2)?;
                Instruction::InvokeDynamic(pool.call_site(index)?)
            }
            187 => Instruction::New(pool.class_name(reader.u16()?)?),
            188 => Instruction::NewPrimitiveArray(primitive_of_code(reader.u8()?)?),
            189 => Instruction::NewReferenceArray(pool.type_name(reader.u16()?)?),
            190 => Instruction::ArrayLength,
            191 => Instruction::Throw,
            192 => Instruction::CheckCast(pool.type_name(reader.u16()?)?),
            193 => Instruction::InstanceOf(pool.type_name(reader.u16()?)?),
            194 => Instruction::MonitorEnter,
            195 => Instruction::MonitorExit,
            197 => {
                let class = pool.type_name(reader.u16()?)?;
                let count = reader.u8()?;
                if count == 0 || usize::from(count) > dimensions(&class) {
                    return Err(ClassFileError::malformed(format!("{count} dimensions of the type {class}")));
                }
                Instruction::NewMultiArray(class, count)
            }
            198 | 199 => self.branch(Condition::Null(opcode == 198), offset, reader)?,
            200 => Instruction::Goto(self.target(offset, reader.i32()?)?),
            201 => Instruction::JumpSubroutine(self.target(offset, reader.i32()?)?),
            WIDE | 202.. => {
                return Err(ClassFileError::malformed(format!("unknown opcode {opcode}")));
            }
        })
    }

    /// `ldc` and its like: for values of one or of two slots.
    fn load_constant(&self, index: u16, slots: u16) -> Decoded<Instruction> {
        let constant = self.pool.loadable(index)?;
        let found = match &constant {
            LoadableConstant::Long(_) | LoadableConstant::Double(_) => 2,
            LoadableConstant::Dynamic(dynamic) if matches!(&*dynamic.descriptor, "J" | "D") => 2,
            _ => 1,
        };
        if found != slots {
            return Err(ClassFileError::malformed(format!(
                "constant {index} takes {found} stack slots where {slots} are pushed"
            )));
        }
        Ok(match constant {
            LoadableConstant::Int(value) => Instruction::IntConstant(value),
            LoadableConstant::Long(value) => Instruction::LongConstant(value),
            other => Instruction::Constant(other),
        })
    }

    fn local(&self, wide: bool, reader: &mut Reader<'_>) -> Decoded<u16> {
        if wide { reader.u16() } else { reader.u8().map(u16::from) }
    }

    fn checked_local(&self, local: u16, slots: u16) -> Decoded<u16> {
        if u32::from(local) + u32::from(slots) > u32::from(self.max_locals) {
            return Err(ClassFileError::malformed(format!(
                "local variable {local} of a method with {} local variable slots",
                self.max_locals
            )));
        }
        Ok(local)
    }

    fn load(&self, kind: ValueKind, local: u16) -> Decoded<Instruction> {
        Ok(Instruction::Load(kind, self.checked_local(local, slots(kind))?))
    }

    fn store(&self, kind: ValueKind, local: u16) -> Decoded<Instruction> {
        Ok(Instruction::Store(kind, self.checked_local(local, slots(kind))?))
    }

    fn target(&self, offset: usize, distance: i32) -> Decoded<u32> {
        let from = i64::try_from(offset).unwrap_or(i64::MAX);
        let target = from.saturating_add(i64::from(distance));
        self.layout.instruction(target).map_err(|error| error.within("its target"))
    }

    fn branch(&self, condition: Condition, offset: usize, reader: &mut Reader<'_>) -> Decoded<Instruction> {
        Ok(Instruction::Branch(condition, self.target(offset, i32::from(reader.i16()?))?))
    }

    fn table_switch(&self, offset: usize, reader: &mut Reader<'_>) -> Decoded<Instruction> {
        skip_switch_padding(reader)?;
        let default = self.target(offset, reader.i32()?)?;
        let (low, high) = (reader.i32()?, reader.i32()?);
        let count = checked_count(table_length(low, high)?, 4, reader)?;
        let mut cases = Vec::with_capacity(count);
        for key in low..=high {
            cases.push((key, self.target(offset, reader.i32()?)?));
        }
        Ok(Instruction::Switch(Arc::new(Switch { cases, default })))
    }

    fn lookup_switch(&self, offset: usize, reader: &mut Reader<'_>) -> Decoded<Instruction> {
        skip_switch_padding(reader)?;
        let default = self.target(offset, reader.i32()?)?;
        let count = checked_count(lookup_length(reader.i32()?)?, 8, reader)?;
        let mut cases: Vec<(i32, u32)> = Vec::with_capacity(count);
        for _ in 0..count {
            let key = reader.i32()?;
            if cases.last().is_some_and(|(before, _)| *before >= key) {
                return Err(ClassFileError::malformed(format!("the keys do not ascend at {key}")));
            }
            cases.push((key, self.target(offset, reader.i32()?)?));
        }
        Ok(Instruction::Switch(Arc::new(Switch { cases, default })))
    }

    fn invoke(&self, kind: InvokeKind, index: u16) -> Decoded<Instruction> {
        let method = self.pool.method(index)?;
        match (kind, method.interface) {
            (InvokeKind::Virtual, true) => Err(self.pool.wrong(index, "a class's method")),
            (InvokeKind::Interface, false) => Err(self.pool.wrong(index, "an interface's method")),
            _ => Ok(Instruction::Invoke(kind, method)),
        }
    }
}

fn slots(kind: ValueKind) -> u16 {
    match kind {
        ValueKind::Long | ValueKind::Double => 2,
        ValueKind::Int | ValueKind::Float | ValueKind::Reference => 1,
    }
}

/// A count whose entries are there to be read, so that reserving room for them is no risk.
fn checked_count(count: usize, entry_length: usize, reader: &Reader<'_>) -> Decoded<usize> {
    if count > reader.remaining() / entry_length {
        return Err(ClassFileError::truncated(format!("{count} cases are more than the code holds")));
    }
    Ok(count)
}
