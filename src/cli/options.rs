//! Options that several subcommands have.

mod caches;
mod classes;
mod printing;
mod resources;

use crate::analysis::{GuideMode, TargetSpec};
use crate::exec::Limits;
use crate::session::Job;
use crate::term::Arithmetic;
pub(super) use caches::{CacheOption, DEFAULT_CACHE, TrustOption, cache_place, check_caches, named_caches};
use clap::{Args, ValueEnum};
pub(super) use classes::{ClassPathOption, PathOptions, SelectionOptions, class_path_entries};
pub(super) use printing::{FindingsFormat, FindingsFormatOption, Format, FormatOption, FullOption, SourceRootOption};
pub(super) use resources::{EffortOption, JobsOption, MemoryOption, MethodEffortOption, bytes, jobs_or_cores};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Which paths to a target need not be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum GuideOption {
    /// Those that contradict the abstract path condition.
    Apc,
    /// None.
    None,
}

impl GuideOption {
    pub(super) fn mode(option: Option<GuideOption>) -> GuideMode {
        match option {
            Some(GuideOption::Apc) => GuideMode::Apc,
            Some(GuideOption::None) => GuideMode::None,
            None => GuideMode::Auto,
        }
    }
}

/// What is to be reached, and from where.
#[derive(Debug, Args)]
pub(super) struct TargetOptions {
    /// What is to be reached
    ///
    /// `C.m:LINE`, any instruction of a line of a method; `C.m@OFFSET`, the instruction at a byte offset; `assert`, an `assert`
    /// that fails; `throw:EXCEPTION`, that the entry ends by this exception or a subclass. A method that is overloaded is named
    /// with its parameters: `C.m(int,String):LINE`.
    #[arg(long, value_name = "TARGET", value_parser = clap::value_parser!(TargetSpec))]
    pub(super) target: TargetSpec,

    /// The method to begin with [default: that of the line or offset, else `main`]
    ///
    /// `m`, `C.m`, `p.C.m`, or with its parameters, `C.m(int,String)`.
    #[arg(long, value_name = "C.m")]
    pub(super) entry: Option<String>,
}

/// How integers compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ArithmeticOption {
    /// As in Java: 32 and 64 bits, wrapping around.
    Java,
    /// Unbounded integers, as in papers on symbolic execution.
    Math,
}

/// Within which bounds methods are summarised, and how integers compute: what a summary in a cache is an answer to.
#[derive(Debug, Args)]
pub(super) struct SummaryOptions {
    /// How integers compute
    ///
    /// Results of `math` are not results about Java where a computation overflows; each says so.
    #[arg(long, value_name = "MODE", value_enum, default_value = "java", help_heading = "Analysis")]
    arith: ArithmeticOption,

    /// Undecided iterations of a loop on one path
    ///
    /// A path stops when a loop goes on for more iterations than this that depend on inputs. Iterations that do not,
    /// such as those over an array of a known length, are not counted.
    #[arg(long, value_name = "N", default_value_t = Job::default().limits.loop_bound, help_heading = "Bounds")]
    loop_bound: u32,

    /// Undecided branches on one path
    ///
    /// A path stops when it has had more branches than this that inputs decide. What a callee's composed case has decided
    /// is not counted.
    #[arg(long, value_name = "N", default_value_t = Job::default().limits.depth, help_heading = "Bounds")]
    depth: u32,

    /// Longest array of symbolic length
    ///
    /// A path stops when it needs an array longer than this, as an input or where it allocates one whose length depends
    /// on inputs. What remains is not restricted to short arrays.
    #[arg(long, value_name = "N", default_value_t = Job::default().limits.array_length,
          value_parser = clap::value_parser!(i32).range(0..), help_heading = "Bounds")]
    array_length: i32,

    /// Most cases of a summary
    ///
    /// A method with more cases has an incomplete summary.
    #[arg(long, value_name = "N", default_value_t = Job::default().max_cases,
          value_parser = clap::value_parser!(u64).range(1..), help_heading = "Bounds")]
    max_cases: u64,

    /// Activations of recursive methods on one path
    ///
    /// A path stops at the call with which methods that call each other would be entered more often than this within each
    /// other.
    #[arg(long, value_name = "N", default_value_t = Job::default().limits.recursion, help_heading = "Bounds")]
    recursion: u32,
}

impl SummaryOptions {
    /// A job with these.
    pub(super) fn of(&self, job: Job) -> Job {
        let limits = Limits {
            loop_bound: self.loop_bound,
            depth: self.depth,
            array_length: self.array_length,
            recursion: self.recursion,
            ..job.limits
        };
        let arithmetic = match self.arith {
            ArithmeticOption::Java => Arithmetic::Java,
            ArithmeticOption::Math => Arithmetic::Math,
        };
        Job { arithmetic, limits, max_cases: self.max_cases, ..job }
    }
}

/// How methods are analysed, within which bounds, and with which cache.
#[derive(Debug, Args)]
pub(super) struct AnalysisOptions {
    #[command(flatten)]
    summaries: SummaryOptions,

    /// Execute callees inline, without summaries
    ///
    /// The cases are the same, unless a bound cuts paths; the costs are not. The cache is neither read nor written.
    #[arg(long, help_heading = "Analysis")]
    inline: bool,

    /// Seconds for the whole run; 0 for no limit
    ///
    /// When they are over, methods are left as far as they are; their summaries say so and are not kept.
    #[arg(long, value_name = "S", default_value_t = Job::default().timeout.map_or(0, |limit| limit.as_secs()),
          help_heading = "Bounds")]
    timeout: u64,

    /// Methods analysed at the same time [default: available cores]
    ///
    /// The number changes how long a run takes, and nothing else.
    #[arg(long, value_name = "N", help_heading = "Resources")]
    jobs: Option<NonZeroUsize>,

    /// Folder, URL or both, that keep summaries from run to run
    ///
    /// It is created when it is not there. What it holds changes how long a run takes, and nothing else; it can be
    /// deleted, moved and shared at any time.
    ///
    /// A URL is a cache that machines share: s3://, gcs://, azblob://, redis://, http:// (WebDAV) or ghac://. It is asked for what
    /// the folder has not, and gets what is kept. Give the option twice to name the folder too.
    #[arg(long, value_name = "DIR|URL", default_value = DEFAULT_CACHE, conflicts_with = "no_cache",
          help_heading = "Resources")]
    cache: Vec<PathBuf>,

    /// Neither read nor keep summaries
    ///
    /// Every method is analysed afresh, and no cache folder is touched.
    #[arg(long, help_heading = "Resources")]
    no_cache: bool,

    #[command(flatten)]
    trust: TrustOption,

    #[command(flatten)]
    memory: MemoryOption,
}

impl AnalysisOptions {
    /// The job over these paths and classes, of all methods.
    pub(super) fn job(&self, paths: &PathOptions, classes: &SelectionOptions) -> Job {
        let defaults = Job::default();
        let job = Job {
            paths: paths.paths.clone(),
            class_path: paths.class_path.entries(),
            jdk: paths.jdk(),
            selection: classes.selection(),
            method: None,
            shard: None,
            inline: self.inline,
            timeout: (self.timeout > 0).then(|| Duration::from_secs(self.timeout)),
            memory: self.memory.limit(),
            isolation: defaults.isolation,
            jobs: jobs_or_cores(self.jobs),
            trusts_cache: self.trust.trust_cache,
            ..defaults
        };
        self.summaries.of(job).kept_in((!self.no_cache).then(|| cache_place(&self.cache)))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::session::{JdkSource, Selection};
    use clap::Parser;

    #[derive(Parser)]
    struct Arguments {
        #[command(flatten)]
        paths: PathOptions,
        #[command(flatten)]
        classes: SelectionOptions,
        #[command(flatten)]
        analysis: AnalysisOptions,
    }

    fn job(arguments: &str) -> Job {
        let Arguments { paths, classes, analysis } = Arguments::parse_from(arguments.split(' '));
        analysis.job(&paths, &classes)
    }

    #[test]
    fn without_options_a_job_is_the_default_one_with_a_cache_and_all_cores() {
        let (given, expected) = (job("casewise a b"), Job::default());
        assert_eq!(given.paths, [PathBuf::from("a"), PathBuf::from("b")]);
        assert_eq!(given.cache, Some(PathBuf::from("summaries-cache")));
        assert_eq!(given.jobs, std::thread::available_parallelism().unwrap().get());
        assert_eq!(format!("{:?}", given.limits), format!("{:?}", expected.limits));
        assert_eq!(given.arithmetic, expected.arithmetic);
        assert_eq!((given.max_cases, given.timeout, given.inline), (expected.max_cases, expected.timeout, false));
    }

    #[test]
    fn every_option_reaches_the_job() {
        let given = job(
            "casewise a --arith math --inline --loop-bound 1 --depth 2 --array-length 4 --max-cases 5 --recursion 6 \
             --timeout 7 --memory 3G --jobs 8 --cache c",
        );
        assert_eq!(given.arithmetic, Arithmetic::Math);
        assert!(given.inline);
        let limits = given.limits;
        assert_eq!((limits.loop_bound, limits.depth, limits.array_length, limits.recursion), (1, 2, 4, 6));
        assert_eq!((given.max_cases, given.timeout, given.jobs), (5, Some(Duration::from_secs(7)), 8));
        assert_eq!(given.memory, Some(3 << 30));
        assert_eq!(given.cache, Some(PathBuf::from("c")));
        assert_eq!(given.jdk, JdkSource::Found);
        assert_eq!(job("casewise a --jdk d").jdk, JdkSource::Folder(PathBuf::from("d")));
        assert_eq!(job("casewise a --no-jdk").jdk, JdkSource::None);
        let given = job("casewise a --classpath b:c --classpath d --class C --class D --include p.* --exclude p.q.**");
        assert_eq!(given.class_path, ["b", "c", "d"].map(PathBuf::from));
        let Selection { classes, include, exclude } = given.selection;
        assert_eq!(
            (classes, include, exclude),
            (vec!["C".to_owned(), "D".to_owned()], vec!["p.*".parse().unwrap()], vec!["p.q.**".parse().unwrap()],)
        );
        let given = job("casewise a --timeout 0 --no-cache");
        assert_eq!((given.timeout, given.cache), (None, None));
    }
}
