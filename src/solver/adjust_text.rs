//! Changes one text of a model so that one more condition holds: a unit that the condition looks at, or the length that it
//! compares. Most conditions of a loop over the units of a text are met so. It can only find that there is a solution.

use super::cheap::holds;
use super::guess_text::text_input;
use crate::term::{InputId, Model, Node, Sort, TermId, TermPool, TextOperator, evaluate, reachable};
use std::sync::Arc;

/// Changed texts that are evaluated for one question.
const MOST_TRIALS: usize = 48;
/// Conditions with more nodes than this are left to others.
const LARGEST: usize = 200;
/// Texts are not made longer than this.
const LONGEST: usize = 64;
/// Units that a person can read, tried before those that the condition mentions.
const READABLE: [u16; 4] = [b'a' as u16, b'1' as u16, b'A' as u16, b' ' as u16];
/// What a text is made longer with.
const FILLING: u16 = b'a' as u16;

/// A model of `path` and `new` that differs from `model`, in which `path` holds, in one text; none where none was found.
pub(super) fn adjust(pool: &TermPool, path: &[TermId], new: TermId, model: &Model) -> Option<Model> {
    let terms = reachable(pool, new);
    if terms.len() > LARGEST {
        return None;
    }
    for (input, units) in candidates(pool, &terms, model).into_iter().take(MOST_TRIALS) {
        let mut changed = model.clone();
        changed.set_text(input, units);
        if holds(pool, new, &changed) && path.iter().rev().all(|&conjunct| holds(pool, conjunct, &changed)) {
            return Some(changed);
        }
    }
    None
}

/// Texts to try, those in which only a unit is another one first, then by their lengths.
fn candidates(pool: &TermPool, terms: &[TermId], model: &Model) -> Vec<(InputId, Arc<[u16]>)> {
    let numbers: Vec<i64> = {
        let is_number = |term: &&TermId| pool.sort(**term) == Sort::Int;
        terms.iter().filter(is_number).filter_map(|&term| pool.as_constant(term)).collect()
    };
    let near = |number: &i64| [*number, number.saturating_add(1), number.saturating_sub(1)];
    let mut units: Vec<u16> = READABLE.to_vec();
    units.extend(numbers.iter().flat_map(near).filter_map(|unit| u16::try_from(unit).ok()));
    let mut lengths: Vec<usize> =
        numbers.iter().flat_map(near).filter_map(|length| usize::try_from(length).ok()).collect();
    lengths.retain(|length| *length <= LONGEST);
    lengths.sort_unstable();
    lengths.dedup();
    let mut found: Vec<(InputId, Arc<[u16]>)> = Vec::new();
    for &term in terms {
        let (text, place) = match pool.node(term) {
            Node::Text(TextOperator::CharAt, of) => match **of {
                [text, index] => (text, evaluate(pool, index, model)),
                _ => continue,
            },
            Node::Text(TextOperator::Length, of) => match **of {
                [text] => (text, None),
                _ => continue,
            },
            _ => continue,
        };
        let Some(input) = only_text_input(pool, text) else { continue };
        let now = model.text(input);
        match place.map(usize::try_from) {
            Some(Ok(place)) if place < LONGEST => found.extend(units.iter().map(|&unit| {
                let mut changed = now.to_vec();
                if place >= changed.len() {
                    changed.resize(place + 1, FILLING);
                }
                changed[place] = unit;
                (input, changed.into())
            })),
            Some(_) => {}
            None => found.extend(lengths.iter().map(|&length| {
                let mut changed = now.to_vec();
                changed.resize(length, FILLING);
                (input, changed.into())
            })),
        }
    }
    found.retain(|(input, units)| model.get_text(*input) != Some(units));
    found.sort_by_key(|(input, units)| units.len().abs_diff(model.text(*input).len()));
    found.dedup();
    found
}

/// The input that a text is made of, where there is one.
fn only_text_input(pool: &TermPool, text: TermId) -> Option<InputId> {
    let mut inputs = reachable(pool, text).into_iter().filter_map(|term| text_input(pool, term));
    let first = inputs.next()?;
    inputs.all(|input| input == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Arithmetic, Domain};

    fn changed(made: impl FnOnce(&mut TermPool, TermId) -> (Vec<TermId>, TermId), text: &str) -> Option<String> {
        let mut pool = TermPool::new(Arithmetic::Java);
        let input = pool.input(InputId(0), Domain::Text);
        let (path, new) = made(&mut pool, input);
        let mut model = Model::new();
        model.set_text(InputId(0), text.encode_utf16().collect());
        adjust(&pool, &path, new, &model).map(|model| String::from_utf16_lossy(&model.text(InputId(0))))
    }

    fn unit_is(pool: &mut TermPool, text: TermId, place: i32, unit: char) -> TermId {
        let place = pool.int(place);
        let (at, unit) = (pool.text_operation(TextOperator::CharAt, &[text, place]), pool.int(unit as i32));
        pool.equal(at, unit)
    }

    #[test]
    fn a_unit_becomes_the_one_that_is_wanted() {
        let found = changed(|pool, text| (vec![unit_is(pool, text, 0, '{')], unit_is(pool, text, 2, ':')), "{");
        assert_eq!(found.as_deref(), Some("{a:"));
    }

    #[test]
    fn what_the_path_says_stays() {
        let found = changed(|pool, text| (vec![unit_is(pool, text, 0, '{')], unit_is(pool, text, 0, '[')), "{");
        assert_eq!(found, None);
    }

    #[test]
    fn a_length_changes_as_little_as_it_can() {
        let found = changed(
            |pool, text| {
                let (length, five) = (pool.text_operation(TextOperator::Length, &[text]), pool.int(5));
                (vec![unit_is(pool, text, 1, 'x')], pool.less(five, length))
            },
            "ax",
        );
        assert_eq!(found.as_deref(), Some("axaaaa"));
    }
}
