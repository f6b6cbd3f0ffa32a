//! What `diff` found between two versions, as plain data.

use super::Problem;
use super::notation::method_label;
use super::shard::Shard;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The result of `diff`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct DiffReport {
    /// One entry for each method that was compared: what differs first, in the order in which it is worth reading.
    pub methods: Vec<ComparedMethod>,
    /// What was added, removed, narrowed or renamed.
    pub members: Vec<MemberChange>,
    /// Lines of the list of changes that are meant which nothing fits.
    pub unused_expectations: Vec<String>,
    /// Tests that tell the versions apart, where these were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<ChangeTests>,
    /// Sums.
    pub totals: DiffTotals,
    /// Inputs that could not be read, and what else went wrong, one line each.
    pub problems: Vec<Problem>,
    /// Which part of a run this is, where it is one, with what `merge` needs of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Box<Shard>>,
}

/// What is known of a method in two versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DiffVerdict {
    /// There are inputs on which a JVM shows that it does something else.
    Changed,
    /// Neither is known.
    Unknown,
    /// It does the same, for all states and inputs.
    Same,
}

/// Why a method is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DiffRole {
    /// Its own code differs, bodies of its lambda expressions included.
    Edited,
    /// It calls what has changed.
    Caller,
}

/// How two results differ, in the order in which they are worth reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// The new version throws where the old one returns.
    NewlyThrows,
    /// Both throw, other exceptions.
    OtherException,
    /// The new version returns where the old one throws.
    ThrowsNoMore,
    /// Other results.
    Result,
    /// The same result, and something else in the objects and static fields that the call can reach.
    Effect,
    /// Something else is printed.
    Printed,
    /// The same exception with another message.
    Message,
}

impl ChangeKind {
    /// All of them, in their order.
    pub const ALL: [ChangeKind; 7] = [
        ChangeKind::NewlyThrows,
        ChangeKind::OtherException,
        ChangeKind::ThrowsNoMore,
        ChangeKind::Result,
        ChangeKind::Effect,
        ChangeKind::Printed,
        ChangeKind::Message,
    ];

    /// Its name, as JSON and lists of changes that are meant have it.
    pub fn name(self) -> &'static str {
        match self {
            ChangeKind::NewlyThrows => "newly_throws",
            ChangeKind::OtherException => "other_exception",
            ChangeKind::ThrowsNoMore => "throws_no_more",
            ChangeKind::Result => "result",
            ChangeKind::Effect => "effect",
            ChangeKind::Printed => "printed",
            ChangeKind::Message => "message",
        }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            ChangeKind::NewlyThrows => "newly throws",
            ChangeKind::OtherException => "throws another exception",
            ChangeKind::ThrowsNoMore => "throws no more",
            ChangeKind::Result => "returns something else",
            ChangeKind::Effect => "has another effect",
            ChangeKind::Printed => "prints something else",
            ChangeKind::Message => "throws with another message",
        }
    }
}

/// A method's answer.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ComparedMethod {
    /// Class in Java notation (`p.C$D`).
    pub class: String,
    /// Method name.
    pub method: String,
    /// Descriptor.
    pub descriptor: String,
    /// Source file as the class file names it, in the folder of its package.
    pub source_file: Option<String>,
    /// Its lines in the new version.
    pub lines: Option<SourceLines>,
    /// Its lines in the old version.
    pub old_lines: Option<SourceLines>,
    /// Whether code of other packages can call it.
    pub is_public: bool,
    /// Why it is compared.
    pub role: DiffRole,
    /// The answer.
    pub verdict: DiffVerdict,
    /// Inputs on which it does something else, one for each way. Where all of them were made by setting fields, the answer is unknown.
    pub changes: Vec<BehaviourChange>,
    /// Paths of the old version that were followed to their ends, and those of them on whose inputs it differs.
    pub paths: Option<TouchedPaths>,
    /// Why it is not known whether there is more.
    pub reasons: Vec<DiffReason>,
    /// Wall-clock time spent on it, in milliseconds.
    #[serde(serialize_with = "super::data::to_microseconds")]
    pub time_ms: f64,
}

/// The first and the last line of a source that a method's code tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SourceLines {
    /// The first one.
    pub first: u16,
    /// The last one.
    pub last: u16,
}

/// What share of a method's paths a change touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TouchedPaths {
    /// Paths of the old version.
    pub all: u64,
    /// Those on whose inputs the new version does something else.
    pub touched: u64,
}

/// An input on which two versions of a method do not do the same, as JVMs show.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BehaviourChange {
    /// How they differ.
    pub kind: ChangeKind,
    /// The input, in Java-like notation.
    pub input: String,
    /// Conditions under which they differ in the same way; none where the input was drawn.
    pub conditions: Vec<String>,
    /// What the old version does.
    pub old: String,
    /// What the new version does.
    pub new: String,
    /// Whether the objects of the input were made by calls alone; else fields were set from outside, and no calls are known that lead there.
    pub is_made: bool,
    /// Whether it is among the changes that are meant.
    pub expected: bool,
    /// The same for the same change of a method, whatever lines and inputs are.
    pub fingerprint: String,
}

/// A class of tests that pass with one version and not with the other.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ChangeTests {
    /// With which version they pass: `old` or `new`.
    pub version: String,
    /// The test class in Java notation.
    pub class: String,
    /// How many tests it has.
    pub tests: u64,
    /// Its source.
    #[serde(skip)]
    pub source: String,
}

/// Why it is not known whether two versions of a method do the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct DiffReason {
    /// Of which kind it is.
    pub kind: DiffReasonKind,
    /// In words.
    pub text: String,
}

/// Kinds of reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DiffReasonKind {
    /// What it uses has another shape in the other version: supertypes, kinds, constants of enums.
    Shape,
    /// Class initialisation leaves something else, or was not followed.
    Initialisation,
    /// Paths, or pairs of them, were not followed to their ends.
    Open,
    /// It differs where fields were set from outside: no calls are known that lead there.
    State,
    /// A difference was found that JVMs do not show.
    NotShown,
    /// It was not executed in JVMs.
    NotExecuted,
    /// The run ended before.
    Ended,
}

/// What was done to a class or a member of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct MemberChange {
    /// Who must do something about it.
    pub breaks: Compatibility,
    /// The class in Java notation.
    pub class: String,
    /// The member as people write it; none where it is about the class.
    pub member: Option<String>,
    /// What was done.
    pub what: String,
}

/// Who must do something about a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Compatibility {
    /// Classes that were compiled against the old version do not link, or throw when they do (JLS 13).
    Binary,
    /// What was compiled runs, sources must be changed before they compile again.
    Source,
    /// What was written by the old version is not read by the new one.
    Serialised,
    /// Everything compiles and runs, and something may be other than it was.
    Behaviour,
    /// Nobody.
    None,
}

impl Compatibility {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Compatibility::Binary => "binary",
            Compatibility::Source => "source",
            Compatibility::Serialised => "serialised",
            Compatibility::Behaviour => "behaviour",
            Compatibility::None => "none",
        }
    }
}

/// Sums.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DiffTotals {
    /// Methods that both versions have.
    pub methods: u64,
    /// Those whose code differs.
    pub edited: RoleTotals,
    /// Methods that call what has changed.
    pub callers: RoleTotals,
    /// Callers that were not compared, since it is not known of what they call whether it has changed.
    pub callers_left: u64,
    /// Changes that are not among those that are meant.
    pub unexpected: u64,
    /// Jobs that JVMs were given.
    pub replays: u64,
    /// Wall-clock time in milliseconds.
    #[serde(serialize_with = "super::data::to_microseconds")]
    pub time_ms: f64,
}

/// Sums of the methods of a role.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoleTotals {
    /// All.
    pub all: u64,
    /// With a confirmed input on which they differ.
    pub changed: u64,
    /// Proved to do the same.
    pub same: u64,
    /// Neither.
    pub unknown: u64,
}

impl DiffReport {
    /// Puts the methods into the order in which they are worth reading, and tests into that of their versions and names.
    pub fn sort(&mut self) {
        self.tests.sort_by(|left, right| (&right.version, &left.class).cmp(&(&left.version, &right.class)));
        self.methods.sort_by_cached_key(|method| {
            let worst = method.changes.iter().map(|change| (!change.is_made, change.kind)).min();
            let label = method_label(&method.class, &method.method, &method.descriptor);
            (method.verdict, method.role, !method.is_public, worst, label, method.descriptor.clone())
        });
    }

    /// Sums up what its methods say.
    pub fn sum_up(&mut self) {
        let of = |role: DiffRole| {
            let mut totals = RoleTotals::default();
            for method in self.methods.iter().filter(|method| method.role == role) {
                totals.all += 1;
                match method.verdict {
                    DiffVerdict::Changed => totals.changed += 1,
                    DiffVerdict::Same => totals.same += 1,
                    DiffVerdict::Unknown => totals.unknown += 1,
                }
            }
            totals
        };
        self.totals.edited = of(DiffRole::Edited);
        self.totals.callers = of(DiffRole::Caller);
        let changed = self.methods.iter().filter(|method| method.verdict == DiffVerdict::Changed);
        let changes = changed.flat_map(|method| &method.changes);
        self.totals.unexpected = changes.filter(|change| !change.expected).count() as u64;
    }

    /// The source files that it names.
    pub fn source_files(&self) -> impl Iterator<Item = &String> {
        self.methods.iter().filter_map(|method| method.source_file.as_ref())
    }
}
