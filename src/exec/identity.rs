//! `==` on references. Strings and boxes need care: equal ones may be one object, by interning and by the boxes' caches. So do objects
//! that class initialisation has left, and class objects: an input may be one of them.

use super::arith::malformed;
use super::caveat::Caveat;
use super::machine::Machine;
use super::state::State;
use super::stop::{Interrupt, StopReason};
use super::unknown_collections::{refuse_copies, refuse_iterators};
use crate::classfile::{Condition, Instruction, MethodReference, java_name};
use crate::heap::{Heap, Literal, ObjectId, Origin, Reference, Sharing, SymbolOrigin, Value, compatible_classes};
use crate::program::{ClassId, Program, ReferenceType, is_desugared};
use crate::term::TermId;

/// The most instructions behind a comparison of references that are looked through for what it saves.
const MOST_LOOKED_THROUGH: usize = 16;

impl Machine<'_> {
    /// Whether two references are the same. Inputs are decided first, the left one before the right one, whatever else is
    /// known of them: a summary's case does the same, and composition must find the same cases.
    ///
    /// # Errors
    /// A choice, or a stop where the JVM may share the object or not.
    pub fn same_reference(&mut self, state: &mut State, left: Value, right: Value) -> Result<bool, Interrupt> {
        let (Value::Reference(left), Value::Reference(right)) = (left, right) else { return Err(malformed()) };
        self.note_compared_constants(state, left, right);
        let left = state.heap.resolve(left)?;
        match (left, state.heap.resolve(right)?) {
            (Some(left), Some(right)) if left != right => {
                if let Some(is_same) = self.same_unlisted_class(state, left, right)? {
                    return Ok(is_same);
                }
                refuse_iterators(state, [left, right])?;
                if !self.only_saves_equals(state) {
                    self.refuse_views(state, left, right)?;
                    refuse_copies(state, [left, right])?;
                }
                self.refuse_known_otherwise(state, left, right)?;
                self.note_distinct_constants(state, left, right);
                self.note_wider(state, left, right);
                if !self.saves_equals_of_values(state) {
                    self.note_two_inputs(state, left, right);
                }
                self.same_value_object(state, left, right)
            }
            (left, right) => Ok(left == right),
        }
    }

    /// Whether two values are the same where nothing but that is asked: by an atomic update, or by what is told apart by identity.
    ///
    /// # Errors
    /// As of [`Machine::same_reference`], or a choice where numbers leave it open.
    pub fn identical(&mut self, state: &mut State, left: Value, right: Value) -> Result<bool, Interrupt> {
        if let (Value::Int(left), Value::Int(right)) | (Value::Long(left), Value::Long(right)) = (left, right) {
            let equal = self.pool.equal(left, right);
            return Ok(state.path.decide(&mut self.pool, equal)?);
        }
        let before = std::mem::replace(&mut self.asks_for_identity, true);
        let is_same = self.same_reference(state, left, right);
        self.asks_for_identity = before;
        is_same
    }

    /// Before an input is decided that is compared with an object which class initialisation has left, or a class object: it may be
    /// this one.
    fn note_compared_constants(&mut self, state: &mut State, left: Reference, right: Reference) {
        if !self.initialises_classes || state.heap.construction.is_active() {
            return;
        }
        let both = [state.heap.current(left), state.heap.current(right)];
        if let [Reference::Symbol(_), Reference::Object(object)] | [Reference::Object(object), Reference::Symbol(_)] =
            both
            && self.may_be_an_input(state, object)
        {
            state.heap.note_compared_constant(object);
        }
    }

    /// Notes that an input which was decided before is taken not to be what class initialisation has left, or a class object.
    pub fn note_distinct_constants(&mut self, state: &State, left: ObjectId, right: ObjectId) {
        if !self.initialises_classes {
            return;
        }
        for (object, input) in [(left, right), (right, left)] {
            if !state.heap.is_input(input)
                || state.heap.is_decided_beside(input, object)
                || !compatible_classes(&state.heap, object, input)
                || !self.may_be_an_input(state, object)
            {
                continue;
            }
            let class = state.heap.instance(object).and_then(|body| body.types.first().copied());
            let name = class.map_or_else(|| "an array".to_owned(), |class| java_name(self.program.class_name(class)));
            self.caveats.insert(Caveat::DistinctConstant(name));
        }
    }

    /// Notes that an input is taken not to be a string, a box or an array that it may be by its declared type, since its classes are taken to
    /// be those of the class path.
    fn note_wider(&mut self, state: &State, left: ObjectId, right: ObjectId) {
        if self.saves_equals_of_values(state) {
            return;
        }
        let program = self.program;
        let is_active = state.heap.construction.is_active();
        for (input, other) in [(left, right), (right, left)] {
            let is_array = state.heap.array(other).is_some();
            let is_open = !is_array && state.heap.instance(input).is_some_and(|body| body.open);
            let is_asked = is_open && !is_active;
            // What may be of any class was not asked whether it is the other one.
            let is_listed =
                |class: ClassId| !is_open || state.heap.instance(input).is_some_and(|body| body.types.contains(&class));
            let is_decided =
                state.heap.exact_class(other).is_none_or(is_listed) && compatible_classes(&state.heap, other, input);
            let is_made = matches!(state.heap.object(other).map(|found| &found.origin), Some(Origin::Allocated));
            let is_value = state.heap.value_class(program, other).is_some();
            let is_fresh = (is_made && !is_value) || state.heap.sharing(program, other) == Sharing::Fresh;
            if !state.heap.is_input(input) || is_asked || is_fresh || is_decided {
                continue;
            }
            let kind = match state.heap.array_type(other) {
                Some(array) => Some(array),
                None => state.heap.value_class(program, other).map(ReferenceType::class),
            };
            let declared = state.heap.declared_types(input);
            let admits = |kind: ReferenceType| {
                declared.iter().all(|declared| *declared != kind && program.is_subtype(kind, *declared) == Some(true))
            };
            if let Some(kind) = kind.filter(|kind| !declared.is_empty() && admits(*kind)) {
                self.caveats.insert(Caveat::DistinctObjects(program.type_name(kind)));
            }
        }
    }

    /// Whether an object that no input was decided to be may be met as one by the running code: a class object, or what class
    /// initialisation has left. What is the JDK's is not told apart by the JDK's own code, but for what stands for something else there.
    fn may_be_an_input(&mut self, state: &State, object: ObjectId) -> bool {
        let is_jdk = |class: ClassId| self.program.class(class).is_jdk;
        let runs_jdk = state.frame().is_some_and(|frame| is_jdk(self.program.method(frame.method).class));
        let runs_jdk = runs_jdk && !self.asks_for_identity;
        match state.heap.object(object).map(|found| &found.origin) {
            Some(Origin::Initialised(initial)) => {
                state.heap.value_class(self.program, object).is_none()
                    && !(runs_jdk
                        && self.is_reached_by_jdk(*initial)
                        && !is_sentinel(self.program, &state.heap, object))
            }
            Some(Origin::Allocated) => !runs_jdk && self.may_be_of_a_cache(state, object),
            Some(Origin::Literal(literal)) => matches!(literal, Literal::Class(_)),
            _ => false,
        }
    }

    /// Whether code of the JDK has made an object that it may have given somebody before: code elsewhere cannot make one of its class.
    fn may_be_of_a_cache(&self, state: &State, object: ObjectId) -> bool {
        let program = self.program;
        let Some(class) = state.heap.exact_class(object).filter(|class| program.class(*class).is_jdk) else {
            return false;
        };
        let mut constructors = program.class(class).methods.iter().map(|method| program.method(*method));
        !program.is_value_class(class)
            && !constructors.any(|method| &*method.name == "<init>" && method.flags.is_public())
    }

    /// Whether two objects of the heap can be one object of the JVM.
    fn same_value_object(&mut self, state: &mut State, left: ObjectId, right: ObjectId) -> Result<bool, Interrupt> {
        let program = self.program;
        let classes = [left, right].map(|object| state.heap.value_class(program, object));
        let class = match classes {
            [Some(one), Some(other)] if one == other => one,
            [Some(class), None] if self.may_be_value(state, right, left) => {
                return self.same_unlisted(state, right, class);
            }
            [None, Some(class)] if self.may_be_value(state, left, right) => {
                return self.same_unlisted(state, left, class);
            }
            [None, None] => return self.same_lambda(state, left, right),
            _ => return Ok(false),
        };
        let sharing = [state.heap.sharing(program, left), state.heap.sharing(program, right)];
        let is_anything =
            self.reads_unknown_collections && [left, right].iter().any(|one| is_of_open_call(state, *one));
        if !is_anything && (sharing.contains(&Sharing::Fresh) || sharing == [Sharing::Constant; 2]) {
            return Ok(false);
        }
        let equal = self.equal_values(state, left, right)?;
        if state.path.known(equal).or_else(|| self.pool.as_truth(equal)) == Some(false) {
            return Ok(false);
        }
        if self.saves_equals_of_values(state) {
            return Ok(false);
        }
        if is_anything {
            return Err(StopReason::UnspecifiedIdentity.into());
        }
        if sharing.contains(&Sharing::Outside) {
            self.caveats.insert(Caveat::DistinctObjects(java_name(&program.class(class).name)));
            return Ok(false);
        }
        if &*program.class(class).name == "java/lang/String" {
            return if state.path.decide(&mut self.pool, equal)? {
                Err(StopReason::UnspecifiedIdentity.into())
            } else {
                Ok(false)
            };
        }
        let cached = self.is_cached(state, class, left)?;
        let same = self.pool.conjunction(equal, cached);
        Ok(state.path.decide(&mut self.pool, same)?)
    }

    /// Whether an input that may be of classes which are not listed with it may be a string or box: one that the path has not made, or any where
    /// the input is what is anything.
    fn may_be_value(&self, state: &State, input: ObjectId, value: ObjectId) -> bool {
        let is_open = state.heap.instance(input).is_some_and(|body| body.open) && !state.heap.is_settled(input);
        let is_fresh = state.heap.sharing(self.program, value) == Sharing::Fresh;
        let is_asked = !state.heap.construction.is_active() && !self.saves_equals_of_values(state);
        is_asked && is_open && (!is_fresh || is_of_open_call(state, input))
    }

    /// Whether such an input is a string or box: where it is of that class, nobody can say, and where that is open, it is taken to be none.
    fn same_unlisted(&mut self, state: &State, input: ObjectId, class: ClassId) -> Result<bool, Interrupt> {
        let known = state.heap.known_type(self.program, input, ReferenceType::class(class));
        if known.is_none() && !is_of_open_call(state, input) {
            self.caveats.insert(Caveat::DistinctObjects(java_name(self.program.class_name(class))));
            return Ok(false);
        }
        let name = self.program.class_name(class).clone();
        match self.has_type(state, input, &name)? {
            true => Err(StopReason::UnspecifiedIdentity.into()),
            false => Ok(false),
        }
    }

    /// Whether two objects of lambda expressions are one. A JVM may evaluate one that captures nothing to the same object each time.
    fn same_lambda(&self, state: &State, left: ObjectId, right: ObjectId) -> Result<bool, Interrupt> {
        let program = self.program;
        let classes = [left, right].map(|object| state.heap.exact_class(object));
        match classes {
            [Some(one), Some(other)]
                if one == other && program.captures_nothing(one) && !self.only_saves_equals(state) =>
            {
                Err(StopReason::UnspecifiedIdentity.into())
            }
            _ => Ok(false),
        }
    }

    /// Whether the running code compares references of strings and boxes only to save work, so that it comes to the same where equal ones are
    /// taken for distinct: the JDK's does, and what records become, but where what follows looks at neither of the two, or asks a comparator.
    fn saves_equals_of_values(&self, state: &State) -> bool {
        let Some(frame) = state.frame().filter(|_| self.only_saves_equals(state)) else { return false };
        if is_desugared(self.program.class_name(self.program.method(frame.method).class)) {
            return true;
        }
        let Some(code) = self.running_code(frame.method) else { return true };
        let at = |place: usize| code.instructions.get(place).map(|decoded| &decoded.instruction);
        let here = frame.instruction as usize;
        let mut place = match at(here) {
            Some(Instruction::Branch(Condition::ReferenceEqual(true), _)) => here + 1,
            Some(Instruction::Branch(Condition::ReferenceEqual(false), target)) => *target as usize,
            _ => return true,
        };
        for _ in 0..MOST_LOOKED_THROUGH {
            match at(place) {
                Some(Instruction::Invoke(_, called)) => return !is_comparator(called),
                Some(Instruction::Goto(target)) => place = *target as usize,
                Some(Instruction::Return(_) | Instruction::Throw) => return false,
                Some(_) => place += 1,
                None => return true,
            }
        }
        true
    }

    /// Whether the running code is the JDK's, and no part of it that is about identity: it compares references only to save work.
    fn only_saves_equals(&self, state: &State) -> bool {
        let Some(frame) = state.frame().filter(|_| !self.asks_for_identity) else { return false };
        let class = self.program.method(frame.method).class;
        let name = self.program.class_name(class);
        let is_about_identity =
            name.starts_with("java/util/IdentityHashMap") || name.starts_with("java/util/concurrent/atomic/");
        (self.program.class(class).is_jdk && !is_about_identity) || is_desugared(name)
    }

    fn equal_values(&mut self, state: &mut State, left: ObjectId, right: ObjectId) -> Result<TermId, Interrupt> {
        let (heap, mut context) = self.heap_context(state);
        let texts = (heap.text_of(&mut context, left), heap.text_of(&mut context, right));
        if let (Some(left), Some(right)) = texts {
            return Ok(context.pool.equal(left, right));
        }
        match (heap.boxed(&mut context, left), heap.boxed(&mut context, right)) {
            (Some(Value::Int(left)), Some(Value::Int(right))) | (Some(Value::Long(left)), Some(Value::Long(right))) => {
                Ok(context.pool.equal(left, right))
            }
            _ => Err(StopReason::UnspecifiedIdentity.into()),
        }
    }

    /// Whether `valueOf` takes what a box holds from its cache (JLS 5.1.7): all of `Boolean` and `Byte`, -128 to 127 of the
    /// other integers, 0 to 127 of `Character`.
    fn is_cached(&mut self, state: &mut State, class: ClassId, object: ObjectId) -> Result<TermId, Interrupt> {
        let program = self.program;
        let (heap, mut context) = self.heap_context(state);
        let value = heap.boxed(&mut context, object);
        let pool = context.pool;
        let (term, low, high) = match value {
            Some(Value::Int(term)) => (term, pool.int(-128), pool.int(127)),
            Some(Value::Long(term)) => (term, pool.long(-128), pool.long(127)),
            _ => return Err(StopReason::UnspecifiedIdentity.into()),
        };
        Ok(match &*program.class(class).name {
            "java/lang/Boolean" | "java/lang/Byte" => pool.truth(true),
            _ => {
                let above = pool.greater_or_equal(term, low);
                let below = pool.less_or_equal(term, high);
                pool.conjunction(above, below)
            }
        })
    }
}

/// Whether a call asks a comparator.
fn is_comparator(called: &MethodReference) -> bool {
    (&*called.name, &*called.descriptor) == ("compare", "(Ljava/lang/Object;Ljava/lang/Object;)I")
}

/// Whether an input stands for anything that there is: what an open call gave, or a loop has left.
fn is_of_open_call(state: &State, input: ObjectId) -> bool {
    matches!(state.heap.first_origin(input), Some(SymbolOrigin::Open(..)))
}

/// Whether an object is told apart by nothing but its identity: collections put one where a value has to be, or in the place of null.
fn is_sentinel(program: &Program, heap: &Heap, object: ObjectId) -> bool {
    let Some(class) = heap.exact_class(object) else { return false };
    let info = program.class(class);
    let is_plain = |above: ClassId| program.class(above).superclass.is_none();
    is_plain(class)
        || (program.is_hidden_in_jdk(class) && info.interfaces.is_empty() && info.superclass.is_some_and(is_plain))
}
