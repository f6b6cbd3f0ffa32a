//! Whether the rows of models are of methods that there are.

use super::MethodModel;
use crate::classfile::Jdk;
use crate::program::Program;

/// The JDK at hand, which has the methods of these rows.
pub(super) fn program_with<'m>(rows: impl IntoIterator<Item = &'m MethodModel>) -> Program {
    let program = Program::link_with([], Some(Jdk::find().expect("a JDK")));
    for model in rows {
        let method = program.method_by_name((model.class, model.name, model.descriptor));
        assert!(method.is_some(), "{}.{}{}", model.class, model.name, model.descriptor);
    }
    program
}
