//! What operators on texts give, as numbers: a length, a unit, and `text.indexOf(sought)`, which is -1, or so small that what was
//! found has room in the text. Theories of sequences take long to find out what follows from these numbers alone.

use super::guess_text::text_input;
use crate::term::{
    Domain, InputId, Model, Node, Sort, TermId, TermPool, TextOperator as T, evaluate, evaluate_truth, reachable,
    substitute,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The inputs that stand for numbers come down from the highest, and those for units from here.
const FIRST_UNIT: u32 = u32::MAX - (1 << 20);
/// Texts of a model are not longer than this.
const LONGEST: usize = 10_000;
/// How long texts are where a short one is looked for.
const SHORT: i32 = 64;
/// A unit of which nothing is asked.
const USUAL_UNIT: u16 = b'a' as u16;

/// A conjunction on numbers that follows from one on numbers and texts.
pub(super) struct Weaker {
    /// Its conjuncts.
    pub(super) conjuncts: Vec<TermId>,
    /// The numbers that operators on texts give, and the inputs that stand for them.
    numbers: Vec<(TermId, InputId)>,
    /// What each term has become.
    rewritten: FxHashMap<TermId, TermId>,
    /// Whether nothing was left out, but for what two numbers say of each other that are one unit's.
    pub(super) is_whole: bool,
}

/// A conjunction that follows from these conjuncts: each number that an operator on texts gives is any number that such an operator
/// gives, and what is said of texts otherwise is left out. None where no operator on texts gives a number, or none searches and only
/// searches are wanted.
pub(super) fn without_texts(pool: &mut TermPool, conjuncts: &[TermId], searches_only: bool) -> Option<Weaker> {
    let mut given = Given::default();
    conjuncts.iter().for_each(|conjunct| given.collect(pool, *conjunct));
    let is_search =
        |pool: &TermPool, term: &TermId| matches!(pool.node(*term), Node::Text(T::IndexOf | T::LastIndexOf, _));
    if !given.numbers.iter().any(|term| !searches_only || is_search(pool, term)) {
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
    let mut rewritten: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut numbers = Vec::with_capacity(given.numbers.len());
    let mut weaker = Vec::new();
    for (place, number) in (0_u32..).zip(given.numbers) {
        let (input, domain, least) = match pool.node(number) {
            Node::Text(T::CharAt, _) => (InputId(FIRST_UNIT - place), Domain::Char, None),
            Node::Text(T::Length, _) => (InputId(u32::MAX - place), Domain::Int, Some(0)),
            Node::Text(T::IndexOf | T::LastIndexOf, _) => (InputId(u32::MAX - place), Domain::Int, Some(-1)),
            _ => (InputId(u32::MAX - place), Domain::Int, None),
        };
        let any = pool.input(input, domain);
        rewritten.insert(number, any);
        numbers.push((number, input));
        if let Some(least) = least {
            // The pool knows this of the number, and not of what stands for it.
            let least = pool.int(least);
            weaker.push(pool.less_or_equal(least, any));
        }
    }
    let mut same = |pool: &mut TermPool, input: InputId, domain: Domain| pool.input(input, domain);
    let mut is_whole = numbers.iter().all(|(number, _)| is_of_input(pool, *number));
    for conjunct in all {
        let numeric = substitute(pool, conjunct, &mut same, &mut rewritten);
        if mentions_text(pool, numeric) {
            is_whole = false;
        } else {
            weaker.push(numeric);
        }
    }
    Some(Weaker { conjuncts: weaker, numbers, rewritten, is_whole })
}

/// Whether a number is the length or a unit of a text that is an input.
fn is_of_input(pool: &TermPool, number: TermId) -> bool {
    match pool.node(number) {
        Node::Text(T::Length | T::CharAt, arguments) => {
            arguments.first().is_some_and(|text| text_input(pool, *text).is_some())
        }
        _ => false,
    }
}

impl Weaker {
    /// The conjunction with texts that are short.
    pub(super) fn shortened(&self, pool: &mut TermPool) -> Vec<TermId> {
        let most = pool.int(SHORT);
        let mut conjuncts = self.conjuncts.clone();
        for (number, stands) in &self.numbers {
            if matches!(pool.node(*number), Node::Text(T::Length, _)) {
                let length = pool.input(*stands, Domain::Int);
                conjuncts.push(pool.less_or_equal(length, most));
            }
        }
        conjuncts
    }

    /// A model of the conjunction that this follows from, made of one of this: texts as long as it says, with the units that it says.
    /// None where that does not come out, or more is asked of a text than its length and units.
    pub(super) fn completed(&self, pool: &mut TermPool, conjuncts: &[TermId], model: &Model) -> Option<Model> {
        let mut whole = model.clone();
        let mut texts: BTreeMap<InputId, Vec<u16>> = BTreeMap::new();
        let mut is_measured: FxHashSet<InputId> = FxHashSet::default();
        for (number, stands) in &self.numbers {
            if let Node::Text(T::Length, arguments) = pool.node(*number) {
                let text = text_input(pool, *arguments.first()?)?;
                let length = usize::try_from(model.get(*stands)).ok().filter(|length| *length <= LONGEST)?;
                texts.insert(text, vec![USUAL_UNIT; length]);
                is_measured.insert(text);
            }
        }
        for (number, stands) in &self.numbers {
            match pool.node(*number).clone() {
                Node::Text(T::Length, _) => {}
                Node::Text(T::CharAt, arguments) => {
                    let [text, index] = *arguments else { return None };
                    let text = text_input(pool, text)?;
                    let index = self.rewritten.get(&index).copied().unwrap_or(index);
                    let index = usize::try_from(evaluate(pool, index, model)?).ok();
                    let units = texts.entry(text).or_default();
                    if let Some(index) = index.filter(|index| (units.len()..LONGEST).contains(index))
                        && !is_measured.contains(&text)
                    {
                        units.resize(index + 1, USUAL_UNIT);
                    }
                    // What is outside of the text is not asked for, or this comes to nothing.
                    if let Some(unit) = index.and_then(|index| units.get_mut(index)) {
                        *unit = u16::try_from(model.get(*stands)).ok()?;
                    }
                }
                _ => return None,
            }
        }
        self.numbers.iter().for_each(|(_, stands)| whole.forget(*stands));
        texts.into_iter().for_each(|(text, units)| whole.set_text(text, units.into()));
        conjuncts.iter().all(|conjunct| evaluate_truth(pool, *conjunct, &whole) == Some(true)).then_some(whole)
    }
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

/// Whether a text is part of a term.
pub(super) fn mentions_text(pool: &TermPool, term: TermId) -> bool {
    reachable(pool, term).into_iter().any(|part| pool.sort(part) == Sort::Text)
}

#[cfg(test)]
mod tests {
    use crate::solver::{Answer, PathSolver};
    use crate::term::{Arithmetic, Domain, InputId, TermPool, TextOperator as T, evaluate_truth};

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

    #[test]
    fn lengths_and_units_are_asked_as_numbers() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let mut solver = PathSolver::with_integers(Arithmetic::Java, 200_000, 50_000);
        let (text, at) = (pool.input(InputId(0), Domain::Text), pool.input(InputId(1), Domain::Int));
        let (zero, five, space, seven) = (pool.int(0), pool.int(5), pool.int(32), pool.int(7));
        let length = pool.text_operation(T::Length, &[text]);
        let unit = pool.text_operation(T::CharAt, &[text, at]);
        let is_inside = pool.less(at, length);
        let (from, is_space, is_seven) =
            (pool.less_or_equal(five, at), pool.equal(unit, space), pool.equal(length, seven));
        for conjuncts in [vec![from, is_inside, is_space, is_seven], vec![from, is_space]] {
            let before = solver.statistics().solver_calls;
            let Answer::Satisfiable(model) = solver.check(&mut pool, &conjuncts) else { panic!("there is a text") };
            assert!(conjuncts.iter().all(|conjunct| evaluate_truth(&pool, *conjunct, &model) == Some(true)));
            // One question, on integers.
            assert!(solver.statistics().solver_calls <= before + 1);
        }
        let (from, is_behind) = (pool.less_or_equal(zero, at), pool.less(length, at));
        assert!(matches!(solver.check(&mut pool, &[from, is_inside, is_behind, is_space]), Answer::Unsatisfiable));
    }
}
