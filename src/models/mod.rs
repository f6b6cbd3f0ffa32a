//! JDK methods that have no bytecode on the class path, declared in one table.

mod enums;
mod objects;
mod system;

use crate::classfile::MethodReference;
use crate::exec::{ExternalCalls, ExternalResult, Interrupt, Machine, State};
use crate::heap::Value;
use crate::program::ClassId;

/// What a model gets: the machine, the state, the arguments with the receiver first.
type Model = fn(&mut Machine<'_>, &mut State, &[Value]) -> Result<ExternalResult, Interrupt>;

/// Declaring class, name, descriptor, implementation. All of them are exact.
const TABLE: &[(&str, &str, &str, Model)] = &[
    ("java/lang/Object", "<init>", "()V", objects::nothing),
    ("java/lang/Object", "equals", "(Ljava/lang/Object;)Z", objects::same),
    ("java/lang/Record", "<init>", "()V", objects::nothing),
    ("java/lang/Class", "desiredAssertionStatus", "()Z", objects::assertions_enabled),
    ("java/lang/Enum", "<init>", "(Ljava/lang/String;I)V", enums::construct),
    ("java/lang/Enum", "ordinal", "()I", enums::ordinal),
    ("java/lang/Enum", "equals", "(Ljava/lang/Object;)Z", objects::same),
    ("java/lang/Enum", "compareTo", "(Ljava/lang/Enum;)I", enums::compare),
    ("java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V", system::arraycopy),
];

/// The models.
pub struct Models;

impl ExternalCalls for Models {
    fn call(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        class: ClassId,
        reference: &MethodReference,
        arguments: &[Value],
    ) -> Option<Result<ExternalResult, Interrupt>> {
        let program = machine.program;
        // An exception's message and cause are not kept, so its constructors do nothing.
        let is_throwable = program
            .class_by_name("java/lang/Throwable")
            .is_some_and(|throwable| program.is_subclass(class, throwable) == Some(true));
        if is_throwable && &*reference.name == "<init>" {
            return Some(Ok(ExternalResult::Returned(None)));
        }
        let model = program.superclasses(class).find_map(|declaring| {
            let name = &program.class(declaring).name;
            TABLE.iter().find(|row| row.0 == &**name && row.1 == &*reference.name && row.2 == &*reference.descriptor)
        })?;
        Some((model.3)(machine, state, arguments))
    }
}
