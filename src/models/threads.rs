//! The one thread that runs: its identity is exact, what tells it from other threads is an input. Nobody has interrupted it before
//! the method under test began.

use super::arguments::{Abrupt, Call};
use super::class_loaders::loader_of_class_path;
use super::members::{NULL, reference};
use super::objects::{ILLEGAL, NEGATIVE_TIME, nothing};
use super::{MethodModel, Precision, exact, value};
use crate::classfile::MethodReference;
use crate::exec::{Premise, StopReason};
use crate::heap::{EnvironmentSource, MachineObject, ObjectId, Origin, Reference, Value};
use crate::program::FieldId;
use crate::term::Domain;
use std::sync::Arc;

const THREAD: &str = "java/lang/Thread";
const LOCAL: &str = "java/lang/ThreadLocal";
const INHERITABLE: &str = "java/lang/InheritableThreadLocal";
const MAP: &str = "Ljava/lang/ThreadLocal$ThreadLocalMap;";
const GET_MAP: &str = "(Ljava/lang/Thread;)Ljava/lang/ThreadLocal$ThreadLocalMap;";

pub(super) const TABLE: &[MethodModel] = &[
    value(THREAD, "currentThread", "()Ljava/lang/Thread;", Precision::Bounded, current),
    value(THREAD, "currentCarrierThread", "()Ljava/lang/Thread;", Precision::Exact, current),
    value(THREAD, "<init>", "()V", Precision::Exact, |call| make(call, None, None)),
    value(THREAD, "<init>", "(Ljava/lang/Runnable;)V", Precision::Exact, |call| make(call, Some(1), None)),
    value(THREAD, "<init>", "(Ljava/lang/String;)V", Precision::Exact, |call| make(call, None, Some(1))),
    value(THREAD, "<init>", "(Ljava/lang/Runnable;Ljava/lang/String;)V", Precision::Exact, |call| {
        make(call, Some(1), Some(2))
    }),
    value(THREAD, "run", "()V", Precision::Exact, run),
    value(THREAD, "getName", "()Ljava/lang/String;", Precision::Exact, name),
    value(THREAD, "setName", "(Ljava/lang/String;)V", Precision::Exact, set_name),
    value(THREAD, "setDaemon", "(Z)V", Precision::Exact, |call| set_number(call, ("daemon", "Z"))),
    value(THREAD, "setPriority", "(I)V", Precision::Exact, set_priority),
    value(THREAD, "join", "()V", Precision::Exact, |call| join(call, false)),
    value(THREAD, "join", "(J)V", Precision::Exact, |call| join(call, true)),
    value(THREAD, "getId", "()J", Precision::Exact, identifier),
    value(THREAD, "threadId", "()J", Precision::Exact, identifier),
    value(THREAD, "getPriority", "()I", Precision::Exact, priority),
    value(THREAD, "getContextClassLoader", "()Ljava/lang/ClassLoader;", Precision::Bounded, context_loader),
    value(THREAD, "isDaemon", "()Z", Precision::Exact, is_daemon),
    value(THREAD, "isAlive", "()Z", Precision::Exact, |call| {
        let thread = call.present(0)?;
        let is_alive = !is_made(call, thread) && running(call).map(|_| true)?;
        Ok(Some(Value::Int(call.small(i32::from(is_alive)))))
    }),
    // By which a thread finds its place in a table that nobody goes through.
    value("jdk/internal/misc/ThreadTracker$ThreadRef", "hashCode", "()I", Precision::Exact, |call| {
        Ok(Some(Value::Int(call.small(1))))
    }),
    value(THREAD, "isVirtual", "()Z", Precision::Exact, |call| running(call).map(|_| Some(Value::Int(call.small(0))))),
    value(THREAD, "isInterrupted", "()Z", Precision::Exact, is_interrupted),
    value(THREAD, "interrupted", "()Z", Precision::Exact, take_interrupt),
    value(THREAD, "interrupt", "()V", Precision::Exact, interrupt),
    value(THREAD, "sleep", "(J)V", Precision::Bounded, sleep),
    exact(THREAD, "yield", "()V", nothing),
    exact(THREAD, "onSpinWait", "()V", nothing),
    value(LOCAL, "getMap", GET_MAP, Precision::Exact, |call| {
        let which = if is_terminating(call)? { TERMINATING } else { LOCALS };
        locals(call, which)
    }),
    value(INHERITABLE, "getMap", GET_MAP, Precision::Exact, |call| locals(call, INHERITED)),
    value(THREAD, "setThreadLocals", SET_MAP, Precision::Exact, |call| set_locals(call, LOCALS)),
    value(THREAD, "setInheritableThreadLocals", SET_MAP, Precision::Exact, |call| set_locals(call, INHERITED)),
    value(THREAD, "setTerminatingThreadLocals", SET_MAP, Precision::Exact, |call| set_locals(call, TERMINATING)),
];

/// Where a thread keeps the values of its variables: of those that tell when it ends, in an object of its own since Java 24.
const LOCALS: (&str, &str, &str) = (THREAD, "threadLocals", MAP);
const INHERITED: (&str, &str, &str) = (THREAD, "inheritableThreadLocals", MAP);
const TERMINATING: (&str, &str, &str) = (HOLDER_CLASS, "terminatingThreadLocals", MAP);
const SET_MAP: &str = "(Ljava/lang/ThreadLocal$ThreadLocalMap;)V";

/// The thread that runs.
fn thread(call: &mut Call<'_, '_>) -> Result<ObjectId, Abrupt> {
    if call.state.heap.statics_are_inputs && !call.state.heap.takes_choices {
        // A summary has no place for it.
        return Err(StopReason::NoModel("java.lang.Thread.currentThread".into()).into());
    }
    let class = call.machine.builtin(THREAD)?;
    Ok(call.state.heap.of_machine(MachineObject::RunningThread, class))
}

fn current(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    Ok(Some(Value::Reference(Reference::Object(thread(call)?))))
}

fn is_running(call: &Call<'_, '_>, thread: ObjectId) -> bool {
    call.state.heap.is_of_machine(thread) == Some(MachineObject::RunningThread)
}

/// The receiver, which must be the thread that runs.
fn running(call: &Call<'_, '_>) -> Result<ObjectId, Abrupt> {
    let receiver = call.present(0)?;
    if is_running(call, receiver) { Ok(receiver) } else { call.unmodelled("of another thread") }
}

fn field(call: &Call<'_, '_>, name: &str, descriptor: &str) -> Result<FieldId, Abrupt> {
    let found = call.machine.program.field_by_name((THREAD, name, descriptor));
    found.ok_or_else(|| StopReason::MissingClass(format!("java.lang.Thread, for its field {name}")).into())
}

/// Where a thread keeps what it is to run: in itself, or in an object of its own since Java 19.
const TARGET: (&str, &str, &str) = (THREAD, "target", "Ljava/lang/Runnable;");
const HOLDER_CLASS: &str = "java/lang/Thread$FieldHolder";
const HOLDER: (&str, &str, &str) = (THREAD, "holder", "Ljava/lang/Thread$FieldHolder;");
const TASK: (&str, &str, &str) = (HOLDER_CLASS, "task", "Ljava/lang/Runnable;");
const NAME: (&str, &str, &str) = (THREAD, "name", "Ljava/lang/String;");

/// Makes a thread that nobody starts: what it runs, and its name where that is given.
fn make(call: &mut Call<'_, '_>, target: Option<usize>, name: Option<usize>) -> Result<Option<Value>, Abrupt> {
    let thread = call.present(0)?;
    if let Some(name) = name {
        call.present(name)?;
        let name = call.value(name);
        call.set(thread, NAME, name);
    }
    let target = target.map_or(NULL, |target| call.value(target));
    if call.machine.program.field_by_name(TARGET).is_some() {
        call.set(thread, TARGET, target);
    } else {
        let holder = call.state.heap.allocate(call.machine.builtin(HOLDER_CLASS)?);
        call.set(holder, TASK, target);
        call.set(thread, HOLDER, reference(holder));
    }
    Ok(None)
}

/// Whether a thread was made on the path.
fn is_made(call: &Call<'_, '_>, thread: ObjectId) -> bool {
    let origin = call.state.heap.object(thread).map(|object| &object.origin);
    matches!(origin, Some(Origin::Allocated)) && !is_running(call, thread)
}

/// Runs what a thread was made for, as any other method.
fn run(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let thread = call.present(0)?;
    if call.given(0).is_some() {
        return Ok(None);
    }
    if !is_made(call, thread) {
        return call.unmodelled("of another thread");
    }
    let target = if call.machine.program.field_by_name(TARGET).is_some() {
        call.get(thread, TARGET)?
    } else {
        let Value::Reference(holder) = call.get(thread, HOLDER)? else { return call.unmodelled("of this JDK") };
        let holder = call.state.heap.resolve(holder)?.ok_or(Abrupt::Threw(super::arguments::NULL_POINTER))?;
        call.get(holder, TASK)?
    };
    let Value::Reference(target) = target else { return call.unmodelled("of this JDK") };
    let Some(target) = call.state.heap.resolve(target)? else { return Ok(None) };
    let method = MethodReference {
        class: "java/lang/Runnable".into(),
        name: "run".into(),
        descriptor: "()V".into(),
        interface: true,
    };
    match call.machine.model_call(call.state, target, &Arc::new(method))? {
        Some(asked) => Err(Abrupt::Calls(asked)),
        None => call.unmodelled("of something that is not known"),
    }
}

fn name(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let thread = call.present(0)?;
    if is_made(call, thread) {
        let name = call.get(thread, NAME)?;
        return if name == NULL { call.unmodelled("of a thread without a name of its own") } else { Ok(Some(name)) };
    }
    running(call)?;
    let text = call.environment(EnvironmentSource::Thread("getName"), Domain::Text)?;
    call.shared_string(text)
}

/// The numbers of threads begin at 1.
fn identifier(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    running(call)?;
    let number = call.environment(EnvironmentSource::Thread("getId"), Domain::Long)?;
    let pool = &mut call.machine.pool;
    let (one, zero) = (pool.long(1), pool.long(0));
    let is_positive = pool.less(zero, number);
    Ok(Some(Value::Long(pool.if_then_else(is_positive, number, one))))
}

fn set_name(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let thread = call.present(0)?;
    if !is_made(call, thread) {
        return call.unmodelled("of another thread");
    }
    if call.object(1)?.is_none() {
        let thrown = call.exception(super::arguments::NULL_POINTER, Some("name cannot be null"))?;
        return Err(Abrupt::ThrewObject(thrown));
    }
    let name = call.value(1);
    call.set(thread, NAME, name);
    Ok(None)
}

/// Where a thread that was made on the path keeps a number: in itself, or in an object of its own since Java 19.
fn place_of_number(
    call: &mut Call<'_, '_>,
    (name, descriptor): (&'static str, &'static str),
) -> Result<(ObjectId, (&'static str, &'static str, &'static str)), Abrupt> {
    let thread = call.present(0)?;
    if !is_made(call, thread) {
        return call.unmodelled("of another thread");
    }
    if call.machine.program.field_by_name((THREAD, name, descriptor)).is_some() {
        return Ok((thread, (THREAD, name, descriptor)));
    }
    let Value::Reference(holder) = call.get(thread, HOLDER)? else { return call.unmodelled("of this JDK") };
    match call.state.heap.resolve(holder)? {
        Some(holder) => Ok((holder, (HOLDER_CLASS, name, descriptor))),
        None => call.unmodelled("of this JDK"),
    }
}

fn set_number(call: &mut Call<'_, '_>, number: (&'static str, &'static str)) -> Result<Option<Value>, Abrupt> {
    let (holder, field) = place_of_number(call, number)?;
    let given = call.value(1);
    call.set(holder, field, given);
    Ok(None)
}

/// What was set; none where nothing was, so that it is what the thread that made it has.
fn number_set(call: &mut Call<'_, '_>, number: (&'static str, &'static str)) -> Result<Option<Value>, Abrupt> {
    let (holder, field) = place_of_number(call, number)?;
    let field = call.machine.program.field_by_name(field);
    Ok(field.and_then(|field| call.state.heap.field_value(holder, field)))
}

fn set_priority(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let priority = call.int(1)?;
    let (one, ten) = (call.small(1), call.small(10));
    let pool = &mut call.machine.pool;
    let (above, below) = (pool.less_or_equal(one, priority), pool.less_or_equal(priority, ten));
    let is_one = pool.conjunction(above, below);
    if !call.decide(is_one)? {
        let thrown = call.exception(ILLEGAL, None)?;
        return Err(Abrupt::ThrewObject(thrown));
    }
    // No group of threads has a greatest priority of its own.
    call.take_for_granted(Premise::StandardProperties);
    set_number(call, ("priority", "I"))
}

/// Nobody starts a thread that was made on the path, so that nobody waits for it.
fn join(call: &mut Call<'_, '_>, with_time: bool) -> Result<Option<Value>, Abrupt> {
    let thread = call.present(0)?;
    if !is_made(call, thread) {
        return call.unmodelled("of another thread");
    }
    if with_time {
        let (time, zero) = (call.number(1)?, call.machine.pool.long(0));
        let is_time = call.machine.pool.less_or_equal(zero, time);
        call.require_saying(is_time, (ILLEGAL, NEGATIVE_TIME))?;
    }
    Ok(None)
}

/// Priorities go from 1 to 10.
fn priority(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let thread = call.present(0)?;
    if is_made(call, thread) {
        if let Some(set) = number_set(call, ("priority", "I"))? {
            return Ok(Some(set));
        }
    } else {
        running(call)?;
    }
    let number = call.environment(EnvironmentSource::Thread("getPriority"), Domain::Int)?;
    let pool = &mut call.machine.pool;
    let (one, ten) = (pool.int(1), pool.int(10));
    let (above, below) = (pool.less_or_equal(one, number), pool.less_or_equal(number, ten));
    let is_one = pool.conjunction(above, below);
    Ok(Some(Value::Int(pool.if_then_else(is_one, number, one))))
}

/// Mostly the loader of the class path; code may have set any, or none.
fn context_loader(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    running(call)?;
    let which = call.environment(EnvironmentSource::Thread("getContextClassLoader"), Domain::Int)?;
    let (own, none) = (call.small(0), call.small(1));
    let is_own = call.machine.pool.equal(which, own);
    if call.decide(is_own)? {
        return loader_of_class_path(call).map(Some);
    }
    let is_none = call.machine.pool.equal(which, none);
    if call.decide(is_none)? {
        return Ok(Some(NULL));
    }
    call.any_object("java/lang/ClassLoader").map(Some)
}

fn is_daemon(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let thread = call.present(0)?;
    if is_made(call, thread) {
        if let Some(set) = number_set(call, ("daemon", "Z"))? {
            return Ok(Some(set));
        }
    } else {
        running(call)?;
    }
    Ok(Some(Value::Int(call.environment(EnvironmentSource::Thread("isDaemon"), Domain::Boolean)?)))
}

/// Whether the path has interrupted the thread, and not taken note of that since.
fn interrupt_flag(call: &mut Call<'_, '_>, thread: ObjectId) -> Result<(FieldId, Value), Abrupt> {
    let field = field(call, "interrupted", "Z")?;
    if let Some(known) = call.state.heap.field_value(thread, field) {
        return Ok((field, known));
    }
    call.take_for_granted(Premise::NotInterrupted);
    Ok((field, Value::Int(call.small(0))))
}

fn is_interrupted(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let thread = running(call)?;
    Ok(Some(interrupt_flag(call, thread)?.1))
}

fn take_interrupt(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let thread = thread(call)?;
    let (field, flag) = interrupt_flag(call, thread)?;
    let cleared = Value::Int(call.small(0));
    call.state.heap.write_field(thread, field, cleared);
    Ok(Some(flag))
}

fn interrupt(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let thread = running(call)?;
    let (field, _) = interrupt_flag(call, thread)?;
    let set = Value::Int(call.small(1));
    call.state.heap.write_field(thread, field, set);
    Ok(None)
}

/// Sleeps no time at all, unless the thread was interrupted.
fn sleep(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let duration = call.number(0)?;
    let zero = call.machine.pool.long(0);
    let is_duration = call.machine.pool.less_or_equal(zero, duration);
    call.require_saying(is_duration, (ILLEGAL, NEGATIVE_TIME))?;
    match take_interrupt(call)? {
        Some(Value::Int(flag)) if call.machine.pool.as_int(flag) == Some(0) => Ok(None),
        _ => {
            let message = call.constant("sleep interrupted");
            Err(Abrupt::ThrewSaying("java/lang/InterruptedException", message))
        }
    }
}

/// Whether the receiver is a variable that tells when its thread ends, of a JDK that keeps these apart.
fn is_terminating(call: &Call<'_, '_>) -> Result<bool, Abrupt> {
    let variable = call.present(0)?;
    let program = call.machine.program;
    let class = program.class_by_name("jdk/internal/misc/TerminatingThreadLocal");
    let is_one = call.state.heap.exact_class(variable).zip(class);
    let is_one = is_one.is_some_and(|(exact, class)| program.is_subclass(exact, class) == Some(true));
    Ok(is_one && program.field_by_name(TERMINATING).is_some())
}

/// The values of thread-local variables. Calls before may have set those of a variable that is older than the path, but for the
/// JDK's own.
fn locals(call: &mut Call<'_, '_>, which: (&str, &str, &str)) -> Result<Option<Value>, Abrupt> {
    let variable = call.present(0)?;
    let origin = call.state.heap.object(variable).map(|object| &object.origin);
    let is_own = matches!(origin, Some(Origin::Allocated)) || call.machine.is_held_by_jdk(call.state, variable);
    let thread = call.present(1)?;
    if !is_own || !is_running(call, thread) {
        return call.refuse("of a variable that was there before");
    }
    let Some(holder) = holder_of(call, thread, which) else { return Ok(Some(NULL)) };
    let field = call.machine.program.field_by_name(which);
    Ok(Some(field.and_then(|field| call.state.heap.field_value(holder, field)).unwrap_or(NULL)))
}

/// The object that has a field of a thread's: the thread, or what it keeps its other fields in, where the path has made that.
fn holder_of(call: &Call<'_, '_>, thread: ObjectId, (class, ..): (&str, &str, &str)) -> Option<ObjectId> {
    if class == THREAD {
        return Some(thread);
    }
    let holder = call.machine.program.field_by_name(HOLDER)?;
    match call.state.heap.field_value(thread, holder) {
        Some(Value::Reference(reference)) => call.state.heap.resolve(reference).ok().flatten(),
        _ => None,
    }
}

/// Keeps the values of the running thread's variables.
fn set_locals(
    call: &mut Call<'_, '_>,
    which: (&'static str, &'static str, &'static str),
) -> Result<Option<Value>, Abrupt> {
    let thread = running(call)?;
    let holder = match holder_of(call, thread, which) {
        Some(holder) => holder,
        None => {
            let holder = call.state.heap.allocate(call.machine.builtin(HOLDER_CLASS)?);
            call.set(thread, HOLDER, reference(holder));
            holder
        }
    };
    let map = call.value(1);
    call.set(holder, which, map);
    Ok(None)
}
