//! Standard output: what a program prints is swallowed.

use super::objects::nothing;
use super::{Model, exact};

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
