//! Walks what a caller can observe of two ends, in step: values that are the same become nothing, numbers that may differ
//! become conditions, and new objects are paired as they are met.

use super::Barriers;
use super::run::Trace;
use super::sides::Sides;
use crate::exec::{Machine, State, StopReason};
use crate::explore::{Explorer, Outcome, Path};
use crate::heap::{
    ArrayBody, Base, Body, Choice, Contents, Context, Elements, Heap, ObjectId, Origin, PathCondition, Reference,
    Sharing, Value, default_value,
};
use crate::program::{ClassId, FieldId, SHARED_FIELD};
use crate::term::{Domain, InputId, TermId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Elements of arrays of constant length up to this one are compared one by one.
const MOST_ELEMENTS: i32 = 64;
/// The index at which two arrays are to differ: no input of the method.
const ANY_INDEX: InputId = InputId(u32::MAX);

/// Why a walk did not come to its end.
pub(super) enum Obstacle {
    /// Something must be decided first.
    Open(Choice),
    /// It cannot be told whether the ends are the same.
    Unclear(String),
}

impl From<Choice> for Obstacle {
    fn from(choice: Choice) -> Self {
        Obstacle::Open(choice)
    }
}

/// What a walk found.
#[derive(Default)]
pub(super) struct Found {
    /// Whether something is not the same, whatever the numbers are.
    pub(super) differs: bool,
    /// Conditions under which a number is not the same.
    pub(super) conditions: Vec<TermId>,
    /// What cannot be told.
    pub(super) unclear: Option<String>,
}

/// A walk over two ends.
pub(super) struct Walk<'e, 'p> {
    machine: &'e mut Machine<'p>,
    path: &'e mut PathCondition,
    sides: Sides,
    found: Found,
    /// New objects that correspond, each way.
    forward: FxHashMap<ObjectId, ObjectId>,
    backward: FxHashMap<ObjectId, ObjectId>,
    open: Vec<(ObjectId, ObjectId)>,
    /// Whether the program goes on from here, and can still look at what its callers do not.
    goes_on: bool,
    barriers: &'e Barriers,
}

type Walked = Result<(), Obstacle>;

impl<'e, 'p> Walk<'e, 'p> {
    pub(super) fn new(
        explorer: &'e mut Explorer<'p, Trace>,
        path: &'e mut Path<Trace>,
        sides: Sides,
        barriers: &'e Barriers,
    ) -> Self {
        Walk {
            machine: &mut explorer.machine,
            path: &mut path.state.path,
            sides,
            found: Found::default(),
            forward: FxHashMap::default(),
            backward: FxHashMap::default(),
            open: Vec::new(),
            goes_on: false,
            barriers,
        }
    }

    pub(super) fn finish(self) -> (Sides, Found) {
        (self.sides, self.found)
    }

    /// Compares outcomes, what local variables hold where the method goes on, what was printed, and all that can be reached.
    ///
    /// # Errors
    /// A choice to be made first, or why it cannot be told.
    pub(super) fn ends(&mut self, outcomes: (&Outcome, &Outcome), locals: &[(Value, Value)]) -> Walked {
        match outcomes {
            (Outcome::Returned(None), Outcome::Returned(None)) => {}
            (Outcome::Returned(Some(left)), Outcome::Returned(Some(right))) => self.values(*left, *right)?,
            (Outcome::Threw(left), Outcome::Threw(right)) => self.objects(*left, *right)?,
            (Outcome::Stopped(StopReason::Exits(Some(left))), Outcome::Stopped(StopReason::Exits(Some(right))))
                if left == right =>
            {
                // The program is over: nobody looks at its memory.
                self.printed()?;
                return self.reached();
            }
            // Both came back to the same loop.
            (Outcome::Stopped(StopReason::LoopBound(_)), Outcome::Stopped(StopReason::LoopBound(_))) => {
                self.goes_on = true;
                for (left, right) in locals {
                    self.values(*left, *right)?;
                }
            }
            _ => {
                self.found.differs = true;
                return Ok(());
            }
        }
        self.printed()?;
        self.statics()?;
        self.kept_objects()?;
        self.reached()?;
        let (left, right) = (&self.sides.original.heap, &self.sides.mutated.heap);
        let sizes = |heap: &Heap| (heap.object_count(), heap.symbol_count(), heap.input_count());
        if sizes(left) != sizes(right) {
            return Err(Obstacle::Unclear("the ends meet other inputs".into()));
        }
        Ok(())
    }

    fn unclear(&mut self, reason: &str) {
        self.found.unclear.get_or_insert_with(|| reason.to_owned());
    }

    /// Two numbers or texts of one sort.
    fn terms(&mut self, left: TermId, right: TermId) {
        if left == right {
            return;
        }
        let pool = &mut self.machine.pool;
        if pool.sort(left) != pool.sort(right) {
            self.found.differs = true;
            return;
        }
        let differ = pool.not_equal(left, right);
        match self.machine.pool.as_truth(differ).or_else(|| self.path.known(differ)) {
            Some(true) => self.found.differs = true,
            Some(false) => {}
            None => self.condition(differ),
        }
    }

    fn condition(&mut self, condition: TermId) {
        if !self.found.conditions.contains(&condition) {
            self.found.conditions.push(condition);
        }
    }

    fn values(&mut self, left: Value, right: Value) -> Walked {
        match (left, right) {
            (Value::Reference(left), Value::Reference(right)) => self.references(left, right)?,
            (Value::Text(left), Value::Text(right)) => self.terms(left, right),
            _ => match (left.number(), right.number()) {
                (Some(left), Some(right)) => self.terms(left, right),
                _ => self.found.differs |= left != right,
            },
        }
        Ok(())
    }

    fn references(&mut self, left: Reference, right: Reference) -> Walked {
        let left = self.sides.original.heap.current(left);
        match (left, self.sides.mutated.heap.current(right)) {
            (Reference::Null, Reference::Null) => Ok(()),
            (Reference::Symbol(left), Reference::Symbol(right)) if left == right => Ok(()),
            (Reference::Symbol(symbol), _) | (_, Reference::Symbol(symbol)) => Err(Choice::Symbol(symbol).into()),
            (Reference::Object(left), Reference::Object(right)) => self.objects(left, right),
            (Reference::Null, Reference::Object(_)) | (Reference::Object(_), Reference::Null) => {
                self.found.differs = true;
                Ok(())
            }
        }
    }

    fn is_new(&self, object: ObjectId) -> bool {
        let heap = &self.sides.mutated.heap;
        heap.object(object).is_none_or(|object| matches!(object.origin, Origin::Allocated))
    }

    fn objects(&mut self, left: ObjectId, right: ObjectId) -> Walked {
        if left == right && !self.is_new(left) {
            return Ok(());
        }
        let program = self.machine.program;
        let class = self.sides.original.heap.value_class(program, left);
        if class.is_some() && class == self.sides.mutated.heap.value_class(program, right) {
            return self.held_values(left, right);
        }
        if !self.is_new(left) || !self.is_new(right) || !self.pair(left, right) {
            self.found.differs = true;
        }
        Ok(())
    }

    /// Makes two new objects correspond; whether they do.
    fn pair(&mut self, left: ObjectId, right: ObjectId) -> bool {
        match (self.forward.get(&left), self.backward.get(&right)) {
            (None, None) => {
                self.forward.insert(left, right);
                self.backward.insert(right, left);
                self.open.push((left, right));
                true
            }
            (Some(known), Some(other)) => *known == right && *other == left,
            _ => false,
        }
    }

    /// Two strings, or two boxes of one class: by what they hold, and by their identity as far as Java fixes it.
    fn held_values(&mut self, left: ObjectId, right: ObjectId) -> Walked {
        let program = self.machine.program;
        let sharing =
            (self.sides.original.heap.sharing(program, left), self.sides.mutated.heap.sharing(program, right));
        let is_same_object = match sharing {
            (Sharing::Shared, Sharing::Shared) => true,
            (Sharing::Fresh, Sharing::Fresh) => self.pair(left, right),
            _ => false,
        };
        if !is_same_object {
            self.unclear("which of two equal strings or boxes is given");
        }
        let values = [left, right].map(|object| self.held(object));
        match values {
            [Some((left, _)), Some((_, right))] => self.values(left, right),
            _ => Err(Obstacle::Unclear("a string or box of which nothing is known".into())),
        }
    }

    /// What a string or box holds on each side. It is read on both, so that inputs keep their numbers.
    fn held(&mut self, object: ObjectId) -> Option<(Value, Value)> {
        let mut read = |state: &mut State| {
            let program = self.machine.program;
            let mut context = Context { program, pool: &mut self.machine.pool, path: self.path };
            let heap = &mut state.heap;
            let text = heap.text_of(&mut context, object).map(Value::Text);
            text.or_else(|| heap.boxed(&mut context, object))
        };
        let left = read(&mut self.sides.original);
        let right = read(&mut self.sides.mutated);
        left.zip(right)
    }

    /// What was printed, from the last to the first.
    fn printed(&mut self) -> Walked {
        let mut left = self.sides.original.printed.clone();
        let mut right = self.sides.mutated.printed.clone();
        while let (Some(one), Some(other)) = (left.clone(), right.clone()) {
            if Rc::ptr_eq(&one, &other) {
                return Ok(());
            }
            if one.by.0 == "printStackTrace" {
                self.unclear("a stack trace is printed");
            }
            if one.by != other.by {
                break;
            }
            self.values(one.stream, other.stream)?;
            match (one.value, other.value) {
                (Some(left), Some(right)) => self.values(left, right)?,
                (None, None) => {}
                _ => break,
            }
            (left, right) = (one.before.clone(), other.before.clone());
        }
        if left.is_some() || right.is_some() {
            self.unclear("something else is printed");
        }
        Ok(())
    }

    /// Static fields that a run may have changed.
    fn statics(&mut self) -> Walked {
        let program = self.machine.program;
        let mut fields = self.sides.original.heap.touched_statics(program);
        fields.extend(self.sides.mutated.heap.touched_statics(program));
        fields.retain(|field| !program.field(*field).flags.is_final());
        program.sort_fields(&mut fields);
        fields.dedup();
        for field in fields {
            let left = self.static_value(field, true)?;
            let right = self.static_value(field, false)?;
            self.values(left, right)?;
        }
        Ok(())
    }

    fn static_value(&mut self, field: FieldId, original: bool) -> Result<Value, Obstacle> {
        let state = if original { &mut self.sides.original } else { &mut self.sides.mutated };
        match state.heap.static_value(field) {
            Some(value) => Ok(value),
            // One of the JDK's that one run has not touched.
            None => self
                .machine
                .initialised_static(state, field)
                .map_err(|_| Obstacle::Unclear("a static field that cannot be initialised".into())),
        }
    }

    /// Objects that were there before.
    fn kept_objects(&mut self) -> Walked {
        for number in 0..self.sides.mutated.heap.object_count() as u32 {
            if !self.is_new(ObjectId(number)) {
                self.bodies(ObjectId(number), ObjectId(number))?;
            }
        }
        Ok(())
    }

    /// New objects that are reached.
    fn reached(&mut self) -> Walked {
        while let Some((left, right)) = self.open.pop() {
            self.bodies(left, right)?;
        }
        Ok(())
    }

    fn bodies(&mut self, left: ObjectId, right: ObjectId) -> Walked {
        let body = |heap: &Heap, id| heap.object(id).map(|object| object.body.clone());
        match (body(&self.sides.original.heap, left), body(&self.sides.mutated.heap, right)) {
            (Some(Body::Instance(one)), Some(Body::Instance(other))) => {
                if one.types != other.types {
                    self.found.differs = true;
                    return Ok(());
                }
                let class = one.types.first().copied();
                if class.is_some_and(|class| self.is_exception(class)) && self.is_new(right) {
                    match self.made_by_jvm(left, right) {
                        Some(true) if !self.goes_on => return Ok(()),
                        Some(false) => {}
                        Some(true) | None => self.unclear("the message of an exception"),
                    }
                }
                self.fields(&one.fields, &other.fields)
            }
            (Some(Body::Array(one)), Some(Body::Array(other))) => self.arrays((left, &one), (right, &other)),
            (None, None) => Ok(()),
            _ => {
                self.found.differs = true;
                Ok(())
            }
        }
    }

    fn is_exception(&self, class: ClassId) -> bool {
        let program = self.machine.program;
        let throwable = program.class_by_name("java/lang/Throwable");
        throwable.is_none_or(|throwable| program.is_subclass(class, throwable) != Some(false))
    }

    /// Whether the JVM made both of two exceptions, so that their messages are its own; none where only one is or that is not
    /// known.
    fn made_by_jvm(&self, left: ObjectId, right: ObjectId) -> Option<bool> {
        // Without a JDK no exception keeps its message.
        self.machine.program.jdk()?;
        let left = self.machine.is_made_by_jvm(&self.sides.original, left);
        (left == self.machine.is_made_by_jvm(&self.sides.mutated, right)).then_some(left)
    }

    fn fields(&mut self, left: &[(FieldId, Value)], right: &[(FieldId, Value)]) -> Walked {
        let program = self.machine.program;
        let mut fields: Vec<FieldId> = left.iter().chain(right).map(|(field, _)| *field).collect();
        program.sort_fields(&mut fields);
        fields.dedup();
        for field in fields {
            // Whether the JVM may share the object, which is compared where it matters.
            if &*program.field(field).name == SHARED_FIELD || self.barriers.ignores(field) {
                continue;
            }
            let (left, right) = (self.field_value(left, field), self.field_value(right, field));
            self.values(left, right)?;
        }
        Ok(())
    }

    fn field_value(&mut self, fields: &[(FieldId, Value)], field: FieldId) -> Value {
        let held = fields.iter().find(|(known, _)| *known == field).map(|(_, value)| *value);
        // Only what was zero at the start can be missing on one side.
        held.unwrap_or_else(|| default_value(&mut self.machine.pool, self.machine.program.field(field).kind))
    }

    fn arrays(&mut self, (left, one): (ObjectId, &ArrayBody), (right, other): (ObjectId, &ArrayBody)) -> Walked {
        if one.component != other.component {
            self.found.differs = true;
            return Ok(());
        }
        self.terms(one.length, other.length);
        match (&one.contents, &other.contents) {
            (Contents::Primitive(_, left), Contents::Primitive(_, right)) => {
                self.numbers((*left, *right), (one.length, other.length));
                Ok(())
            }
            (Contents::References(one_by_one), Contents::References(others)) => {
                if Rc::ptr_eq(one_by_one, others) {
                    return Ok(());
                }
                let indices = self.indices((one_by_one, others), (one.length, other.length))?;
                for index in indices {
                    let (left, right) = self.elements((left, right), index)?;
                    self.values(left, right)?;
                }
                Ok(())
            }
            _ => {
                self.found.differs = true;
                Ok(())
            }
        }
    }

    /// The contents of two arrays of numbers. Where the lengths may differ, that is a condition of its own.
    fn numbers(&mut self, (left, right): (TermId, TermId), lengths: (TermId, TermId)) {
        if left == right {
            return;
        }
        let pool = &mut self.machine.pool;
        if let Some(length) = pool.as_int(lengths.0).filter(|length| *length <= MOST_ELEMENTS) {
            for index in 0..length {
                let pool = &mut self.machine.pool;
                let index = pool.int(index);
                let (left, right) = (pool.select(left, index), pool.select(right, index));
                self.terms(left, right);
            }
            return;
        }
        let index = pool.input(ANY_INDEX, Domain::Length);
        let is_inside = pool.less(index, lengths.0);
        let (left, right) = (pool.select(left, index), pool.select(right, index));
        let differ = pool.not_equal(left, right);
        let condition = pool.conjunction(is_inside, differ);
        if pool.as_truth(condition) != Some(false) {
            self.condition(condition);
        }
    }

    /// The indices at which two arrays of references can hold something else.
    fn indices(
        &mut self,
        (left, right): (&Rc<Elements>, &Rc<Elements>),
        lengths: (TermId, TermId),
    ) -> Result<Vec<TermId>, Obstacle> {
        if !same_base(left.base(), right.base()) {
            let pool = &mut self.machine.pool;
            return match (pool.as_int(lengths.0), lengths.0 == lengths.1) {
                (Some(length), true) if length <= MOST_ELEMENTS => {
                    Ok((0..length).map(|index| pool.int(index)).collect())
                }
                _ => Err(Obstacle::Unclear("arrays of references are copied".into())),
            };
        }
        let mut indices = Vec::new();
        for elements in [left, right] {
            let (constant, symbolic) = elements.written_one_by_one();
            for (index, _) in constant {
                indices.push(self.machine.pool.int(index));
            }
            indices.extend(symbolic.iter().map(|(index, _)| *index));
        }
        indices.sort_unstable();
        indices.dedup();
        Ok(indices)
    }

    /// What two arrays of references hold at an index.
    fn elements(&mut self, (left, right): (ObjectId, ObjectId), index: TermId) -> Result<(Value, Value), Obstacle> {
        let program = self.machine.program;
        let mut context = Context { program, pool: &mut self.machine.pool, path: self.path };
        let (original, mutated) = (&mut self.sides.original.heap, &mut self.sides.mutated.heap);
        let left = original.read_element(&mut context, left, index)?;
        let right = mutated.read_element(&mut context, right, index)?;
        // Elements of copied arrays may be met here for the first time, and must be the same on both sides.
        let newest = |heap: &Heap| {
            let count = heap.symbol_count();
            let last = count.checked_sub(1).map(|last| crate::heap::SymbolId(last as u32));
            (count, last.and_then(|last| heap.symbol(last)).map(|symbol| symbol.origin))
        };
        if newest(original) != newest(mutated) {
            return Err(Obstacle::Unclear("arrays of references are copied".into()));
        }
        Ok((left, right))
    }
}

fn same_base(left: &Base, right: &Base) -> bool {
    match (left, right) {
        (Base::Null, Base::Null) => true,
        (Base::Initial(left), Base::Initial(right)) => left == right,
        _ => false,
    }
}
