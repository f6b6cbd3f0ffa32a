//! A call of a composed method: the callee runs for itself on concrete arguments, and the caller goes on with inputs that stand
//! for what it gave.

use super::composable::{Composed, Effects, is_primitive_array, is_string};
use super::input::parameter_kinds;
use super::run::{Activation, Ended, Runner, contents_of, new_result, number, primitive_array};
use super::tree::{Argument, CallNode, Continues, Kind, NodeId, TreeInput};
use crate::concolic::{ConcolicObject, ConcolicValue, Lead, is_initialised};
use crate::exec::{Call, Interrupt, StopReason};
use crate::heap::{Body, Contents, ObjectId, Origin, Reference, Value, primitive_domain};
use crate::program::{ClassId, FieldId, FieldKind, ReferenceType};
use crate::term::{ContentsValue, Domain, TermId, evaluate};
use std::collections::BTreeMap;

/// What a callee has left: arrays that are its parameters, and all that it may have changed.
#[derive(Clone, Copy)]
struct Left<'l> {
    contents: &'l [(u16, ContentsValue)],
    effects: &'l Effects,
}

impl Runner<'_, '_> {
    /// Performs a call by an activation of its own, unless an argument cannot be described.
    pub(super) fn composed_call(&mut self, activation: &mut Activation, call: &Call) -> Result<Composed, Ended> {
        let kinds = parameter_kinds(self.machine.program, call.method);
        for (argument, kind) in call.arguments.iter().zip(kinds) {
            // Of arrays and strings, what they hold is passed on; of other objects their identity.
            if matches!(kind, FieldKind::Reference(reference)
                if is_primitive_array(reference) || is_string(self.machine.program, reference))
            {
                self.decide(activation, *argument).map_err(Ended::Stopped)?;
            }
        }
        self.sync(activation);
        let effects = self.composable.effects(call.method).clone();
        let writes_arrays = effects.writes_arrays;
        let mut arguments = Vec::with_capacity(call.arguments.len());
        let mut concrete = Vec::with_capacity(call.arguments.len());
        for value in &call.arguments {
            let Some((argument, value)) = self.argument(activation, *value, writes_arrays)? else {
                return Ok(Composed::No);
            };
            arguments.push(argument);
            concrete.push(value);
        }
        let fields = self.flush(activation, &effects.fields, true)?;
        let node = self.call_node(activation, call, (arguments, fields))?;
        let finished = self.activate(call.method, Lead::new(concrete, Vec::new()), false);
        let left = Left { contents: &finished.contents, effects: &effects };
        match finished.ended {
            Ended::Returned(value) => self.returned(activation, call, node, value, left),
            Ended::Threw(class, raised) => self.caught(activation, call, node, (class, raised), left),
            other => return Err(other),
        }
        .map(|()| Composed::Yes)
    }

    /// An argument as terms of the caller's tree, and concretely; none where that cannot be.
    fn argument(
        &mut self,
        activation: &mut Activation,
        value: Value,
        is_written: bool,
    ) -> Result<Option<(Argument, ConcolicValue)>, Ended> {
        let state = &activation.state;
        let Value::Reference(reference) = value else {
            let Some(term) = value.number() else { return Ok(None) };
            let concrete = evaluate(&self.machine.pool, term, &state.path.model);
            let value = activation.translation.term(self.machine, term);
            let argument = Argument { value, array: None, text: None };
            return Ok(concrete.map(|concrete| (argument, number(concrete))));
        };
        let Reference::Object(object) = state.heap.current(reference) else {
            let value =
                activation.translation.reference(self.machine, self.trees, state, state.heap.current(reference));
            let concrete = self.concrete(activation, Value::Reference(reference))?;
            if matches!(concrete, ConcolicValue::Object(identity) if is_initialised(identity)) {
                return Ok(None);
            }
            return Ok(Some((Argument { value, array: None, text: None }, concrete)));
        };
        let value = activation.translation.identity(self.machine, self.trees, state, object);
        let identity = activation.lead.identity(&mut self.heap, &activation.state, object);
        if let Some((length, contents)) = primitive_array(&activation.state, object) {
            let is_initialised =
                matches!(activation.state.heap.object(object).map(|it| &it.origin), Some(Origin::Initialised(_)));
            let state = &activation.state;
            let Some(values) = contents_of(self.machine, state, length, contents) else { return Ok(None) };
            let Some(count) = evaluate(&self.machine.pool, length, &state.path.model) else { return Ok(None) };
            let Some(class) = state.heap.array_type(object) else { return Ok(None) };
            if is_initialised && is_written {
                return Ok(None);
            }
            let mut array = ConcolicObject::new(class);
            array.length = count;
            array.contents = values;
            self.heap.objects.insert(identity, array);
            let length = activation.translation.term(self.machine, length);
            let contents = activation.translation.term(self.machine, contents);
            let argument = Argument { value, array: Some((length, contents)), text: None };
            return Ok(Some((argument, ConcolicValue::Object(identity))));
        }
        if activation.state.heap.value_class(self.machine.program, object).is_some() {
            return self.text_argument(activation, object, (value, identity));
        }
        // What class initialisation has left, callees know by another way too.
        let is_plain = !is_initialised(identity) && activation.state.heap.instance(object).is_some();
        let argument = Argument { value, array: None, text: None };
        Ok(is_plain.then_some((argument, ConcolicValue::Object(identity))))
    }

    fn text_argument(
        &mut self,
        activation: &mut Activation,
        object: ObjectId,
        (value, identity): (TermId, i64),
    ) -> Result<Option<(Argument, ConcolicValue)>, Ended> {
        let program = self.machine.program;
        let Some(class) = activation.state.heap.value_class(program, object) else { return Ok(None) };
        let (heap, mut context) = self.machine.heap_context(&mut activation.state);
        let Some(text) = heap.text_of(&mut context, object) else { return Ok(None) };
        self.sync(activation);
        let model = &activation.state.path.model;
        let Some(units) = crate::term::evaluate_text(&self.machine.pool, text, model) else { return Ok(None) };
        let mut string = ConcolicObject::new(ReferenceType::class(class));
        if let Some(field) = program.hidden_field(class, crate::program::TEXT_FIELD) {
            string.fields.insert(field, ConcolicValue::Text(units));
        }
        self.heap.objects.insert(identity, string);
        let text = activation.translation.term(self.machine, text);
        Ok(Some((Argument { value, array: None, text: Some(text) }, ConcolicValue::Object(identity))))
    }

    /// The node of a call: a new one, or the one that is there.
    fn call_node(
        &mut self,
        activation: &Activation,
        call: &Call,
        (arguments, fields): (Vec<Argument>, BTreeMap<FieldId, TermId>),
    ) -> Result<NodeId, Ended> {
        let node = activation.node;
        let is_same =
            |known: &CallNode| known.callee == call.method && known.arguments == arguments && known.fields == fields;
        match self.trees.node(node).map(|node| &node.kind) {
            Some(Kind::Call(known)) if is_same(known) => Ok(node),
            Some(Kind::Open(_)) => {
                let point = self.point(activation, Continues::After);
                let other = self.trees.add(activation.method, Some((node, u32::MAX)), point);
                let kind =
                    CallNode { callee: call.method, arguments, fields, returned: None, threw: Vec::new(), other };
                self.close(node, Kind::Call(kind));
                Ok(node)
            }
            _ => Err(Ended::Stopped(StopReason::Diverges)),
        }
    }

    /// The node after an end of a call; a new one when this end is seen for the first time.
    fn after_call(&mut self, activation: &Activation, node: NodeId, thrown: Option<ClassId>) -> Result<NodeId, Ended> {
        let Some(Kind::Call(call)) = self.trees.node(node).map(|node| &node.kind) else {
            return Err(Ended::Stopped(StopReason::Diverges));
        };
        let (known, side) = match thrown {
            None => (call.returned, 0),
            Some(class) => {
                let position = call.threw.iter().position(|(known, _)| *known == class);
                let known = position.and_then(|position| call.threw.get(position)).map(|(_, node)| *node);
                (known, 1 + position.unwrap_or(call.threw.len()) as u32)
            }
        };
        if let Some(known) = known {
            return Ok(known);
        }
        let other = call.other;
        let point = self.point(activation, if thrown.is_some() { Continues::Raising } else { Continues::After });
        let next = self.trees.add(activation.method, Some((node, side)), point);
        // An end that was not seen before is what the node for all others stood for.
        self.reached.push(other);
        if let Some(Kind::Call(call)) = self.trees.node_mut(node).map(|node| &mut node.kind) {
            match thrown {
                None => call.returned = Some(next),
                Some(class) => call.threw.push((class, next)),
            }
        }
        Ok(next)
    }

    fn returned(
        &mut self,
        activation: &mut Activation,
        call: &Call,
        node: NodeId,
        value: Option<i64>,
        left: Left<'_>,
    ) -> Result<(), Ended> {
        activation.node = self.after_call(activation, node, None)?;
        let kind = self.machine.program.method(call.method).result;
        let result = match (kind, value) {
            (None, _) => None,
            (Some(FieldKind::Primitive(primitive)), Some(value)) => {
                let domain = primitive_domain(primitive);
                let (input, term) = new_result(activation, self.machine, domain);
                activation.state.path.model.set(input, value);
                let meaning =
                    self.trees.input_term(&mut self.machine.pool, activation.method, TreeInput::Result(node), domain);
                activation.translation.set(input, meaning);
                Some(Value::of_sort(domain.sort(), term).ok_or(Ended::Stopped(StopReason::Diverges))?)
            }
            _ => {
                let why = StopReason::Unmodelled("the value that a call returns is not computed".into());
                return Err(Ended::Stopped(why));
            }
        };
        self.leave_contents(activation, call, node, left);
        self.leave_fields(activation, node, &left.effects.written)?;
        match self.machine.finish_call(&mut activation.state, call, result) {
            Ok(()) => Ok(()),
            Err(Interrupt::Stop(reason)) => Err(Ended::Stopped(reason)),
            Err(_) => Err(Ended::Stopped(StopReason::Diverges)),
        }
    }

    fn caught(
        &mut self,
        activation: &mut Activation,
        call: &Call,
        node: NodeId,
        (class, raised): (ClassId, bool),
        left: Left<'_>,
    ) -> Result<(), Ended> {
        activation.node = self.after_call(activation, node, Some(class))?;
        self.leave_contents(activation, call, node, left);
        self.leave_fields(activation, node, &left.effects.written)?;
        let name = self.machine.program.class_name(class).clone();
        let thrown = self
            .machine
            .new_exception(&mut activation.state, &name)
            .and_then(|exception| self.machine.unwind(&mut activation.state, exception));
        match thrown {
            Ok(None) => Err(Ended::Threw(class, raised)),
            Ok(Some(_)) if raised => Ok(()),
            Ok(Some(_)) => {
                let why = "a caller catches an exception of it, whose message nobody knows";
                Err(Ended::NotComposable(call.method, why.into()))
            }
            Err(Interrupt::Stop(reason)) => Err(Ended::Stopped(reason)),
            Err(_) => Err(Ended::Stopped(StopReason::Diverges)),
        }
    }

    /// Puts into the caller's heap what a callee has left in arrays: inputs that stand for it.
    fn leave_contents(&mut self, activation: &mut Activation, call: &Call, node: NodeId, left: Left<'_>) {
        if !left.effects.writes_arrays {
            return;
        }
        let mut done: Vec<ObjectId> = Vec::new();
        for (position, value) in (0_u16..).zip(&call.arguments) {
            let Value::Reference(reference) = value else { continue };
            let Reference::Object(object) = activation.state.heap.current(*reference) else { continue };
            let Some(Body::Array(array)) = activation.state.heap.object(object).map(|object| &object.body) else {
                continue;
            };
            let Contents::Primitive(kind, _) = array.contents else { continue };
            if done.contains(&object) {
                continue;
            }
            done.push(object);
            let domain = Domain::Contents(kind);
            let before = primitive_array(&activation.state, object);
            let values = match left.contents.iter().find(|(of, _)| *of == position) {
                Some((_, values)) => Some(values.clone()),
                // The callee has not looked at it.
                None => {
                    before.and_then(|(length, contents)| contents_of(self.machine, &activation.state, length, contents))
                }
            };
            let (input, term) = new_result(activation, self.machine, domain);
            activation.state.path.model.set_contents(input, values.unwrap_or_default());
            let place = TreeInput::ResultContents(node, position);
            let meaning = self.trees.input_term(&mut self.machine.pool, activation.method, place, domain);
            activation.translation.set(input, meaning);
            if let Some(body) = activation.state.heap.array_mut(object)
                && let Contents::Primitive(_, contents) = &mut body.contents
            {
                *contents = term;
            }
        }
    }
}
