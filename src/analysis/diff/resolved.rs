//! Whether a member that an instruction names is the same one in the joined program as in each version by itself.

use super::incomparable::Incomparable;
use crate::classfile::{ClassName, FieldReference, Instruction, InvokeKind, MethodReference, java_name};
use crate::program::{ClassId, Dispatch, MethodTarget, Program, is_desugared};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Where members are found by what instructions name: in the joined program, and in each version by itself.
pub(super) struct Members<'p> {
    programs: [&'p Program; 3],
    known: FxHashMap<(Option<ClassName>, Named), [Option<ClassName>; 3]>,
}

/// A field, or a method by how it is called.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Named {
    Field(Arc<FieldReference>),
    Method(InvokeKind, Arc<MethodReference>),
}

impl<'p> Members<'p> {
    /// Of the joined program, the old one and the new one.
    pub(super) fn of(programs: [&'p Program; 3]) -> Members<'p> {
        Members { programs, known: FxHashMap::default() }
    }

    /// Why an instruction of a class is not about the same member in the joined program as in the versions in which it runs.
    pub(super) fn finds_other(
        &mut self,
        instruction: &Instruction,
        class: ClassId,
        sides: [bool; 2],
    ) -> Option<Incomparable> {
        let programs = self.programs;
        let (named, holder) = match instruction {
            Instruction::GetField(field)
            | Instruction::PutField(field)
            | Instruction::GetStatic(field)
            | Instruction::PutStatic(field) => (Named::Field(field.clone()), &field.class),
            Instruction::Invoke(kind @ (InvokeKind::Static | InvokeKind::Special), method)
                if &*method.name != "<init>" =>
            {
                (Named::Method(*kind, method.clone()), &method.class)
            }
            _ => return None,
        };
        let is_user = |class: ClassId| programs[0].is_user_class(class);
        if is_desugared(holder) || !programs[0].class_by_name(holder).is_some_and(is_user) {
            return None;
        }
        // Where it stands decides what `super` is.
        let is_special = matches!(named, Named::Method(InvokeKind::Special, _));
        let caller = is_special.then(|| programs[0].class_name(class).clone());
        let [joined, old, new] = self
            .known
            .entry((caller, named))
            .or_insert_with_key(|(caller, named)| programs.map(|program| declaring(program, caller.as_ref(), named)));
        if (!sides[0] || old == joined) && (!sides[1] || new == joined) {
            return None;
        }
        Some(match instruction {
            Instruction::Invoke(_, method) => {
                Incomparable::Kind(format!("{}.{}", java_name(&method.class), method.name))
            }
            _ => Incomparable::Reshaped(holder.clone()),
        })
    }
}

/// The class that declares a member; none where there is none, and of private methods, which have names of their own in the joined
/// program.
fn declaring(program: &Program, caller: Option<&ClassName>, named: &Named) -> Option<ClassName> {
    let class = match named {
        Named::Field(field) => program.field(program.resolve_field(field)?).class,
        Named::Method(kind, method) => {
            let from = program.class_by_name(caller.unwrap_or(&method.class))?;
            let Dispatch::Fixed(MethodTarget::Method(found)) = program.resolve_method(*kind, method, from) else {
                return None;
            };
            let info = program.method(found);
            if info.flags.is_private() {
                return None;
            }
            info.class
        }
    };
    Some(program.class_name(class).clone())
}
