//! A decoded class file as plain data.

use super::annotations::{Annotations, MethodAnnotations};
use super::instruction::{ClassName, DecodedInstruction, Instruction, InvokeKind, LoadableConstant, MethodHandle};
use super::nullness::{MethodNullness, Nullness, NullnessScope};
use std::sync::Arc;

/// Access and property flags (JVMS tables 4.1-B, 4.5-A, 4.6-A), with the questions that are asked of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct AccessFlags(pub u16);

impl AccessFlags {
    /// `ACC_PUBLIC`.
    pub fn is_public(self) -> bool {
        self.0 & 0x0001 != 0
    }
    /// `ACC_PRIVATE`.
    pub fn is_private(self) -> bool {
        self.0 & 0x0002 != 0
    }
    /// `ACC_PROTECTED`.
    pub fn is_protected(self) -> bool {
        self.0 & 0x0004 != 0
    }
    /// `ACC_STATIC`.
    pub fn is_static(self) -> bool {
        self.0 & 0x0008 != 0
    }
    /// `ACC_FINAL`.
    pub fn is_final(self) -> bool {
        self.0 & 0x0010 != 0
    }
    /// `ACC_SYNCHRONIZED`, of a method.
    pub fn is_synchronized(self) -> bool {
        self.0 & 0x0020 != 0
    }
    /// `ACC_SUPER`, of a class: it shares its bit with `ACC_SYNCHRONIZED`.
    pub fn is_super(self) -> bool {
        self.is_synchronized()
    }
    /// `ACC_TRANSIENT`, of a field.
    pub fn is_transient(self) -> bool {
        self.0 & 0x0080 != 0
    }
    /// `ACC_BRIDGE`, of a method.
    pub fn is_bridge(self) -> bool {
        self.0 & 0x0040 != 0
    }
    /// `ACC_NATIVE`, of a method.
    pub fn is_native(self) -> bool {
        self.0 & 0x0100 != 0
    }
    /// `ACC_INTERFACE`, of a class.
    pub fn is_interface(self) -> bool {
        self.0 & 0x0200 != 0
    }
    /// `ACC_ABSTRACT`.
    pub fn is_abstract(self) -> bool {
        self.0 & 0x0400 != 0
    }
    /// `ACC_SYNTHETIC`.
    pub fn is_synthetic(self) -> bool {
        self.0 & 0x1000 != 0
    }
    /// `ACC_ANNOTATION`, of a class.
    pub fn is_annotation(self) -> bool {
        self.0 & 0x2000 != 0
    }
    /// `ACC_ENUM`.
    pub fn is_enum(self) -> bool {
        self.0 & 0x4000 != 0
    }
}

/// A class, and the name and descriptor of one of its methods where the enclosed class is declared in a method.
pub type EnclosingMethod = (ClassName, Option<(Arc<str>, Arc<str>)>);

/// A class or interface.
#[derive(Clone, Debug)]
pub struct ClassFile {
    /// Class-file version: major, minor.
    pub version: (u16, u16),
    /// Flags.
    pub flags: AccessFlags,
    /// Internal name (`p/C`).
    pub name: ClassName,
    /// The superclass; none for `java/lang/Object` and for modules.
    pub superclass: Option<ClassName>,
    /// Direct superinterfaces.
    pub interfaces: Vec<ClassName>,
    /// Declared fields, in file order.
    pub fields: Vec<Field>,
    /// Declared methods, in file order.
    pub methods: Vec<Method>,
    /// `SourceFile`.
    pub source_file: Option<Arc<str>>,
    /// Generic `Signature`.
    pub signature: Option<Arc<str>>,
    /// `InnerClasses`.
    pub inner_classes: Vec<InnerClass>,
    /// `EnclosingMethod`: class, and name with descriptor where there is one.
    pub enclosing_method: Option<EnclosingMethod>,
    /// `NestHost`.
    pub nest_host: Option<ClassName>,
    /// `NestMembers`.
    pub nest_members: Vec<ClassName>,
    /// `Record` components; none when the class is no record.
    pub record: Option<Vec<RecordComponent>>,
    /// `PermittedSubclasses`; none when the class is not sealed.
    pub permitted_subclasses: Option<Vec<ClassName>>,
    /// `BootstrapMethods`: handle and static arguments.
    pub bootstrap_methods: Vec<(MethodHandle, Vec<LoadableConstant>)>,
    /// Whether a type in it has a name that compilers take for type arguments, `a<b>`: they cannot read the class.
    pub is_misread: bool,
    /// `RuntimeVisibleAnnotations`.
    pub annotations: Annotations,
    /// What its annotations say of null in all that it declares; none where they say nothing.
    pub nullness: Option<NullnessScope>,
}

/// A declared field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Flags.
    pub flags: AccessFlags,
    /// Name.
    pub name: Arc<str>,
    /// Field descriptor.
    pub descriptor: Arc<str>,
    /// Generic `Signature`.
    pub signature: Option<Arc<str>>,
    /// `ConstantValue` (ints, longs, floats, doubles and strings).
    pub constant: Option<LoadableConstant>,
    /// `RuntimeVisibleAnnotations`.
    pub annotations: Annotations,
    /// What its annotations say of null.
    pub nullness: Option<Nullness>,
}

/// A declared method.
#[derive(Clone, Debug)]
pub struct Method {
    /// Flags.
    pub flags: AccessFlags,
    /// Name; `<init>` and `<clinit>` are special.
    pub name: Arc<str>,
    /// Method descriptor.
    pub descriptor: Arc<str>,
    /// Generic `Signature`.
    pub signature: Option<Arc<str>>,
    /// `Exceptions`: the `throws` clause.
    pub exceptions: Vec<ClassName>,
    /// `MethodParameters` names, where present.
    pub parameter_names: Vec<Option<Arc<str>>>,
    /// Body; none for native and abstract methods.
    pub code: Option<Code>,
    /// `RuntimeVisibleAnnotations`, `RuntimeVisibleParameterAnnotations`, `AnnotationDefault`.
    pub annotations: MethodAnnotations,
    /// What its annotations say of null.
    pub nullness: MethodNullness,
}

/// A method's `Code` attribute.
#[derive(Clone, Debug)]
pub struct Code {
    /// Operand stack limit, in slots.
    pub max_stack: u16,
    /// Number of local variable slots.
    pub max_locals: u16,
    /// The instructions, in code order.
    pub instructions: Vec<DecodedInstruction>,
    /// Exception handlers, in the order in which they are tried.
    pub handlers: Vec<ExceptionHandler>,
    /// Line numbers: first instruction index and line, ascending by index.
    pub lines: Vec<(u32, u16)>,
    /// Local variable names.
    pub local_variables: Vec<LocalVariable>,
}

impl Code {
    /// Code of these instructions and nothing else.
    #[cfg(test)]
    pub(crate) fn of(instructions: &[Instruction]) -> Code {
        let decoded =
            |instruction: &Instruction| DecodedInstruction { offset: 0, opcode: 0, instruction: instruction.clone() };
        Code {
            max_stack: 2,
            max_locals: 2,
            instructions: instructions.iter().map(decoded).collect(),
            handlers: Vec::new(),
            lines: Vec::new(),
            local_variables: Vec::new(),
        }
    }

    /// The source line of an instruction, where the class file has line numbers.
    pub fn line(&self, index: u32) -> Option<u16> {
        let after = self.lines.partition_point(|(start, _)| *start <= index);
        after.checked_sub(1).and_then(|at| self.lines.get(at)).map(|(_, line)| *line)
    }

    /// The instruction that calls the constructor of what a `new` made; none for another instruction, and where none is found.
    pub fn constructor_call(&self, new: u32) -> Option<u32> {
        let after = self.instructions.get(new as usize..)?;
        let Some(Instruction::New(class)) = after.first().map(|decoded| &decoded.instruction) else { return None };
        let mut open = 0_u32;
        let distance = after.iter().position(|decoded| match &decoded.instruction {
            Instruction::New(other) if other == class => {
                open += 1;
                false
            }
            Instruction::Invoke(InvokeKind::Special, callee) if callee.class == *class && &*callee.name == "<init>" => {
                open = open.saturating_sub(1);
                open == 0
            }
            _ => false,
        })?;
        Some(new + u32::try_from(distance).ok()?)
    }
}

/// An entry of the exception table; indices are instruction indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExceptionHandler {
    /// First covered instruction.
    pub start: u32,
    /// First instruction after the covered range.
    pub end: u32,
    /// Where the handler begins.
    pub handler: u32,
    /// What is caught; none for everything (`finally`).
    pub catch_type: Option<ClassName>,
}

/// An entry of the `LocalVariableTable`; the range is in instruction indices, end exclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalVariable {
    /// First instruction where the variable has its value.
    pub start: u32,
    /// First instruction after its scope.
    pub end: u32,
    /// Name.
    pub name: Arc<str>,
    /// Field descriptor of its type.
    pub descriptor: Arc<str>,
    /// Local variable slot.
    pub index: u16,
}

/// An entry of `InnerClasses`.
#[derive(Clone, Debug)]
pub struct InnerClass {
    /// The class.
    pub inner: ClassName,
    /// The class that it is a member of.
    pub outer: Option<ClassName>,
    /// Its simple name; none when anonymous.
    pub name: Option<Arc<str>>,
    /// Its flags as declared.
    pub flags: AccessFlags,
}

/// A component of a record.
#[derive(Clone, Debug)]
pub struct RecordComponent {
    /// Name.
    pub name: Arc<str>,
    /// Field descriptor.
    pub descriptor: Arc<str>,
    /// Generic `Signature`.
    pub signature: Option<Arc<str>>,
    /// `RuntimeVisibleAnnotations`.
    pub annotations: Annotations,
}
