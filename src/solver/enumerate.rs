//! Conjunctions with so few possible values that all are tried. Solvers are slow to find out by reasoning what digits
//! and remainders allow.

use super::ranges::Ranges;
use crate::term::{Arithmetic, Domain, InputId, Model, Node, TermId, TermPool, evaluate_truth, reachable};

/// The most combinations of values, and what evaluating all of them may cost, in nodes.
const MOST_VALUES: i64 = 1 << 16;
const MOST_WORK: i64 = 1_500_000;

/// What trying all values has shown, and how many nodes that took.
pub(super) enum Tried {
    /// A model.
    Holds(Model, u64),
    /// None of the values that the conjuncts leave to their inputs satisfies them.
    Never(u64),
}

/// Tries all values of the inputs of a conjunction in Java's arithmetic, which leaves these ranges to terms; none where these are too
/// many, or not numbers alone.
pub(super) fn try_all(pool: &TermPool, conjuncts: &[TermId], ranges: &mut Ranges) -> Option<Tried> {
    if pool.arithmetic() != Arithmetic::Java {
        return None;
    }
    let mut inputs: Vec<(InputId, TermId)> = Vec::new();
    let mut nodes: i64 = 0;
    for term in conjuncts.iter().flat_map(|&conjunct| reachable(pool, conjunct)) {
        nodes += 1;
        match pool.node(term) {
            Node::Input(_, Domain::Contents(_) | Domain::Text) => return None,
            Node::Input(_, domain) if domain.sort().is_floating_point() => return None,
            Node::Input(input, _) if !inputs.contains(&(*input, term)) => inputs.push((*input, term)),
            _ => {}
        }
    }
    let mut bounds = Vec::with_capacity(inputs.len());
    let mut values: i64 = 1;
    for (input, term) in inputs {
        let (low, high) = ranges.of(pool, term);
        values = high.checked_sub(low)?.checked_add(1)?.max(0).checked_mul(values)?;
        if values > MOST_VALUES || values.checked_mul(nodes)? > MOST_WORK {
            return None;
        }
        bounds.push((input, low, high));
    }
    let work = (values * nodes).unsigned_abs();
    let mut model = Model::new();
    bounds.iter().for_each(|&(input, low, _)| model.set(input, low));
    for _ in 0..values {
        // A condition whose value is not known, as one of a text that is too long, excludes nothing.
        let mut truths = conjuncts.iter().map(|&conjunct| evaluate_truth(pool, conjunct, &model));
        if !truths.clone().any(|truth| truth == Some(false)) {
            return truths.all(|truth| truth == Some(true)).then_some(Tried::Holds(model, work));
        }
        for &(input, low, high) in &bounds {
            let value = model.get(input);
            if value < high {
                model.set(input, value + 1);
                break;
            }
            model.set(input, low);
        }
    }
    Some(Tried::Never(work))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(pool: &TermPool, conjuncts: &[TermId]) -> Option<Tried> {
        try_all(pool, conjuncts, &mut Ranges::left_by(pool, conjuncts))
    }

    /// `0 <= n`, `n <= 999`, and the sum of its digits has another remainder by nine than it has.
    fn digits(pool: &mut TermPool, limit: i32) -> Vec<TermId> {
        let n = pool.input(InputId(0), Domain::Int);
        let (zero, limit, nine, ten, hundred) =
            (pool.int(0), pool.int(limit), pool.int(9), pool.int(10), pool.int(100));
        let (hundreds, ones, tens) = (pool.divide(n, hundred), pool.remainder(n, ten), pool.divide(n, ten));
        let tens = pool.remainder(tens, ten);
        let sum = pool.add(hundreds, tens);
        let sum = pool.add(sum, ones);
        let (left, right) = (pool.remainder(sum, nine), pool.remainder(n, nine));
        let differs = pool.not_equal(left, right);
        vec![pool.less_or_equal(zero, n), pool.less_or_equal(n, limit), differs]
    }

    #[test]
    fn what_holds_for_no_value_is_refuted_and_what_holds_for_one_is_found() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let never = digits(&mut pool, 999);
        assert!(matches!(tried(&pool, &never), Some(Tried::Never(_))));
        let n = pool.input(InputId(0), Domain::Int);
        let wanted = pool.int(777);
        let is_wanted = pool.equal(n, wanted);
        let holds = [never[0], never[1], is_wanted];
        let Some(Tried::Holds(model, _)) = tried(&pool, &holds) else { panic!("777 is within the bounds") };
        assert_eq!(model.get(InputId(0)), 777);
    }

    #[test]
    fn a_condition_without_a_value_excludes_nothing() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let n = pool.input(InputId(0), Domain::Int);
        let (zero, limit, factor) = (pool.int(0), pool.int(1000), pool.int(1 << 21));
        // A text of two million units for one, which is too long to be evaluated.
        let (length, contents) = (pool.multiply(n, factor), pool.zeroed(crate::term::ElementKind::Char));
        let text = pool.text_operation(crate::term::TextOperator::OfContents, &[contents, zero, length]);
        let hash = pool.text_operation(crate::term::TextOperator::Hash, &[text]);
        let is_positive = pool.less(zero, n);
        let (is_within, is_other) = (pool.less(n, limit), pool.not_equal(hash, limit));
        assert!(tried(&pool, &[is_positive, is_within, is_other]).is_none());
    }

    #[test]
    fn many_values_are_not_tried() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let many = digits(&mut pool, 10_000_000);
        assert!(tried(&pool, &many).is_none());
    }
}
