//! Calls backward: into a callee at its ends, out of it at the call; up into the callers of a method that no execution
//! begins with; callees whose result is known as a term; and all other calls, which may do anything.

use super::engine::Engine;
use super::flow::Flow;
use super::pure::is_pure;
use super::state::State;
use super::variables::Variable;
use crate::classfile::{Instruction, InvokeKind, MethodReference, ValueKind, parse_method_descriptor};
use crate::exec::{domain_of_field, domain_of_type};
use crate::graph::possible_targets;
use crate::program::{Dispatch, FieldKind, MethodId, MethodTarget};
use crate::term::{Domain, InputId, TermId};
use rustc_hash::FxHashMap;

impl Engine<'_> {
    /// The states before a call, of a state after it.
    pub(super) fn call(
        &mut self,
        flow: &Flow,
        mut state: State,
        position: u32,
        (kind, callee): (InvokeKind, &MethodReference),
        found: &mut Vec<State>,
    ) {
        let origin = (state.method, position);
        let Some(parsed) = parse_method_descriptor(&callee.descriptor) else { return };
        let shape = flow.shape(position);
        let receiver = usize::from(kind != InvokeKind::Static);
        let Some(first) = shape.len().checked_sub(parsed.parameters.len() + receiver) else { return };
        let result = parsed.result.as_ref().map(|result| (first, result.value_kind()));
        if let Some(value) = self.known_result(flow, position, first, callee) {
            let given = result.is_none_or(|result| self.give(&mut state, result, value, origin));
            if given {
                found.push(state.moved(origin.0, position));
            }
            return;
        }
        let caller = self.program.method(state.method).class;
        let targets = possible_targets(self.program, kind, callee, caller);
        let is_user = self.program.class_by_name(&callee.class).is_some_and(|class| self.program.is_user_class(class));
        let is_known = is_user && !is_pure(callee) && !targets.is_empty() && self.all_known(kind, callee, caller);
        if let ([target], Some(result), true) = (targets.as_slice(), result, is_known && kind == InvokeKind::Static) {
            let mut arguments = Vec::new();
            for (offset, kind) in shape.iter().skip(first).enumerate() {
                arguments.push(self.operand(first + offset, *kind));
            }
            if let Some((returns, value)) = self.composed(*target, &arguments) {
                let is_possible = self.give(&mut state, result, value, origin)
                    && state.require(&self.pool, returns, origin)
                    && self.initialised(&mut state, &callee.class);
                if is_possible {
                    found.push(state.moved(origin.0, position));
                }
                return;
            }
        }
        if is_known && state.calls.len() < self.heuristics.calls {
            if kind == InvokeKind::Static && !self.initialised(&mut state, &callee.class) {
                return;
            }
            for target in targets {
                self.descend(&state, position, target, result, found);
            }
            return;
        }
        let domain = parsed.result.as_ref().map_or(Domain::Int, domain_of_type);
        if let Some(result) = result
            && self.give_anything(&mut state, result, domain, origin).is_none()
        {
            return;
        }
        if !is_pure(callee) && !self.only_makes(callee) {
            let name = crate::classfile::java_name(&callee.class);
            if self.anything(&mut state, &format!("{name}.{}", callee.name)).is_none() {
                return;
            }
        }
        if receiver == 1 {
            let object = self.operand(first, ValueKind::Reference);
            if !self.require_not_zero(&mut state, object, origin) {
                return;
            }
        }
        if is_assumption(callee) {
            let assumed = self.operand(first, ValueKind::Int);
            if !self.require_not_zero(&mut state, assumed, origin) {
                return;
            }
        }
        found.push(state.moved(origin.0, position));
    }

    /// Whether a call can run nothing but the methods of the class path that it may be linked to.
    fn all_known(&self, kind: InvokeKind, callee: &MethodReference, caller: crate::program::ClassId) -> bool {
        match self.program.resolve_method(kind, callee, caller) {
            Dispatch::Fixed(MethodTarget::Method(method)) => {
                self.program.is_user_method(method) && self.program.code(method).is_some()
            }
            Dispatch::Fixed(_) => false,
            Dispatch::Virtual => {
                let class = self.program.class_by_name(&callee.class);
                class.is_some_and(|class| {
                    self.program.user_subtypes(class).iter().all(|receiver| {
                        let is_concrete = self.program.class(*receiver).is_concrete();
                        !is_concrete
                            || matches!(self.program.select(*receiver, callee), MethodTarget::Method(method)
                                if self.program.is_user_method(method) && self.program.code(method).is_some())
                    })
                })
            }
        }
    }

    /// Whether a call is that of a constructor of an exception of the JDK, which touches nothing else.
    fn only_makes(&self, callee: &MethodReference) -> bool {
        let throwable = self.program.class_by_name("java/lang/Throwable");
        let class = self.program.class_by_name(&callee.class);
        &*callee.name == "<init>"
            && matches!((class, throwable), (Some(class), Some(throwable))
                if !self.program.is_user_class(class) && self.program.is_subclass(class, throwable) == Some(true))
            && !callee.descriptor.contains("Ljava/lang/Object;")
    }

    /// The states at the ends of a callee, of a state after its call.
    fn descend(
        &mut self,
        state: &State,
        position: u32,
        target: MethodId,
        result: Option<(usize, ValueKind)>,
        found: &mut Vec<State>,
    ) {
        let mut inside = state.clone();
        if !inside.shift(&mut self.pool, &mut self.variables, true) {
            return;
        }
        inside.calls.push((state.method, position));
        let program = self.program;
        let Some(code) = program.code(target) else { return };
        let flow = self.flow(target);
        for (end, decoded) in code.instructions.iter().enumerate() {
            let end = end as u32;
            let Instruction::Return(kind) = &decoded.instruction else { continue };
            if flow.shapes.get(end as usize).is_none_or(Option::is_none) {
                continue;
            }
            let mut before = inside.clone();
            let origin = (target, end);
            if let (Some((index, _)), Some(kind)) = (result, kind)
                && let Some(top) = flow.shape(end).len().checked_sub(1)
            {
                let value = self.operand(top, *kind);
                let place = Variable::Stack(1, index as u16, *kind);
                let assigned: FxHashMap<InputId, TermId> =
                    self.variables.find(place).map(|id| (id, value)).into_iter().collect();
                if !before.assign(&mut self.pool, &assigned, Some(origin)) {
                    continue;
                }
            }
            found.push(before.moved(target, end));
        }
    }

    /// The state at the call that a path returns to, of a state at the beginning of the callee.
    pub(super) fn leave(&mut self, state: &State) -> Option<State> {
        let mut before = state.clone();
        let (caller, position) = before.calls.pop()?;
        if !self.bind(&mut before, (caller, position), 1) {
            return None;
        }
        if !before.shift(&mut self.pool, &mut self.variables, false) {
            return None;
        }
        Some(before.moved(caller, position))
    }

    /// The states at the calls of a method in all of the class path, of a state at its beginning that returns to none of them.
    pub(super) fn rise(&mut self, state: &State) -> Vec<State> {
        let program = self.program;
        let mut found = Vec::new();
        for &caller in self.calls.callers(state.method) {
            let info = program.method(caller);
            let Some(code) = program.code(caller) else { continue };
            for (position, decoded) in code.instructions.iter().enumerate() {
                let Instruction::Invoke(kind, callee) = &decoded.instruction else { continue };
                if !possible_targets(program, *kind, callee, info.class).contains(&state.method) {
                    continue;
                }
                let position = position as u32;
                if self.flow(caller).shapes.get(position as usize).is_none_or(Option::is_none) {
                    continue;
                }
                let mut before = state.clone();
                before.risen += 1;
                if self.bind(&mut before, (caller, position), 0) {
                    found.push(before.moved(caller, position));
                }
            }
        }
        found
    }

    /// Replaces a callee's parameters by the operands of a call; `depth`: of the caller's activation.
    #[must_use]
    fn bind(&mut self, state: &mut State, (caller, position): (MethodId, u32), depth: u16) -> bool {
        let callee = self.program.method(state.method);
        let flow = self.flow(caller);
        let shape = flow.shape(position);
        let kinds = parameter_kinds(callee.has_receiver(), &callee.parameters);
        let Some(first) = shape.len().checked_sub(kinds.len()) else { return false };
        let mut assigned: FxHashMap<InputId, TermId> = FxHashMap::default();
        let mut slot = 0;
        for (offset, kind) in kinds.into_iter().enumerate() {
            let argument = Variable::Stack(depth, (first + offset) as u16, kind);
            let argument = self.variables.typed(&mut self.pool, argument);
            if let Some(id) = self.variables.find(Variable::Local(0, slot, kind)) {
                assigned.insert(id, argument);
            }
            slot += if matches!(kind, ValueKind::Long | ValueKind::Double) { 2 } else { 1 };
        }
        if !state.assign(&mut self.pool, &assigned, Some((caller, position))) {
            return false;
        }
        if callee.has_receiver() {
            let receiver = Variable::Stack(depth, first as u16, ValueKind::Reference);
            let receiver = self.variables.typed(&mut self.pool, receiver);
            return self.require_not_zero(state, receiver, (caller, position));
        }
        true
    }

    /// What holds of the parameters of a method when it is called from anywhere. `false`: the state is none.
    #[must_use]
    pub(super) fn entered(&mut self, state: &mut State) -> bool {
        let info = self.program.method(state.method);
        let origin = (state.method, 0);
        let mut slot = 0;
        if info.has_receiver() {
            let receiver = self.variables.typed(&mut self.pool, Variable::Local(0, 0, ValueKind::Reference));
            if !self.require_not_zero(state, receiver, origin) {
                return false;
            }
            slot = 1;
        }
        for parameter in &info.parameters {
            let kind = parameter.value_kind();
            let value = self.variables.typed(&mut self.pool, Variable::Local(0, slot, kind));
            if let Some((low, Some(high))) = domain_of_field(*parameter).bounds(self.pool.arithmetic()) {
                let constants = (self.pool.int(low as i32), self.pool.int(high as i32));
                let least = self.pool.less_or_equal(constants.0, value);
                let most = self.pool.less_or_equal(value, constants.1);
                let both = self.pool.conjunction(least, most);
                if !state.require(&self.pool, both, origin) {
                    return false;
                }
            }
            slot += parameter.slots() as u16;
        }
        true
    }

    /// What some methods of the JDK give, as a term over their arguments.
    fn known_result(&mut self, flow: &Flow, position: u32, first: usize, callee: &MethodReference) -> Option<TermId> {
        let kind = flow.shape(position).get(first).copied()?;
        let method = (&*callee.class, &*callee.name, &*callee.descriptor);
        let a = self.operand(first, kind);
        match method {
            ("java/lang/Math", "abs", "(I)I" | "(J)J") => {
                let is_zero_or_more = self.is_within_sign(a);
                let negated = self.pool.negate(a);
                Some(self.pool.if_then_else(is_zero_or_more, a, negated))
            }
            ("java/lang/Math" | "java/lang/Integer" | "java/lang/Long", "max" | "min", "(II)I" | "(JJ)J") => {
                let b = self.operand(first + 1, kind);
                let is_less = self.pool.less(a, b);
                let (least, most) = (self.pool.if_then_else(is_less, a, b), self.pool.if_then_else(is_less, b, a));
                Some(if &*callee.name == "max" { most } else { least })
            }
            _ => None,
        }
    }

    fn is_within_sign(&mut self, number: TermId) -> TermId {
        let zero = match self.pool.sort(number) {
            crate::term::Sort::Long => self.pool.long(0),
            _ => self.pool.int(0),
        };
        self.pool.less_or_equal(zero, number)
    }
}

fn parameter_kinds(has_receiver: bool, parameters: &[FieldKind]) -> Vec<ValueKind> {
    let receiver = has_receiver.then_some(ValueKind::Reference);
    receiver.into_iter().chain(parameters.iter().map(|kind| kind.value_kind())).collect()
}

/// Whether a method only returns where its argument is true.
fn is_assumption(callee: &MethodReference) -> bool {
    (&*callee.class, &*callee.name, &*callee.descriptor) == ("org/sosy_lab/sv_benchmarks/Verifier", "assume", "(Z)V")
}
