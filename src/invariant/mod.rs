//! Relational invariants of classes: conditions on the fields of one object, or on the static fields of one class, that hold whenever no code of its class runs. They are
//! guessed from templates and dropped where some writer may break them, until none falls (Houdini: Flanagan and Leino, FME 2001).

mod at_work;
mod candidates;
mod elements;
mod houdini;
mod infer;
mod known;
mod obligation;
mod stable;
mod static_writers;
mod statics;
mod writers;

pub use at_work::AtWork;
pub use infer::{EntryObstacle, Gap, Inferred, infer};
pub use known::{Fact, KNOWN, Row, known};
pub use stable::StableFacts;
pub use static_writers::{StaticEntries, owned_statics, static_entries};
pub use statics::{InferredStatics, infer_statics};
pub use writers::{entries, owned_fields, owned_or_replaced_fields};
