//! Who calls, and with which privileges: without a security manager nothing in the JDK asks for any.

use super::arguments::{Abrupt, Call};
use super::class_objects::literal;
use super::environment::null;
use super::objects::nothing;
use super::{MethodModel, Precision, exact, value};
use crate::heap::{Reference, Value};

const CONTROLLER: &str = "java/security/AccessController";
const ASKED: &str = "(Ljava/security/Permission;)V";

pub(super) const TABLE: &[MethodModel] = &[
    value(CONTROLLER, "getStackAccessControlContext", "()Ljava/security/AccessControlContext;", Precision::Exact, null),
    value(
        CONTROLLER,
        "getInheritedAccessControlContext",
        "()Ljava/security/AccessControlContext;",
        Precision::Exact,
        null,
    ),
    value(
        CONTROLLER,
        "getProtectionDomain",
        "(Ljava/lang/Class;)Ljava/security/ProtectionDomain;",
        Precision::Exact,
        null,
    ),
    // Whoever asks gets what a policy says, with no security manager too.
    value(CONTROLLER, "checkPermission", ASKED, Precision::Exact, ask_a_policy),
    value("java/security/AccessControlContext", "checkPermission", ASKED, Precision::Exact, ask_a_policy),
    exact(CONTROLLER, "ensureMaterializedForStackWalk", "(Ljava/lang/Object;)V", nothing),
    // What it gives is asked by a security manager alone.
    value(
        "java/util/concurrent/ForkJoinPool",
        "contextWithPermissions",
        "([Ljava/security/Permission;)Ljava/security/AccessControlContext;",
        Precision::Exact,
        null,
    ),
    value("jdk/internal/reflect/Reflection", "getCallerClass", "()Ljava/lang/Class;", Precision::Bounded, caller),
];

fn ask_a_policy(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    call.refuse("without knowing what a policy permits")
}

/// The class whose method called the one that asks.
fn caller(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let program = call.machine.program;
    let frames = &call.state.frames;
    let caller = frames.len().checked_sub(2).and_then(|below| frames.get(below));
    let Some(caller) = caller.map(|frame| program.method(frame.method).class) else {
        return call.unmodelled("of what nobody called");
    };
    let class = literal(call.machine, call.state, program.class_name(caller))?;
    Ok(Some(Value::Reference(Reference::Object(class))))
}
