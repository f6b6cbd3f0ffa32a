//! Method summaries: specialisation while exploring, the cases, their composition at invokes, and their stored form.
//!
//! Follows Rojas and Păsăreanu, "Compositional Symbolic Execution through Program Specialization".

mod analyse;
mod build;
mod called_back;
mod case;
mod compose;
mod execute;
mod instantiate;
mod key;
mod library;
mod recording;
mod step;
mod stored;
mod validate;
mod view;

pub use analyse::{Analysis, AnalysisOptions, Calls, Composable, analyse, constructed_state, initial_state};
pub use build::SummaryBuilder;
pub use case::{
    CaseCode, CaseConstraint, CaseInput, CaseOutcome, CasePath, CaseResult, Level, Location, MethodName,
    NumberLocation, OpenCallRecord, OpenLocation, Summary,
};
pub use compose::Compose;
pub use execute::{CaseEnd, execute_case};
pub use instantiate::{instantiate, instantiator};
pub use key::{SummaryKey, SummaryKeys};
pub use library::{Library, LoadedSummary, SummarySource};
pub use recording::{Recording, Scheduled};
pub use step::{CaseStep, StepTable};
pub use view::{Conditions, FollowedReference, Referent, SummaryNames};
