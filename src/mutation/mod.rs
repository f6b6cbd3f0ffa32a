//! Small changes of a method's bytecode, as a mutation test makes them: a table of operators with PIT's names, the mutants
//! that they have in a class, and the class files of these.

mod arithmetic;
mod calls;
mod change;
mod conditionals;
mod constants;
mod exclusion;
mod mutant;
mod opcodes;
mod operator;
mod probe;
mod returns;
mod switches;
mod unary;

pub use mutant::{Mutant, class_mutants, mutants};
pub use operator::{Operator, parse_operators};
pub use probe::{Part, Probes, counting, instrument, mark};
