//! The technique that follows paths backward from the assertion.

use super::technique::{Question, Settled};
use crate::report::ReasonKind;

/// Follows the paths to the assertion backward.
pub(super) fn settle(_question: &Question<'_, '_>) -> Settled {
    Settled::unknown(ReasonKind::Instruction, "not followed backward yet")
}
