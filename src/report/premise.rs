//! What an answer takes for granted of the machine and of whoever calls, as reports say it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What is taken for granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Premise")]
pub enum ReportedPremise {
    /// A `fillInStackTrace` of the class path does the same whatever frames stand before that of the method under test.
    CallersFrames,
    /// Lists, sets, queues and maps of unknown classes do what the documentation of their interfaces says.
    CollectionsAsDocumented,
    /// `equals`, `hashCode`, `compareTo` and comparators of callers change no collection that asks them while it is changed.
    ComparisonsAsDocumented,
    /// The default locale changes the case of ASCII letters and writes whole numbers as English does.
    DefaultLocale,
    /// No array that there is when the method begins has more than 2^28 elements.
    ModestArrays,
    /// The thread has not been interrupted before.
    NotInterrupted,
    /// What a reference of `java.lang.ref` refers to is not collected.
    ReferentsKept,
    /// The properties that every JVM sets are as it has set them.
    StandardProperties,
    /// `System.in`, `System.out` and `System.err` are those that the JVM has made.
    StandardStreams,
}

impl fmt::Display for ReportedPremise {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            ReportedPremise::CallersFrames => "what fills in a stack trace does the same whoever calls the method",
            ReportedPremise::CollectionsAsDocumented => {
                "collections that are passed in do what the documentation of their interfaces says"
            }
            ReportedPremise::ComparisonsAsDocumented => {
                "equals, hashCode, compareTo and comparators change no collection that asks them while it is changed"
            }
            ReportedPremise::DefaultLocale => "the default locale has the letters and digits of English",
            ReportedPremise::ModestArrays => "no array has more than 2^28 elements when the method begins",
            ReportedPremise::NotInterrupted => "the thread has not been interrupted before",
            ReportedPremise::ReferentsKept => "nothing is collected that a weak or soft reference refers to",
            ReportedPremise::StandardProperties => "properties that the JVM sets are as it has set them",
            ReportedPremise::StandardStreams => "System.in, System.out and System.err are those of the JVM",
        })
    }
}
