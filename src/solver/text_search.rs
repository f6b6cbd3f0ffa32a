//! What searches in texts give, as numbers: `text.indexOf(sought)` is -1, or so small that what was found has room in the text.
//! Theories of sequences take long to find out that a part which ends there is one of the text, and ask for nothing else.

use crate::term::{Domain, InputId, Node, Sort, TermId, TermPool, TextOperator as T, reachable, substitute};
use rustc_hash::{FxHashMap, FxHashSet};

/// The inputs that stand for numbers come down from the highest, and those for units from here.
const FIRST_UNIT: u32 = u32::MAX - (1 << 20);

/// A conjunction that follows from these conjuncts: each number that an operator on texts gives is any number that such an operator
/// gives, and what is said of texts otherwise is left out. None where nothing is searched for.
pub(super) fn without_texts(pool: &mut TermPool, conjuncts: &[TermId]) -> Option<Vec<TermId>> {
    let mut given = Given::default();
    conjuncts.iter().for_each(|conjunct| given.collect(pool, *conjunct));
    let is_search =
        |pool: &TermPool, term: &TermId| matches!(pool.node(*term), Node::Text(T::IndexOf | T::LastIndexOf, _));
    if !given.numbers.iter().any(|term| is_search(pool, term)) {
        return None;
    }
    let mut all = conjuncts.to_vec();
    let mut next = 0;
    // What is said of one number may mention another.
    while let Some(number) = given.numbers.get(next).copied() {
        next += 1;
        let said = facts(pool, number);
        said.iter().for_each(|fact| given.collect(pool, *fact));
        all.extend(said);
    }
    let mut memo: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut bounds = Vec::new();
    for (place, number) in (0_u32..).zip(&given.numbers) {
        let (any, least) = match pool.node(*number) {
            Node::Text(T::CharAt, _) => (pool.input(InputId(FIRST_UNIT - place), Domain::Char), None),
            Node::Text(T::Length, _) => (pool.input(InputId(u32::MAX - place), Domain::Int), Some(0)),
            Node::Text(T::IndexOf | T::LastIndexOf, _) => {
                (pool.input(InputId(u32::MAX - place), Domain::Int), Some(-1))
            }
            _ => (pool.input(InputId(u32::MAX - place), Domain::Int), None),
        };
        memo.insert(*number, any);
        if let Some(least) = least {
            // The pool knows this of the number, and not of what stands for it.
            let least = pool.int(least);
            bounds.push(pool.less_or_equal(least, any));
        }
    }
    let mut same = |pool: &mut TermPool, input: InputId, domain: Domain| pool.input(input, domain);
    let rewritten: Vec<TermId> =
        all.into_iter().map(|conjunct| substitute(pool, conjunct, &mut same, &mut memo)).collect();
    bounds.extend(rewritten.into_iter().filter(|conjunct| !mentions_text(pool, *conjunct)));
    Some(bounds)
}

/// The numbers that operators on texts give, those within texts left out.
#[derive(Default)]
struct Given {
    numbers: Vec<TermId>,
    seen: FxHashSet<TermId>,
}

impl Given {
    fn collect(&mut self, pool: &TermPool, term: TermId) {
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            if !self.seen.insert(term) {
                continue;
            }
            match pool.node(term) {
                Node::Text(..) if pool.sort(term) == Sort::Int => self.numbers.push(term),
                node => node.for_each_child(|child| open.push(child)),
            }
        }
    }
}

/// What holds of a number that an operator on texts gives, beyond its least value.
fn facts(pool: &mut TermPool, number: TermId) -> Vec<TermId> {
    let zero = pool.int(0);
    match pool.node(number).clone() {
        Node::Text(T::Length, arguments) => {
            let text = arguments.first().copied();
            let mut facts = Vec::new();
            if let Some(Node::Text(T::Substring, parts)) = text.map(|text| pool.node(text).clone())
                && let [whole, from, to] = *parts
            {
                let length = pool.text_operation(T::Length, &[whole]);
                let outside = [pool.less(from, zero), pool.less(to, from), pool.less(length, to)];
                let length_of_part = pool.subtract(to, from);
                let mut fact = pool.equal(number, length_of_part);
                for case in outside {
                    fact = pool.disjunction(case, fact);
                }
                facts.push(fact);
            }
            facts
        }
        Node::Text(operator @ (T::IndexOf | T::LastIndexOf), arguments) => {
            let [text, sought, from] = *arguments else { return Vec::new() };
            let shortest = shortest(pool, sought);
            let least = pool.int(shortest);
            let length = pool.text_operation(T::Length, &[text]);
            let last = pool.subtract(length, least);
            let (is_missing, has_room) = (pool.less(number, zero), pool.less_or_equal(number, last));
            let is_behind = match operator {
                T::IndexOf if shortest > 0 => pool.less_or_equal(from, number),
                // The empty text is found at the end, however far behind that it is looked for.
                T::IndexOf => pool.truth(true),
                _ => pool.less_or_equal(number, from),
            };
            let fits = pool.conjunction(has_room, is_behind);
            vec![pool.disjunction(is_missing, fits)]
        }
        _ => Vec::new(),
    }
}

/// So many units a text has at least.
fn shortest(pool: &TermPool, text: TermId) -> i32 {
    match pool.node(text) {
        Node::TextConstant(units) => i32::try_from(units.len()).unwrap_or(i32::MAX),
        Node::Text(T::OfUnit, _) => 1,
        _ => 0,
    }
}

fn mentions_text(pool: &TermPool, term: TermId) -> bool {
    reachable(pool, term).into_iter().any(|part| pool.sort(part) == Sort::Text)
}

#[cfg(test)]
mod tests {
    use crate::solver::{Answer, PathSolver};
    use crate::term::{Arithmetic, Domain, InputId, TermPool, TextOperator as T};

    #[test]
    fn what_is_found_has_room_in_the_text() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let mut solver = PathSolver::new(Arithmetic::Java, 200_000);
        let text = pool.input(InputId(0), Domain::Text);
        let (slash, colons) = (pool.text(&[u16::from(b'/')]), pool.text(&[u16::from(b':'); 2]));
        let (zero, one, two, most) = (pool.int(0), pool.int(1), pool.int(2), pool.int(i32::MAX));
        let length = pool.text_operation(T::Length, &[text]);
        let last = pool.text_operation(T::LastIndexOf, &[text, slash, most]);
        let after = pool.add(last, one);
        let (below, above) = (pool.less(after, zero), pool.less(length, after));
        assert!(matches!(solver.check(&mut pool, &[below]), Answer::Unsatisfiable));
        assert!(matches!(solver.check(&mut pool, &[above]), Answer::Unsatisfiable));
        let first = pool.text_operation(T::IndexOf, &[text, colons, zero]);
        let (after, is_found) = (pool.add(first, two), pool.less_or_equal(zero, first));
        let above = pool.less(length, after);
        assert!(matches!(solver.check(&mut pool, &[is_found, above]), Answer::Unsatisfiable));
        // One that is not there is before the text, and two behind that is in it only where it has a unit.
        assert!(matches!(solver.check(&mut pool, &[above]), Answer::Satisfiable(_)));
    }
}
