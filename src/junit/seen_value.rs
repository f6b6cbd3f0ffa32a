//! Expressions of Java that are equal to what a JVM has shown.

use super::draft::Draft;
use super::literal;
use super::seen::Seen;
use crate::classfile::{PrimitiveType, primitive_name};

/// The first version of class files whose Java has `List.of`.
const WITH_FACTORIES: u16 = 53;

impl Draft<'_, '_> {
    /// An expression that is equal to a value; none where its Java has none.
    pub(super) fn seen(&mut self, seen: &Seen) -> Option<String> {
        let text = |text: &str| literal::text(text);
        Some(match seen {
            Seen::Null => "null".into(),
            Seen::Text(held) => text(held),
            Seen::Boxed(kind, number) => boxed(*kind, *number)?,
            Seen::Number(name, held) => format!("new {}({})", self.of_jdk(&format!("java/math/{name}"))?, text(held)),
            Seen::Identifier(held) => format!("{}.fromString({})", self.of_jdk("java/util/UUID")?, text(held)),
            Seen::Time(name, held) => format!("{}.parse({})", self.of_jdk(&format!("java/time/{name}"))?, text(held)),
            Seen::Optional(held) => {
                let class = self.of_jdk("java/util/Optional")?;
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

    fn has_factories(&self) -> bool {
        self.site.version >= WITH_FACTORIES
    }

    fn of_jdk(&mut self, name: &str) -> Option<String> {
        let class = self.site.program.class_by_name(name)?;
        self.site.types.class(class)
    }

    fn all(&mut self, elements: &[Seen]) -> Option<String> {
        let texts: Option<Vec<String>> = elements.iter().map(|element| self.seen(element)).collect();
        Some(texts?.join(", "))
    }

    fn list(&mut self, elements: &[Seen]) -> Option<String> {
        if self.has_factories() && !elements.contains(&Seen::Null) {
            return Some(format!("{}.of({})", self.of_jdk("java/util/List")?, self.all(elements)?));
        }
        match elements {
            [] => Some(format!("{}.emptyList()", self.of_jdk("java/util/Collections")?)),
            _ => Some(format!("{}.asList({})", self.of_jdk("java/util/Arrays")?, self.all(elements)?)),
        }
    }

    fn set(&mut self, elements: &[Seen]) -> Option<String> {
        // What a text is written from does not depend on hash codes.
        let mut elements = elements.to_vec();
        elements.sort();
        match elements.as_slice() {
            elements if self.has_factories() && !elements.contains(&Seen::Null) => {
                Some(format!("{}.of({})", self.of_jdk("java/util/Set")?, self.all(elements)?))
            }
            [] => Some(format!("{}.emptySet()", self.of_jdk("java/util/Collections")?)),
            [one] => Some(format!("{}.singleton({})", self.of_jdk("java/util/Collections")?, self.seen(one)?)),
            _ => None,
        }
    }

    fn map(&mut self, entries: &[(Seen, Seen)]) -> Option<String> {
        let mut entries = entries.to_vec();
        entries.sort();
        let flat: Vec<Seen> = entries.into_iter().flat_map(|(key, value)| [key, value]).collect();
        match flat.as_slice() {
            flat if self.has_factories() && !flat.contains(&Seen::Null) => {
                Some(format!("{}.of({})", self.of_jdk("java/util/Map")?, self.all(flat)?))
            }
            [] => Some(format!("{}.emptyMap()", self.of_jdk("java/util/Collections")?)),
            flat @ [_, _] => {
                Some(format!("{}.singletonMap({})", self.of_jdk("java/util/Collections")?, self.all(flat)?))
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
