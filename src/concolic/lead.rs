//! Answers every choice of a state from concrete values, and gives each new numeric input its value.

use super::input::{ConcolicObject, ConcolicValue, ConcreteHeap, initialised_identity, is_initialised};
use crate::exec::{Interrupt, Limits, Machine, State, StopReason};
use crate::heap::{Alternative, Choice, InputOrigin, ObjectId, Origin, Reference, SymbolId, SymbolOrigin};
use crate::program::{ClassId, FieldKind, ReferenceType};
use crate::term::{Domain, InputId, TermId, evaluate};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Limits that cut no path but for the number of its instructions: a concrete run needs no others.
pub fn unbounded(path_steps: u64) -> Limits {
    Limits { loop_bound: u32::MAX, depth: u32::MAX, array_length: i32::MAX, recursion: u32::MAX, path_steps }
}

/// A choice that was made, and what else it could have been.
#[derive(Clone, Debug, PartialEq)]
pub enum TakenChoice {
    /// A condition and its truth.
    Condition(TermId, bool),
    /// What a reference input can be, and the position of what it is.
    Symbol(SymbolId, Vec<Alternative>, usize),
    /// The groups of classes that an object can be of, and the position of the one that it is of.
    Types(ObjectId, Vec<Rc<[ClassId]>>, usize),
    /// As before, of an array's component class.
    Components(ObjectId, Vec<Rc<[ClassId]>>, usize),
    /// A bound on a size, which holds.
    Bound(TermId),
}

/// Leads one activation: its concrete parameters, and which object of the state is which concrete object.
#[derive(Clone, Debug)]
pub struct Lead {
    parameters: Vec<ConcolicValue>,
    asked: Vec<ConcolicValue>,
    identities: FxHashMap<ObjectId, i64>,
    objects: FxHashMap<i64, ObjectId>,
    /// Inputs of the state that have their values.
    synced: u32,
    answered: usize,
}

fn stop(what: &str) -> StopReason {
    StopReason::Internal(format!("concrete run: {what}"))
}

impl Lead {
    /// The lead of an activation with these parameters, receiver first. `asked` is what the program gets when it asks for
    /// inputs of its own, or for values of the machine.
    pub fn new(parameters: Vec<ConcolicValue>, asked: Vec<ConcolicValue>) -> Lead {
        Lead {
            parameters,
            asked,
            identities: FxHashMap::default(),
            objects: FxHashMap::default(),
            synced: 0,
            answered: 0,
        }
    }

    /// The identity of an object of the state; a new one for what the activation has allocated.
    pub fn identity(&mut self, heap: &mut ConcreteHeap, state: &State, object: ObjectId) -> i64 {
        if let Some(known) = self.identities.get(&object) {
            return *known;
        }
        let identity = match state.heap.object(object).map(|it| &it.origin) {
            Some(Origin::Initialised(number)) => initialised_identity(*number),
            _ => {
                let identity = heap.fresh_identity();
                let class = match state.heap.array_type(object) {
                    Some(array) => Some(array),
                    None => state.heap.exact_class(object).map(ReferenceType::class),
                };
                if let Some(class) = class {
                    heap.objects.insert(identity, ConcolicObject::new(class));
                }
                identity
            }
        };
        self.know(object, identity);
        identity
    }

    /// The identity of an object, if it has one.
    pub fn known_identity(&self, object: ObjectId) -> Option<i64> {
        self.identities.get(&object).copied()
    }

    /// Notes that an object of the state is the concrete one of this identity.
    pub fn know(&mut self, object: ObjectId, identity: i64) {
        self.identities.insert(object, identity);
        self.objects.insert(identity, object);
    }

    /// The object of the state that is the concrete one of this identity.
    pub fn object(&self, identity: i64) -> Option<ObjectId> {
        self.objects.get(&identity).copied()
    }

    /// Gives the numeric inputs that the state has met since the last call their values.
    pub fn sync(&mut self, heap: &ConcreteHeap, state: &mut State) {
        while (self.synced as usize) < state.heap.input_count() {
            let id = InputId(self.synced);
            self.synced += 1;
            let Some(input) = state.heap.input(id).copied() else { continue };
            let of = |object: ObjectId| self.identities.get(&object).and_then(|identity| heap.objects.get(identity));
            let value = match input.origin {
                InputOrigin::Parameter(position) => self.parameters.get(usize::from(position)).cloned(),
                InputOrigin::Field(object, field) => of(object).and_then(|object| object.fields.get(&field).cloned()),
                InputOrigin::Static(field) => heap.statics.get(&field).cloned(),
                InputOrigin::Length(array) => of(array).map(|array| ConcolicValue::Number(array.length)),
                InputOrigin::Contents(array) => {
                    let contents = of(array).map(|array| array.contents.clone());
                    state.path.model.set_contents(id, contents.unwrap_or_default());
                    continue;
                }
                InputOrigin::Choice(_) | InputOrigin::Environment(_) => {
                    self.answered += 1;
                    self.asked.get(self.answered - 1).cloned()
                }
                InputOrigin::Argument(..) => None,
                InputOrigin::Result(_) | InputOrigin::Open(..) => continue,
            };
            match value {
                Some(ConcolicValue::Text(units)) => state.path.model.set_text(id, units),
                Some(ConcolicValue::Number(number)) if input.domain != Domain::Text => state.path.model.set(id, number),
                _ => {}
            }
        }
    }

    /// The concrete value of a reference input.
    pub fn reference(
        &self,
        heap: &ConcreteHeap,
        machine: &Machine<'_>,
        state: &State,
        symbol: SymbolId,
    ) -> ConcolicValue {
        let of = |object: ObjectId| self.identities.get(&object).and_then(|identity| heap.objects.get(identity));
        let value = match state.heap.symbol(symbol).map(|info| info.origin) {
            Some(SymbolOrigin::Parameter(position)) => self.parameters.get(usize::from(position)).cloned(),
            Some(SymbolOrigin::Field(object, field)) => of(object).and_then(|it| it.fields.get(&field).cloned()),
            Some(SymbolOrigin::Static(field)) => heap.statics.get(&field).cloned(),
            Some(SymbolOrigin::Element(array, index)) => evaluate(&machine.pool, index, &state.path.model)
                .and_then(|index| of(array).and_then(|array| array.elements.get(&index).cloned())),
            Some(SymbolOrigin::Argument(..) | SymbolOrigin::Before(_) | SymbolOrigin::Open(..)) | None => None,
        };
        value.unwrap_or(ConcolicValue::Null)
    }

    /// Makes a choice as the concrete values have it, in the state and its path condition.
    ///
    /// # Errors
    /// A stop, when the values say nothing that the choice admits.
    pub fn answer(
        &mut self,
        heap: &ConcreteHeap,
        machine: &mut Machine<'_>,
        state: &mut State,
        choice: Choice,
    ) -> Result<TakenChoice, StopReason> {
        self.sync(heap, state);
        let decision = match choice {
            Choice::Condition(condition) => {
                let truth = evaluate(&machine.pool, condition, &state.path.model)
                    .ok_or_else(|| StopReason::Unmodelled("a condition whose value is not computed".into()))?
                    != 0;
                let side = if truth { condition } else { machine.pool.not(condition) };
                state.path.assume(&mut machine.pool, side);
                TakenChoice::Condition(condition, truth)
            }
            Choice::Bound(bound) | Choice::Given(bound) => {
                if evaluate(&machine.pool, bound, &state.path.model) != Some(1) {
                    return Err(StopReason::ArrayLengthBound);
                }
                state.path.assume_bound(&mut machine.pool, bound);
                TakenChoice::Bound(bound)
            }
            Choice::Asked(..) => return Err(stop("an object of a class that is not listed")),
            Choice::Symbol(symbol) => self.decide(heap, machine, state, symbol)?,
            Choice::Types(object, groups) => {
                let class = self.class(heap, object).and_then(ReferenceType::as_class);
                let chosen = position_of(&groups, class).ok_or_else(|| stop("an object of no possible class"))?;
                let group = groups.get(chosen).cloned().unwrap_or_default();
                let (heap, mut context) = machine.heap_context(state);
                heap.restrict_types(&mut context, object, group);
                TakenChoice::Types(object, groups, chosen)
            }
            Choice::Components(array, groups) => {
                let class = match self.class(heap, array).and_then(ReferenceType::component) {
                    Some(FieldKind::Reference(component)) => component.as_class(),
                    _ => None,
                };
                let chosen = position_of(&groups, class).ok_or_else(|| stop("an array of no possible class"))?;
                let group = groups.get(chosen).cloned().unwrap_or_default();
                let (heap, mut context) = machine.heap_context(state);
                heap.restrict_components(&mut context, array, group);
                TakenChoice::Components(array, groups, chosen)
            }
        };
        if !state.heap.narrow_element_types(machine.program) {
            return Err(stop("an array that cannot hold what it holds"));
        }
        self.sync(heap, state);
        Ok(decision)
    }

    fn class(&self, heap: &ConcreteHeap, object: ObjectId) -> Option<ReferenceType> {
        self.identities.get(&object).and_then(|identity| heap.objects.get(identity)).map(|object| object.class)
    }

    fn decide(
        &mut self,
        heap: &ConcreteHeap,
        machine: &mut Machine<'_>,
        state: &mut State,
        symbol: SymbolId,
    ) -> Result<TakenChoice, StopReason> {
        let declared = state.heap.symbol(symbol).map(|info| info.declared).ok_or_else(|| stop("no such input"))?;
        let constants = match declared.as_class().map(|class| machine.enum_constants(state, class)) {
            None | Some(Ok(None)) => None,
            Some(Ok(Some(constants))) => Some(constants.into_iter().map(|(_, object)| object).collect::<Vec<_>>()),
            Some(Err(Interrupt::Stop(reason))) => return Err(reason),
            Some(Err(_)) => return Err(stop("a choice during class initialisation")),
        };
        let mut alternatives = state.heap.alternatives(machine.program, symbol, constants.as_deref());
        let mut fresh = None;
        let wanted = match self.reference(heap, machine, state, symbol) {
            ConcolicValue::Object(identity) => {
                let initialised = constants.iter().flatten().copied().find(|object| {
                    matches!(state.heap.object(*object).map(|it| &it.origin),
                        Some(Origin::Initialised(number)) if initialised_identity(*number) == identity)
                });
                match initialised.or_else(|| self.object(identity)) {
                    Some(known) => Alternative::Alias(known),
                    None if constants.is_some() => constants
                        .iter()
                        .flatten()
                        .next()
                        .map_or(Alternative::Null, |constant| Alternative::Alias(*constant)),
                    // Arrays are passed by what they hold.
                    None if is_initialised(identity) && declared.component().is_none() => {
                        let what = "an input that is an object of class initialisation";
                        return Err(StopReason::Unmodelled(what.into()));
                    }
                    None => {
                        fresh = Some(identity);
                        Alternative::New
                    }
                }
            }
            // A receiver is an object, whatever the input says.
            _ if !alternatives.contains(&Alternative::Null) => {
                alternatives.first().copied().ok_or_else(|| stop("a reference that can be nothing"))?
            }
            _ => Alternative::Null,
        };
        let chosen = match alternatives.iter().position(|it| *it == wanted) {
            Some(position) => position,
            None => {
                alternatives.push(wanted);
                alternatives.len() - 1
            }
        };
        let array_length = machine.limits.array_length;
        let (state_heap, mut context) = machine.heap_context(state);
        let bound = state_heap.decide_symbol(&mut context, symbol, wanted, array_length);
        if let Some(bound) = bound {
            state.path.assume_bound(&mut machine.pool, bound);
        }
        if let (Some(identity), Reference::Object(object)) = (fresh, state.heap.current(Reference::Symbol(symbol))) {
            self.know(object, identity);
        }
        Ok(TakenChoice::Symbol(symbol, alternatives, chosen))
    }
}

fn position_of(groups: &[Rc<[ClassId]>], class: Option<ClassId>) -> Option<usize> {
    match class {
        Some(class) => groups.iter().position(|group| group.contains(&class)),
        // An object of which nothing is said is of the first class.
        None => (!groups.is_empty()).then_some(0),
    }
}
