//! Constants and local variables.

use super::machine::Machine;
use super::state::State;
use super::step::Effect;
use super::stop::{Interrupt, StopReason};
use crate::classfile::{LoadableConstant, ValueKind, simple_name};
use crate::heap::{Literal, Reference, Value};

impl Machine<'_> {
    pub(super) fn constant(&mut self, state: &mut State, constant: &LoadableConstant) -> Result<Effect, Interrupt> {
        let (class, literal) = match constant {
            LoadableConstant::String(text) => ("java/lang/String", Literal::String(text.clone())),
            LoadableConstant::Class(name) => ("java/lang/Class", Literal::Class(name.clone())),
            LoadableConstant::MethodType(descriptor) => {
                ("java/lang/invoke/MethodType", Literal::MethodType(descriptor.clone()))
            }
            LoadableConstant::Float(bits) => {
                let term = self.pool.float(f32::from_bits(*bits));
                state.push(Value::Float(term));
                return Ok(Effect::Next);
            }
            LoadableConstant::Double(bits) => {
                let term = self.pool.double(f64::from_bits(*bits));
                state.push(Value::Double(term));
                return Ok(Effect::Next);
            }
            other => {
                let what = match other {
                    LoadableConstant::MethodHandle(_) => "ldc of a method handle".to_owned(),
                    LoadableConstant::Dynamic(dynamic) => {
                        let bootstrap = &dynamic.bootstrap;
                        format!("ldc of a constant by {}.{}", simple_name(&bootstrap.class), bootstrap.name)
                    }
                    _ => "ldc of a dynamic constant".to_owned(),
                };
                return Err(StopReason::UnsupportedInstruction(what).into());
            }
        };
        let class = self.builtin(class)?;
        let object = state.heap.literal(class, literal);
        state.push(Value::Reference(Reference::Object(object)));
        Ok(Effect::Next)
    }

    pub(super) fn load(&mut self, state: &mut State, _: ValueKind, index: u16) -> Result<Effect, Interrupt> {
        let value = state.frame().and_then(|frame| frame.locals.get(usize::from(index))).copied();
        state.push(value.unwrap_or(Value::Nothing));
        Ok(Effect::Next)
    }

    pub(super) fn store(&mut self, state: &mut State, _: ValueKind, index: u16) -> Result<Effect, Interrupt> {
        let value = state.operand(0);
        state.drop_operands(1);
        set_local(state, index, value);
        Ok(Effect::Next)
    }

    pub(super) fn increment(&mut self, state: &mut State, index: u16, amount: i16) -> Result<Effect, Interrupt> {
        if let Some(Value::Int(term)) = state.frame().and_then(|frame| frame.locals.get(usize::from(index))).copied() {
            let amount = self.pool.int(i32::from(amount));
            let sum = self.pool.add(term, amount);
            set_local(state, index, Value::Int(sum));
        }
        Ok(Effect::Next)
    }
}

fn set_local(state: &mut State, index: u16, value: Value) {
    if let Some(frame) = state.frame_mut() {
        let index = usize::from(index);
        let needed = index + 1 + usize::from(value.is_wide());
        if frame.locals.len() < needed {
            frame.locals.resize(needed, Value::Nothing);
        }
        frame.locals[index] = value;
        if value.is_wide() {
            frame.locals[index + 1] = Value::Nothing;
        }
    }
}
