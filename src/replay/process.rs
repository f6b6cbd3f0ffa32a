//! A JVM with the harness as a process: how it is started, boxed where the run says so, and the channels to it. Its standard
//! streams lead nowhere, since the code under analysis has them too.

use super::failure::JobFailure;
use crate::run::{self, Ending, Isolation, Process};
use std::ffi::OsString;
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What lets a JVM's environment change what it does: agents, options, classes of others.
const FOREIGN: [&str; 4] = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH"];

/// A program of the JDK: that of `JAVA_HOME`, else that of the path.
pub(super) fn tool(name: &str) -> PathBuf {
    std::env::var_os("JAVA_HOME").map_or_else(|| PathBuf::from(name), |home| Path::new(&home).join("bin").join(name))
}

/// What a JVM with the harness is started with.
pub(super) struct Start<'s> {
    /// The harness's class.
    pub main: &'s str,
    /// The entries of its own class path.
    pub class_path: OsString,
    /// Options of the JVM beside those of all.
    pub options: Vec<OsString>,
    /// Arguments of the class.
    pub arguments: Vec<OsString>,
    /// The largest heap, in bytes.
    pub heap: u64,
    /// A folder of its own, which is made for it: what it may write to, and where temporary files go.
    pub folder: &'s Path,
    /// Whether it works in the folder that this program works in, and not in its own one.
    pub stays_here: bool,
}

/// A running JVM with the harness. Killed when this goes: it may be in the middle of a job, so it is not waited for.
#[derive(Debug)]
pub(super) struct HarnessProcess {
    pub process: Process,
    /// Where jobs are written to.
    pub jobs: PipeWriter,
    /// What the harness answers, line by line.
    lines: Receiver<String>,
    /// What lines begin with that are looked at.
    expected: Arc<Mutex<String>>,
    folder: PathBuf,
}

impl HarnessProcess {
    /// Starts it.
    ///
    /// # Errors
    /// In one line, when there is no JVM, or no box although the run asks for one.
    pub(super) fn start(start: &Start<'_>) -> Result<HarnessProcess, String> {
        let java = tool("java");
        Self::try_start(&java, start).map_err(|error| format!("{}: {error}", java.display()))
    }

    fn try_start(java: &PathBuf, start: &Start<'_>) -> std::io::Result<HarnessProcess> {
        std::fs::create_dir(start.folder)?;
        let (their_jobs, jobs) = std::io::pipe()?;
        let (lines, their_lines) = std::io::pipe()?;
        let mut command = Command::new(java);
        command
            .args(common_arguments())
            .arg(format!("-Xmx{}k", start.heap >> 10))
            .arg(with_value("-Djava.io.tmpdir=", start.folder))
            .arg(format!("-Dcasewise.jobs={}", descriptor(&their_jobs)))
            .arg(format!("-Dcasewise.results={}", descriptor(&their_lines)))
            .args(&start.options)
            .arg("-cp")
            .arg(&start.class_path)
            .arg(start.main)
            .args(&start.arguments)
            .env("TMPDIR", start.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        for variable in FOREIGN {
            command.env_remove(variable);
        }
        if !start.stays_here {
            command.current_dir(start.folder);
        }
        run::hand_over(&mut command, [their_jobs.into(), their_lines.into()]);
        if run::isolation() == Isolation::Sandbox {
            run::enclose(&mut command, start.folder, start.heap)?;
        }
        let process = Process::start(&mut command)?;
        let expected = Arc::default();
        let lines = read(lines, Arc::clone(&expected));
        Ok(HarnessProcess { process, jobs, lines, expected, folder: start.folder.to_owned() })
    }

    /// To write jobs, and meanwhile to read answers.
    pub(super) fn split(&mut self) -> (&mut PipeWriter, Answers<'_>) {
        let HarnessProcess { process, jobs, lines, expected, folder } = self;
        (jobs, Answers { process, lines, expected, folder })
    }
}

/// The answers of a process.
pub(super) struct Answers<'p> {
    pub process: &'p mut Process,
    lines: &'p Receiver<String>,
    expected: &'p Mutex<String>,
    folder: &'p Path,
}

impl Answers<'_> {
    /// From here on lines with this tag are looked at, which nobody has been told yet. Others are dropped where they are read,
    /// however many there are.
    pub(super) fn expect(&self, tag: &str) {
        *self.expected.lock().unwrap_or_else(PoisonError::into_inner) = format!("{tag} ");
    }

    /// The next line that has this tag, without it; lines without are nobody's. The process may be silent for so long.
    pub(super) fn next(&self, tag: &str, longest: Duration) -> Result<String, Silence> {
        let begun = Instant::now();
        let mut measured = begun;
        loop {
            match self.lines.recv_timeout(PULSE) {
                Ok(line) => {
                    if let Some(line) = line.strip_prefix(tag).and_then(|rest| rest.strip_prefix(' ')) {
                        return Ok(line.to_owned());
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(ending) = run::past_last_orders() {
                return Err(Silence::RunEnds(ending));
            }
            if begun.elapsed() >= longest {
                return Err(Silence::Silent);
            }
            if measured.elapsed() >= MEASURING {
                measured = Instant::now();
                if written(self.folder).saturating_add(self.process.written_to_removed_files()) > MOST_WRITTEN {
                    return Err(Silence::TooMuchWritten);
                }
            }
        }
    }
}

/// The most that a process may have in its folder, in bytes, and how often that is looked at.
const MOST_WRITTEN: u64 = 256 << 20;
const MEASURING: Duration = Duration::from_millis(100);

/// What the files of a folder have together, in bytes; no more is counted than says that it is too much. Links are not
/// followed. What cannot be listed, since its permissions or its depth forbid it, is too much.
fn written(folder: &Path) -> u64 {
    let mut sum: u64 = 0;
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let items = match std::fs::read_dir(folder) {
            Ok(items) => items,
            // It was removed meanwhile.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(_) => return MOST_WRITTEN + 1,
        };
        for item in items.flatten() {
            // A file of no bytes takes a place too.
            sum = sum.saturating_add(SMALLEST);
            match item.metadata() {
                Ok(metadata) if metadata.is_dir() => open.push(item.path()),
                Ok(metadata) => sum = sum.saturating_add(metadata.len()),
                Err(_) => {}
            }
            if sum > MOST_WRITTEN {
                return sum;
            }
        }
    }
    sum
}

/// What a file or folder takes at least, in bytes.
const SMALLEST: u64 = 1 << 10;

/// The name under which a process opens what it has inherited.
fn descriptor(file: &impl AsRawFd) -> String {
    format!("/dev/fd/{}", file.as_raw_fd())
}

fn with_value(option: &str, value: &Path) -> OsString {
    let mut argument = OsString::from(option);
    argument.push(value);
    argument
}

/// The longest line, in bytes, where the run's memory allows it: what is longer is no answer, and ends the reading.
const LONGEST_LINE: u64 = 256 << 20;
/// Which part of the run's memory a line may take.
const SHARE_OF_A_LINE: u64 = 16;
/// How many lines wait to be looked at: jobs are sent one after the other.
const WAITING_LINES: usize = 1;

/// Reads all the time, so that neither side waits for the other with full pipes; ends with the process.
fn read(output: PipeReader, expected: Arc<Mutex<String>>) -> Receiver<String> {
    let (sender, lines) = sync_channel(WAITING_LINES);
    let longest = run::memory_limit().map_or(LONGEST_LINE, |memory| LONGEST_LINE.min(memory / SHARE_OF_A_LINE));
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        loop {
            let mut line = String::new();
            match (&mut output).take(longest).read_line(&mut line) {
                Ok(length) if length > 0 && line.ends_with('\n') => line.truncate(length - 1),
                _ => return,
            }
            let is_looked_at = line.starts_with(expected.lock().unwrap_or_else(PoisonError::into_inner).as_str());
            if is_looked_at && sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// What every JVM is started with.
fn common_arguments() -> [&'static str; 8] {
    [
        "-ea",
        "-Xshare:auto",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        // Writes to a folder that all share.
        "-XX:-UsePerfData",
        // The trace of an exception is compared: it must not be left out in code that runs often.
        "-XX:-OmitStackTraceInFastThrow",
        // Newer JVMs warn of what the harness does unless they are told that it is meant; older ones do not know how.
        "-XX:+IgnoreUnrecognizedVMOptions",
        "--sun-misc-unsafe-memory-access=allow",
    ]
}

/// Why there is no line of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// It has ended.
    Ended,
    /// It has said nothing for too long.
    Silent,
    /// It has written too much to its folder.
    TooMuchWritten,
    /// The run is over.
    RunEnds(Ending),
}

impl From<Silence> for JobFailure {
    fn from(silence: Silence) -> JobFailure {
        match silence {
            Silence::Ended => JobFailure::JvmEnded,
            Silence::Silent => JobFailure::NoAnswer,
            Silence::TooMuchWritten => JobFailure::WroteTooMuch,
            Silence::RunEnds(ending) => JobFailure::RunEnds(ending),
        }
    }
}

/// How often the end of the run is looked at while a process is waited for.
const PULSE: Duration = Duration::from_millis(20);

/// Words that nobody can guess, one for each job: the answer begins with it, so that what the code under analysis writes is no
/// answer.
#[derive(Debug)]
pub(super) struct Tags {
    key: [u8; 32],
    given: u64,
}

impl Tags {
    /// New ones.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub(super) fn new() -> Result<Tags, String> {
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(|error| format!("no random numbers: {error}"))?;
        Ok(Tags { key, given: 0 })
    }

    /// The next one.
    pub(super) fn next(&mut self) -> String {
        self.given += 1;
        blake3::keyed_hash(&self.key, &self.given.to_le_bytes()).to_hex().chars().take(32).collect()
    }
}
