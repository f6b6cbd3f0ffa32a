//! Standard output: what a program prints is swallowed.

use super::arguments::{Abrupt, Call};
use super::objects::nothing;
use super::{Model, Precision, exact, value};
use crate::heap::Value;

const STREAM: &str = "java/io/PrintStream";

pub(super) const TABLE: &[Model] = &[
    exact(STREAM, "println", "()V", nothing),
    exact(STREAM, "println", "(Z)V", nothing),
    exact(STREAM, "println", "(C)V", nothing),
    exact(STREAM, "println", "(I)V", nothing),
    exact(STREAM, "println", "(J)V", nothing),
    exact(STREAM, "println", "(F)V", nothing),
    exact(STREAM, "println", "(D)V", nothing),
    exact(STREAM, "println", "(Ljava/lang/String;)V", nothing),
    value(STREAM, "println", "(Ljava/lang/Object;)V", Precision::Exact, object),
    value(STREAM, "print", "(Ljava/lang/Object;)V", Precision::Exact, object),
    exact(STREAM, "print", "(Z)V", nothing),
    exact(STREAM, "print", "(C)V", nothing),
    exact(STREAM, "print", "(I)V", nothing),
    exact(STREAM, "print", "(J)V", nothing),
    exact(STREAM, "print", "(F)V", nothing),
    exact(STREAM, "print", "(D)V", nothing),
    exact(STREAM, "print", "(Ljava/lang/String;)V", nothing),
    exact(STREAM, "write", "(I)V", nothing),
    exact(STREAM, "flush", "()V", nothing),
];

/// An object's `toString` runs, since it can throw or change something.
fn object(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    call.converted(1)?;
    Ok(None)
}
