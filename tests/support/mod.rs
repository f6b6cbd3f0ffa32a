//! Helpers of several tests.

pub mod golden;
pub mod jdk;
pub mod links;
pub mod place;
pub mod random;
