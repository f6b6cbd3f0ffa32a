//! The bytecode interpreter over symbolic states: one `execute` match whose arms call a function in a family file. It
//! never forks; it asks for a choice and is run again once the choice is made. Knows no search order and no summaries.

mod arith;
mod array;
mod branch;
mod building;
mod caveat;
mod changing;
mod concrete;
mod convert;
mod domain;
mod dropped_frames;
mod exception;
mod exception_sources;
mod field;
mod held;
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
mod operand_types;
mod premise;
mod properties;
mod quiet;
mod shared_facts;
mod stack;
mod state;
mod step;
mod stop;
mod told;
mod trace;
mod unknown_collections;
mod unlisted_class;
mod views;
mod vocabulary;

pub use arith::{combine, compared};
pub use branch::related;
pub use building::Building;
pub use caveat::Caveat;
pub use concrete::{Assigned, ConcreteLimits, ConcreteRun, INSTRUCTIONS_OF_A_STEP};
pub use convert::converted;
pub use domain::{domain_of_element, domain_of_field, domain_of_kind, domain_of_type};
pub use exception_sources::{ExceptionSource, Exceptions, Frames, is_throwable};
pub use held::exact_part;
pub use invariant::{
    Atom, ClassInvariants, ExploredEntry, Invariant, Invariants, Known, NumberRelation, Operand, Parts, Sized,
    parts_of, told_held,
};
pub use invoke::{Call, CallSite, ModelledCall};
pub use jdk::{MOST_FRAMES, sets_up};
pub use machine::{ExternalCalls, ExternalResult, Limits, Machine, Statics};
pub use monitor::UNOWNED;
pub use open_call::{OpenCall, OpenCallSite, OpenEnd};
pub use premise::{MODEST_LENGTH, Premise, Premises};
pub use stack::rearrangement;
pub use state::{Frame, Printed, State};
pub use step::{Effect, Event, Upcoming};
pub use stop::{CodePlace, Interrupt, NotInitialised, StopReason};
pub use unlisted_class::COPYING_ARRAYS;
pub use vocabulary::{vocabulary_of_class, vocabulary_of_method};
