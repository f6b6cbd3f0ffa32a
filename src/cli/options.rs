//! Options that several subcommands have.

use crate::analysis::{GuideMode, TargetSpec};
use crate::exec::Limits;
use crate::report::JobError;
use crate::run::default_limit;
use crate::session::{CachePlace, ClassPattern, JdkSource, Job, RemoteUrl, Selection};
use crate::term::Arithmetic;
use clap::{ArgMatches, Args, ValueEnum};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The cache folder when none is named.
pub(super) const DEFAULT_CACHE: &str = "summaries-cache";

/// The URL that a value of `--cache` is, if it is no folder.
fn url_of(value: &Path) -> Option<&str> {
    value.to_str().filter(|text| RemoteUrl::is_url(text))
}

/// The folder, if one is named, and the URL, of the values of `--cache`.
pub(super) fn named_caches(values: &[PathBuf]) -> (Option<&Path>, Option<RemoteUrl>) {
    let folder = values.iter().find(|value| url_of(value).is_none());
    let url = values.iter().find_map(|value| url_of(value));
    (folder.map(PathBuf::as_path), url.and_then(|url| RemoteUrl::parse(url).ok()))
}

/// Where the values of `--cache` say that results are kept: in the default folder where only a URL is given.
pub(super) fn cache_place(values: &[PathBuf]) -> CachePlace {
    let (folder, remote) = named_caches(values);
    CachePlace { folder: folder.unwrap_or(Path::new(DEFAULT_CACHE)).to_owned(), remote }
}

/// Compares what a command line, with the file of the project, says of caches with what there may be.
///
/// # Errors
/// Where there are two folders or two URLs, or a URL of no service.
pub(super) fn check_caches(matches: &ArgMatches) -> Result<(), JobError> {
    let Some((_, matches)) = matches.subcommand() else { return Ok(()) };
    let values = matches.try_get_raw("cache").ok().flatten();
    let values: Vec<PathBuf> = values.into_iter().flatten().map(PathBuf::from).collect();
    let (urls, folders): (Vec<&PathBuf>, Vec<&PathBuf>) = values.iter().partition(|value| url_of(value).is_some());
    if urls.len() > 1 || folders.len() > 1 {
        return Err(JobError::Cache("--cache names one folder and one URL at most".into()));
    }
    urls.iter()
        .filter_map(|url| url_of(url))
        .try_for_each(|url| RemoteUrl::parse(url).map(drop))
        .map_err(JobError::Cache)
}

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people.
    Text,
    /// For programs: every field, in a stable order.
    Json,
}

/// How results are printed.
#[derive(Debug, Args)]
pub(super) struct FormatOption {
    /// How to print the result
    ///
    /// JSON has every field in a stable order. Of the same classes and options, only the fields of time and costs
    /// (`time_ms`, `totals.run`) differ from run to run.
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    pub(super) format: Format,
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FindingsFormat {
    /// For people.
    Text,
    /// For programs: every field, in a stable order.
    Json,
    /// For code scanning: SARIF 2.1.0.
    Sarif,
}

/// How findings are printed.
#[derive(Debug, Args)]
pub(super) struct FindingsFormatOption {
    /// How to print the result
    ///
    /// JSON has every field in a stable order. SARIF 2.1.0 is what code scanning reads.
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    pub(super) format: FindingsFormat,
}

/// Where sources are.
#[derive(Debug, Args)]
pub(super) struct SourceRootOption {
    /// Folder in which sources are looked for; may be given several times
    ///
    /// Class files name a source by its package, `com/example/Shop.java`; code scanning needs it as it stands in the project,
    /// `src/main/java/com/example/Shop.java`. In SARIF paths are relative to the current folder, as `%SRCROOT%`. `check` also reads there
    /// what `@SuppressWarnings("casewise")` hides.
    #[arg(long, value_name = "DIR")]
    pub(super) source_root: Vec<PathBuf>,
}

/// How long conditions are shown.
#[derive(Debug, Args)]
pub(super) struct FullOption {
    /// Show long conditions whole
    ///
    /// Else conditions of more than 160 characters are cut in the middle. `check` also shows the fingerprint of each finding.
    #[arg(long)]
    pub(super) full: bool,
}

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

/// The classes that those of the paths use.
#[derive(Debug, Args)]
pub(super) struct ClassPathOption {
    /// Folders, class files and jars with the classes that these use (also `-cp`)
    ///
    /// Entries as for `java -cp`, `lib/*` for all jars of a folder; can be given several times. Their classes are executed
    /// where they are called and found by JVMs; no answer is about them. A class that a PATH has too is taken from there.
    /// `Class-Path` entries of manifests are not followed.
    #[arg(long, value_name = "CLASSPATH")]
    classpath: Vec<OsString>,
}

impl ClassPathOption {
    pub(super) fn entries(&self) -> Vec<PathBuf> {
        self.classpath.iter().flat_map(class_path_entries).collect()
    }
}

/// The entries of a class path, as one value of an option.
pub(super) fn class_path_entries(paths: &OsString) -> impl Iterator<Item = PathBuf> {
    std::env::split_paths(paths).filter(|entry| !entry.as_os_str().is_empty())
}

/// Which classes are answered for.
#[derive(Debug, Args)]
pub(super) struct SelectionOptions {
    /// Only this class; can be given several times
    ///
    /// Its name with its package (`com.example.Account`), or without it where no other class has that name.
    #[arg(long, value_name = "C")]
    class: Vec<String>,

    /// Only classes of this pattern; can be given several times
    ///
    /// `com.example.*` are the classes of a package, `com.example.**` those of its subpackages too, `**.Account` or
    /// `**.*Test` the classes of a name in any package. A nested class goes with its top-level class, unless the pattern
    /// names a `$`. Other classes are executed where they are called, and no answer is about them.
    #[arg(long, value_name = "PATTERN", value_parser = clap::value_parser!(ClassPattern))]
    include: Vec<ClassPattern>,

    /// No classes of this pattern; can be given several times
    ///
    /// Patterns are those of `--include`, before which this option goes.
    #[arg(long, value_name = "PATTERN", value_parser = clap::value_parser!(ClassPattern))]
    exclude: Vec<ClassPattern>,
}

impl SelectionOptions {
    /// Whether no class is left out.
    pub(super) fn is_of_all(&self) -> bool {
        self.class.is_empty() && self.include.is_empty() && self.exclude.is_empty()
    }

    pub(super) fn selection(&self) -> Selection {
        Selection { classes: self.class.clone(), include: self.include.clone(), exclude: self.exclude.clone() }
    }
}

/// Where classes are read from.
#[derive(Debug, Args)]
pub(super) struct PathOptions {
    /// Folders, class files and jars with the classes
    ///
    /// The classes that answers are about: folders (searched whole), single class files, and jars. Of a class that several
    /// entries have, the first is taken. What cannot be read costs a line on stderr, and everything else is done.
    #[arg(value_name = "PATH", required = true)]
    pub(super) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) class_path: ClassPathOption,

    /// JDK whose classes are used [default: that of JAVA_HOME, else of the java on the PATH]
    ///
    /// The code of its classes runs like that of your own, but for what casewise models. It is read, never executed. Without
    /// a JDK only the core of its class hierarchy is known, and paths that need more of it stop.
    #[arg(long, value_name = "DIR", conflicts_with = "no_jdk")]
    pub(super) jdk: Option<PathBuf>,

    /// Use no JDK, even if there is one
    ///
    /// Results then depend on no JDK, and say where one was needed.
    #[arg(long)]
    pub(super) no_jdk: bool,
}

impl PathOptions {
    pub(super) fn jdk(&self) -> JdkSource {
        match &self.jdk {
            _ if self.no_jdk => JdkSource::None,
            Some(home) => JdkSource::Folder(home.clone()),
            None => JdkSource::Found,
        }
    }
}

/// What a run may use.
#[derive(Debug, Args)]
pub(super) struct MemoryOption {
    /// Memory that the run may use, as in `512M` or `2G` [default: half of the machine's]
    ///
    /// casewise with the JVMs that it starts. Near the limit the largest of the methods at work is given up, and says so; the
    /// others go on. A run that must go beyond it ends.
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Resources")]
    memory: Option<u64>,
}

impl MemoryOption {
    /// The limit in bytes; none where the machine does not tell what it has.
    pub(super) fn limit(&self) -> Option<u64> {
        self.memory.or_else(default_limit)
    }
}

/// How many threads a run has.
#[derive(Debug, Args)]
pub(super) struct JobsOption {
    /// Threads [default: one for each core]
    ///
    /// The result does not depend on it.
    #[arg(long, value_name = "N", help_heading = "Resources")]
    jobs: Option<NonZeroUsize>,
}

impl JobsOption {
    /// How many there are.
    pub(super) fn number(&self) -> usize {
        jobs_or_cores(self.jobs)
    }
}

/// As many as were asked for, else one for each core.
pub(super) fn jobs_or_cores(jobs: Option<NonZeroUsize>) -> usize {
    jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, NonZeroUsize::get), NonZeroUsize::get)
}

/// Memory, as in `512M`.
fn size(text: &str) -> Result<u64, String> {
    match bytes(text)? {
        bytes if bytes < LEAST_MEMORY => Err(format!("no less than {}M", LEAST_MEMORY >> 20)),
        bytes => Ok(bytes),
    }
}

/// Bytes, as in `512M`.
pub(super) fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = match text.get(digits.len()..).map(str::to_ascii_uppercase).as_deref() {
        Some("K") => 10,
        Some("M") => 20,
        Some("G") => 30,
        Some("T") => 40,
        _ => return Err("a number with K, M, G or T, as in `512M`".into()),
    };
    let bytes = digits.parse::<u64>().ok().and_then(|count| count.checked_mul(1 << unit));
    bytes.ok_or_else(|| "a number with K, M, G or T, as in `512M`".into())
}

/// Below this a run can do nothing.
const LEAST_MEMORY: u64 = 64 << 20;

/// How much work a run may do.
#[derive(Debug, Args)]
pub(super) struct EffortOption {
    /// Budgets of work, in units of the usual ones
    ///
    /// Work is counted in instructions and in the solver's steps, so that answers are the same on every machine.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1000),
          help_heading = "Resources")]
    pub(super) effort: u64,
}

/// How much work a method may cost.
#[derive(Debug, Args)]
pub(super) struct MethodEffortOption {
    /// A method's budget of work, in units of the usual one
    ///
    /// Work is counted in instructions and in the solver's steps, so that answers are the same on every machine.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1000),
          help_heading = "Resources")]
    pub(super) effort: u64,
}

/// How integers compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ArithmeticOption {
    /// As in Java: 32 and 64 bits, wrapping around.
    Java,
    /// Unbounded integers, as in papers on symbolic execution.
    Math,
}

/// Where answers are kept.
#[derive(Debug, Args)]
pub(super) struct CacheOption {
    /// Folder, URL or both, in which answers are kept from run to run
    ///
    /// It is created when it is not there. Methods for which the code gives the same answers as before are not explored
    /// again, and inputs that run the same classes are not replayed again. It changes how long a run takes, and nothing
    /// else; it can be deleted, moved and shared at any time.
    ///
    /// A URL is a cache that machines share: s3://, gcs://, azblob://, redis://, http:// (WebDAV) or ghac://. It is asked for what
    /// the folder has not, and gets what is kept. Give the option twice to name the folder too.
    #[arg(long, value_name = "DIR|URL", default_value = DEFAULT_CACHE, conflicts_with = "no_cache",
          help_heading = "Resources")]
    cache: Vec<PathBuf>,

    /// Neither read nor keep answers
    ///
    /// Every method is explored afresh, and no cache folder is touched.
    #[arg(long, help_heading = "Resources")]
    no_cache: bool,

    #[command(flatten)]
    trust: TrustOption,
}

impl CacheOption {
    /// The job with where its answers are kept, if they are.
    pub(super) fn of(&self, job: Job) -> Job {
        Job { trusts_cache: self.trust.trust_cache, ..job }.kept_in((!self.no_cache).then(|| cache_place(&self.cache)))
    }
}

/// Whose cache entries are believed.
#[derive(Debug, Args)]
pub(super) struct TrustOption {
    /// Believe cache entries that somebody else has written
    ///
    /// Entries are signed with a secret of yours, or with the one that the environment variable CASEWISE_CACHE_SECRET has, for
    /// machines that share a cache; those of others are made anew. A cache folder that came with a repository can say
    /// anything of the code: this option is for folders from whoever you trust.
    #[arg(long, help_heading = "Resources")]
    pub(super) trust_cache: bool,
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
    fn a_size_has_a_unit() {
        assert_eq!((size("64m"), size("2G"), size("1T")), (Ok(64 << 20), Ok(2 << 30), Ok(1 << 40)));
        for bad in ["", "2", "G", "-1G", "2GB", "63M", "99999999999999T", "ü"] {
            assert!(size(bad).is_err(), "{bad}");
        }
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
