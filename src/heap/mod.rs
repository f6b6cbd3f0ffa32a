//! Symbolic values and memory: objects, arrays, statics, lazy initialisation of heap inputs, and the constraints that a
//! path collects. Knows nothing of instructions.

mod array;
mod assumption;
mod concrete;
mod console;
mod constraint;
mod construction;
mod environment;
mod followed;
mod holding;
mod imported;
mod initialise;
mod making_plan;
mod memory;
mod narrowing;
mod open_call;
mod persistent;
mod rewind;
mod samples;
mod sizes;
mod unknown_collections;
mod usual;
mod value;
mod value_objects;

pub use array::{ArrayBody, Base, Contents, Elements};
pub use assumption::Assumptions;
pub use console::{Ahead, Console, ConsoleItem, TokenKind};
pub use constraint::{Choice, Constraint, PathCondition};
pub use construction::{Caller, Construction, Cycle, InputPolicy, Made, MakingCall};
pub use environment::{ConsoleRole, EnvironmentSource, MachineObject};
pub use holding::{Counted, Held, Holding, Length};
pub use initialise::{Alternative, compatible_classes, compatible_types};
pub use making_plan::{MakingPlan, PlannedCall};
pub use memory::{
    Body, Context, Heap, Input, InputOrigin, InstanceBody, Literal, Object, Origin, Symbol, SymbolOrigin, default_value,
};
pub use narrowing::is_of_class_path;
pub use open_call::{Epoch, OpenEffects, OpenPlace};
pub use persistent::{PersistentMap, PersistentOrderedMap, PersistentSet, PersistentVector};
pub use samples::{DrawnNulls, Experience, Given, GivenObject, GivenValue, Giving, Samples, Vocabulary};
pub use sizes::{KnownSize, Sizes, size_field, size_of_unknown};
pub use unknown_collections::{Asked, LookupKey, UnknownCollections};
pub use value::{ObjectId, Reference, SymbolId, Value, array_element_kind, primitive_domain};
pub use value_objects::Sharing;
