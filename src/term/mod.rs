//! Hash-consed terms over Java's operators: what a path computes and under which condition.
//!
//! A [`TermPool`] owns the terms of one analysis. Every builder simplifies as it builds, so equal terms mostly get equal
//! [`TermId`]s. Terms know nothing of JVM classes nor of a solver; [`Arithmetic`] says how their operators compute.

mod element;
mod evaluate;
mod evaluate_float;
mod evaluate_text;
mod interval;
mod linear;
mod model;
mod node;
pub(crate) mod operate;
mod operator;
mod pool;
mod print;
mod print_float;
mod simplify;
mod sort;
mod substitute;
mod table;
mod text;

pub use evaluate::{element_place, evaluate, evaluate_text, evaluate_truth, is_larger, reachable, selected_element};
pub(crate) use evaluate_float::{apply as operate_float, double as as_double, single as as_single};
pub(crate) use interval::{exact_bounds, is_exact, is_within_bits};
pub(crate) use linear::greatest_common_divisor;
pub use model::{ContentsValue, Model};
pub use node::{Node, TermId, element_of};
pub use operator::{FloatOperator, TextOperator};
pub use pool::TermPool;
pub use print::{LONGEST, char_literal, is_equality, render, render_within, text_literal};
pub(crate) use simplify::enclose;
pub use sort::{Arithmetic, Domain, ElementKind, InputId, Sort};
pub use substitute::{follow_choices, substitute};
pub use table::{TableError, TermCarrier, TermTable, TermTableBuilder};
pub(crate) use text::{DIGIT_RUNS, LETTER_RUNS, WHITESPACE_RUNS};
