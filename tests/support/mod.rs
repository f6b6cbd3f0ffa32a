//! Helpers of several tests.

pub mod golden;
