//! Objects that are being made: begun, finished or abandoned, and written to.

use super::super::making_plan::MakingPlan;
use super::super::memory::{Context, Heap, InputOrigin, Origin, SymbolOrigin};
use super::super::value::{ObjectId, Reference, SymbolId, Value};
use super::{Made, MakingCall};

impl Heap {
    /// Begins the making of an input object for an undecided input. Returns the object; the arguments of the calls are new
    /// inputs.
    pub fn begin_making(&mut self, context: &mut Context<'_>, symbol: SymbolId, plan: &MakingPlan) -> ObjectId {
        let object = match self.symbol(symbol).and_then(|symbol| symbol.value) {
            // Of what is an input already, it was not known how it is made.
            Some(Reference::Object(object)) => {
                self.become_made(object, plan.class);
                object
            }
            _ => self.new_made_object(plan.class),
        };
        let mut calls = Vec::with_capacity(plan.calls.len());
        let mut position: u16 = 0;
        let passed_as = self.construction.ledger.generics.get(&symbol).cloned();
        for (number, call) in plan.calls.iter().enumerate() {
            let mut arguments = Vec::new();
            for (place, (kind, generic)) in call.parameters.iter().enumerate() {
                // A factory has type variables of its own.
                let passed_as = passed_as.as_deref().filter(|_| number > 0 || !plan.is_factory);
                let narrowed = passed_as
                    .and_then(|generic| context.program.parameter_in((plan.class, generic), call.method, place));
                let (kind, generic) = match &narrowed {
                    Some((kind, generic)) => (kind, Some(generic)),
                    None => (kind, generic.as_ref()),
                };
                let usual = self.expect_argument(context.program, call.method, place);
                let origins = (SymbolOrigin::Argument(object, position), InputOrigin::Argument(object, position));
                let value = self.new_value(context.pool, *kind, origins);
                usual.into_iter().for_each(|usual| usual.bound(context, value));
                self.construction.note_generic(value, generic);
                if position == 0
                    && plan.has_enclosing_instance
                    && let Value::Reference(Reference::Symbol(symbol)) = value
                {
                    self.require_object(symbol);
                }
                arguments.push(value);
                position = position.saturating_add(1);
            }
            calls.push(MakingCall { method: call.method, arguments });
        }
        self.samples.iter_mut().for_each(|samples| samples.expect(None));
        let made = Made { class: plan.class, calls, symbol, is_finished: false };
        self.construction.ledger_mut().made.insert(object, made);
        self.construction.ledger_mut().running.push(object);
        object
    }

    /// Ends the innermost making by giving it up: the input is an object that was there before.
    pub fn abandon_making(&mut self, context: &mut Context<'_>, object: ObjectId) {
        let Some(begun) = self.construction.ledger_mut().running.pop() else { return };
        let Some(made) = self.construction.ledger.made.get(&begun).cloned() else { return };
        let symbol = made.symbol;
        if !context.program.is_user_class(made.class) && !self.construction.ledger.made.contains_key(&object) {
            // What the JDK keeps for all, such as small numbers, has no other name than the call that gives it.
            let ledger = self.construction.ledger_mut();
            ledger.made.insert(object, Made { is_finished: true, ..made });
            ledger.stand_ins.insert(begun, object);
            ledger.finished.push_back(object);
        }
        self.set_symbol(symbol, Reference::Object(object));
        context.path.constraints.push_back(super::super::constraint::Constraint::Alias(symbol, object));
    }

    /// Ends the innermost making: the input is this object, the one that was begun or, from a factory, one in its place.
    pub fn finish_making(&mut self, context: &mut Context<'_>, object: ObjectId) {
        let Some(begun) = self.construction.ledger_mut().running.pop() else { return };
        let Some(mut made) = self.construction.ledger.made.get(&begun).cloned() else { return };
        made.is_finished = true;
        if let (Some(samples), Some(call)) = (&self.samples, made.calls.first()) {
            samples.note_success(call.method);
        }
        let symbol = made.symbol;
        self.construction.ledger_mut().made.insert(object, made);
        if object != begun {
            self.replace_made_object(begun, object);
        }
        self.construction.ledger_mut().finished.push_back(object);
        if self.input_objects.contains(&object) {
            return;
        }
        self.input_objects.push_back(object);
        self.set_symbol(symbol, Reference::Object(object));
        self.note_beside_parts(context.program, symbol);
        context.path.constraints.push_back(super::super::constraint::Constraint::New(symbol, object));
    }

    /// Makes an object the made one in place of the stand-in that was begun.
    fn replace_made_object(&mut self, begun: ObjectId, object: ObjectId) {
        if let Some(looked_at) = self.construction.ledger_mut().looked_at.remove(&begun) {
            self.construction.ledger_mut().looked_at.insert(object, looked_at);
        }
        if let Some(made) = self.object_mut(object) {
            made.origin = Origin::Made;
        }
        self.construction.ledger_mut().stand_ins.insert(begun, object);
    }

    /// Notes that the program writes to an object.
    #[inline]
    pub(in crate::heap) fn note_write(&mut self, object: ObjectId) {
        if self.construction.is_active() {
            let is_allocated = self.is_allocated(object);
            self.construction.note_write(object, is_allocated);
        }
    }

    /// Whether an object was allocated by the program.
    fn is_allocated(&self, object: ObjectId) -> bool {
        self.peek(object).is_some_and(|object| matches!(object.origin, Origin::Allocated))
    }
}
