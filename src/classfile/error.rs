//! Why a class file was refused, in one line.

use std::fmt;

/// The families of refusals, for those who treat them differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClassFileErrorKind {
    /// The bytes do not begin as a class file does.
    NotAClassFile,
    /// A class-file version that is not read.
    UnsupportedVersion,
    /// The bytes end too early.
    Truncated,
    /// The bytes contradict the class-file format.
    Malformed,
}

/// A class file that cannot be decoded: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassFileError {
    kind: ClassFileErrorKind,
    /// From the outermost place inwards; empty when the message says where.
    places: Vec<String>,
    message: String,
}

/// How many characters of a place or message are shown.
const LONGEST_PART: usize = 300;

/// What every decoding step returns.
pub(super) type Decoded<T> = Result<T, ClassFileError>;

impl ClassFileError {
    /// An error of a kind, not yet placed.
    pub(super) fn new(kind: ClassFileErrorKind, message: impl Into<String>) -> Self {
        ClassFileError { kind, places: Vec::new(), message: message.into() }
    }

    /// Bytes that contradict the format.
    pub(super) fn malformed(message: impl Into<String>) -> Self {
        Self::new(ClassFileErrorKind::Malformed, message)
    }

    /// Bytes that end too early.
    pub(super) fn truncated(message: impl Into<String>) -> Self {
        Self::new(ClassFileErrorKind::Truncated, message)
    }

    /// The same error, seen from the place that encloses it.
    pub(super) fn within(mut self, place: impl Into<String>) -> Self {
        self.places.insert(0, place.into());
        self
    }

    /// The family of the error.
    pub fn kind(&self) -> ClassFileErrorKind {
        self.kind
    }
}

impl fmt::Display for ClassFileError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in &self.places {
            write_on_one_line(formatter, place)?;
            formatter.write_str(": ")?;
        }
        write_on_one_line(formatter, &self.message)
    }
}

impl std::error::Error for ClassFileError {}

/// Names come from the class file: they may hold anything, line breaks included, and be of any length.
fn write_on_one_line(formatter: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    for (number, character) in text.chars().enumerate() {
        if number >= LONGEST_PART {
            return formatter.write_str("…");
        }
        if character.is_control() {
            write!(formatter, "{}", character.escape_default())?;
        } else {
            write!(formatter, "{character}")?;
        }
    }
    Ok(())
}
