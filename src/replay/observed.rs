//! What tests that were written to observe have told, in the notation of PROTOCOL.md.

use super::throw::unescaped;
use crate::classfile::PrimitiveType;
use crate::junit::Seen;

/// How deep values are held in others at most.
const DEEPEST: usize = 8;

/// What was noted of an observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Whether the call changed what was looked at, and what it is then.
    Part(bool, Option<Seen>),
    /// What a result or a message is.
    Value(Seen),
}

/// What is read of a line behind its class and its test: the number of the observation, and what was noted of it.
pub(super) fn note(text: &str) -> Option<(usize, Note)> {
    let mut words = text.split(' ');
    let number = words.next()?.parse().ok()?;
    let kind = words.next()?;
    let told = words.next()?;
    let value = || (told != "-").then(|| seen(told)).flatten();
    Some((
        number,
        match kind {
            "same" => Note::Part(false, value()),
            "changed" => Note::Part(true, value()),
            "value" => Note::Value(value()?),
            _ => return None,
        },
    ))
}

fn seen(text: &str) -> Option<Seen> {
    let (seen, rest) = one(text, 0)?;
    rest.is_empty().then_some(seen)
}

/// A value and what follows it.
fn one(text: &str, depth: usize) -> Option<(Seen, &str)> {
    if depth > DEEPEST {
        return None;
    }
    let (name, rest) = text.split_once('(')?;
    let collection = match name {
        "Optional" | "List" | "Set" | "Map" => {
            let (elements, rest) = all(rest, depth)?;
            Some((elements, rest))
        }
        _ => None,
    };
    if let Some((elements, rest)) = collection {
        let seen = match name {
            "Optional" => Seen::Optional(elements.into_iter().next().map(Box::new)),
            "List" => Seen::List(elements),
            "Set" => Seen::Set(elements),
            _ => Seen::Map(elements.chunks_exact(2).map(|entry| (entry[0].clone(), entry[1].clone())).collect()),
        };
        return Some((seen, rest));
    }
    let (held, rest) = rest.split_once(')')?;
    let number = || held.parse::<i64>().ok();
    let boxed = |kind| Some(Seen::Boxed(kind, number()?));
    let seen = match name {
        "null" => Some(Seen::Null),
        "String" => Some(Seen::Text(unescaped(held))),
        "Boolean" => Some(Seen::Boxed(PrimitiveType::Boolean, i64::from(held == "true"))),
        "Character" => boxed(PrimitiveType::Char),
        "Byte" => boxed(PrimitiveType::Byte),
        "Short" => boxed(PrimitiveType::Short),
        "Integer" => boxed(PrimitiveType::Int),
        "Long" => boxed(PrimitiveType::Long),
        "Float" => boxed(PrimitiveType::Float),
        "Double" => boxed(PrimitiveType::Double),
        "Charset" => Some(Seen::Charset(unescaped(held))),
        "UUID" => Some(Seen::Identifier(unescaped(held))),
        "BigInteger" => Some(Seen::Number("BigInteger", unescaped(held))),
        "BigDecimal" => Some(Seen::Number("BigDecimal", unescaped(held))),
        _ => {
            let known = ["LocalDate", "LocalTime", "LocalDateTime", "Duration", "Period", "Instant", "YearMonth"];
            let class = known.into_iter().find(|known| *known == name)?;
            Some(Seen::Time(class, unescaped(held)))
        }
    };
    Some((seen?, rest))
}

/// Values up to the parenthesis that closes them, and what follows that.
fn all(mut rest: &str, depth: usize) -> Option<(Vec<Seen>, &str)> {
    let mut found = Vec::new();
    loop {
        if let Some(rest) = rest.strip_prefix(')') {
            return Some((found, rest));
        }
        rest = rest.strip_prefix(',').unwrap_or(rest);
        let (seen, after) = one(rest, depth + 1)?;
        found.push(seen);
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_they_are_told() {
        let text = |text: &str| Seen::Text(text.into());
        let entry = (text("a b"), Seen::List(vec![Seen::Boxed(PrimitiveType::Int, -1), Seen::Null]));
        let read = note("3 changed Map(String(a%0020b),List(Integer(-1),null()))");
        assert_eq!(read, Some((3, Note::Part(true, Some(Seen::Map(vec![entry]))))));
        assert_eq!(note("0 same -"), Some((0, Note::Part(false, None))));
        let decimal = Seen::Number("BigDecimal", "1.50".into());
        assert_eq!(
            note("1 value Optional(BigDecimal(1.50))"),
            Some((1, Note::Value(Seen::Optional(Some(Box::new(decimal))))))
        );
        assert_eq!(note("1 value Optional()"), Some((1, Note::Value(Seen::Optional(None)))));
    }

    #[test]
    fn what_is_not_whole_is_not_read() {
        for text in [
            "",
            "1",
            "1 value",
            "1 value -",
            "1 value List(",
            "1 value List(null()",
            "x value null()",
            "1 value Odd(1)",
        ] {
            assert_eq!(note(text), None, "{text}");
        }
    }
}
