//! What holds of objects of the JDK: rows of a table, by class, field and descriptor, each of which `tests/known_invariants.rs` asks a
//! JVM about. Only what holds at every moment at which code outside of the class can run is among them.

use crate::exec::{Atom, ClassInvariants, Invariant, NumberRelation, Operand};
use crate::program::{ClassId, Program};

/// What is known of a field.
#[derive(Clone, Copy, Debug)]
pub enum Fact {
    /// A number that is not less than the first nor greater than the second.
    Within(i64, i64),
    /// A reference that is not null.
    NotNull,
    /// A reference that is not null where a number of the same object, by name and descriptor, is this one.
    NotNullWhere((&'static str, &'static str), i64),
    /// A reference that is not null where such a number is another one.
    NotNullUnless((&'static str, &'static str), i64),
    /// A number that is not greater than the length of an array of the same object, by name and descriptor.
    AtMostLength((&'static str, &'static str)),
    /// A number that is less than such a length.
    BelowLength((&'static str, &'static str)),
    /// A reference to an object of exactly this class.
    Exactly(&'static str),
}

/// A row: class, field, descriptor, and what is known of it.
pub type Row = (&'static str, &'static str, &'static str, Fact);

const NANOS: Fact = Fact::Within(0, 999_999_999);
const YEARS: Fact = Fact::Within(-999_999_999, 999_999_999);
const MONTHS: Fact = Fact::Within(1, 12);
const ELEMENTS: (&str, &str) = ("elementData", "[Ljava/lang/Object;");
const RING: (&str, &str) = ("elements", "[Ljava/lang/Object;");
const HEAP: (&str, &str) = ("queue", "[Ljava/lang/Object;");
const SIZE: (&str, &str) = ("size", "I");

/// The table.
pub const KNOWN: [Row; 44] = [
    ("java/lang/StackTraceElement", "declaringClass", "Ljava/lang/String;", Fact::NotNull),
    ("java/lang/StackTraceElement", "methodName", "Ljava/lang/String;", Fact::NotNull),
    ("java/time/LocalDate", "year", "I", YEARS),
    ("java/time/LocalDate", "month", "S", MONTHS),
    ("java/time/LocalDate", "day", "S", Fact::Within(1, 31)),
    ("java/time/LocalTime", "hour", "B", Fact::Within(0, 23)),
    ("java/time/LocalTime", "minute", "B", Fact::Within(0, 59)),
    ("java/time/LocalTime", "second", "B", Fact::Within(0, 59)),
    ("java/time/LocalTime", "nano", "I", NANOS),
    ("java/time/LocalDateTime", "date", "Ljava/time/LocalDate;", Fact::NotNull),
    ("java/time/LocalDateTime", "time", "Ljava/time/LocalTime;", Fact::NotNull),
    ("java/time/YearMonth", "year", "I", YEARS),
    ("java/time/YearMonth", "month", "I", MONTHS),
    ("java/time/Year", "year", "I", YEARS),
    ("java/time/MonthDay", "month", "I", MONTHS),
    ("java/time/MonthDay", "day", "I", Fact::Within(1, 31)),
    ("java/time/Duration", "nanos", "I", NANOS),
    ("java/time/Instant", "seconds", "J", Fact::Within(-31_557_014_167_219_200, 31_556_889_864_403_199)),
    ("java/time/Instant", "nanos", "I", NANOS),
    ("java/math/BigInteger", "signum", "I", Fact::Within(-1, 1)),
    ("java/math/BigInteger", "mag", "[I", Fact::NotNull),
    ("java/math/BigDecimal", "intVal", "Ljava/math/BigInteger;", Fact::NotNullWhere(("intCompact", "J"), i64::MIN)),
    ("java/util/ArrayList", "elementData", "[Ljava/lang/Object;", Fact::NotNull),
    ("java/util/ArrayList", "size", "I", Fact::Within(0, i32::MAX as i64)),
    ("java/util/ArrayList", "size", "I", Fact::AtMostLength(ELEMENTS)),
    ("java/util/ArrayDeque", "elements", "[Ljava/lang/Object;", Fact::NotNull),
    ("java/util/ArrayDeque", "head", "I", Fact::Within(0, i32::MAX as i64)),
    ("java/util/ArrayDeque", "head", "I", Fact::BelowLength(RING)),
    ("java/util/ArrayDeque", "tail", "I", Fact::Within(0, i32::MAX as i64)),
    ("java/util/ArrayDeque", "tail", "I", Fact::BelowLength(RING)),
    ("java/util/EnumMap", "keyType", "Ljava/lang/Class;", Fact::NotNull),
    ("java/util/EnumMap", "keyUniverse", "[Ljava/lang/Enum;", Fact::NotNull),
    ("java/util/EnumMap", "vals", "[Ljava/lang/Object;", Fact::NotNull),
    ("java/util/EnumMap", "size", "I", Fact::Within(0, i32::MAX as i64)),
    ("java/util/HashMap", "size", "I", Fact::Within(0, i32::MAX as i64)),
    ("java/util/LinkedList", "size", "I", Fact::Within(0, i32::MAX as i64)),
    ("java/util/LinkedList", "first", "Ljava/util/LinkedList$Node;", Fact::NotNullUnless(SIZE, 0)),
    ("java/util/LinkedList", "last", "Ljava/util/LinkedList$Node;", Fact::NotNullUnless(SIZE, 0)),
    ("java/util/PriorityQueue", "queue", "[Ljava/lang/Object;", Fact::NotNull),
    ("java/util/PriorityQueue", "size", "I", Fact::Within(0, i32::MAX as i64)),
    ("java/util/PriorityQueue", "size", "I", Fact::AtMostLength(HEAP)),
    ("java/util/TreeMap", "size", "I", Fact::Within(0, i32::MAX as i64)),
    ("java/util/HashSet", "map", "Ljava/util/HashMap;", Fact::Exactly("java/util/HashMap")),
    ("java/util/LinkedHashSet", "map", "Ljava/util/HashMap;", Fact::Exactly("java/util/LinkedHashMap")),
];

/// What holds of the objects of a class of the JDK, as far as its fields are those of the table.
pub fn known(program: &Program, class: ClassId) -> ClassInvariants {
    let name = program.class_name(class);
    let mut found = ClassInvariants::default();
    for (_, field, descriptor, fact) in KNOWN.iter().filter(|row| row.0 == &**name) {
        let declared = |field: &str, descriptor: &str| {
            let mut above = program.superclasses(class).map(|above| program.class_name(above));
            above.find_map(|declaring| program.field_by_name((declaring, field, descriptor)))
        };
        let Some(field) = declared(field, descriptor) else { continue };
        match fact {
            Fact::Within(least, largest) => {
                let [least, field, largest] =
                    [Operand::Constant(*least), Operand::Field(field), Operand::Constant(*largest)];
                for (left, right) in [(least, field), (field, largest)] {
                    let atom = Atom::Compare(left, NumberRelation::LessOrEqual, right);
                    found.conditions.push(Invariant(vec![atom]));
                }
            }
            Fact::Exactly(exactly) => {
                found.conditions.push(Invariant(vec![Atom::NotNull(field)]));
                found.exact.extend(program.reference_type(exactly).map(|exactly| (field, exactly)));
            }
            Fact::NotNull => found.conditions.push(Invariant(vec![Atom::NotNull(field)])),
            Fact::NotNullWhere((other, kind), value) | Fact::NotNullUnless((other, kind), value) => {
                let Some(other) = declared(other, kind) else { continue };
                let relation = match fact {
                    Fact::NotNullWhere(..) => NumberRelation::NotEqual,
                    _ => NumberRelation::Equal,
                };
                let other = Atom::Compare(Operand::Field(other), relation, Operand::Constant(*value));
                found.conditions.push(Invariant(vec![other, Atom::NotNull(field)]));
            }
            Fact::AtMostLength((array, kind)) | Fact::BelowLength((array, kind)) => {
                let Some(array) = declared(array, kind) else { continue };
                let is_below = matches!(fact, Fact::BelowLength(_));
                let comparison = if is_below { NumberRelation::Less } else { NumberRelation::LessOrEqual };
                let atom = Atom::Compare(Operand::Field(field), comparison, Operand::Length(array));
                found.conditions.push(Invariant(vec![atom]));
            }
        }
    }
    found
}
