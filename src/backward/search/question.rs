//! What backward execution may spend, and what it finds.

use super::super::cut::Cut;
use super::super::state::{Origin, PathNode};
use crate::program::MethodId;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Instant;

/// What backward execution may spend, in work; the deadline ends it as out of time.
#[derive(Clone, Copy, Debug)]
pub struct Spending {
    /// States.
    pub states: u64,
    /// Z3's work.
    pub solver_resources: u64,
    /// When it ends.
    pub deadline: Option<Instant>,
}

/// A path from a beginning to what must not happen, possible as far as the condition says.
#[derive(Debug)]
pub struct FoundPath<'a> {
    /// The method that it begins in.
    pub root: MethodId,
    /// The path.
    pub path: &'a Rc<PathNode>,
    /// Calls that were taken to do anything.
    pub anything: &'a BTreeSet<String>,
}

/// What to do after a path was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterPath {
    /// Go on: the path is none of the program's, or it is not known whether it is.
    Continue,
    /// End here.
    Stop,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct BackwardResult {
    /// Whether no path leads to what must not happen.
    pub is_proved: bool,
    /// What was not followed, or not decided.
    pub cut: BTreeSet<Cut>,
    /// The instructions whose conditions contradict each other, of the paths that were looked at.
    pub core: BTreeSet<Origin>,
    /// Whether contradictions were looked at for all paths.
    pub core_is_whole: bool,
    /// States.
    pub states: u64,
    /// States that a state seen before covers.
    pub covered: u64,
    /// Paths that were refuted.
    pub refuted: u64,
    /// Paths that were found possible.
    pub possible: u64,
}

/// Where executions begin: whether a method is called from anywhere.
pub type IsEntry<'a> = dyn Fn(MethodId) -> bool + 'a;
