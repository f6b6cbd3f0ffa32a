//! Summaries as bytes, and what must hold of one that came from bytes before anything reads it.
//!
//! The store's checksum tells damage: whatever is not what casewise wrote does not get here. It is no signature, though.
//! Whoever can write to the cache folder can put a well-formed summary with a valid checksum there that says something
//! wrong, and it is believed. What is checked here is that no bytes at all, however they came about, make casewise
//! crash, hang or use memory without limit: decoding allocates within a limit and does not recurse, every position is
//! within its table, and no summary is composed of itself.

use super::case::{Level, Summary};
use super::library::name_parts;
use crate::graph::CallGraph;
use crate::program::{MethodId, Program};
use crate::store::{CodecError, decode, encode};

impl Summary {
    /// The summary as bytes.
    ///
    /// # Errors
    /// When it is too large to be stored.
    pub fn to_bytes(&self) -> Result<Vec<u8>, CodecError> {
        encode(self)
    }

    /// The summary that bytes hold; none when they hold no well-formed one.
    pub fn from_bytes(bytes: &[u8]) -> Option<Summary> {
        decode::<Summary>(bytes).ok().filter(Summary::is_well_formed)
    }

    /// Whether the schedules of the summary, as that of a method at a level, name only methods that are summarised before
    /// it. Following schedules ends, then.
    pub fn calls_below(&self, program: &Program, calls: &CallGraph, method: MethodId, level: Level) -> bool {
        let component = calls.component_of(method);
        self.methods.iter().all(|(name, callee_level)| {
            let Some(callee) = program.method_by_name(name_parts(name)) else { return false };
            (calls.component_of(callee), *callee_level) < (component, level)
        })
    }
}
