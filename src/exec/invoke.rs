//! Calls: the receiver's null check, method selection, and entering a method. What a call does is its handler's matter.

use super::arith::{is_of_kind, malformed};
use super::exception::{INCOMPATIBLE_CLASS_CHANGE, NULL_POINTER};
use super::machine::{ExternalResult, Machine};
use super::quiet::Part;
use super::state::{Frame, State};
use super::step::Effect;
use super::stop::{Interrupt, StopReason};
use crate::classfile::{FieldType, InvokeKind, MethodReference, PrimitiveType, java_name, parse_method_descriptor};
use crate::heap::{Body, Choice, InputOrigin, ObjectId, Reference, SymbolOrigin, Value};
use crate::program::{ClassId, Dispatch, FieldKind, Linkage, MethodId, MethodTarget, Program};
use std::rc::Rc;
use std::sync::Arc;

/// An invoke instruction's method reference, resolved.
#[derive(Clone, Debug)]
pub struct CallSite {
    /// Whether there is a receiver.
    pub has_receiver: bool,
    /// Number of operands, with the receiver; a long is one.
    pub arguments: usize,
    /// Which of the parameters, without the receiver, are numbers, and of what type.
    numbers: Vec<Option<PrimitiveType>>,
    /// Declared result.
    pub result: Option<FieldKind>,
    /// How the target is found.
    pub dispatch: Dispatch,
    /// The class that the reference names, unless it is an array type.
    pub class: Option<ClassId>,
}

impl CallSite {
    pub(super) fn link(
        program: &Program,
        kind: InvokeKind,
        reference: &MethodReference,
        caller: ClassId,
    ) -> Result<CallSite, Interrupt> {
        let unknown = || Interrupt::from(StopReason::MissingMethod(label(reference)));
        let descriptor = parse_method_descriptor(&reference.descriptor).ok_or_else(unknown)?;
        let has_receiver = kind != InvokeKind::Static;
        let result = match &descriptor.result {
            None => None,
            Some(result) => Some(program.field_kind(result).ok_or_else(unknown)?),
        };
        let number = |parameter: &FieldType| match parameter {
            FieldType::Primitive(primitive) => Some(*primitive),
            FieldType::Reference(_) => None,
        };
        Ok(CallSite {
            has_receiver,
            numbers: descriptor.parameters.iter().map(number).collect(),
            arguments: descriptor.parameters.len() + usize::from(has_receiver),
            result,
            dispatch: program.resolve_method(kind, reference, caller),
            class: program.class_by_name(&reference.class),
        })
    }

    /// Whether arguments are numbers of the declared types where such are declared.
    fn takes_numbers(&self, arguments: &[Value]) -> bool {
        let own = arguments.iter().skip(usize::from(self.has_receiver));
        let is_number = |(declared, value): (&Option<PrimitiveType>, &Value)| {
            declared.is_none_or(|declared| is_of_kind(*value, FieldKind::Primitive(declared)))
        };
        self.numbers.iter().zip(own).all(is_number)
    }
}

/// A call that is to be made. Its arguments are still the topmost operands of the caller.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The reference, as the instruction names it.
    pub reference: Arc<MethodReference>,
    /// How it is invoked.
    pub kind: InvokeKind,
    /// The method to run.
    pub method: MethodId,
    /// Receiver, if any, and arguments.
    pub arguments: Vec<Value>,
    /// For a call that a model asks for: the call that it is the model of. Its arguments are no operands of the caller, and
    /// its result goes to the model.
    pub for_model: Option<ModelledCall>,
}

/// The call that a model stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelledCall {
    /// How it is invoked.
    pub kind: InvokeKind,
    /// The reference, as the instruction names it.
    pub reference: Arc<MethodReference>,
}

/// The class by which programs ask for inputs of their own. Its methods are models.
pub(super) const VERIFIER: &str = "org/sosy_lab/sv_benchmarks/Verifier";

pub(super) fn label(reference: &MethodReference) -> String {
    format!("{}.{}", java_name(&reference.class), reference.name)
}

impl Machine<'_> {
    pub(super) fn invoke(
        &mut self,
        state: &mut State,
        kind: InvokeKind,
        reference: &Arc<MethodReference>,
    ) -> Result<Effect, Interrupt> {
        let caller = state.frame().map(|frame| frame.method).ok_or_else(malformed)?;
        let site = self.call_site(kind, reference, self.program.method(caller).class)?;
        // Before anything is looked at: the instruction cannot be linked.
        if site.dispatch == Dispatch::Fixed(MethodTarget::OtherKind) {
            return Ok(Effect::Raise(INCOMPATIBLE_CLASS_CHANGE));
        }
        let arguments: Vec<Value> = (0..site.arguments).rev().map(|depth| state.operand(depth)).collect();
        if site.has_receiver {
            let Some(Value::Reference(receiver)) = arguments.first() else { return Err(malformed()) };
            let Some(object) = state.heap.resolve(*receiver)? else { return Ok(Effect::Raise(NULL_POINTER)) };
            if &*reference.name == "clone" && state.heap.array(object).is_some() {
                return self.clone_array(state, object);
            }
            if state.heap.array(object).is_some() {
                let target = self.method_of_arrays(reference);
                return self.call_target(state, (target, None), kind, reference, arguments, &site);
            }
            let (target, start) = match &site.dispatch {
                Dispatch::Fixed(target) => (target.clone(), site.class),
                Dispatch::Virtual => {
                    let target = self.selected(state, object, reference)?;
                    self.settle_receiver(state, object, &target);
                    (target, state.heap.instance(object).and_then(|body| body.types.first().copied()))
                }
            };
            return self.call_target(state, (target, start), kind, reference, arguments, &site);
        }
        if let Dispatch::Fixed(MethodTarget::Method(method)) = site.dispatch
            && let Some(effect) = self.initialise_before(state, self.program.method(method).class)?
        {
            return Ok(effect);
        }
        let Dispatch::Fixed(target) = site.dispatch.clone() else { return Err(malformed()) };
        self.call_target(state, (target, site.class), kind, reference, arguments, &site)
    }

    /// The method of an array, which has those of `Object`.
    fn method_of_arrays(&self, reference: &MethodReference) -> MethodTarget {
        let Some(object) = self.program.class_by_name("java/lang/Object") else { return MethodTarget::None };
        match self.program.select(object, reference) {
            method @ MethodTarget::Method(_) => method,
            _ => MethodTarget::External(object),
        }
    }

    /// The method that the receiver's class selects; a choice when its possible classes disagree.
    fn selected(
        &mut self,
        state: &State,
        receiver: ObjectId,
        reference: &MethodReference,
    ) -> Result<MethodTarget, Interrupt> {
        let body = match state.heap.object(receiver).map(|object| &object.body) {
            Some(Body::Instance(body)) => body,
            Some(Body::Array(_)) => return Ok(self.method_of_arrays(reference)),
            None => return Err(malformed()),
        };
        let mut groups: Vec<(MethodTarget, Vec<ClassId>)> = Vec::new();
        for class in body.types.iter() {
            let definition = self.program.class(*class);
            let target = if definition.is_jdk && !definition.is_concrete() {
                // An opaque instance: what its real class declares is not known.
                MethodTarget::External(*class)
            } else {
                self.program.select(*class, reference)
            };
            match groups.iter_mut().find(|(known, _)| *known == target) {
                Some((_, classes)) => classes.push(*class),
                None => groups.push((target, vec![*class])),
            }
        }
        self.note_other_receivers(state, receiver, reference, &groups)?;
        if groups.len() > 1 {
            let groups = groups.into_iter().map(|(_, classes)| Rc::from(classes)).collect();
            return Err(Choice::Types(receiver, groups).into());
        }
        Ok(groups.pop().map_or(MethodTarget::None, |(target, _)| target))
    }

    fn call_target(
        &mut self,
        state: &mut State,
        (target, start): (MethodTarget, Option<ClassId>),
        kind: InvokeKind,
        reference: &Arc<MethodReference>,
        arguments: Vec<Value>,
        site: &CallSite,
    ) -> Result<Effect, Interrupt> {
        match target {
            // The user's own class of this name gives other values than a replay does.
            MethodTarget::Method(_) if &*reference.class == VERIFIER => {
                self.external(state, site.class, kind, reference, arguments, site)
            }
            MethodTarget::Method(method) if !self.program.is_user_method(method) => {
                let start = start.unwrap_or(self.program.method(method).class);
                self.call_jdk(state, (method, start), (kind, reference), arguments, site)
            }
            MethodTarget::Method(method) if self.program.code(method).is_some() => {
                if let Some(effect) = self.drop_frames(state, method, &arguments) {
                    return Ok(effect);
                }
                let reference = reference.clone();
                Ok(Effect::Call(Box::new(Call { reference, kind, method, arguments, for_model: None })))
            }
            MethodTarget::Method(method) => Err(StopReason::NoCode(self.program.method_label(method)).into()),
            MethodTarget::OtherKind => Ok(Effect::Raise(INCOMPATIBLE_CLASS_CHANGE)),
            MethodTarget::External(class) => self.external(state, Some(class), kind, reference, arguments, site),
            MethodTarget::None => match site.class {
                Some(class) if self.external.takes_anything(self.program.class_name(class)) => {
                    self.external(state, site.class, kind, reference, arguments, site)
                }
                Some(class) if matches!(self.program.class(class).linkage, Linkage::Loaded(_)) => {
                    Err(StopReason::NoCode(label(reference)).into())
                }
                _ => Err(StopReason::MissingMethod(label(reference)).into()),
            },
        }
    }

    pub(super) fn external(
        &mut self,
        state: &mut State,
        class: Option<ClassId>,
        kind: InvokeKind,
        reference: &Arc<MethodReference>,
        arguments: Vec<Value>,
        site: &CallSite,
    ) -> Result<Effect, Interrupt> {
        if site.has_receiver
            && let Some(effect) = self.read_unknown(state, reference, &arguments)?
        {
            return Ok(effect);
        }
        let effect = self.modelled_call(state, class, kind, reference, &arguments, site)?;
        effect.ok_or_else(|| StopReason::MissingMethod(label(reference)).into())
    }

    /// What a model makes of a call; none where the method's own bytecode is to run.
    pub(super) fn modelled_call(
        &mut self,
        state: &mut State,
        class: Option<ClassId>,
        kind: InvokeKind,
        reference: &Arc<MethodReference>,
        arguments: &[Value],
        site: &CallSite,
    ) -> Result<Option<Effect>, Interrupt> {
        let program = self.program;
        let missing = || {
            let is_jdk = class.is_some_and(|class| program.class(class).is_jdk);
            let reason = if is_jdk { StopReason::UnknownReceiver } else { StopReason::MissingMethod };
            Interrupt::from(reason(label(reference)))
        };
        let class = class.ok_or_else(missing)?;
        // A model computes with what it is given; numbers of another type only code without a verifier passes.
        if !site.takes_numbers(arguments) {
            return Err(malformed());
        }
        let caller = state.frame().map(|frame| frame.method).ok_or_else(malformed)?;
        let arguments = arguments.to_vec();
        let call = Call { reference: reference.clone(), kind, method: caller, arguments, for_model: None };
        let answer = self.call_external(state, class, &call).ok_or_else(missing)?;
        let mut result = answer.map_err(|interrupt| match interrupt {
            // A model is surprised by arguments that only code without a verifier passes.
            Interrupt::Stop(StopReason::Internal(_))
                if !self.may_be_passed(state, site.has_receiver, reference, &call.arguments) =>
            {
                malformed()
            }
            other => other,
        })?;
        if let ExternalResult::Initialises(used, _) = result
            && state.heap.statics_are_inputs
            && self.program.class(used).is_jdk
        {
            // Else it would be initialised where its static fields are read, and not before.
            self.run_initialiser(used)?;
        }
        if let ExternalResult::Initialises(used, _) | ExternalResult::InitialisesAndCalls(used, _) = result
            && let Some(effect) = self.initialise_before(state, used)?
        {
            return Ok(Some(effect));
        }
        result = match result {
            ExternalResult::Initialises(_, value) => ExternalResult::Returned(value),
            ExternalResult::InitialisesAndCalls(_, asked) => ExternalResult::Calls(asked),
            other => other,
        };
        if !matches!(result, ExternalResult::Calls(_) | ExternalResult::RunsCode)
            && let Some(frame) = state.frame_mut()
        {
            frame.answers.clear();
        }
        Ok(Some(match result {
            ExternalResult::Returned(value) => {
                state.drop_operands(site.arguments);
                if let Some(value) = value {
                    state.push(value);
                }
                Effect::Next
            }
            ExternalResult::Threw(class) => Effect::Raise(class),
            ExternalResult::ThrewSaying(class, message) => Effect::RaiseSaying(class, message),
            ExternalResult::ThrewObject(exception) => Effect::Throw(exception),
            ExternalResult::Initialises(..) | ExternalResult::InitialisesAndCalls(..) => return Err(malformed()),
            ExternalResult::Calls(mut asked) => {
                asked.for_model = Some(ModelledCall { kind, reference: reference.clone() });
                Effect::Call(asked)
            }
            ExternalResult::RunsCode => return Ok(None),
        }))
    }

    fn clone_array(&mut self, state: &mut State, object: ObjectId) -> Result<Effect, Interrupt> {
        self.note_initial_access(state, object, Part::Elements, false);
        let mut body = state.heap.array(object).ok_or_else(malformed)?.clone();
        if let Some(possible) = &body.possible_components
            && possible.len() > 1
        {
            // The copy has the original's run-time class, so that must be decided.
            let groups = possible.iter().map(|class| Rc::from([*class])).collect();
            return Err(Choice::Components(object, groups).into());
        }
        if let Some([class]) = body.possible_components.as_deref() {
            body.component = FieldKind::Reference(crate::program::ReferenceType::class(*class));
        }
        body.possible_components = None;
        let copy =
            state.heap.add(crate::heap::Object { origin: crate::heap::Origin::Allocated, body: Body::Array(body) });
        if let Some(original) = self.open_array(state, object) {
            state.heap.type_as(copy, original);
        }
        state.replace_operands(1, Value::Reference(Reference::Object(copy)));
        Ok(Effect::Next)
    }

    /// Takes a call's arguments from the caller's operands.
    pub fn take_arguments(&self, state: &mut State, call: &Call) {
        state.drop_operands(call.arguments.len());
    }

    /// Returns from a call at once with a number of which nothing is known; none, and nothing done, where it returns none.
    ///
    /// # Errors
    /// A stop, when control cannot go on.
    pub fn return_unknown(&mut self, state: &mut State, call: &Call) -> Result<Option<Value>, Interrupt> {
        let Some(kind @ FieldKind::Primitive(_)) = self.program.method(call.method).result else { return Ok(None) };
        let origin = InputOrigin::Result(u32::try_from(state.heap.input_count()).unwrap_or(u32::MAX));
        let value = state.heap.new_value(&mut self.pool, kind, (SymbolOrigin::Parameter(0), origin));
        state.steps += 1;
        self.put_result(state, call.arguments.len(), Some(value))?;
        Ok(Some(value))
    }

    /// Puts a result in the place of so many operands, and goes on behind the running instruction.
    ///
    /// # Errors
    /// A stop, when control cannot go on.
    pub(super) fn put_result(
        &mut self,
        state: &mut State,
        operands: usize,
        result: Option<Value>,
    ) -> Result<(), Interrupt> {
        state.drop_operands(operands);
        if let Some(value) = result {
            state.push(value);
        }
        match state.frame().map(|frame| (frame.method, frame.instruction)) {
            Some((method, position)) => self.go(state, method, position, position + 1),
            None => Ok(()),
        }
    }

    /// Enters a method: takes the arguments and pushes a frame.
    pub fn enter(&mut self, state: &mut State, call: &Call) {
        let answers_model = call.for_model.is_some();
        if !answers_model {
            self.take_arguments(state, call);
        }
        let locals = self.program.code(call.method).map_or(0, |code| usize::from(code.max_locals));
        let initialising = state.frame().and_then(|caller| caller.initialising);
        state.frames.push(Rc::new(Frame {
            answers_model,
            initialising,
            entered_at: state.depth,
            ..Frame::new(call.method, locals, &call.arguments)
        }));
    }

    /// The call of a method of an object that a model asks for; none when no code on the class path implements it.
    ///
    /// # Errors
    /// A choice, when the object's possible classes disagree, or a stop.
    pub fn model_call(
        &mut self,
        state: &State,
        object: ObjectId,
        reference: &Arc<MethodReference>,
    ) -> Result<Option<Box<Call>>, Interrupt> {
        let arguments = vec![Value::Reference(Reference::Object(object))];
        let is_opaque = |method: MethodId| {
            let class = self.program.class(self.program.method(method).class);
            class.is_jdk && self.external.is_opaque(&class.name)
        };
        Ok(match self.selected(state, object, reference)? {
            MethodTarget::Method(method) if self.program.code(method).is_some() && !is_opaque(method) => {
                Some(Box::new(Call {
                    reference: reference.clone(),
                    kind: InvokeKind::Virtual,
                    method,
                    arguments,
                    for_model: None,
                }))
            }
            _ => None,
        })
    }

    /// Finishes a call that returned without a frame of its own.
    pub fn finish_call(&mut self, state: &mut State, call: &Call, value: Option<Value>) -> Result<(), Interrupt> {
        self.take_arguments(state, call);
        state.steps += 1;
        let Some((method, position)) = state.frame().map(|frame| (frame.method, frame.instruction)) else {
            return Ok(());
        };
        if let Some(value) = value {
            state.push(value);
        }
        self.go(state, method, position, position + 1)
    }
}
