//! The conditions that are guessed of a class: nullness, ranges, orders, lengths against fields, constants of enums, and what one
//! field implies of another (templates as in Daikon: Ernst and others, 2007; ESC/Java's Houdini).

use crate::classfile::{Instruction, InvokeKind, MethodReference, PrimitiveType};
use crate::exec::{Atom, Invariant, NumberRelation, Operand};
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
/// The most numbers that states are said to bound by other constants than 0 and 1.
const MOST_BOUNDED: usize = 3;
/// The most arrays whose lengths are compared with differences of fields.
const MOST_SHIFTED: usize = 2;

/// What a field refers to of whose size something is guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SizeOf {
    /// A collection that is its object's alone.
    Own,
    /// A collection that nobody can change.
    Fixed,
    /// A string.
    Text,
}

/// The fields of a class by what can be said of them.
#[derive(Default)]
struct Sorted {
    ints: Vec<FieldId>,
    longs: Vec<FieldId>,
    flags: Vec<FieldId>,
    references: Vec<FieldId>,
    arrays: Vec<FieldId>,
    /// Fields of whose sizes something is guessed.
    sizes: Vec<(FieldId, SizeOf)>,
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

/// What is guessed of these fields of a class, whose objects these methods change: the simplest first. Of some fields, the sizes of what
/// they refer to count, and what is in arrays of references that are their object's alone.
pub(super) fn candidates(
    program: &Program,
    class: ClassId,
    (fields, sizes, own_arrays): (&[FieldId], &[(FieldId, SizeOf)], &[FieldId]),
    writers: &[MethodId],
) -> Vec<Invariant> {
    let sorted = Sorted { sizes: sizes.to_vec(), ..Sorted::of(program, fields) };
    let constants = constants(program, class, writers);
    let mut found = Vec::new();
    found.extend(sorted.references.iter().map(|field| Invariant(vec![Atom::NotNull(*field)])));
    ranges(&sorted, &constants, &mut found);
    lengths(&sorted, &mut found);
    if has_own_sizes(program, class) {
        for array in own_arrays.iter().take(MOST_PAIRED) {
            let counts = sorted.ints.iter().take(MOST_PAIRED);
            found.extend(counts.map(|count| Invariant(vec![Atom::Objects(*array, *count)])));
        }
    }
    self::sizes(&sorted, &constants, has_own_sizes(program, class), &mut found);
    orders(&sorted, &mut found);
    states(&sorted, &mut found);
    implications(&sorted, &constants, &mut found);
    bounds_by_state(&sorted, &constants, &mut found);
    found.truncate(MOST_CANDIDATES);
    found
}

fn compare(left: Operand, comparison: NumberRelation, right: Operand) -> Atom {
    Atom::Compare(left, comparison, right)
}

fn ranges(sorted: &Sorted, constants: &[i64], found: &mut Vec<Invariant>) {
    use NumberRelation::LessOrEqual;
    for field in sorted.ints.iter().chain(&sorted.longs).map(|field| Operand::Field(*field)) {
        for constant in constants.iter().map(|value| Operand::Constant(*value)) {
            found.push(Invariant(vec![compare(constant, LessOrEqual, field)]));
            found.push(Invariant(vec![compare(field, LessOrEqual, constant)]));
        }
        found.push(Invariant(vec![compare(field, NumberRelation::NotEqual, Operand::Constant(0))]));
    }
    for array in sorted.arrays.iter().map(|field| Operand::Length(*field)) {
        found.push(Invariant(vec![compare(Operand::Constant(1), LessOrEqual, array)]));
        for constant in constants.iter().filter(|value| **value > 0).map(|value| Operand::Constant(*value)) {
            found.push(Invariant(vec![compare(array, NumberRelation::Equal, constant)]));
            found.push(Invariant(vec![compare(array, LessOrEqual, constant)]));
        }
    }
}

/// Whether no two objects of a class have one collection: nobody can write a subclass whose objects are cloned.
fn has_own_sizes(program: &Program, class: ClassId) -> bool {
    let cloneable = program.class_by_name("java/lang/Cloneable");
    let is_cloned = |of: &ClassId| cloneable.is_none_or(|above| program.is_subclass(*of, above) != Some(false));
    !program.may_have_other_subtypes(class) && !is_cloned(&class) && !program.user_subtypes(class).iter().any(is_cloned)
}

/// How large collections and texts are, beside constants, numbers and each other.
fn sizes(sorted: &Sorted, constants: &[i64], are_own: bool, found: &mut Vec<Invariant>) {
    use NumberRelation::{Equal, Less, LessOrEqual};
    for (field, of) in &sorted.sizes {
        let size = Operand::Size(*field);
        found.push(Invariant(vec![compare(Operand::Constant(1), LessOrEqual, size)]));
        for constant in constants.iter().filter(|value| **value > 1).map(|value| Operand::Constant(*value)) {
            found.push(Invariant(vec![compare(constant, LessOrEqual, size)]));
            if *of != SizeOf::Text {
                found.push(Invariant(vec![compare(size, LessOrEqual, constant)]));
            }
        }
        // Questions about texts are costly.
        let comparisons: &[NumberRelation] = match of {
            SizeOf::Text => &[LessOrEqual],
            SizeOf::Own if !are_own => &[],
            SizeOf::Own | SizeOf::Fixed => &[LessOrEqual, Less, Equal],
        };
        for number in sorted.ints.iter().take(MOST_PAIRED).map(|field| Operand::Field(*field)) {
            found.extend(comparisons.iter().map(|comparison| Invariant(vec![compare(number, *comparison, size)])));
        }
    }
    let is_paired = |of: SizeOf| of == SizeOf::Fixed || (of == SizeOf::Own && are_own);
    let collections: Vec<Operand> =
        sorted.sizes.iter().filter(|(_, of)| is_paired(*of)).map(|(field, _)| Operand::Size(*field)).collect();
    for (at, left) in collections.iter().take(MOST_PAIRED).enumerate() {
        for right in collections.iter().take(MOST_PAIRED).skip(at + 1) {
            found.push(Invariant(vec![compare(*left, Equal, *right)]));
        }
    }
}

fn lengths(sorted: &Sorted, found: &mut Vec<Invariant>) {
    for array in sorted.arrays.iter().take(MOST_PAIRED).map(|field| Operand::Length(*field)) {
        for number in sorted.ints.iter().take(MOST_PAIRED).map(|field| Operand::Field(*field)) {
            found.push(Invariant(vec![compare(number, NumberRelation::LessOrEqual, array)]));
            found.push(Invariant(vec![compare(number, NumberRelation::Less, array)]));
            found.push(Invariant(vec![compare(number, NumberRelation::Equal, array)]));
        }
    }
    for array in sorted.arrays.iter().take(MOST_SHIFTED).map(|field| Operand::Length(*field)) {
        for left in sorted.ints.iter().take(MOST_PAIRED) {
            for right in sorted.ints.iter().take(MOST_PAIRED).filter(|right| *right != left) {
                let difference = Operand::Difference(*left, *right);
                found.push(Invariant(vec![compare(difference, NumberRelation::Less, array)]));
            }
        }
    }
    for (at, left) in sorted.arrays.iter().take(MOST_PAIRED).enumerate() {
        for right in sorted.arrays.iter().take(MOST_PAIRED).skip(at + 1) {
            let (left, right) = (Operand::Length(*left), Operand::Length(*right));
            found.push(Invariant(vec![compare(left, NumberRelation::Equal, right)]));
        }
    }
}

fn orders(sorted: &Sorted, found: &mut Vec<Invariant>) {
    for numbers in [&sorted.ints, &sorted.longs] {
        for left in numbers.iter().take(MOST_PAIRED) {
            for right in numbers.iter().take(MOST_PAIRED).filter(|right| *right != left) {
                let (left, right) = (Operand::Field(*left), Operand::Field(*right));
                found.push(Invariant(vec![compare(left, NumberRelation::LessOrEqual, right)]));
                found.push(Invariant(vec![compare(left, NumberRelation::Less, right)]));
            }
        }
    }
}

/// Which constants of an enum a field never refers to, and what each says of the other fields.
fn states(sorted: &Sorted, found: &mut Vec<Invariant>) {
    let (zero, one) = (Operand::Constant(0), Operand::Constant(1));
    for (state, constants) in sorted.enums.iter().take(MOST_STATES) {
        for constant in (0..*constants).map(|place| Operand::Constant(place as i64)) {
            let is_other = compare(Operand::Ordinal(*state), NumberRelation::NotEqual, constant);
            let is_it = compare(Operand::Ordinal(*state), NumberRelation::Equal, constant);
            found.push(Invariant(vec![is_other]));
            for reference in sorted.references.iter().filter(|field| *field != state).take(MOST_PAIRED) {
                for says in [Atom::NotNull(*reference), Atom::Null(*reference)] {
                    found.push(Invariant(vec![is_other, says]));
                    found.push(Invariant(vec![is_it, says]));
                }
            }
            for flag in sorted.flags.iter().take(MOST_PAIRED).map(|field| Operand::Field(*field)) {
                for truth in [NumberRelation::Equal, NumberRelation::NotEqual] {
                    found.push(Invariant(vec![is_other, compare(flag, truth, zero)]));
                }
            }
            for number in sorted.ints.iter().take(MOST_PAIRED).map(|field| Operand::Field(*field)) {
                found.push(Invariant(vec![is_other, compare(one, NumberRelation::LessOrEqual, number)]));
                found.push(Invariant(vec![is_other, compare(number, NumberRelation::LessOrEqual, zero)]));
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
            for truth in [NumberRelation::Equal, NumberRelation::NotEqual] {
                found.extend(is.map(|is| Invariant(vec![compare(flag, truth, zero), is])));
            }
        }
        for number in sorted.ints.iter().take(MOST_PAIRED).map(|field| Operand::Field(*field)) {
            for constant in constants.iter().map(|value| Operand::Constant(*value)) {
                for truth in [NumberRelation::Equal, NumberRelation::NotEqual] {
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
            for truth in [NumberRelation::Equal, NumberRelation::NotEqual] {
                for (low, high) in [(Operand::Constant(1), number), (number, zero)] {
                    let range = compare(low, NumberRelation::LessOrEqual, high);
                    found.push(Invariant(vec![compare(flag, truth, zero), range]));
                }
            }
        }
    }
}

/// What a constant of an enum or a flag says of a number, by the numbers that the code names.
fn bounds_by_state(sorted: &Sorted, constants: &[i64], found: &mut Vec<Invariant>) {
    use NumberRelation::{Equal, LessOrEqual, NotEqual};
    let mut others = Vec::new();
    for (state, count) in sorted.enums.iter().take(MOST_STATES) {
        let state = Operand::Ordinal(*state);
        others.extend((0..*count).map(|place| compare(state, NotEqual, Operand::Constant(place as i64))));
    }
    for flag in sorted.flags.iter().take(MOST_PAIRED).map(|field| Operand::Field(*field)) {
        others.extend([Equal, NotEqual].map(|truth| compare(flag, truth, Operand::Constant(0))));
    }
    // What 0 and 1 bound is guessed elsewhere.
    for constant in constants.iter().skip(2).map(|value| Operand::Constant(*value)) {
        for number in sorted.ints.iter().chain(&sorted.longs).take(MOST_BOUNDED).map(|field| Operand::Field(*field)) {
            for (low, high) in [(constant, number), (number, constant)] {
                found.extend(others.iter().map(|other| Invariant(vec![*other, compare(low, LessOrEqual, high)])));
            }
        }
    }
}

/// How many constants an enum has whose `values` is called.
fn constants_of_enum(program: &Program, called: &MethodReference) -> Option<i64> {
    let class = program.class_by_name(&called.class).filter(|class| program.class(*class).is_enum())?;
    let is_values = &*called.name == "values" && called.descriptor.starts_with("()[");
    let count = || program.class(class).fields.iter().filter(|field| program.field(**field).flags.is_enum()).count();
    is_values.then(count).map(|count| count as i64)
}

/// 0 and 1, and the numbers that the code of a class and of its writers names, with their neighbours; the smallest first.
fn constants(program: &Program, class: ClassId, writers: &[MethodId]) -> Vec<i64> {
    let mut named = Vec::new();
    for method in program.class(class).methods.iter().chain(writers) {
        for decoded in program.code(*method).map_or(&[][..], |code| &code.instructions) {
            let value = match &decoded.instruction {
                Instruction::IntConstant(value) => Some(i64::from(*value)),
                Instruction::LongConstant(value) => Some(*value),
                Instruction::Invoke(InvokeKind::Static, called) => constants_of_enum(program, called),
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
