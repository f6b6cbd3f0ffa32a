//! Why a path stops before it ends, and why an instruction was not executed now.

use crate::classfile::java_name;
use crate::heap::Choice;
use crate::solver::Unknown;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// An instruction of a method. Which source line it is on is no part of what casewise found, so that a summary stays the same
/// when a line is inserted above it: who reports the place looks the line up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CodePlace {
    /// Internal name of the class.
    pub class: Arc<str>,
    /// Name of the method.
    pub method: Arc<str>,
    /// Descriptor of the method.
    pub descriptor: Arc<str>,
    /// The instruction, by index.
    pub instruction: u32,
    /// The source line, once it has been looked up.
    #[serde(skip)]
    pub line: Option<u16>,
}

impl std::fmt::Display for CodePlace {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}.{}", java_name(&self.class), self.method)?;
        match self.line {
            Some(line) => write!(formatter, ":{line}"),
            None => write!(formatter, "@{}", self.instruction),
        }
    }
}

/// Why a path stopped. A stop is an outcome that is counted and shown; it is no bug of the analysed program.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum StopReason {
    /// A loop's symbolic iterations exceed `--loop-bound`: the instruction that it begins with.
    LoopBound(CodePlace),
    /// Calls within a recursive component exceed `--recursion`: the method.
    RecursionBound(String),
    /// More symbolic decisions than `--depth`.
    DepthBound,
    /// An array would have to be longer than `--array-length`.
    ArrayLengthBound,
    /// The path executed more instructions than one path may.
    InstructionBudget,
    /// The solver did not know.
    SolverUnknown(String),
    /// The solver was interrupted, since the exploration had to end: it ends with this, and no summary keeps it.
    Interrupted,
    /// A string would have to be longer than this many characters, the longest that were looked at.
    TextBound(usize),
    /// An instruction that is not executed yet.
    UnsupportedInstruction(String),
    /// A method that is not on the class path and has no model.
    MissingMethod(String),
    /// A class that is not on the class path, where its place in the hierarchy matters.
    MissingClass(String),
    /// A native or abstract method.
    NoCode(String),
    /// A native method of the JDK that has no model.
    NativeMethod(String),
    /// A method, or something else, of the JDK whose bytecode is not run and that has no model.
    NoModel(String),
    /// A call on an input whose class is not known: the abstract method that it names.
    UnknownReceiver(String),
    /// More activations than one path may have: the method that was to be called.
    FrameBound(String),
    /// An input that is not null, of a type that no class on the class path has instances of.
    NoInstance(String),
    /// A class whose static initialiser cannot be executed: class, why.
    ClassInitialisation(String, NotInitialised),
    /// The program ended itself: with which status, where that is one number.
    Exits(Option<i32>),
    /// An assumption of the program does not hold. Such a path is dropped: it is none of the program's.
    AssumptionFails,
    /// A defect of casewise.
    Internal(String),
    /// An input object whose constructor, which runs before the method does, would see or change what the method, or the
    /// constructor of another input, has changed: its class.
    ConstructorDependsOnState(String),
    /// An input object of a class of which a caller can make none, or none in a way that is considered: the class.
    NoConstructor(String),
    /// A factory that gives callers an object that was there before: its class.
    SharedFactoryResult(String),
    /// Input objects that are made inside one another's constructors, deeper than is considered: the class.
    ConstructionDepth(String),
    /// A call that its model covers only for other arguments: the method, what is different here.
    Unmodelled(String),
    /// A comparison of references to equal strings, or to lambda expressions, where the JVM may give one object for both or not.
    UnspecifiedIdentity,
    /// An `arraycopy` that would have to check each element's type, since it is open which types the arrays take.
    CheckedCopy,
    /// Following this call costs more than a caller spends on it: the method.
    CallBudget(String),
    /// More classes than are told apart may be the receiver's: the method that the call names.
    ManyReceivers(String),
    /// A path differs from the execution tree that earlier runs have made of it: a defect of casewise.
    Diverges,
}

/// Why a static initialiser is not executed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum NotInitialised {
    /// It begins while that of another class is executed.
    WithinAnother,
    /// It catches what the failing initialiser of another class throws.
    CatchesAnother,
    /// It throws: what.
    Throws(String),
    /// It fails while an input is made, before the method under test begins.
    FailsInMaking,
    /// It uses a class whose initialiser has failed before.
    UsesFailed,
    /// It fails, and what it throws is not known.
    ThrowsNothing,
    /// It fails after it has assigned static fields of other classes, which are not followed.
    FailsLate,
    /// It asks for a choice.
    Asks,
    /// It stops.
    Stops(Box<StopReason>),
}

impl std::fmt::Display for NotInitialised {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotInitialised::WithinAnother => formatter.write_str("begins within that of another class"),
            NotInitialised::CatchesAnother => formatter.write_str("catches the failure of another class's"),
            NotInitialised::Throws(what) => write!(formatter, "throws {what}"),
            NotInitialised::FailsInMaking => formatter.write_str("fails while an input is made"),
            NotInitialised::UsesFailed => formatter.write_str("uses a class whose initialisation has failed before"),
            NotInitialised::ThrowsNothing => formatter.write_str("throws nothing"),
            NotInitialised::FailsLate => formatter.write_str("fails after it has assigned fields of other classes"),
            NotInitialised::Asks => formatter.write_str("a choice"),
            NotInitialised::Stops(reason) => reason.fmt(formatter),
        }
    }
}

impl StopReason {
    /// Whether a call that stops for this reason can be left open instead: what is not known is what the call does, and nothing
    /// else.
    pub fn concerns_a_call(&self) -> bool {
        match self {
            StopReason::MissingMethod(_)
            | StopReason::NoCode(_)
            | StopReason::NativeMethod(_)
            | StopReason::NoModel(_)
            | StopReason::UnknownReceiver(_)
            | StopReason::FrameBound(_)
            | StopReason::RecursionBound(_)
            | StopReason::ClassInitialisation(..)
            | StopReason::MissingClass(_)
            | StopReason::Unmodelled(_)
            | StopReason::UnsupportedInstruction(_)
            | StopReason::CheckedCopy
            | StopReason::CallBudget(_)
            | StopReason::ManyReceivers(_) => true,
            StopReason::LoopBound(_)
            | StopReason::DepthBound
            | StopReason::ArrayLengthBound
            | StopReason::InstructionBudget
            | StopReason::SolverUnknown(_)
            | StopReason::TextBound(_)
            | StopReason::NoInstance(_)
            | StopReason::Exits(_)
            | StopReason::AssumptionFails
            | StopReason::Internal(_)
            | StopReason::ConstructorDependsOnState(_)
            | StopReason::NoConstructor(_)
            | StopReason::SharedFactoryResult(_)
            | StopReason::ConstructionDepth(_)
            | StopReason::UnspecifiedIdentity
            | StopReason::Diverges
            | StopReason::Interrupted => false,
        }
    }

    /// Whether executing the callee inline in its caller's context can go further than its summary did. The recursion
    /// bound cannot: it counts frames, whatever the context.
    pub fn depends_on_context(&self) -> bool {
        matches!(
            self,
            StopReason::LoopBound(_)
                | StopReason::DepthBound
                | StopReason::ArrayLengthBound
                | StopReason::InstructionBudget
                | StopReason::SolverUnknown(_)
                | StopReason::TextBound(_)
                | StopReason::CheckedCopy
                | StopReason::UnknownReceiver(_)
                | StopReason::Unmodelled(_)
                | StopReason::UnspecifiedIdentity
        )
    }
}

impl From<Unknown> for StopReason {
    fn from(why: Unknown) -> Self {
        match why {
            Unknown::Interrupted => StopReason::Interrupted,
            Unknown::Solver(reason) => StopReason::SolverUnknown(reason),
            Unknown::TextBound(units) => StopReason::TextBound(units),
        }
    }
}

impl StopReason {
    /// The reason with the source line of its place, as `line` tells it.
    pub fn with_line(&self, line: impl FnOnce(&CodePlace) -> Option<u16>) -> StopReason {
        match self {
            StopReason::LoopBound(place) => {
                let line = line(place);
                StopReason::LoopBound(CodePlace { line, ..place.clone() })
            }
            other => other.clone(),
        }
    }
}

impl std::fmt::Display for StopReason {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StopReason::LoopBound(at) => write!(formatter, "loop bound reached at {at}"),
            StopReason::RecursionBound(method) => write!(formatter, "recursion bound reached calling {method}"),
            StopReason::DepthBound => write!(formatter, "depth bound reached"),
            StopReason::ArrayLengthBound => write!(formatter, "needs an array longer than the bound"),
            StopReason::InstructionBudget => write!(formatter, "instruction budget of a path used up"),
            StopReason::SolverUnknown(why) => write!(formatter, "solver does not know ({why})"),
            StopReason::Interrupted => write!(formatter, "solver interrupted"),
            StopReason::TextBound(units) => write!(formatter, "may need a string longer than {units} characters"),
            StopReason::UnsupportedInstruction(what) => write!(formatter, "unsupported: {what}"),
            StopReason::Unmodelled(what) => write!(formatter, "unsupported: {what}"),
            StopReason::UnspecifiedIdentity => {
                write!(
                    formatter,
                    "compares references to equal strings, or to lambda expressions, that the JVM may share or not"
                )
            }
            StopReason::CallBudget(method) => {
                write!(formatter, "call to {method}, which does more than its callers follow")
            }
            StopReason::ManyReceivers(method) => {
                write!(formatter, "call to {method} of an input that may be of many classes")
            }
            StopReason::CheckedCopy => write!(formatter, "unsupported: arraycopy that checks each element's type"),
            StopReason::MissingMethod(method) => write!(formatter, "call to {method}, which is not on the class path"),
            StopReason::MissingClass(class) => write!(formatter, "needs class {class}, which is not on the class path"),
            StopReason::NoCode(method) => write!(formatter, "{method} has no code"),
            StopReason::NativeMethod(method) => write!(formatter, "no model for native method {method}"),
            StopReason::NoModel(what) => write!(formatter, "no model for {what}"),
            StopReason::UnknownReceiver(method) => {
                write!(formatter, "call to {method} of an input whose class is not known")
            }
            StopReason::FrameBound(method) => {
                write!(formatter, "too many activations within each other calling {method}")
            }
            StopReason::NoInstance(class) => write!(formatter, "no class on the class path is a {class}"),
            StopReason::ClassInitialisation(class, why) => {
                write!(formatter, "class initialisation of {class}: {why}")
            }
            StopReason::Exits(Some(status)) => write!(formatter, "exits with status {status}"),
            StopReason::Exits(None) => write!(formatter, "exits with a status that depends on the input"),
            StopReason::AssumptionFails => write!(formatter, "an assumption of the program does not hold"),
            StopReason::Internal(what) => write!(formatter, "defect of casewise: {what}"),
            StopReason::Diverges => {
                write!(formatter, "defect of casewise: a path differs from its execution tree")
            }
            StopReason::ConstructorDependsOnState(class) => {
                write!(
                    formatter,
                    "a constructor of {class}, which makes an input, depends on what has been changed since"
                )
            }
            StopReason::NoConstructor(class) => {
                write!(formatter, "no accessible constructor is known to make a {class}")
            }
            StopReason::SharedFactoryResult(class) => {
                write!(formatter, "a static method that gives out a {class} made before")
            }
            StopReason::ConstructionDepth(class) => {
                write!(formatter, "inputs nested too deeply in constructors, at {class}")
            }
        }
    }
}

/// Why an instruction was not executed now.
#[derive(Clone, Debug, PartialEq)]
pub enum Interrupt {
    /// Something must be decided first; then the instruction is executed again.
    Choice(Choice),
    /// The path stops here.
    Stop(StopReason),
    /// There is no such path.
    Infeasible,
}

impl From<Choice> for Interrupt {
    fn from(choice: Choice) -> Self {
        Interrupt::Choice(choice)
    }
}

impl From<StopReason> for Interrupt {
    fn from(reason: StopReason) -> Self {
        Interrupt::Stop(reason)
    }
}
