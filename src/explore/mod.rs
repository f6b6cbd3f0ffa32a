//! The driver loop: runs paths to their ends, in the order of a selector, and forks them — the only place that does.

mod advance;
mod asked;
mod budget;
mod collection_calls;
mod collection_views;
mod collections;
mod common;
mod draw;
mod drawn_ways;
mod driver;
mod fork;
mod give;
mod join;
mod making;
mod open_call;
mod path;
mod recipes;
mod select;
mod table_iterators;

pub use advance::{Halt, Until, advance};
pub use budget::{Budget, CallLimits, Costs, Exhausted, Work};
pub use collection_calls::{CollectionCalls, note_call};
pub use collection_views::{has_list_iterators, is_view, puts_by_part, shows_no_part};
pub use collections::leaves_collection;
pub use driver::{CallHandler, Explorer, Guide, Inline, Pause};
pub use fork::Extension;
pub use path::{Branch, Observed, OpenCallEnd, Outcome, Path, PathEnd, Recorder, Runs};
pub use select::{Coverage, CoverageGuided, DepthFirst, PathSelector};
pub use table_iterators::{Noticing, holding_of_next, table_of_entry};
