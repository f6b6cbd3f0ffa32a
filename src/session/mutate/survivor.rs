//! Mutants that all tests pass with: are they a gap of the tests, or do they do what the original does?

use super::outcome::Outcome;
use super::subject::Subject;
use crate::mutation::Mutant;
use crate::report::MutantStatus;

/// What is known of a mutant that survives: the one place where a comparison with the original is asked for. Without one,
/// it survives.
pub(super) fn judge(_subject: &Subject, _mutant: &Mutant) -> Outcome {
    Outcome::plain(MutantStatus::Survived, None)
}
