//! Which names of class files can stand in Java source, and how. A JVM takes nearly any name (JVMS 4.2.2), Java only
//! identifiers (JLS 3.8, 3.9). Whatever a test class says of a class file passes here, so that no name becomes code.

use super::words::{capitalised, in_package};
use crate::program::{Element, FieldId, FieldKind, MethodId, Program, ReferenceType};
use std::fmt::Write;
use unicode_general_category::{GeneralCategory, get_general_category};

/// Names of more bytes are left out. Source that nobody can read is no test, and file systems take 255 bytes.
const LONGEST: usize = 240;
/// Longer names of classes with their packages are left out: what paths may have in all.
const LONGEST_PATH: usize = 1_000;
/// Of a name that cannot be written, a reason has this much.
const SHOWN: usize = 60;

/// The keywords and literals that no name may be (JLS 3.9).
const RESERVED: [&str; 54] = [
    "_",
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "void",
    "volatile",
    "while",
];

/// Words that are keywords where a type may stand, since Java 10 or later.
const CONTEXTUAL: [&str; 5] = ["permits", "record", "sealed", "var", "yield"];

/// Names of `java.lang` and of packages that tests use without more. A class of the tests' package that has one hides it.
pub(super) const USED: [&str; 19] = [
    "AssertionError",
    "Boolean",
    "Byte",
    "Character",
    "Class",
    "Double",
    "Exception",
    "Float",
    "Integer",
    "Long",
    "Object",
    "Override",
    "ReflectiveOperationException",
    "Short",
    "String",
    "Throwable",
    "java",
    "javax",
    "org",
];

/// Whether a text is an identifier of every Java, whatever the encoding of its source. Characters beyond the first plane are
/// left out, since which of them are letters depends on the Java; so are those that nobody sees, which Java ignores.
fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(is_start)
        && characters.all(|character| is_start(character) || is_further(character))
        && name.len() <= LONGEST
        && !RESERVED.contains(&name)
}

/// `Character.isJavaIdentifierStart`.
fn is_start(character: char) -> bool {
    use GeneralCategory::{
        ConnectorPunctuation, CurrencySymbol, LetterNumber, LowercaseLetter, ModifierLetter, OtherLetter,
        TitlecaseLetter, UppercaseLetter,
    };
    if character.is_ascii() {
        return character.is_ascii_alphabetic() || matches!(character, '_' | '$');
    }
    character <= '\u{ffff}'
        && matches!(
            get_general_category(character),
            UppercaseLetter
                | LowercaseLetter
                | TitlecaseLetter
                | ModifierLetter
                | OtherLetter
                | LetterNumber
                | ConnectorPunctuation
                | CurrencySymbol
        )
}

/// What `Character.isJavaIdentifierPart` takes beside what a name may begin with, but for what is ignored.
fn is_further(character: char) -> bool {
    use GeneralCategory::{DecimalNumber, NonspacingMark, SpacingMark};
    if character.is_ascii() {
        return character.is_ascii_digit();
    }
    character <= '\u{ffff}' && matches!(get_general_category(character), DecimalNumber | NonspacingMark | SpacingMark)
}

/// An identifier in ASCII: other letters by their escapes, which Java translates before it reads anything.
fn escaped(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for character in name.chars() {
        if character.is_ascii() {
            text.push(character);
        } else {
            // Writing to a string cannot fail.
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(text, "\\u{unit:04x}");
            }
        }
    }
    text
}

/// A name as a reason shows it.
fn quoted(name: &str) -> String {
    let short: String = name.chars().take(SHOWN).collect();
    format!("`{short}{}`", if short.len() < name.len() { "…" } else { "" })
}

fn refusal(name: &str) -> String {
    format!("{} is no name that source code can have", quoted(name))
}

/// The name of a field or method in source.
///
/// # Errors
/// In one line, when source code cannot have it.
pub(super) fn member(name: &str) -> Result<String, String> {
    if is_identifier(name) { Ok(escaped(name)) } else { Err(refusal(name)) }
}

/// A field's name in source.
///
/// # Errors
/// In one line, when source code cannot have it, or when it could mean another field.
pub(super) fn field(program: &Program, field: FieldId) -> Result<String, String> {
    let info = program.field(field);
    let same = program.class(info.class).fields.iter().filter(|other| program.field(**other).name == info.name);
    if same.count() > 1 {
        return Err(format!("{} is the name of several fields", quoted(&info.name)));
    }
    check_types(program, [info.kind])?;
    member(&info.name)
}

/// A method's name in source.
///
/// # Errors
/// In one line, when source code cannot have it, or when it could mean another method.
pub(super) fn method(program: &Program, method: MethodId) -> Result<String, String> {
    let info = program.method(method);
    let same = program.class(info.class).methods.iter().filter(|other| {
        let other = program.method(**other);
        other.name == info.name && other.parameters == info.parameters && !other.flags.is_synthetic()
    });
    if same.count() > 1 {
        return Err(format!("{} is the name of several methods with these parameters", quoted(&info.name)));
    }
    callable(program, method)?;
    member(&info.name)
}

/// Whether a compiler finds all that it looks at for a call: the types of every method of that name, and what these throw.
///
/// # Errors
/// In one line, when it does not.
pub(super) fn callable(program: &Program, method: MethodId) -> Result<(), String> {
    let info = program.method(method);
    for other in program.class(info.class).methods.iter().filter(|other| program.method(**other).name == info.name) {
        let candidate = program.method(*other);
        check_types(program, candidate.parameters.iter().copied().chain(candidate.result))?;
        let thrown = program.method_file(*other).map_or(&[][..], |file| file.exceptions.as_slice());
        if let Some(name) = thrown.iter().find(|name| !is_readable(program, name)) {
            return Err(refusal(name));
        }
    }
    Ok(())
}

fn check_types(program: &Program, kinds: impl IntoIterator<Item = FieldKind>) -> Result<(), String> {
    for kind in kinds {
        let FieldKind::Reference(ReferenceType { element: Element::Class(class), .. }) = kind else { continue };
        let name = program.class_name(class);
        if !is_readable(program, name) {
            return Err(refusal(name));
        }
    }
    Ok(())
}

/// Whether compilers look for a class of this name, in internal form, and can read it: its package and its file are named by
/// identifiers, and so is what it names.
pub(super) fn is_readable(program: &Program, class: &str) -> bool {
    let is_part = |part: &str| is_identifier(part) || RESERVED.contains(&part);
    // The JDK's classes are readable, and are not loaded for this.
    let users = program.class_by_name(class).filter(|class| program.is_user_class(*class));
    let file = users.and_then(|class| program.class(class).file());
    class.split('/').all(is_part) && class.len() <= LONGEST_PATH && !file.is_some_and(|file| file.is_misread)
}

/// The simple name of a class in source; none when source code cannot have it.
pub(super) fn type_name(name: &str) -> Option<String> {
    (is_identifier(name) && !CONTEXTUAL.contains(&name)).then(|| escaped(name))
}

/// A package in source, from its internal form; none when source code cannot have it.
pub(super) fn package(internal: &str) -> Option<String> {
    if internal.is_empty() {
        return Some(String::new());
    }
    let parts: Option<Vec<String>> =
        internal.split('/').map(|part| is_identifier(part).then(|| escaped(part))).collect();
    parts.filter(|_| internal.len() <= LONGEST_PATH).map(|parts| parts.join("."))
}

/// Whether a package in Java's notation is one that test classes can be in.
pub fn is_package(dotted: &str) -> bool {
    !dotted.is_empty() && !dotted.contains('/') && package(&dotted.replace('.', "/")).is_some()
}

/// Why no test can be in a package, in internal form.
///
/// # Errors
/// In one line.
pub(super) fn check_package(program: &Program, internal: &str) -> Result<(), String> {
    if package(internal).is_none() {
        return Err(format!("the package {}", refusal(&internal.replace('/', "."))));
    }
    if internal == "java" || internal.starts_with("java/") {
        return Err(format!("no code but the JDK's can be in the package {}", quoted(&internal.replace('/', "."))));
    }
    // A class and a package cannot have one name.
    let ends = internal.match_indices('/').map(|(at, _)| at).chain([internal.len()]);
    let whole = ends.filter_map(|end| internal.get(..end)).find(|name| !name.is_empty() && is_users(program, name));
    if let Some(name) = whole {
        return Err(format!("{} is a class and a package", quoted(&name.replace('/', "."))));
    }
    Ok(())
}

/// Whether the class path has a class of this name, in internal form.
pub(super) fn is_users(program: &Program, class: &str) -> bool {
    program.class_by_name(class).is_some_and(|class| program.is_user_class(class))
}

/// Names that tests use without more and that classes of their package hide.
pub(super) fn hidden(program: &Program, package: &str) -> Vec<&'static str> {
    USED.iter().copied().filter(|name| is_users(program, &in_package(package, name))).collect()
}

/// Whether source has a name that nothing qualifies.
pub(super) fn has_simple_name(source: &str, name: &str) -> bool {
    let is_part = |character: char| is_start(character) || is_further(character);
    source.match_indices(name).any(|(at, _)| {
        let before = source.get(..at).and_then(|text| text.chars().next_back());
        let after = source.get(at + name.len()..).and_then(|text| text.chars().next());
        !before.is_some_and(|before| before == '.' || is_part(before)) && !after.is_some_and(is_part)
    })
}

/// Whether a local variable can have a name: of ASCII, short, no keyword anywhere, and not one of the tests' own.
pub(super) fn is_variable(name: &str) -> bool {
    let is_own = name.strip_prefix("ignored").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    let is_usual = !matches!(name, "record" | "var" | "yield") && !USED.contains(&name);
    name.is_ascii() && is_identifier(name) && is_usual && !is_own
}

/// A name as part of another one, such as a test's: an ASCII identifier as it is, of others the letters and digits.
pub(super) fn spoken(name: &str) -> String {
    if is_word(name) && name.len() <= LONGEST {
        return name.to_owned();
    }
    let words = name.split(|character: char| !character.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let parts = words.enumerate().map(|(at, word)| if at == 0 { word.to_owned() } else { capitalised(word) });
    let said: String = parts.collect::<String>().chars().take(SHOWN).collect();
    if said.starts_with(|first: char| first.is_ascii_alphabetic()) { said } else { format!("value{said}") }
}

/// Whether a text can be an identifier or a part of one, keyword or not.
pub(super) fn is_word(text: &str) -> bool {
    !text.is_empty() && text.is_ascii() && text.chars().all(|character| is_start(character) || is_further(character))
}

/// Whether the full name of a class is one word: no space and nothing that ends a line.
pub(super) fn is_one_word(name: &str) -> bool {
    let is_part = |character| matches!(character, '/' | '.' | '-') || is_start(character) || is_further(character);
    name.chars().all(is_part) && name.len() <= LONGEST_PATH
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn identifiers_are_those_of_every_java() {
        for name in ["x", "_x", "$", "a$1", "größe", "名前", "record", "yield", "e\u{301}", "€"] {
            assert!(member(name).is_ok(), "{name}");
        }
        for name in [
            "",
            "_",
            "class",
            "true",
            "null",
            "1a",
            "my method",
            "a-b",
            "a.b",
            "a\nb",
            "*/",
            "\\u000a",
            "a\u{202e}b",
            "a\u{200b}",
            "\u{fffd}",
            "😀",
            "x){}static{System.exit(1);}void y(int z",
            "<script>",
            "a\u{0}",
        ] {
            assert!(member(name).is_err(), "{name:?}");
        }
        assert!(member(&"x".repeat(LONGEST)).is_ok() && member(&"x".repeat(LONGEST + 1)).is_err());
    }

    #[test]
    fn source_is_ascii() {
        assert_eq!(member("größe").unwrap(), "gr\\u00f6\\u00dfe");
        assert_eq!(package("a/größe").unwrap(), "a.gr\\u00f6\\u00dfe");
    }

    #[test]
    fn types_packages_and_variables_have_fewer_names() {
        assert_eq!((type_name("record"), type_name("var"), type_name("A")), (None, None, Some("A".into())));
        assert_eq!(
            (package(""), package("a//b"), package("a/int/b"), package("../x")),
            (Some(String::new()), None, None, None)
        );
        assert!(is_package("a.b") && !is_package("a..b") && !is_package("a/b") && !is_package(""));
        assert!(is_variable("x") && !is_variable("yield") && !is_variable("größe") && !is_variable("ignored1"));
    }

    #[test]
    fn names_are_said_in_letters_and_digits() {
        assert_eq!(spoken("count_1"), "count_1");
        assert_eq!(spoken("my method"), "myMethod");
        assert_eq!(spoken("x){}static{System.exit(1);}void y(int z"), "xStaticSystemExit1VoidYIntZ");
        assert_eq!((spoken("*/"), spoken("1 2")), ("value".into(), "value12".into()));
    }
}
