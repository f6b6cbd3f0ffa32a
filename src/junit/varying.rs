//! Values that a row of a parameterized test could give, in the text of statements.
//!
//! While a test is written, they stand between marks of characters that no source has: it is ASCII but for names, and no name
//! has these. The marks go when the test is laid out.

use super::draft::Draft;
use super::literal;
use crate::classfile::{PrimitiveType, primitive_name};

const BEGIN: char = '\u{e000}';
const NEXT: char = '\u{e001}';
const END: char = '\u{e002}';

/// What the values that assertions compare with are called.
pub(super) const EXPECTED: &str = "expected";
/// What messages of exceptions are called.
pub(super) const MESSAGE: &str = "message";

/// The longest text that is a cell of a table.
const LONGEST_CELL: usize = 40;

/// A value, apart from the place where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Varying {
    /// Its type in Java.
    pub(super) kind: String,
    /// What a person would call it.
    pub(super) name: String,
    /// Whether it is what an assertion compares with, and not passed.
    pub(super) is_compared: bool,
    /// As an expression of its type.
    pub(super) expression: String,
    /// As a cell of comma-separated values; none where it is neither a number nor a plain text.
    pub(super) cell: Option<String>,
    /// What stands in its place where it is a parameter, with `{}` for that; none where the parameter alone does.
    pub(super) around: Option<&'static str>,
}

/// How a parameter is written that tells whether a condition is to be true.
const COMPARED: &str = "assertEquals({}, ";

/// A part of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Text(String),
    /// A value, and its text where it stands.
    Varying(Varying, String),
}

impl Varying {
    /// A number of an integral type, a truth value or a character.
    pub(super) fn integral(kind: PrimitiveType, number: i64, name: &str) -> Varying {
        let cell = match kind {
            PrimitiveType::Boolean => Some((number != 0).to_string()),
            PrimitiveType::Char => {
                let character = u8::try_from(number).ok().map(char::from);
                character.filter(char::is_ascii_alphanumeric).map(String::from)
            }
            _ => Some(number.to_string()),
        };
        let expression = match kind {
            PrimitiveType::Long => literal::long(number),
            _ => literal::integral(kind, number),
        };
        Varying {
            kind: primitive_name(kind).to_owned(),
            name: name.to_owned(),
            is_compared: false,
            expression,
            cell,
            around: None,
        }
    }

    /// Which of the two assertions on a condition a test has.
    pub(super) fn assertion(is_true: bool) -> Varying {
        let value = Varying::integral(PrimitiveType::Boolean, i64::from(is_true), EXPECTED);
        Varying { around: Some(COMPARED), ..value.compared() }
    }

    /// A number with a fraction, from its literal.
    pub(super) fn floating(kind: PrimitiveType, expression: &str, name: &str) -> Varying {
        let digits = expression.strip_suffix('f').unwrap_or(expression);
        let is_number = digits.starts_with(|first: char| first.is_ascii_digit() || first == '-');
        Varying {
            kind: primitive_name(kind).to_owned(),
            name: name.to_owned(),
            is_compared: false,
            expression: expression.to_owned(),
            cell: is_number.then(|| digits.to_owned()),
            around: None,
        }
    }

    /// A string from its literal.
    pub(super) fn text(expression: &str, name: &str) -> Varying {
        let held = expression.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let is_plain = |character: char| character.is_ascii_alphanumeric() || " _-.:/+=@".contains(character);
        let cell = held.filter(|held| {
            held.len() <= LONGEST_CELL && held.chars().all(is_plain) && !held.starts_with(' ') && !held.ends_with(' ')
        });
        Varying {
            kind: "String".to_owned(),
            name: name.to_owned(),
            is_compared: false,
            expression: expression.to_owned(),
            cell: cell.map(|held| if held.is_empty() { "''".to_owned() } else { held.to_owned() }),
            around: None,
        }
    }

    /// An array from the expression that makes it.
    pub(super) fn array(kind: &str, expression: String, name: &str) -> Varying {
        Varying {
            kind: kind.to_owned(),
            name: name.to_owned(),
            is_compared: false,
            expression,
            cell: None,
            around: None,
        }
    }

    /// The same as what an assertion compares with.
    pub(super) fn compared(self) -> Varying {
        Varying { is_compared: true, ..self }
    }

    fn marked(&self, shown: &str) -> String {
        let Varying { kind, name, is_compared, expression, cell, around } = self;
        let around = if around.is_some() { "1" } else { "" };
        let is_compared = if *is_compared { "1" } else { "" };
        let cell = cell.as_deref().unwrap_or_default();
        format!(
            "{BEGIN}{kind}{NEXT}{name}{NEXT}{is_compared}{NEXT}{expression}{NEXT}{cell}{NEXT}{around}{NEXT}{shown}{END}"
        )
    }
}

impl Draft<'_, '_> {
    /// A value as it stands in a statement: its text there, marked where tests are parameterized.
    pub(super) fn varying(&self, value: &Varying, shown: &str) -> String {
        if self.site.is_parameterized { value.marked(shown) } else { shown.to_owned() }
    }
}

/// A statement taken apart.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((before, marked)) = rest.split_once(BEGIN) {
        let Some((inside, after)) = marked.split_once(END) else { break };
        if !before.is_empty() {
            found.push(Piece::Text(before.to_owned()));
        }
        let mut parts = inside.splitn(7, NEXT).map(str::to_owned);
        let mut next = || parts.next().unwrap_or_default();
        let (kind, name, is_compared, expression) = (next(), next(), !next().is_empty(), next());
        let (cell, around, shown) = (next(), next(), next());
        let around = (!around.is_empty()).then_some(COMPARED);
        let cell = Some(cell).filter(|cell| !cell.is_empty());
        found.push(Piece::Varying(Varying { kind, name, is_compared, expression, cell, around }, shown));
        rest = after;
    }
    if !rest.is_empty() {
        found.push(Piece::Text(rest.to_owned()));
    }
    found
}

/// The value that a text is as a whole, if it is one.
pub(super) fn whole(text: &str) -> Option<Varying> {
    match pieces(text).as_slice() {
        [Piece::Varying(value, _)] => Some(value.clone()),
        _ => None,
    }
}

/// A text without marks.
pub(super) fn plain(text: &str) -> String {
    if !text.contains(BEGIN) {
        return text.to_owned();
    }
    let shown = pieces(text).into_iter().map(|piece| match piece {
        Piece::Text(text) | Piece::Varying(_, text) => text,
    });
    shown.collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn marks_go_without_a_trace() {
        let number = Varying::integral(PrimitiveType::Int, -3, "x");
        let text = Varying::text("\"a, b\"", "s");
        let statement = format!("f({}, {});", number.marked("-3"), text.marked("\"a, b\""));
        assert_eq!(plain(&statement), "f(-3, \"a, b\");");
        let found = pieces(&statement);
        assert_eq!(found.len(), 5);
        assert_eq!(found[1], Piece::Varying(number, "-3".into()));
        let is_true = Varying::assertion(true);
        assert_eq!(pieces(&is_true.marked("assertTrue(")), [Piece::Varying(is_true, "assertTrue(".into())]);
        // A comma would begin another cell.
        assert_eq!(found[3], Piece::Varying(Varying { cell: None, ..text }, "\"a, b\"".into()));
    }

    #[test]
    fn cells_are_what_junit_reads_back() {
        let cell = |value: Varying| value.cell;
        assert_eq!(cell(Varying::text("\"\"", "s")).unwrap(), "''");
        assert_eq!(cell(Varying::text("\"\\n\"", "s")), None);
        assert_eq!(cell(Varying::integral(PrimitiveType::Int, i64::from(i32::MAX), "n")).unwrap(), "2147483647");
        assert_eq!(cell(Varying::integral(PrimitiveType::Char, 32, "c")), None);
        assert_eq!(cell(Varying::floating(PrimitiveType::Float, "1.5f", "f")).unwrap(), "1.5");
        assert_eq!(cell(Varying::floating(PrimitiveType::Double, "Double.NaN", "d")), None);
    }
}
