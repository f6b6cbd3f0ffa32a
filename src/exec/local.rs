//! Constants and local variables.

use super::machine::Machine;
use super::state::State;
use super::step::Effect;
use super::stop::{Interrupt, StopReason};
use crate::classfile::{LoadableConstant, ValueKind, simple_name};
use crate::heap::{Literal, Reference, Value};
use crate::program::FieldId;

impl Machine<'_> {
    pub(super) fn constant(&mut self, state: &mut State, constant: &LoadableConstant) -> Result<Effect, Interrupt> {
        let value = self.value_of_constant(state, constant)?;
        state.push(value);
        Ok(Effect::Next)
    }

    /// The value of a constant of a class file.
    fn value_of_constant(&mut self, state: &mut State, constant: &LoadableConstant) -> Result<Value, Interrupt> {
        let (class, literal) = match constant {
            LoadableConstant::Int(value) => return Ok(Value::Int(self.pool.int(*value))),
            LoadableConstant::Long(value) => return Ok(Value::Long(self.pool.long(*value))),
            LoadableConstant::Float(bits) => return Ok(Value::Float(self.pool.float(f32::from_bits(*bits)))),
            LoadableConstant::Double(bits) => return Ok(Value::Double(self.pool.double(f64::from_bits(*bits)))),
            LoadableConstant::String(text) => ("java/lang/String", Literal::String(text.clone())),
            LoadableConstant::Class(name) => ("java/lang/Class", Literal::Class(name.clone())),
            LoadableConstant::MethodType(descriptor) => {
                ("java/lang/invoke/MethodType", Literal::MethodType(descriptor.clone()))
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
        Ok(Value::Reference(Reference::Object(object)))
    }

    /// The value that a static field has by its class file, before and after its class is initialised; none where it has none.
    ///
    /// # Errors
    /// A stop, where the class of the constant is not there.
    pub fn constant_static(&mut self, state: &mut State, field: FieldId) -> Result<Option<Value>, Interrupt> {
        let program = self.program;
        let constant = program.field(field).constant.as_ref();
        constant.map(|constant| self.value_of_constant(state, constant)).transpose()
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
