//! Code that removes the first frames of an exception's stack trace, as compilers put it before what a failed check
//! throws. It goes through all frames, also those of the unknown callers of the method under test. What it leaves is
//! the same whatever these are: the exception, with another trace. So the code is recognised by its instructions, in
//! any class.

use super::machine::Machine;
use super::state::State;
use super::step::Effect;
use crate::classfile::{
    ArrayAccess, BinaryOperator, Condition, Instruction, InvokeKind, MethodReference, Relation, ValueKind,
};
use crate::heap::{Body, Origin, Reference, Value};
use crate::program::{MethodId, MethodTarget, Program};

const THROWABLE: &str = "java/lang/Throwable";
/// What such a method takes and returns: the exception, and the name of the class whose frames are dropped.
const DESCRIPTOR: &str = "(Ljava/lang/Throwable;Ljava/lang/String;)Ljava/lang/Throwable;";
const FRAMES: &str = "[Ljava/lang/StackTraceElement;";

/// What such a method calls, with its class, name and descriptor.
const GET: (&str, &str, &str) = (THROWABLE, "getStackTrace", "()[Ljava/lang/StackTraceElement;");
const SET: (&str, &str, &str) = (THROWABLE, "setStackTrace", "([Ljava/lang/StackTraceElement;)V");
const NAME: (&str, &str, &str) = ("java/lang/StackTraceElement", "getClassName", "()Ljava/lang/String;");
const EQUALS: (&str, &str, &str) = ("java/lang/String", "equals", "(Ljava/lang/Object;)Z");
const COPY: (&str, &str, &str) = ("java/util/Arrays", "copyOfRange", "([Ljava/lang/Object;II)[Ljava/lang/Object;");

impl Machine<'_> {
    /// What a call does whose code drops frames of an exception's trace; none where that is not all it does.
    pub(super) fn drop_frames(&mut self, state: &mut State, method: MethodId, arguments: &[Value]) -> Option<Effect> {
        let [Value::Reference(exception @ Reference::Object(object)), Value::Reference(Reference::Object(name))] =
            arguments
        else {
            return None;
        };
        if !drops_frames(self.program, method) {
            return None;
        }
        let thrown = state.heap.object(*object)?;
        // No element of the trace of an exception that code made is null, and methods of `Throwable` give and take it.
        let Body::Instance(body) = &thrown.body else { return None };
        let [class] = body.types.as_ref() else { return None };
        let is_throwables = |called: (&str, &str, &str)| {
            let reference = MethodReference {
                class: called.0.into(),
                name: called.1.into(),
                descriptor: called.2.into(),
                interface: false,
            };
            matches!(self.program.select(*class, &reference), MethodTarget::Method(method)
                if &**self.program.class_name(self.program.method(method).class) == THROWABLE)
        };
        if !matches!(thrown.origin, Origin::Allocated) || !is_throwables(GET) || !is_throwables(SET) {
            return None;
        }
        let (heap, mut context) = self.heap_context(state);
        let name = heap.text_of(&mut context, *name).and_then(|text| self.pool.as_text(text))?;
        let class = self.program.class_by_name(&String::from_utf16(name).ok()?.replace('.', "/"))?;
        self.drop_noted(state, *object, class);
        state.dropped_frames.push_back((*object, class));
        state.replace_operands(arguments.len(), Value::Reference(*exception));
        Some(Effect::Next)
    }
}

/// Whether a method's code drops frames of the trace of its first argument, and does nothing else.
fn drops_frames(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    if &*info.descriptor != DESCRIPTOR || !info.flags.is_static() || info.flags.is_synchronized() {
        return false;
    }
    let Some(code) = program.code(method) else { return false };
    let instructions = code.instructions.iter().map(|decoded| &decoded.instruction);
    let is_known = |(expected, found): (&Expected, &Instruction)| expected.is(found);
    code.handlers.is_empty() && instructions.len() == DROPPING.len() && DROPPING.iter().zip(instructions).all(is_known)
}

/// An instruction of such a method.
enum Expected {
    Load(ValueKind, u16),
    Store(ValueKind, u16),
    Constant(i32),
    Length,
    Element,
    Branch(Condition, u32),
    Goto(u32),
    Call(InvokeKind, (&'static str, &'static str, &'static str)),
    Increment(u16),
    Add,
    Cast,
    Return,
}

impl Expected {
    fn is(&self, found: &Instruction) -> bool {
        match (self, found) {
            (Expected::Load(kind, local), Instruction::Load(found, of))
            | (Expected::Store(kind, local), Instruction::Store(found, of)) => (kind, local) == (found, of),
            (Expected::Constant(number), Instruction::IntConstant(found)) => number == found,
            (Expected::Branch(condition, to), Instruction::Branch(found, target)) => (condition, to) == (found, target),
            (Expected::Goto(to), Instruction::Goto(target)) => to == target,
            (Expected::Call(kind, (class, name, descriptor)), Instruction::Invoke(found, called)) => {
                kind == found
                    && *class == &*called.class
                    && *name == &*called.name
                    && *descriptor == &*called.descriptor
            }
            (Expected::Increment(local), Instruction::Increment(of, by)) => local == of && *by == 1,
            (Expected::Cast, Instruction::CheckCast(class)) => &**class == FRAMES,
            (Expected::Length, Instruction::ArrayLength)
            | (Expected::Element, Instruction::ArrayLoad(ArrayAccess::Reference))
            | (Expected::Add, Instruction::Binary(ValueKind::Int, BinaryOperator::Add))
            | (Expected::Return, Instruction::Return(Some(ValueKind::Reference))) => true,
            _ => false,
        }
    }
}

/// The instructions of `frames = thrown.getStackTrace(); size = frames.length; last = -1; for (i = 0; i < size; i++) if
/// (name.equals(frames[i].getClassName())) last = i; thrown.setStackTrace(Arrays.copyOfRange(frames, last + 1, size)); return thrown;`
const DROPPING: [Expected; 37] = [
    Expected::Load(ValueKind::Reference, 0),
    Expected::Call(InvokeKind::Virtual, GET),
    Expected::Store(ValueKind::Reference, 2),
    Expected::Load(ValueKind::Reference, 2),
    Expected::Length,
    Expected::Store(ValueKind::Int, 3),
    Expected::Constant(-1),
    Expected::Store(ValueKind::Int, 4),
    Expected::Constant(0),
    Expected::Store(ValueKind::Int, 5),
    Expected::Load(ValueKind::Int, 5),
    Expected::Load(ValueKind::Int, 3),
    Expected::Branch(Condition::IntCompare(Relation::GreaterOrEqual), 24),
    Expected::Load(ValueKind::Reference, 1),
    Expected::Load(ValueKind::Reference, 2),
    Expected::Load(ValueKind::Int, 5),
    Expected::Element,
    Expected::Call(InvokeKind::Virtual, NAME),
    Expected::Call(InvokeKind::Virtual, EQUALS),
    Expected::Branch(Condition::IntZero(Relation::Equal), 22),
    Expected::Load(ValueKind::Int, 5),
    Expected::Store(ValueKind::Int, 4),
    Expected::Increment(5),
    Expected::Goto(10),
    Expected::Load(ValueKind::Reference, 2),
    Expected::Load(ValueKind::Int, 4),
    Expected::Constant(1),
    Expected::Add,
    Expected::Load(ValueKind::Int, 3),
    Expected::Call(InvokeKind::Static, COPY),
    Expected::Cast,
    Expected::Store(ValueKind::Reference, 5),
    Expected::Load(ValueKind::Reference, 0),
    Expected::Load(ValueKind::Reference, 5),
    Expected::Call(InvokeKind::Virtual, SET),
    Expected::Load(ValueKind::Reference, 0),
    Expected::Return,
];
