//! Which methods of the class path mention a field, or call methods of a signature.

use super::super::link::Program;
use super::super::reads::{OfField, OfMethod, Read, as_one};
use super::super::types::{FieldId, MethodId};
use crate::classfile::Instruction;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What the code of the class path mentions.
#[derive(Debug, Default)]
pub(in super::super) struct Mentions {
    fields: FxHashMap<FieldId, Vec<MethodId>>,
    calls: FxHashMap<(Arc<str>, Arc<str>), Vec<MethodId>>,
}

impl Program {
    /// The methods of the class path that read or assign a field.
    pub fn mentioning(&self, field: FieldId) -> &[MethodId] {
        as_one(Read::Field(OfField::Mentions, field), || {
            self.mentions().fields.get(&field).map_or(&[][..], Vec::as_slice)
        })
    }

    /// The methods of the class path that assign a field.
    pub fn assigning(&self, field: FieldId) -> impl Iterator<Item = MethodId> + '_ {
        let assigns = move |instruction: &Instruction| match instruction {
            Instruction::PutField(reference) | Instruction::PutStatic(reference) => {
                self.resolve_field(reference) == Some(field)
            }
            _ => false,
        };
        self.mentioning(field).iter().copied().filter(move |method| {
            let code = self.code(*method);
            code.is_some_and(|code| code.instructions.iter().any(|decoded| assigns(&decoded.instruction)))
        })
    }

    /// The methods of the class path that call methods with the name and descriptor of a method.
    pub fn callers_of_signature(&self, method: MethodId) -> &[MethodId] {
        as_one(Read::Method(OfMethod::Callers, method), || {
            let info = self.method(method);
            let key = (info.name.clone(), info.descriptor.clone());
            self.mentions().calls.get(&key).map_or(&[][..], Vec::as_slice)
        })
    }

    /// Whether a method is the initialiser of its class, or a private static one that only that calls, itself or by others.
    pub(in super::super) fn only_initialises(&self, method: MethodId) -> bool {
        let class = self.method(method).class;
        let mut open = vec![method];
        let mut seen = Vec::new();
        while let Some(method) = open.pop() {
            let info = self.method(method);
            if (&*info.name == "<clinit>" && info.class == class) || seen.contains(&method) {
                continue;
            }
            let callers: Vec<MethodId> = self.callers_of(method).collect();
            let is_helper = info.flags.is_private() && info.flags.is_static() && info.class == class;
            // Nobody is seen to call it: what calls it may be anything.
            if !is_helper || callers.is_empty() {
                return false;
            }
            seen.push(method);
            open.extend(callers);
        }
        true
    }

    /// The methods of the class path that call a private or static method by its class's name.
    fn callers_of(&self, method: MethodId) -> impl Iterator<Item = MethodId> + '_ {
        let is_call = move |instruction: &Instruction| match instruction {
            Instruction::Invoke(_, called) => {
                self.method_by_name((&called.class, &called.name, &called.descriptor)) == Some(method)
            }
            _ => false,
        };
        self.callers_of_signature(method).iter().copied().filter(move |caller| {
            let code = self.code(*caller);
            code.is_some_and(|code| code.instructions.iter().any(|decoded| is_call(&decoded.instruction)))
        })
    }

    fn mentions(&self) -> &Mentions {
        self.mentions.get_or_init(|| {
            let mut mentions = Mentions::default();
            for (method, _) in self.methods() {
                for decoded in self.code(method).into_iter().flat_map(|code| &code.instructions) {
                    let found = match &decoded.instruction {
                        Instruction::GetStatic(field)
                        | Instruction::PutStatic(field)
                        | Instruction::GetField(field)
                        | Instruction::PutField(field) => {
                            let Some(field) = self.resolve_field(field) else { continue };
                            mentions.fields.entry(field).or_default()
                        }
                        Instruction::Invoke(_, called) => {
                            mentions.calls.entry((called.name.clone(), called.descriptor.clone())).or_default()
                        }
                        _ => continue,
                    };
                    if found.last() != Some(&method) {
                        found.push(method);
                    }
                }
            }
            mentions
        })
    }
}
