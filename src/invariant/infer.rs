//! Infers the invariants of one class. Every entry to code that may change its objects is explored once, from any
//! state. Candidates are judged by what callers see at returns, throws and open calls.

mod exploring;

use super::candidates::{SizeOf, candidates};
use super::houdini::{Asked, Stage, drop_broken};
use super::obligation::{Guesses, Obligation};
use super::stable::says_something;
use super::writers::{entries, owned_fields};
use crate::exec::{
    Atom, Call, Caveat, ClassInvariants, Invariant, Invariants, Limits, Machine, Premises, Sized, StopReason,
};
use crate::explore::{Exhausted, Observed, Recorder, Runs};
use crate::graph::CallGraph;
use crate::program::{ClassId, FieldId, FieldKind, MethodId, Program, ReferenceType};
use crate::run::{self, Ending};
use crate::solver::PathSolver;
use crate::term::Arithmetic;
pub(super) use exploring::explore;
use rustc_hash::{FxHashMap, FxHashSet};

/// The most entries of a class that are explored: of a class with more, nothing is inferred.
pub(super) const MOST_ENTRIES: usize = 80;
/// Bounds of the exploration of an entry: what lies beyond them is not known, and what it may write is dropped. Arrays are not
/// bounded.
pub(super) const LIMITS: Limits =
    Limits { loop_bound: 2, depth: 200, array_length: i32::MAX, recursion: 2, path_steps: 100_000 };

/// Records nothing.
#[derive(Clone, Debug)]
pub(super) struct Silent;

impl Recorder for Silent {
    type Shared = ();
    const JOINS: bool = true;

    fn observe(&mut self, _shared: &mut (), _observed: Observed<'_>) {}

    fn runs(&self, (): &(), _method: MethodId) -> Runs {
        Runs::Any
    }

    fn enter(&mut self, _shared: &mut (), _program: &Program, _call: &Call) {}
}

/// What is known of a class, how it is known, and what of that could be more.
#[derive(Clone, Debug, Default)]
pub struct Inferred {
    /// The invariants.
    pub invariants: ClassInvariants,
    /// The methods by which callers enter code that may change objects of the class: what is inferred was judged at their ends and
    /// before the calls that they leave open.
    pub entries: Vec<MethodId>,
    /// What stands in the way of more.
    pub gaps: Vec<Gap>,
    /// The classes whose objects the code has read fields of.
    pub read: Vec<ClassId>,
    /// Whether calls were left open, or paths not followed to their ends.
    pub is_open: bool,
}

/// What stands in the way of knowing more of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// Nothing is inferred of the constants of an enum.
    Constants,
    /// Nothing is inferred of objects that a finalizer may make known half-made.
    Finalizer,
    /// There are more entries than are explored: so many.
    ManyEntries(usize),
    /// Something of this entry is not known, so that the fields that it may assign are given up.
    Entry(MethodId, EntryObstacle),
    /// The run had to end.
    Ended(Ending),
}

/// What of an entry is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryObstacle {
    /// Paths stopped.
    Stopped(StopReason),
    /// The exploration ended before its paths did.
    Exhausted(Exhausted),
    /// Something was taken for granted that may be otherwise.
    Qualified(Caveat),
}

/// What exploring one entry has found.
pub(super) struct Explored<'p> {
    machine: Machine<'p>,
    solver: PathSolver,
    pub(super) obligations: Vec<Obligation>,
    /// Why some path was not followed to its end.
    pub(super) obstacles: Vec<EntryObstacle>,
    /// Whether calls were left open.
    has_open_calls: bool,
    read: FxHashSet<ClassId>,
}

impl Explored<'_> {
    /// What it asks, with its terms and its solver.
    pub(super) fn asked(&mut self) -> Asked<'_> {
        Asked { pool: &mut self.machine.pool, solver: &mut self.solver, obligations: &self.obligations }
    }
}

/// The invariants of a class of the class path, over all code that may change its objects: none where the run had to end before
/// they were known. What is `known` holds of all objects at the entries: it must hold without what is inferred here.
pub fn infer<'p>(
    (program, calls): (&'p Program, &CallGraph),
    arithmetic: Arithmetic,
    class: ClassId,
    known: Option<&'p dyn Invariants>,
) -> Inferred {
    let definition = program.class(class);
    let fields = owned_fields(program, class);
    if fields.is_empty() || !program.is_user_class(class) || definition.flags.is_interface() {
        return Inferred::default();
    }
    if definition.is_enum() {
        return Inferred::nothing(Gap::Constants);
    }
    if program.may_be_finalized(class) {
        return Inferred::nothing(Gap::Finalizer);
    }
    let sized = known.map(|known| known.of(class).sized.clone()).unwrap_or_default();
    let entries = entries((program, calls), class, (&fields, &sized));
    let mut written_by: Vec<MethodId> = entries.writers.keys().chain(entries.resizers.keys()).copied().collect();
    written_by.sort_unstable();
    written_by.dedup();
    let with_sizes = with_sizes(program, &fields, &sized);
    let is_array = |field: &FieldId| program.field(*field).kind.is_array();
    let arrays: Vec<FieldId> = sized.iter().map(|sized| sized.field).filter(is_array).collect();
    let guessed = candidates(program, class, (&fields, &with_sizes, &arrays), &written_by);
    if entries.methods.len() > MOST_ENTRIES {
        return Inferred::nothing(Gap::ManyEntries(entries.methods.len()));
    }
    if entries.methods.is_empty() {
        return Inferred::default();
    }
    let mut gaps = Vec::new();
    let sized: Vec<FieldId> = with_sizes.iter().map(|(field, _)| *field).collect();
    let guesses =
        Guesses { class, fields: &fields, candidates: &guessed, sized: &sized, arrays: &arrays, is_static: false };
    let mut alive = vec![true; guessed.len()];
    let mut lost: FxHashSet<FieldId> = FxHashSet::default();
    let mut lost_sizes: FxHashSet<FieldId> = FxHashSet::default();
    let mut explored = Vec::with_capacity(entries.methods.len());
    for entry in &entries.methods {
        let Some(one) = explore((program, calls), arithmetic, *entry, guesses, known) else {
            return Inferred::nothing(ended());
        };
        if !one.obstacles.is_empty() {
            lost.extend(written_from(calls, &entries.writers, *entry));
            lost_sizes.extend(written_from(calls, &entries.resizers, *entry));
            gaps.extend(one.obstacles.iter().map(|obstacle| Gap::Entry(*entry, obstacle.clone())));
            if fields.iter().all(|field| lost.contains(field)) {
                return Inferred { gaps, entries: entries.methods, ..Inferred::default() };
            }
        }
        explored.push(one);
    }
    for (alive, candidate) in alive.iter_mut().zip(&guessed) {
        let mut sized = candidate.0.iter().flat_map(Atom::sized);
        *alive =
            !candidate.fields().any(|field| lost.contains(&field)) && !sized.any(|field| lost_sizes.contains(&field));
    }
    let stage_of = |candidate: &Invariant| {
        let is_text = |field: FieldId| with_sizes.contains(&(field, SizeOf::Text));
        let sized: Vec<FieldId> = candidate.0.iter().flat_map(Atom::sized).collect();
        match sized.iter().any(|field| is_text(*field)) {
            _ if sized.is_empty() => Stage::Numbers,
            false => Stage::Sizes,
            true => Stage::Texts,
        }
    };
    let stages: Vec<Stage> = guessed.iter().map(stage_of).collect();
    drop_broken(
        &mut alive,
        (&guessed, &stages),
        &mut explored.iter_mut().map(Explored::asked).collect::<Vec<Asked<'_>>>(),
    );
    if run::is_over(None) {
        return Inferred::nothing(ended());
    }
    let obligations = explored.iter().flat_map(|one| &one.obligations);
    let exact = exact(program, Referred::default(), (&fields, &lost), obligations);
    // Of a field to which nothing is ever assigned, all sizes hold.
    let is_stored = |field: FieldId| {
        let place = fields.iter().position(|known| *known == field);
        explored.iter().flat_map(|one| &one.obligations).any(|it| it.referred.iter().any(|(at, _)| Some(*at) == place))
    };
    let is_of_stored = |candidate: &Invariant| candidate.0.iter().flat_map(Atom::sized).all(is_stored);
    let alive = guessed.into_iter().zip(alive).filter(|(_, alive)| *alive).map(|(candidate, _)| candidate);
    let conditions = alive.filter(is_of_stored);
    let premises = premises_of(&explored);
    let invariants =
        ClassInvariants { conditions: without_implied(conditions.collect()), exact, premises, ..Default::default() };
    let mut read: Vec<ClassId> = explored.iter().flat_map(|one| one.read.iter().copied()).collect();
    read.sort_unstable();
    read.dedup();
    let is_open = explored.iter().any(|one| !one.obstacles.is_empty() || one.has_open_calls);
    Inferred { invariants, entries: entries.methods, gaps, read, is_open }
}

/// The fields of whose sizes something is guessed: strings, and collections that are their object's alone or that nobody can change.
fn with_sizes(program: &Program, fields: &[FieldId], sized: &[Sized]) -> Vec<(FieldId, SizeOf)> {
    let string = program.class_by_name("java/lang/String").map(ReferenceType::class).map(FieldKind::Reference);
    let is_collection = |field: FieldId| !program.field(field).kind.is_array();
    let of_field = |field: &FieldId| match sized.iter().find(|sized| sized.field == *field && is_collection(*field)) {
        Some(known) => Some((*field, if known.is_fixed { SizeOf::Fixed } else { SizeOf::Own })),
        None => (Some(program.field(*field).kind) == string).then_some((*field, SizeOf::Text)),
    };
    fields.iter().filter_map(of_field).collect()
}

/// What the explorations took for granted of the world around the class path.
pub(super) fn premises_of(explored: &[Explored<'_>]) -> Premises {
    let mut all = Premises::default();
    for one in explored {
        all.add(&one.machine.premises());
    }
    all
}

pub(super) fn ended() -> Gap {
    Gap::Ended(run::ending(None).unwrap_or(Ending::Time))
}

impl Inferred {
    /// Nothing, since something is in the way of all of it.
    pub(super) fn nothing(gap: Gap) -> Self {
        Inferred { gaps: vec![gap], ..Inferred::default() }
    }

    /// Whether the run had to end before anything was known.
    pub fn is_ended(&self) -> bool {
        self.gaps.iter().any(|gap| matches!(gap, Gap::Ended(_)))
    }
}

/// The fields of the class that code entered here may assign.
pub(super) fn written_from(
    calls: &CallGraph,
    writers: &FxHashMap<MethodId, Vec<FieldId>>,
    entry: MethodId,
) -> Vec<FieldId> {
    let reached = calls.reachable(&[entry]);
    reached.iter().filter_map(|method| writers.get(method)).flatten().copied().collect()
}

/// What fields refer to, by their places: of one class or array type, or not known to be. Those that refer to nothing have none.
pub(super) type Referred = FxHashMap<usize, Option<ReferenceType>>;

/// The classes and array types of which exactly fields refer to objects, where all that is ever stored in them is of one, and so is what they
/// refer to `initially`.
pub(super) fn exact<'o>(
    program: &Program,
    initially: Referred,
    (fields, lost): (&[FieldId], &FxHashSet<FieldId>),
    obligations: impl Iterator<Item = &'o Obligation>,
) -> Vec<(FieldId, ReferenceType)> {
    let mut found = initially;
    for (place, exactly) in obligations.flat_map(|obligation| &obligation.referred) {
        let known = found.entry(*place).or_insert(*exactly);
        if known != exactly {
            *known = None;
        }
    }
    let of_field = |(place, field): (usize, &FieldId)| {
        let exactly = (*found.get(&place)?)?;
        says_something(program, *field, exactly).then_some((*field, exactly))
    };
    fields.iter().enumerate().filter(|(_, field)| !lost.contains(field)).filter_map(of_field).collect()
}

/// Without conditions one of whose parts is a condition of its own.
pub(super) fn without_implied(conditions: Vec<Invariant>) -> Vec<Invariant> {
    let single: FxHashSet<Atom> =
        conditions.iter().filter_map(|it| <[Atom; 1]>::try_from(it.0.clone()).ok()).map(|[atom]| atom).collect();
    let is_news = |it: &Invariant| it.0.len() == 1 || !it.0.iter().any(|atom| single.contains(atom));
    conditions.into_iter().filter(is_news).collect()
}
