//! Generic signatures (JVMS 4.7.9.1): what the type arguments of a parameter or field are.

use super::instruction::ClassName;
use std::sync::Arc;

/// A type with its type arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenericType {
    /// A class or interface; of an inner class the arguments of the innermost.
    Class(ClassName, Vec<GenericType>),
    /// An array of this.
    Array(Box<GenericType>),
    /// A primitive type, by its descriptor letter.
    Primitive(char),
    /// A type variable.
    Variable(Arc<str>),
    /// An unbounded wildcard, or one with a lower bound.
    Anything,
}

/// The formal type parameters of a class or method: name and first bound.
pub type TypeParameters = Vec<(Arc<str>, Option<GenericType>)>;

/// Types deeper inside one another than this are not parsed.
const DEEPEST: usize = 32;

/// The type parameters and the parameter types of a method's signature; none when it is malformed.
pub fn parse_method_signature(signature: &str) -> Option<(TypeParameters, Vec<GenericType>)> {
    let mut rest = signature;
    let parameters = type_parameters(&mut rest)?;
    rest = rest.strip_prefix('(')?;
    let mut types = Vec::new();
    while !rest.starts_with(')') {
        types.push(generic_type(&mut rest, 0)?);
    }
    Some((parameters, types))
}

/// The type that a method's signature has as its result; none when that is nothing, or the signature is malformed.
pub fn parse_method_result(signature: &str) -> Option<GenericType> {
    let (_, mut result) = signature.rsplit_once(')')?;
    generic_type(&mut result, 0)
}

/// The type parameters of a class's signature; none when it is malformed.
pub fn parse_class_type_parameters(signature: &str) -> Option<TypeParameters> {
    type_parameters(&mut &*signature)
}

/// The superclass and the interfaces of a class's signature, in order: the name of each, and none for one that has type
/// arguments. None when the signature is malformed.
pub fn parse_class_supertypes(signature: &str) -> Option<Vec<Option<ClassName>>> {
    let mut rest = signature;
    type_parameters(&mut rest)?;
    let mut found = Vec::new();
    while !rest.is_empty() {
        let before = rest;
        let GenericType::Class(name, _) = generic_type(&mut rest, 0)? else { return None };
        let written = before.strip_suffix(rest)?;
        found.push((!written.contains('<')).then_some(name));
    }
    Some(found)
}

/// The superclass and the interfaces of a class's signature with their type arguments, in order. None when the signature is malformed.
pub fn parse_class_generic_supertypes(signature: &str) -> Option<Vec<GenericType>> {
    let mut rest = signature;
    type_parameters(&mut rest)?;
    let mut found = Vec::new();
    while !rest.is_empty() {
        found.push(generic_type(&mut rest, 0)?);
    }
    Some(found)
}

/// The type of a field's signature; none when it is malformed.
pub fn parse_field_signature(signature: &str) -> Option<GenericType> {
    generic_type(&mut &*signature, 0)
}

fn type_parameters(rest: &mut &str) -> Option<TypeParameters> {
    let mut found = Vec::new();
    let Some(inside) = rest.strip_prefix('<') else { return Some(found) };
    *rest = inside;
    while !rest.starts_with('>') {
        let name = taken_until(rest, ':')?;
        let mut bound = None;
        while let Some(next) = rest.strip_prefix(':') {
            *rest = next;
            // The class bound may be missing where an interface bound follows.
            if !rest.starts_with(':') {
                let found = generic_type(rest, 0)?;
                bound = bound.or(Some(found));
            }
        }
        found.push((Arc::from(name), bound));
    }
    *rest = rest.strip_prefix('>')?;
    Some(found)
}

/// What stands before a character that remains.
fn taken_until<'a>(rest: &mut &'a str, end: char) -> Option<&'a str> {
    let at = rest.find(end)?;
    let (taken, left) = rest.split_at_checked(at)?;
    *rest = left;
    Some(taken)
}

fn generic_type(rest: &mut &str, depth: usize) -> Option<GenericType> {
    if depth > DEEPEST {
        return None;
    }
    let mut characters = rest.chars();
    let first = characters.next()?;
    *rest = characters.as_str();
    match first {
        'L' => class_type(rest, depth),
        '[' => generic_type(rest, depth + 1).map(|element| GenericType::Array(Box::new(element))),
        'T' => {
            let name = taken_until(rest, ';')?;
            *rest = rest.strip_prefix(';')?;
            Some(GenericType::Variable(Arc::from(name)))
        }
        'B' | 'C' | 'D' | 'F' | 'I' | 'J' | 'S' | 'Z' => Some(GenericType::Primitive(first)),
        _ => None,
    }
}

fn class_type(rest: &mut &str, depth: usize) -> Option<GenericType> {
    let mut name = String::new();
    let mut arguments = Vec::new();
    loop {
        let mut characters = rest.chars();
        let next = characters.next()?;
        *rest = characters.as_str();
        match next {
            ';' => return Some(GenericType::Class(Arc::from(name.as_str()), arguments)),
            '.' => {
                name.push('$');
                arguments.clear();
            }
            '<' => {
                while !rest.starts_with('>') {
                    arguments.push(type_argument(rest, depth + 1)?);
                }
                *rest = rest.strip_prefix('>')?;
                if !rest.starts_with([';', '.']) {
                    return None;
                }
            }
            other => name.push(other),
        }
    }
}

fn type_argument(rest: &mut &str, depth: usize) -> Option<GenericType> {
    if let Some(after) = rest.strip_prefix('*') {
        *rest = after;
        return Some(GenericType::Anything);
    }
    if let Some(after) = rest.strip_prefix('+') {
        *rest = after;
        return generic_type(rest, depth);
    }
    if let Some(after) = rest.strip_prefix('-') {
        *rest = after;
        return generic_type(rest, depth).map(|_| GenericType::Anything);
    }
    generic_type(rest, depth)
}

impl GenericType {
    /// The type with its variables replaced by their bounds, those of `known` first; what is not known is anything.
    pub fn without_variables(&self, known: &[(Arc<str>, Option<GenericType>)]) -> GenericType {
        self.replaced(known, 0)
    }

    /// The type with the variables that are listed replaced by anything.
    pub fn without_listed(&self, listed: &[(Arc<str>, Option<GenericType>)]) -> GenericType {
        match self {
            GenericType::Variable(name) if listed.iter().any(|(listed, _)| listed == name) => GenericType::Anything,
            GenericType::Class(name, arguments) => {
                GenericType::Class(name.clone(), arguments.iter().map(|it| it.without_listed(listed)).collect())
            }
            GenericType::Array(element) => GenericType::Array(Box::new(element.without_listed(listed))),
            other => other.clone(),
        }
    }

    fn replaced(&self, known: &[(Arc<str>, Option<GenericType>)], depth: usize) -> GenericType {
        match self {
            // A bound may name the variable itself: `T extends Comparable<T>`.
            _ if depth > 4 => GenericType::Anything,
            GenericType::Variable(name) => {
                let bound = known.iter().find(|(known, _)| known == name).and_then(|(_, bound)| bound.as_ref());
                bound.map_or(GenericType::Anything, |bound| bound.replaced(known, depth + 1))
            }
            GenericType::Class(name, arguments) => GenericType::Class(
                name.clone(),
                arguments.iter().map(|argument| argument.replaced(known, depth + 1)).collect(),
            ),
            GenericType::Array(element) => GenericType::Array(Box::new(element.replaced(known, depth + 1))),
            other => other.clone(),
        }
    }

    /// Whether a type variable of this name is written somewhere in it.
    pub fn mentions(&self, variable: &str) -> bool {
        match self {
            GenericType::Variable(name) => **name == *variable,
            GenericType::Class(_, arguments) => arguments.iter().any(|argument| argument.mentions(variable)),
            GenericType::Array(element) => element.mentions(variable),
            GenericType::Primitive(_) | GenericType::Anything => false,
        }
    }

    /// The descriptor of the erasure.
    pub fn erasure(&self) -> String {
        match self {
            GenericType::Class(name, _) => format!("L{name};"),
            GenericType::Array(element) => format!("[{}", element.erasure()),
            GenericType::Primitive(letter) => letter.to_string(),
            GenericType::Variable(_) | GenericType::Anything => "Ljava/lang/Object;".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn erased(signature: &str) -> Vec<String> {
        let (known, types) = parse_method_signature(signature).unwrap();
        let arguments = types.iter().flat_map(|parameter| match parameter.without_variables(&known) {
            GenericType::Class(_, arguments) => arguments,
            other => vec![other],
        });
        arguments.map(|argument| argument.erasure()).collect()
    }

    #[test]
    fn type_arguments_are_classes_bounds_or_anything() {
        assert_eq!(erased("(Ljava/util/List<Ljava/lang/Integer;>;)V"), ["Ljava/lang/Integer;"]);
        assert_eq!(erased("<T:Ljava/lang/Number;>(Ljava/util/List<TT;>;I)V"), ["Ljava/lang/Number;", "I"]);
        assert_eq!(erased("<T::Ljava/lang/Comparable<TT;>;>(Ljava/util/Set<-TT;>;)V"), ["Ljava/lang/Object;"]);
        assert_eq!(erased("(Ljava/util/Map<*+Lp/A<TX;>.B<[I>;>;)V"), ["Ljava/lang/Object;", "Lp/A$B;"]);
        assert_eq!(erased("([TT;)V"), ["[Ljava/lang/Object;"]);
    }

    #[test]
    fn malformed_signatures_are_refused() {
        for signature in ["", "(", "(L", "(Ljava/util/List<", "<T:>", "(Q)V", "(TT", "(Lx<*"] {
            assert_eq!(parse_method_signature(signature), None, "{signature}");
        }
        let deep = format!("({}I)V", "[".repeat(100));
        assert_eq!(parse_method_signature(&deep), None);
    }
}
