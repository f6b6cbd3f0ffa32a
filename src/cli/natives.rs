//! `casewise natives`: which native methods of the JDK have a model?

use super::exit::{Failure, Status, tell_problems};
use super::options::{Format, FormatOption};
use super::output::write_result;
use crate::analysis::natives;
use crate::report::{natives_as_json, natives_as_text};
use crate::session::JdkSource;
use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  casewise natives
  casewise natives --jdk /usr/lib/jvm/java-25 --format json";

/// List the native methods of a module of the JDK, each with what a call of it comes to
///
/// A native method has no bytecode: it has a model, or a path that comes to a call of it stops and says so. Of a model the table of
/// models says how its results relate to those of the JVM: `exact` on every input; `bounded`, the same within a bound beyond which the
/// path stops; `approximate`, not always the same, which is a caveat. `stop` has no model.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Arguments {
    /// JDK whose classes are read [default: that of JAVA_HOME, else of the java on the PATH]
    ///
    /// It is read, never executed.
    #[arg(long, value_name = "DIR")]
    jdk: Option<PathBuf>,

    /// The module
    ///
    /// Its native methods are listed. A JDK before 9 has no modules; there the methods of all its classes are.
    #[arg(long, value_name = "NAME", default_value = "java.base")]
    module: String,

    #[command(flatten)]
    format: FormatOption,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let source = arguments.jdk.clone().map_or(JdkSource::Found, JdkSource::Folder);
    let report = natives(&source, &arguments.module)?;
    let status = tell_problems(&report.problems);
    write_result(|output| match arguments.format.format {
        Format::Text => natives_as_text(&report, output),
        Format::Json => natives_as_json(&report, output),
    })?;
    Ok(status)
}
