//! What a JVM has shown of a test's values, as plain data.

use crate::classfile::PrimitiveType;
use std::collections::{BTreeMap, BTreeSet};

/// A value of the JDK's that has an expression equal to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Seen {
    /// `null`.
    Null,
    /// A string.
    Text(String),
    /// A box, by its number; of floating point, by its bits.
    Boxed(PrimitiveType, i64),
    /// `BigInteger` or `BigDecimal`, by its name, as a text.
    Number(&'static str, String),
    /// A `UUID`.
    Identifier(String),
    /// A `Charset`, by its name.
    Charset(String),
    /// A class of `java.time`, by its name, whose `parse` reads the text.
    Time(&'static str, String),
    /// An `Optional`.
    Optional(Option<Box<Seen>>),
    /// A list.
    List(Vec<Seen>),
    /// A set, in the order in which it was gone through.
    Set(Vec<Seen>),
    /// A map: its keys, each with its value.
    Map(Vec<(Seen, Seen)>),
}

/// What a test looks at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// What the call returns.
    Result,
    /// The message of what it throws.
    Message,
    /// What is seen of the receiver or an argument, by its position among the test's, and how it is read from there.
    Part(usize, String),
}

/// What a JVM has shown of a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observations {
    /// Parts that the call changes.
    pub changed: BTreeSet<Place>,
    /// Parts that it leaves, and that no call of the method which is tested changes: nothing is said of them.
    pub constant: BTreeSet<Place>,
    /// What is known of places that the case says nothing of.
    pub values: BTreeMap<Place, Seen>,
}
