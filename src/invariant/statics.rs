//! Infers the invariants of the static fields of one class: what its initialiser leaves satisfies them, and every entry to code that
//! may assign the fields keeps them, at its returns, its throws and its open calls.

use super::candidates::candidates;
use super::houdini::{Asked, drop_broken};
use super::infer::{Explored, Gap, Inferred, MOST_ENTRIES, ended, explore, without_implied, written_from};
use super::obligation::Guesses;
use super::static_writers::{owned_statics, static_entries};
use crate::exec::{ClassInvariants, Invariant, Invariants, Known, Limits, Machine, Prepared};
use crate::graph::CallGraph;
use crate::heap::{Reference, Value};
use crate::models::Models;
use crate::program::{ClassId, FieldId, MethodId, Program};
use crate::run;
use crate::term::Arithmetic;
use rustc_hash::FxHashSet;

/// Bounds of the run of an initialiser, which needs none.
const LIMITS: Limits = Limits { loop_bound: 2, depth: 200, array_length: i32::MAX, recursion: 2, path_steps: 100_000 };

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
    let guessed = candidates(program, class, &fields, &written_by);
    let Some(Initially { mut alive, classes }) = initially(program, arithmetic, class, (&fields, &guessed)) else {
        return InferredStatics::default();
    };
    let mut gaps = Vec::new();
    let mut lost: FxHashSet<FieldId> = FxHashSet::default();
    let guesses = Guesses { class, fields: &fields, candidates: &guessed, is_static: true };
    let prepared = Prepared::default();
    let mut explored: Vec<Explored<'p>> = Vec::with_capacity(entries.methods.len());
    for entry in &entries.methods {
        let entered = (*entry, &prepared);
        let Some(one) = explore((program, calls), arithmetic, entered, guesses, Some(known)) else {
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
    drop_broken(&mut alive, &mut explored.iter_mut().map(Explored::asked).collect::<Vec<Asked<'_>>>());
    if run::is_over(None) {
        return nothing(ended());
    }
    let mut exact = classes;
    for (place, class) in explored.iter().flat_map(|one| &one.obligations).flat_map(|obligation| &obligation.referred) {
        if let Some(known) = exact.get_mut(*place) {
            *known = match (*known, class) {
                (Held::Nothing, Some(class)) => Held::Only(*class),
                (Held::Only(known), Some(class)) if known == *class => Held::Only(known),
                _ => Held::Others,
            };
        }
    }
    let exact = fields.iter().zip(exact).filter_map(|(field, held)| match held {
        Held::Only(class) if !lost.contains(field) => Some((*field, class)),
        _ => None,
    });
    let exact = exact.collect();
    let conditions = guessed.into_iter().zip(alive).filter(|(_, alive)| *alive).map(|(candidate, _)| candidate);
    let invariants = ClassInvariants { conditions: without_implied(conditions.collect()), exact };
    let inferred = Inferred { invariants, entries: entries.methods, gaps, ..Inferred::default() };
    InferredStatics { inferred, at_work: entries.at_work }
}

/// The classes of what a field refers to.
#[derive(Clone, Copy)]
enum Held {
    Nothing,
    Only(ClassId),
    Others,
}

/// What the initialiser of a class leaves: which candidates hold, and what each field refers to.
struct Initially {
    alive: Vec<bool>,
    classes: Vec<Held>,
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
    let object = |value: &Value| match value {
        Value::Reference(Reference::Object(object)) => Some(*object),
        _ => None,
    };
    let known = |machine: &Machine<'_>, field: FieldId| {
        let value = fields.iter().zip(&values).find(|(of, _)| **of == field).map(|(_, value)| *value);
        match value {
            Some(Value::Reference(Reference::Null)) => Known::Null,
            Some(Value::Reference(Reference::Object(object))) => machine.known_initially(object),
            Some(value) => value.number().map_or(Known::Nothing, Known::Number),
            None => Known::Nothing,
        }
    };
    let mut alive = Vec::with_capacity(guessed.len());
    for candidate in guessed {
        let known: Vec<(FieldId, Known)> = candidate.fields().map(|field| (field, known(&machine, field))).collect();
        let mut look_up = |field| known.iter().find(|(of, _)| *of == field).map_or(Known::Nothing, |(_, known)| *known);
        let truth = candidate.truth(&mut machine.pool, &mut look_up);
        alive.push(truth.and_then(|truth| machine.pool.as_truth(truth)) == Some(true));
    }
    let held = |value: &Value| match (value, object(value)) {
        (Value::Reference(Reference::Null), _) => Held::Nothing,
        (_, Some(object)) => machine.class_initially(object).map_or(Held::Others, Held::Only),
        _ => Held::Others,
    };
    let classes = values.iter().map(held).collect();
    Some(Initially { alive, classes })
}
