//! The bytecode interpreter over symbolic states: one `execute` match whose arms call a function in a family file. It
//! never forks; it asks for a choice and is run again once the choice is made. Knows no search order and no summaries.

mod arith;
mod array;
mod branch;
mod building;
mod changing;
mod convert;
mod exception;
mod field;
mod identity;
mod initialisation;
mod initialiser_failure;
mod invariant;
mod invoke;
mod jdk;
mod jvm_message;
mod local;
mod loops;
mod machine;
mod monitor;
mod narrowing;
mod null_message;
mod object;
mod open_call;
mod prepared;
mod quiet;
mod stack;
mod state;
mod step;
mod stop;
mod trace;

pub use arith::combine;
pub use branch::related;
pub use building::Building;
pub use invariant::{Atom, ClassInvariants, Comparison, Invariant, Invariants, Known, Operand};
pub use invoke::{Call, CallSite, ModelledCall};
pub use jdk::MOST_FRAMES;
pub use machine::{ExternalCalls, ExternalResult, Limits, Machine, Statics};
pub use monitor::UNOWNED;
pub use open_call::{OpenCall, OpenCallSite, OpenEnd};
pub use prepared::Prepared;
pub use stack::rearrangement;
pub use state::{Frame, Printed, State};
pub use step::{Effect, Event};
pub use stop::{Caveat, Interrupt, NotInitialised, Place, StopReason};
