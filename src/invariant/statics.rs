//! Infers the invariants of the static fields of one class: what its initialiser leaves satisfies them, and every entry to code that
//! may assign the fields keeps them, at its returns, its throws and its open calls.

use super::candidates::candidates;
use super::houdini::{Asked, Stage, drop_broken};
use super::infer::{
    Explored, Gap, Inferred, LIMITS, MOST_ENTRIES, Referred, ended, exact, explore, premises_of, without_implied,
    written_from,
};
use super::obligation::Guesses;
use super::static_writers::{owned_statics, static_entries};
use crate::exec::{ClassInvariants, Invariant, Invariants, Known, Machine};
use crate::graph::CallGraph;
use crate::heap::{Reference, Value};
use crate::models::Models;
use crate::program::{ClassId, FieldId, MethodId, Program};
use crate::run;
use crate::term::Arithmetic;
use rustc_hash::FxHashSet;

/// What is known of the static fields of a class.
#[derive(Clone, Debug, Default)]
pub struct InferredStatics {
    /// The invariants, and how they are known.
    pub inferred: Inferred,
    /// The methods that may run while the class is initialised, or while code that may assign its static fields is at work: the
    /// invariants need not hold when one of these begins.
    pub at_work: FxHashSet<MethodId>,
}

/// The invariants of the static fields of a class of the class path. What is `known` holds of all objects at the entries.
pub fn infer_statics<'p>(
    (program, calls): (&'p Program, &CallGraph),
    arithmetic: Arithmetic,
    class: ClassId,
    known: &'p dyn Invariants,
) -> InferredStatics {
    let fields = owned_statics(program, class);
    if fields.is_empty() {
        return InferredStatics::default();
    }
    let entries = static_entries((program, calls), class, &fields);
    let nothing = |gap| InferredStatics { inferred: Inferred::nothing(gap), ..InferredStatics::default() };
    if entries.methods.len() > MOST_ENTRIES {
        return nothing(Gap::ManyEntries(entries.methods.len()));
    }
    let mut written_by: Vec<MethodId> = entries.writers.keys().copied().collect();
    written_by.sort_unstable();
    let guessed = candidates(program, class, (&fields, &[], &[]), &written_by);
    let Some(Initially { mut alive, referred }) = initially(program, arithmetic, class, (&fields, &guessed)) else {
        return InferredStatics::default();
    };
    let mut gaps = Vec::new();
    let mut lost: FxHashSet<FieldId> = FxHashSet::default();
    let guesses = Guesses { class, fields: &fields, candidates: &guessed, sized: &[], arrays: &[], is_static: true };
    let mut explored: Vec<Explored<'p>> = Vec::with_capacity(entries.methods.len());
    for entry in &entries.methods {
        let Some(one) = explore((program, calls), arithmetic, *entry, guesses, Some(known)) else {
            return nothing(ended());
        };
        if !one.obstacles.is_empty() {
            lost.extend(written_from(calls, &entries.writers, *entry));
            gaps.extend(one.obstacles.iter().map(|obstacle| Gap::Entry(*entry, obstacle.clone())));
        }
        explored.push(one);
    }
    for (alive, candidate) in alive.iter_mut().zip(&guessed) {
        *alive &= !candidate.fields().any(|field| lost.contains(&field));
    }
    let stages = vec![Stage::Numbers; guessed.len()];
    drop_broken(
        &mut alive,
        (&guessed, &stages),
        &mut explored.iter_mut().map(Explored::asked).collect::<Vec<Asked<'_>>>(),
    );
    if run::is_over(None) {
        return nothing(ended());
    }
    let obligations = explored.iter().flat_map(|one| &one.obligations);
    let exact = exact(program, referred, (&fields, &lost), obligations);
    let conditions = guessed.into_iter().zip(alive).filter(|(_, alive)| *alive).map(|(candidate, _)| candidate);
    let premises = premises_of(&explored);
    let invariants =
        ClassInvariants { conditions: without_implied(conditions.collect()), exact, premises, ..Default::default() };
    let inferred = Inferred { invariants, entries: entries.methods, gaps, ..Inferred::default() };
    InferredStatics { inferred, at_work: entries.at_work }
}

/// What the initialiser of a class leaves: which candidates hold, and what each field refers to.
struct Initially {
    alive: Vec<bool>,
    referred: Referred,
}

/// None where what it leaves is not known.
fn initially(
    program: &Program,
    arithmetic: Arithmetic,
    class: ClassId,
    (fields, guessed): (&[FieldId], &[Invariant]),
) -> Option<Initially> {
    let mut machine = Machine::new(program, arithmetic, LIMITS, &Models);
    machine.initialises_classes = true;
    let values = machine.left_by_initialiser(class, fields)?;
    let alive = machine.among_initialisers(|machine| {
        let known: Vec<(FieldId, Known)> =
            fields.iter().zip(&values).map(|(field, value)| (*field, machine.known_initially(*value))).collect();
        let holds = |candidate: &Invariant| {
            let truth = candidate.truth(&mut machine.pool, &known);
            truth.and_then(|truth| machine.pool.as_truth(truth)) == Some(true)
        };
        guessed.iter().map(holds).collect()
    });
    let references = values.iter().enumerate().filter_map(|(place, value)| match value {
        Value::Reference(Reference::Null) => None,
        Value::Reference(Reference::Object(object)) => Some((place, machine.type_initially(*object))),
        _ => Some((place, None)),
    });
    Some(Initially { alive, referred: references.collect() })
}
