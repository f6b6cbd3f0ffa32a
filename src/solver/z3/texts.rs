//! What the two encodings of texts have in common, as seen by whoever walks the terms.

use super::context::{Ast, Context, Z3Model};
use super::encoder::{Encoded, Encoder};
use crate::term::{InputId, TermId, TermPool};
use std::sync::Arc;

/// Where a term is encoded: the children are in `encoded`, and `numbers` knows what a number looks like.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) context: &'a Context,
    pub(super) pool: &'a TermPool,
    pub(super) numbers: &'a dyn Encoder,
    pub(super) encoded: &'a Encoded,
}

/// One way of giving texts to Z3. Whatever it cannot say exactly it leaves open, so that a refutation is a proof unless
/// it assumed a bound, and a model is only believed when it has been evaluated.
pub(super) trait TextEncoder {
    /// Is this text encoded already?
    fn knows(&self, text: TermId) -> bool;
    /// How many units of the contents of an array a text that is made of them may have; none where they are not looked
    /// at.
    fn elements_of(&self, scene: Scene<'_>, text: TermId) -> usize;
    /// Encodes a text whose children are encoded. `elements` are those that `elements_of` asked for.
    fn text(&mut self, scene: Scene<'_>, text: TermId, elements: &[Ast]) -> Option<()>;
    /// A number or truth value that an operator computes from texts, or the equality of two texts.
    fn number(&mut self, scene: Scene<'_>, id: TermId) -> Option<Ast>;
    /// `text.charAt(index)` as a number, 0 outside.
    fn unit_at(&mut self, scene: Scene<'_>, text: TermId, index: Ast) -> Option<Ast>;
    /// What holds of a term beyond what its encoding says.
    fn facts(&self, id: TermId) -> &[Ast];
    /// The truth value that assumes the bounds; none where there are none.
    fn bound(&self) -> Option<Ast>;
    /// Truth values that prefer what a person can read, the most readable first.
    fn preferences(&self) -> &[Ast];
    /// The value of an input in Z3's model; `None` where it is too long to be one.
    fn value(&self, model: &Z3Model<'_>, text: TermId, input: InputId) -> Option<Arc<[u16]>>;
}
