//! The conditions that are guessed of a class: nullness, ranges, orders, lengths against fields, constants of enums, and what one
//! field implies of another (templates as in Daikon: Ernst and others, 2007; ESC/Java's Houdini).

use crate::classfile::{Instruction, PrimitiveType};
use crate::exec::{Atom, Comparison, Invariant, Operand};
use crate::program::{ClassId, FieldId, FieldKind, MethodId, Program};

/// The most conditions that are guessed of one class.
const MOST_CANDIDATES: usize = 400;
/// The most numbers that the code compares with which are tried as bounds.
const MOST_CONSTANTS: usize = 8;
/// The most constants of an enum that are told apart, and the most fields of such types.
const MOST_ENUM_CONSTANTS: usize = 8;
const MOST_STATES: usize = 2;
/// The most fields of one kind that are paired with each other.
const MOST_PAIRED: usize = 6;

/// The fields of a class by what can be said of them.
#[derive(Default)]
struct Sorted {
    ints: Vec<FieldId>,
    longs: Vec<FieldId>,
    flags: Vec<FieldId>,
    references: Vec<FieldId>,
    arrays: Vec<FieldId>,
    /// Fields of an enum's type, with how many constants that has.
    enums: Vec<(FieldId, usize)>,
}

impl Sorted {
    fn of(program: &Program, fields: &[FieldId]) -> Sorted {
        let mut sorted = Sorted::default();
        for field in fields {
            match program.field(*field).kind {
                FieldKind::Primitive(PrimitiveType::Boolean) => sorted.flags.push(*field),
                FieldKind::Primitive(PrimitiveType::Long) => sorted.longs.push(*field),
                FieldKind::Primitive(PrimitiveType::Float | PrimitiveType::Double) | FieldKind::Text => {}
                FieldKind::Primitive(_) => sorted.ints.push(*field),
                FieldKind::Reference(reference) => {
                    sorted.references.push(*field);
                    if reference.dimensions > 0 {
                        sorted.arrays.push(*field);
                    }
                    let constants = program.constants_of_field(*field).len();
                    if (1..=MOST_ENUM_CONSTANTS).contains(&constants) {
                        sorted.enums.push((*field, constants));
                    }
                }
            }
        }
        sorted
    }
}

/// What is guessed of these fields of a class, whose objects these methods change: the simplest first.
pub fn candidates(program: &Program, class: ClassId, fields: &[FieldId], writers: &[MethodId]) -> Vec<Invariant> {
    let sorted = Sorted::of(program, fields);
    let constants = constants(program, class, writers);
    let mut found = Vec::new();
    found.extend(sorted.references.iter().map(|field| Invariant(vec![Atom::NotNull(*field)])));
    ranges(&sorted, &constants, &mut found);
    lengths(&sorted, &mut found);
    orders(&sorted, &mut found);
    states(&sorted, &mut found);
    implications(&sorted, &constants, &mut found);
    found.truncate(MOST_CANDIDATES);
    found
}

fn compare(left: Operand, comparison: Comparison, right: Operand) -> Atom {
    Atom::Compare(left, comparison, right)
}

fn ranges(sorted: &Sorted, constants: &[i64], found: &mut Vec<Invariant>) {
    use Comparison::LessOrEqual;
    for field in sorted.ints.iter().chain(&sorted.longs).map(|field| Operand::Field(*field)) {
        for constant in constants.iter().map(|value| Operand::Constant(*value)) {
            found.push(Invariant(vec![compare(constant, LessOrEqual, field)]));
            found.push(Invariant(vec![compare(field, LessOrEqual, constant)]));
        }
        found.push(Invariant(vec![compare(field, Comparison::NotEqual, Operand::Constant(0))]));
    }
    for array in sorted.arrays.iter().map(|field| Operand::Length(*field)) {
        found.push(Invariant(vec![compare(Operand::Constant(1), LessOrEqual, array)]));
        for constant in constants.iter().filter(|value| **value > 0).map(|value| Operand::Constant(*value)) {
            found.push(Invariant(vec![compare(array, Comparison::Equal, constant)]));
        }
    }
}

fn lengths(sorted: &Sorted, found: &mut Vec<Invariant>) {
    for array in sorted.arrays.iter().take(MOST_PAIRED).map(|field| Operand::Length(*field)) {
        for number in sorted.ints.iter().take(MOST_PAIRED).map(|field| Operand::Field(*field)) {
            found.push(Invariant(vec![compare(number, Comparison::LessOrEqual, array)]));
            found.push(Invariant(vec![compare(number, Comparison::Less, array)]));
            found.push(Invariant(vec![compare(number, Comparison::Equal, array)]));
        }
    }
    for (at, left) in sorted.arrays.iter().take(MOST_PAIRED).enumerate() {
        for right in sorted.arrays.iter().take(MOST_PAIRED).skip(at + 1) {
            let (left, right) = (Operand::Length(*left), Operand::Length(*right));
            found.push(Invariant(vec![compare(left, Comparison::Equal, right)]));
        }
    }
}

fn orders(sorted: &Sorted, found: &mut Vec<Invariant>) {
    for numbers in [&sorted.ints, &sorted.longs] {
        for left in numbers.iter().take(MOST_PAIRED) {
            for right in numbers.iter().take(MOST_PAIRED).filter(|right| *right != left) {
                let (left, right) = (Operand::Field(*left), Operand::Field(*right));
                found.push(Invariant(vec![compare(left, Comparison::LessOrEqual, right)]));
                found.push(Invariant(vec![compare(left, Comparison::Less, right)]));
            }
        }
    }
}

/// Which constants of an enum a field never refers to, and what each says of the other fields.
fn states(sorted: &Sorted, found: &mut Vec<Invariant>) {
    let (zero, one) = (Operand::Constant(0), Operand::Constant(1));
    for (state, constants) in sorted.enums.iter().take(MOST_STATES) {
        for constant in (0..*constants).map(|place| Operand::Constant(place as i64)) {
            let is_other = compare(Operand::Ordinal(*state), Comparison::NotEqual, constant);
            let is_it = compare(Operand::Ordinal(*state), Comparison::Equal, constant);
            found.push(Invariant(vec![is_other]));
            for reference in sorted.references.iter().filter(|field| *field != state).take(MOST_PAIRED) {
                for says in [Atom::NotNull(*reference), Atom::Null(*reference)] {
                    found.push(Invariant(vec![is_other, says]));
                    found.push(Invariant(vec![is_it, says]));
                }
            }
            for flag in sorted.flags.iter().take(MOST_PAIRED).map(|field| Operand::Field(*field)) {
                for truth in [Comparison::Equal, Comparison::NotEqual] {
                    found.push(Invariant(vec![is_other, compare(flag, truth, zero)]));
                }
            }
            for number in sorted.ints.iter().take(MOST_PAIRED).map(|field| Operand::Field(*field)) {
                found.push(Invariant(vec![is_other, compare(one, Comparison::LessOrEqual, number)]));
                found.push(Invariant(vec![is_other, compare(number, Comparison::LessOrEqual, zero)]));
            }
        }
    }
}

/// What a flag, a number or a reference says of a reference.
fn implications(sorted: &Sorted, constants: &[i64], found: &mut Vec<Invariant>) {
    let zero = Operand::Constant(0);
    for reference in sorted.references.iter().take(MOST_PAIRED) {
        let is = [Atom::NotNull(*reference), Atom::Null(*reference)];
        for flag in sorted.flags.iter().take(MOST_PAIRED).map(|field| Operand::Field(*field)) {
            for truth in [Comparison::Equal, Comparison::NotEqual] {
                found.extend(is.map(|is| Invariant(vec![compare(flag, truth, zero), is])));
            }
        }
        for number in sorted.ints.iter().take(MOST_PAIRED).map(|field| Operand::Field(*field)) {
            for constant in constants.iter().map(|value| Operand::Constant(*value)) {
                for truth in [Comparison::Equal, Comparison::NotEqual] {
                    found.extend(is.map(|is| Invariant(vec![compare(number, truth, constant), is])));
                }
            }
        }
        for other in sorted.references.iter().take(MOST_PAIRED).filter(|other| *other != reference) {
            found.push(Invariant(vec![Atom::Null(*reference), Atom::NotNull(*other)]));
        }
    }
    for flag in sorted.flags.iter().take(MOST_PAIRED).map(|field| Operand::Field(*field)) {
        for number in sorted.ints.iter().chain(&sorted.longs).take(MOST_PAIRED).map(|field| Operand::Field(*field)) {
            for truth in [Comparison::Equal, Comparison::NotEqual] {
                for (low, high) in [(Operand::Constant(1), number), (number, zero)] {
                    let range = compare(low, Comparison::LessOrEqual, high);
                    found.push(Invariant(vec![compare(flag, truth, zero), range]));
                }
            }
        }
    }
}

/// 0 and 1, and the numbers that the code of a class and of its writers names, with their neighbours; the smallest first.
fn constants(program: &Program, class: ClassId, writers: &[MethodId]) -> Vec<i64> {
    let mut named = Vec::new();
    for method in program.class(class).methods.iter().chain(writers) {
        for decoded in program.code(*method).map_or(&[][..], |code| &code.instructions) {
            let value = match &decoded.instruction {
                Instruction::IntConstant(value) => Some(i64::from(*value)),
                Instruction::LongConstant(value) => Some(*value),
                _ => None,
            };
            if let Some(value) = value.filter(|value| !named.contains(value) && *value != 0 && *value != 1) {
                named.push(value);
            }
        }
    }
    named.sort_unstable_by_key(|value| value.unsigned_abs());
    named.truncate(MOST_CONSTANTS);
    let mut found = vec![0, 1];
    for value in named {
        for near in [value, value.saturating_sub(1)] {
            if !found.contains(&near) && i32::try_from(near).is_ok() {
                found.push(near);
            }
        }
    }
    found
}
