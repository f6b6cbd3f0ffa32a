//! Conditional branches and switches.

use super::arith::{malformed, number_of};
use super::machine::Machine;
use super::state::State;
use super::step::Effect;
use super::stop::Interrupt;
use crate::classfile::{Condition, Relation, Switch, ValueKind};
use crate::heap::{Reference, Value};
use crate::term::{TermId, TermPool};

impl Machine<'_> {
    pub(super) fn branch(&mut self, state: &mut State, condition: Condition, target: u32) -> Result<Effect, Interrupt> {
        let next = state.frame().map_or(0, |frame| frame.instruction + 1);
        let (operands, taken, symbolic) = match condition {
            Condition::IntZero(relation) => {
                let zero = self.pool.int(0);
                let left = number_of(ValueKind::Int, state.operand(0)).ok_or_else(malformed)?;
                let (taken, symbolic) = self.relation(state, relation, left, zero)?;
                (1, taken, symbolic)
            }
            Condition::IntCompare(relation) => {
                let left = number_of(ValueKind::Int, state.operand(1)).ok_or_else(malformed)?;
                let right = number_of(ValueKind::Int, state.operand(0)).ok_or_else(malformed)?;
                let (taken, symbolic) = self.relation(state, relation, left, right)?;
                (2, taken, symbolic)
            }
            Condition::ReferenceEqual(wanted) => {
                let same = self.same_reference(state, state.operand(1), state.operand(0))?;
                let symbolic = is_input(state, state.operand(1)) || is_input(state, state.operand(0));
                (2, same == wanted, symbolic)
            }
            Condition::Null(wanted) => {
                let Value::Reference(reference) = state.operand(0) else { return Err(malformed()) };
                let is_null = state.heap.resolve(reference)?.is_none();
                (1, is_null == wanted, is_input(state, state.operand(0)))
            }
        };
        state.drop_operands(operands);
        Ok(Effect::Branch { target: if taken { target } else { next }, symbolic })
    }

    fn relation(
        &mut self,
        state: &State,
        relation: Relation,
        left: TermId,
        right: TermId,
    ) -> Result<(bool, bool), Interrupt> {
        // The condition of falling through is what the source says, so it is asked first.
        let pool = &mut self.pool;
        let falls_through = match relation {
            Relation::Equal => pool.not_equal(left, right),
            Relation::NotEqual => pool.equal(left, right),
            Relation::Less => pool.greater_or_equal(left, right),
            Relation::GreaterOrEqual => pool.less(left, right),
            Relation::Greater => pool.less_or_equal(left, right),
            Relation::LessOrEqual => pool.greater(left, right),
        };
        let symbolic = pool.as_truth(falls_through).is_none();
        Ok((!state.path.decide(pool, falls_through)?, symbolic))
    }

    pub(super) fn switch(&mut self, state: &mut State, switch: &Switch) -> Result<Effect, Interrupt> {
        let key = number_of(ValueKind::Int, state.operand(0)).ok_or_else(malformed)?;
        let symbolic = self.pool.as_int(key).is_none();
        let mut target = switch.default;
        for (value, place) in &switch.cases {
            let value = self.pool.int(*value);
            let matches = self.pool.equal(key, value);
            if state.path.decide(&mut self.pool, matches)? {
                target = *place;
                break;
            }
        }
        state.drop_operands(1);
        Ok(Effect::Branch { target, symbolic })
    }
}

/// Whether a decided reference points to an object of the input heap. What counts as symbolic must not depend on when it was
/// decided: a summary's constraints decide before its callee runs what inline execution decides on the way.
pub(super) fn is_input(state: &State, value: Value) -> bool {
    let Value::Reference(reference) = value else { return false };
    matches!(state.heap.current(reference), Reference::Object(object) if state.heap.is_input(object))
}

/// That two numbers are in a relation.
pub fn related(pool: &mut TermPool, relation: Relation, left: TermId, right: TermId) -> TermId {
    match relation {
        Relation::Equal => pool.equal(left, right),
        Relation::NotEqual => pool.not_equal(left, right),
        Relation::Less => pool.less(left, right),
        Relation::GreaterOrEqual => pool.greater_or_equal(left, right),
        Relation::Greater => pool.greater(left, right),
        Relation::LessOrEqual => pool.less_or_equal(left, right),
    }
}
