//! `casewise diff`: what do two builds do differently?

use super::exit::{Failure, Status, tell_problems};
use super::options::{
    ClassPathOption, DEFAULT_CACHE, EffortOption, FindingsFormat, FindingsFormatOption, FullOption, JobsOption,
    MemoryOption, SelectionOptions, SourceRootOption, cache_place, class_path_entries,
};
use super::output::{OutputOption, write_test_class};
use super::pages::ReportOption;
use super::progress::ProgressLine;
use super::replay::ReplayOption;
use super::shard::{ShardOption, shown_as};
use super::sources::{check_folders, places_of, sources_among};
use crate::analysis::{DiffJob, diff};
use crate::junit::JUnit;
use crate::report::{DiffReport, JobError, SourcePlaces, diff_as_html, diff_as_json, diff_as_sarif, diff_as_text};
use crate::run::TemporaryFolder;
use crate::session::{JdkSource, Job, save_build, saved_build};
use clap::Args;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  casewise diff library-1.1.jar library-1.2.jar
  casewise diff old/classes build/classes --expect changes.txt
  casewise diff old.jar new.jar --class p.Account --format sarif --source-root src/main/java
  casewise diff old.jar new.jar --classpath 'lib/*' --no-callers
  casewise diff build/classes --since released --save-as main";

/// Compare what two builds do
///
/// For each method that both have and whose code differs: `same`, proved for all states and inputs; `CHANGED`, with an input on
/// which JVMs show that both do something else, and what each does; or `unknown`, with what stood in the way. Then the methods
/// that call what has changed, as far as the change shows in them, and what was added, removed, renamed or narrowed.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Arguments {
    /// The old build, then the new one: folders, class files or jars
    ///
    /// With `--since`, or to save one, the new build alone. What differs in nothing that it can run is not looked at; places are
    /// those of the new build's sources.
    #[arg(value_name = "OLD NEW", required = true, num_args = 1..=2)]
    builds: Vec<PathBuf>,

    /// The old build is the one that was saved under this name
    ///
    /// By `--save-as` of an earlier run, in the same cache folder.
    #[arg(long, value_name = "NAME")]
    since: Option<String>,

    /// Save the new build under this name
    ///
    /// In the cache folder, for `--since`. With a single build and without `--since`, nothing is compared.
    #[arg(long, value_name = "NAME")]
    save_as: Option<String>,

    #[command(flatten)]
    class_path: ClassPathOption,

    /// Class path of the old build alone; more than --classpath has
    ///
    /// Entries as for `java -cp`, for dependencies that both builds have in other versions.
    #[arg(long, value_name = "CLASSPATH")]
    old_classpath: Vec<OsString>,

    /// Class path of the new build alone; more than --classpath has
    ///
    /// As `--old-classpath`.
    #[arg(long, value_name = "CLASSPATH")]
    new_classpath: Vec<OsString>,

    /// JDK whose classes are used [default: that of JAVA_HOME, else of the java on the PATH]
    ///
    /// The same for both builds.
    #[arg(long, value_name = "DIR")]
    jdk: Option<PathBuf>,

    #[command(flatten)]
    classes: SelectionOptions,

    /// Changes that are meant, one method on each line
    ///
    /// `p.C.m(int)`, `C.m`, or with how it changes, `C.m newly_throws`: newly_throws, other_exception, throws_no_more, result,
    /// effect, printed, message. `#` begins a line that says why. Lines that no change fits are listed. Any other change makes
    /// the exit code 10.
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,

    /// Write tests to DIR/old and DIR/new that tell the builds apart
    ///
    /// Those of `old` pass with the old build and fail with the new one, and those of `new` the other way round: both are run
    /// with both. For inputs that calls make.
    #[arg(long, value_name = "DIR")]
    tests: Option<PathBuf>,

    /// The JUnit that tests are for
    ///
    /// 5 needs JUnit 5.8 or later, 4 needs JUnit 4.13.
    #[arg(long, value_name = "VERSION", value_parser = ["4", "5"], default_value = "5", requires = "tests")]
    junit: String,

    /// Do not compare the methods that call what has changed
    ///
    /// Only those whose own code differs.
    #[arg(long)]
    no_callers: bool,

    /// List all methods and all changes of members
    ///
    /// Else of many methods those that do the same or are unknown are counted, and members whose changes break nothing.
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    full: FullOption,

    #[command(flatten)]
    sources: SourceRootOption,

    /// Folder in which sources of the old build are looked for, for `--report`; may be given several times
    ///
    /// Those of the new build are looked for in `--source-root`.
    #[arg(long, value_name = "DIR")]
    old_source_root: Vec<PathBuf>,

    #[command(flatten)]
    report: ReportOption,

    #[command(flatten)]
    replay: ReplayOption,

    #[command(flatten)]
    format: FindingsFormatOption,

    #[command(flatten)]
    output: OutputOption,

    #[command(flatten)]
    effort: EffortOption,

    /// Seconds until the run ends, 0 for no limit
    ///
    /// Methods that were not compared by then are unknown.
    #[arg(long, value_name = "SECONDS", default_value_t = 300, help_heading = "Resources")]
    timeout: u64,

    #[command(flatten)]
    memory: MemoryOption,

    #[command(flatten)]
    jobs: JobsOption,

    /// Folder, URL or both, in which builds are saved
    ///
    /// It is created when it is not there.
    ///
    /// A URL is a cache that machines share: s3://, gcs://, azblob://, redis://, http:// (WebDAV) or ghac://. It is asked for what
    /// the folder has not, and gets what is kept. Give the option twice to name the folder too.
    #[arg(long, value_name = "DIR|URL", default_value = DEFAULT_CACHE, help_heading = "Resources")]
    cache: Vec<PathBuf>,

    #[command(flatten)]
    shard: ShardOption,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    check_folders(&arguments.sources.source_root)?;
    check_folders(&arguments.old_source_root)?;
    arguments.report.prepare()?;
    let (kept, old, new) = arguments.builds()?;
    let Some(old) = old else {
        arguments.save(&new)?;
        return Ok(Status::Done);
    };
    let progress = ProgressLine::new();
    let mut report = diff(&arguments.job(&old, &new)?, &progress)?;
    drop((progress, kept));
    for class in &report.tests {
        let file = format!("{}/{}.java", class.version, class.class.replace('.', "/"));
        write_test_class(arguments.tests.as_deref().unwrap_or(Path::new(".")), &file, &class.source)?;
    }
    let problems = tell_problems(&report.problems);
    if arguments.report.is_wanted() {
        let read = |folders: &[PathBuf]| {
            let (sources, unread) = sources_among(report.source_files(), folders);
            tell_problems(&unread);
            sources
        };
        let (old, new) = (read(&arguments.old_source_root), read(&arguments.sources.source_root));
        arguments.report.write(|site| diff_as_html(&report, (&old, &new), site))?;
    }
    let places = places_of(report.source_files(), &arguments.sources.source_root);
    let (format, detail) = (arguments.format.format, (arguments.all, arguments.full.full));
    if let Some(shard) = &mut report.shard {
        shard.shown = shown_as(format, detail);
        shard.sources = places.clone();
    }
    arguments.output.write(|output: &mut dyn Write| write(&report, format, detail, &places, output))?;
    arguments.save(&new)?;
    Ok(if report.totals.unexpected > 0 { Status::Fails } else { problems })
}

/// Writes a report, with all that is known and in full or not.
pub(super) fn write(
    report: &DiffReport,
    format: FindingsFormat,
    (all, full): (bool, bool),
    places: &SourcePlaces,
    output: &mut dyn Write,
) -> io::Result<()> {
    match format {
        FindingsFormat::Text => diff_as_text(report, all, full, output),
        FindingsFormat::Json => diff_as_json(report, output),
        FindingsFormat::Sarif => diff_as_sarif(report, places, output),
    }
}

impl Arguments {
    /// The folder of a saved build that is the old one, where the old build is, if anything is to be compared, and where the new one is.
    fn builds(&self) -> Result<(Option<TemporaryFolder>, Option<PathBuf>, PathBuf), Failure> {
        match (self.builds.as_slice(), &self.since) {
            ([old, new], None) => Ok((None, Some(old.clone()), new.clone())),
            ([new], Some(name)) => {
                let (kept, old) = saved_build(&cache_place(&self.cache), name)?;
                Ok((Some(kept), Some(old), new.clone()))
            }
            ([new], None) if self.save_as.is_some() => Ok((None, None, new.clone())),
            ([_], None) => Err(Failure::Job(JobError::Input(
                "one build is nothing to compare: name two, or an earlier one by --since, or keep this one by --save-as".into(),
            ))),
            _ => Err(Failure::Job(JobError::Input("--since names the old build: only the new one is to follow".into()))),
        }
    }

    /// Saves a build, where that is asked for.
    fn save(&self, build: &Path) -> Result<(), Failure> {
        self.save_as.as_ref().map_or(Ok(()), |name| Ok(save_build(&cache_place(&self.cache), name, build)?))
    }

    fn job(&self, old: &PathBuf, new: &PathBuf) -> Result<DiffJob, Failure> {
        let of = |path: &PathBuf, more: &[OsString]| -> Result<Job, Failure> {
            let mut class_path = self.class_path.entries();
            class_path.extend(more.iter().flat_map(class_path_entries));
            Ok(Job {
                paths: vec![path.clone()],
                class_path,
                jdk: self.jdk.clone().map_or(JdkSource::Found, JdkSource::Folder),
                selection: self.classes.selection(),
                shard: self.shard.part(),
                timeout: (self.timeout > 0).then(|| Duration::from_secs(self.timeout)),
                memory: self.memory.limit(),
                jobs: self.jobs.number(),
                ..Job::default()
            })
        };
        let (old, new) = (of(old, &self.old_classpath)?, of(new, &self.new_classpath)?);
        Ok(DiffJob {
            old,
            new: Job { isolation: Some(self.replay.isolation()?), ..new },
            callers: !self.no_callers,
            replay: self.replay.is_wanted(),
            effort: self.effort.effort,
            expected: self.expect.clone(),
            tests: self.tests.as_ref().map(|_| if self.junit == "4" { JUnit::Four } else { JUnit::Five }),
        })
    }
}
