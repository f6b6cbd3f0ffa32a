//! What a heap holds: objects, undecided references and inputs, each with where it comes from.

use super::super::array::ArrayBody;
use super::super::holding::Holding;
use super::super::open_call::{Epoch, OpenPlace};
use super::super::value::{ObjectId, Reference, Value};
use crate::classfile::{ClassName, StringConstant};
use crate::program::{ClassId, FieldId, ReferenceType};
use crate::term::{Domain, TermId};
use std::rc::Rc;
use std::sync::Arc;

/// Where a reference input is read from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SymbolOrigin {
    /// A parameter, counted from 0 with the receiver.
    Parameter(u16),
    /// A field of an input object.
    Field(ObjectId, FieldId),
    /// A static field.
    Static(FieldId),
    /// An element of an input array, by index term.
    Element(ObjectId, TermId),
    /// An argument of the calls that make an input object, counted through all of them.
    Argument(ObjectId, u16),
    /// A call of a static method that goes before the method under test, counted from 0: nobody has what it gives.
    Before(u16),
    /// What an open call has left in a place.
    Open(Epoch, OpenPlace),
}

/// A reference input.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// Where it is read from.
    pub origin: SymbolOrigin,
    /// Its declared type.
    pub declared: ReferenceType,
    /// Whether it can be null; a receiver cannot.
    pub nullable: bool,
    /// What lazy initialisation decided: null or an object.
    pub value: Option<Reference>,
    /// What it holds, where it is a collection of which that is known.
    pub holding: Option<Holding>,
    /// The class of which it exactly is if it is a new object, where that is known.
    pub exactly: Option<ClassId>,
}

/// Where a numeric input is read from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InputOrigin {
    /// A parameter, counted from 0 with the receiver.
    Parameter(u16),
    /// A field of an input object.
    Field(ObjectId, FieldId),
    /// A static field.
    Static(FieldId),
    /// The length of an input array.
    Length(ObjectId),
    /// The primitive elements of an input array.
    Contents(ObjectId),
    /// What the program asked for, counted from 0.
    Choice(u16),
    /// A value of the machine that the program runs on, counted from 0.
    Environment(u32),
    /// An argument of the calls that make an input object, counted through all of them.
    Argument(ObjectId, u16),
    /// What a call gave that was not executed here, counted from 0.
    Result(u32),
    /// What an open call has left in a place.
    Open(Epoch, OpenPlace),
}

/// A numeric input; its [`InputId`](crate::term::InputId) is its position.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    /// Where it is read from.
    pub origin: InputOrigin,
    /// What it ranges over.
    pub domain: Domain,
}

/// A constant that is an object.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Literal {
    /// An interned string.
    String(StringConstant),
    /// A class literal.
    Class(ClassName),
    /// A method type, by its descriptor.
    MethodType(Arc<str>),
}

/// How an object came to be.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// Part of the input heap.
    Input,
    /// Part of the input heap, made by the calls that [`Construction`](crate::heap::Construction) knows.
    Made,
    /// The instance that a constructor of this class is to initialise.
    Constructed(ClassId),
    /// Allocated on the path.
    Allocated,
    /// There since class initialisation; the number is that of the object in the initialised heap.
    Initialised(ObjectId),
    /// A constant.
    Literal(Literal),
}

/// An object's state.
#[derive(Clone, Debug)]
pub struct Object {
    /// How it came to be.
    pub origin: Origin,
    /// Its fields or elements.
    pub body: Body,
}

/// Fields or elements.
#[derive(Clone, Debug)]
pub enum Body {
    /// An instance of a class.
    Instance(InstanceBody),
    /// An array.
    Array(ArrayBody),
}

/// An instance of a class.
#[derive(Clone, Debug)]
pub struct InstanceBody {
    /// The classes that it can be an instance of, sorted; one when allocated.
    pub types: Rc<[ClassId]>,
    /// Whether classes from outside the class path are possible too.
    pub open: bool,
    /// The fields touched so far.
    pub fields: Vec<(FieldId, Value)>,
}
