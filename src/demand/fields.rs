//! Fields of objects across calls. For each field a callee gets one term that says what the field holds in all objects,
//! by identity, and leaves such a term. The concrete values are kept in the heap of the execution.

use super::run::{Activation, Ended, Runner, new_result};
use super::translate::field_element_kind;
use super::tree::{NodeId, TreeInput};
use crate::concolic::{ConcolicObject, ConcolicValue};
use crate::exec::StopReason;
use crate::heap::{InputOrigin, ObjectId, Origin, Reference, SymbolOrigin, Value, default_value, primitive_domain};
use crate::program::{FieldId, FieldKind, ReferenceType};
use crate::term::{Domain, TermId, evaluate};
use std::collections::{BTreeMap, BTreeSet};

impl Runner<'_, '_> {
    /// What the fields hold in all objects now, as terms of the activation's tree; the concrete heap gets the same values.
    /// Without `with_allocated`, what the activation has allocated is left out: nobody else knows of it.
    pub(super) fn flush(
        &mut self,
        activation: &mut Activation,
        fields: &BTreeSet<FieldId>,
        with_allocated: bool,
    ) -> Result<BTreeMap<FieldId, TermId>, Ended> {
        let mut terms = BTreeMap::new();
        for field in fields {
            let info = self.machine.program.field(*field);
            let Some(kind) = field_element_kind(info.kind) else { return Err(Ended::Stopped(StopReason::Diverges)) };
            let mut all = activation.translation.base(self.machine, self.trees, *field, kind);
            for number in 0..activation.state.heap.object_count() as u32 {
                let object = ObjectId(number);
                let Some(value) = self.held(activation, object, *field, with_allocated) else { continue };
                let identity = activation.translation.identity(self.machine, self.trees, &activation.state, object);
                let state = &activation.state;
                let Some(term) = activation.translation.value(self.machine, self.trees, state, value) else {
                    return Err(Ended::Stopped(StopReason::Diverges));
                };
                all = self.machine.pool.store(all, identity, term);
                let concrete = self.concrete(activation, value)?;
                let identity = activation.lead.identity(&mut self.heap, &activation.state, object);
                let class = activation.state.heap.instance(object).and_then(|body| body.types.first().copied());
                if let Some(class) = class {
                    let new = ConcolicObject::new(ReferenceType::class(class));
                    let known = self.heap.objects.entry(identity).or_insert(new);
                    known.fields.insert(*field, concrete);
                }
            }
            terms.insert(*field, all);
        }
        Ok(terms)
    }

    /// What an instance holds in a field, where the state says it.
    fn held(
        &mut self,
        activation: &Activation,
        object: ObjectId,
        field: FieldId,
        with_allocated: bool,
    ) -> Option<Value> {
        let program = self.machine.program;
        let heap = &activation.state.heap;
        let is_allocated = match heap.object(object)?.origin {
            Origin::Input | Origin::Constructed(_) => false,
            Origin::Allocated => true,
            _ => return None,
        };
        if is_allocated && !with_allocated {
            return None;
        }
        let info = program.field(field);
        let has_it =
            heap.instance(object)?.types.iter().any(|class| program.is_subclass(*class, info.class) == Some(true));
        if !has_it {
            return None;
        }
        match heap.field_value(object, field) {
            Some(value) => Some(value),
            None if is_allocated => Some(default_value(&mut self.machine.pool, info.kind)),
            None => None,
        }
    }

    /// A value of the state, concretely.
    pub(super) fn concrete(&mut self, activation: &mut Activation, value: Value) -> Result<ConcolicValue, Ended> {
        let Value::Reference(reference) = value else {
            let number =
                value.number().and_then(|term| evaluate(&self.machine.pool, term, &activation.state.path.model));
            let why = || StopReason::Unmodelled("a value that is not computed".into());
            return number.map(ConcolicValue::Number).ok_or_else(|| Ended::Stopped(why()));
        };
        Ok(match activation.state.heap.current(reference) {
            Reference::Null => ConcolicValue::Null,
            Reference::Object(object) => {
                ConcolicValue::Object(activation.lead.identity(&mut self.heap, &activation.state, object))
            }
            Reference::Symbol(symbol) => activation.lead.reference(&self.heap, self.machine, &activation.state, symbol),
        })
    }

    /// Puts into the caller's heap what a callee has left in fields: inputs that stand for it.
    pub(super) fn leave_fields(
        &mut self,
        activation: &mut Activation,
        node: NodeId,
        written: &BTreeSet<FieldId>,
    ) -> Result<(), Ended> {
        for field in written {
            let info = self.machine.program.field(*field);
            let kind = info.kind;
            let Some(element) = field_element_kind(kind) else { return Err(Ended::Stopped(StopReason::Diverges)) };
            let held: Vec<ObjectId> = (0..activation.state.heap.object_count() as u32)
                .map(ObjectId)
                .filter(|object| self.held(activation, *object, *field, true).is_some())
                .collect();
            let place = TreeInput::ResultField(node, *field);
            let domain = Domain::Contents(element);
            let after = self.trees.input_term(&mut self.machine.pool, activation.method, place, domain);
            for object in held {
                let identity = activation.translation.identity(self.machine, self.trees, &activation.state, object);
                let meaning = self.machine.pool.select(after, identity);
                let concrete = activation
                    .lead
                    .known_identity(object)
                    .and_then(|identity| self.heap.objects.get(&identity))
                    .and_then(|object| object.fields.get(field).cloned());
                let value = match kind {
                    FieldKind::Reference(declared) => {
                        let origin = SymbolOrigin::Field(object, *field);
                        let symbol = activation.state.heap.new_symbol(origin, declared, true);
                        activation.translation.set_symbol(symbol, meaning);
                        Value::Reference(Reference::Symbol(symbol))
                    }
                    FieldKind::Primitive(primitive) => {
                        let domain = primitive_domain(primitive);
                        let (input, term) = new_result(activation, self.machine, domain);
                        if let Some(ConcolicValue::Number(number)) = concrete {
                            activation.state.path.model.set(input, number);
                        }
                        activation.translation.set(input, meaning);
                        Value::of_sort(domain.sort(), term).ok_or(Ended::Stopped(StopReason::Diverges))?
                    }
                    FieldKind::Text => return Err(Ended::Stopped(StopReason::Diverges)),
                };
                activation.state.heap.write_field(object, *field, value);
            }
            activation.translation.set_base(*field, after);
        }
        Ok(())
    }

    /// Whether an object that the activation has allocated is reached from fields of objects that were there before.
    pub(super) fn lets_escape(&self, activation: &Activation) -> bool {
        let heap = &activation.state.heap;
        let is_allocated = |value: Value| match value {
            Value::Reference(reference) => match heap.current(reference) {
                Reference::Object(object) => !heap.is_input(object),
                _ => false,
            },
            _ => false,
        };
        (0..heap.object_count() as u32).map(ObjectId).any(|object| {
            heap.is_input(object)
                && heap.instance(object).is_some_and(|body| body.fields.iter().any(|(_, value)| is_allocated(*value)))
        })
    }

    /// Whether an input of the state stands for something that only this activation knows of.
    pub(super) fn depends_on_statics(&self, activation: &Activation) -> bool {
        let heap = &activation.state.heap;
        let is_static = |number: u32| {
            heap.input(crate::term::InputId(number)).is_some_and(|input| {
                matches!(input.origin, InputOrigin::Static(_) | InputOrigin::Choice(_) | InputOrigin::Environment(_))
            })
        };
        (0..heap.input_count() as u32).any(is_static)
    }
}
