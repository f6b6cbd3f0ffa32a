//! casewise: a compositional symbolic executor for JVM bytecode.
//!
//! The folders import only from those above them in this list; ARCHITECTURE.md is the map.

pub mod run;

pub mod classfile;

pub mod term;

pub mod formula;

pub mod store;

pub mod program;

pub mod graph;

pub mod solver;

pub mod heap;

pub mod exec;

pub mod models;

pub mod explore;

pub mod summary;

pub mod invariant;

pub mod input;

pub mod backward;

pub mod concolic;

pub mod demand;

pub mod loop_summary;

pub mod induction;

pub mod equivalence;

pub mod mutation;

pub mod junit;

pub mod replay;

pub mod report;

pub mod session;

pub mod analysis;

pub mod cli;
