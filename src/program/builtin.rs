//! The core of the JDK's class hierarchy, known without a JDK: exceptions above all (Java SE 17 API).

/// Whether a builtin name is a class, an abstract class, a final class or an interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Class,
    Abstract,
    Final,
    Interface,
}

/// Name, superclass, what it is, superinterfaces.
pub(super) type Builtin = (&'static str, &'static str, Shape, &'static [&'static str]);

use Shape::{Abstract, Class, Final, Interface};

const COMPARABLE: &[&str] = &["java/lang/Comparable"];
const TEXT: &[&str] = &["java/io/Serializable", "java/lang/Comparable", "java/lang/CharSequence"];

use super::types::FieldKind;
use crate::classfile::PrimitiveType;

const BUILDER: &[&str] =
    &["java/io/Serializable", "java/lang/Comparable", "java/lang/CharSequence", "java/lang/Appendable"];

/// The name of the field that holds the text of a string or string builder.
pub const TEXT_FIELD: &str = "text";
/// The name of the field that holds what a box boxes.
pub const BOX_FIELD: &str = "value";

/// Whether a field, by the internal name of its class, is what a string, string builder or box holds: people name it by the
/// object.
pub fn is_held_value(class: &str, field: &str) -> bool {
    (field == TEXT_FIELD || field == BOX_FIELD)
        && HIDDEN_FIELDS.iter().any(|(owner, name, _)| *owner == class && *name == field)
}
/// The name of the field that says of a string or box, when it is not 0, that the JVM may have another object in its place.
pub const SHARED_FIELD: &str = "shared";

/// The name of the field that holds the message of an exception that the JVM has made, where it is known.
pub const MESSAGE_FIELD: &str = "jvmMessage";

/// The name of the field that says where an exception was made, where that is kept.
pub const TRACE_FIELD: &str = "jvmTrace";

/// Fields that the models keep in JDK classes: class, name, type. One that the class itself declares is used as it is.
pub(super) const HIDDEN_FIELDS: &[(&str, &str, FieldKind)] = &[
    ("java/lang/Enum", "ordinal", FieldKind::Primitive(PrimitiveType::Int)),
    ("java/lang/Throwable", MESSAGE_FIELD, FieldKind::Text),
    ("java/lang/Throwable", TRACE_FIELD, FieldKind::Text),
    ("java/lang/String", TEXT_FIELD, FieldKind::Text),
    ("java/lang/String", SHARED_FIELD, FieldKind::Primitive(PrimitiveType::Int)),
    ("java/lang/StringBuilder", TEXT_FIELD, FieldKind::Text),
    ("java/lang/StringBuffer", TEXT_FIELD, FieldKind::Text),
    ("java/lang/Integer", BOX_FIELD, FieldKind::Primitive(PrimitiveType::Int)),
    ("java/lang/Integer", SHARED_FIELD, FieldKind::Primitive(PrimitiveType::Int)),
    ("java/lang/Long", BOX_FIELD, FieldKind::Primitive(PrimitiveType::Long)),
    ("java/lang/Long", SHARED_FIELD, FieldKind::Primitive(PrimitiveType::Int)),
    ("java/lang/Short", BOX_FIELD, FieldKind::Primitive(PrimitiveType::Short)),
    ("java/lang/Short", SHARED_FIELD, FieldKind::Primitive(PrimitiveType::Int)),
    ("java/lang/Byte", BOX_FIELD, FieldKind::Primitive(PrimitiveType::Byte)),
    ("java/lang/Byte", SHARED_FIELD, FieldKind::Primitive(PrimitiveType::Int)),
    ("java/lang/Character", BOX_FIELD, FieldKind::Primitive(PrimitiveType::Char)),
    ("java/lang/Character", SHARED_FIELD, FieldKind::Primitive(PrimitiveType::Int)),
    ("java/lang/Boolean", BOX_FIELD, FieldKind::Primitive(PrimitiveType::Boolean)),
    ("java/lang/Boolean", SHARED_FIELD, FieldKind::Primitive(PrimitiveType::Int)),
    ("java/lang/Float", BOX_FIELD, FieldKind::Primitive(PrimitiveType::Float)),
    ("java/lang/Double", BOX_FIELD, FieldKind::Primitive(PrimitiveType::Double)),
];

/// Classes whose objects are values: immutable, final, and told apart by what they hold. An input of such a class is an
/// object of its own.
pub(super) const VALUE_CLASSES: &[&str] = &[
    "java/lang/String",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Boolean",
    "java/lang/Float",
    "java/lang/Double",
];

/// Every builtin class; a class on the class path with the same name goes before it.
pub(super) const BUILTINS: &[Builtin] = &[
    ("java/lang/Object", "", Class, &[]),
    ("java/io/Serializable", "java/lang/Object", Interface, &[]),
    ("java/lang/Cloneable", "java/lang/Object", Interface, &[]),
    ("java/lang/Comparable", "java/lang/Object", Interface, &[]),
    ("java/lang/CharSequence", "java/lang/Object", Interface, &[]),
    ("java/lang/Appendable", "java/lang/Object", Interface, &[]),
    ("java/lang/Runnable", "java/lang/Object", Interface, &[]),
    ("java/lang/Iterable", "java/lang/Object", Interface, &[]),
    ("java/lang/AutoCloseable", "java/lang/Object", Interface, &[]),
    ("java/io/Closeable", "java/lang/Object", Interface, &["java/lang/AutoCloseable"]),
    ("java/lang/annotation/Annotation", "java/lang/Object", Interface, &[]),
    ("java/util/Iterator", "java/lang/Object", Interface, &[]),
    ("java/util/Comparator", "java/lang/Object", Interface, &[]),
    ("java/lang/String", "java/lang/Object", Final, TEXT),
    ("java/lang/StringBuilder", "java/lang/Object", Final, BUILDER),
    ("java/lang/StringBuffer", "java/lang/Object", Final, BUILDER),
    ("java/lang/Class", "java/lang/Object", Final, &["java/io/Serializable"]),
    ("java/lang/Number", "java/lang/Object", Abstract, &["java/io/Serializable"]),
    ("java/lang/Integer", "java/lang/Number", Final, COMPARABLE),
    ("java/lang/Long", "java/lang/Number", Final, COMPARABLE),
    ("java/lang/Short", "java/lang/Number", Final, COMPARABLE),
    ("java/lang/Byte", "java/lang/Number", Final, COMPARABLE),
    ("java/lang/Float", "java/lang/Number", Final, COMPARABLE),
    ("java/lang/Double", "java/lang/Number", Final, COMPARABLE),
    ("java/lang/Character", "java/lang/Object", Final, COMPARABLE),
    ("java/lang/Boolean", "java/lang/Object", Final, COMPARABLE),
    ("java/lang/Math", "java/lang/Object", Final, &[]),
    ("java/lang/System", "java/lang/Object", Final, &[]),
    ("java/lang/Enum", "java/lang/Object", Abstract, COMPARABLE),
    ("java/lang/Record", "java/lang/Object", Abstract, &[]),
    ("java/lang/Throwable", "java/lang/Object", Class, &["java/io/Serializable"]),
    ("java/lang/Exception", "java/lang/Throwable", Class, &[]),
    ("java/lang/Error", "java/lang/Throwable", Class, &[]),
    ("java/lang/RuntimeException", "java/lang/Exception", Class, &[]),
    ("java/lang/ArithmeticException", "java/lang/RuntimeException", Class, &[]),
    ("java/lang/ArrayStoreException", "java/lang/RuntimeException", Class, &[]),
    ("java/lang/ClassCastException", "java/lang/RuntimeException", Class, &[]),
    ("java/lang/EnumConstantNotPresentException", "java/lang/RuntimeException", Class, &[]),
    ("java/lang/IllegalArgumentException", "java/lang/RuntimeException", Class, &[]),
    ("java/lang/IllegalCallerException", "java/lang/RuntimeException", Class, &[]),
    ("java/lang/IllegalMonitorStateException", "java/lang/RuntimeException", Class, &[]),
    ("java/lang/IllegalStateException", "java/lang/RuntimeException", Class, &[]),
    ("java/lang/IllegalThreadStateException", "java/lang/IllegalArgumentException", Class, &[]),
    ("java/lang/IndexOutOfBoundsException", "java/lang/RuntimeException", Class, &[]),
    ("java/lang/ArrayIndexOutOfBoundsException", "java/lang/IndexOutOfBoundsException", Class, &[]),
    ("java/lang/StringIndexOutOfBoundsException", "java/lang/IndexOutOfBoundsException", Class, &[]),
    ("java/lang/LayerInstantiationException", "java/lang/RuntimeException", Class, &[]),
    ("java/lang/MatchException", "java/lang/RuntimeException", Final, &[]),
    ("java/lang/NegativeArraySizeException", "java/lang/RuntimeException", Class, &[]),
    ("java/lang/NullPointerException", "java/lang/RuntimeException", Class, &[]),
    ("java/lang/NumberFormatException", "java/lang/IllegalArgumentException", Class, &[]),
    ("java/lang/SecurityException", "java/lang/RuntimeException", Class, &[]),
    ("java/lang/TypeNotPresentException", "java/lang/RuntimeException", Class, &[]),
    ("java/lang/UnsupportedOperationException", "java/lang/RuntimeException", Class, &[]),
    ("java/util/ConcurrentModificationException", "java/lang/RuntimeException", Class, &[]),
    ("java/util/EmptyStackException", "java/lang/RuntimeException", Class, &[]),
    ("java/util/MissingResourceException", "java/lang/RuntimeException", Class, &[]),
    ("java/util/NoSuchElementException", "java/lang/RuntimeException", Class, &[]),
    ("java/util/InputMismatchException", "java/util/NoSuchElementException", Class, &[]),
    ("java/time/DateTimeException", "java/lang/RuntimeException", Class, &[]),
    ("java/io/UncheckedIOException", "java/lang/RuntimeException", Class, &[]),
    ("java/lang/CloneNotSupportedException", "java/lang/Exception", Class, &[]),
    ("java/lang/InterruptedException", "java/lang/Exception", Class, &[]),
    ("java/lang/ReflectiveOperationException", "java/lang/Exception", Class, &[]),
    ("java/lang/ClassNotFoundException", "java/lang/ReflectiveOperationException", Class, &[]),
    ("java/lang/IllegalAccessException", "java/lang/ReflectiveOperationException", Class, &[]),
    ("java/lang/InstantiationException", "java/lang/ReflectiveOperationException", Class, &[]),
    ("java/lang/NoSuchFieldException", "java/lang/ReflectiveOperationException", Class, &[]),
    ("java/lang/NoSuchMethodException", "java/lang/ReflectiveOperationException", Class, &[]),
    ("java/io/IOException", "java/lang/Exception", Class, &[]),
    ("java/io/EOFException", "java/io/IOException", Class, &[]),
    ("java/io/FileNotFoundException", "java/io/IOException", Class, &[]),
    ("java/util/concurrent/ExecutionException", "java/lang/Exception", Class, &[]),
    ("java/util/concurrent/TimeoutException", "java/lang/Exception", Class, &[]),
    ("java/text/ParseException", "java/lang/Exception", Class, &[]),
    ("java/lang/AssertionError", "java/lang/Error", Class, &[]),
    ("java/lang/LinkageError", "java/lang/Error", Class, &[]),
    ("java/lang/BootstrapMethodError", "java/lang/LinkageError", Class, &[]),
    ("java/lang/ClassCircularityError", "java/lang/LinkageError", Class, &[]),
    ("java/lang/ClassFormatError", "java/lang/LinkageError", Class, &[]),
    ("java/lang/ExceptionInInitializerError", "java/lang/LinkageError", Class, &[]),
    ("java/lang/IncompatibleClassChangeError", "java/lang/LinkageError", Class, &[]),
    ("java/lang/AbstractMethodError", "java/lang/IncompatibleClassChangeError", Class, &[]),
    ("java/lang/IllegalAccessError", "java/lang/IncompatibleClassChangeError", Class, &[]),
    ("java/lang/InstantiationError", "java/lang/IncompatibleClassChangeError", Class, &[]),
    ("java/lang/NoSuchFieldError", "java/lang/IncompatibleClassChangeError", Class, &[]),
    ("java/lang/NoSuchMethodError", "java/lang/IncompatibleClassChangeError", Class, &[]),
    ("java/lang/NoClassDefFoundError", "java/lang/LinkageError", Class, &[]),
    ("java/lang/UnsatisfiedLinkError", "java/lang/LinkageError", Class, &[]),
    ("java/lang/VerifyError", "java/lang/LinkageError", Class, &[]),
    ("java/lang/VirtualMachineError", "java/lang/Error", Abstract, &[]),
    ("java/lang/InternalError", "java/lang/VirtualMachineError", Class, &[]),
    ("java/lang/OutOfMemoryError", "java/lang/VirtualMachineError", Class, &[]),
    ("java/lang/StackOverflowError", "java/lang/VirtualMachineError", Class, &[]),
    ("java/lang/UnknownError", "java/lang/VirtualMachineError", Class, &[]),
];
