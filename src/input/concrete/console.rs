//! The text of a standard input on which a program reads what a path's model says.

use crate::exec::State;
use crate::heap::{Ahead, ConsoleItem, TokenKind};
use crate::term::InputId;
use std::sync::Arc;

/// The text; none where the program has not asked for any.
pub(super) fn text(state: &State) -> Option<Arc<[u16]>> {
    let console = &state.heap.console;
    console.reader?;
    let mut units: Vec<u16> = Vec::new();
    let mut is_within_line = false;
    for item in &console.items {
        let (value, is_token) = match item {
            ConsoleItem::Token(kind, input) => (token(state, *kind, *input).encode_utf16().collect(), true),
            ConsoleItem::Word(input) => (words(state, *input), true),
            ConsoleItem::Line(input) => (words(state, *input), false),
        };
        if is_within_line && is_token {
            units.push(u16::from(b'\n'));
        }
        units.extend(value);
        if !is_token {
            units.push(u16::from(b'\n'));
        }
        is_within_line = is_token;
    }
    // What the program knows of and has not read.
    let rest = match console.ahead {
        Ahead::Unknown | Ahead::NoToken | Ahead::Nothing => None,
        Ahead::Line => Some("\n"),
        Ahead::Token | Ahead::Mismatching(_) => Some("x"),
        Ahead::Matching(TokenKind::Boolean) => Some("true"),
        Ahead::Matching(_) => Some("0"),
    };
    if is_within_line && rest.is_some_and(|rest| rest != "\n") {
        units.push(u16::from(b'\n'));
    }
    units.extend(rest.unwrap_or_default().encode_utf16());
    Some(units.into())
}

fn words(state: &State, input: InputId) -> Vec<u16> {
    state.path.model.get_text(input).map(|text| text.to_vec()).unwrap_or_default()
}

/// A token that reads as a value.
fn token(state: &State, kind: TokenKind, input: InputId) -> String {
    let value = state.path.model.get(input);
    match kind {
        TokenKind::Boolean => (value != 0).to_string(),
        TokenKind::Int | TokenKind::Long => value.to_string(),
        TokenKind::Double => match f64::from_bits(value as u64) {
            // No number that is written as one is infinite, but one that is too large is read so.
            number if number.is_infinite() => if number > 0.0 { "1e999" } else { "-1e999" }.into(),
            number => format!("{number:?}"),
        },
    }
}
