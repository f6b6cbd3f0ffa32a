//! Results as plain data, and their printing as text and JSON.

mod data;

pub use data::*;
