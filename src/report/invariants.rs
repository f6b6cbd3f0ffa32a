//! What `invariants` found, as plain data.

use super::{Problem, Reason};
use schemars::JsonSchema;
use serde::Serialize;

/// The result of `invariants`.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct InvariantsReport {
    /// The classes of which something could be known, in the order of their names: those that have a field that only code of the
    /// class path assigns.
    pub classes: Vec<KnownClass>,
    /// Sums.
    pub totals: InvariantTotals,
    /// Inputs that could not be read, one line each.
    pub problems: Vec<Problem>,
}

/// What is known of a class.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct KnownClass {
    /// Class in Java notation (`p.C$D`).
    pub class: String,
    /// The fields that only code of the class path assigns.
    pub fields: Vec<String>,
    /// What holds of the objects of the class, and of those of its subclasses.
    pub invariants: Vec<InvariantReport>,
    /// The methods by which callers enter code that may change what those fields hold: the invariants hold when one of them begins,
    /// and when it has ended.
    pub entries: Vec<EntryReport>,
    /// What is known of its static fields.
    pub statics: KnownStatics,
    /// What stands in the way of more.
    pub reasons: Vec<Reason>,
}

/// What is known of the static fields of a class.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct KnownStatics {
    /// Those that are not final and that only code of the class path assigns.
    pub fields: Vec<String>,
    /// What holds of them once the class is initialised.
    pub invariants: Vec<InvariantReport>,
    /// The methods by which callers enter code that may assign them.
    pub entries: Vec<EntryReport>,
}

impl KnownClass {
    /// All that is known, of objects and of static fields.
    pub fn known(&self) -> usize {
        self.invariants.len() + self.statics.invariants.len()
    }
}

/// A condition that holds whenever no code of its class runs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct InvariantReport {
    /// In Java notation.
    pub text: String,
    /// One of these holds.
    pub any_of: Vec<InvariantCondition>,
}

/// A condition on the fields of one object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schemars(rename = "Condition")]
pub enum InvariantCondition {
    /// The field is null.
    Null {
        /// Its name.
        field: String,
    },
    /// The field is not null.
    NotNull {
        /// Its name.
        field: String,
    },
    /// The field is null, or refers to an object of exactly this class, named as `Class.getName` does.
    Exactly {
        /// Its name.
        field: String,
        /// Class in Java notation.
        class: String,
    },
    /// As many elements of an array, from the first on, are not null as a field says; also where there is no array.
    Objects {
        /// The field that refers to the array.
        array: String,
        /// The field that has the number.
        count: String,
    },
    /// Two numbers compare so; the length of no array compares with anything.
    Compare {
        /// The one.
        left: Quantity,
        /// `<=`, `<`, `==` or `!=`.
        comparison: String,
        /// The other.
        right: Quantity,
    },
}

/// A number of an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// What the field of this name holds; 0 and 1 for the truth values.
    Field(String),
    /// The length of the array that the field of this name refers to.
    Length(String),
    /// The place of the constant of an enum that the field of this name refers to, counted from 0; -1 for null.
    Ordinal(String),
    /// How many elements the collection has, or characters the text, that the field of this name refers to.
    Size(String),
    /// What the int field of the first name holds less what that of the second does, as Java computes it.
    Difference(String, String),
    /// A number.
    Constant(i64),
}

/// A method by which callers enter code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EntryReport {
    /// Class in Java notation.
    pub class: String,
    /// Method name.
    pub method: String,
    /// Descriptor.
    pub descriptor: String,
}

/// Sums over the classes that were asked for.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct InvariantTotals {
    /// How many were asked for.
    pub classes: u64,
    /// Those of them that have a field of which something could be known.
    pub with_fields: u64,
    /// Those of them of which something is known.
    pub with_invariants: u64,
    /// What is known, in all.
    pub invariants: u64,
    /// Wall-clock time of the whole job, in milliseconds.
    #[serde(serialize_with = "super::data::to_microseconds")]
    pub time_ms: f64,
}

impl InvariantsReport {
    /// Computes the totals of so many classes that were asked for.
    pub fn sum_up(&mut self, classes: usize) {
        self.totals.classes = classes as u64;
        self.totals.with_fields = self.classes.len() as u64;
        self.totals.with_invariants = self.classes.iter().filter(|class| class.known() > 0).count() as u64;
        self.totals.invariants = self.classes.iter().map(|class| class.known() as u64).sum();
    }
}
