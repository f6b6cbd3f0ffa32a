//! Facts about the JDK that its bytecode does not show: what native methods do, caches, and what is assumed of code that is
//! not known. Each row names class, name and descriptor.

use super::super::link::Program;
use super::super::types::{FieldId, MethodId};

/// What a method does with the objects that it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Effect {
    /// It changes none, keeps none and returns none.
    Reads,
    /// It copies elements of the first argument to the third.
    CopiesElements,
    /// It returns a copy of the receiver, with the same fields or elements.
    Copies,
    /// It returns its last argument, or nothing.
    ReturnsLast,
    /// It returns what some field or element of its second argument holds.
    ReturnsHeld,
    /// It gives the elements of the receiver, as its iterator returns them, to code that is not known.
    GivesElements,
}

/// Class, name, descriptor, and what such a method does.
type Row = (&'static str, &'static str, &'static str, Effect);

/// Native methods, methods of unknown classes of which it is assumed that they are consistent and change nothing, and streams,
/// whose code is not worth following.
pub(in super::super) const METHODS: &[Row] = &[
    ("java/lang/Object", "getClass", "()Ljava/lang/Class;", Effect::Reads),
    ("java/lang/Object", "hashCode", "()I", Effect::Reads),
    ("java/lang/Object", "notify", "()V", Effect::Reads),
    ("java/lang/Object", "notifyAll", "()V", Effect::Reads),
    ("java/lang/Object", "clone", "()Ljava/lang/Object;", Effect::Copies),
    ("java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V", Effect::CopiesElements),
    ("java/lang/System", "identityHashCode", "(Ljava/lang/Object;)I", Effect::Reads),
    ("java/lang/Class", "isInstance", "(Ljava/lang/Object;)Z", Effect::Reads),
    ("java/lang/Class", "cast", "(Ljava/lang/Object;)Ljava/lang/Object;", Effect::ReturnsLast),
    ("jdk/internal/misc/Unsafe", "getReferenceAcquire", "(Ljava/lang/Object;J)Ljava/lang/Object;", Effect::ReturnsHeld),
    (
        "jdk/internal/misc/Unsafe",
        "getReferenceVolatile",
        "(Ljava/lang/Object;J)Ljava/lang/Object;",
        Effect::ReturnsHeld,
    ),
    ("java/util/Collection", "stream", "()Ljava/util/stream/Stream;", Effect::GivesElements),
    ("java/util/Collection", "parallelStream", "()Ljava/util/stream/Stream;", Effect::GivesElements),
];

/// Fields that are not final and hold nothing that can be told from what was there before: views and values that are computed
/// once, when they are first asked for, or when their object is read from a stream. What they hold is no part of their object's
/// state. An array among them is private to its object and not stored to after its construction but in this way.
pub(in super::super) const CACHES: &[(&str, &str, &str)] = &[
    ("java/lang/Enum", "hash", "I"),
    ("java/math/BigDecimal", "precision", "I"),
    ("java/math/BigDecimal", "stringCache", "Ljava/lang/String;"),
    ("java/math/BigInteger", "mag", "[I"),
    ("java/math/BigInteger", "bitCountPlusOne", "I"),
    ("java/math/BigInteger", "bitLengthPlusOne", "I"),
    ("java/math/BigInteger", "lowestSetBitPlusTwo", "I"),
    ("java/math/BigInteger", "firstNonzeroIntNumPlusTwo", "I"),
    ("java/util/AbstractMap", "keySet", "Ljava/util/Set;"),
    ("java/util/AbstractMap", "values", "Ljava/util/Collection;"),
    ("java/util/Collections$UnmodifiableMap", "entrySet", "Ljava/util/Set;"),
    ("java/util/Collections$UnmodifiableMap", "keySet", "Ljava/util/Set;"),
    ("java/util/Collections$UnmodifiableMap", "values", "Ljava/util/Collection;"),
    ("java/util/Collections$SingletonMap", "entrySet", "Ljava/util/Set;"),
    ("java/util/Collections$SingletonMap", "keySet", "Ljava/util/Set;"),
    ("java/util/Collections$SingletonMap", "values", "Ljava/util/Collection;"),
    (
        "java/time/format/DateTimeFormatterBuilder$CompositePrinterParser",
        "printerParsers",
        "[Ljava/time/format/DateTimeFormatterBuilder$DateTimePrinterParser;",
    ),
    ("java/util/EnumMap", "entrySet", "Ljava/util/Set;"),
    ("java/util/HashMap", "entrySet", "Ljava/util/Set;"),
    ("java/util/ImmutableCollections$ListN", "elements", "[Ljava/lang/Object;"),
    ("java/util/ImmutableCollections$MapN", "table", "[Ljava/lang/Object;"),
    ("java/util/ImmutableCollections$SetN", "elements", "[Ljava/lang/Object;"),
    ("java/util/Locale", "hashCodeValue", "I"),
    ("java/util/Locale", "languageTag", "Ljava/lang/String;"),
    ("java/util/TreeMap", "descendingMap", "Ljava/util/NavigableMap;"),
    ("java/util/TreeMap", "entrySet", "Ljava/util/TreeMap$EntrySet;"),
    ("java/util/TreeMap", "navigableKeySet", "Ljava/util/TreeMap$KeySet;"),
    ("java/util/regex/Pattern", "buffer", "[I"),
    ("java/util/regex/Pattern", "capturingGroupCount", "I"),
    ("java/util/regex/Pattern", "compiled", "Z"),
    ("java/util/regex/Pattern", "cursor", "I"),
    ("java/util/regex/Pattern", "flags", "I"),
    ("java/util/regex/Pattern", "flags0", "I"),
    ("java/util/regex/Pattern", "groupNodes", "[Ljava/util/regex/Pattern$GroupHead;"),
    ("java/util/regex/Pattern", "hasGroupRef", "Z"),
    ("java/util/regex/Pattern", "hasSupplementary", "Z"),
    ("java/util/regex/Pattern", "localCount", "I"),
    ("java/util/regex/Pattern", "localTCNCount", "I"),
    ("java/util/regex/Pattern", "matchRoot", "Ljava/util/regex/Pattern$Node;"),
    ("java/util/regex/Pattern", "namedGroups", "Ljava/util/Map;"),
    ("java/util/regex/Pattern", "normalizedPattern", "Ljava/lang/String;"),
    ("java/util/regex/Pattern", "pattern", "Ljava/lang/String;"),
    ("java/util/regex/Pattern", "patternLength", "I"),
    ("java/util/regex/Pattern", "predicate", "Ljava/util/regex/Pattern$CharPredicate;"),
    ("java/util/regex/Pattern", "root", "Ljava/util/regex/Pattern$Node;"),
    ("java/util/regex/Pattern", "temp", "[I"),
    ("java/util/regex/Pattern", "topClosureNodes", "Ljava/util/List;"),
    ("sun/util/locale/BaseLocale", "hash", "I"),
];

impl Program {
    /// Whether what a field of the JDK holds is no part of its object's state: a cache, or an array that never changes. Where it
    /// is an array of references, what is in it is.
    pub fn is_cache(&self, field: FieldId) -> bool {
        let info = self.field(field);
        if !self.class(info.class).is_jdk {
            return false;
        }
        let class = &**self.class_name(info.class);
        CACHES.iter().any(|(of, name, descriptor)| {
            *of == class && *name == &*info.name && *descriptor == self.field_descriptor(field)
        })
    }

    /// What a method of the JDK does, where that is not taken from its bytecode.
    pub(super) fn stated_effect(&self, method: MethodId) -> Option<Effect> {
        let info = self.method(method);
        let class = &**self.class_name(info.class);
        let is_it = |row: &&Row| row.0 == class && row.1 == &*info.name && row.2 == &*info.descriptor;
        METHODS.iter().find(is_it).filter(|_| !self.is_user_method(method)).map(|row| row.3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::Jdk;

    /// Rows of newer JDKs than the one at hand may be.
    const NEWER: &[(&str, &str)] = &[("java/lang/Enum", "hash")];

    fn program() -> Program {
        Program::link_with([], Some(Jdk::find().expect("a JDK")))
    }

    #[test]
    fn every_cache_is_a_field_that_needs_its_row() {
        let program = program();
        for (class, name, descriptor) in CACHES {
            let Some(field) = program.field_by_name((*class, *name, *descriptor)) else {
                assert!(NEWER.contains(&(class, name)), "{class}.{name} {descriptor}");
                continue;
            };
            let flags = program.field(field).flags;
            assert!(program.is_cache(field) && !flags.is_static(), "{class}.{name}");
            assert!(!flags.is_final() || descriptor.starts_with('['), "{class}.{name} is final");
            assert!(!flags.is_public() && !flags.is_protected(), "{class}.{name} is not the class's own");
        }
    }

    #[test]
    fn every_method_with_a_stated_effect_is_one_of_the_jdk() {
        let program = program();
        for (class, name, descriptor, effect) in METHODS {
            let method = program.method_by_name((class, name, descriptor)).unwrap_or_else(|| panic!("{class}.{name}"));
            assert_eq!(program.stated_effect(method), Some(*effect), "{class}.{name}");
        }
    }
}
