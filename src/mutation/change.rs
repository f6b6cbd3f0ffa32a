//! What an operator makes of an instruction, and what it may look at to decide.

use super::opcodes::{POP, POP2};
use super::operator::Operator;
use crate::classfile::{Code, DecodedInstruction, FieldType, Instruction, Method, MethodType, NewInstruction};

/// A change of one instruction.
pub(super) struct Change {
    pub(super) operator: Operator,
    pub(super) description: String,
    pub(super) code: Vec<NewInstruction>,
    /// How many more stack slots it needs.
    pub(super) stack: u16,
}

impl Change {
    /// A change that needs no more stack.
    pub(super) fn new(operator: Operator, description: impl Into<String>, code: Vec<NewInstruction>) -> Self {
        Change { operator, description: description.into(), code, stack: 0 }
    }

    /// A replacement by opcodes without operands.
    pub(super) fn plain(operator: Operator, description: impl Into<String>, opcodes: &[u8]) -> Self {
        Change::new(operator, description, opcodes.iter().map(|opcode| NewInstruction::Plain(*opcode)).collect())
    }

    /// The same, with more stack.
    pub(super) fn with_stack(mut self, stack: u16) -> Self {
        self.stack = stack;
        self
    }
}

/// An instruction and where it stands.
pub(super) struct Site<'a> {
    pub(super) method: &'a Method,
    pub(super) method_type: &'a MethodType,
    pub(super) code: &'a Code,
    pub(super) position: u32,
    /// By instruction, whether something jumps to it.
    pub(super) targets: &'a [bool],
}

impl Site<'_> {
    /// The instruction at a distance.
    pub(super) fn at(&self, distance: i32) -> Option<&DecodedInstruction> {
        let index = self.position.checked_add_signed(distance)?;
        self.code.instructions.get(usize::try_from(index).ok()?)
    }

    /// The instruction itself.
    pub(super) fn instruction(&self) -> Option<&Instruction> {
        self.at(0).map(|decoded| &decoded.instruction)
    }

    /// What was executed before this instruction whenever it is reached; none when it can be jumped to.
    pub(super) fn before(&self) -> Option<&Instruction> {
        let is_target = usize::try_from(self.position).ok().and_then(|at| self.targets.get(at)).copied();
        if is_target != Some(false) {
            return None;
        }
        self.at(-1).map(|decoded| &decoded.instruction)
    }

    /// Whether a local variable is known to be a `boolean` at an instruction.
    pub(super) fn is_boolean_local(&self, local: u16, position: u32) -> bool {
        let variables = self.code.local_variables.iter();
        let mut named = variables
            .filter(|variable| variable.index == local && variable.start <= position && position < variable.end)
            .map(|variable| &*variable.descriptor == "Z");
        named.next().unwrap_or_else(|| self.is_boolean_parameter(local))
    }

    /// The name of a local variable at this instruction, where the class file has it.
    pub(super) fn name(&self, local: u16) -> Option<&str> {
        let at = self.position;
        let mut variables = self.code.local_variables.iter();
        let variable =
            variables.find(|variable| variable.index == local && variable.start <= at && at < variable.end)?;
        Some(&variable.name)
    }

    fn is_boolean_parameter(&self, local: u16) -> bool {
        let mut slot = u16::from(!self.method.flags.is_static());
        for parameter in &self.method_type.parameters {
            if slot == local {
                return parameter.descriptor() == "Z";
            }
            slot = slot.saturating_add(parameter.slots());
        }
        false
    }
}

/// Removes values of these types from the stack; the last is on top.
pub(super) fn pops<'a>(types: impl DoubleEndedIterator<Item = &'a FieldType>) -> Vec<NewInstruction> {
    types.rev().map(|value| NewInstruction::Plain(if value.slots() == 2 { POP2 } else { POP })).collect()
}

/// By instruction, whether something other than the instruction before it leads there.
pub(super) fn jump_targets(code: &Code) -> Vec<bool> {
    let mut targets = vec![false; code.instructions.len()];
    let mut mark = |target: u32| {
        if let Some(place) = usize::try_from(target).ok().and_then(|target| targets.get_mut(target)) {
            *place = true;
        }
    };
    for decoded in &code.instructions {
        jumps(&decoded.instruction).for_each(&mut mark);
    }
    code.handlers.iter().for_each(|handler| mark(handler.handler));
    targets
}

/// Where an instruction may jump to.
pub(super) fn jumps(instruction: &Instruction) -> impl Iterator<Item = u32> {
    let (single, switch) = match instruction {
        Instruction::Branch(_, target) | Instruction::Goto(target) | Instruction::JumpSubroutine(target) => {
            (Some(*target), None)
        }
        Instruction::Switch(switch) => (Some(switch.default), Some(switch)),
        _ => (None, None),
    };
    single.into_iter().chain(switch.into_iter().flat_map(|switch| switch.cases.iter().map(|(_, target)| *target)))
}
