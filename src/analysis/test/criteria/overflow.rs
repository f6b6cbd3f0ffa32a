//! Overflow: additions, subtractions and multiplications whose mathematical result does not fit.

use super::super::criterion::Criterion;
use super::super::goal::{Gathered, PathView};
use super::super::trail::What;
use crate::classfile::{BinaryOperator, Instruction, ValueKind};
use crate::exec::combine;
use crate::term::{TermId, TermPool};

pub(super) fn goals(path: &PathView<'_, '_>, found: &mut Gathered<'_>) {
    for step in &path.trail.steps {
        let (method, position) = step.site;
        let code = path.program.code(method);
        let Some(decoded) = code.and_then(|code| code.instructions.get(position as usize)) else { continue };
        let (What::Executed, Instruction::Binary(kind, operator)) = (&step.what, &decoded.instruction) else {
            continue;
        };
        let (Some(left), Some(right)) = (step.operands[0].number(), step.operands[1].number()) else { continue };
        if let Some(condition) = overflows(found.pool, *kind, *operator, left, right) {
            found.add(step.site, Criterion::Overflow, "overflows", condition);
        }
    }
}

/// That an operation overflows; none for those that cannot, and for products of longs.
fn overflows(
    pool: &mut TermPool,
    kind: ValueKind,
    operator: BinaryOperator,
    left: TermId,
    right: TermId,
) -> Option<TermId> {
    use BinaryOperator::{Add, Multiply, Subtract};
    match (kind, operator) {
        (ValueKind::Int, Add | Subtract | Multiply) => {
            let narrow = combine(pool, kind, operator, left, right)?;
            let (wide_left, wide_right) = (pool.int_to_long(left), pool.int_to_long(right));
            let wide = combine(pool, ValueKind::Long, operator, wide_left, wide_right)?;
            let narrow = pool.int_to_long(narrow);
            Some(pool.not_equal(narrow, wide))
        }
        (ValueKind::Long, Add | Subtract) => {
            // The signs of the operands and of the result tell (Hacker's Delight, section 2-13).
            let result = combine(pool, kind, operator, left, right)?;
            let first = pool.xor(left, result);
            let other = if operator == Add { right } else { left };
            let second = if operator == Add { pool.xor(other, result) } else { pool.xor(left, right) };
            let both = pool.and(first, second);
            let zero = pool.long(0);
            Some(pool.less(both, zero))
        }
        _ => None,
    }
}
