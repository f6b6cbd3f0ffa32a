//! Reads a result line of the harness as a whole: how the call ended, and all objects that it tells of.

use super::throw::{text, unescaped};
use crate::classfile::{Renamed, renamed_type};
use crate::program::versions::OldNames;

/// A result in parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// How the call ended.
    pub end: ToldEnd,
    /// What receiver, arguments and watched fields refer to afterwards, by what the harness calls them: `this`, `a0`, `s:p/C.f`.
    pub places: Vec<(String, ToldValue)>,
    /// What was printed.
    pub printed: String,
    /// All objects, by number.
    pub objects: Vec<ToldObject>,
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq)]
pub enum ToldEnd {
    /// It returned; nothing, where it is `void`.
    Returned(Option<ToldValue>),
    /// It threw an exception: its class by internal name, the object, its message.
    Threw(String, ToldValue, Option<String>),
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ToldValue {
    /// Of an integral type.
    Number(i64),
    /// A float by its bits.
    Float(u32),
    /// A double by its bits.
    Double(u64),
    /// No object.
    Null,
    /// The object of this number.
    Object(usize),
}

/// An object.
#[derive(Clone, Debug, PartialEq)]
pub enum ToldObject {
    /// A string.
    Text(String),
    /// A class object, by internal name.
    Class(String),
    /// What is said of a builder or a value of the JDK: its class by internal name, text.
    Said(String, String),
    /// An array by its descriptor, or a collection by the internal name of its class: elements.
    Elements(String, Vec<ToldValue>),
    /// An array that is too long to be told: its descriptor, and what stands for its elements.
    Long(String, String),
    /// An instance: the internal name of its class, and fields by the internal name of the class that declares them and their own.
    Instance(String, Vec<(String, String, ToldValue)>),
}

impl Told {
    /// The same, by the names that an old version has for classes and fields.
    #[must_use]
    pub fn renamed(mut self, names: &OldNames) -> Told {
        let renamed: Renamed<'_> = &|class| names.of_shared_class(class);
        let class = |name: &mut String| {
            if let Some(other) = renamed_type(name, renamed) {
                *name = other;
            }
        };
        match &mut self.end {
            ToldEnd::Threw(name, ..) => class(name),
            ToldEnd::Returned(_) => {}
        }
        for object in &mut self.objects {
            match object {
                ToldObject::Class(name)
                | ToldObject::Said(name, _)
                | ToldObject::Elements(name, _)
                | ToldObject::Long(name, _) => class(name),
                ToldObject::Instance(name, fields) => {
                    class(name);
                    for (declaring, name, _) in fields {
                        class(declaring);
                        if let Some(other) = names.of_field(declaring, name) {
                            *name = other.to_string();
                        }
                    }
                }
                ToldObject::Text(_) => {}
            }
        }
        self
    }
}

/// A result line in parts; none where it is none.
pub fn parse_told(line: &str) -> Option<Told> {
    let mut tokens = line.split(' ');
    let end = match tokens.next()? {
        "return" => ToldEnd::Returned(match tokens.next()? {
            "void" => None,
            text => Some(value(text)?),
        }),
        "throw" => ToldEnd::Threw(unescaped(tokens.next()?), value(tokens.next()?)?, None),
        _ => return None,
    };
    let mut told = Told { end, places: Vec::new(), printed: String::new(), objects: Vec::new() };
    for token in tokens {
        let (name, content) = token.split_once('=')?;
        match (name, &mut told.end) {
            ("at" | "loads", _) => {}
            ("message", ToldEnd::Threw(_, _, message)) => *message = Some(text(content)?),
            ("out", _) => told.printed = text(content)?,
            _ if name.starts_with('#') => {
                // They come in the order of their numbers.
                (name.get(1..)?.parse() == Ok(told.objects.len())).then_some(())?;
                told.objects.push(object(content)?);
            }
            _ => told.places.push((unescaped(name), value(content)?)),
        }
    }
    Some(told)
}

fn value(text: &str) -> Option<ToldValue> {
    Some(match text.split_at_checked(2) {
        _ if text == "null" => ToldValue::Null,
        Some(("f:", bits)) => ToldValue::Float(u32::from_str_radix(bits, 16).ok()?),
        Some(("d:", bits)) => ToldValue::Double(u64::from_str_radix(bits, 16).ok()?),
        _ => match text.strip_prefix('#') {
            Some(number) => ToldValue::Object(number.parse().ok()?),
            None => ToldValue::Number(text.parse().ok()?),
        },
    })
}

fn object(content: &str) -> Option<ToldObject> {
    if let Some(name) = content.strip_prefix("class:") {
        return Some(ToldObject::Class(unescaped(name)));
    }
    let inner = |from: usize| content.get(from + 1..content.len().checked_sub(1)?);
    match content.chars().last()? {
        '"' => {
            let from = content.find('"')?;
            let said = text(inner(from)?)?;
            Some(match content.get(..from)? {
                "" => ToldObject::Text(said),
                class => ToldObject::Said(unescaped(class), said),
            })
        }
        ']' => {
            // A descriptor may begin with brackets itself.
            let from = content.rfind('[')?;
            let (class, elements) = (unescaped(content.get(..from)?), inner(from)?);
            if elements.starts_with("length=") {
                return Some(ToldObject::Long(class, elements.to_owned()));
            }
            let elements = elements.split(',').filter(|element| !element.is_empty());
            Some(ToldObject::Elements(class, elements.map(value).collect::<Option<_>>()?))
        }
        '}' => {
            let from = content.find('{')?;
            let fields = inner(from)?.split(',').filter(|field| !field.is_empty()).map(|field| {
                let (place, content) = field.split_once('=')?;
                let (class, name) = place.rsplit_once('.')?;
                Some((unescaped(class), unescaped(name), value(content)?))
            });
            Some(ToldObject::Instance(unescaped(content.get(..from)?), fields.collect::<Option<_>>()?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_result_is_read_with_all_its_objects() {
        let line = "return #0 this=#1 a0=null s:p/C.f=-3 out=0041 #0=[I[1,2] #1=p/C{p/C.next=#2,p/C.x=d:3ff0000000000000} \
                    #2=java/util/ArrayList[#3] #3=\"00410042\" #4=java/math/BigDecimal\"0031\"";
        let told = parse_told(line).unwrap();
        assert_eq!(told.end, ToldEnd::Returned(Some(ToldValue::Object(0))));
        let places = [("this", ToldValue::Object(1)), ("a0", ToldValue::Null), ("s:p/C.f", ToldValue::Number(-3))];
        assert_eq!(told.places, places.map(|(name, value)| (name.to_owned(), value)));
        assert_eq!(told.printed, "A");
        let fields = vec![
            ("p/C".to_owned(), "next".to_owned(), ToldValue::Object(2)),
            ("p/C".to_owned(), "x".to_owned(), ToldValue::Double(1.0_f64.to_bits())),
        ];
        assert_eq!(
            told.objects,
            [
                ToldObject::Elements("[I".into(), vec![ToldValue::Number(1), ToldValue::Number(2)]),
                ToldObject::Instance("p/C".into(), fields),
                ToldObject::Elements("java/util/ArrayList".into(), vec![ToldValue::Object(3)]),
                ToldObject::Text("AB".into()),
                ToldObject::Said("java/math/BigDecimal".into(), "1".into()),
            ]
        );
    }

    #[test]
    fn a_throw_has_its_message_and_what_is_no_result_is_none() {
        let told = parse_told("throw p/Bad #0 at=p/C.m:1 message=0041 this=#0 #0=p/Bad{}").unwrap();
        assert_eq!(told.end, ToldEnd::Threw("p/Bad".into(), ToldValue::Object(0), Some("A".into())));
        assert_eq!(parse_told("error no such class: p/C"), None);
        assert_eq!(parse_told("return #0 #1=p/C{}"), None);
    }
}
