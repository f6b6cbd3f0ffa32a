//! A method's summary: its cases as plain data, with names in place of identities, so that it means the same in every run.

use super::step::CaseStep;
use crate::classfile::{ClassName, FieldReference};
use crate::exec::{Caveat, StopReason};
use crate::program::{MethodId, Program};
use crate::term::{Arithmetic, Domain, TermTable, TermTableBuilder};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How many activations a recursive component may still have, the method's own among them; 0 for a method that is not
/// recursive.
pub type Level = u32;

/// A method by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MethodName {
    /// Internal name of the declaring class.
    pub class: ClassName,
    /// Name.
    pub name: Arc<str>,
    /// Descriptor.
    pub descriptor: Arc<str>,
}

impl MethodName {
    /// The method of this name; none where the program has no such method.
    pub fn find(&self, program: &Program) -> Option<MethodId> {
        program.method_by_name((&self.class, &self.name, &self.descriptor))
    }
}

/// A summary: every explored path of a method. Positions refer to the summary's own tables.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// The terms of conditions, indices and results.
    pub terms: TermTable,
    /// Internal names of classes.
    pub classes: Vec<ClassName>,
    /// Fields, each by its declaring class.
    pub fields: Vec<FieldReference>,
    /// Scheduled methods with their levels.
    pub methods: Vec<(MethodName, Level)>,
    /// The distinct steps of all specialised code.
    pub steps: Vec<CaseStep>,
    /// The distinct specialised codes.
    pub codes: Vec<CaseCode>,
    /// The distinct reasons of stops.
    pub reasons: Vec<StopReason>,
    /// The paths in the order of exploration: cases, and stops among them.
    pub paths: Vec<CasePath>,
    /// How many paths there are.
    pub ends: u64,
    /// What qualifies the summary.
    pub caveats: Vec<Caveat>,
    /// Whether callers compose it: it is whole, and did not cost more than a callee's summary may.
    pub composable: bool,
}

impl Summary {
    /// What remains for callers that do not compose it.
    pub fn without_paths(&self, arithmetic: Arithmetic) -> Summary {
        Summary {
            terms: TermTableBuilder::new(arithmetic).finish(),
            classes: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            steps: Vec::new(),
            codes: Vec::new(),
            reasons: Vec::new(),
            paths: Vec::new(),
            ends: self.ends,
            caveats: self.caveats.clone(),
            composable: false,
        }
    }

    /// Number of cases: paths that return or throw.
    pub fn case_count(&self) -> u64 {
        self.cases().count() as u64
    }

    /// The cases, in order; a case's number is its position here.
    pub fn cases(&self) -> impl Iterator<Item = &CasePath> {
        self.paths.iter().filter(|path| !matches!(path.outcome, CaseOutcome::Stopped(_)))
    }

    /// Whether every path is a case.
    pub fn is_complete(&self) -> bool {
        !self.caveats.iter().any(Caveat::is_incomplete)
    }
}

/// Straight-line code.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CaseCode {
    /// Steps, each with the index of the instruction of the method that it comes from (`u32::MAX`: of an inlined one).
    pub steps: Vec<(u32, u32)>,
    /// Whether running it changes nothing but its own frame, and it returns.
    pub pure: bool,
}

/// A summary case ⟨PC, HPC, code, schedule⟩ with how it ends, or a path that stopped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CasePath {
    /// PC and HPC, in the order of discovery.
    pub constraints: Vec<CaseConstraint>,
    /// The numeric inputs that the terms name.
    pub inputs: Vec<CaseInput>,
    /// The specialised code, by position.
    pub code: u32,
    /// The composition schedule: method, by position, and case.
    pub schedule: Vec<(u32, u32)>,
    /// The calls that it did not follow, in their order.
    pub open_calls: Vec<OpenCallRecord>,
    /// How it ends.
    pub outcome: CaseOutcome,
}

/// A place of the method's input, in terms of the input objects that the constraints before have introduced; these are
/// numbered by their `New` constraints, after the receiver of a constructor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Location {
    /// A parameter, the receiver being the first.
    Parameter(u16),
    /// A field of an input object.
    Field(u32, u32),
    /// A static field.
    Static(u32),
    /// An element of an input array, by index term.
    Element(u32, u32),
    /// What the path's open call of this number has left in a place.
    Open(u32, OpenLocation),
}

/// A place whose content an open call has decided, in the terms of [`Location`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OpenLocation {
    /// Its result.
    Result,
    /// A field of an object that had escaped; of one that the path has made, no number is known.
    Field(Option<u32>, u32),
    /// A static field.
    Static(u32),
    /// An element of an array that had escaped, by index term.
    Element(Option<u32>, u32),
    /// The primitive elements of an array that had escaped.
    Contents(Option<u32>),
}

/// A call that a path did not follow: it returns anything of its type or throws, and may change whatever had escaped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenCallRecord {
    /// What is called, as the instruction names it.
    pub method: MethodName,
    /// Why it was not followed, by position among the reasons.
    pub reason: u32,
    /// Whether it throws on this path.
    pub throws: bool,
}

/// A numeric place of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NumberLocation {
    /// A parameter.
    Parameter(u16),
    /// A field of an input object.
    Field(u32, u32),
    /// A static field.
    Static(u32),
    /// The length of an input array.
    Length(u32),
    /// The elements of a primitive input array.
    Contents(u32),
    /// What the path's open call of this number has left in a place.
    Open(u32, OpenLocation),
}

/// A numeric input of a case: the number by which its terms name it, where it is, its domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CaseInput {
    /// The input's number in the terms.
    pub input: u32,
    /// Where it is.
    pub location: NumberLocation,
    /// What it ranges over.
    pub domain: Domain,
    /// Its value in some input that takes this path; 0 for contents.
    pub witness: i64,
}

/// A conjunct of PC or HPC.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CaseConstraint {
    /// PC: a condition, by term.
    Condition(u32),
    /// `Ref = null`.
    Null(Location),
    /// `Ref = new`; introduces the next input object.
    New(Location),
    /// `Ref1 = Ref2`: the input object.
    Alias(Location, u32),
    /// The reference is the object in a static final field, such as an enum's constant.
    AliasStatic(Location, u32),
    /// The run-time class of an input object is one of these.
    Types(u32, Vec<u32>),
    /// The component class of an input array is one of these.
    Components(u32, Vec<u32>),
    /// An element of an input array, different from those before, is read or only written.
    Element(u32, u32, bool),
    /// The size of an array that the path allocates is within the bound; no part of PC.
    Bound(u32),
}

/// How a path ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CaseOutcome {
    /// It returns.
    Returned(CaseResult),
    /// It throws an exception of this class, or an input object of one of several.
    Threw(u32),
    /// It stopped, for this reason.
    Stopped(u32),
}

/// What a case returns, for people; composition gets it by running the code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CaseResult {
    /// Nothing.
    Void,
    /// A number, by term.
    Number(u32),
    /// Null.
    Null,
    /// An input object.
    Input(u32),
    /// The object in a static final field.
    Static(u32),
    /// An undecided input.
    Undecided(Location),
    /// An object made on the path, of this class or array type.
    Made(u32),
    /// A string that is a constant.
    Constant(Arc<[u16]>),
    /// A string or box made on the path: its class, what it holds.
    Holding(u32, u32),
    /// Anything else.
    Other,
}
