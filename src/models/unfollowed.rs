//! Results of JDK methods that the arguments decide in a way that no term says. They are inputs that may be anything
//! that the method's specification allows, the same for the same arguments.

use super::arguments::{Abrupt, Call};
use crate::heap::{Choice, EnvironmentSource};
use crate::term::{Domain, ElementKind, TermId};

impl Call<'_, '_> {
    /// What a call makes of these values; the path stops where there is no such input, and where inputs are drawn, which are known.
    /// Where nothing but a proof is looked for paths always have one; initialisers, in which all is known, never do.
    pub(super) fn unfollowed(&mut self, made_by: &str, of: &[TermId], domain: Domain) -> Result<TermId, Abrupt> {
        let heap = &self.state.heap;
        let is_in_proof = self.machine.reads_unknown_collections && heap.statics_are_inputs;
        if !(heap.knows_the_machine() || is_in_proof) || heap.samples.is_some() {
            return self.unmodelled("of values that inputs decide");
        }
        let source = EnvironmentSource::Unfollowed(made_by.into(), of.into());
        Ok(self.state.heap.environment_value(&mut self.machine.pool, source, domain))
    }

    /// A truth value that a call makes of these values.
    pub(super) fn unfollowed_truth(&mut self, made_by: &str, of: &[TermId]) -> Result<TermId, Abrupt> {
        let (any, zero) = (self.unfollowed(made_by, of, Domain::Boolean)?, self.small(0));
        Ok(self.machine.pool.not_equal(any, zero))
    }

    /// A text that a call makes of these values, whose length is in a range.
    pub(super) fn unfollowed_text(
        &mut self,
        made_by: &str,
        of: &[TermId],
        (shortest, longest): (i32, i32),
    ) -> Result<TermId, Abrupt> {
        let text = self.unfollowed(made_by, of, Domain::Text)?;
        let (length, shortest, longest) = (self.length(text), self.small(shortest), self.small(longest));
        let within = self.is_between((shortest, length, longest));
        self.granted(within)?;
        Ok(text)
    }

    /// A new array of bytes that a call makes of these values, and its length.
    pub(super) fn unfollowed_bytes(&mut self, made_by: &str, of: &[TermId]) -> Result<(TermId, TermId), Abrupt> {
        let length = self.unfollowed(&format!("{made_by}.length"), of, Domain::Length)?;
        let contents = self.unfollowed(made_by, of, Domain::Contents(ElementKind::Byte))?;
        Ok((contents, length))
    }

    /// Goes on where a condition holds, which it does whatever the inputs are.
    pub(super) fn granted(&mut self, condition: TermId) -> Result<(), Abrupt> {
        let path = &self.state.path;
        if self.machine.pool.as_truth(condition) == Some(true)
            || path.known(condition) == Some(true)
            || path.follows_model
        {
            return Ok(());
        }
        Err(Choice::Given(condition).into())
    }

    /// Whether `low <= number && number <= high`.
    pub(super) fn is_between(&mut self, (low, number, high): (TermId, TermId, TermId)) -> TermId {
        let pool = &mut self.machine.pool;
        let (above, below) = (pool.less_or_equal(low, number), pool.less_or_equal(number, high));
        pool.conjunction(above, below)
    }

    /// Whether `less * lower <= length && length <= less * upper`, without wrapping.
    pub(super) fn is_within_multiples(&mut self, length: TermId, less: TermId, (lower, upper): (i64, i64)) -> TermId {
        let pool = &mut self.machine.pool;
        let (length, less) = (pool.int_to_long(length), pool.int_to_long(less));
        let (lower, upper) = (pool.long(lower), pool.long(upper));
        let (lowest, highest) = (pool.multiply(less, lower), pool.multiply(less, upper));
        self.is_between((lowest, length, highest))
    }
}
