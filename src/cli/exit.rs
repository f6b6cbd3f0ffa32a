//! How a run ends: the exit codes, and the line on stderr that goes with each failure.

use crate::report::{Defect, JobError, Problem, printable};
use crate::run::{Signal, signal};
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

/// The exit codes; [`cli`](super) says what they mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// Done, completely or with a summary that says what it leaves out.
    Done = 0,
    /// Some input was bad, the rest was done.
    BadInput = 1,
    /// The command line is wrong.
    Usage = 2,
    /// Nothing could be done.
    Nothing = 3,
    /// The cache folder is unusable or damaged.
    Cache = 4,
    /// Another Z3 library than the one built for.
    Solver = 5,
    /// A checked method fails, or a target is reached.
    Fails = 10,
    /// No checked method fails, and of some it is not known whether they do; or that of a target.
    Incomplete = 11,
    /// The mutation score is lower than was asked for.
    LowScore = 12,
    /// A defect of casewise.
    Defect = 70,
    /// SIGINT ended the run.
    Interrupted = 130,
    /// SIGTERM ended the run.
    Terminated = 143,
    /// The result could not be written.
    Output = 74,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(status as u8)
    }
}

/// Why a subcommand has no result.
#[derive(Debug)]
pub(super) enum Failure {
    /// The job could not be done.
    Job(JobError),
    /// The method has no such case: what there is, in one line.
    NoSuchCase(String),
    /// The result could not be written.
    Output(io::Error),
}

impl From<JobError> for Failure {
    fn from(error: JobError) -> Self {
        Failure::Job(error)
    }
}

impl Failure {
    /// Says on stderr what is wrong.
    pub(super) fn tell(&self) -> Status {
        complain(&self.message());
        match self {
            Failure::Job(
                JobError::Input(_) | JobError::Unknown { .. } | JobError::NoMatch { .. } | JobError::Ended(_),
            )
            | Failure::NoSuchCase(_) => Status::Nothing,
            Failure::Job(JobError::Cache(_)) => Status::Cache,
            Failure::Job(JobError::Solver(_)) => Status::Solver,
            Failure::Output(_) => Status::Output,
        }
    }

    fn message(&self) -> String {
        match self {
            Failure::Job(JobError::Unknown { kind, name, suggestions }) => {
                format!("no {kind} is named `{name}`{}", meant(suggestions))
            }
            Failure::Job(JobError::NoMatch { pattern, suggestions }) => {
                format!("no class matches `{pattern}`{}", meant(suggestions))
            }
            Failure::Job(JobError::Input(message) | JobError::Cache(message) | JobError::Solver(message))
            | Failure::NoSuchCase(message) => message.clone(),
            Failure::Job(JobError::Ended(ending)) => format!("{ending} before anything was done"),
            Failure::Output(error) => format!("cannot write the result: {error}"),
        }
    }
}

/// What somebody may have meant.
pub(super) fn meant(suggestions: &[String]) -> String {
    match suggestions {
        [] => String::new(),
        names => format!("; did you mean {}?", alternatives(names)),
    }
}

/// `a`, `b` or `c`.
fn alternatives(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Says on stderr that a signal has ended the run, if one has.
pub(super) fn tell_signal() -> Option<Status> {
    let status = match signal()? {
        Signal::Interrupt => Status::Interrupted,
        Signal::Terminate => Status::Terminated,
    };
    complain("interrupted: the report has what was done until then");
    Some(status)
}

/// Writes problems to stderr, one line each; tells whether the input is among them.
pub(super) fn tell_problems(problems: &[Problem]) -> Status {
    for problem in problems {
        complain(&format!("{}: {}", problem.origin, problem.message));
    }
    if problems.iter().any(|problem| problem.is_input) { Status::BadInput } else { Status::Done }
}

/// Writes defects that a check found in casewise itself to stderr; tells whether there are any.
pub(super) fn tell_defects(defects: &[Defect]) -> Option<Status> {
    for defect in defects {
        complain(&format!("a defect of casewise, please report it: {}: {}", defect.method, defect.message));
    }
    (!defects.is_empty()).then_some(Status::Defect)
}

/// Says on stderr what whoever reads the result should know.
pub(super) fn warn(message: &str) {
    complain(message);
}

/// Writes a line to stderr for each line of a message. That stderr is closed is no reason to stop.
fn complain(message: &str) {
    let mut stderr = io::stderr().lock();
    for line in message.lines().filter(|line| !line.trim().is_empty()) {
        let _ = writeln!(stderr, "casewise: {}", printable(line.trim_end()));
    }
}

/// Runs the program. A panic anywhere in it is a defect: it is told in one line, and where `RUST_BACKTRACE` is set, as
/// Rust tells it before that.
pub(super) fn guarded(program: impl FnOnce() -> Status) -> Status {
    let first: Arc<Mutex<Option<String>>> = Arc::default();
    let seen = Arc::clone(&first);
    let previous = Arc::new(panic::take_hook());
    let wants_backtrace = std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0");
    let usual = Arc::clone(&previous);
    panic::set_hook(Box::new(move |defect| {
        let what = defect.payload_as_str().unwrap_or("unknown reason");
        let place = defect.location().map_or(String::new(), |place| format!(" at {}:{}", place.file(), place.line()));
        // Workers that were waiting for the first one fail after it, for no reason of their own.
        seen.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(format!("{what}{place}"));
        if wants_backtrace {
            usual(defect);
        }
    }));
    let result = panic::catch_unwind(AssertUnwindSafe(program));
    drop(panic::take_hook());
    panic::set_hook(Box::new(move |defect| previous(defect)));
    result.unwrap_or_else(|_| {
        let what = first.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default();
        complain(&format!(
            "a defect of casewise {} ({}); please report it with the command line and the classes",
            env!("CARGO_PKG_VERSION"),
            what.replace('\n', " ")
        ));
        Status::Defect
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic)]

    use super::*;

    #[track_caller]
    fn check(error: JobError, message: &str, status: Status) {
        let failure = Failure::from(error);
        assert_eq!(failure.message(), message);
        assert_eq!(failure.tell(), status);
    }

    #[test]
    fn failures_have_their_message_and_code() {
        check(JobError::Input("nowhere: no such path".into()), "nowhere: no such path", Status::Nothing);
        check(JobError::Cache("a file is no folder".into()), "a file is no folder", Status::Cache);
        check(JobError::Solver("Z3 4.8 found".into()), "Z3 4.8 found", Status::Solver);
    }

    #[test]
    fn unknown_names_come_with_the_nearest_ones() {
        let unknown = |suggestions: &[&str]| JobError::Unknown {
            kind: "method",
            name: "Foo.qq".into(),
            suggestions: suggestions.iter().map(|name| (*name).to_owned()).collect(),
        };
        check(unknown(&[]), "no method is named `Foo.qq`", Status::Nothing);
        check(unknown(&["p.Foo.q"]), "no method is named `Foo.qq`; did you mean `p.Foo.q`?", Status::Nothing);
        check(unknown(&["a", "b", "c"]), "no method is named `Foo.qq`; did you mean `a`, `b` or `c`?", Status::Nothing);
    }

    #[test]
    fn only_bad_input_changes_the_code() {
        let problem = |is_input| Problem { origin: "x".into(), message: "bad".into(), is_input };
        assert_eq!(tell_problems(&[]), Status::Done);
        assert_eq!(tell_problems(&[problem(false)]), Status::Done);
        assert_eq!(tell_problems(&[problem(false), problem(true)]), Status::BadInput);
    }

    #[test]
    fn a_panic_is_a_defect() {
        assert_eq!(guarded(|| panic!("of the\ntest")), Status::Defect);
        assert_eq!(guarded(|| Status::Usage), Status::Usage);
    }
}
