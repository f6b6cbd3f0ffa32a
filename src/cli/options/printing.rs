//! How results are printed.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Format {
    /// For people.
    Text,
    /// For programs: every field, in a stable order.
    Json,
}

/// How results are printed.
#[derive(Debug, Args)]
pub(in crate::cli) struct FormatOption {
    /// How to print the result
    ///
    /// JSON has every field in a stable order. Of the same classes and options, only the fields of time and costs
    /// (`time_ms`, `totals.run`) differ from run to run.
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    pub(in crate::cli) format: Format,
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum FindingsFormat {
    /// For people.
    Text,
    /// For programs: every field, in a stable order.
    Json,
    /// For code scanning: SARIF 2.1.0.
    Sarif,
}

/// How findings are printed.
#[derive(Debug, Args)]
pub(in crate::cli) struct FindingsFormatOption {
    /// How to print the result
    ///
    /// JSON has every field in a stable order. SARIF 2.1.0 is what code scanning reads.
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    pub(in crate::cli) format: FindingsFormat,
}

/// Where sources are.
#[derive(Debug, Args)]
pub(in crate::cli) struct SourceRootOption {
    /// Folder in which sources are looked for; may be given several times
    ///
    /// Class files name a source by its package, `com/example/Shop.java`; code scanning needs it as it stands in the project,
    /// `src/main/java/com/example/Shop.java`. In SARIF paths are relative to the current folder, as `%SRCROOT%`. `check` also reads there
    /// what `@SuppressWarnings("casewise")` hides.
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) source_root: Vec<PathBuf>,
}

/// How long conditions are shown.
#[derive(Debug, Args)]
pub(in crate::cli) struct FullOption {
    /// Show long conditions whole
    ///
    /// Else conditions of more than 160 characters are cut in the middle. `check` also shows the fingerprint of each finding.
    #[arg(long)]
    pub(in crate::cli) full: bool,
}
