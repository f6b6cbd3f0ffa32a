//! What a job found, as plain data: the boundary between the engine and everything that prints.

use super::shard::Shard;
use crate::exec::Caveat;
use crate::run::Ending;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The result of `summarize`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// One entry per summarised method, in class and source order.
    pub methods: Vec<MethodReport>,
    /// Sums and costs.
    pub totals: Totals,
    /// Inputs that could not be read, and damaged cache entries, one line each.
    pub problems: Vec<Problem>,
    /// Which part of a run this is, where it is one, with what `merge` needs of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Box<Shard>>,
}

/// Something that went wrong without ending the job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// What it is about: a file, an entry.
    pub origin: String,
    /// What is wrong, in one line.
    pub message: String,
    /// Whether it makes the job's exit code say so (bad input does, a damaged cache entry does not).
    pub is_input: bool,
}

/// A method's summary in one line.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MethodReport {
    /// Class in Java notation (`p.C$D`).
    pub class: String,
    /// Method name.
    pub method: String,
    /// Descriptor.
    pub descriptor: String,
    /// Number of cases that return or throw.
    pub cases: u64,
    /// Cases that throw, among them.
    pub throwing: u64,
    /// Whether every path is among the cases.
    pub complete: bool,
    /// What makes the summary say less than everything.
    #[serde(serialize_with = "caveat_lines", skip_deserializing)]
    #[schemars(with = "Vec<String>")]
    pub caveats: Vec<Caveat>,
    /// Wall-clock time spent on it in this run, in milliseconds; 0 when it came from the cache.
    #[serde(serialize_with = "to_microseconds")]
    pub time_ms: f64,
}

fn caveat_lines<S: serde::Serializer>(caveats: &[Caveat], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(caveats.iter().map(ToString::to_string))
}

/// No clock is exact enough for more digits.
pub(super) fn to_microseconds<S: serde::Serializer>(milliseconds: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((milliseconds * 1_000.0).round() / 1_000.0)
}

/// Sums, and the costs of this run as the columns of Rojas and Păsăreanu's Table 1.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Totals {
    /// Methods summarised.
    pub methods: u64,
    /// Cases of all of them.
    pub cases: u64,
    /// Methods with a complete summary.
    pub complete: u64,
    /// Those of them whose summaries leave no call open.
    pub without_open_calls: u64,
    /// Costs of this run; all of it varies with the machine and with what the cache held.
    pub run: RunCosts,
}

/// What a run cost.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct RunCosts {
    /// Wall-clock time of the whole job, in milliseconds.
    #[serde(serialize_with = "to_microseconds")]
    pub time_ms: f64,
    /// States explored: path ends and forks.
    pub states: u64,
    /// Instructions executed, those of specialised code included.
    pub instructions: u64,
    /// Work of exploring, in instructions; a step of the solver counts as one.
    pub work: u64,
    /// Questions of satisfiability, however answered.
    pub solver_queries: u64,
    /// Those that Z3 had to answer.
    pub solver_calls: u64,
    /// Those that were answered by guessing a model, of floating-point numbers.
    pub solver_guesses: u64,
    /// Methods that a further round of larger budgets could have said more of, had there been time.
    pub unfinished: u64,
    /// Highest resident memory of the process, in bytes.
    pub peak_memory_bytes: u64,
    /// Summaries taken from the cache.
    pub cache_hits: u64,
    /// Summaries looked for in the cache in vain.
    pub cache_misses: u64,
}

/// A whole summary, for `show`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SummaryView {
    /// Class in Java notation.
    pub class: String,
    /// Method name.
    pub method: String,
    /// Descriptor.
    pub descriptor: String,
    /// The declaration in Java notation (`static int q(Foo x, Foo y)`).
    pub declaration: String,
    /// Source file name, where the class file says it.
    pub source_file: Option<String>,
    /// Whether every path is among the cases.
    pub complete: bool,
    /// What makes the summary say less than everything.
    #[serde(serialize_with = "caveat_lines", skip_deserializing)]
    #[schemars(with = "Vec<String>")]
    pub caveats: Vec<Caveat>,
    /// The cases.
    pub cases: Vec<CaseView>,
    /// The distinct specialised codes of the cases, where they are asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub codes: Option<Vec<Vec<CodeLine>>>,
    /// Paths that stopped before they ended.
    pub stopped: Vec<StoppedView>,
    /// How many more such paths there are.
    pub stopped_not_listed: u64,
}

impl SummaryView {
    /// Its source file in the folder of its package, where the class file names it.
    pub fn source_path(&self) -> Option<String> {
        let file = self.source_file.as_ref()?;
        Some(match self.class.rsplit_once('.') {
            Some((package, _)) => format!("{}/{file}", package.replace('.', "/")),
            None => file.clone(),
        })
    }
}

/// A summary case: a row of the paper's Fig. 2, and what it comes to.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CaseView {
    /// Position in the summary, from 0: what schedules refer to.
    pub index: u32,
    /// PC: conjuncts in Java-like notation.
    pub path_condition: Vec<String>,
    /// HPC: conjuncts over access paths.
    pub heap_path_condition: Vec<String>,
    /// How it ends: `returns x + 1`, `throws java.lang.NullPointerException`, …
    pub outcome: String,
    /// What its code writes, and what it calls that has no code of its own: `writes Foo.f`, `calls System.arraycopy`, …
    pub effects: Vec<String>,
    /// Which case of each callee is composed, in order of the invokes.
    pub schedule: Vec<ScheduleView>,
    /// The specialised code, by its position among the summary's codes, where these are asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<u32>,
    /// What a picture of it is drawn from, where that is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<CasePicture>,
}

/// What a case decides, and what it comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CasePicture {
    /// Its conjuncts, of PC and HPC together, in the order in which they are decided.
    pub decisions: Vec<String>,
    /// The references of the input that it follows, in that order.
    pub heap: Vec<HeapEdge>,
    /// The lines of its specialised code, each once, in the order in which it comes to them last.
    pub lines: Vec<u16>,
}

/// A reference of the input heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HeapEdge {
    /// The object whose field or element it is, by number; none for a variable.
    pub owner: Option<u32>,
    /// The name of the variable, field or element.
    pub name: String,
    /// The whole place, as conditions name it.
    pub text: String,
    /// What is there.
    pub to: HeapEnd,
}

/// What a reference of the input refers to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum HeapEnd {
    /// Nothing.
    Null,
    /// An object that nothing before refers to, of this number.
    New(u32),
    /// An object that something before refers to.
    Same(u32),
    /// What a static field holds.
    Known(String),
}

/// An instruction of specialised code.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CodeLine {
    /// The instruction in the manner of javap, its constants resolved to names.
    pub text: String,
    /// Source line, where the class file has line numbers.
    pub line: Option<u16>,
}

/// An entry of a composition schedule.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ScheduleView {
    /// The callee, in Java notation.
    pub method: String,
    /// The position of its case.
    pub case: u32,
    /// The schedule of that case in turn.
    pub nested: Vec<ScheduleView>,
}

/// A path that stopped.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StoppedView {
    /// PC so far.
    pub path_condition: Vec<String>,
    /// HPC so far.
    pub heap_path_condition: Vec<String>,
    /// Why it stopped.
    pub reason: String,
}

/// What a cache folder holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CacheStatistics {
    /// Entries: stored summaries.
    pub entries: u64,
    /// Bytes that they take on disk.
    pub bytes: u64,
}

/// What reading every entry of a cache folder found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CacheCheck {
    /// Entries read, damaged ones among them.
    pub entries: u64,
    /// Those of them that somebody else has written.
    pub foreign: u64,
    /// Damaged entries, one line each.
    pub damaged: Vec<Problem>,
}

/// Why a job could not be done at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobError {
    /// Nothing could be read: what is wrong, a line (`origin: message`) for each input.
    Input(String),
    /// No such class or method: what was asked for, and the nearest names.
    Unknown {
        /// `class` or `method`.
        kind: &'static str,
        /// The name as given.
        name: String,
        /// The nearest names there are.
        suggestions: Vec<String>,
    },
    /// No class matches a pattern: the pattern, and the nearest ones that classes match.
    NoMatch {
        /// The pattern as given.
        pattern: String,
        /// The nearest ones.
        suggestions: Vec<String>,
    },
    /// The cache folder cannot be used.
    Cache(String),
    /// The linked Z3 is not the one built for.
    Solver(String),
    /// The run had to end before anything was done.
    Ended(Ending),
}

/// Told of progress while a job runs.
pub trait Progress: Sync {
    /// Analysis begins on so many methods.
    fn begin(&self, methods: usize);
    /// A method was done: its label.
    fn done(&self, label: &str);
    /// All methods were done.
    fn end(&self);
}

/// Tells nobody.
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _methods: usize) {}
    fn done(&self, _label: &str) {}
    fn end(&self) {}
}
