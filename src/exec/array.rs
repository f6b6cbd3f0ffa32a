//! Array instructions.

use super::arith::{malformed, number_of};
use super::caveat::Caveat;
use super::exception::NULL_POINTER;
use super::machine::Machine;
use super::quiet::Part;
use super::state::State;
use super::step::Effect;
use super::stop::{Interrupt, StopReason};
use crate::classfile::{ArrayAccess, PrimitiveType, ValueKind, java_name};
use crate::heap::{Choice, Contents, ObjectId, OpenPlace, Reference, SymbolOrigin, Value};
use crate::program::{ClassId, Element, FieldKind, ReferenceType};
use crate::term::{ElementKind, TermId, TextOperator as T};
use std::rc::Rc;

const OUT_OF_BOUNDS: &str = "java/lang/ArrayIndexOutOfBoundsException";
const ARRAY_STORE: &str = "java/lang/ArrayStoreException";
const NEGATIVE_SIZE: &str = "java/lang/NegativeArraySizeException";

/// The only field of the JDK that keeps an array which it was given: its class and name.
const KEPT_ARRAY: (&str, &str) = ("java/util/Arrays$ArrayList", "a");

enum Place {
    Element(ObjectId, TermId),
    Raise(&'static str),
}

impl Machine<'_> {
    /// The array and index of an access: null and bounds are checked in the JVM's order.
    fn place(&mut self, state: &State, array: Value, index: Value) -> Result<Place, Interrupt> {
        let Value::Reference(reference) = array else { return Err(malformed()) };
        let index = number_of(ValueKind::Int, index).ok_or_else(malformed)?;
        let Some(object) = state.heap.resolve(reference)? else { return Ok(Place::Raise(NULL_POINTER)) };
        self.given_length(state, object)?;
        let length = state.heap.array(object).ok_or_else(malformed)?.length;
        let zero = self.pool.int(0);
        let not_negative = self.pool.greater_or_equal(index, zero);
        if !state.path.decide(&mut self.pool, not_negative)? {
            return Ok(Place::Raise(OUT_OF_BOUNDS));
        }
        let below = self.pool.less(index, length);
        if !state.path.decide(&mut self.pool, below)? {
            return Ok(Place::Raise(OUT_OF_BOUNDS));
        }
        Ok(Place::Element(object, index))
    }

    pub(super) fn array_load(&mut self, state: &mut State, access: ArrayAccess) -> Result<Effect, Interrupt> {
        let (object, index) = match self.place(state, state.operand(1), state.operand(0))? {
            Place::Raise(class) => return Ok(Effect::Raise(class)),
            Place::Element(object, index) => (object, index),
        };
        self.note_initial_access(state, object, Part::Elements, false);
        let value = match state.heap.array(object).map(|body| &body.contents) {
            Some(Contents::Primitive(kind, contents)) if is_access_to(access, *kind) => {
                Value::of_sort(kind.sort(), self.pool.select(*contents, index)).ok_or_else(malformed)?
            }
            Some(Contents::References(_)) => {
                let (heap, mut context) = self.heap_context(state);
                let value = heap.read_element(&mut context, object, index)?;
                heap.construction.note_looked_at(value);
                self.note_loaded(state, value);
                value
            }
            _ => return Err(malformed()),
        };
        state.replace_operands(2, value);
        Ok(Effect::Next)
    }

    pub(super) fn array_store(&mut self, state: &mut State, access: ArrayAccess) -> Result<Effect, Interrupt> {
        let (object, index) = match self.place(state, state.operand(2), state.operand(1))? {
            Place::Raise(class) => return Ok(Effect::Raise(class)),
            Place::Element(object, index) => (object, index),
        };
        self.note_initial_access(state, object, Part::Elements, true);
        let value = state.operand(0);
        let Some(body) = state.heap.array(object) else { return Err(malformed()) };
        match &body.contents {
            Contents::Primitive(kind, contents) if is_access_to(access, *kind) => {
                let contents = *contents;
                let stored = self.narrowed(value, body.component).number().ok_or_else(malformed)?;
                if self.pool.sort(stored) != self.pool.element_kind(contents).sort() {
                    return Err(malformed());
                }
                let changed = self.pool.store(contents, index, stored);
                if let Some(body) = state.heap.array_mut(object)
                    && let Contents::Primitive(_, contents) = &mut body.contents
                {
                    *contents = changed;
                }
            }
            Contents::References(_) => {
                let Value::Reference(reference) = value else { return Err(malformed()) };
                if !self.storable(state, object, reference)? {
                    return Ok(Effect::Raise(ARRAY_STORE));
                }
                let (heap, mut context) = self.heap_context(state);
                heap.write_element(&mut context, object, index, value)?;
            }
            Contents::Primitive(..) => return Err(malformed()),
        }
        state.drop_operands(3);
        Ok(Effect::Next)
    }

    /// The input array whose run-time class an array has, where that may be of a narrower type than what is declared, and of which one is
    /// not decided.
    pub fn narrower_array(&self, state: &State, array: ObjectId) -> Option<ObjectId> {
        let original = self.open_array(state, array)?;
        self.program.may_be_narrower(state.heap.array_type(original)?).then_some(original)
    }

    /// The same where that may be of a narrower type from elsewhere too. Arrays of the JDK's objects are those that its code has made, but
    /// for the one that `Arrays.asList` keeps.
    pub fn open_array(&self, state: &State, array: ObjectId) -> Option<ObjectId> {
        let (program, heap) = (self.program, &state.heap);
        let original = heap.typed_as(array);
        if !heap.is_input(original) || heap.is_settled(original) {
            return None;
        }
        let body = heap.array(original).filter(|body| body.possible_components.is_none())?;
        let FieldKind::Reference(component) = body.component else { return None };
        let is_passed = match heap.first_origin(original) {
            Some(SymbolOrigin::Field(_, field) | SymbolOrigin::Open(_, OpenPlace::Field(_, field))) => {
                let info = program.field(field);
                let (class, name) = (&**program.class_name(info.class), &*info.name);
                program.is_user_class(info.class) || (class, name) == KEPT_ARRAY
            }
            origin => origin.is_some(),
        };
        (is_passed && program.may_be_narrower_anywhere(component.array_of())).then_some(original)
    }

    /// Records that an array was taken to be of exactly the type that is known of it, where it could be of a narrower one, or of one that is
    /// written elsewhere.
    pub fn note_exact_array(&mut self, state: &State, array: ObjectId) {
        let Some(original) = self.open_array(state, array) else { return };
        let Some(whole) = state.heap.array_type(original) else { return };
        if self.program.may_be_narrower(whole) {
            self.caveats.insert(Caveat::OpenType(java_name(&self.program.type_name(whole))));
        } else if let Element::Class(class) = whole.element {
            self.note_no_other_class(state, class);
        }
    }

    /// Whether an array's run-time component type admits a value (JVMS `aastore`).
    fn storable(&mut self, state: &State, array: ObjectId, value: Reference) -> Result<bool, Interrupt> {
        let Some(body) = state.heap.array(array) else { return Err(malformed()) };
        let FieldKind::Reference(component) = body.component else { return Err(malformed()) };
        let possible = body.possible_components.clone();
        let program = self.program;
        if state.heap.current(value) != Reference::Null {
            self.note_exact_array(state, array);
        }
        // An undecided value needs no decision when every array that this can be takes everything the value can be.
        if let Reference::Symbol(symbol) = state.heap.current(value) {
            let declared = state.heap.symbol(symbol).map(|symbol| symbol.declared);
            let components: Vec<ReferenceType> = match &possible {
                Some(classes) => classes.iter().map(|class| ReferenceType::class(*class)).collect(),
                None => vec![component],
            };
            let fits = |value: ReferenceType| components.iter().all(|it| program.is_subtype(value, *it) == Some(true));
            let all_fit = |declared: ReferenceType| match declared.as_class() {
                Some(class) if !program.is_open(class) && program.is_user_class(class) => {
                    program.concrete_subtypes(class).iter().all(|class| fits(ReferenceType::class(*class)))
                }
                _ => false,
            };
            if declared.is_some_and(fits) {
                return Ok(true);
            }
            if let Some(class) = declared.filter(|declared| all_fit(*declared)).and_then(ReferenceType::as_class) {
                self.note_no_other_class(state, class);
                return Ok(true);
            }
        }
        let Some(object) = state.heap.resolve(value)? else { return Ok(true) };
        if let Some(actual) = state.heap.array_type(object) {
            return program.is_subtype(actual, component).ok_or_else(|| self.missing(actual));
        }
        let Some(instance) = state.heap.instance(object) else { return Err(malformed()) };
        let components: Vec<ReferenceType> = match &possible {
            Some(classes) => classes.iter().map(|class| ReferenceType::class(*class)).collect(),
            None => vec![component],
        };
        let mut rows: Vec<(Vec<bool>, Vec<ClassId>)> = Vec::new();
        for class in instance.types.iter() {
            let mut row = Vec::new();
            for component in &components {
                let fits = program.is_subtype(ReferenceType::class(*class), *component);
                row.push(fits.ok_or_else(|| self.missing(ReferenceType::class(*class)))?);
            }
            match rows.iter_mut().find(|(known, _)| *known == row) {
                Some((_, classes)) => classes.push(*class),
                None => rows.push((row, vec![*class])),
            }
        }
        let [(row, _)] = rows.as_slice() else {
            return Err(Choice::Types(object, rows.into_iter().map(|(_, classes)| classes.into()).collect()).into());
        };
        if row.iter().all(|fits| *fits) {
            if let Some(component) = component.as_class() {
                self.note_closed_answer(state, object, component, true);
            }
            return Ok(true);
        }
        if !row.iter().any(|fits| *fits) {
            return Ok(false);
        }
        let classes = possible.unwrap_or_default();
        let pick = |wanted: bool| -> Rc<[ClassId]> {
            classes.iter().zip(row).filter(|(_, fits)| **fits == wanted).map(|(class, _)| *class).collect()
        };
        Err(Choice::Components(array, vec![pick(true), pick(false)]).into())
    }

    pub(super) fn array_length(&mut self, state: &mut State) -> Result<Effect, Interrupt> {
        let Value::Reference(reference) = state.operand(0) else { return Err(malformed()) };
        let Some(object) = state.heap.resolve(reference)? else { return Ok(Effect::Raise(NULL_POINTER)) };
        self.given_length(state, object)?;
        let length = state.heap.array(object).ok_or_else(malformed)?.length;
        state.replace_operands(1, Value::Int(length));
        Ok(Effect::Next)
    }

    pub(super) fn new_primitive_array(
        &mut self,
        state: &mut State,
        primitive: PrimitiveType,
    ) -> Result<Effect, Interrupt> {
        self.new_array(state, FieldKind::Primitive(primitive))
    }

    pub(super) fn new_reference_array(&mut self, state: &mut State, component: &str) -> Result<Effect, Interrupt> {
        let component = self.type_named(component)?;
        self.new_array(state, FieldKind::Reference(component))
    }

    fn new_array(&mut self, state: &mut State, component: FieldKind) -> Result<Effect, Interrupt> {
        let length = number_of(ValueKind::Int, state.operand(0)).ok_or_else(malformed)?;
        let Some(object) = self.sized_array(state, component, length)? else {
            return Ok(Effect::Raise(NEGATIVE_SIZE));
        };
        state.replace_operands(1, Value::Reference(Reference::Object(object)));
        Ok(Effect::Next)
    }

    /// A new array of zeros; none when the length is negative.
    ///
    /// # Errors
    /// A choice about the length.
    pub fn sized_array(
        &mut self,
        state: &mut State,
        component: FieldKind,
        length: TermId,
    ) -> Result<Option<ObjectId>, Interrupt> {
        let is_possible = self.check_size(state, length)?;
        Ok(is_possible.then(|| state.heap.allocate_array(&mut self.pool, component, length)))
    }

    /// False when a size is negative. A symbolic size is kept within the array bound.
    fn check_size(&mut self, state: &State, length: TermId) -> Result<bool, Interrupt> {
        let zero = self.pool.int(0);
        let not_negative = self.pool.greater_or_equal(length, zero);
        if !state.path.decide(&mut self.pool, not_negative)? {
            return Ok(false);
        }
        if self.pool.as_int(length).is_none() {
            let limit = self.pool.int(self.limits.array_length);
            let bound = self.pool.less_or_equal(length, limit);
            if !state.path.is_bounded(&self.pool, bound) {
                return Err(Choice::Bound(bound).into());
            }
        }
        Ok(true)
    }

    pub(super) fn new_multi_array(
        &mut self,
        state: &mut State,
        name: &str,
        dimensions: u8,
    ) -> Result<Effect, Interrupt> {
        let whole = self.type_named(name)?;
        let count = usize::from(dimensions);
        let mut lengths = Vec::with_capacity(count);
        for depth in (0..count).rev() {
            lengths.push(number_of(ValueKind::Int, state.operand(depth)).ok_or_else(malformed)?);
        }
        for length in &lengths {
            if !self.check_size(state, *length)? {
                let message = self.pool.text_operation(T::OfNumber, &[*length]);
                return Ok(Effect::RaiseSaying(NEGATIVE_SIZE, message));
            }
        }
        if let [of_rows, length] = *lengths.as_slice()
            && self.pool.as_int(of_rows).is_none()
            && (self.contents_are_inputs || self.reads_unknown_collections)
        {
            let component = whole.component().ok_or_else(malformed)?;
            let root = state.heap.new_rows(component, of_rows, length);
            state.replace_operands(count, Value::Reference(Reference::Object(root)));
            return Ok(Effect::Next);
        }
        // Every dimension but the last decides how many arrays there are, so its length must be a number.
        let mut counts = Vec::with_capacity(count);
        for length in lengths.iter().take(count.saturating_sub(1)) {
            counts.push(self.enumerate(state, *length)?);
        }
        let total =
            counts.iter().try_fold(1_u64, |product, count| product.checked_mul(u64::from(count.unsigned_abs())));
        if total.is_none_or(|total| total > 100_000) {
            return Err(StopReason::ArrayLengthBound.into());
        }
        let root = self.allocate_dimensions(state, whole, &lengths, &counts)?;
        state.replace_operands(count, Value::Reference(Reference::Object(root)));
        Ok(Effect::Next)
    }

    fn allocate_dimensions(
        &mut self,
        state: &mut State,
        array: ReferenceType,
        lengths: &[TermId],
        counts: &[i32],
    ) -> Result<ObjectId, Interrupt> {
        let (Some(component), Some((length, inner_lengths))) = (array.component(), lengths.split_first()) else {
            return Err(malformed());
        };
        let object = state.heap.allocate_array(&mut self.pool, component, *length);
        if let (Some((count, inner_counts)), FieldKind::Reference(inner)) = (counts.split_first(), component) {
            let mut values = Vec::new();
            for _ in 0..*count {
                let element = self.allocate_dimensions(state, inner, inner_lengths, inner_counts)?;
                values.push(Value::Reference(Reference::Object(element)));
            }
            if let Some(body) = state.heap.array_mut(object) {
                body.contents = Contents::References(Rc::new(crate::heap::Elements::of(values)));
            }
        }
        Ok(object)
    }

    /// The value of a bounded non-negative term: one choice per value.
    fn enumerate(&mut self, state: &State, term: TermId) -> Result<i32, Interrupt> {
        if let Some(value) = self.pool.as_int(term) {
            return Ok(value);
        }
        for value in 0..=self.limits.array_length {
            let candidate = self.pool.int(value);
            let same = self.pool.equal(term, candidate);
            if state.path.decide(&mut self.pool, same)? {
                return Ok(value);
            }
        }
        Err(StopReason::ArrayLengthBound.into())
    }

    fn type_named(&self, name: &str) -> Result<ReferenceType, Interrupt> {
        self.program.reference_type(name).ok_or_else(|| StopReason::MissingClass(java_name(name)).into())
    }
}

/// Whether an instruction accesses arrays of these elements.
pub(super) fn is_access_to(access: ArrayAccess, kind: ElementKind) -> bool {
    match access {
        ArrayAccess::ByteOrBoolean => matches!(kind, ElementKind::Byte | ElementKind::Boolean),
        ArrayAccess::Char => kind == ElementKind::Char,
        ArrayAccess::Short => kind == ElementKind::Short,
        ArrayAccess::Int => kind == ElementKind::Int,
        ArrayAccess::Long => kind == ElementKind::Long,
        ArrayAccess::Float => kind == ElementKind::Float,
        ArrayAccess::Double => kind == ElementKind::Double,
        ArrayAccess::Reference => false,
    }
}
