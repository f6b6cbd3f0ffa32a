//! Cheap reasoning: intervals and excluded values per term refute, values tried for inputs satisfy. Sound both ways: a
//! model that is found is evaluated, and a refutation follows from bounds that the conjuncts state.

use crate::term::{Arithmetic, Model, Node, Sort, TermId, TermPool, evaluate, evaluate_truth, selected_element};
use rustc_hash::FxHashMap;

/// What the conjuncts say of one term.
#[derive(Clone, Debug)]
struct Bounds {
    low: i64,
    high: i64,
    excluded: Vec<i64>,
}

impl Bounds {
    fn of(pool: &TermPool, id: TermId) -> Self {
        let (low, high) = pool.range(id);
        Bounds { low, high, excluded: Vec::new() }
    }

    /// Moves the bounds past excluded values. `false`: no value is left.
    fn settle(&mut self) -> bool {
        loop {
            if self.low > self.high {
                return false;
            }
            if self.excluded.contains(&self.low) && self.low < i64::MAX {
                self.low += 1;
            } else if self.excluded.contains(&self.high) && self.high > i64::MIN {
                self.high -= 1;
            } else {
                return true;
            }
        }
    }
}

/// A statement about one term and a constant.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fact {
    AtLeast(TermId, i64),
    AtMost(TermId, i64),
    Is(TermId, i64),
    IsNot(TermId, i64),
}

/// Is `path ∧ new` refuted by bounds of single terms that they state?
pub(super) fn refutes(pool: &TermPool, path: &[TermId], new: TermId) -> bool {
    let Some(fact) = fact_of(pool, new) else { return false };
    let (Fact::AtLeast(about, _) | Fact::AtMost(about, _) | Fact::Is(about, _) | Fact::IsNot(about, _)) = fact;
    let mut bounds = Bounds::of(pool, about);
    let is_unbounded = pool.arithmetic() == Arithmetic::Math;
    let mut possible = true;
    for fact in path.iter().filter_map(|&conjunct| fact_of(pool, conjunct)).chain([fact]) {
        match fact {
            Fact::AtLeast(term, value) if term == about => bounds.low = bounds.low.max(value),
            Fact::AtMost(term, value) if term == about => bounds.high = bounds.high.min(value),
            Fact::Is(term, value) if term == about => {
                bounds.low = bounds.low.max(value);
                bounds.high = bounds.high.min(value);
            }
            // At the ends of 64 bits "no bound" and "this bound" look the same in unbounded arithmetic.
            Fact::IsNot(term, value)
                if term == about && !(is_unbounded && (value == i64::MIN || value == i64::MAX)) =>
            {
                bounds.excluded.push(value);
            }
            _ => {}
        }
        possible = bounds.low <= bounds.high;
        if !possible {
            break;
        }
    }
    !possible || !bounds.settle()
}

/// What a conjunct says of a term and a constant, if it is of that form.
pub(super) fn fact_of(pool: &TermPool, conjunct: TermId) -> Option<Fact> {
    let (holds, atom) = match *pool.node(conjunct) {
        Node::Not(inner) => (false, inner),
        _ => (true, conjunct),
    };
    Some(match (holds, pool.node(atom)) {
        (true, &Node::Equal(a, b)) => Fact::Is(a, pool.as_constant(b)?),
        (false, &Node::Equal(a, b)) => Fact::IsNot(a, pool.as_constant(b)?),
        (holds, &Node::Less(a, b)) => match (pool.as_constant(a), pool.as_constant(b)) {
            (None, Some(value)) if holds => Fact::AtMost(a, value.checked_sub(1)?),
            (None, Some(value)) => Fact::AtLeast(a, value),
            (Some(value), None) if holds => Fact::AtLeast(b, value.checked_add(1)?),
            (Some(value), None) => Fact::AtMost(b, value),
            _ => return None,
        },
        _ => return None,
    })
}

/// How many values are tried at most.
const MOST_TRIALS: usize = 24;

/// A model of `path ∧ new`, found by changing one input or element of `model` so that `new` holds.
pub(super) fn adjust(pool: &TermPool, path: &[TermId], new: TermId, model: &Model) -> Option<Model> {
    let atom = match *pool.node(new) {
        Node::Not(inner) => inner,
        _ => new,
    };
    let (Node::Equal(a, b) | Node::Less(a, b)) = *pool.node(atom) else { return None };
    if !pool.sort(a).is_number() {
        return None;
    }
    let difference = i128::from(evaluate(pool, a, model)?).checked_sub(i128::from(evaluate(pool, b, model)?))?;
    let mut summands: Vec<(i128, TermId)> = Vec::new();
    for (side, sign) in [(a, 1i128), (b, -1i128)] {
        match pool.node(side) {
            Node::Sum { terms, .. } => {
                summands.extend(terms.iter().map(|&(coefficient, term)| (sign * i128::from(coefficient), term)));
            }
            _ => summands.push((sign, side)),
        }
    }
    let mut trials = 0;
    for (coefficient, term) in summands {
        let target = target_of(pool, term);
        let Some((place, current)) = place_of(pool, target, model) else { continue };
        // Where both sides are the same, and one to either side of it.
        let same = i128::from(current).checked_sub(difference.checked_div(coefficient)?)?;
        for candidate in [same, same - 1, same + 1] {
            if trials == MOST_TRIALS {
                return None;
            }
            trials += 1;
            let (low, high) = pool.range(target);
            let Ok(candidate) = i64::try_from(candidate) else { continue };
            if candidate < low || candidate > high || candidate == current {
                continue;
            }
            let mut changed = model.clone();
            place.set(&mut changed, candidate);
            if holds(pool, new, &changed) && path.iter().all(|&conjunct| holds(pool, conjunct, &changed)) {
                return Some(changed);
            }
        }
    }
    None
}

/// Whether a conjunct is known to hold in a model.
pub(super) fn holds(pool: &TermPool, conjunct: TermId, model: &Model) -> bool {
    evaluate_truth(pool, conjunct, model) == Some(true)
}

/// The term under conversions that keep small values as they are.
fn target_of(pool: &TermPool, mut term: TermId) -> TermId {
    while let Node::IntToLong(inner)
    | Node::LongToInt(inner)
    | Node::ToByte(inner)
    | Node::ToChar(inner)
    | Node::ToShort(inner) = *pool.node(term)
    {
        term = inner;
    }
    term
}

/// What a model can say something about.
enum Place {
    Number(crate::term::InputId),
    Element(crate::term::InputId, i64),
}

impl Place {
    fn set(&self, model: &mut Model, value: i64) {
        match *self {
            Place::Number(input) => model.set(input, value),
            Place::Element(input, index) => model.set_element(input, index, value),
        }
    }
}

fn place_of(pool: &TermPool, term: TermId, model: &Model) -> Option<(Place, i64)> {
    match *pool.node(term) {
        Node::Input(input, _) if pool.sort(term) != Sort::Bool => Some((Place::Number(input), model.get(input))),
        Node::Select(..) => {
            let (input, index) = selected_element(pool, term, model)?;
            Some((Place::Element(input, index), evaluate(pool, term, model)?))
        }
        _ => None,
    }
}

/// Is a conjunct, or its negation, among others?
pub(super) struct Known {
    truths: FxHashMap<TermId, bool>,
}

impl Known {
    pub(super) fn of(pool: &TermPool, conjuncts: &[TermId]) -> Self {
        let mut truths = FxHashMap::default();
        for &conjunct in conjuncts {
            let (atom, value) = literal(pool, conjunct);
            truths.insert(atom, value);
        }
        Known { truths }
    }

    pub(super) fn truth(&self, pool: &TermPool, conjunct: TermId) -> Option<bool> {
        let (atom, value) = literal(pool, conjunct);
        self.truths.get(&atom).map(|&known| known == value)
    }
}

/// A truth value as an atom and whether it holds.
pub(super) fn literal(pool: &TermPool, conjunct: TermId) -> (TermId, bool) {
    match *pool.node(conjunct) {
        Node::Not(inner) => (inner, false),
        _ => (conjunct, true),
    }
}
