//! Makes the input of a path readable: tries small values for what the path condition leaves open.

use crate::exec::State;
use crate::program::Program;
use crate::term::{Arithmetic, ContentsValue, Domain, ElementKind, InputId, Model, TermId, TermPool, evaluate_truth};

/// Values that are tried for a number, the most readable first.
const PLAIN: [i64; 9] = [0, 1, -1, 2, 3, -2, 5, 10, 100];
/// Characters that are tried before them.
const LETTERS: [i64; 4] = [97, 65, 48, 32];
/// Texts that are tried, the most readable first.
const PLAIN_TEXTS: [&str; 4] = ["", "a", "0", " "];
/// How often all inputs are gone through: what one gives up can make room for another.
const PASSES: usize = 2;
/// Elements of an array that are gone through.
const ELEMENTS: usize = 64;

/// Replaces values of a path's model by plainer ones, as far as all constraints of the path still hold; each step is checked
/// by evaluating them.
pub fn minimise(program: &Program, pool: &TermPool, state: &mut State) {
    let conditions = state.path.solver_path(true);
    if !holds(pool, &conditions, &state.path.model) {
        return;
    }
    let inputs: Vec<(InputId, Domain)> = (0..state.heap.input_count() as u32)
        .map(InputId)
        .filter_map(|input| state.heap.input(input).map(|info| (input, info.domain)))
        .collect();
    let mut model = state.path.model.clone();
    let usual = |input: InputId| {
        let origin = state.heap.input(input).map(|info| info.origin);
        origin.and_then(|origin| state.heap.usual_numbers_for(program, origin)).unwrap_or_default()
    };
    // All at once first: some paths ask that two are equal.
    let mut ordinary = model.clone();
    for (input, _) in &inputs {
        usual(*input).first().into_iter().for_each(|number| ordinary.set(*input, *number));
    }
    if holds(pool, &conditions, &ordinary) {
        model = ordinary;
    }
    for _ in 0..PASSES {
        let before = model.clone();
        for (input, domain) in &inputs {
            let concerned: Vec<TermId> =
                conditions.iter().copied().filter(|condition| pool.inputs(*condition).contains(input)).collect();
            match domain {
                Domain::Contents(_) => plain_contents(pool, &concerned, &mut model, *input, *domain),
                Domain::Text => plain_text(pool, &concerned, &mut model, *input),
                Domain::Float | Domain::Double => {}
                _ => {
                    plain_number((pool, &concerned), &mut model, (*input, *domain), usual(*input));
                }
            }
        }
        if model == before {
            break;
        }
    }
    // Every step was checked against the conditions that it concerns; this is against a slip in choosing these.
    if holds(pool, &conditions, &model) {
        state.path.model = model;
    }
}

fn holds(pool: &TermPool, conditions: &[TermId], model: &Model) -> bool {
    conditions.iter().all(|condition| evaluate_truth(pool, *condition, model) == Some(true))
}

/// The values that a number, or an element, can have.
fn range(domain: Domain) -> (i64, i64) {
    match domain {
        Domain::Int | Domain::Contents(ElementKind::Int) => (i64::from(i32::MIN), i64::from(i32::MAX)),
        other => match other.bounds(Arithmetic::Java) {
            Some((low, high)) => (low, high.unwrap_or(i64::MAX)),
            None => (i64::MIN, i64::MAX),
        },
    }
}

fn plain_number(
    (pool, conditions): (&TermPool, &[TermId]),
    model: &mut Model,
    (input, domain): (InputId, Domain),
    usual: &[i64],
) {
    let present = model.get(input);
    let (low, high) = range(domain);
    // A character that a person can read is plainer than a small number.
    let letters = if domain == Domain::Char { &LETTERS[..] } else { &[] };
    let halves = std::iter::successors(Some(present / 2), |value| (*value != 0).then_some(value / 2)).take(40);
    let extremes = [low, high, low.saturating_add(1), high.saturating_sub(1)];
    let candidates: Vec<i64> = usual
        .iter()
        .chain(letters)
        .copied()
        .chain(PLAIN)
        .chain(if domain == Domain::Length { None } else { Some(extremes) }.into_iter().flatten())
        .collect();
    let try_one = |model: &mut Model, value: i64| {
        if value < low || value > high {
            return false;
        }
        model.set(input, value);
        holds(pool, conditions, model)
    };
    for value in candidates {
        if value == present || try_one(model, value) {
            model.set(input, value);
            return;
        }
    }
    let mut best = present;
    for value in halves {
        // From the value downwards, as long as it goes.
        if !try_one(model, value) {
            break;
        }
        best = value;
    }
    // The last step: towards zero one by one, where the path asks for just this side of a limit.
    for _ in 0..64 {
        let nearer = best - best.signum();
        if best == 0 || !try_one(model, nearer) {
            break;
        }
        best = nearer;
    }
    model.set(input, best);
}

fn plain_text(pool: &TermPool, conditions: &[TermId], model: &mut Model, input: InputId) {
    let Some(present) = model.get_text(input).cloned() else { return };
    let try_one = |model: &mut Model, units: &[u16]| {
        model.set_text(input, units.into());
        holds(pool, conditions, model)
    };
    for text in PLAIN_TEXTS {
        let units: Vec<u16> = text.encode_utf16().collect();
        if units.len() <= present.len() && try_one(model, &units) {
            return;
        }
    }
    let mut best: Vec<u16> = present.to_vec();
    let mut at = 0;
    while at < best.len().min(ELEMENTS) {
        let mut shorter = best.clone();
        shorter.remove(at);
        if try_one(model, &shorter) {
            best = shorter;
        } else {
            at += 1;
        }
    }
    for at in 0..best.len().min(ELEMENTS) {
        let Some(unit) = best.get(at).copied() else { break };
        for letter in ['a', 'b', '0', ' ', '-'].map(|letter| letter as u16) {
            let mut plainer = best.clone();
            if let Some(place) = plainer.get_mut(at) {
                *place = letter;
            }
            if letter == unit || try_one(model, &plainer) {
                best = plainer;
                break;
            }
        }
    }
    model.set_text(input, best.into());
}

fn plain_contents(pool: &TermPool, conditions: &[TermId], model: &mut Model, input: InputId, domain: Domain) {
    let mut best = model.get_contents(input).cloned().unwrap_or_default();
    let (low, high) = range(domain);
    if matches!(domain, Domain::Contents(ElementKind::Float | ElementKind::Double)) {
        return;
    }
    let try_one = |model: &mut Model, contents: &ContentsValue| {
        model.set_contents(input, contents.clone());
        holds(pool, conditions, model)
    };
    // A character that a person can read is plainer than a small number.
    let letters = if domain == Domain::Contents(ElementKind::Char) { &LETTERS[..] } else { &[] };
    for default in letters.iter().copied().chain([0]) {
        if best.default == default {
            break;
        }
        let plainer = ContentsValue { default, ..best.clone() };
        if try_one(model, &plainer) {
            best = plainer;
            break;
        }
    }
    let indices: Vec<i64> = best.elements.keys().copied().take(ELEMENTS).collect();
    for index in indices {
        let Some(present) = best.elements.get(&index).copied() else { continue };
        let values = letters.iter().copied().chain(PLAIN);
        for value in values.filter(|value| (low..=high).contains(value)) {
            if value == present {
                break;
            }
            let mut plainer = best.clone();
            plainer.elements.insert(index, value);
            if try_one(model, &plainer) {
                best = plainer;
                break;
            }
        }
    }
    model.set_contents(input, best);
}
