//! Guess and check for conjunctions on texts: what the constants of the conjuncts suggest, evaluated. It can only find that
//! there is a solution.

use crate::term::{Domain, InputId, Model, Node, Sort, TermId, TermPool, evaluate_truth, reachable};
use std::sync::Arc;

/// Candidates that are evaluated for one question.
const MOST_TRIALS: usize = 160;
/// Conjunctions with more nodes than this are not guessed.
const LARGEST: usize = 400;
/// Constants of the conjuncts that are put together.
const MOST_PARTS: usize = 4;
/// Texts of one repeated letter are not longer than this.
const LONGEST_RUN: i64 = 40;
/// Texts that conditions on strings often ask for.
const USUAL: [&str; 8] = ["", "a", "1", "0", "-1", "10", " ", "A"];

/// A model of the conjunction that differs from `start` in texts only, or none found.
pub(super) fn guess(pool: &TermPool, conjuncts: &[TermId], start: &Model) -> Option<Model> {
    let mut terms: Vec<TermId> = conjuncts.iter().flat_map(|&conjunct| reachable(pool, conjunct)).collect();
    terms.sort_unstable();
    terms.dedup();
    let inputs: Vec<InputId> = terms.iter().filter_map(|&term| text_input(pool, term)).collect();
    if inputs.is_empty() || terms.len() > LARGEST {
        return None;
    }
    let candidates = candidates(pool, &terms);
    // The newest conjunct is the one that does not hold at the start: most trials end there.
    let holds = |model: &Model| conjuncts.iter().rev().all(|&id| evaluate_truth(pool, id, model) == Some(true));
    let mut trials = 0;
    let mut attempt = |changes: &[(InputId, &Arc<[u16]>)]| {
        trials += 1;
        let mut changed = start.clone();
        for (input, units) in changes {
            changed.set_text(*input, Arc::clone(units));
        }
        (trials <= MOST_TRIALS && holds(&changed)).then_some(changed)
    };
    for candidate in &candidates {
        for &input in &inputs {
            if let Some(found) = attempt(&[(input, candidate)]) {
                return Some(found);
            }
        }
    }
    if let [first, second] = inputs.as_slice() {
        for candidate in &candidates {
            for other in &candidates {
                if let Some(found) = attempt(&[(*first, candidate), (*second, other)]) {
                    return Some(found);
                }
            }
        }
    }
    None
}

/// The input that a term is, where that is a text.
pub(super) fn text_input(pool: &TermPool, term: TermId) -> Option<InputId> {
    match pool.node(term) {
        Node::Input(input, Domain::Text) => Some(*input),
        _ => None,
    }
}

/// Texts worth trying, without repetition: constants, constants put together, texts of wanted lengths, the usual ones.
fn candidates(pool: &TermPool, terms: &[TermId]) -> Vec<Arc<[u16]>> {
    let constants: Vec<&[u16]> = terms
        .iter()
        .filter_map(|&term| pool.as_text(term))
        .filter(|units| !units.is_empty())
        .take(MOST_PARTS)
        .collect();
    let mut found: Vec<Arc<[u16]>> = Vec::new();
    let mut add = |units: Vec<u16>| {
        let units: Arc<[u16]> = units.into();
        if !found.contains(&units) {
            found.push(units);
        }
    };
    constants.iter().for_each(|units| add(units.to_vec()));
    USUAL.iter().for_each(|usual| add(usual.encode_utf16().collect()));
    for &first in &constants {
        for &second in &constants {
            add([first, second].concat());
        }
    }
    if constants.len() > 2 {
        add(constants.concat());
        add(constants.iter().rev().copied().collect::<Vec<_>>().concat());
    }
    for &constant in &constants {
        add([constant, &[u16::from(b'a')]].concat());
        add([&[u16::from(b'a')], constant].concat());
        add(constant.get(..constant.len() - 1).unwrap_or_default().to_vec());
    }
    for &term in terms {
        let length = pool.as_constant(term).filter(|_| pool.sort(term) == Sort::Int);
        for length in length.into_iter().flat_map(|length| [length, length.saturating_add(1)]) {
            if (1..=LONGEST_RUN).contains(&length) {
                let length = usize::try_from(length).unwrap_or(0);
                add(vec![u16::from(b'a'); length]);
                add(vec![u16::from(b'1'); length]);
            }
        }
        // A constant may be a unit.
        if let Some(Ok(unit)) = pool.as_constant(term).map(u16::try_from)
            && unit > 0x20
        {
            add(vec![unit]);
        }
    }
    found
}
