//! What a method does that its callers can see, as a history of events. Values are known by how they came to be: after
//! the same history, the same read gives the same value.

use crate::classfile::{ArrayAccess, ClassName, DynamicReference, InvokeKind, LoadableConstant, MethodReference};
use crate::program::{ClassId, FieldId};
use crate::term::{Domain, InputId, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A history: what has happened so far, by number.
pub(super) type History = u32;

/// Before anything has happened.
pub(super) const BEGINNING: History = 0;

/// Something that happens.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Event {
    /// A method is called: how, which, with which arguments, the receiver first.
    Call(InvokeKind, Arc<MethodReference>, Vec<TermId>),
    /// An `invokedynamic` is executed.
    Dynamic(Arc<DynamicReference>, Vec<TermId>),
    /// A field of an object is assigned.
    Put(FieldId, TermId, TermId),
    /// A static field is assigned.
    PutStatic(FieldId, TermId),
    /// An element of an array is assigned.
    Store(ArrayAccess, TermId, TermId, TermId),
    /// An object is allocated, of this class.
    New(ClassName),
    /// An array is allocated, of this type and these lengths.
    NewArray(ClassName, Vec<TermId>),
    /// A monitor is entered or left.
    Monitor(bool, TermId),
    /// A class is used for the first time.
    Initialise(ClassId),
    /// The JVM has thrown an exception, and it was caught.
    Raised(Raised),
    /// A loop begins an iteration, which others may have gone before.
    Loop(u32),
}

/// An exception that the JVM throws: its class, and what its message tells, but for that of a null.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Raised {
    pub(super) class: &'static str,
    /// Numbers and objects.
    pub(super) about: Vec<TermId>,
    /// A type.
    pub(super) of: Option<ClassName>,
}

/// How a value came to be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Symbol {
    /// A parameter, by its slot.
    Parameter(u16),
    /// What local variables hold at the begin of a loop's iteration: which loop, which of them.
    Local(u32, u16),
    /// What the last event of a history has given: a call's result, a new object.
    Given(History),
    /// Whether the last event of a history has thrown.
    Throws(History),
    /// What it has thrown.
    Thrown(History),
    /// What a method of a string or a box, which never change, computes from numbers and others of these.
    Computed(Arc<MethodReference>, Vec<TermId>),
    /// Whether it throws instead.
    Refuses(Arc<MethodReference>, Vec<TermId>),
    /// What a field of an object holds.
    Field(History, FieldId, TermId),
    /// What a static field holds.
    Static(History, FieldId),
    /// An element of an array.
    Element(History, ArrayAccess, TermId, TermId),
    /// The length of an array.
    Length(TermId),
    /// Whether an object is of a class or array type.
    IsA(ClassName, TermId),
    /// Whether an array takes an element.
    Takes(TermId, TermId),
    /// A string, a class or another constant.
    Constant(LoadableConstant),
}

/// All histories and values of a comparison.
#[derive(Debug, Default)]
pub(super) struct Histories {
    events: Vec<(History, Event)>,
    known: FxHashMap<(History, Event), History>,
    symbols: FxHashMap<Symbol, TermId>,
}

impl Histories {
    /// The history in which an event follows another history.
    pub(super) fn after(&mut self, before: History, event: Event) -> History {
        if let Some(known) = self.known.get(&(before, event.clone())) {
            return *known;
        }
        self.events.push((before, event.clone()));
        let history = self.events.len() as History;
        self.known.insert((before, event), history);
        history
    }

    /// The last event of a history, and what was before it.
    pub(super) fn last(&self, history: History) -> Option<&(History, Event)> {
        self.events.get((history as usize).checked_sub(1)?)
    }

    /// The value that came to be so.
    pub(super) fn symbol(&mut self, pool: &mut TermPool, symbol: Symbol, domain: Domain) -> TermId {
        let next = InputId(self.symbols.len() as u32);
        *self.symbols.entry(symbol).or_insert_with(|| pool.input(next, domain))
    }

    /// The history that decides what a field of an object holds, or what it holds where an event of it says so.
    pub(super) fn field(&self, mut history: History, field: FieldId, object: TermId) -> Result<TermId, History> {
        while let Some((before, event)) = self.last(history) {
            match event {
                Event::Put(assigned, of, value) if *assigned == field => {
                    return if *of == object { Ok(*value) } else { Err(history) };
                }
                // None of these assigns it.
                Event::Put(..) | Event::PutStatic(..) | Event::Store(..) | Event::NewArray(..) | Event::Raised(_) => {}
                _ => break,
            }
            history = *before;
        }
        Err(history)
    }

    /// The same of a static field.
    pub(super) fn static_field(&self, mut history: History, field: FieldId) -> Result<TermId, History> {
        while let Some((before, event)) = self.last(history) {
            match event {
                Event::PutStatic(assigned, value) if *assigned == field => return Ok(*value),
                Event::Put(..) | Event::PutStatic(..) | Event::Store(..) | Event::NewArray(..) | Event::Raised(_) => {}
                _ => break,
            }
            history = *before;
        }
        Err(history)
    }

    /// The same of an element of an array.
    pub(super) fn element(&self, mut history: History, array: TermId, index: TermId) -> Result<TermId, History> {
        while let Some((before, event)) = self.last(history) {
            match event {
                Event::Store(access, of, at, value) => {
                    // What is narrowed when it is stored is not what is read.
                    let is_whole = matches!(
                        access,
                        ArrayAccess::Int
                            | ArrayAccess::Long
                            | ArrayAccess::Float
                            | ArrayAccess::Double
                            | ArrayAccess::Reference
                    );
                    return if *of == array && *at == index && is_whole { Ok(*value) } else { Err(history) };
                }
                Event::Put(..) | Event::PutStatic(..) | Event::Raised(_) => {}
                _ => break,
            }
            history = *before;
        }
        Err(history)
    }
}
