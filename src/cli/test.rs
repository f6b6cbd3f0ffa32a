//! `casewise test`: JUnit tests of what methods do today.

use super::exit::{Failure, Status, tell_defects, tell_problems};
use super::options::{
    DEFAULT_CACHE, Format, JobsOption, MemoryOption, MethodEffortOption, PathOptions, SelectionOptions, TrustOption,
    cache_place,
};
use super::output::{write_test_class, write_to};
use super::pages::ReportOption;
use super::progress::ProgressLine;
use super::replay::ReplayOption;
use super::shard::{PlannedShardOption, name_of};
use super::sources::{check_folders, sources_of};
use crate::analysis::{CheckJob, Criterion, SuiteJob, suite};
use crate::junit::{JUnit, is_package};
use crate::report::{ShardShown, SuiteReport, suite_as_html, suite_as_json, suite_as_text};
use crate::run::Isolation;
use crate::session::Job;
use clap::{Args, ValueEnum};
use std::io;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  casewise test build/classes --out src/generated-test/java
  casewise test build/classes --class Account --augment boundary
  casewise test build/classes --report report --source src/main/java
  casewise test app.jar --augment none --junit 4 --format json --output suite.json";

/// Write JUnit tests that notice when a method changes what it does
///
/// One test class for each class. Its tests take every way out of every conditional; the criteria of `--augment` ask for more:
/// values at the edges of comparisons, values that tell mutants from the code, clauses that decide, exceptions. Each test is
/// compiled and run before it is written, where there is a JDK, and what does not pass is not written. A test asserts what the
/// method does today: whether that is right, a person must say. Inputs on which `check` shows a failure are disabled
/// tests.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: PathOptions,

    #[command(flatten)]
    classes: SelectionOptions,

    /// Only methods of this name
    ///
    /// `withdraw`, `Account.withdraw` or `com.example.Account.withdraw`. Constructors are named `<init>`.
    #[arg(long, value_name = "M")]
    method: Option<String>,

    /// What tests are to show beside coverage
    ///
    /// `boundary`: each comparison at its edge and just beyond it, empty and one-element arrays and strings.
    /// `mutation`: a mutant of each instruction differs, and a JVM says which are killed. `mcdc`: each clause of a condition
    /// decides it, both ways. `error`: each exception that an instruction can raise, caught ones too. `extreme`: the
    /// smallest and largest values of numbers. `overflow`: arithmetic that overflows. `all`: the first four. `none`: coverage alone.
    #[arg(long, value_name = "CRITERIA", value_enum, value_delimiter = ',', default_value = "all")]
    augment: Vec<Augment>,

    /// A disabled test for every failure
    ///
    /// Otherwise for those that `check` shows unless it is asked for all; the others are counted.
    #[arg(long)]
    all: bool,

    /// Where the tests are written
    ///
    /// A folder of sources: each test class goes into the folder of its package. Only files that casewise has written are
    /// written over.
    #[arg(long, value_name = "DIR", default_value = "casewise-tests")]
    out: PathBuf,

    /// The package of the tests
    ///
    /// That of the class under test, unless this is given. From another package only what is public can be called.
    #[arg(long, value_name = "P", value_parser = package)]
    package: Option<String>,

    /// The JUnit that the tests are for
    ///
    /// `5` for JUnit Jupiter, `4` for JUnit 4.13.
    #[arg(long, value_name = "VERSION", default_value = "5", value_parser = ["4", "5"])]
    junit: String,

    /// Write no parameterized tests
    ///
    /// Otherwise tests for JUnit 5 that differ only in values are one, with a row of values for each. These need
    /// junit-jupiter-params, which is part of junit-jupiter.
    #[arg(long)]
    no_parameterized: bool,

    /// Neither compile nor run the tests, the same as `--replay none`
    ///
    /// They are then marked as not run, and no mutant is run either.
    #[arg(long, conflicts_with = "replay")]
    no_run: bool,

    #[command(flatten)]
    replay: ReplayOption,

    /// Folder, URL or both, that keep suites from run to run
    ///
    /// It is created when it is not there. What it holds changes how long a run takes, and nothing else; it can be
    /// deleted, moved and shared at any time.
    ///
    /// A URL is a cache that machines share: s3://, gcs://, azblob://, redis://, http:// (WebDAV) or ghac://. It is asked for what
    /// the folder has not, and gets what is kept. Give the option twice to name the folder too.
    #[arg(long, value_name = "DIR|URL", default_value = DEFAULT_CACHE, conflicts_with = "no_cache",
          help_heading = "Resources")]
    cache: Vec<PathBuf>,

    /// Neither read nor keep suites
    ///
    /// Every method is explored afresh, and no cache folder is touched.
    #[arg(long, help_heading = "Resources")]
    no_cache: bool,

    #[command(flatten)]
    trust: TrustOption,

    /// How to print what was written
    ///
    /// JSON has every field in a stable order, with each test's input and goals.
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    format: Format,

    /// Write what was written to this file
    ///
    /// Instead of stdout.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    report: ReportOption,

    /// A folder of sources to show in the HTML report
    ///
    /// The folder in which that of the top package is (`src/main/java`). Can be given several times; the first that has a file
    /// is taken. Without sources the report has the numbers of the lines alone.
    #[arg(long, value_name = "DIR", requires = "report")]
    source: Vec<PathBuf>,

    #[command(flatten)]
    effort: MethodEffortOption,

    /// Seconds until the run ends, 0 for no limit
    ///
    /// What is left of the time is shared by the methods and classes that are not done; a part is for compiling and running the
    /// tests. What was cut says so, and is not kept.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, help_heading = "Resources")]
    timeout: u64,

    #[command(flatten)]
    memory: MemoryOption,

    #[command(flatten)]
    jobs: JobsOption,

    #[command(flatten)]
    shard: PlannedShardOption,
}

/// What tests are to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Augment {
    /// Edges of comparisons.
    Boundary,
    /// Mutants.
    Mutation,
    /// Clauses that decide.
    Mcdc,
    /// Exceptions.
    Error,
    /// Smallest and largest values.
    Extreme,
    /// Overflow.
    Overflow,
    /// All but extremes and overflow.
    All,
    /// Nothing more.
    None,
}

fn package(name: &str) -> Result<String, String> {
    is_package(name).then(|| name.to_owned()).ok_or_else(|| "no name of a package in Java".to_owned())
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    check_folders(&arguments.source)?;
    arguments.report.prepare()?;
    let progress = ProgressLine::new();
    let mut report = suite(&arguments.job()?, &progress)?;
    drop(progress);
    let out = arguments.out.display().to_string();
    if let Some(shard) = &mut report.shard {
        let format = name_of(arguments.format);
        shard.shown = ShardShown { format, out: Some(out.clone()), ..ShardShown::default() };
    }
    for class in &report.classes {
        if let Some(file) = &class.file {
            write_test_class(&arguments.out, file, &class.source)?;
        }
    }
    let problems = tell_problems(&report.problems);
    let defects = tell_defects(&report.defects);
    if arguments.report.is_wanted() {
        let (sources, unread) = sources_of(&report, &arguments.source);
        tell_problems(&unread);
        arguments.report.write(|site| suite_as_html(&report, &sources, site))?;
    }
    let write = |output: &mut dyn io::Write| write_report(&report, arguments.format, &out, output);
    write_to(arguments.output.as_deref(), write)?;
    Ok(defects.unwrap_or(problems))
}

/// Writes a report, of tests in the folder `out`.
pub(super) fn write_report(
    report: &SuiteReport,
    format: Format,
    out: &str,
    output: &mut dyn io::Write,
) -> io::Result<()> {
    match format {
        Format::Text => suite_as_text(report, out, output),
        Format::Json => suite_as_json(report, output),
    }
}

impl Arguments {
    fn job(&self) -> Result<SuiteJob, Failure> {
        let is_run = !self.no_run && self.replay.is_wanted();
        let isolation = if is_run { self.replay.isolation()? } else { Isolation::Plain };
        let job = Job {
            paths: self.paths.paths.clone(),
            class_path: self.paths.class_path.entries(),
            jdk: self.paths.jdk(),
            selection: self.classes.selection(),
            method: self.method.clone(),
            shard: self.shard.part(),
            timeout: (self.timeout > 0).then(|| Duration::from_secs(self.timeout)),
            memory: self.memory.limit(),
            isolation: Some(isolation),
            jobs: self.jobs.number(),
            trusts_cache: self.trust.trust_cache,
            ..Job::default()
        };
        let job = job.kept_in((!self.no_cache).then(|| cache_place(&self.cache)));
        Ok(SuiteJob {
            check: CheckJob { job, effort: self.effort.effort, ..CheckJob::default() },
            criteria: self.criteria(),
            package: self.package.clone(),
            junit: if self.junit == "4" { JUnit::Four } else { JUnit::Five },
            is_parameterized: !self.no_parameterized,
            runs: is_run,
            all_failures: self.all,
        })
    }

    fn criteria(&self) -> Vec<Criterion> {
        let mut found = Vec::new();
        for augment in &self.augment {
            match augment {
                Augment::Boundary => found.push(Criterion::Boundary),
                Augment::Mutation => found.push(Criterion::Mutation),
                Augment::Mcdc => found.push(Criterion::Mcdc),
                Augment::Error => found.push(Criterion::Error),
                Augment::Extreme => found.push(Criterion::Extreme),
                Augment::Overflow => found.push(Criterion::Overflow),
                Augment::All => found.extend(SuiteJob::default().criteria),
                Augment::None => {}
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
