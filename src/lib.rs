//! casewise: a compositional symbolic executor for JVM bytecode.
pub mod classfile;
pub mod exec;
pub mod explore;
pub mod graph;
pub mod heap;
pub mod models;
pub mod program;
pub mod report;
pub mod session;
pub mod solver;
pub mod term;
