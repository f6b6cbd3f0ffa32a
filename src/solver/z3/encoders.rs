//! Which encoder numbers have.

use super::bit_vector::BitVectors;
use super::context::Context;
use super::encoder::Encoder;
use super::integer::Integers;
use crate::term::Arithmetic;

/// The encoder of an arithmetic.
pub(super) fn for_arithmetic(arithmetic: Arithmetic, context: &Context) -> Option<Box<dyn Encoder>> {
    Some(match arithmetic {
        Arithmetic::Java => Box::new(BitVectors::new(context)?),
        Arithmetic::Math => Box::new(Integers::new(context)?),
    })
}
