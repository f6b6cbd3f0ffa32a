//! Results as plain data, and their printing as text and JSON. Knows no terms and no engine.

mod data;
mod json;
mod names;
mod notation;
mod table;
mod text;

pub use data::*;
pub use json::{summaries_as_json, summarize_as_json};
pub use names::nearest_names;
pub(crate) use notation::size;
pub use notation::{method_label, printable};
pub use text::{Layout, show_as_text, summarize_as_text};
