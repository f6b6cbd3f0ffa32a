//! Contracts of recursive methods, by induction: what a method's result is or is bounded by, whatever its arguments are that it is
//! called with. A contract is shown for a call under the assumption that it holds for the calls within it (Hoare's rule for recursive
//! procedures, 1971), so nothing is said of how deep calls nest: partial correctness is all that a claim about what comes after the
//! call needs.
//!
//! Contracts are guessed and what does not hold is dropped, as invariants are (Houdini, Flanagan and Leino 2001): demands on
//! arguments that hold at every call (`demand`), and claims about results (`claim`), which are read off the results of small
//! arguments (`sample`) as Daikon does (Ernst et al. 2001). Both are decided on the ways through each body (`body`), which is
//! executed once with its recursive calls left open (`settle`).
//!
//! Only methods are looked at that leave the heap as it is: static ones, over numbers and at most one array of numbers.

mod body;
mod calls;
mod claim;
mod demand;
mod numbers;
mod plain;
mod sample;
mod settle;

pub use calls::ContractedCalls;
pub use settle::Contracts;
