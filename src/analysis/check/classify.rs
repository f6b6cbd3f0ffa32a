//! What an escaping exception means: declared, a refusal of the input, or a failure.

use super::refusal::{calls_modelled_check, only_checks};
use super::watch::is_users;
use crate::exec::{ExceptionSource, Frames};
use crate::program::{ClassId, MethodId, Program, is_desugared};
use crate::report::Property;

/// What the end of a path by an exception is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::analysis) enum Kind {
    /// A failure.
    Failure(Property),
    /// The method refuses the input on purpose.
    Rejects,
    /// The method's `throws` clause declares it.
    Declared,
}

/// Exceptions by which a method's own code refuses inputs. Their subclasses in the JDK are none: a `NumberFormatException` says
/// that nobody looked.
const REFUSALS: [&str; 3] =
    ["java/lang/IllegalArgumentException", "java/lang/UnsupportedOperationException", "java/lang/NullPointerException"];

/// What an exception that escapes from a method means. `strict`: refusals that are not declared are failures.
pub(in crate::analysis) fn classify(
    program: &Program,
    method: MethodId,
    exception: ClassId,
    source: Option<&ExceptionSource>,
    strict: bool,
) -> Kind {
    if is_declared(program, method, exception) {
        return Kind::Declared;
    }
    let refuses = || source.is_some_and(|source| is_own_throw(program, method, source));
    if !strict && is_refusal(program, exception) && refuses() {
        return Kind::Rejects;
    }
    let assertion = program.class_by_name("java/lang/AssertionError");
    let is_assertion = assertion.is_some_and(|class| program.is_subclass(exception, class) == Some(true));
    Kind::Failure(if is_assertion { Property::Assert } else { Property::Exception })
}

/// Whether an exception is one by which code refuses inputs: one of the JDK's, or what the user's own code has derived from one.
fn is_refusal(program: &Program, exception: ClassId) -> bool {
    let of_the_jdk = |name: &&str| {
        let class = program.class_by_name(name);
        class.is_some_and(|class| {
            class == exception || is_users(program, exception) && program.is_subclass(exception, class) == Some(true)
        })
    };
    REFUSALS.iter().any(of_the_jdk)
}

fn is_declared(program: &Program, method: MethodId, exception: ClassId) -> bool {
    let declared = program.method_file(method).map_or(&[][..], |file| &file.exceptions);
    declared.iter().any(|name| {
        program.class_by_name(name).is_some_and(|class| program.is_subclass(exception, class) == Some(true))
    })
}

/// Whether the method's own code threw the exception explicitly: an `athrow` of an exception made by `new` that nobody threw
/// before, or a check on its behalf, with only activations of the method's class, and of methods that only check, on the stack.
fn is_own_throw(program: &Program, method: MethodId, source: &ExceptionSource) -> bool {
    let own = program.method(method).class;
    let is_own = |frames: &[(MethodId, u32)]| {
        let mut classes = frames.iter().map(|(method, _)| program.method(*method).class);
        classes.all(|class| class == own || is_desugared(program.class_name(class)))
    };
    if source.raising(program).is_some_and(calls_modelled_check) {
        return is_own(&source.first_thrown);
    }
    if !source.is_allocated {
        return false;
    }
    let asking = source.first_thrown.iter().rposition(|(method, _)| !only_checks(program, *method));
    is_own(source.first_thrown.get(..asking.map_or(0, |asking| asking + 1)).unwrap_or_default())
}

/// The place that causes an exception: the innermost activation of the user's code.
pub(in crate::analysis) fn cause(program: &Program, trace: &Frames) -> Option<(MethodId, u32)> {
    trace.iter().rev().copied().find(|(method, _)| is_users(program, program.method(*method).class))
}
