//! Asks a JVM whether findings are true. That overlaps with the analysis: the JVM starts with the first candidate, and is asked about
//! what there is so far while exploring goes on.

use super::early_replays::{EarlyReplays, MOST_OF_AN_ANSWER};
use super::expected_frame::ExpectedFrame;
use super::jvm::jvm_options;
use super::kept_replays::KeptReplays;
use super::watch::is_users;
use crate::classfile::{ClassName, java_name};
use crate::heap::EnvironmentSource;
use crate::input::{ConcreteCase, ExpectedOutcome};
use crate::program::{Program, Read, note};
use crate::replay::{JobFailure, JobResult, Jvm, Throw, job_line, loading_job, parse_throw, told_loading};
use crate::run;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What a JVM throws where it comes to its limits: on such an input it cannot say whether a claim is true.
pub(in crate::analysis) const LIMITS_OF_A_JVM: [&str; 2] =
    ["java/lang/OutOfMemoryError", "java/lang/StackOverflowError"];

/// What a JVM says of a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::analysis) enum Confirmation {
    /// It throws the same at the same place, with this message.
    Confirmed(Option<String>),
    /// There is no JVM, for this reason.
    NoJvm(String),
    /// There is one, but it could not run the input, for this reason.
    NotRun(NotShown),
    /// It does something else.
    Disagrees(String),
}

/// Why a JVM cannot say whether a claim is true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::analysis) enum NotShown {
    /// What happens depends on chance.
    Chance,
    /// What the program reads depends on the default charset.
    Charset,
    /// It came to its limits, and threw this exception.
    Limit(String),
    /// The job was not run to its end.
    Failed(JobFailure),
    /// There is no answer.
    NoAnswer,
    /// There is no class file with a probe: why.
    NoProbe(String),
    /// The answer is none of the protocol's.
    Unexpected(String),
    /// There is no JVM: why.
    NoJvm(String),
    /// No JVM was to be asked.
    NotAsked,
}

impl std::fmt::Display for NotShown {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotShown::Chance => formatter.write_str("it depends on chance"),
            NotShown::Charset => formatter.write_str("what it reads depends on the default charset"),
            NotShown::Limit(exception) => write!(formatter, "the JVM throws {exception}"),
            NotShown::Failed(failure) => failure.fmt(formatter),
            NotShown::NotAsked => formatter.write_str("nothing was to be executed"),
            NotShown::NoAnswer => formatter.write_str("the JVM did not answer"),
            NotShown::NoProbe(why) | NotShown::NoJvm(why) => formatter.write_str(why),
            NotShown::Unexpected(line) => write!(formatter, "the JVM answers {line:?}"),
        }
    }
}

/// What a JVM is asked: whether an input makes a method throw an exception at a place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::analysis) struct Question {
    /// The job for the JVM, or why the input is not replayed.
    job: Result<String, NotShown>,
    /// The exception that is claimed, by internal name; none where the claim is no exception.
    exception: Option<ClassName>,
    frame: Option<ExpectedFrame>,
    /// Whether it depends on values of the machine.
    depends_on_machine: bool,
}

/// A question, and what its answer is for.
#[derive(Clone, Copy, Debug)]
pub(in crate::analysis) struct Asked<'q> {
    pub question: &'q Question,
    /// Whether the claim is a guess, and no defect where a JVM contradicts it.
    pub is_guess: bool,
}

impl Question {
    /// A question whose claim is no guess.
    pub(in crate::analysis) fn asked(&self) -> Asked<'_> {
        Asked { question: self, is_guess: false }
    }

    /// Of an input that depends on these values of the machine.
    pub(in crate::analysis) fn of(
        case: &ConcreteCase,
        environment: &[EnvironmentSource],
        frame: Option<&ExpectedFrame>,
    ) -> Question {
        let job = match obstacle(case, environment) {
            Some(reason) => Err(reason),
            None => Ok(format!("trace {}", job_line(case))),
        };
        let depends_on_machine = environment.iter().any(EnvironmentSource::is_of_machine);
        Question { job, exception: claimed(case), frame: frame.cloned(), depends_on_machine }
    }
}

/// The exception that an input is to make a method throw.
fn claimed(case: &ConcreteCase) -> Option<ClassName> {
    match &case.expected.outcome {
        ExpectedOutcome::Threw(class, _) => Some(class.clone()),
        ExpectedOutcome::Returned(_) => None,
    }
}

/// A JVM that is started when it is first needed.
pub(in crate::analysis) struct Replayer<'w> {
    class_path: Vec<PathBuf>,
    is_wanted: bool,
    /// What JVMs have said before.
    kept: Option<KeptReplays<'w>>,
    early: Mutex<Option<EarlyReplays>>,
    /// The jobs of all questions that were asked early, answered in an earlier run or not.
    asked_early: Mutex<HashSet<String>>,
    asked: AtomicU64,
    /// How many claims there are so far.
    expected: AtomicU64,
    /// How many JVMs may be asked at a time.
    jvms: usize,
}

/// A JVM is worth its start for so many jobs.
const JOBS_OF_A_JVM: usize = 50;
/// Most JVMs that are asked at a time.
const MOST_JVMS: usize = 4;

impl<'w> Replayer<'w> {
    /// A replayer for the classes of these roots; it asks nobody unless that is wanted.
    pub(in crate::analysis) fn new(class_path: Vec<PathBuf>, is_wanted: bool) -> Self {
        Replayer {
            class_path,
            is_wanted,
            kept: None,
            early: Mutex::new(None),
            asked_early: Mutex::default(),
            asked: AtomicU64::new(0),
            expected: AtomicU64::new(0),
            jvms: 1,
        }
    }

    /// The replayer, which may ask so many JVMs at a time where there is much to ask.
    pub(super) fn on(self, threads: usize) -> Self {
        Replayer { jvms: threads.clamp(1, MOST_JVMS), ..self }
    }

    /// The replayer, which asks nothing that is known already.
    pub(in crate::analysis) fn keeping(self, kept: Option<KeptReplays<'w>>) -> Self {
        Replayer { kept: kept.filter(|_| self.is_wanted), ..self }
    }

    /// How many inputs a JVM has been given.
    pub(in crate::analysis) fn asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }

    /// Takes note that a method has so many claims, and had so many before.
    pub(super) fn expect(&self, claims: u64, before: u64) {
        self.expected.fetch_add(claims, Ordering::Relaxed);
        self.expected.fetch_sub(before, Ordering::Relaxed);
    }

    /// What time it takes, roughly, to confirm those of all claims so far that are not answered yet.
    pub(super) fn time_needed(&self) -> Duration {
        if !self.is_wanted {
            return Duration::ZERO;
        }
        let early = self.early();
        let answered = early.as_ref().map_or(0, |early| early.answered() as u64);
        let open = self.expected.load(Ordering::Relaxed).saturating_sub(answered);
        let of_a_claim = early.as_ref().map_or(MOST_OF_AN_ANSWER, EarlyReplays::time_of_an_answer);
        of_a_claim.saturating_mul(u32::try_from(open).unwrap_or(u32::MAX)) / self.jvms as u32
    }

    /// Begins to start the JVM, unless that was done.
    pub(in crate::analysis) fn prepare(&self) {
        if self.is_wanted {
            self.early().get_or_insert_with(|| EarlyReplays::begin(self.class_path.clone()));
        }
    }

    /// Asks questions whose answers will be wanted, each once, and waits for none.
    pub(super) fn ask_early(&self, questions: impl Iterator<Item = Question>) {
        if !self.is_wanted {
            return;
        }
        for question in questions {
            let Ok(job) = question.job.as_ref().map(|job| loading_job(job)) else { continue };
            let is_new = self.asked_early.lock().unwrap_or_else(PoisonError::into_inner).insert(job.clone());
            if is_new && self.known(&question).is_none() {
                self.prepare();
                if let Some(early) = self.early().as_ref() {
                    early.ask(job);
                }
            }
        }
    }

    fn early(&self) -> MutexGuard<'_, Option<EarlyReplays>> {
        self.early.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a JVM has said to a question in an earlier run.
    fn known(&self, question: &Question) -> Option<JobResult> {
        self.kept.as_ref()?.get(question.job.as_ref().ok()?, question.depends_on_machine)
    }

    /// What the JVM says to questions, in their order.
    pub(in crate::analysis) fn confirm(&self, program: &Program, asked: &[Asked<'_>]) -> Vec<Confirmation> {
        let questions: Vec<&Question> = asked.iter().map(|asked| asked.question).collect();
        if !questions.is_empty() {
            // What is asked while something is worked out rests on any code that the JVM runs.
            note(Read::Everything);
        }
        let mut answers: Vec<Option<JobResult>> = questions.iter().map(|question| self.known(question)).collect();
        let is_open =
            |(asked, answer): &(&Asked<'_>, &mut Option<JobResult>)| answer.is_none() && asked.question.job.is_ok();
        let open: Vec<(&Asked<'_>, &mut Option<JobResult>)> =
            asked.iter().zip(&mut answers).filter(|pair| is_open(pair)).collect();
        let no_jvm = if open.is_empty() { None } else { self.ask(program, open).err() };
        let judged = questions.iter().zip(answers).map(|(question, answer)| match (&question.job, answer, &no_jvm) {
            (Ok(_), Some(answer), _) => {
                judge_claim(program, question.exception.as_ref(), question.frame.as_ref(), &answer)
            }
            (_, _, Some(reason)) => Confirmation::NoJvm(reason.clone()),
            (Err(reason), _, None) => Confirmation::NotRun(reason.clone()),
            (Ok(_), None, None) => Confirmation::NotRun(NotShown::NoAnswer),
        });
        judged.collect()
    }

    /// Asks the JVM, and keeps what it says.
    ///
    /// # Errors
    /// In one line, why there is no JVM.
    fn ask(&self, program: &Program, open: Vec<(&Asked<'_>, &mut Option<JobResult>)>) -> Result<(), String> {
        self.prepare();
        let early = self.early().take().ok_or("not asked for")?;
        let (mut jvm, answered) = early.stop()?;
        let job = |question: &Question| question.job.clone().unwrap_or_default();
        let jobs: Vec<String> = open.iter().map(|(asked, _)| loading_job(&job(asked.question))).collect();
        self.asked.fetch_add(jobs.len() as u64, Ordering::Relaxed);
        let left: Vec<String> = jobs.iter().filter(|job| !answered.contains_key(*job)).cloned().collect();
        let mut others = self.run(&mut jvm, &left).into_iter();
        let not_answered = || JobResult::NotRun(JobFailure::JvmEnded);
        let answers: Vec<JobResult> = jobs
            .iter()
            .map(|job| answered.get(job).cloned().or_else(|| others.next()).unwrap_or_else(not_answered))
            .collect();
        for (((Asked { question, is_guess }, known), job), answer) in open.into_iter().zip(&jobs).zip(answers) {
            let (mut answer, mut loaded) = told_loading(answer);
            if !is_guess && disagrees(program, question, &answer) {
                // What ran in that JVM before may have had a hand in it.
                (answer, loaded) = told_loading(jvm.run_alone(job));
            }
            if let (Some(kept), Some(loaded), Ok(job)) = (&self.kept, loaded, &question.job) {
                kept.put(job, question.depends_on_machine, &answer, loaded);
            }
            *known = Some(answer);
        }
        Ok(())
    }
}

impl Replayer<'_> {
    /// One answer for each job, in their order: from one JVM, or where there are many from several, dealt out in turn.
    fn run(&self, first: &mut Jvm, jobs: &[String]) -> Vec<JobResult> {
        let several = self.jvms.min(jobs.len() / JOBS_OF_A_JVM).max(1);
        let parts: Vec<Vec<String>> =
            (0..several).map(|part| jobs.iter().skip(part).step_by(several).cloned().collect()).collect();
        let Some((own, others)) = parts.split_first() else { return Vec::new() };
        let run = run::handle();
        let ask = |jobs: &[String]| {
            let _entered = run.enter();
            match Jvm::start(&self.class_path, jvm_options()) {
                Ok(mut jvm) => jvm.run(jobs),
                Err(reason) => vec![JobResult::NotRun(JobFailure::NotStarted(reason)); jobs.len()],
            }
        };
        let answers: Vec<Vec<JobResult>> = std::thread::scope(|scope| {
            let asking: Vec<_> = others.iter().map(|jobs| scope.spawn(|| ask(jobs))).collect();
            let own = first.run(own);
            let not_run =
                |jobs: &Vec<String>| vec![JobResult::NotRun(JobFailure::NotStarted(String::new())); jobs.len()];
            let theirs = asking.into_iter().zip(others);
            let theirs = theirs.map(|(thread, jobs)| thread.join().unwrap_or_else(|_| not_run(jobs)));
            std::iter::once(own).chain(theirs).collect()
        });
        let mut parts: Vec<_> = answers.into_iter().map(Vec::into_iter).collect();
        (0..jobs.len()).filter_map(|place| parts.get_mut(place % several)?.next()).collect()
    }
}

/// Why an input is not replayed: another replay could say something else, or the input cannot be relied on.
pub(in crate::analysis) fn obstacle(case: &ConcreteCase, environment: &[EnvironmentSource]) -> Option<NotShown> {
    if !environment.iter().all(EnvironmentSource::is_repeatable) {
        return Some(NotShown::Chance);
    }
    let reads = case.console.as_ref();
    let is_plain = reads.is_none_or(|text| text.iter().all(|unit| *unit < 128));
    (!is_plain).then_some(NotShown::Charset)
}

/// What a JVM's answer says of the claim that an input makes a method throw, at this place.
pub(in crate::analysis) fn judge(
    program: &Program,
    case: &ConcreteCase,
    expected_frame: Option<&ExpectedFrame>,
    answer: &JobResult,
) -> Confirmation {
    judge_claim(program, claimed(case).as_ref(), expected_frame, answer)
}

/// Whether a JVM says something else than is claimed.
fn disagrees(program: &Program, question: &Question, answer: &JobResult) -> bool {
    let judged = judge_claim(program, question.exception.as_ref(), question.frame.as_ref(), answer);
    matches!(judged, Confirmation::Disagrees(_))
}

/// As [`judge`], of the exception by its internal name.
fn judge_claim(
    program: &Program,
    exception: Option<&ClassName>,
    expected_frame: Option<&ExpectedFrame>,
    answer: &JobResult,
) -> Confirmation {
    let line = match answer {
        JobResult::NotRun(JobFailure::NotStarted(reason)) => return Confirmation::NoJvm(reason.clone()),
        JobResult::NotRun(failure) => return Confirmation::NotRun(NotShown::Failed(failure.clone())),
        JobResult::Result(line) => line,
    };
    let Some(thrown) = parse_throw(line) else {
        let said = line.split(' ').take(2).collect::<Vec<_>>().join(" ");
        return Confirmation::Disagrees(format!("the JVM does not throw: {said}"));
    };
    let Some(expected) = exception else {
        return Confirmation::Disagrees("nothing thrown was expected".into());
    };
    if *thrown.class != **expected && LIMITS_OF_A_JVM.contains(&&*thrown.class) {
        return Confirmation::NotRun(NotShown::Limit(java_name(&thrown.class)));
    }
    if *thrown.class != **expected {
        return Confirmation::Disagrees(format!("the JVM throws {}", java_name(&thrown.class)));
    }
    match expected_frame {
        Some(frame) if !is_at(program, frame, &thrown) => {
            let place = thrown
                .frames
                .first()
                .map_or_else(String::new, |(class, method, line)| format!(" at {}.{method}:{line}", java_name(class)));
            Confirmation::Disagrees(format!("the JVM throws the same{place}"))
        }
        _ => Confirmation::Confirmed(thrown.message.as_deref().map(stable)),
    }
}

/// Whether the innermost frame of the user's code is the expected one. An exception without a trace says nothing else.
fn is_at(program: &Program, expected: &ExpectedFrame, thrown: &Throw) -> bool {
    let users = thrown
        .frames
        .iter()
        .find(|(class, _, _)| program.class_by_name(class).is_some_and(|class| is_users(program, class)));
    match users {
        None => true,
        Some((class, method, line)) => {
            **class == *expected.class
                && *method == expected.method
                && expected.line.is_none_or(|expected| *line < 0 || i64::from(expected) == *line)
        }
    }
}

/// A message without identity hashes, which differ from run to run.
fn stable(message: &str) -> String {
    let mut text = String::with_capacity(message.len());
    let mut rest = message;
    while let Some((before, after)) = rest.split_once('@') {
        text.push_str(before);
        let digits = after.bytes().take_while(u8::is_ascii_hexdigit).count();
        text.push('@');
        let (hash, more) = after.split_at(digits);
        text.push_str(if digits >= 4 { "…" } else { hash });
        rest = more;
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_lose_what_changes_from_run_to_run() {
        assert_eq!(stable("/ by zero"), "/ by zero");
        assert_eq!(stable("p.C@1b2c3d4e is no a@b.c"), "p.C@… is no a@b.c");
    }
}
