//! `casewise prove`: can assertions fail?

use super::exit::{Failure, Status, tell_defects, tell_problems};
use super::options::{
    ArithmeticOption, CacheOption, EffortOption, FindingsFormat, FindingsFormatOption, FullOption, JobsOption,
    MemoryOption, PathOptions, SelectionOptions, SourceRootOption,
};
use super::output::OutputOption;
use super::progress::ProgressLine;
use super::replay::ReplayOption;
use super::sources::{check_folders, places_of};
use crate::analysis::{Inputs, ProveJob, ProveProperty, TargetSpec, Technique, prove};
use crate::report::{ProofTechnique, ProofVerdict, ProveReport, prove_as_json, prove_as_sarif, prove_as_text};
use crate::session::Job;
use crate::term::Arithmetic;
use clap::{Args, ValueEnum};
use std::io::Write;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  casewise prove build/classes
  casewise prove build/classes --method Account.withdraw --explain
  casewise prove build/classes --class p.Buffer --property all --technique backward
  casewise prove build/classes --target Account.withdraw:42
  casewise prove build/classes --arith math --format json";

/// Prove assertions, or refute them by inputs that a JVM confirms
///
/// For each assertion: `proved`, with the reason; `REFUTED`, with an input on which it fails, replayed in a JVM; or `unknown`,
/// with what stood in the way. Assertions hold where no caller of a method that is not private can make them fail. Proofs hold
/// for Java's arithmetic; those of `--arith math` say that they are for mathematical integers.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: PathOptions,

    #[command(flatten)]
    classes: SelectionOptions,

    /// Only assertions of methods of this name
    ///
    /// `withdraw`, `Account.withdraw` or `com.example.Account.withdraw`. Constructors are named `<init>`. A private method
    /// that is named may be called with anything; else it is called as the code of the class path does.
    #[arg(long, value_name = "M")]
    method: Option<String>,

    /// Only the assertions of this target, or whether it is reached
    ///
    /// `C.m:LINE`, `C.m@OFFSET` (of an instruction, in bytes), `assert`, or `throw:EXCEPTION`. Of a `throw new ...`, and of a line
    /// or an instruction that asserts nothing, the question is whether it is reached: `REACHED`, with an input that a JVM
    /// confirms; or `unreachable`, which is proved.
    #[arg(long, value_name = "TARGET", value_parser = clap::value_parser!(TargetSpec))]
    target: Option<TargetSpec>,

    /// How assertions are settled
    ///
    /// `forward`: paths from the beginning, within deepening bounds. `loops`: what loops do, in terms of path counters.
    /// `backward`: paths from the assertion backward. `auto`: all of them, cheap ones first.
    #[arg(long, value_name = "T", value_enum, default_value = "auto")]
    technique: TechniqueOption,

    /// What must not happen
    ///
    /// `assert`: an `assert` that fails. `all`: that, and what the machine raises at an instruction: division by zero, null,
    /// indices out of bounds, negative sizes, casts.
    #[arg(long, value_name = "P", value_enum, default_value = "assert")]
    property: PropertyOption,

    /// How integers compute
    ///
    /// What is proved with `math` is no proof about Java where a computation overflows; each such proof says so.
    #[arg(long, value_name = "MODE", value_enum, default_value = "java")]
    arith: ArithmeticOption,

    /// Say more: the lines that a proof rests on, and what each technique met
    ///
    /// Each line of an unsatisfiable core, or of the necessary condition.
    #[arg(long)]
    explain: bool,

    #[command(flatten)]
    sources: SourceRootOption,

    #[command(flatten)]
    full: FullOption,

    #[command(flatten)]
    replay: ReplayOption,

    #[command(flatten)]
    format: FindingsFormatOption,

    #[command(flatten)]
    output: OutputOption,

    /// Which verdicts make the exit code say so
    ///
    /// `refuted`: some assertion is refuted (exit code 10). `unknown`: that, or some is unknown (exit code 11). `never`:
    /// neither.
    #[arg(long, value_name = "VERDICT", value_enum, default_value = "refuted")]
    fail_on: FailOn,

    #[command(flatten)]
    effort: EffortOption,

    /// Seconds until the run ends, 0 for no limit
    ///
    /// What is left of the time is shared by the assertions that are not settled. What was cut says so.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, help_heading = "Resources")]
    timeout: u64,

    #[command(flatten)]
    memory: MemoryOption,

    #[command(flatten)]
    jobs: JobsOption,

    #[command(flatten)]
    cache: CacheOption,
}

/// How assertions are settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TechniqueOption {
    /// All techniques, cheap ones first.
    Auto,
    /// Paths from the beginning.
    Forward,
    /// Loops in terms of path counters.
    Loops,
    /// Paths from the assertion backward.
    Backward,
}

/// What must not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PropertyOption {
    /// Failing `assert` statements.
    Assert,
    /// These, and what the machine raises.
    All,
}

/// Which verdicts the exit code tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// An assertion is refuted.
    Refuted,
    /// An assertion is refuted or unknown.
    Unknown,
    /// None.
    Never,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    check_folders(&arguments.sources.source_root)?;
    let progress = ProgressLine::new();
    let report = prove(&arguments.job()?, &progress)?;
    drop(progress);
    let problems = tell_problems(&report.problems);
    let defects = tell_defects(&report.defects);
    let places = places_of(report.source_files(), &arguments.sources.source_root);
    let write = |output: &mut dyn Write| match arguments.format.format {
        FindingsFormat::Text => prove_as_text(&report, arguments.explain, arguments.full.full, output),
        FindingsFormat::Json => prove_as_json(&report, output),
        FindingsFormat::Sarif => prove_as_sarif(&report, &places, output),
    };
    arguments.output.write(write)?;
    Ok(arguments.fail_on.status(&report).or(defects).or(Some(problems)).unwrap_or(Status::Done))
}

impl Arguments {
    fn job(&self) -> Result<ProveJob, Failure> {
        Ok(ProveJob {
            job: self.cache.of(Job {
                paths: self.paths.paths.clone(),
                class_path: self.paths.class_path.entries(),
                jdk: self.paths.jdk(),
                selection: self.classes.selection(),
                method: self.method.clone(),
                arithmetic: match self.arith {
                    ArithmeticOption::Java => Arithmetic::Java,
                    ArithmeticOption::Math => Arithmetic::Math,
                },
                timeout: (self.timeout > 0).then(|| Duration::from_secs(self.timeout)),
                memory: self.memory.limit(),
                isolation: Some(self.replay.isolation()?),
                jobs: self.jobs.number(),
                ..Job::default()
            }),
            technique: match self.technique {
                TechniqueOption::Auto => Technique::Auto,
                TechniqueOption::Forward => Technique::Only(ProofTechnique::Forward),
                TechniqueOption::Loops => Technique::Only(ProofTechnique::Loops),
                TechniqueOption::Backward => Technique::Only(ProofTechnique::Backward),
            },
            property: match self.property {
                PropertyOption::Assert => ProveProperty::Assert,
                PropertyOption::All => ProveProperty::All,
            },
            target: self.target.clone(),
            inputs: Inputs::Constructed,
            replay: self.replay.is_wanted(),
            effort: self.effort.effort,
        })
    }
}

impl FailOn {
    /// What a report's verdicts make of the exit code.
    fn status(self, report: &ProveReport) -> Option<Status> {
        let has = |verdict: ProofVerdict| report.assertions.iter().any(|assertion| assertion.verdict == verdict);
        match self {
            FailOn::Never => None,
            _ if has(ProofVerdict::Refuted) => Some(Status::Fails),
            FailOn::Unknown if has(ProofVerdict::Unknown) => Some(Status::Incomplete),
            _ => None,
        }
    }
}
