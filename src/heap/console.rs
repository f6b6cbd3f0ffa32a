//! What a program reads from its standard input: tokens and lines in their order, each with an input for its value. What is there
//! is found out as the program asks: whether there is anything more, and whether it reads as what is asked for.

use super::persistent::PersistentVector;
use super::value::ObjectId;
use crate::term::InputId;

/// What is known of the input that the program has not read yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ahead {
    /// Nothing.
    #[default]
    Unknown,
    /// There is a line.
    Line,
    /// There is a token.
    Token,
    /// The next token reads as what was asked for.
    Matching(TokenKind),
    /// The next token does not read as what was asked for.
    Mismatching(TokenKind),
    /// There is no token.
    NoToken,
    /// There is nothing.
    Nothing,
}

/// What a token reads as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `true` or `false`.
    Boolean,
    /// A number of type int.
    Int,
    /// A number of type long.
    Long,
    /// A floating-point number.
    Double,
}

/// Something that the program has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsoleItem {
    /// A token that reads as this; its value.
    Token(TokenKind, InputId),
    /// Any token; its text.
    Word(InputId),
    /// A line, or what is left of one; its text.
    Line(InputId),
}

/// The standard input of a path.
#[derive(Clone, Debug, Default)]
pub struct Console {
    /// What has been read, in order.
    pub items: PersistentVector<ConsoleItem>,
    /// What is known of the rest.
    pub ahead: Ahead,
    /// The object through which the program reads: it takes more than it gives, so another one would find less.
    pub reader: Option<ObjectId>,
    /// Whether that is closed.
    pub is_closed: bool,
}

impl Console {
    /// Whether the last that was read is a token, so that the rest of its line is still there.
    pub fn is_within_line(&self) -> bool {
        matches!(self.items.last(), Some(ConsoleItem::Token(..) | ConsoleItem::Word(_)))
    }
}
