//! The day that it is, for what counts until a day.

use time::{Date, OffsetDateTime};

/// Today, in UTC: the same day on every machine.
pub fn today() -> Date {
    OffsetDateTime::now_utc().date()
}
