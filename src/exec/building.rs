//! Making input objects on a path: frames of constructors above the running one, after which the interrupted instruction is
//! executed again.

use super::caveat::Caveat;
use super::machine::Machine;
use super::state::{Frame, State};
use super::step::Event;
use super::stop::{Interrupt, StopReason};
use crate::classfile::java_name;
use crate::heap::{MakingPlan, ObjectId, Origin, Reference, SymbolId, SymbolOrigin, Value};
use crate::program::{ClassId, MethodId};
use std::cmp::Ordering;
use std::rc::Rc;

/// An input object that is being made.
#[derive(Clone, Debug)]
pub struct Building {
    /// The object.
    pub object: ObjectId,
    /// How many frames are below those that make it.
    pub below: usize,
    /// Whether the call returns the object: until then it is a stand-in.
    is_factory: bool,
    /// Whether nobody has what the call gives, so that the stand-in stays.
    gives_nothing: bool,
    /// What the first call made, once it has returned, and whether that is new.
    made: Option<(ObjectId, bool)>,
    /// The calls that are still to be made, the next one last: method, arguments without the receiver.
    rest: Vec<(MethodId, Vec<Value>)>,
}

impl State {
    /// The input that must be decided before the method's first instruction: the receiver.
    fn undecided_receiver(&mut self) -> Option<SymbolId> {
        let symbol = self.receiver.filter(|_| self.building.is_empty())?;
        if matches!(self.heap.current(Reference::Symbol(symbol)), Reference::Symbol(_)) {
            return Some(symbol);
        }
        self.receiver = None;
        None
    }

    /// The input that must be decided before the next instruction: the receiver, and where inputs are drawn, what the running
    /// call is given.
    pub(super) fn undecided_input(&mut self) -> Option<SymbolId> {
        if let Some(symbol) = self.undecided_receiver() {
            return Some(symbol);
        }
        while let Some((symbol, making)) = self.undecided.last().copied() {
            match self.building.len().cmp(&making) {
                Ordering::Greater => return None,
                Ordering::Equal if matches!(self.heap.current(Reference::Symbol(symbol)), Reference::Symbol(_)) => {
                    return Some(symbol);
                }
                _ => {}
            }
            self.undecided.pop();
        }
        if self.heap.construction.is_before_run() && self.building.is_empty() {
            self.heap.construction.set_before_run(false);
        }
        None
    }

    /// Has inputs decided before what is running goes on, in this order.
    pub fn decide_first(&mut self, values: impl DoubleEndedIterator<Item = Value>) {
        for value in values.rev() {
            if let Value::Reference(Reference::Symbol(symbol)) = value {
                self.undecided.push((symbol, self.building.len()));
            }
        }
    }

    /// Whether what runs was called on an input that is there already, before the method under test.
    pub fn is_called_before(&self) -> bool {
        self.building.iter().any(|building| building.made.is_some())
    }

    /// How many frames are not part of what is being made now.
    pub fn frames_below_building(&self) -> usize {
        self.building.last().map_or(0, |building| building.below)
    }
}

impl Machine<'_> {
    /// Begins to make an object for an undecided input by a constructor: pushes its frame. Once that returns, the input is
    /// the object; where it throws, there is no such input.
    pub fn begin_building(&mut self, state: &mut State, symbol: SymbolId, plan: &MakingPlan) -> ObjectId {
        let below = state.frames.len();
        let (heap, mut context) = self.heap_context(state);
        let object = heap.begin_making(&mut context, symbol, plan);
        let calls = heap.construction.made(object).map(|made| made.calls.clone()).unwrap_or_default();
        let rest: Vec<(MethodId, Vec<Value>)> =
            calls.into_iter().rev().map(|call| (call.method, call.arguments)).collect();
        let arguments: Vec<Value> = rest.iter().rev().flat_map(|(_, arguments)| arguments).copied().collect();
        let origin = state.heap.symbol(symbol).map(|symbol| symbol.origin);
        let gives_nothing = matches!(origin, Some(SymbolOrigin::Before(_)));
        let is_factory = plan.is_factory;
        state.building.push(Building { object, below, is_factory, gives_nothing, made: None, rest });
        if let Some(samples) = &state.heap.samples {
            // What the methods of a scripted class give is decided when it is asked for, if ever.
            let is_scripted = samples.has_scripts() && state.heap.construction.is_scripted(self.program, object);
            let given = if is_scripted { self.program.class(plan.class).fields.len() } else { 0 };
            let passed = arguments.len().saturating_sub(given);
            state.decide_first(arguments.into_iter().take(passed).collect::<Vec<Value>>().into_iter());
        }
        self.next_making_call(state);
        object
    }

    /// Pushes the frame of the next call that makes an object. Returns whether there was one.
    fn next_making_call(&mut self, state: &mut State) -> bool {
        let Some(building) = state.building.last_mut() else { return false };
        let Some((method, arguments)) = building.rest.pop() else { return false };
        let receiver = match building.made {
            Some((object, _)) => Some(object),
            None => (!building.is_factory).then_some(building.object),
        };
        let receiver = receiver.map(|object| Value::Reference(Reference::Object(object)));
        let arguments: Vec<Value> = receiver.into_iter().chain(arguments).collect();
        let locals = self.program.code(method).map_or(0, |code| usize::from(code.max_locals));
        state.frames.push(Rc::new(Frame::new(method, locals, &arguments)));
        true
    }

    /// What the return of a frame is when that frame was a call that makes an object; none when it was not. In the end the
    /// instruction below is executed again.
    ///
    /// # Errors
    /// That there is no such input, when a factory gives none that is new; or a choice, with the state as before.
    pub(super) fn returned_to_building(
        &mut self,
        state: &mut State,
        value: Option<Value>,
    ) -> Result<Option<Event>, Interrupt> {
        let frames = state.frames.len();
        let Some(building) = state.building.last().filter(|building| building.below + 1 == frames) else {
            return Ok(None);
        };
        let (object, is_fresh) = match building.made {
            Some(made) => made,
            None if building.gives_nothing => (building.object, true),
            None if building.is_factory => self.factory_result(state, building.object, value)?,
            None => (building.object, true),
        };
        if !is_fresh && !building.rest.is_empty() {
            // What all callers share is not changed.
            return Err(Interrupt::Infeasible);
        }
        if let Some(building) = state.building.last_mut() {
            building.made = Some((object, is_fresh));
        }
        state.frames.pop();
        if !self.next_making_call(state) {
            state.building.pop();
            let (heap, mut context) = self.heap_context(state);
            match is_fresh {
                true => heap.finish_making(&mut context, object),
                false => heap.abandon_making(&mut context, object),
            }
        }
        Ok(Some(Event::Built))
    }

    /// Notes that the object of a constructor that throws is known to others: there are objects in a state in which no constructor
    /// leaves them.
    pub(super) fn note_escape_of_unfinished(&mut self, state: &State, exception: ObjectId) {
        let thrown = Value::Reference(Reference::Object(exception));
        for building in state.building.iter().filter(|building| !building.is_factory && building.made.is_none()) {
            let Some(made) = state.heap.construction.made(building.object) else { continue };
            if state.heap.escaped(self.program, &[thrown]).contains(&building.object) {
                self.caveats.insert(Caveat::StateAfterConstruction(self.label(made.class)));
            }
        }
    }

    /// Stops where the making of an object has met what the method under test, or the making of another object, changed; and
    /// notes what an answer depends on.
    pub(super) fn check_construction(&mut self, state: &State) -> Result<(), Interrupt> {
        let construction = &state.heap.construction;
        if let Some(class) = construction.take_unsettled() {
            self.caveats.insert(Caveat::StateAfterConstruction(self.label(class)));
        }
        match construction.running() {
            Some(object) if construction.has_conflict() => {
                let class = construction.made(object).map(|made| self.label(made.class)).unwrap_or_default();
                Err(StopReason::ConstructorDependsOnState(class).into())
            }
            _ => Ok(()),
        }
    }

    /// The object that a factory gave, and whether it is new. One that was an input before is another alternative of the
    /// input; what static fields share is there for all callers.
    fn factory_result(
        &self,
        state: &State,
        building: ObjectId,
        value: Option<Value>,
    ) -> Result<(ObjectId, bool), Interrupt> {
        let Some(Value::Reference(reference)) = value else { return Err(Interrupt::Infeasible) };
        let Some(object) = state.heap.resolve(reference)? else { return Err(Interrupt::Infeasible) };
        // One that is declared to give objects of a type above may give others too.
        let wanted = state.heap.construction.made(building).map(|made| made.class);
        let is_other =
            |class: ClassId| wanted.is_some_and(|wanted| self.program.is_subclass(class, wanted) == Some(false));
        if state.heap.exact_class(object).is_some_and(is_other) {
            return Err(Interrupt::Infeasible);
        }
        if state.heap.construction.owner(object) == Some(building) {
            return Ok((object, true));
        }
        if state.heap.input_objects().any(|input| input == object) {
            return Err(Interrupt::Infeasible);
        }
        match state.heap.object(object).map(|object| &object.origin) {
            Some(Origin::Initialised(_)) => Ok((object, false)),
            _ => {
                let class = state.heap.construction.made(building).map(|made| self.label(made.class));
                Err(StopReason::SharedFactoryResult(class.unwrap_or_default()).into())
            }
        }
    }

    fn label(&self, class: ClassId) -> String {
        java_name(&self.program.class(class).name)
    }
}
