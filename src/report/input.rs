//! An input of a method as data, for whoever wants to make it: what the text beside it says, in full.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The input of a method. Objects are named by their positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InputData {
    /// The receiver, unless a constructor is called, then the arguments.
    pub arguments: Vec<InputPart>,
    /// Static fields that are not as class initialisation leaves them, as `p.C.f`.
    pub statics: Vec<InputPart>,
    /// The objects that the values name, and those that are only made before the call.
    pub objects: Vec<InputObject>,
    /// What the program gets when it asks for inputs of its own, in order.
    pub choices: Vec<InputPart>,
    /// What it reads from its standard input, where it does.
    pub console: Option<String>,
}

/// A value under a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InputPart {
    /// The name of the parameter, field or choice.
    pub name: String,
    /// Its value.
    pub value: InputValue,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum InputValue {
    /// No object.
    Null,
    /// A number, truth value or character, as Java source has it: `3`, `true`, `'a'`, `NaN`.
    Scalar(String),
    /// A text.
    Text(String),
    /// An object, by its position.
    Object(usize),
}

/// An object of an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InputObject {
    /// How it is made.
    pub made: InputMaking,
    /// Fields that are assigned after that, also those that no code outside can.
    pub fields: Vec<InputPart>,
    /// Elements that are assigned after that.
    pub elements: Vec<InputElement>,
}

/// An element of an array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InputElement {
    /// Its index.
    pub index: i32,
    /// Its value.
    pub value: InputValue,
}

/// How an object of an input is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum InputMaking {
    /// By these calls: one that makes it, then methods of it.
    Calls(Vec<InputCall>),
    /// As one of a class that a caller would have to write, each method of which always gives the same.
    Scripted {
        /// The interface that it implements, or the class that it extends, in Java notation.
        extends: String,
        /// The arguments of the constructor of that class.
        arguments: Vec<InputValue>,
        /// What its methods give that give anything.
        results: Vec<ScriptedResult>,
    },
    /// Without any constructor, all fields zero: an instance of this class.
    Allocated(String),
    /// As an array, all elements zero.
    Array {
        /// Its type, as a descriptor.
        descriptor: String,
        /// How many elements it has.
        length: i32,
    },
    /// As a string.
    String(String),
    /// As a string builder or buffer.
    Builder {
        /// Which.
        class: String,
        /// What it holds.
        text: String,
    },
    /// It is the class object of this type.
    Class(String),
    /// It is what this static field holds, `p.C.f`.
    Static(String),
}

/// What a method of a scripted class gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScriptedResult {
    /// The method.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// What it gives, however it is called.
    pub value: InputValue,
}

/// A call that makes an object of an input, or changes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InputCall {
    /// The class in Java notation.
    pub class: String,
    /// The method; `<init>` is a constructor.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// For a method of another object than the one that is made: that object, and its arguments.
    pub arguments: Vec<InputValue>,
}
