//! Types of the generated methods, and the features that a run asks for.

/// A type of the generated Java.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Int,
    Long,
    Float,
    Double,
    Char,
    Byte,
    Short,
    Boolean,
    Ints,
    Longs,
    Bytes,
    Node,
    Colour,
    Object,
    Text,
}

impl Type {
    pub fn java(self) -> &'static str {
        match self {
            Type::Int => "int",
            Type::Long => "long",
            Type::Float => "float",
            Type::Double => "double",
            Type::Char => "char",
            Type::Byte => "byte",
            Type::Short => "short",
            Type::Boolean => "boolean",
            Type::Ints => "int[]",
            Type::Longs => "long[]",
            Type::Bytes => "byte[]",
            Type::Node => "Support.Node",
            Type::Colour => "Support.Colour",
            Type::Object => "Object",
            Type::Text => "String",
        }
    }

    /// What computes as an int.
    pub fn is_small(self) -> bool {
        matches!(self, Type::Char | Type::Byte | Type::Short)
    }
}

/// What generated code may use beyond ints, longs, arrays, objects and exceptions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Features {
    pub floats: bool,
    pub texts: bool,
    pub lambdas: bool,
    pub enums: bool,
    /// Boxes, `Math`, and other small methods of the JDK.
    pub library: bool,
}

impl Features {
    pub fn all() -> Features {
        Features { floats: true, texts: true, lambdas: true, enums: true, library: true }
    }

    pub fn numbers(self) -> Vec<Type> {
        let mut types =
            vec![Type::Int, Type::Int, Type::Int, Type::Long, Type::Long, Type::Char, Type::Byte, Type::Short];
        if self.floats {
            types.extend([Type::Float, Type::Double]);
        }
        types
    }

    /// Types of parameters and results of the methods that a run calls.
    pub fn primitives(self) -> Vec<Type> {
        let mut types = self.numbers();
        types.push(Type::Boolean);
        types
    }

    pub fn types(self) -> Vec<Type> {
        let mut types = self.primitives();
        types.extend([Type::Ints, Type::Ints, Type::Longs, Type::Bytes, Type::Node, Type::Node, Type::Object]);
        if self.texts {
            types.extend([Type::Text, Type::Text]);
        }
        if self.enums {
            types.push(Type::Colour);
        }
        types
    }
}
