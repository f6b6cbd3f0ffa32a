//! `java.lang.Throwable`: with a JDK its bytecode runs, but for stack traces. The messages of exceptions that the JVM made
//! are not known.

use super::arguments::{Abrupt, Call};
use super::members::{NULL, reference};
use super::{MethodModel, Precision, exact, malformed, returns_null, value};
use crate::classfile::java_name;
use crate::exec::{ExternalResult, Interrupt, Machine, Premise, State, StopReason};
use crate::heap::{EnvironmentSource, Reference, Value};
use crate::program::{ClassId, FieldKind, MethodId, ReferenceType};
use crate::term::Domain;

const THROWABLE: &str = "java/lang/Throwable";
const FILL_IN: (&str, &str) = ("fillInStackTrace", "()Ljava/lang/Throwable;");

pub(super) const TABLE: &[MethodModel] = &[
    value(THROWABLE, FILL_IN.0, FILL_IN.1, Precision::Exact, fill_in),
    value(THROWABLE, "getOurStackTrace", "()[Ljava/lang/StackTraceElement;", Precision::Bounded, our_trace),
    value(THROWABLE, "setStackTrace", "([Ljava/lang/StackTraceElement;)V", Precision::Exact, set_trace),
    value("java/lang/Thread", "getStackTrace", "()[Ljava/lang/StackTraceElement;", Precision::Exact, |_| {
        Err(Abrupt::RunsCode)
    }),
    value(ELEMENT, "getModuleVersion", "()Ljava/lang/String;", Precision::Exact, version),
    value(THROWABLE, "printStackTrace", "()V", Precision::Exact, print),
    exact(THROWABLE, "getMessage", "()Ljava/lang/String;", message),
    exact("java/lang/NullPointerException", "getExtendedNPEMessage", "()Ljava/lang/String;", no_message),
];

/// Prints to `System.err`.
fn print(call: &mut Call<'_, '_>) -> Outcome {
    call.take_for_granted(Premise::StandardStreams);
    super::output::as_is(call)
}

fn message(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    let [Value::Reference(receiver)] = arguments else { return Err(malformed("getMessage")) };
    let Some(object) = state.heap.resolve(*receiver)? else {
        return Ok(ExternalResult::Threw("java/lang/NullPointerException"));
    };
    let unknown = || Interrupt::from(StopReason::NoModel("the message of an exception that the JVM made".into()));
    let field =
        machine.program.field_by_name((THROWABLE, "detailMessage", "Ljava/lang/String;")).ok_or_else(unknown)?;
    if machine.is_made_by_jvm(state, object) && state.heap.field_value(object, field).is_none() {
        let message = machine.noted_jvm_message(state, object).ok_or_else(unknown)?;
        let string = state.heap.allocate(machine.builtin("java/lang/String")?);
        state.heap.set_text(machine.program, string, message);
        state.heap.write_field(object, field, Value::Reference(Reference::Object(string)));
    }
    let (heap, mut context) = machine.heap_context(state);
    let value = heap.read_field(&mut context, object, field);
    Ok(ExternalResult::Returned(Some(value)))
}

/// The JVM describes only the null pointers that it met itself.
fn no_message(_: &mut Machine<'_>, _: &mut State, _: &[Value]) -> Result<ExternalResult, Interrupt> {
    returns_null()
}

type Outcome = Result<Option<Value>, Abrupt>;

/// Notes where the exception is made.
fn fill_in(call: &mut Call<'_, '_>) -> Outcome {
    let exception = call.present(0)?;
    call.machine.note_trace(call.state, exception);
    Ok(Some(call.value(0)))
}

/// What a program sets is not kept.
fn set_trace(call: &mut Call<'_, '_>) -> Outcome {
    let exception = call.present(0)?;
    call.machine.forget_trace(call.state, exception);
    Ok(None)
}

/// The version of a module is the machine's.
fn version(_: &mut Call<'_, '_>) -> Outcome {
    Err(StopReason::NoModel("java.lang.StackTraceElement.getModuleVersion".into()).into())
}

/// Most elements of a stack trace.
const LONGEST: i32 = 1024;
/// Most elements of those that called the method under test.
const MOST_BEHIND: i32 = 1023;
const ELEMENT: &str = "java/lang/StackTraceElement";
const A_STRING: &str = "Ljava/lang/String;";

/// The stack trace: it begins as it was noted. What called the method under test stands behind, which is anything, but while code fills
/// in a trace: then it is taken to be nothing.
fn our_trace(call: &mut Call<'_, '_>) -> Outcome {
    let exception = call.present(0)?;
    let Some(noted) = call.machine.noted_trace(call.state, exception) else {
        return Err(StopReason::NoModel("java.lang.Throwable.getStackTrace".into()).into());
    };
    let kept = (THROWABLE, "backtrace", "Ljava/lang/Object;");
    let known = call.get(exception, kept)?;
    if known != NULL {
        return Ok(Some(known));
    }
    let more = if is_filling_in(call) {
        call.take_for_granted(Premise::CallersFrames);
        call.small(0)
    } else {
        call.environment(EnvironmentSource::Random("Throwable.getStackTrace()"), Domain::Int)?
    };
    let count = i32::try_from(noted.len()).unwrap_or(LONGEST);
    let (noted_count, most) = (call.small(count), call.small(MOST_BEHIND));
    let pool = &mut call.machine.pool;
    // Bits that are left of any number: that there are at least those that were noted needs no solver.
    let more = pool.and(more, most);
    let length = pool.add(noted_count, more);
    let class = call.machine.builtin(ELEMENT)?;
    let component = FieldKind::Reference(ReferenceType::class(class));
    let array = call.state.heap.new_unknown_array(component, length);
    call.state.heap.fill(array);
    for (position, (method, instruction)) in noted.into_iter().enumerate() {
        let element = trace_element(call, class, (method, instruction))?;
        let index = call.small(position as i32);
        let (heap, mut context) = call.machine.heap_context(call.state);
        heap.write_element(&mut context, array, index, element)?;
    }
    call.set(exception, kept, reference(array));
    Ok(Some(reference(array)))
}

/// Whether code of the class path fills in the trace of its own exception: it goes through all frames, to leave some of them out.
fn is_filling_in(call: &Call<'_, '_>) -> bool {
    let program = call.machine.program;
    let Some(throwable) = program.class_by_name(THROWABLE) else { return false };
    call.machine.user_types_are_closed
        && call.state.frames.iter().any(|frame| {
            let method = program.method(frame.method);
            (&*method.name, &*method.descriptor) == FILL_IN
                && method.class != throwable
                && program.is_subclass(method.class, throwable) == Some(true)
        })
}

fn trace_element(
    call: &mut Call<'_, '_>,
    class: ClassId,
    (method, instruction): (MethodId, u32),
) -> Result<Value, Abrupt> {
    let program = call.machine.program;
    let info = program.method(method);
    let declaring = program.class(info.class);
    let file = declaring.file().and_then(|file| file.source_file.clone());
    let line = program.line(method, instruction).map_or(-1, i32::from);
    let element = call.state.heap.allocate(class);
    let owner = call.interned(Some(&java_name(&declaring.name)))?;
    let (name, file) = (call.interned(Some(&info.name))?, call.interned(file.as_deref())?);
    let (line, is_jdk) = (Value::Int(call.small(line)), declaring.is_jdk);
    // That a loader of the JVM's own has loaded the class; and that its module cannot be another one.
    let format = Value::Int(call.small(if is_jdk { 3 } else { 1 }));
    let (loader, module) = if is_jdk { (None, Some("java.base")) } else { (Some("app"), None) };
    let (loader, module) = (call.interned(loader)?, call.interned(module)?);
    call.set(element, (ELEMENT, "declaringClass", A_STRING), owner);
    call.set(element, (ELEMENT, "methodName", A_STRING), name);
    call.set(element, (ELEMENT, "fileName", A_STRING), file);
    call.set(element, (ELEMENT, "lineNumber", "I"), line);
    call.set(element, (ELEMENT, "format", "B"), format);
    call.set(element, (ELEMENT, "classLoaderName", A_STRING), loader);
    call.set(element, (ELEMENT, "moduleName", A_STRING), module);
    Ok(reference(element))
}
