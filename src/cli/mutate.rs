//! `casewise mutate`: which small changes of the code do the tests notice?

use super::exit::{Failure, Status, tell_problems};
use super::options::{ClassPathOption, Format, MemoryOption, SelectionOptions, class_path_entries, jobs_or_cores};
use super::output::OutputOption;
use super::progress::ProgressLine;
use super::replay::TestsOption;
use crate::analysis::{MutateJob, mutate};
use crate::mutation::{Operator, parse_operators};
use crate::report::{MutationReport, mutate_as_json, mutate_as_text};
use clap::Args;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  casewise mutate build/classes --tests build/test-classes:junit-platform-console-standalone.jar
  casewise mutate build/classes --tests build/test-classes:lib/junit.jar:lib/hamcrest.jar --class Account
  casewise mutate app.jar --tests test-classes:lib/junit.jar --operators stronger --format json --fail-under 80";

/// Find small changes of the code that no test notices
///
/// Changes single instructions of the compiled classes, one at a time, by the usual mutation operators, and runs the
/// JUnit tests that reach each change, until one fails. JVMs live for many mutants; each mutant has the classes anew.
/// Endless loops are ended by counting how often loops go round, and count as noticed. The tests must pass without a
/// mutant.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Arguments {
    /// Folders, class files and jars with the classes to mutate
    ///
    /// Classes that hold tests are not mutated.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    class_path: ClassPathOption,

    /// The class path of the tests
    ///
    /// Entries as for `java -cp`, `lib/*` for all jars of a folder. Tests are looked for in its folders and in its first
    /// entry. JUnit must be on it: the Platform launcher for JUnit 5, as in junit-platform-console-standalone.jar, or
    /// junit.jar with hamcrest.jar for JUnit 4. The classes to mutate are always found.
    #[arg(long, value_name = "CLASSPATH", required = true)]
    tests: OsString,

    #[command(flatten)]
    classes: SelectionOptions,

    /// Mutation operators
    ///
    /// `default` and `stronger` are PIT's groups of these names (since PIT 1.7.2), `all` has every operator. Or names,
    /// separated by commas: CONDITIONALS_BOUNDARY, NEGATE_CONDITIONALS, REMOVE_CONDITIONALS, ROR, MATH, AOR, AOD, SOR,
    /// OBBN, INVERT_NEGS, INCREMENTS, REMOVE_INCREMENTS, INLINE_CONSTS, CRCR, VOID_METHOD_CALLS, NON_VOID_METHOD_CALLS,
    /// EMPTY_RETURNS, FALSE_RETURNS, TRUE_RETURNS, NULL_RETURNS, PRIMITIVE_RETURNS, SWITCH, ABS, UOI.
    #[arg(long, value_name = "NAMES", default_value = "default", value_parser = operators)]
    operators: Operators,

    /// Leave out tests that fail without a mutant
    ///
    /// They are listed. Without this option they end the run.
    #[arg(long)]
    skip_failing: bool,

    #[command(flatten)]
    replay: TestsOption,

    /// Do not compare surviving mutants with the original
    ///
    /// Else both bodies of the method are explored: a mutant that is proved equivalent does not count, and for others an
    /// input on which they differ is told where one is found.
    #[arg(long)]
    no_compare: bool,

    /// How to print the result
    ///
    /// JSON has every mutant and every field in a stable order.
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    format: Format,

    #[command(flatten)]
    output: OutputOption,

    /// Exit with code 12 when the mutation score is lower
    ///
    /// The score is the share of mutants that the tests notice, of those that are not proved equivalent.
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    fail_under: Option<u8>,

    /// Seconds until the run ends, 0 for no limit
    ///
    /// Mutants that were not run by then are listed as unknown.
    #[arg(long, value_name = "SECONDS", default_value_t = 600, help_heading = "Resources")]
    timeout: u64,

    #[command(flatten)]
    memory: MemoryOption,

    /// JVMs that run at the same time [default: one for each core]
    ///
    /// The result does not depend on it.
    #[arg(long, value_name = "N", help_heading = "Resources")]
    jobs: Option<NonZeroUsize>,
}

/// Mutation operators, as one value of an option.
#[derive(Clone, Debug)]
struct Operators(BTreeSet<Operator>);

fn operators(names: &str) -> Result<Operators, String> {
    parse_operators(names).map(Operators)
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let progress = ProgressLine::new();
    let report = mutate(&arguments.job()?, &progress)?;
    drop(progress);
    let problems = tell_problems(&report.problems);
    let format = arguments.format;
    let write = |output: &mut dyn Write| write_report(&report, format, output);
    arguments.output.write(write)?;
    let is_low = match (arguments.fail_under, report.totals.score) {
        (Some(percent), Some(score)) => score < f64::from(percent),
        _ => false,
    };
    Ok(if is_low { Status::LowScore } else { problems })
}

fn write_report(report: &MutationReport, format: Format, output: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Text => mutate_as_text(report, output),
        Format::Json => mutate_as_json(report, output),
    }
}

impl Arguments {
    fn job(&self) -> Result<MutateJob, Failure> {
        Ok(MutateJob {
            paths: self.paths.clone(),
            class_path: self.class_path.entries(),
            tests: class_path_entries(&self.tests).collect(),
            selection: self.classes.selection(),
            operators: self.operators.0.clone(),
            compare: !self.no_compare,
            skip_failing: self.skip_failing,
            timeout: (self.timeout > 0).then(|| Duration::from_secs(self.timeout)),
            memory: self.memory.limit(),
            isolation: Some(self.replay.isolation()?),
            jobs: jobs_or_cores(self.jobs),
        })
    }
}
