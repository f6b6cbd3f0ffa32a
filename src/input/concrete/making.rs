//! Objects that the concrete input makes by calling constructors, as a caller would.

use super::super::case::{
    ConcreteCall, ConcreteObject, ConcreteValue, ObjectPlace, Script, declared_field, number_of, zero,
};
use super::Input;
use crate::heap::{ObjectId, Origin, Reference, SymbolId};
use crate::program::FieldId;
use crate::summary::MethodName;
use std::sync::Arc;

impl Input<'_, '_, '_> {
    /// Whether an object is made by calls.
    pub(super) fn is_made(&self, object: ObjectId) -> bool {
        matches!(self.state.heap.object(object).map(|object| &object.origin), Some(Origin::Made))
    }

    /// Whether an input was decided to be this object.
    pub(super) fn is_decided_for_an_input(&self, object: ObjectId) -> bool {
        let mut symbols = (0..self.state.heap.symbol_count() as u32).map(SymbolId);
        symbols.any(|id| {
            let value = self.state.heap.symbol(id).and_then(|symbol| symbol.value);
            value == Some(Reference::Object(object))
        })
    }

    /// Declares the objects that are made by calls, each after those that it is made from; their arguments are still zero.
    pub(super) fn made_objects(&mut self) -> Result<(), String> {
        let program = self.machine.program;
        for object in self.state.heap.in_order_of_making() {
            let made = self.state.heap.construction.made(object).ok_or("an object that nobody made")?;
            let calls = made.calls.iter().map(|call| {
                let method = program.method(call.method);
                ConcreteCall {
                    method: MethodName {
                        class: program.class(method.class).name.clone(),
                        name: method.name.clone(),
                        descriptor: method.descriptor.clone(),
                    },
                    // As many as were planned: of a method that gives the object, the receiver too.
                    arguments: std::iter::repeat_n(
                        ConcreteValue::Null,
                        call.arguments.len().saturating_sub(method.parameters.len()),
                    )
                    .chain(method.parameters.iter().map(|kind| zero(*kind)))
                    .collect(),
                    script: Script::of_maker(program, call.method).map(Arc::new),
                }
            });
            let calls = calls.collect();
            self.add(object, ConcreteObject::Made(calls));
        }
        Ok(())
    }

    /// Sets an argument, counted through all calls that make an object, to a number.
    pub(super) fn set_number_argument(&mut self, object: ObjectId, position: u16, value: i64) {
        let made = self.state.heap.construction.made(object);
        let calls = made.into_iter().flat_map(|made| &made.calls);
        let mut kinds = calls.flat_map(|call| {
            let parameters = &self.machine.program.method(call.method).parameters;
            // A receiver is no number.
            let receivers = call.arguments.len().saturating_sub(parameters.len());
            std::iter::repeat_n(None, receivers).chain(parameters.iter().copied().map(Some))
        });
        if let Some(kind) = kinds.nth(usize::from(position)).flatten() {
            self.set_argument(object, position, number_of(kind, value));
        }
    }

    /// Sets an argument, counted through all calls that make an object.
    pub(super) fn set_argument(&mut self, object: ObjectId, position: u16, value: ConcreteValue) {
        let object = self.state.heap.construction.finally(object);
        let made = self.numbers.get(&object).and_then(|number| self.objects.get_mut(*number));
        if let Some(ConcreteObject::Made(calls)) = made {
            let mut arguments = calls.iter_mut().flat_map(|call| &mut call.arguments);
            if let Some(argument) = arguments.nth(usize::from(position)) {
                *argument = value;
            }
        }
    }

    /// Has methods assign the fields that callers can assign only so.
    pub(super) fn assign_by_methods(&mut self) {
        let program = self.machine.program;
        let Some(package) = self.state.heap.construction.caller().map(|caller| caller.package.clone()) else { return };
        for (holder, place, value) in std::mem::take(&mut self.assignments) {
            let setter = match &place {
                ObjectPlace::Field(name) => declared_field(program, name).and_then(|field| {
                    let is_open = program.is_open_field(field, &package);
                    program.setter(field, &package).filter(|_| !is_open)
                }),
                ObjectPlace::Element(_) => None,
            };
            // An argument must be there before the object that it is given to.
            let is_there = !matches!(value, ConcreteValue::Object(number) if number >= holder);
            match (setter, self.objects.get_mut(holder)) {
                (Some(setter), Some(ConcreteObject::Made(calls))) if is_there => {
                    let info = program.method(setter);
                    calls.push(ConcreteCall {
                        method: MethodName {
                            class: program.class(info.class).name.clone(),
                            name: info.name.clone(),
                            descriptor: info.descriptor.clone(),
                        },
                        arguments: vec![value],
                        script: None,
                    });
                }
                _ => self.assignments.push((holder, place, value)),
            }
        }
    }

    /// Assigns a field of a made object, unless it stays what the constructor left in it.
    pub(super) fn assign_made_field(
        &mut self,
        (object, field): (ObjectId, FieldId),
        symbol: SymbolId,
        held: Option<ObjectId>,
    ) -> Result<(), String> {
        let heap = &self.state.heap;
        if held.is_some() && heap.construction.left(symbol) == held {
            return Ok(());
        }
        let value = match held {
            None => ConcreteValue::Null,
            Some(held) => {
                let number = self.numbers.get(&held).copied();
                ConcreteValue::Object(number.ok_or("a reference to an object that has no name")?)
            }
        };
        self.assign_field(object, field, value)
    }
}
