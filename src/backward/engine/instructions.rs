//! Steps backward over instructions with rules of their own: those that touch the heap, and those that may throw.

use super::super::cut::Cut;
use super::super::flow::Flow;
use super::super::heap;
use super::super::state::{Cell, Elements, Origin, State};
use super::super::variables::Variable;
use super::Engine;
use crate::classfile::{FieldReference, Instruction, ValueKind};
use crate::exec::{combine, domain_of_element, domain_of_field};
use crate::term::{Domain, InputId, TermId};
use rustc_hash::FxHashMap;

impl<'p> Engine<'p> {
    /// The states before an instruction with rules of its own, of a state after it.
    pub(super) fn special(
        &mut self,
        flow: &Flow,
        mut state: State,
        position: u32,
        instruction: &'p Instruction,
        found: &mut Vec<State>,
    ) {
        let origin = (state.method, position);
        if let Instruction::Invoke(kind, callee) = instruction {
            self.call(flow, state, position, (*kind, callee), found);
            return;
        }
        if self.passed(flow, &mut state, origin, instruction) == Some(true) {
            found.push(state.moved(origin.0, position));
        }
    }

    /// Makes the state after an instruction that completes the one before it. `Some(false)` or none: there is none.
    fn passed(&mut self, flow: &Flow, state: &mut State, origin: Origin, instruction: &'p Instruction) -> Option<bool> {
        use Instruction as I;
        let shape = flow.shape(origin.1);
        let top = shape.len().checked_sub(1);
        let under = |depth: usize| shape.len().checked_sub(depth + 1);
        Some(match instruction {
            I::Binary(kind, operator) => {
                let (left, right) = (self.operand(under(1)?, *kind), self.operand(top?, *kind));
                let result = combine(&mut self.pool, *kind, *operator, left, right)?;
                self.give(state, (under(1)?, *kind), result, origin) && self.require_not_zero(state, right, origin)
            }
            I::Constant(crate::classfile::LoadableConstant::Dynamic(_)) | I::InvokeDynamic(_) => {
                self.cut.insert(Cut::ComputedWhenNeeded);
                false
            }
            I::Constant(_) => {
                let value = self.give_anything(state, (shape.len(), ValueKind::Reference), Domain::Int, origin)?;
                self.require_not_zero(state, value, origin)
            }
            I::GetStatic(field) => self.get_static(state, shape.len(), field, origin)?,
            I::PutStatic(field) => self.put_static(state, top?, field, origin)?,
            I::GetField(field) => {
                let id = self.program.resolve_field(field);
                let declared = self.program.field(id?).kind;
                let kind = declared.value_kind();
                let result = self.give_anything(state, (top?, kind), domain_of_field(declared), origin)?;
                let object = self.operand(top?, ValueKind::Reference);
                heap::read(&mut self.pool, state, (Cell::Field(id?), object, None), result)
                    && self.require_not_zero(state, object, origin)
            }
            I::PutField(field) => {
                let id = self.program.resolve_field(field)?;
                let declared = self.program.field(id).kind;
                let object = self.operand(under(1)?, ValueKind::Reference);
                let value = self.operand(top?, declared.value_kind());
                let value = self.narrowed(value, domain_of_field(declared));
                let cell = (Cell::Field(id), object, None);
                heap::write(&mut self.pool, &mut self.variables, state, cell, value, origin)
                    && self.require_not_zero(state, object, origin)
            }
            I::ArrayLoad(access) => {
                let kind = access.value_kind();
                let result = self.give_anything(state, (under(1)?, kind), domain_of_element(*access), origin)?;
                let array = self.operand(under(1)?, ValueKind::Reference);
                let index = self.operand(top?, ValueKind::Int);
                let cell = (Cell::Element(Elements::of(*access)), array, Some(index));
                heap::read(&mut self.pool, state, cell, result) && self.require_element(state, array, index, origin)
            }
            I::ArrayStore(access) => {
                let array = self.operand(under(2)?, ValueKind::Reference);
                let index = self.operand(under(1)?, ValueKind::Int);
                let value = self.operand(top?, access.value_kind());
                let value = self.narrowed(value, domain_of_element(*access));
                let cell = (Cell::Element(Elements::of(*access)), array, Some(index));
                heap::write(&mut self.pool, &mut self.variables, state, cell, value, origin)
                    && self.require_element(state, array, index, origin)
            }
            I::ArrayLength => {
                let result = self.give_anything(state, (top?, ValueKind::Int), Domain::Length, origin)?;
                let array = self.operand(top?, ValueKind::Reference);
                heap::read(&mut self.pool, state, (Cell::Length, array, None), result)
                    && self.require_not_zero(state, array, origin)
            }
            I::New(class) => {
                let object = self.give_anything(state, (shape.len(), ValueKind::Reference), Domain::Int, origin)?;
                if self.program.class_by_name(class).is_some_and(|class| self.program.captures_nothing(class)) {
                    // It may have been there.
                    return Some(self.require_not_zero(state, object, origin) && self.initialised(state, class));
                }
                heap::allocate(&mut self.pool, &mut self.variables, state, object, (None, true), origin)
                    && self.initialised(state, class)
            }
            I::NewPrimitiveArray(_) | I::NewReferenceArray(_) | I::NewMultiArray(..) => {
                let dimensions = if let I::NewMultiArray(_, count) = instruction { usize::from(*count) } else { 1 };
                let first = shape.len().checked_sub(dimensions)?;
                let array = self.give_anything(state, (first, ValueKind::Reference), Domain::Int, origin)?;
                let length = self.operand(first, ValueKind::Int);
                let made = (Some(length), dimensions == 1);
                let zero = self.pool.int(0);
                let is_length = self.pool.less_or_equal(zero, length);
                heap::allocate(&mut self.pool, &mut self.variables, state, array, made, origin)
                    && state.require(&self.pool, is_length, origin)
            }
            // What passes is the reference itself.
            I::CheckCast(_) => true,
            I::InstanceOf(_) => {
                let result = self.give_anything(state, (top?, ValueKind::Int), Domain::Boolean, origin)?;
                let object = self.operand(top?, ValueKind::Reference);
                let (is_null, is_not) = (self.is_zero(object), self.is_zero(result));
                let is_there = self.pool.not(is_null);
                let fits = self.pool.disjunction(is_there, is_not);
                state.require(&self.pool, fits, origin)
            }
            I::MonitorEnter | I::MonitorExit => {
                let object = self.operand(top?, ValueKind::Reference);
                self.require_not_zero(state, object, origin)
            }
            I::JumpSubroutine(_) | I::ReturnFromSubroutine(_) => {
                self.cut.insert(Cut::Subroutine);
                false
            }
            _ => false,
        })
    }

    #[must_use]
    fn require_element(&mut self, state: &mut State, array: TermId, index: TermId, origin: Origin) -> bool {
        let length = self.length(state, array);
        let within = self.is_within(index, length);
        self.require_not_zero(state, array, origin) && state.require(&self.pool, within, origin)
    }

    fn get_static(&mut self, state: &mut State, at: usize, field: &FieldReference, origin: Origin) -> Option<bool> {
        let id = self.program.resolve_field(field)?;
        let info = self.program.field(id);
        let value = match (&*info.name, info.kind) {
            // Assertions are enabled.
            ("$assertionsDisabled", _) => self.pool.int(0),
            (_, kind) => self.variables.static_field(&mut self.pool, id, kind),
        };
        let given = self.give(state, (at, info.kind.value_kind()), value, origin);
        Some(given && self.initialised(state, &field.class))
    }

    fn put_static(&mut self, state: &mut State, top: usize, field: &FieldReference, origin: Origin) -> Option<bool> {
        let id = self.program.resolve_field(field)?;
        let kind = self.program.field(id).kind;
        let value = self.operand(top, kind.value_kind());
        let value = self.narrowed(value, domain_of_field(kind));
        let mut assigned: FxHashMap<InputId, TermId> = FxHashMap::default();
        if let Some(variable) = self.variables.find(Variable::Static(id)) {
            assigned.insert(variable, value);
        }
        Some(state.assign(&mut self.pool, &assigned, Some(origin)) && self.initialised(state, &field.class))
    }

    /// A number as a field or element of a domain holds it.
    fn narrowed(&mut self, value: TermId, domain: Domain) -> TermId {
        use crate::term::ElementKind;
        let kind = match domain {
            Domain::Boolean => ElementKind::Boolean,
            Domain::Byte => ElementKind::Byte,
            Domain::Char => ElementKind::Char,
            Domain::Short => ElementKind::Short,
            _ => return value,
        };
        self.pool.narrow_to(value, kind)
    }

    /// The state before an instruction that threw what a handler caught.
    pub(super) fn thrown(
        &mut self,
        flow: &Flow,
        state: &State,
        position: u32,
        instruction: &'p Instruction,
    ) -> Option<State> {
        use Instruction as I;
        let origin = (state.method, position);
        let mut before = state.clone();
        let shape = flow.shape(position);
        let caught = self.give_anything(&mut before, (0, ValueKind::Reference), Domain::Int, origin)?;
        if !self.require_not_zero(&mut before, caught, origin) {
            return None;
        }
        let top = shape.len().checked_sub(1);
        let under = |depth: usize| shape.len().checked_sub(depth + 1);
        match instruction {
            I::Throw => {
                let thrown = self.operand(top?, ValueKind::Reference);
                let same = self.pool.equal(caught, thrown);
                // A null reference throws something else.
                let is_null = self.is_zero(thrown);
                let either = self.pool.disjunction(same, is_null);
                if !before.require(&self.pool, either, origin) {
                    return None;
                }
            }
            I::Binary(kind, _) => {
                let divisor = self.operand(top?, *kind);
                let is_zero = self.is_zero(divisor);
                if !before.require(&self.pool, is_zero, origin) {
                    return None;
                }
            }
            I::GetField(_) | I::ArrayLength => {
                let object = self.operand(top?, ValueKind::Reference);
                let is_null = self.is_zero(object);
                if !before.require(&self.pool, is_null, origin) {
                    return None;
                }
            }
            I::ArrayLoad(_) => {
                let array = self.operand(under(1)?, ValueKind::Reference);
                let index = self.operand(top?, ValueKind::Int);
                let length = self.length(&mut before, array);
                let is_null = self.is_zero(array);
                let within = self.is_within(index, length);
                let outside = self.pool.not(within);
                let fails = self.pool.disjunction(is_null, outside);
                if !before.require(&self.pool, fails, origin) {
                    return None;
                }
            }
            I::Invoke(_, callee) => {
                self.anything(&mut before, &format!("an exception of {}", callee.name))?;
            }
            _ => {}
        }
        Some(before.moved(origin.0, position))
    }
}
