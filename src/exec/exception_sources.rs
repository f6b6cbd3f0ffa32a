//! Where the exceptions of a path come from: who made each, and who threw it first.

use super::state::State;
use super::step::Event;
use crate::classfile::{ClassName, Instruction};
use crate::heap::{ObjectId, Reference, Value};
use crate::program::{MethodId, Program};
use std::rc::Rc;

/// The activations at a moment with their instructions, the outermost first.
pub type Frames = Rc<[(MethodId, u32)]>;

/// What is known of one path's exceptions.
#[derive(Clone, Debug, Default)]
pub struct Exceptions {
    last: Option<Rc<Happening>>,
}

/// Something that happened to an exception.
#[derive(Debug)]
struct Happening {
    object: ObjectId,
    what: What,
    frames: Frames,
    before: Option<Rc<Happening>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// It was allocated by `new`.
    Allocated,
    /// The machine, or a model, made and threw it.
    Raised,
    /// An `athrow` threw it.
    Thrown,
}

/// Where an exception comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExceptionSource {
    /// What its stack trace says: where it was constructed, or raised.
    pub trace: Frames,
    /// Where it was thrown for the first time.
    pub first_thrown: Frames,
    /// Whether the program made it by `new`.
    pub is_allocated: bool,
}

impl ExceptionSource {
    /// The source of an exception with the trace as a JVM records it: while the constructor runs, which is at its call and not at `new`,
    /// and without what was dropped of it since.
    pub fn told_by_the_machine(mut self, program: &Program, (state, exception): (&State, ObjectId)) -> ExceptionSource {
        let called = self.trace.last().filter(|_| self.is_allocated).and_then(|(method, position)| {
            let called = program.code(*method)?.constructor_call(*position)?;
            Some((*method, called))
        });
        if let Some(called) = called {
            let mut frames = self.trace.to_vec();
            if let Some(last) = frames.last_mut() {
                *last = called;
            }
            self.trace = frames.into();
        }
        for (_, class) in state.dropped_frames.iter().filter(|(object, _)| *object == exception) {
            let is_its = |(method, _): &(MethodId, u32)| program.method(*method).class == *class;
            if let Some(last) = self.trace.iter().position(is_its) {
                self.trace = self.trace.iter().take(last).copied().collect();
            }
        }
        self
    }

    /// The instruction that raised it, where the program did not make it by `new`.
    pub fn raising<'p>(&self, program: &'p Program) -> Option<&'p Instruction> {
        let (method, position) = self.first_thrown.last().filter(|_| !self.is_allocated)?;
        Some(&program.code(*method)?.instructions.get(*position as usize)?.instruction)
    }
}

impl Exceptions {
    /// Where an exception comes from; none when the path never saw it before it was thrown, as one that was an input.
    pub fn source(&self, object: ObjectId) -> Option<ExceptionSource> {
        let mut made: Option<(&Frames, bool)> = None;
        let mut first_thrown = None;
        let mut next = self.last.as_deref();
        while let Some(happening) = next {
            next = happening.before.as_deref();
            if happening.object != object {
                continue;
            }
            match happening.what {
                What::Allocated => made = Some((&happening.frames, true)),
                What::Raised => {
                    made = Some((&happening.frames, false));
                    first_thrown = Some(happening.frames.clone());
                }
                What::Thrown => first_thrown = Some(happening.frames.clone()),
            }
        }
        let (trace, is_allocated) = made?;
        let first_thrown = first_thrown.unwrap_or_else(|| trace.clone());
        Some(ExceptionSource { trace: trace.clone(), first_thrown, is_allocated })
    }

    /// Takes in what an instruction of a method at a position has done. `thrown_from` are the activations when something was last thrown;
    /// whether a class is one of exceptions is asked where an object is made.
    pub fn note(
        &mut self,
        (method, position, instruction): (MethodId, u32, &Instruction),
        event: &Event,
        after: &State,
        thrown_from: &[(MethodId, u32)],
        mut is_throwable: impl FnMut(&ClassName) -> bool,
    ) {
        match (event, instruction) {
            (Event::Executed, Instruction::New(class)) if is_throwable(class) => {
                if let Value::Reference(Reference::Object(object)) = after.operand(0) {
                    let mut frames: Vec<(MethodId, u32)> =
                        after.frames.iter().map(|frame| (frame.method, frame.instruction)).collect();
                    if let Some(top) = frames.last_mut() {
                        *top = (method, position);
                    }
                    self.add(object, What::Allocated, frames.into());
                }
            }
            (Event::Raised(_, object, _), _) => self.add(*object, What::Raised, thrown_from.into()),
            (Event::Threw(object), _) => self.add(*object, What::Thrown, thrown_from.into()),
            (Event::Thrown(_), _) => {
                // It is caught: the handler begins with it as its only operand.
                if let Value::Reference(Reference::Object(object)) = after.operand(0) {
                    self.add(object, What::Thrown, thrown_from.into());
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, object: ObjectId, what: What, frames: Frames) {
        self.last = Some(Rc::new(Happening { object, what, frames, before: self.last.take() }));
    }
}

/// Whether a class is one of exceptions, or may be.
pub fn is_throwable(program: &Program, class: &ClassName) -> bool {
    let throwable = program.class_by_name("java/lang/Throwable");
    let class = program.class_by_name(class);
    matches!((class, throwable), (Some(class), Some(throwable)) if program.is_subclass(class, throwable) != Some(false))
}
