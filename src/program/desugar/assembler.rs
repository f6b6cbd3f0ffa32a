//! A small assembler for the methods of synthetic classes.

use crate::classfile::{
    AccessFlags, ClassName, Code, Condition, DecodedInstruction, ExceptionHandler, FieldReference, FieldType,
    Instruction, InvokeKind, LoadableConstant, Method, MethodAnnotations, MethodNullness, MethodReference, MethodType,
    StringConstant,
};
use std::sync::Arc;

/// A place in the code, which may not be known yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label(u32);

/// The code of one method, while it is written.
#[derive(Default)]
pub(super) struct Assembler {
    instructions: Vec<Instruction>,
    labels: Vec<u32>,
    handlers: Vec<(Label, Label, Label)>,
    locals: u16,
}

/// The descriptor of a method type.
pub(super) fn descriptor_of(method_type: &MethodType) -> String {
    let parameters: String = method_type.parameters.iter().map(FieldType::descriptor).collect();
    format!("({parameters}){}", method_type.result.as_ref().map_or("V".to_owned(), FieldType::descriptor))
}

impl Assembler {
    /// Code whose first locals are already in use.
    pub(super) fn new(locals: u16) -> Self {
        Assembler { locals, ..Assembler::default() }
    }

    /// The local slots of arguments, and the assembler of a method that has them.
    pub(super) fn with_arguments(receiver: bool, parameters: &[FieldType]) -> (Self, Vec<u16>) {
        let mut next = u16::from(receiver);
        let mut slots = Vec::new();
        for parameter in parameters {
            slots.push(next);
            next = next.saturating_add(parameter.slots());
        }
        (Assembler::new(next), slots)
    }

    /// Appends an instruction.
    pub(super) fn emit(&mut self, instruction: Instruction) {
        self.instructions.push(instruction);
    }

    /// A place to be marked later.
    pub(super) fn label(&mut self) -> Label {
        self.labels.push(0);
        Label(self.labels.len().saturating_sub(1) as u32)
    }

    /// Puts a label before the next instruction.
    pub(super) fn mark(&mut self, label: Label) {
        let here = self.instructions.len() as u32;
        if let Some(place) = self.labels.get_mut(label.0 as usize) {
            *place = here;
        }
    }

    /// A conditional branch to a label.
    pub(super) fn branch(&mut self, condition: Condition, label: Label) {
        self.emit(Instruction::Branch(condition, label.0));
    }

    /// A jump to a label.
    pub(super) fn goto(&mut self, label: Label) {
        self.emit(Instruction::Goto(label.0));
    }

    /// Between two labels, whatever is thrown goes to a third.
    pub(super) fn catch_all(&mut self, (from, to): (Label, Label), handler: Label) {
        self.handlers.push((from, to, handler));
    }

    /// A new local for a value of one slot.
    pub(super) fn local(&mut self) -> u16 {
        let slot = self.locals;
        self.locals = self.locals.saturating_add(1);
        slot
    }

    /// Pushes a local of a type.
    pub(super) fn load(&mut self, field_type: &FieldType, slot: u16) {
        self.emit(Instruction::Load(field_type.value_kind(), slot));
    }

    /// Pushes a string, given by its UTF-16 units.
    pub(super) fn units(&mut self, units: Vec<u16>) {
        self.emit(Instruction::Constant(LoadableConstant::String(StringConstant(Arc::from(units)))));
    }

    /// Invokes a method of a class.
    pub(super) fn invoke(&mut self, kind: InvokeKind, class: &str, name: &str, descriptor: &str, interface: bool) {
        let reference = MethodReference {
            class: Arc::from(class),
            name: Arc::from(name),
            descriptor: Arc::from(descriptor),
            interface,
        };
        self.emit(Instruction::Invoke(kind, Arc::new(reference)));
    }

    /// Pushes a field of the topmost object.
    pub(super) fn get_field(&mut self, class: &ClassName, name: &Arc<str>, field_type: &FieldType) {
        self.emit(Instruction::GetField(field(class, name, field_type)));
    }

    /// Takes a value into a field of the object below it.
    pub(super) fn put_field(&mut self, class: &ClassName, name: &Arc<str>, field_type: &FieldType) {
        self.emit(Instruction::PutField(field(class, name, field_type)));
    }

    /// Returns the topmost operand, or nothing.
    pub(super) fn return_value(&mut self, result: Option<&FieldType>) {
        self.emit(Instruction::Return(result.map(FieldType::value_kind)));
    }

    /// The finished method.
    pub(super) fn method(self, flags: AccessFlags, name: &str, descriptor: &str) -> Method {
        let labels = self.labels;
        let place = |label: u32| labels.get(label as usize).copied().unwrap_or(0);
        let handlers = self.handlers.into_iter().map(|(from, to, handler)| ExceptionHandler {
            start: place(from.0),
            end: place(to.0),
            handler: place(handler.0),
            catch_type: None,
        });
        let instructions = self.instructions.into_iter().enumerate().map(|(position, instruction)| {
            let instruction = match instruction {
                Instruction::Branch(condition, label) => Instruction::Branch(condition, place(label)),
                Instruction::Goto(label) => Instruction::Goto(place(label)),
                other => other,
            };
            DecodedInstruction { offset: position as u32, opcode: 0, instruction }
        });
        let instructions: Vec<DecodedInstruction> = instructions.collect();
        let code = Code {
            // One instruction leaves two entries more at most.
            max_stack: u16::try_from(2 * instructions.len()).unwrap_or(u16::MAX),
            max_locals: self.locals,
            instructions,
            handlers: handlers.collect(),
            lines: Vec::new(),
            local_variables: Vec::new(),
        };
        Method {
            flags,
            name: Arc::from(name),
            descriptor: Arc::from(descriptor),
            signature: None,
            exceptions: Vec::new(),
            parameter_names: Vec::new(),
            annotations: MethodAnnotations::default(),
            nullness: MethodNullness::default(),
            code: Some(code),
        }
    }
}

fn field(class: &ClassName, name: &Arc<str>, field_type: &FieldType) -> Arc<FieldReference> {
    Arc::new(FieldReference {
        class: class.clone(),
        name: name.clone(),
        descriptor: Arc::from(field_type.descriptor()),
    })
}
