//! Texts of a model made shorter and easier to read, as far as the conjuncts still hold.

use crate::term::{InputId, Model, TermId, TermPool, evaluate_truth};
use std::sync::Arc;

/// Longer texts are not looked at unit by unit.
const LONGEST: usize = 64;
/// What stands in for a unit that nobody can read, the first that does.
const STAND_INS: [u8; 5] = *b"ab0A ";

/// The model with texts that are as short and readable as single changes make them.
pub(super) fn readable(pool: &TermPool, conjuncts: &[TermId], model: Model) -> Model {
    let mut model = model;
    let inputs: Vec<InputId> = model.texts().map(|(input, _)| input).collect();
    for input in inputs {
        shorten(pool, conjuncts, &mut model, input);
        let mut units = model.text(input).to_vec();
        if units.len() > LONGEST {
            continue;
        }
        for position in 0..units.len() {
            let Some(&unit) = units.get(position) else { break };
            if u8::try_from(unit).is_ok_and(|unit| unit.is_ascii_alphanumeric()) {
                continue;
            }
            let is_visible = u8::try_from(unit).is_ok_and(|unit| unit.is_ascii_graphic() || unit == b' ');
            let stand_ins = if is_visible { STAND_INS.get(..4) } else { STAND_INS.get(..) };
            for &stand_in in stand_ins.unwrap_or_default() {
                if let Some(place) = units.get_mut(position) {
                    *place = u16::from(stand_in);
                }
                if accept(pool, conjuncts, &mut model, input, &units) {
                    break;
                }
                if let Some(place) = units.get_mut(position) {
                    *place = unit;
                }
            }
        }
    }
    model
}

/// Takes units out, the last first, where the conjuncts still hold.
fn shorten(pool: &TermPool, conjuncts: &[TermId], model: &mut Model, input: InputId) {
    let units = model.text(input);
    if units.is_empty() || accept(pool, conjuncts, model, input, &[]) {
        return;
    }
    if units.len() > LONGEST {
        return;
    }
    let mut units = units.to_vec();
    for position in (0..units.len()).rev() {
        let removed = units.remove(position);
        if !accept(pool, conjuncts, model, input, &units) {
            units.insert(position, removed);
        }
    }
}

/// Gives the input this value if the conjuncts hold with it.
fn accept(pool: &TermPool, conjuncts: &[TermId], model: &mut Model, input: InputId, units: &[u16]) -> bool {
    let mut changed = model.clone();
    changed.set_text(input, Arc::from(units));
    let holds = conjuncts.iter().all(|&conjunct| evaluate_truth(pool, conjunct, &changed) == Some(true));
    if holds {
        *model = changed;
    }
    holds
}
