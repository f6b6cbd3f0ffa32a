//! What a JVM shows of one call in two versions: whether it is the same, and in words.

use crate::classfile::{FieldType, PrimitiveType, java_name, parse_method_descriptor, simple_name};
use crate::program::Program;
use crate::replay::{Told, ToldEnd, ToldObject, ToldValue};
use crate::report::ChangeKind;
use crate::term::{char_literal, text_literal};
use rustc_hash::FxHashMap;

/// How deep objects are told, and how many parts of each.
const DEEPEST: usize = 3;
const MOST_PARTS: usize = 8;
/// Longer texts are cut.
const LONGEST: usize = 300;

/// How two results differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) kind: ChangeKind,
    /// What the old version does, in words.
    pub(super) old: String,
    /// What the new version does.
    pub(super) new: String,
    /// The exceptions that both throw, by internal name; none where one returns.
    pub(super) thrown: [Option<String>; 2],
}

/// What is needed to read results of a method.
pub(super) struct Reader<'p> {
    program: &'p Program,
    /// The type of the result.
    result: Option<FieldType>,
    /// Whether both versions have a field, by the internal name of the class that declares it and its own.
    has_both: &'p dyn Fn(&str, &str) -> bool,
}

impl<'p> Reader<'p> {
    /// Of results of a method with this descriptor.
    pub(super) fn new(program: &'p Program, descriptor: &str, has_both: &'p dyn Fn(&str, &str) -> bool) -> Self {
        let result = parse_method_descriptor(descriptor).and_then(|parsed| parsed.result);
        Reader { program, result, has_both }
    }

    /// How two results differ; none where nothing shows.
    pub(super) fn difference(&self, old: &Told, new: &Told) -> Option<Difference> {
        let thrown = [old, new].map(|told| match &told.end {
            ToldEnd::Threw(class, ..) => Some(class.clone()),
            ToldEnd::Returned(_) => None,
        });
        let told = |kind| Some(Difference { kind, old: self.end(old), new: self.end(new), thrown: thrown.clone() });
        let mut pairs = Pairs { reader: self, old, new, paired: FxHashMap::default() };
        match (&old.end, &new.end) {
            (ToldEnd::Returned(_), ToldEnd::Threw(..)) => return told(ChangeKind::NewlyThrows),
            (ToldEnd::Threw(..), ToldEnd::Returned(_)) => return told(ChangeKind::ThrowsNoMore),
            (ToldEnd::Threw(before, _, _), ToldEnd::Threw(after, _, _)) if before != after => {
                return told(ChangeKind::OtherException);
            }
            (ToldEnd::Threw(_, _, before), ToldEnd::Threw(_, _, after)) if before != after => {
                return told(ChangeKind::Message);
            }
            (ToldEnd::Threw(_, before, _), ToldEnd::Threw(_, after, _))
                if pairs.differ(*before, *after, 0).is_some() =>
            {
                return told(ChangeKind::OtherException);
            }
            (ToldEnd::Returned(Some(before)), ToldEnd::Returned(Some(after))) => {
                if let Some((at, before, after)) = pairs.differ(*before, *after, 0) {
                    // A part of a large result says more than its beginning.
                    let part = |told: &Told, value| {
                        format!("returns {} with {at} = {}", self.end_value(told), self.value(told, value, None, 0))
                    };
                    let (whole, other) = (self.end(old), self.end(new));
                    let is_shown = at.is_empty() || whole != other;
                    let (old, new) = if is_shown { (whole, other) } else { (part(old, before), part(new, after)) };
                    return Some(Difference { kind: ChangeKind::Result, old, new, thrown });
                }
            }
            _ => {}
        }
        for (name, before) in &old.places {
            let Some((_, after)) = new.places.iter().find(|(other, _)| other == name) else { continue };
            if let Some((at, before, after)) = pairs.differ(*before, *after, 0) {
                let place = format!("{}{at}", place_name(name));
                let left = |told: &Told, value| format!("leaves {place} = {}", self.value(told, value, None, 0));
                let (old, new) = (left(old, before), left(new, after));
                return Some(Difference { kind: ChangeKind::Effect, old, new, thrown });
            }
        }
        let printed = |told: &Told| format!("prints {}", literal(&told.printed));
        let differs = old.printed != new.printed;
        differs.then(|| Difference { kind: ChangeKind::Printed, old: printed(old), new: printed(new), thrown })
    }

    /// How a call ended, in words.
    pub(super) fn end(&self, told: &Told) -> String {
        match &told.end {
            ToldEnd::Returned(None) => "returns".into(),
            ToldEnd::Returned(Some(_)) => format!("returns {}", self.end_value(told)),
            ToldEnd::Threw(class, _, None) => format!("throws {}", java_name(class)),
            ToldEnd::Threw(class, _, Some(message)) => format!("throws {}: {}", java_name(class), literal(message)),
        }
    }

    fn end_value(&self, told: &Told) -> String {
        match &told.end {
            ToldEnd::Returned(Some(value)) => self.value(told, *value, self.result.as_ref(), 0),
            _ => String::new(),
        }
    }

    fn value(&self, told: &Told, value: ToldValue, kind: Option<&FieldType>, depth: usize) -> String {
        match (value, kind) {
            (ToldValue::Number(number), Some(FieldType::Primitive(PrimitiveType::Boolean))) => {
                (number != 0).to_string()
            }
            (ToldValue::Number(number), Some(FieldType::Primitive(PrimitiveType::Char))) => {
                u16::try_from(number).map_or_else(|_| number.to_string(), char_literal)
            }
            (ToldValue::Number(number), Some(FieldType::Primitive(PrimitiveType::Long))) => format!("{number}L"),
            (ToldValue::Number(number), _) => number.to_string(),
            (ToldValue::Float(bits), _) => format!("{:?}f", f32::from_bits(bits)),
            (ToldValue::Double(bits), _) => format!("{:?}", f64::from_bits(bits)),
            (ToldValue::Null, _) => "null".into(),
            (ToldValue::Object(number), _) => {
                let text = told.objects.get(number).map_or_else(String::new, |object| self.object(told, object, depth));
                match text.char_indices().nth(LONGEST) {
                    Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
                    None => text,
                }
            }
        }
    }

    fn object(&self, told: &Told, object: &ToldObject, depth: usize) -> String {
        match object {
            ToldObject::Text(text) => literal(text),
            ToldObject::Class(name) => format!("{}.class", simple_name(name)),
            ToldObject::Said(class, text) => format!("{} {text}", simple_name(class)),
            ToldObject::Long(descriptor, _) => format!("{}[…]", java_name(descriptor.trim_start_matches('['))),
            ToldObject::Elements(_, _) | ToldObject::Instance(..) if depth >= DEEPEST => "…".into(),
            ToldObject::Elements(_, elements) => {
                let shown = elements.iter().take(MOST_PARTS).map(|element| self.value(told, *element, None, depth + 1));
                let mut shown: Vec<String> = shown.collect();
                if elements.len() > MOST_PARTS {
                    shown.push("…".into());
                }
                format!("[{}]", shown.join(", "))
            }
            ToldObject::Instance(class, fields) => match fields.as_slice() {
                [(declaring, name, value)]
                    if declaring == class && name == "value" && class.starts_with("java/lang/") =>
                {
                    self.value(told, *value, boxed(class).as_ref(), depth)
                }
                fields => self.constant(class, fields).unwrap_or_else(|| {
                    let mut shown: Vec<String> = fields
                        .iter()
                        .take(MOST_PARTS)
                        .map(|(_, name, value)| format!("{name}={}", self.value(told, *value, None, depth + 1)))
                        .collect();
                    if fields.len() > MOST_PARTS {
                        shown.push("…".into());
                    }
                    format!("{}{{{}}}", simple_name(class), shown.join(", "))
                }),
            },
        }
    }

    /// The name of a constant of an enum; none of another object.
    fn constant(&self, class: &str, fields: &[(String, String, ToldValue)]) -> Option<String> {
        let ordinal = fields.iter().find_map(|(declaring, name, value)| match value {
            ToldValue::Number(number) if declaring == "java/lang/Enum" && name == "ordinal" => {
                usize::try_from(*number).ok()
            }
            _ => None,
        })?;
        let class = self.program.class_by_name(class)?;
        let constants = self.program.class(class).fields.iter().map(|field| self.program.field(*field));
        let mut constants = constants.filter(|field| field.flags.is_enum());
        constants.nth(ordinal).map(|field| format!("{}.{}", simple_name(self.program.class_name(class)), field.name))
    }
}

/// A text as Java's source has it.
fn literal(text: &str) -> String {
    text_literal(&text.encode_utf16().collect::<Vec<u16>>())
}

/// The primitive type that a class boxes.
fn boxed(class: &str) -> Option<FieldType> {
    let kind = match class {
        "java/lang/Boolean" => PrimitiveType::Boolean,
        "java/lang/Character" => PrimitiveType::Char,
        "java/lang/Long" => PrimitiveType::Long,
        _ => return None,
    };
    Some(FieldType::Primitive(kind))
}

/// What a place is called: `this`, an argument by its position, a static field.
fn place_name(name: &str) -> String {
    if let Some(field) = name.strip_prefix("s:") {
        return field
            .rsplit_once('.')
            .map_or_else(|| field.to_owned(), |(class, name)| format!("{}.{name}", simple_name(class)));
    }
    match name.strip_prefix('a').map(str::parse::<usize>) {
        Some(Ok(position)) => format!("argument {}", position + 1),
        _ => name.to_owned(),
    }
}

/// Pairs the objects of two results as they are met.
struct Pairs<'r, 'p> {
    reader: &'r Reader<'p>,
    old: &'r Told,
    new: &'r Told,
    paired: FxHashMap<usize, usize>,
}

/// Where two results differ: the way there, and both values.
type At = (String, ToldValue, ToldValue);

impl Pairs<'_, '_> {
    /// Where two values differ; none where they do not.
    fn differ(&mut self, left: ToldValue, right: ToldValue, depth: usize) -> Option<At> {
        let here = || Some((String::new(), left, right));
        let (ToldValue::Object(before), ToldValue::Object(after)) = (left, right) else {
            return if left == right { None } else { here() };
        };
        if let Some(known) = self.paired.get(&before) {
            return if *known == after { None } else { here() };
        }
        self.paired.insert(before, after);
        // What is deeper than anybody builds is not looked at.
        if depth > 2_000 {
            return None;
        }
        let (old, new) = (self.old, self.new);
        match (old.objects.get(before)?, new.objects.get(after)?) {
            (ToldObject::Elements(class, elements), ToldObject::Elements(other, others)) => {
                if elements.len() != others.len() || (class != other && class.starts_with('[')) {
                    return here();
                }
                let mut all = elements.iter().zip(others).enumerate();
                all.find_map(|(at, (one, other))| {
                    self.differ(*one, *other, depth + 1).map(|(rest, one, other)| (format!("[{at}]{rest}"), one, other))
                })
            }
            (ToldObject::Instance(class, fields), ToldObject::Instance(other, others)) => {
                if class != other && !(is_hidden(class) && is_hidden(other)) {
                    return here();
                }
                for (declaring, name, value) in fields {
                    let same = others.iter().find(|(class, field, _)| (class, field) == (declaring, name));
                    let Some((_, _, theirs)) = same.filter(|_| (self.reader.has_both)(declaring, name)) else {
                        continue;
                    };
                    if let Some((rest, one, other)) = self.differ(*value, *theirs, depth + 1) {
                        return Some((format!(".{name}{rest}"), one, other));
                    }
                }
                None
            }
            (before, after) => {
                if before == after {
                    None
                } else {
                    here()
                }
            }
        }
    }
}

/// Whether a class has no name of its own: what a lambda expression makes.
fn is_hidden(class: &str) -> bool {
    class == "hidden"
}
