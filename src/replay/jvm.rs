//! The JVM that runs the harness: found, fed with jobs, and started again when a job ended it.

use super::failure::JobFailure;
use super::job::limit;
use super::process::{HarnessProcess, Start, Tags, tool};
use crate::run::{self, Process, TemporaryFolder};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The harness with its class loader and its runners of tests, the classes that programs call, for inputs of their own and to
/// tell what they execute, and what stands for JUnit where tests are tried out.
const HARNESS: [(&str, &str); 28] = [
    ("CasewiseReplay.java", include_str!("harness/CasewiseReplay.java")),
    ("Channels.java", include_str!("harness/Channels.java")),
    ("Contents.java", include_str!("harness/Contents.java")),
    ("Escapes.java", include_str!("harness/Escapes.java")),
    ("FreshLoader.java", include_str!("harness/FreshLoader.java")),
    ("Observations.java", include_str!("harness/Observations.java")),
    ("Probe.java", include_str!("harness/Probe.java")),
    ("Rows.java", include_str!("harness/Rows.java")),
    ("Script.java", include_str!("harness/Script.java")),
    ("SuiteRuns.java", include_str!("harness/SuiteRuns.java")),
    ("Verifier.java", include_str!("harness/Verifier.java")),
    ("TestRun.java", include_str!("harness/TestRun.java")),
    ("org/junit/After.java", include_str!("harness/org/junit/After.java")),
    ("org/junit/Assert.java", include_str!("harness/org/junit/Assert.java")),
    ("org/junit/Ignore.java", include_str!("harness/org/junit/Ignore.java")),
    ("org/junit/Test.java", include_str!("harness/org/junit/Test.java")),
    ("org/junit/function/ThrowingRunnable.java", include_str!("harness/org/junit/function/ThrowingRunnable.java")),
    ("org/junit/jupiter/api/AfterEach.java", include_str!("harness/org/junit/jupiter/api/AfterEach.java")),
    ("org/junit/jupiter/api/Assertions.java", include_str!("harness/org/junit/jupiter/api/Assertions.java")),
    ("org/junit/jupiter/api/Disabled.java", include_str!("harness/org/junit/jupiter/api/Disabled.java")),
    ("org/junit/jupiter/api/Nested.java", include_str!("harness/org/junit/jupiter/api/Nested.java")),
    ("org/junit/jupiter/api/Test.java", include_str!("harness/org/junit/jupiter/api/Test.java")),
    (
        "org/junit/jupiter/api/function/Executable.java",
        include_str!("harness/org/junit/jupiter/api/function/Executable.java"),
    ),
    (
        "org/junit/jupiter/params/ParameterizedTest.java",
        include_str!("harness/org/junit/jupiter/params/ParameterizedTest.java"),
    ),
    (
        "org/junit/jupiter/params/provider/Arguments.java",
        include_str!("harness/org/junit/jupiter/params/provider/Arguments.java"),
    ),
    (
        "org/junit/jupiter/params/provider/CsvSource.java",
        include_str!("harness/org/junit/jupiter/params/provider/CsvSource.java"),
    ),
    (
        "org/junit/jupiter/params/provider/MethodSource.java",
        include_str!("harness/org/junit/jupiter/params/provider/MethodSource.java"),
    ),
    (
        "org/junit/jupiter/params/provider/ValueSource.java",
        include_str!("harness/org/junit/jupiter/params/provider/ValueSource.java"),
    ),
];

/// The harness's class files by name, compiled when this was built; none where there was no compiler.
const HARNESS_CLASSES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/harness_classes.rs"));

/// Stands between the entries of a class path.
const SEPARATOR: &str = if cfg!(windows) { ";" } else { ":" };

/// How long a JVM may take to start.
const STARTING: Duration = Duration::from_secs(60);
/// How much longer than a job's timeout its answer may take, for the building of the job. The harness ends a job in time, unless
/// the program keeps it from that.
const GRACE: Duration = Duration::from_secs(10);

/// How the JVM runs.
#[derive(Clone, Debug)]
pub struct JvmOptions {
    /// How long a job may run.
    pub timeout: Duration,
    /// The largest heap in bytes, where the run's memory allows it.
    pub memory: u64,
    /// Whether every job loads the classes anew, and so begins with statics as class initialisation leaves them.
    pub fresh_classes: bool,
    /// With fresh classes, the entries of the class path whose classes are loaded once for all jobs, such as a test
    /// framework. They know nothing of the others.
    pub shared: Vec<PathBuf>,
    /// Whether programs run in the folder that this program runs in, as their own test suites expect, and not in an empty
    /// one.
    pub stays_here: bool,
}

impl JvmOptions {
    /// The largest heap that a JVM of the run on this thread gets, in bytes: at most a quarter of what the run may use, and as
    /// much as a JVM needs.
    pub fn heap(&self) -> u64 {
        run::memory_limit().map_or(self.memory, |limit| self.memory.min((limit / 4).max(32 << 20)))
    }
}

impl Default for JvmOptions {
    fn default() -> Self {
        JvmOptions {
            timeout: Duration::from_secs(20),
            memory: 512 << 20,
            fresh_classes: false,
            shared: Vec::new(),
            stays_here: false,
        }
    }
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobResult {
    /// The harness's result line.
    Result(String),
    /// The job was not run to its end, for this reason.
    NotRun(JobFailure),
}

/// A JVM with the harness, for many jobs.
#[derive(Debug)]
pub struct Jvm {
    folder: TemporaryFolder,
    class_path: OsString,
    options: JvmOptions,
    tags: Tags,
    version: u32,
    running: Option<Running>,
    starts: u32,
    /// Failures that may be another job's, and that were met where no other one had run: they are no other one's.
    own_failures: HashSet<JobFailure>,
}

#[derive(Debug)]
struct Running {
    process: HarnessProcess,
    /// Whether a job ran in it that could have left something behind.
    is_used: bool,
}

/// The folders of a harness: its classes, and what the program may write to.
const CLASSES: &str = "harness";
pub(super) const WORK: &str = "work";

impl Jvm {
    /// Starts a JVM with the harness with these class path entries.
    ///
    /// # Errors
    /// In one line, when there is no JDK or it does not work, or where the run's box is not to be had.
    pub fn start(class_path: &[PathBuf], options: JvmOptions) -> Result<Jvm, String> {
        let folder = TemporaryFolder::new().map_err(|error| format!("no folder for the replay harness: {error}"))?;
        unpack(&folder.path().join(CLASSES))?;
        let class_path = join(class_path)?;
        let mut jvm = Jvm {
            folder,
            class_path,
            options,
            tags: Tags::new()?,
            version: 0,
            running: None,
            starts: 0,
            own_failures: HashSet::new(),
        };
        jvm.launch()?;
        Ok(jvm)
    }

    /// The feature version of the JVM.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// How many processes have been started so far.
    pub fn starts(&self) -> u32 {
        self.starts
    }

    fn launch(&mut self) -> Result<(), String> {
        self.running = None;
        let mut options: Vec<OsString> =
            ["--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"].map(Into::into).into();
        options.push(format!("-Dcasewise.timeout={}", self.options.timeout.as_millis()).into());
        let mut class_path = self.folder.path().join(CLASSES).into_os_string();
        let mut add = |entry: &OsStr| {
            class_path.push(SEPARATOR);
            class_path.push(entry);
        };
        if self.options.fresh_classes {
            let mut property = OsString::from("-Dcasewise.classpath=");
            property.push(&self.class_path);
            options.push(property);
            self.options.shared.iter().for_each(|entry| add(entry.as_os_str()));
        } else {
            add(&self.class_path);
        }
        let mut process = HarnessProcess::start(&Start {
            main: "casewise.replay.CasewiseReplay",
            class_path,
            options,
            arguments: Vec::new(),
            heap: self.options.heap(),
            // Of what another process has left there nothing is seen, and nothing has to be removed now.
            folder: &self.folder.path().join(format!("{WORK}-{}", self.starts)),
            stays_here: self.options.stays_here,
        })?;
        self.starts += 1;
        self.version =
            greet(&mut process, &self.tags.next()).map_err(|why| format!("{}: {why}", tool("java").display()))?;
        self.running = Some(Running { process, is_used: false });
        Ok(())
    }

    /// Runs a job in a JVM where no other one has run.
    pub fn run_alone(&mut self, job: &str) -> JobResult {
        self.running = None;
        self.run_one(job)
    }

    /// Runs a job.
    pub fn run_one(&mut self, job: &str) -> JobResult {
        let answer = self.run(std::slice::from_ref(&job.to_owned())).pop();
        answer.unwrap_or_else(|| JobResult::NotRun(JobFailure::Refused("no answer".into())))
    }

    /// Runs jobs in their order, one answer for each. A JVM that a job has ended is started again for those after it, and where
    /// a job before it may be the cause of a failure, for the same one once more.
    pub fn run(&mut self, jobs: &[String]) -> Vec<JobResult> {
        let mut answers = Vec::with_capacity(jobs.len());
        while answers.len() < jobs.len() {
            if let Some(ending) = run::past_last_orders() {
                answers.resize(jobs.len(), JobResult::NotRun(JobFailure::RunEnds(ending)));
                break;
            }
            if self.running.is_none()
                && let Err(reason) = self.launch()
            {
                answers.resize(jobs.len(), JobResult::NotRun(JobFailure::NotStarted(reason)));
                break;
            }
            let Some(running) = self.running.take() else { break };
            let was_used = running.is_used;
            let first = answers.len();
            let open = jobs[first..].iter().map(|job| (self.tags.next(), job.as_str())).collect::<Vec<_>>();
            self.running = feed(running, &open, &mut answers, self.options.timeout, &self.own_failures);
            let is_alone = !was_used && answers.len() == first + 1;
            let Some(JobResult::NotRun(failure)) = answers.last() else { continue };
            if is_alone {
                self.own_failures.extend(matches!(failure, JobFailure::Unusable(_)).then(|| failure.clone()));
            } else if failure.may_be_anothers() && !self.own_failures.contains(failure) {
                answers.pop();
                self.running = None;
            }
        }
        answers
    }
}

/// The feature version of a JVM that has just been started.
fn greet(process: &mut HarnessProcess, tag: &str) -> Result<u32, String> {
    let (jobs, answers) = process.split();
    answers.expect(tag);
    // One that has ended is heard of below.
    let _ = jobs.write_all(format!("tag:{tag} hello\n").as_bytes());
    let greeting = answers.next(tag, STARTING).map_err(|silence| JobFailure::from(silence).to_string())?;
    let version = greeting.strip_prefix("casewise-replay 5 java ").and_then(|version| version.parse().ok());
    version.ok_or_else(|| format!("answers {greeting:?}"))
}

/// Runs jobs with their tags until all are answered or the process is of no more use; in that case the last answer says why. A
/// job is sent when the one before it is answered: what runs in the process can read no other one's.
fn feed(
    mut running: Running,
    jobs: &[(String, &str)],
    answers: &mut Vec<JobResult>,
    timeout: Duration,
    own_failures: &HashSet<JobFailure>,
) -> Option<Running> {
    let Running { process, is_used } = &mut running;
    let (pipe, answering) = process.split();
    let alive = std::thread::scope(|scope| {
        let (next, lines) = std::sync::mpsc::channel::<String>();
        // Writing waits for the process to read, and so a long job for ever for one that does not.
        scope.spawn(move || {
            lines.iter().all(|line| pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush()).is_ok())
        });
        jobs.iter().all(|(tag, job)| {
            answering.expect(tag);
            // The reader finds out when the process is gone.
            let _ = next.send(format!("tag:{tag} {job}\n"));
            let (answer, alive) = match answering.next(tag, timeout + GRACE) {
                Ok(line) => {
                    let limit = limit(job, timeout);
                    let result = told_by_probes(&line).map_or(line.as_str(), |(_, result)| result);
                    let goes_on = |failure| own_failures.contains(&failure) || !failure.ends_the_process();
                    let alive = JobFailure::told(result, limit).is_none_or(goes_on);
                    (JobFailure::told(&line, limit).map_or(JobResult::Result(line), JobResult::NotRun), alive)
                }
                Err(silence) => (JobResult::NotRun(silence.into()), false),
            };
            answers.push(answer);
            *is_used = true;
            if !alive {
                // Ends the writer as well, should it still wait for the process to read.
                answering.process.kill();
            }
            alive
        })
    });
    alive.then_some(running)
}

/// Whether a probe was passed in a job that asks for it, and the result without that.
pub fn told_by_probes(line: &str) -> Option<(bool, &str)> {
    let reached = line.strip_prefix("reached ").map(|result| (true, result));
    reached.or_else(|| line.strip_prefix("missed ").map(|result| (false, result)))
}

/// Class path entries as one argument, absolute: a JVM works in another folder.
pub(super) fn join(class_path: &[PathBuf]) -> Result<OsString, String> {
    let absolute: Result<Vec<PathBuf>, std::io::Error> = class_path.iter().map(std::path::absolute).collect();
    let joined = absolute.map_err(|error| error.to_string());
    let joined = joined.and_then(|entries| std::env::join_paths(entries).map_err(|error| error.to_string()));
    joined.map_err(|error| format!("the class path: {error}"))
}

/// The folder of the classes that stand for JUnit: a replay must not see them in the place of a program's own.
const JUNIT: &str = "org/junit/";

/// The classes that run test classes, and need those.
const OF_TESTS: [&str; 2] = ["Rows", "TestRun"];

/// Puts the harness's class files into a folder, without those that stand for JUnit.
fn unpack(folder: &Path) -> Result<(), String> {
    let class = |name: &str| name.rsplit('/').next().and_then(|file| file.split(['.', '$']).next().map(str::to_owned));
    let is_of_tests = |name: &str| class(name).is_some_and(|class| OF_TESTS.contains(&class.as_str()));
    unpack_where(folder, &|name| !name.starts_with(JUNIT) && !is_of_tests(name))
}

/// Puts all class files of the harness into a folder.
pub(super) fn unpack_all(folder: &Path) -> Result<(), String> {
    unpack_where(folder, &|_| true)
}

fn unpack_where(folder: &Path, is_wanted: &dyn Fn(&str) -> bool) -> Result<(), String> {
    if HARNESS_CLASSES.is_empty() {
        return compile(folder, is_wanted);
    }
    for (name, bytes) in HARNESS_CLASSES.iter().filter(|(name, _)| is_wanted(name)) {
        put(&folder.join(name), bytes)?;
    }
    Ok(())
}

fn put(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, bytes))
        .map_err(|error| format!("{}: {error}", path.display()))
}

fn compile(folder: &Path, is_wanted: &dyn Fn(&str) -> bool) -> Result<(), String> {
    let mut sources = Vec::new();
    for (name, text) in HARNESS.iter().filter(|(name, _)| is_wanted(name)) {
        let source = folder.join(name);
        put(&source, text.as_bytes())?;
        sources.push(source);
    }
    let javac = tool("javac");
    let mut command = Command::new(&javac);
    command.args(["-nowarn", "-encoding", "UTF-8", "-d"]).arg(folder).args(&sources);
    let (is_done, text) = Process::run(&mut command).map_err(|error| format!("{}: {error}", javac.display()))?;
    if is_done {
        return Ok(());
    }
    Err(format!("{} refuses the replay harness: {}", javac.display(), text.lines().next().unwrap_or("no reason given")))
}
