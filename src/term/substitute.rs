//! Substitution: terms for inputs, and for choices what a model chooses, rebuilt through the simplifying builders.

use super::evaluate::evaluate_truth;
use super::model::Model;
use super::node::{Node, TermId};
use super::pool::TermPool;
use super::sort::{Domain, InputId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The term with every input replaced by what `replacement` gives for it (of the same sort). `memo` may be kept across
/// calls that share one replacement.
pub fn substitute(
    pool: &mut TermPool,
    id: TermId,
    replacement: &mut dyn FnMut(&mut TermPool, InputId, Domain) -> TermId,
    memo: &mut FxHashMap<TermId, TermId>,
) -> TermId {
    let parts = |pool: &TermPool, term: TermId, need: &mut dyn FnMut(TermId)| {
        if !pool.inputs(term).is_empty() {
            pool.node(term).for_each_child(need);
        }
    };
    let rewritten = |pool: &mut TermPool, term: TermId, memo: &FxHashMap<TermId, TermId>| match *pool.node(term) {
        Node::Input(input, domain) => {
            let replaced = replacement(pool, input, domain);
            debug_assert!(pool.sort(replaced) == domain.sort());
            replaced
        }
        _ if pool.inputs(term).is_empty() => term,
        _ => rebuild(pool, term, memo),
    };
    rewrite(pool, id, memo, parts, rewritten)
}

/// The term with each of some choices `c ? a : b` replaced by what a model chooses, and before it the conditions of these: where
/// they hold, both terms are the same. `memo` and `conditions` are kept across calls with one model.
pub fn follow_choices(
    pool: &mut TermPool,
    id: TermId,
    (choices, model): (&FxHashSet<TermId>, &Model),
    memo: &mut FxHashMap<TermId, TermId>,
    conditions: &mut Vec<TermId>,
) -> TermId {
    let chosen = |pool: &TermPool, term: TermId| match *pool.node(term) {
        Node::IfThenElse(condition, yes, no) if choices.contains(&term) => {
            evaluate_truth(pool, condition, model).map(|holds| (condition, holds, if holds { yes } else { no }))
        }
        _ => None,
    };
    let parts = |pool: &TermPool, term: TermId, need: &mut dyn FnMut(TermId)| match chosen(pool, term) {
        // What is needed last comes first: the condition.
        Some((condition, _, value)) => [value, condition].into_iter().for_each(need),
        None => pool.node(term).for_each_child(need),
    };
    let rewritten = |pool: &mut TermPool, term: TermId, memo: &FxHashMap<TermId, TermId>| {
        let Some((condition, holds, value)) = chosen(pool, term) else { return rebuild(pool, term, memo) };
        let known = memo.get(&condition).copied().unwrap_or(condition);
        conditions.push(if holds { known } else { pool.not(known) });
        memo.get(&value).copied().unwrap_or(value)
    };
    rewrite(pool, id, memo, parts, rewritten)
}

/// Rewrites a term from its parts up, each once: `parts` gives those that are rewritten before a term, and `rewritten` the new term
/// when the memo has them.
fn rewrite(
    pool: &mut TermPool,
    id: TermId,
    memo: &mut FxHashMap<TermId, TermId>,
    parts: impl Fn(&TermPool, TermId, &mut dyn FnMut(TermId)),
    mut rewritten: impl FnMut(&mut TermPool, TermId, &FxHashMap<TermId, TermId>) -> TermId,
) -> TermId {
    let mut stack = vec![id];
    while let Some(&term) = stack.last() {
        let before = stack.len();
        if !memo.contains_key(&term) {
            parts(pool, term, &mut |part| {
                if !memo.contains_key(&part) {
                    stack.push(part);
                }
            });
            if stack.len() > before {
                continue;
            }
            let new = rewritten(pool, term, memo);
            memo.insert(term, new);
        }
        stack.pop();
    }
    memo.get(&id).copied().unwrap_or(id)
}

/// The term with its children replaced as the memo says.
fn rebuild(pool: &mut TermPool, term: TermId, memo: &FxHashMap<TermId, TermId>) -> TermId {
    let new = |id: &TermId| memo.get(id).copied().unwrap_or(*id);
    let node = pool.node(term).clone();
    match &node {
        Node::Constant(..) | Node::Truth(_) | Node::Input(..) | Node::TextConstant(_) => term,
        Node::Zeroed(_) | Node::Elements(..) => term,
        Node::Sum { sort, constant, terms } => {
            let mut sum = pool.constant(*sort, *constant);
            for (coefficient, summand) in terms.iter() {
                let factor = pool.constant(*sort, *coefficient);
                let scaled = pool.multiply(factor, new(summand));
                sum = pool.add(sum, scaled);
            }
            sum
        }
        Node::Product(a, b) => pool.multiply(new(a), new(b)),
        Node::Divide(a, b) => pool.divide(new(a), new(b)),
        Node::Remainder(a, b) => pool.remainder(new(a), new(b)),
        Node::ShiftLeft(a, b) => pool.shift_left(new(a), new(b)),
        Node::ShiftRight(a, b) => pool.shift_right(new(a), new(b)),
        Node::UnsignedShiftRight(a, b) => pool.unsigned_shift_right(new(a), new(b)),
        Node::And(a, b) => pool.and(new(a), new(b)),
        Node::Or(a, b) => pool.or(new(a), new(b)),
        Node::Xor(a, b) => pool.xor(new(a), new(b)),
        Node::IntToLong(a) => pool.int_to_long(new(a)),
        Node::LongToInt(a) => pool.long_to_int(new(a)),
        Node::ToByte(a) => pool.to_byte(new(a)),
        Node::ToChar(a) => pool.to_char(new(a)),
        Node::ToShort(a) => pool.to_short(new(a)),
        Node::CompareLong(a, b) => pool.compare_long(new(a), new(b)),
        Node::Equal(a, b) => pool.equal(new(a), new(b)),
        Node::Less(a, b) => pool.less(new(a), new(b)),
        Node::Not(a) => pool.not(new(a)),
        Node::Conjunction(terms) => {
            let mut conjunction = pool.truth(true);
            for part in terms.iter() {
                conjunction = pool.conjunction(conjunction, new(part));
            }
            conjunction
        }
        Node::FloatingPoint(operator, arguments) => {
            let arguments: Vec<TermId> = arguments.iter().map(new).collect();
            pool.floating_point(*operator, &arguments)
        }
        Node::Text(operator, arguments) => {
            let arguments: Vec<TermId> = arguments.iter().map(new).collect();
            pool.text_operation(*operator, &arguments)
        }
        Node::IfThenElse(c, a, b) => pool.if_then_else(new(c), new(a), new(b)),
        Node::Select(contents, index) => pool.select(new(contents), new(index)),
        Node::Store(contents, index, value) => pool.store(new(contents), new(index), new(value)),
        Node::Copy { destination, destination_from, source, source_from, length } => {
            pool.copy(new(destination), new(destination_from), new(source), new(source_from), new(length))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Arithmetic;

    #[test]
    fn a_choice_is_followed_to_what_the_model_chooses_and_its_condition_is_told() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let x = pool.input(InputId(0), Domain::Int);
        let (zero, one, five) = (pool.int(0), pool.int(1), pool.int(5));
        let is_positive = pool.less(zero, x);
        let (more, less) = (pool.add(x, one), pool.subtract(x, one));
        let choice = pool.if_then_else(is_positive, more, less);
        let is_five = pool.equal(choice, five);
        let choices = FxHashSet::from_iter([choice]);
        let mut follow = |value: i64| {
            let mut model = Model::default();
            model.set(InputId(0), value);
            let mut conditions = Vec::new();
            let told =
                follow_choices(&mut pool, is_five, (&choices, &model), &mut FxHashMap::default(), &mut conditions);
            (told, conditions)
        };
        let (is_four, from_above) = follow(4);
        let (is_six, from_below) = follow(-3);
        let (four, six) = (pool.int(4), pool.int(6));
        assert_eq!((is_four, from_above), (pool.equal(x, four), vec![is_positive]));
        assert_eq!((is_six, from_below), (pool.equal(x, six), vec![pool.not(is_positive)]));
    }
}
