//! Inputs that a caller could make: which objects constructors made, by which calls, and whether those calls could have
//! run before the method began.
//!
//! An input object is made in the middle of a path, when the path first needs it, although its constructor would have
//! run before the method. That makes no difference as long as the constructor neither sees nor changes what the path
//! has touched. This file keeps who owns and who writes what; a path stops where there is a conflict.

mod left;
mod making;
mod order;
mod parts;

use super::persistent::{PersistentMap, PersistentSet, PersistentVector};
use super::value::{ObjectId, Reference, SymbolId, Value};
use crate::classfile::GenericType;
use crate::program::{ClassId, FieldId, MethodId, Program, scripted_type};
pub use order::Cycle;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// What input objects can be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum InputPolicy {
    /// Any state, private fields included.
    #[default]
    Any,
    /// What a caller of the method could make.
    Constructed(Caller),
}

/// The caller that makes the inputs, and how far it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The package whose code it is: that of the class under test.
    pub package: Arc<str>,
    /// The class under test.
    pub class: ClassId,
    /// How many objects are made inside one another's constructors.
    pub nesting: usize,
    /// The most elements that a collection gets.
    pub collection_size: u32,
    /// How many methods were called on the object under test before.
    pub calls_before: usize,
}

/// A call that made an input object: its constructor or a factory first, then methods of the new object.
#[derive(Clone, Debug, PartialEq)]
pub struct MakingCall {
    /// The method.
    pub method: MethodId,
    /// Its arguments: inputs. Without the receiver, where that is what is made.
    pub arguments: Vec<Value>,
}

/// How an input object was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// Its class.
    pub class: ClassId,
    /// The calls, in their order.
    pub calls: Vec<MakingCall>,
    /// The input that it is made for.
    pub symbol: SymbolId,
    /// Whether the calls have returned.
    pub is_finished: bool,
}

/// Who used a static field: the method under test, or the making of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Users {
    #[default]
    Nobody,
    One(Option<ObjectId>),
    Several,
}

impl Users {
    fn add(&mut self, user: Option<ObjectId>) {
        *self = match *self {
            Users::Nobody => Users::One(user),
            Users::One(known) if known == user => Users::One(known),
            _ => Users::Several,
        };
    }

    fn are_none_but(self, user: Option<ObjectId>) -> bool {
        matches!(self, Users::Nobody) || self == Users::One(user)
    }
}

/// The bookkeeping of made inputs. Cloning is cheap: clones share the ledger until one of them writes to it.
#[derive(Clone, Debug, Default)]
pub struct Construction {
    ledger: Rc<Ledger>,
    conflict: Cell<bool>,
    /// A class of which a private state was read that its methods can change.
    unsettled: Cell<Option<ClassId>>,
    /// What constructors have looked into of what they were given, or have found elsewhere, and the object that was being made: the last
    /// one, or the first that is still being made.
    looked_into: RefCell<PersistentMap<ObjectId, ObjectId>>,
    /// Whether the method under test has not begun: what is made now is made before, in the order in which it is needed.
    is_before_run: bool,
}

/// What is written of made inputs.
#[derive(Clone, Debug, Default)]
struct Ledger {
    /// What input objects can be.
    policy: InputPolicy,
    /// The objects that are being made, innermost last.
    running: Vec<ObjectId>,
    made: PersistentMap<ObjectId, Made>,
    /// Finished ones, in the order in which they were.
    finished: PersistentVector<ObjectId>,
    /// Objects that factories returned in place of those that were begun.
    stand_ins: PersistentMap<ObjectId, ObjectId>,
    /// What was allocated while an object was made: that object.
    owners: PersistentMap<ObjectId, ObjectId>,
    /// What the method under test has written to of what it did not allocate.
    written: PersistentSet<ObjectId>,
    /// What makings have written to of what is not theirs, and the object that was being made, as of what they have looked into.
    written_by: PersistentMap<ObjectId, ObjectId>,
    /// Fields that no longer hold what the constructor left, or that the caller has assigned.
    settled: PersistentSet<(ObjectId, FieldId)>,
    /// Inputs that were read, outside of its own arguments, while an object was made.
    looked_at: PersistentMap<ObjectId, PersistentVector<SymbolId>>,
    /// What is known of inputs' type arguments.
    generics: PersistentMap<SymbolId, Rc<GenericType>>,
    /// For an assigned field: the object that the constructor left in it.
    left: PersistentMap<SymbolId, ObjectId>,
    /// What the method under test has read of what makings made besides and code gives out, and the objects that were being made.
    parts: PersistentVector<(ObjectId, ObjectId)>,
    statics: PersistentMap<FieldId, (Users, Users)>,
    /// What has been found out of fields; every state of an exploration shares it.
    changeable: Rc<RefCell<FxHashMap<FieldId, bool>>>,
}

impl Construction {
    /// Whether nothing was noted since it was cloned from another.
    pub(super) fn is_as_in(&self, other: &Construction) -> bool {
        Rc::ptr_eq(&self.ledger, &other.ledger)
            && self.unsettled == other.unsettled
            && self.looked_into.borrow().len() == other.looked_into.borrow().len()
    }

    fn ledger_mut(&mut self) -> &mut Ledger {
        Rc::make_mut(&mut self.ledger)
    }

    /// Says what input objects can be.
    pub fn set_policy(&mut self, policy: InputPolicy) {
        self.ledger_mut().policy = policy;
    }

    /// Whether inputs are made.
    #[inline]
    pub fn is_active(&self) -> bool {
        matches!(self.ledger.policy, InputPolicy::Constructed(_))
    }

    /// Says how many methods were called on the object under test before, where a caller makes it.
    pub fn set_calls_before(&mut self, calls: usize) {
        if let InputPolicy::Constructed(caller) = &mut self.ledger_mut().policy {
            caller.calls_before = calls;
        }
    }

    /// The caller that makes the inputs, if they are made.
    pub fn caller(&self) -> Option<&Caller> {
        match &self.ledger.policy {
            InputPolicy::Any => None,
            InputPolicy::Constructed(caller) => Some(caller),
        }
    }

    /// The object that is being made now.
    #[inline]
    pub fn running(&self) -> Option<ObjectId> {
        self.ledger.running.last().copied()
    }

    /// How many objects are being made, one for another.
    pub fn nesting(&self) -> usize {
        self.ledger.running.len()
    }

    /// How an object was made; none when it was not.
    pub fn made(&self, object: ObjectId) -> Option<&Made> {
        self.ledger.made.get(&object)
    }

    /// Whether an object is made as one of a scripted class.
    pub fn is_scripted(&self, program: &Program, object: ObjectId) -> bool {
        self.made(object).is_some_and(|made| scripted_type(program.class_name(made.class)).is_some())
    }

    /// The object that an argument's object stands for in the end.
    pub fn finally(&self, begun: ObjectId) -> ObjectId {
        self.ledger.stand_ins.get(&begun).copied().unwrap_or(begun)
    }

    /// The object that was being made when this one was allocated, or that it is itself.
    pub fn owner(&self, object: ObjectId) -> Option<ObjectId> {
        if self.ledger.made.contains_key(&object) { Some(object) } else { self.ledger.owners.get(&object).copied() }
    }

    /// The object that a constructor left in a field, which the caller may leave there.
    pub fn left(&self, symbol: SymbolId) -> Option<ObjectId> {
        self.ledger.left.get(&symbol).copied()
    }

    /// Forgets conflicts: what looks at the heap between instructions is no part of the program.
    #[inline]
    pub fn forget_conflict(&self) {
        self.conflict.set(false);
    }

    /// Whether the making of an object has met what the method under test, or another making, changed. What is made before the method
    /// begins may meet what was made before it, but not what a making changed that a caller begins after it.
    pub fn has_conflict(&self) -> bool {
        self.conflict.get()
    }

    /// Whether an object is still being made, around the one that is made now.
    fn is_around(&self, object: ObjectId) -> bool {
        self.running() != Some(object) && self.ledger.running.contains(&object)
    }

    /// Says whether inputs are made before the method under test begins.
    pub fn set_before_run(&mut self, is_before_run: bool) {
        self.is_before_run = is_before_run;
    }

    /// Whether inputs are being made before the method under test begins.
    #[inline]
    pub fn is_before_run(&self) -> bool {
        self.is_before_run
    }

    /// A class whose private state was read as its constructor left it, though its methods can change it.
    pub fn take_unsettled(&self) -> Option<ClassId> {
        self.unsettled.take()
    }

    /// Notes what is known of the type arguments of an input.
    pub fn note_generic(&mut self, value: Value, generic: Option<&GenericType>) {
        if let (Value::Reference(Reference::Symbol(symbol)), Some(generic @ GenericType::Class(_, arguments))) =
            (value, generic)
            && !arguments.is_empty()
        {
            self.ledger_mut().generics.insert(symbol, Rc::new(generic.clone()));
        }
    }

    /// The type arguments of an input, as far as they are known.
    pub fn type_arguments(&self, symbol: SymbolId) -> Vec<GenericType> {
        match self.ledger.generics.get(&symbol).map(Rc::as_ref) {
            Some(GenericType::Class(_, arguments)) => arguments.clone(),
            _ => Vec::new(),
        }
    }

    pub(super) fn note_allocated(&mut self, object: ObjectId) {
        if let Some(running) = self.running() {
            self.ledger_mut().owners.insert(object, running);
        }
    }

    #[inline]
    pub(super) fn note_read(&self, object: ObjectId) {
        let Some(running) = self.running() else { return };
        if !self.is_before_run && self.ledger.written.contains(&object) {
            self.conflict.set(true);
        }
        if self.owner(object) != Some(running) {
            if self.ledger.written_by.get(&object).is_some_and(|by| self.is_around(*by)) {
                self.conflict.set(true);
            }
            let known = self.looked_into.borrow().get(&object).copied();
            if known.is_none_or(|by| !self.ledger.running.contains(&by)) {
                self.looked_into.borrow_mut().insert(object, running);
            }
        }
    }

    fn note_write(&mut self, object: ObjectId, is_allocated: bool) {
        let owner = self.owner(object);
        match self.running() {
            Some(running) if owner != Some(running) => {
                let written = self.ledger.written_by.get(&object).copied();
                let looked_into = self.looked_into.borrow().get(&object).copied();
                let is_out_of_order = written.into_iter().chain(looked_into).any(|by| self.is_around(by));
                if is_out_of_order || !self.is_before_run {
                    self.conflict.set(true);
                }
                if !is_out_of_order && written != Some(running) {
                    self.ledger_mut().written_by.insert(object, running);
                }
            }
            Some(_) => {}
            None if is_allocated && owner.is_none() => {}
            None => {
                self.ledger_mut().written.insert(object);
            }
        }
    }

    /// Notes that a static field is read or written by code that is no initialiser.
    pub fn note_static(&mut self, field: FieldId, is_write: bool) {
        if !self.is_active() || self.is_before_run {
            return;
        }
        let user = self.running();
        let (readers, writers) = self.ledger_mut().statics.entry(field).or_default();
        let is_free = writers.are_none_but(user) && (!is_write || readers.are_none_but(user));
        if is_write {
            writers.add(user)
        } else {
            readers.add(user)
        }
        if user.is_some() && !is_free {
            self.conflict.set(true);
        }
    }

    /// Notes that a field no longer holds what its object's making left in it.
    pub(super) fn note_field_written(&mut self, object: ObjectId, field: FieldId) {
        if self.is_active() && self.ledger.running.is_empty() {
            self.ledger_mut().settled.insert((object, field));
        }
    }

    /// Whether methods can change a field of an object that has been made.
    fn is_changeable(&self, program: &Program, field: FieldId) -> bool {
        let known = self.ledger.changeable.borrow().get(&field).copied();
        known.unwrap_or_else(|| {
            let is_changeable = program.is_assigned_after_construction(field);
            self.ledger.changeable.borrow_mut().insert(field, is_changeable);
            is_changeable
        })
    }

    /// Notes a value that the running making read from somewhere: the object depends on it.
    pub fn note_looked_at(&mut self, value: Value) {
        if let (Some(running), Value::Reference(Reference::Symbol(symbol))) = (self.running(), value) {
            let known = self.ledger_mut().looked_at.entry(running).or_default();
            if !known.contains(&symbol) {
                known.push_back(symbol);
            }
        }
    }
}
