//! A module for each question that can be asked of a program; each opens a job's workspace and asks the engines.

pub mod check;
mod diff;
mod input_data;
mod invariants;
pub mod mutate;
mod natives;
mod plan;
pub mod prove;
pub mod reach;
mod reason;
mod reason_kind;
mod summarize;
mod target;
pub mod test;

pub(crate) use check::is_inside;
pub use check::{Assumption, CheckJob, CountedNulls, Inputs, Suppress, Suppressions, check};
pub use diff::{DiffJob, diff};
pub use invariants::invariants;
pub use mutate::{MutateJob, mutate};
pub use natives::natives;
pub use plan::{PlanJob, PlanOrder, PlannedCommand, plan};
pub use prove::{ProveJob, ProveProperty, Technique, prove};
pub use reach::{GuideMode, ReachJob, StartValue, Strategy, reach};
pub use summarize::{Recomputed, Shown, recompute, show, summarize};
pub use target::TargetSpec;
pub use test::{Criterion, SuiteJob, suite};
