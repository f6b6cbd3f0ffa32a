//! `casewise check`: can methods fail, and on which inputs?

use super::config::Config;
use super::exit::{Failure, Status, tell_defects, tell_problems};
use super::options::{
    CacheOption, FindingsFormat, FullOption, JobsOption, MemoryOption, MethodEffortOption, PathOptions,
    SelectionOptions, SourceRootOption,
};
use super::output::{OutputOption, write_file};
use super::pages::ReportOption;
use super::progress::ProgressLine;
use super::replay::ReplayOption;
use super::shard::{PlannedShardOption, name_of, shown_as};
use super::sources::{check_folders, places_of, sources_among};
use crate::analysis::{Assumption, CheckJob, CountedNulls, Inputs, Suppressions, check};
use crate::report::{
    Absent, Baseline, CheckReport, JobError, Property, ReportDetail, ShardShown, SourcePlaces, Verdict, check_as_html,
    check_as_json, check_as_sarif, check_as_text,
};
use crate::session::Job;
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  casewise check build/classes
  casewise check build/classes --method Account.withdraw --explain
  casewise check app.jar --entry com.example.Main.main
  casewise check build/classes --format sarif --output casewise.sarif --fail-on incomplete";

/// Find inputs on which methods fail, confirmed by a JVM
///
/// For each method: `fails`, with an input for each distinct cause, the stack trace and the condition under which it
/// happens; `holds`, when every path was explored and none fails; or `incomplete`, with what was left out and why. Where
/// there is a JVM, each finding is replayed in it. A failure is an exception that escapes and that neither the `throws`
/// clause declares nor the method's own code throws to refuse its input.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: PathOptions,

    #[command(flatten)]
    classes: SelectionOptions,

    /// Only methods of this name
    ///
    /// `withdraw`, `Account.withdraw` or `com.example.Account.withdraw`. Constructors are named `<init>`. Private methods
    /// are checked only when they are named.
    #[arg(long, value_name = "M")]
    method: Option<String>,

    /// Only what this method does, as the beginning of the program
    ///
    /// `main` or `C.m`. Other methods are executed where it calls them, and are not checked by themselves.
    #[arg(long, value_name = "M", conflicts_with = "method")]
    entry: Option<String>,

    /// Which failures count
    #[arg(
        long,
        value_name = "P",
        value_enum,
        default_value = "all",
        long_help = "Which failures count\n\n\
          `assert`: an `assert` that fails. `exception`: any other exception that escapes."
    )]
    property: PropertyOption,

    /// What inputs are
    ///
    /// `constructed`: what a caller could make, objects by accessible constructors with accessible fields assigned. `any`:
    /// any state of private fields too; what fails only in such a state is listed as one that is not shown reachable.
    #[arg(long, value_name = "INPUTS", value_enum, default_value = "constructed")]
    inputs: InputsOption,

    /// Assume something of the parameters of all methods
    ///
    /// `nonnull:0`, `len<=8:1` (of an array or string), `elems-nonnull:0`, `range:2:0..100`: by the number of the parameter,
    /// counted from 0 without the receiver, or `*` for all that it fits.
    #[arg(long, value_name = "SPEC", num_args = 1.., value_parser = clap::value_parser!(Assumption))]
    assume: Vec<Assumption>,

    /// Assume what this file says
    ///
    /// A line for each assumption: the method, `p.C.m` or `p.C.m(I)`, and what is assumed, as for `--assume`. Empty lines
    /// and those that begin with `#` say nothing.
    #[arg(long, value_name = "FILE")]
    assumptions: Option<PathBuf>,

    /// Count refused inputs as failures
    ///
    /// Undeclared IllegalArgumentException, UnsupportedOperationException and null checks that the method's own code throws
    /// are listed as `rejects`; with this option they are failures.
    #[arg(long)]
    strict: bool,

    /// Follow each path by itself, through the code of all that it calls
    ///
    /// Paths are not joined, loops not summarised, and calls not taken by contracts or by what is known of collections. More is left
    /// open; what is answered is the same.
    #[arg(long)]
    inline: bool,

    /// List the lines and branches that were not covered, with the reason
    ///
    /// `infeasible`, or the bound, the unsupported instruction or the budget that kept paths from them.
    #[arg(long)]
    explain: bool,

    /// Which nulls count as inputs that somebody passes
    ///
    /// What fails only on other nulls is not shown and fails no build.
    #[arg(long, value_name = "NULLS", value_enum, default_value = "expected")]
    nulls: NullsOption,

    /// Show every finding, and what is known of every method
    ///
    /// Otherwise findings are shown that are worth reading first: what fails on every input, assertions, and what public
    /// code brings about with ordinary values; the others are counted, and so are methods that do not fail where there are
    /// more than twenty. JSON has them all in any case.
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    sources: SourceRootOption,

    /// Tell only what a SARIF file of an earlier run does not have
    ///
    /// The rest is counted and fails no build. SARIF has it as `unchanged`, and what is not found any more as `absent`.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,

    /// Write what is shown into the file of --baseline
    ///
    /// The file need not be there. No finding fails a build then.
    #[arg(long, requires = "baseline", conflicts_with = "shard")]
    update_baseline: bool,

    #[command(flatten)]
    full: FullOption,

    #[command(flatten)]
    replay: ReplayOption,

    /// How to print the result
    ///
    /// JSON has every field in a stable order. SARIF 2.1.0 is what code scanning reads; its fingerprints stay the same
    /// while lines move.
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    format: FindingsFormat,

    #[command(flatten)]
    output: OutputOption,

    #[command(flatten)]
    report: ReportOption,

    /// Which verdicts make the exit code say so
    ///
    /// `fails`: some method fails in a way that is shown (exit code 10). `incomplete`: that, or some answer is incomplete (exit
    /// code 11). `never`: neither.
    #[arg(long, value_name = "VERDICT", value_enum, default_value = "fails")]
    fail_on: FailOn,

    #[command(flatten)]
    effort: MethodEffortOption,

    /// Seconds until the run ends, 0 for no limit
    ///
    /// All methods are explored a little first, then what is open more and more; what a method's rounds may cost is counted in
    /// work and depends on no other method. What the end of the time has cut says so.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, help_heading = "Resources")]
    timeout: u64,

    #[command(flatten)]
    memory: MemoryOption,

    #[command(flatten)]
    jobs: JobsOption,

    #[command(flatten)]
    cache: CacheOption,

    #[command(flatten)]
    shard: PlannedShardOption,
}

/// Which failures count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PropertyOption {
    /// Failing `assert` statements.
    Assert,
    /// Other exceptions that escape.
    Exception,
    /// Both.
    All,
}

/// Which nulls count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum NullsOption {
    /// Where an annotation allows it; where there is none, where the code compares with null and goes on.
    Expected,
    /// Where an annotation allows it.
    Annotated,
    /// Everywhere.
    All,
    /// Nowhere.
    Never,
}

/// What inputs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum InputsOption {
    /// What a caller could make.
    Constructed,
    /// Any state, private fields included.
    Any,
}

/// Which verdicts the exit code tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FailOn {
    /// A method fails.
    Fails,
    /// A method fails, or its answer is incomplete.
    Incomplete,
    /// None.
    Never,
}

/// How a report is shown.
pub(super) struct CheckShown<'a> {
    pub(super) format: FindingsFormat,
    pub(super) all: bool,
    pub(super) full: bool,
    /// What the baseline has and this run has not found.
    pub(super) absent: &'a Absent,
    /// Where SARIF says that sources are.
    pub(super) places: &'a SourcePlaces,
    pub(super) source_roots: &'a [PathBuf],
    pub(super) output: &'a OutputOption,
    pub(super) pages: &'a ReportOption,
}

/// Writes a report, and its pages where these are asked for.
pub(super) fn show(report: &CheckReport, shown: &CheckShown<'_>) -> Result<(), Failure> {
    let write = |output: &mut dyn Write| match shown.format {
        FindingsFormat::Text => check_as_text(report, ReportDetail { all: shown.all, full: shown.full }, output),
        FindingsFormat::Json => check_as_json(report, output),
        FindingsFormat::Sarif => check_as_sarif(report, shown.all, shown.absent, shown.places, output),
    };
    shown.output.write(write)?;
    if shown.pages.is_wanted() {
        let (sources, unread) = sources_among(report.source_files(), shown.source_roots);
        tell_problems(&unread);
        shown.pages.write(|site| check_as_html(report, shown.all, &sources, site))?;
    }
    Ok(())
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, config: &Config) -> Result<Status, Failure> {
    check_folders(&arguments.sources.source_root)?;
    arguments.report.prepare()?;
    let baseline = arguments.read_baseline()?;
    let progress = ProgressLine::new();
    let mut report = check(&arguments.job(config)?, &progress)?;
    drop(progress);
    let problems = tell_problems(&report.problems);
    let defects = tell_defects(&report.defects);
    let mut absent = Absent::default();
    if let Some(baseline) = &baseline {
        baseline.compare(&mut report);
        absent = baseline.absent(&report);
    }
    let (all, places) = (arguments.all, places_of(report.source_files(), &arguments.sources.source_root));
    if let Some(shard) = &mut report.shard {
        shard.absent = absent.values();
        shard.sources = places.clone();
        shard.shown = ShardShown {
            fail_on: Some(name_of(arguments.fail_on)),
            ..shown_as(arguments.format, (all, arguments.full.full))
        };
    }
    let shown = CheckShown {
        format: arguments.format,
        all,
        full: arguments.full.full,
        absent: &absent,
        places: &places,
        source_roots: &arguments.sources.source_root,
        output: &arguments.output,
        pages: &arguments.report,
    };
    show(&report, &shown)?;
    if let Some(path) = arguments.baseline.as_ref().filter(|_| arguments.update_baseline) {
        for cause in &mut report.causes {
            cause.baseline = None;
        }
        let nothing = Absent::default();
        write_file(path, |output: &mut dyn Write| check_as_sarif(&report, all, &nothing, &places, output))?;
        return Ok(defects.or(Some(problems)).unwrap_or(Status::Done));
    }
    Ok(arguments.fail_on.status(&report, all).or(defects).or(Some(problems)).unwrap_or(Status::Done))
}

impl Arguments {
    /// The baseline, where one is named; none yet where it is to be written and is not there.
    fn read_baseline(&self) -> Result<Option<Baseline>, Failure> {
        let Some(path) = &self.baseline else { return Ok(None) };
        let bad = |why: String| Failure::Job(JobError::Input(format!("{}: {why}", path.display())));
        match std::fs::read_to_string(path) {
            Ok(text) => Baseline::parse(&text).map(Some).map_err(bad),
            Err(error) if self.update_baseline && error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(bad(error.to_string())),
        }
    }

    /// Whether it is about all failures of all classes.
    fn is_of_everything(&self) -> bool {
        self.method.is_none()
            && self.entry.is_none()
            && self.property == PropertyOption::All
            && self.classes.is_of_all()
    }

    fn job(&self, config: &Config) -> Result<CheckJob, Failure> {
        Ok(CheckJob {
            job: self.cache.of(Job {
                paths: self.paths.paths.clone(),
                class_path: self.paths.class_path.entries(),
                jdk: self.paths.jdk(),
                selection: self.classes.selection(),
                method: self.method.clone(),
                shard: self.shard.part(),
                timeout: (self.timeout > 0).then(|| Duration::from_secs(self.timeout)),
                memory: self.memory.limit(),
                isolation: Some(self.replay.isolation()?),
                jobs: self.jobs.number(),
                ..Job::default()
            }),
            entry: self.entry.clone(),
            property: match self.property {
                PropertyOption::Assert => Some(Property::Assert),
                PropertyOption::Exception => Some(Property::Exception),
                PropertyOption::All => None,
            },
            inputs: match self.inputs {
                InputsOption::Constructed => Inputs::Constructed,
                InputsOption::Any => Inputs::Any,
            },
            assumptions: self.assume.clone(),
            assumptions_file: self.assumptions.clone(),
            strict: self.strict,
            replay: self.replay.is_wanted(),
            explain: self.explain,
            effort: self.effort.effort,
            inline: self.inline,
            nulls: match self.nulls {
                NullsOption::Expected => CountedNulls::Expected,
                NullsOption::Annotated => CountedNulls::Annotated,
                NullsOption::All => CountedNulls::All,
                NullsOption::Never => CountedNulls::Never,
            },
            suppressions: Suppressions {
                entries: config.suppressed(),
                source_roots: self.sources.source_root.clone(),
                tells_unused: self.is_of_everything(),
            },
        })
    }
}

impl FailOn {
    /// What a report's verdicts make of the exit code.
    pub(super) fn status(self, report: &CheckReport, shows_all: bool) -> Option<Status> {
        let has = |verdict: Verdict| report.methods.iter().any(|method| method.verdict == verdict);
        match self {
            FailOn::Never => None,
            _ if report.new_causes(shows_all).next().is_some() => Some(Status::Fails),
            FailOn::Incomplete if has(Verdict::Incomplete) => Some(Status::Incomplete),
            _ => None,
        }
    }
}
