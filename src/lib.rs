//! casewise: a compositional symbolic executor for JVM bytecode.
pub mod classfile;
pub mod solver;
pub mod term;
