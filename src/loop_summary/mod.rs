//! Abstract path conditions (Strejček and Trtík, "Abstracting Path Conditions"): a necessary condition to reach a place in a
//! program, found without executing loops more than once.
//!
//! Paths are walked through a method, callees inline. Where a path comes to a loop, the loop's iterations are walked once from
//! any state that it can begin an iteration in, which gives its backbones: what each changes and under which conditions. Counters
//! of the backbones then say what the state is after some number of iterations (`rules`), what holds at the head whatever their
//! order (`invariants`), and which numbers are possible (`looping`). The path goes on behind the loop with these. At the goal
//! the conjunction is decided (`decide`): where no path's is satisfiable, the goal is unreachable; a model is an input to try.
//!
//! Everything is computed as Java computes it: counters are numbers of 64 bits that are added up modulo 2^32 where an `int` is
//! counted. What is assumed of them is that no loop runs 2^62 times, which would take more than a century. Under [`Arithmetic::Math`](crate::term::Arithmetic::Math)
//! the answers are about unbounded integers.

mod accelerate;
mod decide;
mod ends;
mod goal;
mod held;
mod invariants;
mod looping;
mod necessary;
mod obstacle;
mod question;
mod renewed;
mod rules;
mod run;
mod shortcut;
mod stepwise;
mod summary;
mod trouble;
mod unrolled;
mod walk;

pub use ends::{Walk, Walked, walk_ends};
pub use goal::{Excuses, Goal};
pub use necessary::{Necessary, Shared};
pub use obstacle::{Obstacle, Unsummarised};
pub use question::{
    Claim, Findings, GoalQuestion, GoalVerdict, Profile, Seeks, necessary_condition, necessary_condition_with,
};
