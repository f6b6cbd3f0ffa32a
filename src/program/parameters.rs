//! The names of parameters.

use super::link::Program;
use super::types::MethodId;
use crate::classfile::LocalVariable;

impl Program {
    /// The names of a method's parameters, the receiver first: from the local variable table, from `MethodParameters`, or
    /// made up of a word and a number.
    pub fn parameter_names(&self, method: MethodId, word: &str) -> Vec<String> {
        let info = self.method(method);
        let file = self.method_file(method);
        let variables: &[LocalVariable] = self.code_with_lines(method).map_or(&[], |code| &code.local_variables);
        let mut names = Vec::new();
        let mut slot = 0;
        if info.has_receiver() {
            names.push("this".to_string());
            slot = 1;
        }
        for (position, kind) in info.parameters.iter().enumerate() {
            let declared = variables
                .iter()
                .find(|variable| usize::from(variable.index) == slot && variable.start == 0)
                .map(|variable| variable.name.to_string());
            let listed = file
                .and_then(|file| file.parameter_names.get(position))
                .and_then(|name| name.as_ref().map(ToString::to_string));
            names.push(declared.or(listed).unwrap_or_else(|| format!("{word}{position}")));
            slot += kind.slots();
        }
        names
    }
}
