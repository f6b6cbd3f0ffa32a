//! Expressions of Java that are equal to what a JVM has shown.

use super::draft::Draft;
use super::literal;
use super::seen::Seen;
use super::varying::EXPECTED;
use crate::classfile::{PrimitiveType, primitive_name};

/// Those for which the JDK has constants, which are called like them.
const CHARSETS: [&str; 6] = ["US-ASCII", "ISO-8859-1", "UTF-8", "UTF-16", "UTF-16BE", "UTF-16LE"];

impl Draft<'_, '_> {
    /// An expression that is equal to a value; none where its Java has none.
    pub(super) fn seen(&mut self, seen: &Seen) -> Option<String> {
        Some(match seen {
            Seen::Null => "null".into(),
            Seen::Text(held) => self.seen_text(held),
            Seen::Boxed(kind, number) => boxed(*kind, *number)?,
            Seen::Number(name, held) => {
                format!("new {}({})", self.jdk(&format!("java/math/{name}")).ok()?, self.seen_text(held))
            }
            Seen::Charset(name) => match CHARSETS.contains(&&**name) {
                true => format!("{}.{}", self.jdk("java/nio/charset/StandardCharsets").ok()?, name.replace('-', "_")),
                false => format!("{}.forName({})", self.jdk("java/nio/charset/Charset").ok()?, self.seen_text(name)),
            },
            Seen::Identifier(held) => {
                format!("{}.fromString({})", self.jdk("java/util/UUID").ok()?, self.seen_text(held))
            }
            Seen::Time(name, held) => {
                format!("{}.parse({})", self.jdk(&format!("java/time/{name}")).ok()?, self.seen_text(held))
            }
            Seen::Optional(held) => {
                let class = self.jdk("java/util/Optional").ok()?;
                match held {
                    None => format!("{class}.empty()"),
                    Some(held) => format!("{class}.of({})", self.seen(held)?),
                }
            }
            Seen::List(elements) => self.list(elements)?,
            Seen::Set(elements) => self.set(elements)?,
            Seen::Map(entries) => self.map(entries)?,
        })
    }

    fn seen_text(&self, text: &str) -> String {
        self.expected_text(&literal::text(text), EXPECTED)
    }

    fn texts(&mut self, elements: &[Seen]) -> Option<Vec<String>> {
        elements.iter().map(|element| self.seen(element)).collect()
    }

    fn all(&mut self, elements: &[Seen]) -> Option<String> {
        Some(self.texts(elements)?.join(", "))
    }

    fn list(&mut self, elements: &[Seen]) -> Option<String> {
        if elements.is_empty() && !self.site.has_factories() {
            return Some(format!("{}.emptyList()", self.jdk("java/util/Collections").ok()?));
        }
        let texts = self.texts(elements)?;
        self.list_of(&texts).ok()
    }

    fn set(&mut self, elements: &[Seen]) -> Option<String> {
        // What a text is written from does not depend on hash codes.
        let mut elements = elements.to_vec();
        elements.sort();
        match elements.as_slice() {
            elements if self.site.has_factories() && !elements.contains(&Seen::Null) => {
                Some(format!("{}.of({})", self.jdk("java/util/Set").ok()?, self.all(elements)?))
            }
            [] => Some(format!("{}.emptySet()", self.jdk("java/util/Collections").ok()?)),
            [one] => Some(format!("{}.singleton({})", self.jdk("java/util/Collections").ok()?, self.seen(one)?)),
            _ => None,
        }
    }

    fn map(&mut self, entries: &[(Seen, Seen)]) -> Option<String> {
        let mut entries = entries.to_vec();
        entries.sort();
        let flat: Vec<Seen> = entries.into_iter().flat_map(|(key, value)| [key, value]).collect();
        match flat.as_slice() {
            flat if self.site.has_factories() && !flat.contains(&Seen::Null) => {
                Some(format!("{}.of({})", self.jdk("java/util/Map").ok()?, self.all(flat)?))
            }
            [] => Some(format!("{}.emptyMap()", self.jdk("java/util/Collections").ok()?)),
            flat @ [_, _] => {
                Some(format!("{}.singletonMap({})", self.jdk("java/util/Collections").ok()?, self.all(flat)?))
            }
            _ => None,
        }
    }
}

/// A box as an expression of its own type: an element of a collection is compared with its class.
fn boxed(kind: PrimitiveType, number: i64) -> Option<String> {
    Some(match kind {
        PrimitiveType::Boolean => if number == 0 { "false" } else { "true" }.into(),
        PrimitiveType::Char => literal::character(number),
        PrimitiveType::Int => literal::int(number),
        PrimitiveType::Long => literal::long(number),
        PrimitiveType::Byte | PrimitiveType::Short => format!("({}) {number}", primitive_name(kind)),
        PrimitiveType::Float => literal::float(u32::try_from(number & 0xffff_ffff).ok()?),
        PrimitiveType::Double => literal::double(number.cast_unsigned()),
    })
}
