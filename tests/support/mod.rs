//! Helpers of several tests.

pub mod golden;
pub mod jdk;
pub mod place;
pub mod random;
