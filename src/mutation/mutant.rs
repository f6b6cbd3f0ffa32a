//! The mutants of a class, and the class file that each of them is.

use super::change::{Change, Site, jump_targets};
use super::exclusion::{excluded, is_generated};
use super::operator::Operator;
use super::{arithmetic, calls, conditionals, constants, returns, switches, unary};
use crate::classfile::{
    ClassEdit, ClassFile, ClassName, Code, CodeEdit, Method, MethodType, NewInstruction, decode_class,
    parse_method_descriptor, rewrite_class,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// One small change of one instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The class.
    pub class: ClassName,
    /// The method's name and descriptor.
    pub method: (Arc<str>, Arc<str>),
    /// The index of the instruction that is changed.
    pub position: u32,
    /// Its source line, where the class file has it.
    pub line: Option<u16>,
    /// What kind of change it is.
    pub operator: Operator,
    /// What is changed, in Java's terms: `replaced < by <=`.
    pub description: String,
    code: Vec<NewInstruction>,
    stack: u16,
}

/// The mutants of a class file by some operators, in the order of methods, instructions and operators. Code that the
/// compiler adds has none. Of equal changes only the first is there.
///
/// # Errors
/// When the bytes are no class file, in one line.
pub fn mutants(bytes: &[u8], operators: &BTreeSet<Operator>) -> Result<Vec<Mutant>, String> {
    let class = decode_class(bytes).map_err(|error| error.to_string())?;
    Ok(class_mutants(&class, operators))
}

/// As [`mutants`], of a class that is decoded already.
pub fn class_mutants(class: &ClassFile, operators: &BTreeSet<Operator>) -> Vec<Mutant> {
    let mut found = Vec::new();
    if class.flags.is_synthetic() {
        return found;
    }
    for method in class.methods.iter().filter(|method| !is_generated(class, method)) {
        if let (Some(code), Some(method_type)) = (&method.code, parse_method_descriptor(&method.descriptor)) {
            method_mutants(class, method, &method_type, code, operators, &mut found);
        }
    }
    found
}

fn method_mutants(
    class: &ClassFile,
    method: &Method,
    method_type: &MethodType,
    code: &Code,
    operators: &BTreeSet<Operator>,
    into: &mut Vec<Mutant>,
) {
    let (targets, excluded) = (jump_targets(code), excluded(class, code));
    for ((position, _), is_excluded) in (0_u32..).zip(&code.instructions).zip(excluded) {
        if is_excluded {
            continue;
        }
        let site = Site { method, method_type, code, position, targets: &targets };
        let mut known: Vec<Vec<NewInstruction>> = Vec::new();
        for change in changes(&site) {
            if !operators.contains(&change.operator) || known.contains(&change.code) {
                continue;
            }
            known.push(change.code.clone());
            let Change { operator, description, code: new, stack } = change;
            into.push(Mutant {
                class: Arc::clone(&class.name),
                method: (Arc::clone(&method.name), Arc::clone(&method.descriptor)),
                position,
                line: code.line(position),
                operator,
                description,
                code: new,
                stack,
            });
        }
    }
}

/// All changes of an instruction, in the order of the operators.
fn changes(site: &Site<'_>) -> Vec<Change> {
    let mut found = Vec::new();
    for family in [
        conditionals::changes,
        arithmetic::changes,
        unary::changes,
        calls::changes,
        returns::changes,
        switches::changes,
        constants::changes,
    ] {
        family(site, &mut found);
    }
    found.sort_by_key(|change| change.operator);
    found
}

impl Mutant {
    /// What takes the instruction's place.
    pub fn replacement(&self) -> &[NewInstruction] {
        &self.code
    }

    /// The class file with this change, from the bytes that the mutant was made of.
    ///
    /// # Errors
    /// In one line, when the bytes are others, or when a class file cannot express the change: a jump that becomes too
    /// long, too much code, a full constant pool.
    pub fn apply(&self, bytes: &[u8]) -> Result<Vec<u8>, String> {
        let replacements = BTreeMap::from([(self.position, self.code.clone())]);
        let (name, descriptor) = &self.method;
        let edit = CodeEdit { replacements, stack: self.stack };
        let edit = ClassEdit::from([((name.to_string(), descriptor.to_string()), edit)]);
        rewrite_class(bytes, &edit).map_err(|error| error.to_string())
    }
}
