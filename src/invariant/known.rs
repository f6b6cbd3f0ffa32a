//! What holds of objects of the JDK: rows of a table, by class, field and descriptor, each of which `tests/known_invariants.rs` asks a
//! JVM about. Only what holds at every moment at which code outside of the class can run is among them.

use crate::exec::{Atom, ClassInvariants, Comparison, Invariant, Operand};
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
}

/// A row: class, field, descriptor, and what is known of it.
pub type Row = (&'static str, &'static str, &'static str, Fact);

/// The table.
pub const KNOWN: [Row; 7] = [
    ("java/lang/StackTraceElement", "declaringClass", "Ljava/lang/String;", Fact::NotNull),
    ("java/lang/StackTraceElement", "methodName", "Ljava/lang/String;", Fact::NotNull),
    ("java/time/LocalDate", "year", "I", Fact::Within(-999_999_999, 999_999_999)),
    ("java/time/LocalDate", "month", "S", Fact::Within(1, 12)),
    ("java/time/LocalDate", "day", "S", Fact::Within(1, 31)),
    ("java/math/BigDecimal", "intVal", "Ljava/math/BigInteger;", Fact::NotNullWhere(("intCompact", "J"), i64::MIN)),
    ("java/util/ArrayList", "size", "I", Fact::Within(0, i32::MAX as i64)),
];

/// What holds of the objects of a class of the JDK, as far as its fields are those of the table.
pub fn known(program: &Program, class: ClassId) -> ClassInvariants {
    let name = program.class_name(class);
    let mut found = ClassInvariants::default();
    for (_, field, descriptor, fact) in KNOWN.iter().filter(|row| row.0 == &**name) {
        let declared = |field: &str, descriptor: &str| program.field_by_name((name, field, descriptor));
        let Some(field) = declared(field, descriptor) else { continue };
        match fact {
            Fact::Within(least, largest) => {
                let [least, field, largest] =
                    [Operand::Constant(*least), Operand::Field(field), Operand::Constant(*largest)];
                for (left, right) in [(least, field), (field, largest)] {
                    let atom = Atom::Compare(left, Comparison::LessOrEqual, right);
                    found.conditions.push(Invariant(vec![atom]));
                }
            }
            Fact::NotNull => found.conditions.push(Invariant(vec![Atom::NotNull(field)])),
            Fact::NotNullWhere((other, kind), value) => {
                let Some(other) = declared(other, kind) else { continue };
                let other = Atom::Compare(Operand::Field(other), Comparison::NotEqual, Operand::Constant(*value));
                found.conditions.push(Invariant(vec![other, Atom::NotNull(field)]));
            }
        }
    }
    found
}
