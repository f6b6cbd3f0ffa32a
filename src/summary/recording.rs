//! Specialisation during symbolic execution (Algorithm 1): the code of one path, without what only fed its branches.
//!
//! An operand's code is kept as a tree beside the operand and is emitted only when something that stays consumes it. A
//! conditional drops its operands' trees, so whole reference chains leave with it. Before an effect, trees that it could
//! disturb are emitted; what a conditional finds emitted it pops.

mod finished;
mod observing;

use super::case::Level;
use super::step::{CaseStep, StackUse, StepTable, stack_use};
use crate::classfile::{Instruction, LoadableConstant, MethodReference};
use crate::exec::Call;
use crate::explore::Observed;
use crate::heap::Value;
use crate::program::{MethodId, Program};
use std::rc::Rc;

/// Which case of which summary a composed invoke runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scheduled {
    /// The target.
    pub method: MethodId,
    /// Its summary's recursion level.
    pub level: Level,
    /// The case.
    pub case: u32,
}

/// The position of steps of inlined methods, which have no line in the summarised one.
pub(super) const NO_POSITION: u32 = u32::MAX;

#[derive(Debug)]
struct Tree {
    operands: Vec<Rc<Tree>>,
    step: u32,
    position: u32,
    scheduled: Option<Scheduled>,
    wide: bool,
    reads_heap: bool,
    locals: u64,
}

#[derive(Clone, Debug)]
enum Operand {
    /// Its code has been emitted: the value is on the specialised code's stack.
    Emitted { wide: bool },
    /// Its code is pending.
    Pending(Rc<Tree>),
}

impl Operand {
    fn is_wide(&self) -> bool {
        match self {
            Operand::Emitted { wide } => *wide,
            Operand::Pending(tree) => tree.wide,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Push,
    Store(u16),
    Increment(u16),
    Enter,
    Return,
    Other,
}

#[derive(Debug)]
struct Statement {
    previous: Option<Rc<Statement>>,
    operands: Vec<Rc<Tree>>,
    step: Option<u32>,
    position: u32,
    scheduled: Option<Scheduled>,
    depth: usize,
    kind: Kind,
}

impl Drop for Statement {
    fn drop(&mut self) {
        // A long path is a long list; dropping it must not recurse.
        let mut previous = self.previous.take();
        while let Some(statement) = previous {
            match Rc::try_unwrap(statement) {
                Ok(mut statement) => previous = statement.previous.take(),
                Err(_) => break,
            }
        }
    }
}

/// The specialised code of a path so far. Below the top of each frame's operands, all emitted ones come first.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    last: Option<Rc<Statement>>,
    frames: Vec<Rc<Vec<Operand>>>,
}

fn local_mask(index: u16) -> u64 {
    1 << index.min(63)
}

impl Recording {
    /// The record of a path at its method's first instruction.
    pub fn start() -> Self {
        Recording { last: None, frames: vec![Rc::new(Vec::new())] }
    }

    fn operands(&mut self) -> &mut Vec<Operand> {
        if self.frames.is_empty() {
            self.frames.push(Rc::default());
        }
        let last = self.frames.len() - 1;
        Rc::make_mut(&mut self.frames[last])
    }

    fn position(&self, position: u32) -> u32 {
        if self.frames.len() > 1 { NO_POSITION } else { position }
    }

    fn pop(&mut self) -> Operand {
        self.operands().pop().unwrap_or(Operand::Emitted { wide: false })
    }

    fn emit(&mut self, operands: Vec<Rc<Tree>>, step: Option<u32>, position: u32, kind: Kind) {
        self.emit_scheduled(operands, step, position, kind, None);
    }

    fn emit_scheduled(
        &mut self,
        operands: Vec<Rc<Tree>>,
        step: Option<u32>,
        position: u32,
        kind: Kind,
        scheduled: Option<Scheduled>,
    ) {
        let depth = self.frames.len();
        let previous = self.last.take();
        self.last = Some(Rc::new(Statement { previous, operands, step, position, scheduled, depth, kind }));
    }

    /// Emits the pending operands up to the topmost one that `disturbed` names.
    fn flush(&mut self, disturbed: impl Fn(&Tree) -> bool) {
        let operands = self.operands();
        let Some(top) =
            operands.iter().rposition(|operand| matches!(operand, Operand::Pending(tree) if disturbed(tree)))
        else {
            return;
        };
        let mut emitted = Vec::new();
        for operand in operands.iter_mut().take(top + 1) {
            if let Operand::Pending(tree) = operand {
                let wide = tree.wide;
                emitted.push(tree.clone());
                *operand = Operand::Emitted { wide };
            }
        }
        for tree in emitted {
            let position = tree.position;
            self.emit(vec![tree], None, position, Kind::Push);
        }
    }

    /// Takes operands off; those still pending, lowest first, and whether any was emitted before.
    fn take(&mut self, count: usize) -> (Vec<Rc<Tree>>, bool) {
        let mut pending = Vec::new();
        let mut any_emitted = false;
        for _ in 0..count {
            match self.pop() {
                Operand::Pending(tree) => pending.push(tree),
                Operand::Emitted { .. } => any_emitted = true,
            }
        }
        pending.reverse();
        (pending, any_emitted)
    }

    /// Drops operands that only fed a conditional; an emitted one is popped.
    fn discard(&mut self, shared: &mut StepTable, count: usize, position: u32) {
        for _ in 0..count {
            if let Operand::Emitted { wide } = self.pop() {
                let pop = if wide { Instruction::Pop2 } else { Instruction::Pop };
                let step = shared.number(CaseStep::Instruction(pop));
                self.emit(Vec::new(), Some(step), position, Kind::Other);
            }
        }
    }

    fn push_pending(&mut self, tree: Tree) {
        self.operands().push(Operand::Pending(Rc::new(tree)));
    }

    fn push_constant(&mut self, shared: &mut StepTable, value: Value, constant: i64, position: u32) {
        self.push_pending(constant_tree(shared, value, constant, position));
    }

    fn executed(&mut self, shared: &mut StepTable, observed: Observed<'_>) {
        let Observed { method, instruction, .. } = observed;
        let position = self.position(observed.position);
        let result = observed.after.operand(0);
        match stack_use(instruction) {
            StackUse::Nothing => self.rearrange(instruction, shared, position),
            StackUse::Identity => {}
            StackUse::Placeholder => {
                let step = shared.number(CaseStep::Instruction(Instruction::NullConstant));
                self.push_pending(Tree {
                    operands: Vec::new(),
                    step,
                    position,
                    scheduled: None,
                    wide: false,
                    reads_heap: false,
                    locals: 0,
                });
            }
            StackUse::Pure(count, reads_heap) => {
                let (operands, any_emitted) = self.take(count);
                if let (false, Some(constant)) = (any_emitted, observed.constant()) {
                    return self.push_constant(shared, result, constant, position);
                }
                let step = shared.instruction(method, observed.position, instruction);
                if any_emitted {
                    self.emit(operands, Some(step), position, Kind::Other);
                    self.operands().push(Operand::Emitted { wide: result.is_wide() });
                    return;
                }
                let own = match instruction {
                    Instruction::Load(_, index) => local_mask(*index),
                    _ => 0,
                };
                let locals = operands.iter().fold(own, |mask, tree| mask | tree.locals);
                let reads_heap = reads_heap || operands.iter().any(|tree| tree.reads_heap);
                let wide = result.is_wide();
                self.push_pending(Tree { operands, step, position, scheduled: None, wide, reads_heap, locals });
            }
            StackUse::Store(index) => {
                let (operands, _) = self.take(1);
                self.flush(|tree| tree.locals & local_mask(index) != 0);
                let step = shared.instruction(method, observed.position, instruction);
                self.emit(operands, Some(step), position, Kind::Store(index));
            }
            StackUse::Increment(index) => {
                self.flush(|tree| tree.locals & local_mask(index) != 0);
                let step = shared.instruction(method, observed.position, instruction);
                self.emit(Vec::new(), Some(step), position, Kind::Increment(index));
            }
            StackUse::Effect(count) => {
                let (operands, _) = self.take(count);
                self.flush(|tree| tree.reads_heap);
                let step = shared.instruction(method, observed.position, instruction);
                self.emit(operands, Some(step), position, Kind::Other);
            }
            StackUse::EffectWithResult(count) => {
                let (operands, _) = self.take(count);
                self.flush(|_| true);
                let step = shared.instruction(method, observed.position, instruction);
                self.emit(operands, Some(step), position, Kind::Other);
                self.operands().push(Operand::Emitted { wide: result.is_wide() });
            }
        }
    }

    fn rearrange(&mut self, instruction: &Instruction, shared: &mut StepTable, position: u32) {
        let operands = self.operands();
        let wide = |depth: usize| {
            operands.len().checked_sub(depth + 1).and_then(|at| operands.get(at)).is_some_and(Operand::is_wide)
        };
        let Some((count, left)) = crate::exec::rearrangement(instruction, wide) else { return };
        let start = operands.len().saturating_sub(count);
        let taken = operands.split_off(start);
        if taken.iter().all(|operand| matches!(operand, Operand::Pending(_))) {
            operands.extend(left.iter().filter_map(|at| taken.get(*at).cloned()));
            return;
        }
        // Some of it is on the specialised code's stack already, so the rest goes there too.
        operands.extend(taken.iter().cloned());
        self.flush(|_| true);
        let operands = self.operands();
        operands.truncate(start);
        operands.extend(
            left.iter().filter_map(|at| taken.get(*at)).map(|operand| Operand::Emitted { wide: operand.is_wide() }),
        );
        let step = shared.number(CaseStep::Instruction(instruction.clone()));
        self.emit(Vec::new(), Some(step), position, Kind::Other);
    }

    fn caught(&mut self, shared: &mut StepTable, depth: usize) {
        self.frames.truncate(depth + 1);
        let step = shared.number(CaseStep::Catch(depth as u32));
        self.emit(Vec::new(), Some(step), NO_POSITION, Kind::Other);
        let operands = self.operands();
        operands.clear();
        operands.push(Operand::Emitted { wide: false });
    }

    /// Records an invoke that was composed and returned, its result on the stack. `pure` when the case changed nothing.
    pub fn composed(
        &mut self,
        shared: &mut StepTable,
        call: &Call,
        position: u32,
        scheduled: Scheduled,
        result: Option<(Value, Option<i64>)>,
        pure: bool,
    ) {
        let position = self.position(position);
        let count = call.arguments.len();
        let (operands, any_emitted) = self.take(count);
        if pure
            && !any_emitted
            && let Some((value, constant)) = result
        {
            if let Some(constant) = constant {
                return self.push_constant(shared, value, constant, position);
            }
            let step = shared.number(compose_step(call));
            let locals = operands.iter().fold(0, |mask, tree| mask | tree.locals);
            let wide = value.is_wide();
            let scheduled = Some(scheduled);
            return self.push_pending(Tree { operands, step, position, scheduled, wide, reads_heap: true, locals });
        }
        if pure && !any_emitted {
            return;
        }
        if result.is_some() {
            self.flush(|_| true);
        } else {
            self.flush(|tree| tree.reads_heap);
        }
        let step = shared.number(compose_step(call));
        self.emit_scheduled(operands, Some(step), position, Kind::Other, Some(scheduled));
        if let Some((value, _)) = result {
            self.operands().push(Operand::Emitted { wide: value.is_wide() });
        }
    }

    /// Records an invoke that was composed and threw, caught in the frame at this depth.
    pub fn composed_throw(
        &mut self,
        shared: &mut StepTable,
        call: &Call,
        position: u32,
        scheduled: Scheduled,
        caught: Option<usize>,
    ) {
        let position = self.position(position);
        let (operands, _) = self.take(call.arguments.len());
        let step = shared.number(compose_step(call));
        self.emit_scheduled(operands, Some(step), position, Kind::Other, Some(scheduled));
        if let Some(depth) = caught {
            self.caught(shared, depth);
        }
    }
}

fn compose_step(call: &Call) -> CaseStep {
    CaseStep::Compose(call.kind, call.reference.clone(), call.arguments.len() as u16)
}

/// The code of a constant number.
fn constant_tree(shared: &mut StepTable, value: Value, constant: i64, position: u32) -> Tree {
    let instruction = match value {
        Value::Long(_) => Instruction::LongConstant(constant),
        Value::Float(_) => Instruction::Constant(LoadableConstant::Float(constant as u32)),
        Value::Double(_) => Instruction::Constant(LoadableConstant::Double(constant as u64)),
        _ => Instruction::IntConstant(constant as i32),
    };
    let step = shared.number(CaseStep::Instruction(instruction));
    let wide = value.is_wide();
    Tree { operands: Vec::new(), step, position, scheduled: None, wide, reads_heap: false, locals: 0 }
}

/// The reference that names a method exactly as declared.
pub(super) fn declared_reference(program: &Program, method: MethodId) -> MethodReference {
    let info = program.method(method);
    let class = program.class(info.class);
    MethodReference {
        class: class.name.clone(),
        name: info.name.clone(),
        descriptor: info.descriptor.clone(),
        interface: class.flags.is_interface(),
    }
}
