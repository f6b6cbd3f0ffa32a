//! Where in code exceptions arise.

use super::{candidates, is_entry};
use crate::classfile::{BinaryOperator, Code, Instruction};
use crate::program::{ClassId, MethodId, Program};
use crate::session::workspace::Workspace;
use std::collections::BTreeSet;

/// Places in the code of what an entry may call, class initialisers included.
pub(super) fn places_below(
    workspace: &Workspace,
    entry: MethodId,
    places: impl Fn(&Code) -> Vec<u32>,
) -> BTreeSet<(MethodId, u32)> {
    let program = &workspace.program;
    let initialisers = candidates(workspace).filter(|method| !is_entry(program, *method));
    let roots: Vec<MethodId> = std::iter::once(entry).chain(initialisers).collect();
    let reachable = workspace.calls.reachable(&roots).into_iter();
    let with_code = reachable.filter_map(|method| Some((method, program.code(method)?)));
    with_code.flat_map(|(method, code)| places(code).into_iter().map(move |at| (method, at))).collect()
}

/// Where an `assert` throws: the `athrow` after the construction of an AssertionError.
pub(super) fn asserting(code: &Code) -> Vec<u32> {
    let made = made_to_be_thrown(code).into_iter();
    made.filter(|(_, class, _)| *class == "java/lang/AssertionError").map(|(_, _, thrown)| thrown).collect()
}

/// Classes that are made by `new` to be thrown at once, each between the `new` and the `athrow`.
pub(in crate::analysis) fn made_to_be_thrown(code: &Code) -> Vec<(u32, &str, u32)> {
    let instructions = (0_u32..).zip(&code.instructions);
    let made = instructions.filter_map(|(position, decoded)| match &decoded.instruction {
        Instruction::New(class) => {
            let thrown = code.constructor_call(position)? + 1;
            let next = code.instructions.get(thrown as usize)?;
            matches!(next.instruction, Instruction::Throw).then_some((position, &**class, thrown))
        }
        _ => None,
    });
    made.collect()
}

/// The instructions that may raise an exception of this class or a subclass.
pub(super) fn raising(program: &Program, code: &Code, exception: ClassId) -> Vec<u32> {
    let related = |name: &str| {
        program.class_by_name(name).is_none_or(|class| program.is_subclass(class, exception) != Some(false))
    };
    let error = program.class_by_name("java/lang/Error");
    let is_error = error.is_none_or(|error| {
        program.is_subclass(exception, error) != Some(false) || program.is_subclass(error, exception) != Some(false)
    });
    let made = made_to_be_thrown(code);
    let may_raise = |position: u32, instruction: &Instruction| match instruction {
        Instruction::Throw => match made.iter().find(|(_, _, thrown)| *thrown == position) {
            Some((_, class, _)) => related(class),
            None => true,
        },
        Instruction::Binary(_, BinaryOperator::Divide | BinaryOperator::Remainder) => {
            related("java/lang/ArithmeticException")
        }
        Instruction::ArrayLoad(_) | Instruction::ArrayStore(_) => {
            let raised = ["NullPointerException", "ArrayIndexOutOfBoundsException", "ArrayStoreException"];
            raised.iter().any(|name| related(&format!("java/lang/{name}")))
        }
        Instruction::GetField(_)
        | Instruction::PutField(_)
        | Instruction::ArrayLength
        | Instruction::MonitorEnter
        | Instruction::MonitorExit => related("java/lang/NullPointerException"),
        Instruction::CheckCast(_) => related("java/lang/ClassCastException"),
        Instruction::NewPrimitiveArray(_) | Instruction::NewReferenceArray(_) | Instruction::NewMultiArray(..) => {
            related("java/lang/NegativeArraySizeException")
        }
        // What they call outside the class path may throw anything, mostly, and so may a class initialiser.
        Instruction::Invoke(_, reference) => match thrown_outside(&reference.class, &reference.name) {
            Some(thrown) => thrown.iter().any(|name| related(&format!("java/lang/{name}"))),
            None => true,
        },
        Instruction::InvokeDynamic(_) => true,
        Instruction::GetStatic(_) | Instruction::PutStatic(_) | Instruction::New(_) => is_error,
        _ => false,
    };
    let instructions = (0_u32..).zip(&code.instructions);
    let raising = instructions.filter(|(position, decoded)| may_raise(*position, &decoded.instruction));
    raising.map(|(position, _)| position).collect()
}

/// The exceptions of `java.lang` that a method from outside of the class path can throw, whatever it is given; none where nobody
/// has looked. Loops over texts call the first ones in each round, and a target that is near in each round is searched for ever.
fn thrown_outside(class: &str, name: &str) -> Option<&'static [&'static str]> {
    Some(match (class, name) {
        ("java/lang/String", "length" | "isEmpty" | "equals" | "hashCode") => &["NullPointerException"],
        ("java/lang/String", "charAt") => &["NullPointerException", "StringIndexOutOfBoundsException"],
        ("java/lang/Math", "min" | "max" | "abs") => &[],
        ("java/lang/Character", "isDigit" | "isLetter" | "isLetterOrDigit" | "isWhitespace" | "isUpperCase") => &[],
        _ => return None,
    })
}
