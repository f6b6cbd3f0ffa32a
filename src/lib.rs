//! casewise: a compositional symbolic executor for JVM bytecode.
pub mod classfile;
pub mod exec;
pub mod graph;
pub mod heap;
pub mod program;
pub mod report;
pub mod session;
pub mod store;
pub mod term;
