//! What a piece of straight code does: the values that it leaves in locals and operands, and where it goes under which
//! condition, over what holds at its beginning. Made once for each piece and way out.

use super::variables::{Variable, Variables};
use crate::classfile::{Code, Condition, Instruction, LoadableConstant, ValueKind};
use crate::exec::{combine, compared, converted, rearrangement, related};
use crate::term::{FloatOperator, InputId, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The effect of a piece on one way out of it.
pub(super) struct Transfer {
    /// What is assigned, over the versions before.
    pub(super) assigned: FxHashMap<InputId, TermId>,
    /// Under which condition it leaves this way.
    pub(super) condition: TermId,
    /// The instruction that decides.
    pub(super) decided_at: u32,
    /// The last instruction that assigns a local.
    pub(super) assigned_at: Option<u32>,
}

/// The effect of the instructions from `start` up to `end`, when `to` is executed next. None for code that is not understood.
pub(super) fn transfer(
    pool: &mut TermPool,
    variables: &mut Variables,
    code: &Code,
    (start, end): (u32, u32),
    shape: &[ValueKind],
    to: u32,
) -> Option<Transfer> {
    let stack = shape
        .iter()
        .enumerate()
        .map(|(index, kind)| (variables.typed(pool, Variable::Stack(0, index as u16, *kind)), *kind))
        .collect();
    let condition = pool.truth(true);
    let mut frame = Frame { stack, locals: BTreeMap::new(), condition };
    let mut assigned_at = None;
    for position in start..end {
        let instruction = &code.instructions.get(position as usize)?.instruction;
        if matches!(instruction, Instruction::Store(..) | Instruction::Increment(..)) {
            assigned_at = Some(position);
        }
        frame.execute(pool, variables, instruction, (position, to))?;
    }
    let Frame { stack, locals, condition } = frame;
    let mut assigned = FxHashMap::default();
    for (index, (term, kind)) in stack.into_iter().enumerate() {
        let variable = Variable::Stack(0, index as u16, kind);
        put(&mut assigned, pool, variables, variable, term);
    }
    for ((slot, kind), term) in locals {
        put(&mut assigned, pool, variables, Variable::Local(0, slot, rank_kind(kind)), term);
    }
    Some(Transfer { assigned, condition, decided_at: end.saturating_sub(1), assigned_at })
}

fn put(
    assigned: &mut FxHashMap<InputId, TermId>,
    pool: &mut TermPool,
    variables: &mut Variables,
    variable: Variable,
    term: TermId,
) {
    if variables.typed(pool, variable) != term
        && let Some(id) = variables.find(variable)
    {
        assigned.insert(id, term);
    }
}

/// Kinds have no order of their own.
fn kind_rank(kind: ValueKind) -> u8 {
    match kind {
        ValueKind::Int => 0,
        ValueKind::Long => 1,
        ValueKind::Float => 2,
        ValueKind::Double => 3,
        ValueKind::Reference => 4,
    }
}

fn rank_kind(rank: u8) -> ValueKind {
    match rank {
        0 => ValueKind::Int,
        1 => ValueKind::Long,
        2 => ValueKind::Float,
        3 => ValueKind::Double,
        _ => ValueKind::Reference,
    }
}

struct Frame {
    stack: Vec<(TermId, ValueKind)>,
    /// Locals that were assigned, by slot and kind.
    locals: BTreeMap<(u16, u8), TermId>,
    condition: TermId,
}

impl Frame {
    fn pop(&mut self) -> Option<TermId> {
        self.stack.pop().map(|(term, _)| term)
    }

    fn local(&self, pool: &mut TermPool, variables: &mut Variables, slot: u16, kind: ValueKind) -> TermId {
        let assigned = self.locals.get(&(slot, kind_rank(kind))).copied();
        assigned.unwrap_or_else(|| variables.typed(pool, Variable::Local(0, slot, kind)))
    }

    fn execute(
        &mut self,
        pool: &mut TermPool,
        variables: &mut Variables,
        instruction: &Instruction,
        (position, to): (u32, u32),
    ) -> Option<()> {
        use Instruction as I;
        let wide = |depth: usize| {
            let entry = self.stack.len().checked_sub(depth + 1).and_then(|at| self.stack.get(at));
            matches!(entry, Some((_, ValueKind::Long | ValueKind::Double)))
        };
        if let Some((taken, left)) = rearrangement(instruction, wide) {
            let base = self.stack.len().checked_sub(taken)?;
            let operands = self.stack.split_off(base);
            for at in left {
                self.stack.push(*operands.get(*at)?);
            }
            return Some(());
        }
        match instruction {
            I::Nop | I::Goto(_) => {}
            I::NullConstant => self.stack.push((pool.int(0), ValueKind::Reference)),
            I::IntConstant(value) => self.stack.push((pool.int(*value), ValueKind::Int)),
            I::LongConstant(value) => self.stack.push((pool.long(*value), ValueKind::Long)),
            I::Constant(LoadableConstant::Float(bits)) => {
                self.stack.push((pool.float(f32::from_bits(*bits)), ValueKind::Float));
            }
            I::Constant(LoadableConstant::Double(bits)) => {
                self.stack.push((pool.double(f64::from_bits(*bits)), ValueKind::Double));
            }
            I::Load(kind, slot) => {
                let value = self.local(pool, variables, *slot, *kind);
                self.stack.push((value, *kind));
            }
            I::Store(kind, slot) => {
                let value = self.pop()?;
                self.locals.insert((*slot, kind_rank(*kind)), value);
            }
            I::Increment(slot, amount) => {
                let before = self.local(pool, variables, *slot, ValueKind::Int);
                let amount = pool.int(i32::from(*amount));
                let value = pool.add(before, amount);
                self.locals.insert((*slot, kind_rank(ValueKind::Int)), value);
            }
            I::Binary(kind, operator) => {
                let (right, left) = (self.pop()?, self.pop()?);
                self.stack.push((combine(pool, *kind, *operator, left, right)?, *kind));
            }
            I::Negate(kind) => {
                let operand = self.pop()?;
                let result = match kind {
                    ValueKind::Float | ValueKind::Double => pool.floating_point(FloatOperator::Negate, &[operand]),
                    _ => pool.negate(operand),
                };
                self.stack.push((result, *kind));
            }
            I::Convert(conversion) => {
                let operand = self.pop()?;
                self.stack.push(converted(pool, *conversion, operand)?);
            }
            I::Compare(comparison) => {
                let (right, left) = (self.pop()?, self.pop()?);
                let result = compared(pool, *comparison, left, right);
                self.stack.push((result, ValueKind::Int));
            }
            I::Branch(condition, target) => {
                let holds = self.branch(pool, *condition)?;
                let falls_through = position + 1 == to;
                self.condition = match (*target == to, falls_through) {
                    (true, true) => pool.truth(true),
                    (true, false) => holds,
                    (false, _) => pool.not(holds),
                };
            }
            I::Switch(switch) => {
                let key = self.pop()?;
                let mut leads = pool.truth(false);
                let mut other = pool.truth(true);
                for (value, target) in &switch.cases {
                    let value = pool.int(*value);
                    let is_it = pool.equal(key, value);
                    if *target == to {
                        leads = pool.disjunction(leads, is_it);
                    }
                    let is_not = pool.not(is_it);
                    other = pool.conjunction(other, is_not);
                }
                self.condition = if switch.default == to { pool.disjunction(leads, other) } else { leads };
            }
            _ => return None,
        }
        Some(())
    }

    /// The condition of a branch.
    fn branch(&mut self, pool: &mut TermPool, condition: Condition) -> Option<TermId> {
        Some(match condition {
            Condition::IntZero(relation) => {
                let left = self.pop()?;
                let zero = pool.int(0);
                related(pool, relation, left, zero)
            }
            Condition::IntCompare(relation) => {
                let (right, left) = (self.pop()?, self.pop()?);
                related(pool, relation, left, right)
            }
            Condition::ReferenceEqual(wanted) => {
                let (right, left) = (self.pop()?, self.pop()?);
                let same = pool.equal(left, right);
                if wanted { same } else { pool.not(same) }
            }
            Condition::Null(wanted) => {
                let (operand, null) = (self.pop()?, pool.int(0));
                let is_null = pool.equal(operand, null);
                if wanted { is_null } else { pool.not(is_null) }
            }
        })
    }
}
