//! `casewise reach`: can a target be reached, and by which input?

use super::exit::{Failure, Status, tell_defects, tell_problems};
use super::options::{
    Format, FormatOption, GuideOption, MemoryOption, PathOptions, SelectionOptions, TargetOptions, TrustOption,
    cache_place,
};
use super::output::write_result;
use super::progress::ProgressLine;
use super::replay::ReplayOption;
use crate::analysis::{ReachJob, StartValue, Strategy, reach};
use crate::concolic::Choose;
use crate::demand::Encoding;
use crate::report::{ReachVerdict, reach_as_json, reach_as_text};
use crate::session::Job;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  casewise reach build/classes --target Account.withdraw:42
  casewise reach app.jar --target assert --entry Main.main
  casewise reach build/classes --target throw:ArithmeticException --entry Prices.average --trace";

/// Find an input that reaches a place, or show that there is none
///
/// `REACHED`, with an input on which a JVM comes there; `unreachable`, a proof that no input does; or `not reached`, with what
/// was left out.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: PathOptions,

    #[command(flatten)]
    classes: SelectionOptions,

    #[command(flatten)]
    question: TargetOptions,

    /// How to look for it
    ///
    /// `demand`: paths of single methods, as few as possible, joined by formulas; where that has no answer soon, whole paths.
    /// `standard`: whole paths, one after the other, each led by an input.
    #[arg(long, value_name = "STRATEGY", value_enum, default_value = "demand")]
    strategy: StrategyOption,

    /// Which open decision is tried next [default: `nearest` for `demand`, `fair` for `standard`]
    ///
    /// `nearest`: the one from which the fewest steps lead to the target. `fair`: in turns by statement, by stack and by depth,
    /// each time of those that were tried least often.
    #[arg(long, value_name = "ORDER", value_enum)]
    choose: Option<ChooseOption>,

    /// How paths of methods are joined by formulas
    ///
    /// `instances`: a copy of its callee's paths for each call that occurs. `quantified`: for each method an uninterpreted function
    /// with an axiom over all arguments, which the solver instantiates; a call that takes or changes more than numbers is an
    /// instance there too, and what the solver does not know is asked by instances. Only for `--strategy demand`.
    #[arg(long, value_name = "ENCODING", value_enum, default_value = "instances")]
    encoding: EncodingOption,

    /// Which paths need not be followed [default: `none` for `demand`, `apc` for `standard` in long searches with loops]
    ///
    /// `apc`: those that contradict what is necessary to reach the target, the abstract path condition, which is found without
    /// executing loops; where it is not known, nothing is dropped. `none`: all are followed.
    #[arg(long, value_name = "GUIDE", value_enum)]
    guide: Option<GuideOption>,

    /// Values of parameters for the first run
    ///
    /// `p=0,q=1`. Only of primitive types; all else begins with 0 or null.
    #[arg(long, value_name = "P=VALUE", value_delimiter = ',', value_parser = clap::value_parser!(StartValue))]
    start: Vec<StartValue>,

    /// Tell each step of the search
    ///
    /// What was to be reached, by which input, and which open decisions it settled.
    #[arg(long)]
    trace: bool,

    #[command(flatten)]
    replay: ReplayOption,

    #[command(flatten)]
    format: FormatOption,

    /// Most runs
    ///
    /// When they are made and the target was not reached, the answer is `not reached`.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..),
          help_heading = "Resources")]
    executions: u64,

    /// Seconds until the run ends, 0 for no limit
    ///
    /// What is not answered by then is `not reached`.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, help_heading = "Resources")]
    timeout: u64,

    #[command(flatten)]
    memory: MemoryOption,

    /// Folder, URL or both, that keep execution trees from run to run [default: none is kept]
    ///
    /// A question begins with what earlier ones on the same code have explored, whatever their target was; what is changed is
    /// explored again, and its callers. It takes fewer runs, then, and may find another input. Only for `--strategy demand`.
    ///
    /// A URL is a cache that machines share: s3://, gcs://, azblob://, redis://, http:// (WebDAV) or ghac://. It is asked for what
    /// the folder has not, and gets what is kept. Give the option twice to name the folder too.
    #[arg(long, value_name = "DIR|URL", help_heading = "Resources")]
    cache: Vec<PathBuf>,

    #[command(flatten)]
    trust: TrustOption,
}

/// How a target is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StrategyOption {
    /// Paths of single methods, joined.
    Demand,
    /// Whole paths.
    Standard,
}

/// How paths are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EncodingOption {
    /// By instances of trees.
    Instances,
    /// By axioms.
    Quantified,
}

/// Which decision is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ChooseOption {
    /// The nearest to the target.
    Nearest,
    /// All in turns.
    Fair,
}

impl ChooseOption {
    pub(super) fn order(self) -> Choose {
        match self {
            ChooseOption::Nearest => Choose::Nearest,
            ChooseOption::Fair => Choose::Fair,
        }
    }
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    answered(&arguments.job()?, arguments.format.format)
}

/// Answers a question, and prints the answer.
pub(super) fn answered(job: &ReachJob, format: Format) -> Result<Status, Failure> {
    let progress = ProgressLine::new();
    let report = reach(job, &progress)?;
    drop(progress);
    let problems = tell_problems(&report.problems);
    let defects = tell_defects(&report.defects);
    write_result(|output| match format {
        Format::Text => reach_as_text(&report, output),
        Format::Json => reach_as_json(&report, output),
    })?;
    let verdict = match report.verdict {
        ReachVerdict::Reached => Some(Status::Fails),
        ReachVerdict::NotReached => Some(Status::Incomplete),
        ReachVerdict::Unreachable => None,
    };
    Ok(verdict.or(defects).unwrap_or(problems))
}

impl Arguments {
    fn job(&self) -> Result<ReachJob, Failure> {
        Ok(ReachJob {
            job: Job {
                paths: self.paths.paths.clone(),
                class_path: self.paths.class_path.entries(),
                jdk: self.paths.jdk(),
                selection: self.classes.selection(),
                timeout: (self.timeout > 0).then(|| Duration::from_secs(self.timeout)),
                memory: self.memory.limit(),
                isolation: Some(self.replay.isolation()?),
                trusts_cache: self.trust.trust_cache,
                ..Job::default()
            }
            .kept_in((!self.cache.is_empty()).then(|| cache_place(&self.cache))),
            target: self.question.target.clone(),
            entry: self.question.entry.clone(),
            strategy: match self.strategy {
                StrategyOption::Demand => Strategy::Demand,
                StrategyOption::Standard => Strategy::Standard,
            },
            choose: self.choose.map(ChooseOption::order),
            encoding: match self.encoding {
                EncodingOption::Instances => Encoding::Instances,
                EncodingOption::Quantified => Encoding::Quantified,
            },
            start: self.start.clone(),
            executions: self.executions,
            guide: GuideOption::mode(self.guide),
            replay: self.replay.is_wanted(),
            trace: self.trace,
        })
    }
}
