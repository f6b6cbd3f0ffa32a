//! The instructions of specialised code.

use crate::classfile::{ClassName, Instruction, InvokeKind, LoadableConstant, MethodReference};
use crate::program::MethodId;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A step of specialised code: straight-line, its names resolved, every exception and call decided.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CaseStep {
    /// An instruction that neither branches nor throws here.
    Instruction(Instruction),
    /// Throws a new exception of a builtin class.
    Raise(ClassName),
    /// Throws the topmost operand.
    Throw,
    /// Invokes a method of the class path: the schedule's next entry says which case of which target.
    Compose(InvokeKind, Arc<MethodReference>, u16),
    /// Invokes something that is not followed: it returns anything, or throws where the flag says so.
    Open(InvokeKind, Arc<MethodReference>, u16, bool),
    /// Begins the inlined code of a method: the target, its arguments with the receiver, its local slots.
    Enter(Arc<MethodReference>, u16, u16),
    /// What was thrown arrives as the only operand of the frame at this depth, 0 being the outermost.
    Catch(u32),
}

/// The distinct steps of one exploration, numbered densely.
#[derive(Debug, Default)]
pub struct StepTable {
    steps: Vec<CaseStep>,
    numbers: FxHashMap<CaseStep, u32>,
    instructions: FxHashMap<(MethodId, u32), u32>,
}

impl StepTable {
    /// The number of a step.
    pub fn number(&mut self, step: CaseStep) -> u32 {
        if let Some(number) = self.numbers.get(&step) {
            return *number;
        }
        let number = self.steps.len() as u32;
        self.steps.push(step.clone());
        self.numbers.insert(step, number);
        number
    }

    /// The number of a method's instruction as a step.
    pub fn instruction(&mut self, method: MethodId, position: u32, instruction: &Instruction) -> u32 {
        if let Some(number) = self.instructions.get(&(method, position)) {
            return *number;
        }
        let number = self.number(CaseStep::Instruction(instruction.clone()));
        self.instructions.insert((method, position), number);
        number
    }

    /// A step by number.
    pub fn step(&self, number: u32) -> Option<&CaseStep> {
        self.steps.get(number as usize)
    }

    /// All steps, by number.
    pub fn steps(&self) -> &[CaseStep] {
        &self.steps
    }
}

/// How an instruction that continues at the next one treats the operand stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StackUse {
    /// Takes operands, pushes a result, changes nothing else; the flag says whether it reads the heap.
    Pure(usize, bool),
    /// Takes operands and changes the heap.
    Effect(usize),
    /// Takes operands, changes the heap, and pushes a result.
    EffectWithResult(usize),
    /// Takes the operand into a local.
    Store(u16),
    /// Changes a local.
    Increment(u16),
    /// Leaves the operand as it is.
    Identity,
    /// Does nothing that specialised code needs.
    Nothing,
    /// Pushes something that specialised code does not use.
    Placeholder,
}

/// How an instruction uses the stack, but for rearrangements, branches, returns and throws.
pub(super) fn stack_use(instruction: &Instruction) -> StackUse {
    match instruction {
        Instruction::Nop | Instruction::Goto(_) | Instruction::ReturnFromSubroutine(_) => StackUse::Nothing,
        Instruction::JumpSubroutine(_) => StackUse::Placeholder,
        Instruction::NullConstant
        | Instruction::IntConstant(_)
        | Instruction::LongConstant(_)
        | Instruction::Constant(LoadableConstant::String(_) | LoadableConstant::Class(_))
        | Instruction::Constant(_)
        | Instruction::Load(..) => StackUse::Pure(0, false),
        Instruction::GetStatic(_) => StackUse::Pure(0, true),
        Instruction::GetField(_) => StackUse::Pure(1, true),
        Instruction::ArrayLoad(_) => StackUse::Pure(2, true),
        Instruction::Negate(_) | Instruction::Convert(_) | Instruction::ArrayLength | Instruction::InstanceOf(_) => {
            StackUse::Pure(1, false)
        }
        Instruction::Binary(..) | Instruction::Compare(_) => StackUse::Pure(2, false),
        // The path has decided that the cast succeeds.
        Instruction::CheckCast(_) => StackUse::Identity,
        Instruction::Store(_, index) => StackUse::Store(*index),
        Instruction::Increment(index, _) => StackUse::Increment(*index),
        Instruction::PutField(_) => StackUse::Effect(2),
        Instruction::PutStatic(_) => StackUse::Effect(1),
        Instruction::ArrayStore(_) => StackUse::Effect(3),
        Instruction::MonitorEnter | Instruction::MonitorExit => StackUse::Effect(1),
        Instruction::New(_) => StackUse::EffectWithResult(0),
        Instruction::NewPrimitiveArray(_) | Instruction::NewReferenceArray(_) => StackUse::EffectWithResult(1),
        Instruction::NewMultiArray(_, dimensions) => StackUse::EffectWithResult(usize::from(*dimensions)),
        Instruction::Invoke(kind, reference) => {
            let arguments = argument_count(*kind, reference);
            if reference.descriptor.ends_with(")V") {
                StackUse::Effect(arguments)
            } else {
                StackUse::EffectWithResult(arguments)
            }
        }
        // Rearrangements, branches, returns and throws are recorded in a way of their own.
        Instruction::Pop
        | Instruction::Pop2
        | Instruction::Dup
        | Instruction::DupX1
        | Instruction::DupX2
        | Instruction::Dup2
        | Instruction::Dup2X1
        | Instruction::Dup2X2
        | Instruction::Swap
        | Instruction::Branch(..)
        | Instruction::Switch(_)
        | Instruction::Return(_)
        | Instruction::InvokeDynamic(_)
        | Instruction::Throw => StackUse::Nothing,
    }
}

/// Operands that a conditional takes.
pub(super) fn condition_operands(instruction: &Instruction) -> usize {
    use crate::classfile::Condition;
    match instruction {
        Instruction::Branch(Condition::IntCompare(_) | Condition::ReferenceEqual(_), _) => 2,
        Instruction::Branch(..) | Instruction::Switch(_) => 1,
        _ => 0,
    }
}

/// Operands of an invoke, the receiver among them; a long is one.
pub(super) fn argument_count(kind: InvokeKind, reference: &MethodReference) -> usize {
    let declared = crate::classfile::parse_method_descriptor(&reference.descriptor);
    declared.map_or(0, |method| method.parameters.len()) + usize::from(kind != InvokeKind::Static)
}
