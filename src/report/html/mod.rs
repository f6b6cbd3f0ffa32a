//! Reports as HTML: an index and a page or more for each class, which need nothing beside them: no network, no server, no font, and hardly
//! any script.

mod branches;
mod changes;
mod check;
mod class;
mod fitting;
mod goals;
mod heap;
mod index;
mod inputs;
mod listing;
mod parts;
mod site;
mod suite;
mod summaries;
mod tree;

pub use changes::diff_as_html;
pub use check::check_as_html;
pub use parts::WRITTEN_BY;
pub use site::{MOST_BYTES, Site};
pub use suite::suite_as_html;
pub use summaries::summaries_as_html;

use std::collections::BTreeMap;

/// Sources by their file in the folder of their package, as class files name it.
pub type SourceFiles = BTreeMap<String, String>;
