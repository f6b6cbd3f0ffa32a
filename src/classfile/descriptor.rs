//! Field and method descriptors (JVMS 4.3) as plain types, and the names that Java's source gives to types.

use super::instruction::{ClassName, PrimitiveType, ValueKind};
use std::sync::Arc;

/// The JVM allows no array type of more dimensions.
const MOST_DIMENSIONS: usize = 255;

/// The type of a field, parameter, local variable or array component.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum FieldType {
    /// One of the eight primitive types.
    Primitive(PrimitiveType),
    /// A class, interface or array type by internal name; arrays keep their descriptor form (`[I`, `[Lp/C;`).
    Reference(ClassName),
}

impl FieldType {
    /// The descriptor of the type (`I`, `Lp/C;`, `[I`).
    pub fn descriptor(&self) -> String {
        match self {
            FieldType::Primitive(primitive) => primitive_letter(*primitive).to_string(),
            FieldType::Reference(name) if name.starts_with('[') => name.to_string(),
            FieldType::Reference(name) => format!("L{name};"),
        }
    }

    /// The name in Java source (`int`, `p.C`, `int[]`).
    pub fn java_name(&self) -> String {
        match self {
            FieldType::Primitive(primitive) => primitive_name(*primitive).to_owned(),
            FieldType::Reference(name) => java_name(name),
        }
    }

    /// The kind of the machine that values of this type have.
    pub fn value_kind(&self) -> ValueKind {
        match self {
            FieldType::Primitive(primitive) => primitive.value_kind(),
            FieldType::Reference(_) => ValueKind::Reference,
        }
    }

    /// How many local variable slots a value takes: two for `long` and `double`, else one.
    pub fn slots(&self) -> u16 {
        match self {
            FieldType::Primitive(PrimitiveType::Long | PrimitiveType::Double) => 2,
            _ => 1,
        }
    }
}

/// The types of a method's parameters and of its result.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct MethodType {
    /// Parameter types, without the receiver.
    pub parameters: Vec<FieldType>,
    /// Result type; none for `void`.
    pub result: Option<FieldType>,
}

/// The type that a field descriptor stands for; none when it is not a field descriptor.
pub fn parse_field_descriptor(descriptor: &str) -> Option<FieldType> {
    let (field_type, rest) = split_field_type(descriptor)?;
    rest.is_empty().then_some(field_type)
}

/// The types that a method descriptor stands for; none when it is not a method descriptor.
pub fn parse_method_descriptor(descriptor: &str) -> Option<MethodType> {
    let mut rest = descriptor.strip_prefix('(')?;
    let mut parameters = Vec::new();
    loop {
        if let Some(after) = rest.strip_prefix(')') {
            rest = after;
            break;
        }
        let (parameter, after) = split_field_type(rest)?;
        parameters.push(parameter);
        rest = after;
    }
    let result = match rest {
        "V" => None,
        _ => Some(parse_field_descriptor(rest)?),
    };
    Some(MethodType { parameters, result })
}

/// Whether a text is a field descriptor; builds nothing.
pub(super) fn is_field_descriptor(descriptor: &str) -> bool {
    field_type_length(descriptor) == Some(descriptor.len())
}

/// Whether a text is a method descriptor; builds nothing.
pub(super) fn is_method_descriptor(descriptor: &str) -> bool {
    let Some(mut rest) = descriptor.strip_prefix('(') else {
        return false;
    };
    loop {
        if let Some(result) = rest.strip_prefix(')') {
            return result == "V" || is_field_descriptor(result);
        }
        match field_type_length(rest).and_then(|length| rest.get(length..)) {
            Some(after) => rest = after,
            None => return false,
        }
    }
}

/// Whether a text can be the name of a class constant: an internal name or an array descriptor.
pub(super) fn is_class_constant_name(name: &str) -> bool {
    if name.starts_with('[') { is_field_descriptor(name) } else { is_internal_name(name) }
}

/// The component type of an array type by its internal name (`[[I` has `[I`); none for other types.
pub fn component_of(array: &str) -> Option<FieldType> {
    parse_field_descriptor(array.strip_prefix('[')?)
}

/// The internal name of the array type with this component (`[I` for `int`, `[Lp/C;` for `p/C`).
pub fn array_of(component: &FieldType) -> ClassName {
    Arc::from(format!("[{}", component.descriptor()))
}

/// How many dimensions an array type has; zero for other types.
pub fn dimensions(name: &str) -> usize {
    name.bytes().take_while(|byte| *byte == b'[').count()
}

/// The name that a class or array type has in Java source: `p.C$D` for `p/C$D`, `int[]` for `[I`.
pub fn java_name(internal_name: &str) -> String {
    match component_of(internal_name) {
        Some(component) => {
            // The component is taken apart by a loop: 255 dimensions would be 255 nested calls.
            let depth = dimensions(internal_name);
            let element = internal_name.get(depth..).and_then(parse_field_descriptor).unwrap_or(component);
            format!("{}{}", element.java_name(), "[]".repeat(depth))
        }
        None => internal_name.replace('/', "."),
    }
}

/// The Java name of a class or array type without its package: `C$D` for `p/C$D`, `C[]` for `[Lp/C;`.
pub fn simple_name(internal_name: &str) -> String {
    let name = java_name(internal_name);
    match name.rsplit_once('.') {
        Some((_, simple)) => simple.to_owned(),
        None => name,
    }
}

/// The keyword of a primitive type.
pub fn primitive_name(primitive: PrimitiveType) -> &'static str {
    match primitive {
        PrimitiveType::Boolean => "boolean",
        PrimitiveType::Byte => "byte",
        PrimitiveType::Char => "char",
        PrimitiveType::Short => "short",
        PrimitiveType::Int => "int",
        PrimitiveType::Long => "long",
        PrimitiveType::Float => "float",
        PrimitiveType::Double => "double",
    }
}

fn primitive_letter(primitive: PrimitiveType) -> char {
    match primitive {
        PrimitiveType::Boolean => 'Z',
        PrimitiveType::Byte => 'B',
        PrimitiveType::Char => 'C',
        PrimitiveType::Short => 'S',
        PrimitiveType::Int => 'I',
        PrimitiveType::Long => 'J',
        PrimitiveType::Float => 'F',
        PrimitiveType::Double => 'D',
    }
}

fn primitive_of_letter(letter: char) -> Option<PrimitiveType> {
    Some(match letter {
        'Z' => PrimitiveType::Boolean,
        'B' => PrimitiveType::Byte,
        'C' => PrimitiveType::Char,
        'S' => PrimitiveType::Short,
        'I' => PrimitiveType::Int,
        'J' => PrimitiveType::Long,
        'F' => PrimitiveType::Float,
        'D' => PrimitiveType::Double,
        _ => return None,
    })
}

/// The first field type of a text and what follows it.
fn split_field_type(text: &str) -> Option<(FieldType, &str)> {
    let length = field_type_length(text)?;
    let (descriptor, rest) = text.split_at_checked(length)?;
    let field_type = match descriptor.chars().next()? {
        '[' => FieldType::Reference(Arc::from(descriptor)),
        'L' => FieldType::Reference(Arc::from(descriptor.strip_prefix('L')?.strip_suffix(';')?)),
        letter => FieldType::Primitive(primitive_of_letter(letter)?),
    };
    Some((field_type, rest))
}

/// The length in bytes of the field descriptor that a text begins with.
fn field_type_length(text: &str) -> Option<usize> {
    let depth = dimensions(text);
    if depth > MOST_DIMENSIONS {
        return None;
    }
    let element = text.get(depth..)?;
    let length = match element.chars().next()? {
        'L' => {
            let end = element.find(';')?;
            is_internal_name(element.get(1..end)?).then_some(end + 1)?
        }
        letter => primitive_of_letter(letter).map(|_| 1)?,
    };
    Some(depth + length)
}

fn is_internal_name(name: &str) -> bool {
    name.split('/').all(is_unqualified_name)
}

/// Unqualified names may be almost anything (JVMS 4.2.2), but never empty and without these characters.
pub(super) fn is_unqualified_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(['.', ';', '[', '/'])
}

/// The name that a class gets; none where it keeps its own. Asked of classes, not of array types.
pub type Renamed<'r> = &'r dyn Fn(&str) -> Option<ClassName>;

/// A class or an array type (JVMS 4.4.1) whose class has another name; none where it is the same.
pub fn renamed_type(name: &str, renamed: Renamed<'_>) -> Option<String> {
    if name.starts_with('[') { renamed_descriptor(name, renamed) } else { renamed(name).map(|other| other.to_string()) }
}

/// A descriptor of a field or a method with other names of classes; none where it is the same. Each class in it stands between `L` and
/// `;`.
pub fn renamed_descriptor(descriptor: &str, renamed: Renamed<'_>) -> Option<String> {
    let mut whole = String::new();
    let mut rest = descriptor;
    let mut is_changed = false;
    while let Some((before, after)) = rest.split_once('L') {
        let Some((class, behind)) = after.split_once(';') else { break };
        let other = renamed(class);
        is_changed |= other.is_some();
        whole.extend([before, "L", other.as_deref().unwrap_or(class), ";"]);
        rest = behind;
    }
    whole.push_str(rest);
    is_changed.then_some(whole)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_descriptor_keeps_all_but_the_names() {
        let renamed = |class: &str| (class == "p/C$1").then(|| ClassName::from("p/C$2"));
        let of = |text: &str| renamed_descriptor(text, &renamed);
        assert_eq!(of("(J[[Lp/C$1;Lp/C$11;ILp/C$1;)Lp/L;").as_deref(), Some("(J[[Lp/C$2;Lp/C$11;ILp/C$2;)Lp/L;"));
        assert_eq!(of("(IJLp/L;)V"), None);
        assert_eq!(renamed_type("[Lp/C$1;", &renamed).as_deref(), Some("[Lp/C$2;"));
        assert_eq!(renamed_type("p/C$1", &renamed).as_deref(), Some("p/C$2"));
    }

    fn reference(name: &str) -> FieldType {
        FieldType::Reference(Arc::from(name))
    }

    #[test]
    fn field_descriptors_are_parsed_and_written_back() {
        for (descriptor, expected) in [
            ("I", FieldType::Primitive(PrimitiveType::Int)),
            ("Z", FieldType::Primitive(PrimitiveType::Boolean)),
            ("Ljava/lang/String;", reference("java/lang/String")),
            ("[I", reference("[I")),
            ("[[Lp/C$D;", reference("[[Lp/C$D;")),
        ] {
            let parsed = parse_field_descriptor(descriptor).unwrap();
            assert_eq!(parsed, expected);
            assert_eq!(parsed.descriptor(), descriptor);
            assert!(is_field_descriptor(descriptor));
        }
        let long = format!("{}J", "[".repeat(255));
        assert!(parse_field_descriptor(&long).is_some());
    }

    #[test]
    fn what_is_no_descriptor_is_refused() {
        let too_deep = format!("{}J", "[".repeat(256));
        for text in
            ["", "V", "II", "L;", "Lp/C", "p/C", "[", "[V", "Lp.C;", "Lp//C;", "L/p;", "L[I;", "é", "[é", &too_deep]
        {
            assert_eq!(parse_field_descriptor(text), None, "{text}");
            assert!(!is_field_descriptor(text), "{text}");
        }
        for text in ["", "()", "()VV", "(V)V", "(I", "I)V", "(I)", "()[V", "(Lp/C)V", "()V()V"] {
            assert_eq!(parse_method_descriptor(text), None, "{text}");
            assert!(!is_method_descriptor(text), "{text}");
        }
    }

    #[test]
    fn method_descriptors_are_parsed() {
        let parsed = parse_method_descriptor("(IJ[DLp/C;)Ljava/lang/Object;").unwrap();
        let slots: Vec<u16> = parsed.parameters.iter().map(FieldType::slots).collect();
        assert_eq!(slots, [1, 2, 1, 1]);
        assert_eq!(parsed.parameters[2], reference("[D"));
        assert_eq!(parsed.result, Some(reference("java/lang/Object")));
        assert_eq!(parse_method_descriptor("()V").unwrap(), MethodType { parameters: Vec::new(), result: None });
        assert!(is_method_descriptor("(IJ[DLp/C;)Ljava/lang/Object;") && is_method_descriptor("()V"));
    }

    #[test]
    fn array_types_lose_and_gain_dimensions() {
        assert_eq!(component_of("[[I"), Some(reference("[I")));
        assert_eq!(component_of("[I"), Some(FieldType::Primitive(PrimitiveType::Int)));
        assert_eq!(component_of("[Lp/C;"), Some(reference("p/C")));
        assert_eq!(component_of("p/C"), None);
        for array in ["[[I", "[Lp/C;", "[Z"] {
            assert_eq!(&*array_of(&component_of(array).unwrap()), array);
        }
        assert_eq!((dimensions("[[I"), dimensions("p/C")), (2, 0));
    }

    #[test]
    fn names_are_those_of_java_source() {
        for (internal, java, simple) in
            [("p/C$D", "p.C$D", "C$D"), ("C", "C", "C"), ("[I", "int[]", "int[]"), ("[[Lp/q/C;", "p.q.C[][]", "C[][]")]
        {
            assert_eq!((java_name(internal).as_str(), simple_name(internal).as_str()), (java, simple));
        }
        assert_eq!(FieldType::Primitive(PrimitiveType::Char).java_name(), "char");
    }
}
