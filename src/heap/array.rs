//! Arrays: symbolic length, primitive contents as one term, reference elements one by one.

use super::constraint::{Choice, Constraint};
use super::memory::{Body, Context, Heap, Object, Origin, SymbolOrigin};
use super::open_call::OpenPlace;
use super::persistent::PersistentOrderedMap;
use super::value::{ObjectId, Reference, SymbolId, Value};
use crate::program::{ClassId, FieldKind, ReferenceType};
use crate::term::{ElementKind, TermCarrier, TermId};
use std::rc::Rc;

/// The state of an array.
#[derive(Clone, Debug)]
pub struct ArrayBody {
    /// Declared or, for allocated arrays, exact component type.
    pub component: FieldKind,
    /// For an input array of classes: what its component class can be; none when `component` is exact.
    pub possible_components: Option<Rc<[ClassId]>>,
    /// Length.
    pub length: TermId,
    /// Elements.
    pub contents: Contents,
}

/// The elements of an array.
#[derive(Clone, Debug)]
pub enum Contents {
    /// Primitive elements, as one term.
    Primitive(ElementKind, TermId),
    /// References.
    References(Rc<Elements>),
}

/// Reference elements: what has been written over what was there.
#[derive(Clone, Debug)]
pub struct Elements {
    /// Written at constant indices.
    constant: PersistentOrderedMap<i32, Value>,
    /// Written at symbolic indices; on this path they differ from one another and from the constant ones.
    symbolic: Vec<(TermId, Value)>,
    base: Base,
}

/// What elements are where nothing has been written one by one.
#[derive(Clone, Debug)]
pub enum Base {
    /// Null everywhere.
    Null,
    /// The initial elements of an input array.
    Initial(ObjectId),
    /// A range of other elements, as they were when copied, over what was below.
    Copy {
        /// What is copied from.
        source: Rc<Elements>,
        /// First index read.
        source_from: TermId,
        /// First index written.
        destination_from: TermId,
        /// How many elements.
        length: TermId,
        /// What is copied into.
        below: Rc<Elements>,
    },
}

impl Elements {
    /// The elements of a new array.
    pub fn null() -> Self {
        Elements { constant: PersistentOrderedMap::default(), symbolic: Vec::new(), base: Base::Null }
    }

    /// The elements of an input array.
    pub fn initial(array: ObjectId) -> Self {
        Elements { constant: PersistentOrderedMap::default(), symbolic: Vec::new(), base: Base::Initial(array) }
    }

    /// Elements given one by one from index 0.
    pub fn of(values: impl IntoIterator<Item = Value>) -> Self {
        let constant = values.into_iter().enumerate().map(|(index, value)| (index as i32, value)).collect();
        Elements { constant, symbolic: Vec::new(), base: Base::Null }
    }

    /// What was written at constant indices, and at symbolic ones that differ from them and from one another.
    pub fn written_one_by_one(&self) -> (impl Iterator<Item = (i32, Value)> + '_, &[(TermId, Value)]) {
        (self.constant.iter().map(|(index, value)| (*index, *value)), &self.symbolic)
    }

    /// What they are where nothing was written one by one.
    pub fn base(&self) -> &Base {
        &self.base
    }

    /// Reads an element. The index is in bounds.
    ///
    /// # Errors
    /// A choice, when the path does not decide which element it is.
    pub fn read(&self, heap: &mut Heap, context: &mut Context<'_>, index: TermId) -> Result<Value, Choice> {
        let mut elements = self;
        let mut index = index;
        loop {
            if let Some(value) = elements.written(context, index)? {
                return Ok(value);
            }
            match &elements.base {
                Base::Null => return Ok(Value::Reference(Reference::Null)),
                Base::Initial(array) => return heap.read_initial_element(context, *array, index),
                Base::Copy { source, source_from, destination_from, length, below } => {
                    let above = context.pool.greater_or_equal(index, *destination_from);
                    let end = context.pool.add(*destination_from, *length);
                    let inside = above_and_below(context, above, index, end)?;
                    if inside {
                        let offset = context.pool.subtract(index, *destination_from);
                        index = context.pool.add(offset, *source_from);
                        elements = source;
                    } else {
                        elements = below;
                    }
                }
            }
        }
    }

    /// Writes an element. The index is in bounds.
    ///
    /// # Errors
    /// A choice, when the path does not decide whether an element written before is overwritten.
    pub fn write(&mut self, context: &mut Context<'_>, index: TermId, value: Value) -> Result<(), Choice> {
        for position in 0..self.symbolic.len() {
            let same = context.pool.equal(index, self.symbolic[position].0);
            if context.decide(same)? {
                self.symbolic[position].1 = value;
                return Ok(());
            }
        }
        if let Some(constant) = context.pool.as_int(index) {
            self.constant.insert(constant, value);
            return Ok(());
        }
        for key in self.constant.keys().copied().collect::<Vec<_>>() {
            let key_term = context.pool.int(key);
            let same = context.pool.equal(index, key_term);
            if context.decide(same)? {
                self.constant.insert(key, value);
                return Ok(());
            }
        }
        self.symbolic.push((index, value));
        Ok(())
    }

    /// Decides which element written before, if any, `index` names, so that a later write needs no choice.
    ///
    /// # Errors
    /// The choices that are still open.
    pub fn locate(&self, context: &mut Context<'_>, index: TermId) -> Result<(), Choice> {
        self.written(context, index).map(|_| ())
    }

    /// These elements with a range of `source` copied over them.
    pub fn with_copy(
        self: &Rc<Self>,
        source: &Rc<Elements>,
        source_from: TermId,
        destination_from: TermId,
        length: TermId,
    ) -> Self {
        Elements {
            constant: PersistentOrderedMap::default(),
            symbolic: Vec::new(),
            base: Base::Copy { source: source.clone(), source_from, destination_from, length, below: self.clone() },
        }
    }

    fn written(&self, context: &mut Context<'_>, index: TermId) -> Result<Option<Value>, Choice> {
        for (position, value) in &self.symbolic {
            let same = context.pool.equal(index, *position);
            if context.decide(same)? {
                return Ok(Some(*value));
            }
        }
        if let Some(constant) = context.pool.as_int(index) {
            return Ok(self.constant.get(&constant).copied());
        }
        for (key, value) in &self.constant {
            let key = context.pool.int(*key);
            let same = context.pool.equal(index, key);
            if context.decide(same)? {
                return Ok(Some(*value));
            }
        }
        Ok(None)
    }
}

fn above_and_below(context: &mut Context<'_>, above: TermId, index: TermId, end: TermId) -> Result<bool, Choice> {
    if !context.decide(above)? {
        return Ok(false);
    }
    let below = context.pool.less(index, end);
    context.decide(below)
}

impl Heap {
    /// The element that an input array held at the start at `index`: one touched before, or one met now.
    fn read_initial_element(
        &mut self,
        context: &mut Context<'_>,
        array: ObjectId,
        index: TermId,
    ) -> Result<Value, Choice> {
        let touched = self.initial_elements.get(&array).cloned().unwrap_or_default();
        for (position, symbol) in &touched {
            let same = context.pool.equal(index, *position);
            if context.decide(same)? {
                return Ok(Value::Reference(Reference::Symbol(*symbol)));
            }
        }
        let declared = match self.array(array).map(|body| body.component) {
            Some(FieldKind::Reference(declared)) => declared,
            _ => return Ok(Value::Reference(Reference::Null)),
        };
        let is_nullable = !self.holds_objects(array);
        let origin = match self.open_effects.stands_for(array) {
            None => SymbolOrigin::Element(array, index),
            Some((array, epoch)) => SymbolOrigin::Open(epoch, OpenPlace::Element(array, index)),
        };
        let symbol = self.new_symbol(origin, declared, is_nullable);
        self.note_held(context, (array, index), symbol);
        let mut touched = touched;
        touched.push_back((index, symbol));
        self.initial_elements.insert(array, touched);
        context.path.constraints.push_back(Constraint::Element(array, index, Some(symbol)));
        Ok(Value::Reference(Reference::Symbol(symbol)))
    }

    /// The elements of an input array that were met so far, at the start.
    pub fn initial_elements_of(&self, array: ObjectId) -> Vec<(TermId, SymbolId)> {
        self.initial_elements.get(&array).into_iter().flatten().copied().collect()
    }

    /// A new array of references that holds anything, of which nobody else knows.
    pub fn new_unknown_array(&mut self, component: FieldKind, length: TermId) -> ObjectId {
        let array = ObjectId(self.object_count() as u32);
        let contents = Contents::References(Rc::new(Elements::initial(array)));
        let body = ArrayBody { component, possible_components: None, length, contents };
        self.add(Object { origin: Origin::Input, body: Body::Array(body) })
    }

    /// Whether something was stored in an array of references since the start.
    pub fn is_rewritten(&self, array: ObjectId) -> bool {
        match self.array(array).map(|body| &body.contents) {
            Some(Contents::References(elements)) => {
                let is_written = !elements.symbolic.is_empty() || elements.constant.iter().next().is_some();
                is_written || !matches!(elements.base, Base::Initial(of) if of == array)
            }
            _ => false,
        }
    }

    /// Reads a reference element; the index is in bounds.
    ///
    /// # Errors
    /// A choice, when the path does not decide which element it is.
    pub fn read_element(&mut self, context: &mut Context<'_>, array: ObjectId, index: TermId) -> Result<Value, Choice> {
        match self.array(array).map(|body| body.contents.clone()) {
            Some(Contents::References(elements)) => elements.read(self, context, index),
            _ => Ok(Value::Reference(Reference::Null)),
        }
    }

    /// Writes a reference element; the index is in bounds.
    ///
    /// # Errors
    /// A choice, when the path does not decide which element it is.
    pub fn write_element(
        &mut self,
        context: &mut Context<'_>,
        array: ObjectId,
        index: TermId,
        value: Value,
    ) -> Result<(), Choice> {
        let Some(Contents::References(elements)) = self.array(array).map(|body| body.contents.clone()) else {
            return Ok(());
        };
        let written_before = elements.symbolic.len() + elements.constant.len();
        let mut changed = (*elements).clone();
        changed.write(context, index, value)?;
        if changed.symbolic.len() + changed.constant.len() > written_before
            && !context.path.follows_model
            && self.is_input(array)
        {
            context.path.constraints.push_back(Constraint::Element(array, index, None));
        }
        drop(elements);
        if let Some(body) = self.array_mut(array) {
            body.contents = Contents::References(Rc::new(changed));
        }
        Ok(())
    }

    /// Decides which element written before, if any, an index of an array names, and notes the access as one of an input
    /// array; what `write_element` does for a callee's write before the callee's code runs.
    ///
    /// # Errors
    /// A choice, when the path does not decide it.
    pub fn locate_element(&mut self, context: &mut Context<'_>, array: ObjectId, index: TermId) -> Result<(), Choice> {
        if let Some(Contents::References(elements)) = self.array(array).map(|body| body.contents.clone()) {
            elements.locate(context, index)?;
            if self.is_input(array) {
                context.path.constraints.push_back(Constraint::Element(array, index, None));
            }
        }
        Ok(())
    }

    /// The reference type of an array object.
    pub fn array_type(&self, array: ObjectId) -> Option<ReferenceType> {
        self.array(array).map(|body| body.component.array_of())
    }
}

impl Elements {
    /// The values written at constant indices, for heaps where nothing is symbolic.
    pub fn concrete_values(&self) -> Vec<Value> {
        let mut values: Vec<Value> = self.constant.values().copied().collect();
        if let Base::Copy { source, below, .. } = &self.base {
            values.extend(source.concrete_values());
            values.extend(below.concrete_values());
        }
        values
    }

    /// Everything that was written, where it was, and below what was copied.
    pub(super) fn held(&self) -> Vec<Value> {
        let mut values: Vec<Value> = self.constant.values().copied().collect();
        values.extend(self.symbolic.iter().map(|(_, value)| *value));
        if let Base::Copy { source, below, .. } = &self.base {
            values.extend(source.held());
            values.extend(below.held());
        }
        values
    }

    /// These elements with every value replaced, as terms of another pool.
    pub(super) fn mapped(
        &self,
        terms: &mut TermCarrier<'_>,
        translate: &dyn Fn(&mut TermCarrier<'_>, Value) -> Value,
    ) -> Elements {
        let constant = self.constant.iter().map(|(index, value)| (*index, translate(terms, *value))).collect();
        let mut symbolic = Vec::with_capacity(self.symbolic.len());
        for (index, value) in &self.symbolic {
            symbolic.push((terms.carry(*index), translate(terms, *value)));
        }
        let base = match &self.base {
            Base::Copy { source, source_from, destination_from, length, below } => Base::Copy {
                source: Rc::new(source.mapped(terms, translate)),
                source_from: terms.carry(*source_from),
                destination_from: terms.carry(*destination_from),
                length: terms.carry(*length),
                below: Rc::new(below.mapped(terms, translate)),
            },
            other => other.clone(),
        };
        Elements { constant, symbolic, base }
    }
}
