//! What a failure violates, as all reports have it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a failure violates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Property {
    /// An `assert`.
    Assert,
    /// That no exception escapes that is not declared.
    Exception,
    /// That a place is not reached: nothing is wrong there.
    Reached,
}
