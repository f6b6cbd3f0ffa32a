//! The JVM that runs the harness: found, fed with jobs, and started again when a job ended it.

use super::failure::Failure;
use super::job::limit;
use crate::run::{self, Ending, Process};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The harness with its class loader and its runners of tests, the classes that programs call, for inputs of their own and to
/// tell what they execute, and what stands for JUnit where tests are tried out.
const HARNESS: [(&str, &str); 17] = [
    ("CasewiseReplay.java", include_str!("harness/CasewiseReplay.java")),
    ("FreshLoader.java", include_str!("harness/FreshLoader.java")),
    ("Probe.java", include_str!("harness/Probe.java")),
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
];

/// The harness's class files by name, compiled when this was built; none where there was no compiler.
const HARNESS_CLASSES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/harness_classes.rs"));

/// Stands between the entries of a class path.
const SEPARATOR: &str = if cfg!(windows) { ";" } else { ":" };

/// How much longer than a job's timeout its answer may take, for the start of the JVM and the building of the job.
const GRACE: Duration = Duration::from_secs(60);

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
        JvmOptions { timeout: Duration::from_secs(20), memory: 512 << 20, fresh_classes: false, shared: Vec::new() }
    }
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// The harness's result line.
    Result(String),
    /// The job was not run to its end, for this reason.
    NotRun(Failure),
}

/// A JVM with the harness, for many jobs.
#[derive(Debug)]
pub struct Jvm {
    java: PathBuf,
    harness: tempfile::TempDir,
    class_path: OsString,
    options: JvmOptions,
    version: u32,
    running: Option<Running>,
    starts: u32,
}

#[derive(Debug)]
struct Running {
    /// Killed when this goes: it may be in the middle of a job, so it is not waited for.
    process: Process,
    jobs: ChildStdin,
    results: Receiver<String>,
}

/// A program of the JDK: that of `JAVA_HOME`, else that of the path.
pub(super) fn tool(name: &str) -> PathBuf {
    std::env::var_os("JAVA_HOME").map_or_else(|| PathBuf::from(name), |home| Path::new(&home).join("bin").join(name))
}

impl Jvm {
    /// Starts a JVM with the harness with these class path entries.
    ///
    /// # Errors
    /// In one line, when there is no JDK or it does not work.
    pub fn start(class_path: &[PathBuf], options: JvmOptions) -> Result<Jvm, String> {
        let harness = tempfile::tempdir().map_err(|error| format!("no folder for the replay harness: {error}"))?;
        unpack(harness.path())?;
        let class_path = join(class_path)?;
        let java = tool("java");
        let mut jvm = Jvm { java, harness, class_path, options, version: 0, running: None, starts: 0 };
        jvm.launch()?;
        let greeting = match jvm.run(&["hello".to_owned()]).pop() {
            Some(Answer::Result(greeting)) => greeting,
            Some(Answer::NotRun(reason)) => return Err(format!("{}: {reason}", jvm.java.display())),
            None => String::new(),
        };
        let version = greeting.strip_prefix("casewise-replay 3 java ").and_then(|version| version.parse().ok());
        jvm.version = version.ok_or_else(|| format!("{}: answers {greeting:?}", jvm.java.display()))?;
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

    /// The folder with the compiled harness.
    pub fn harness(&self) -> &Path {
        self.harness.path()
    }

    fn launch(&mut self) -> Result<(), String> {
        self.running = None;
        let mut command = Command::new(&self.java);
        command
            .args(common_arguments())
            .args(["--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"])
            .arg(format!("-Xmx{}k", self.options.heap() >> 10))
            .arg(format!("-Dcasewise.timeout={}", self.options.timeout.as_millis()));
        let mut class_path = self.harness.path().as_os_str().to_owned();
        if self.options.fresh_classes {
            let mut property = OsString::from("-Dcasewise.classpath=");
            property.push(&self.class_path);
            command.arg(property);
            for entry in &self.options.shared {
                class_path.push(SEPARATOR);
                class_path.push(entry);
            }
        } else {
            class_path.push(SEPARATOR);
            class_path.push(&self.class_path);
        }
        command
            .arg("-cp")
            .arg(class_path)
            .arg("casewise.replay.CasewiseReplay")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut process = Process::start(&mut command).map_err(|error| format!("{}: {error}", self.java.display()))?;
        let (Some(jobs), Some(output)) = (process.take_input(), process.take_output()) else {
            return Err(format!("{}: no pipes", self.java.display()));
        };
        let (sender, results) = channel();
        // Reads all the time, so that neither side waits for the other with full pipes; ends with the process.
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        self.running = Some(Running { process, jobs, results });
        self.starts += 1;
        Ok(())
    }

    /// Runs jobs in their order, one answer for each. A JVM that a job has ended is started again for those after it.
    pub fn run(&mut self, jobs: &[String]) -> Vec<Answer> {
        let mut answers = Vec::with_capacity(jobs.len());
        while answers.len() < jobs.len() {
            if let Some(ending) = run::past_last_orders() {
                answers.resize(jobs.len(), Answer::NotRun(Failure::RunEnds(ending)));
                break;
            }
            if self.running.is_none()
                && let Err(reason) = self.launch()
            {
                answers.resize(jobs.len(), Answer::NotRun(Failure::NotStarted(reason)));
                break;
            }
            let Some(running) = self.running.take() else { break };
            self.running = feed(running, &jobs[answers.len()..], &mut answers, self.options.timeout);
        }
        answers
    }
}

/// Runs jobs until all are answered or the process is of no more use; in that case the last answer says why.
fn feed(mut running: Running, jobs: &[String], answers: &mut Vec<Answer>, timeout: Duration) -> Option<Running> {
    let mut answered = 0;
    let Running { process, jobs: pipe, results } = &mut running;
    let alive = std::thread::scope(|scope| {
        scope.spawn(move || {
            for job in jobs {
                // The reader finds out when the process is gone.
                if pipe.write_all(job.as_bytes()).and_then(|()| pipe.write_all(b"\n")).is_err() {
                    return;
                }
            }
            let _ = pipe.flush();
        });
        while let Some(job) = jobs.get(answered) {
            let (answer, alive) = match heard(results, timeout + GRACE) {
                Ok(line) => {
                    let limit = limit(job, timeout);
                    let result = told_by_probes(&line).map_or(line.as_str(), |(_, result)| result);
                    let alive = Failure::told(result, limit).is_none_or(|failure| !failure.ends_the_process());
                    (Failure::told(&line, limit).map_or(Answer::Result(line), Answer::NotRun), alive)
                }
                Err(Silence::Ended) => (Answer::NotRun(Failure::JvmEnded), false),
                Err(Silence::Silent) => (Answer::NotRun(Failure::NoAnswer), false),
                Err(Silence::RunEnds(ending)) => (Answer::NotRun(Failure::RunEnds(ending)), false),
            };
            answers.push(answer);
            answered += 1;
            if !alive {
                // Ends the writer as well, should it still wait for the process to read.
                process.kill();
                return false;
            }
        }
        true
    });
    alive.then_some(running)
}

/// Why there is no line of a process.
pub(super) enum Silence {
    /// It has ended.
    Ended,
    /// It has said nothing for too long.
    Silent,
    /// The run is over.
    RunEnds(Ending),
}

/// How often the end of the run is looked at while a process is waited for.
const PULSE: Duration = Duration::from_millis(20);

/// The next line of a process, which may take so long.
pub(super) fn heard(lines: &Receiver<String>, longest: Duration) -> Result<String, Silence> {
    let begun = Instant::now();
    loop {
        match lines.recv_timeout(PULSE) {
            Ok(line) => return Ok(line),
            Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some(ending) = run::past_last_orders() {
            return Err(Silence::RunEnds(ending));
        }
        if begun.elapsed() >= longest {
            return Err(Silence::Silent);
        }
    }
}

/// Whether a probe was passed in a job that asks for it, and the result without that.
pub fn told_by_probes(line: &str) -> Option<(bool, &str)> {
    let reached = line.strip_prefix("reached ").map(|result| (true, result));
    reached.or_else(|| line.strip_prefix("missed ").map(|result| (false, result)))
}

/// What every JVM is started with.
pub(super) fn common_arguments() -> [&'static str; 7] {
    [
        "-ea",
        "-Xshare:auto",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        // The trace of an exception is compared: it must not be left out in code that runs often.
        "-XX:-OmitStackTraceInFastThrow",
        // Newer JVMs warn of what the harness does unless they are told that it is meant; older ones do not know how.
        "-XX:+IgnoreUnrecognizedVMOptions",
        "--sun-misc-unsafe-memory-access=allow",
    ]
}

/// Class path entries as one argument.
pub(super) fn join(class_path: &[PathBuf]) -> Result<OsString, String> {
    std::env::join_paths(class_path).map_err(|error| format!("the class path: {error}"))
}

/// The folder of the classes that stand for JUnit: a replay must not see them in the place of a program's own.
const JUNIT: &str = "org/junit/";

/// Puts the harness's class files into a folder, without those that stand for JUnit.
fn unpack(folder: &Path) -> Result<(), String> {
    unpack_where(folder, &|name| !name.starts_with(JUNIT))
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
