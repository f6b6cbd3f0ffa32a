//! What `config` tells: the options that are in force, and where each comes from.

use super::printable::printable;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::{self, Write};

/// The result of `config`.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct ConfigReport {
    /// The file of the project, where there is one.
    pub file: Option<String>,
    /// Options with a value, by their names.
    pub options: Vec<OptionInForce>,
    /// Entries of the file about findings that are not to be told.
    pub suppress: Vec<SuppressInForce>,
}

/// An option with its value.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OptionInForce {
    /// Its name, as in the file.
    pub option: String,
    /// Its values; most options have one.
    pub values: Vec<String>,
    /// Where they come from.
    pub source: OptionSource,
    /// The line of the file, or the environment variable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// The commands for which this is so.
    pub commands: Vec<String>,
}

/// Where the value of an option comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OptionSource {
    /// Nobody has said anything else.
    Default,
    /// The file of the project.
    File,
    /// The environment of the run.
    Environment,
    /// The command line.
    CommandLine,
}

/// An entry of the file about a finding that is not to be told.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SuppressInForce {
    /// Its fingerprint.
    pub fingerprint: String,
    /// Why.
    pub reason: String,
    /// The last day on which it counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// Whether that day is over.
    pub is_over: bool,
    /// The line of the file.
    pub origin: String,
}

impl OptionInForce {
    fn value(&self) -> String {
        let values: Vec<_> = self.values.iter().map(|value| printable(value)).collect();
        values.join(", ")
    }

    fn origin(&self) -> &str {
        let source = match self.source {
            OptionSource::Default => "default",
            OptionSource::File | OptionSource::Environment => "",
            OptionSource::CommandLine => "command line",
        };
        self.origin.as_deref().unwrap_or(source)
    }
}

/// Writes a line for each option: its name, its value, where that comes from, and for which commands.
///
/// # Errors
/// When the output cannot be written.
pub fn config_as_text(report: &ConfigReport, output: &mut dyn Write) -> io::Result<()> {
    match &report.file {
        Some(file) => writeln!(output, "File: {}\n", printable(file))?,
        None => writeln!(output, "No casewise.toml here or in a folder above\n")?,
    }
    let rows: Vec<[String; 3]> =
        report.options.iter().map(|it| [it.option.clone(), it.value(), printable(it.origin()).into_owned()]).collect();
    let width = |column: usize| {
        let widths = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        widths.max().unwrap_or(0)
    };
    let widths = [width(0), width(1), width(2)];
    for (row, option) in rows.iter().zip(&report.options) {
        for (cell, width) in row.iter().zip(widths) {
            write!(output, "{cell:<width$}  ")?;
        }
        writeln!(output, "{}", option.commands.join(" "))?;
    }
    for (at, entry) in report.suppress.iter().enumerate() {
        let SuppressInForce { fingerprint, reason, until, is_over, origin } = entry;
        let until = match until {
            Some(day) if *is_over => format!(" until {day}, which is over"),
            Some(day) => format!(" until {day}"),
            None => String::new(),
        };
        let line = format!("suppressed{until}: {fingerprint}: {reason} ({origin})");
        writeln!(output, "{}{}", if at == 0 { "\n" } else { "" }, printable(&line))?;
    }
    Ok(())
}
