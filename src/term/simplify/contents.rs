//! Contents of arrays: reading goes through stores and copies when it is built, down to an input or zeroes.

use super::PUSH_DEPTH;
use crate::term::interval::Interval;
use crate::term::node::{Node, TermId, element_of};
use crate::term::operator::TextOperator;
use crate::term::pool::TermPool;
use crate::term::sort::{ElementKind, Sort};
use rustc_hash::FxHashMap;

impl TermPool {
    /// The element of `contents` at `index` (an `Int`).
    pub fn select(&mut self, contents: TermId, index: TermId) -> TermId {
        debug_assert!(matches!(self.sort(contents), Sort::Contents(_)) && self.sort(index) == Sort::Int);
        if !self.is_simplifying() {
            return self.intern(Node::Select(contents, index));
        }
        self.select_through(contents, index, 0)
    }

    fn select_through(&mut self, contents: TermId, index: TermId, depth: u32) -> TermId {
        if depth > PUSH_DEPTH {
            return self.intern(Node::Select(contents, index));
        }
        let key = (contents, index);
        if let Some(&known) = self.selected.get(&key) {
            return known;
        }
        let (mut contents, mut index) = (contents, index);
        let mut choices: Vec<(TermId, TermId)> = Vec::new();
        let mut found = loop {
            if let Some(constant) = self.as_constant(index) {
                if let Some((value, below)) = self.stored_at(contents, constant) {
                    match value {
                        Some(value) => break value,
                        None => contents = below,
                    }
                    continue;
                }
                if let Some((from, place)) = self.copied_from(contents, constant) {
                    if i64::from(place) != constant {
                        index = self.int(place);
                    }
                    contents = from;
                    continue;
                }
            }
            match *self.node(contents) {
                // select-zeroed: zeroed[i] = 0
                Node::Zeroed(kind) => break self.constant_value(kind.sort(), 0),
                // select-elements: {e0, e1, …}[i] = ei, 0 outside
                Node::Elements(kind, ref values) => {
                    let values = values.clone();
                    if let Some(index) = self.as_constant(index) {
                        break self.constant_value(kind.sort(), element_of(&values, index));
                    }
                    contents = self.in_halves(kind, &values, 0);
                }
                // select-store: (c with [j] = v)[i] = i == j ? v : c[i]
                Node::Store(inner, at, value) => {
                    let same = match (self.as_constant(index), self.as_constant(at)) {
                        (Some(x), Some(y)) if x != y => None,
                        _ => Some(self.equal(index, at)),
                    };
                    match same.map(|same| (same, self.as_truth(same))) {
                        Some((_, Some(true))) => break value,
                        None | Some((_, Some(false))) => {}
                        Some((same, None)) => choices.push((same, value)),
                    }
                    contents = inner;
                }
                // select-copy: copy(d, df, s, sf, n)[i] = df <= i && i - df < n ? s[i - df + sf] : d[i]
                Node::Copy { destination, destination_from, source, source_from, length } => {
                    let offset = self.subtract(index, destination_from);
                    let after = self.less_or_equal(destination_from, index);
                    let before = self.less(offset, length);
                    let covered = self.conjunction(after, before);
                    match self.as_truth(covered) {
                        Some(true) => {
                            index = self.add(offset, source_from);
                            contents = source;
                        }
                        Some(false) => contents = destination,
                        None => {
                            let moved = self.add(offset, source_from);
                            let value = self.select_through(source, moved, depth + 1);
                            choices.push((covered, value));
                            contents = destination;
                        }
                    }
                }
                // select-text: t.toCharArray()[i] = t.charAt(i), 0 outside of t
                Node::Text(TextOperator::ToContents, ref arguments) => {
                    let Some(&text) = arguments.first() else { break self.int(0) };
                    break self.text_operation(TextOperator::CharAt, &[text, index]);
                }
                // select-choice: (c ? x : y)[i] = c ? x[i] : y[i]
                Node::IfThenElse(condition, chosen, other) => {
                    let value = self.select_through(chosen, index, depth + 1);
                    choices.push((condition, value));
                    contents = other;
                }
                _ => break self.intern(Node::Select(contents, index)),
            }
        };
        while let Some((condition, value)) = choices.pop() {
            found = self.if_then_else(condition, value, found);
        }
        self.selected.insert(key, found);
        found
    }

    /// What stores at constants leave at an index, those that are looked up together from here on, and what is below them. None where
    /// nothing is looked up from here on: every few stores of a chain are, by a table that chains share that go on from there.
    fn stored_at(&mut self, contents: TermId, index: i64) -> Option<(Option<TermId>, TermId)> {
        /// As many stores are looked up together.
        const TOGETHER: u32 = 64;
        if !self.depth(contents).is_multiple_of(TOGETHER) || !matches!(self.node(contents), Node::Store(..)) {
            return None;
        }
        if !self.stores.contains_key(&contents) {
            let (mut by_index, mut below) = (FxHashMap::default(), contents);
            for _ in 0..TOGETHER {
                let Node::Store(inner, at, value) = self.node(below) else { break };
                let Some(at) = self.as_constant(*at) else { break };
                by_index.entry(at).or_insert(*value);
                below = *inner;
            }
            self.stores.insert(contents, (by_index, below));
        }
        let (by_index, below) = self.stores.get(&contents)?;
        (*below != contents).then(|| (by_index.get(&index).copied(), *below))
    }

    /// Where contents that were copied together have the element at an index from, if all places are constants.
    fn copied_from(&self, contents: TermId, index: i64) -> Option<(TermId, i32)> {
        let &Node::Copy { destination, destination_from, source, source_from, length } = self.node(contents) else {
            return None;
        };
        let place = |term| self.as_constant(term).filter(|place| *place >= 0);
        let (to, from, length) = (place(destination_from)?, place(source_from)?, place(length)?);
        match to <= index && index - to < length {
            true => Some((source, i32::try_from(index - to + from).ok()?)),
            false => Some((destination, i32::try_from(index).ok()?)),
        }
    }

    /// `contents` with the element at `index` replaced. The caller narrows `value` to the element kind; a value that may
    /// not fit is narrowed here.
    pub fn store(&mut self, contents: TermId, index: TermId, value: TermId) -> TermId {
        debug_assert!(self.sort(index) == Sort::Int);
        let value = self.fit_element(contents, value);
        if self.is_simplifying() {
            // store-store: c with [i] = v with [i] = w = c with [i] = w
            if let &Node::Store(inner, at, _) = self.node(contents)
                && at == index
            {
                return self.store(inner, index, value);
            }
            // store-same: c with [i] = c[i] = c
            if let &Node::Select(from, at) = self.node(value)
                && from == contents
                && at == index
            {
                return contents;
            }
            // store-zero: zeroed with [i] = 0 = zeroed
            if matches!(self.node(contents), Node::Zeroed(_)) && self.as_constant(value) == Some(0) {
                return contents;
            }
        }
        self.intern(Node::Store(contents, index, value))
    }

    fn fit_element(&mut self, contents: TermId, value: TermId) -> TermId {
        let Sort::Contents(kind) = self.sort(contents) else {
            debug_assert!(false, "store into something that is not contents");
            return value;
        };
        debug_assert!(self.sort(value) == kind.sort());
        match kind.narrow_bounds() {
            Some((low, high)) if !self.interval(value).within(Interval::new(low, high)) => self.narrow_to(value, kind),
            _ => value,
        }
    }

    /// Contents of known elements from index 0 on, of floating-point numbers their bits; zero elsewhere.
    pub fn contents_of(&mut self, kind: ElementKind, values: &[i64]) -> TermId {
        let used = values.iter().rposition(|value| *value != 0).map_or(0, |last| last + 1);
        match values.get(..used) {
            None | Some([]) => self.zeroed(kind),
            Some(values) => self.intern(Node::Elements(kind, values.into())),
        }
    }

    /// Known elements as halves put together, so that which one an unknown index reads is asked half by half.
    fn in_halves(&mut self, kind: ElementKind, values: &[i64], first: i32) -> TermId {
        /// As many are stored one by one.
        const FEW: usize = 8;
        if values.len() <= FEW || values.iter().all(|value| *value == 0) {
            let mut contents = self.zeroed(kind);
            for (further, value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
                let (index, value) = (self.int(first + further as i32), self.constant_value(kind.sort(), *value));
                contents = self.store(contents, index, value);
            }
            return contents;
        }
        let (low, high) = values.split_at(values.len() / 2);
        let middle = first + low.len() as i32;
        let (low, above) = (self.in_halves(kind, low, first), self.in_halves(kind, high, middle));
        let (middle, count) = (self.int(middle), self.int(high.len() as i32));
        self.copy(low, middle, above, middle, count)
    }

    /// `System.arraycopy` on contents of one kind; positions and length are `Int`s that are in bounds on the path.
    pub fn copy(
        &mut self,
        destination: TermId,
        destination_from: TermId,
        source: TermId,
        source_from: TermId,
        length: TermId,
    ) -> TermId {
        debug_assert!(self.sort(destination) == self.sort(source));
        if self.is_simplifying() {
            // copy-nothing: copy(d, df, s, sf, n) = d where n <= 0 and df >= 0 (else i - df may wrap)
            if self.interval(length).high <= 0 && self.interval(destination_from).low >= 0 {
                return destination;
            }
            // copy-itself: copy(c, i, c, i, n) = c
            if destination == source && destination_from == source_from {
                return destination;
            }
        }
        self.intern(Node::Copy { destination, destination_from, source, source_from, length })
    }

    /// The element kind of contents; `Int` for anything else.
    pub fn element_kind(&self, contents: TermId) -> ElementKind {
        match self.sort(contents) {
            Sort::Contents(kind) => kind,
            _ => ElementKind::Int,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Arithmetic;

    #[test]
    fn elements_are_found_below_many_stores_and_copies() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let (mut contents, mut expected) = (pool.zeroed(ElementKind::Int), vec![0_i32; 300]);
        let mut other = (contents, expected.clone());
        for step in 0..2_000_i32 {
            // All places, in an order that comes back to none soon.
            let place = step * 7 % 300;
            let (at, value) = (pool.int(place), pool.int(step));
            contents = pool.store(contents, at, value);
            expected[place as usize] = step;
            if step % 331 == 0 {
                let (to, from, length) = (pool.int(50), pool.int(150), pool.int(120));
                contents = pool.copy(contents, to, other.0, from, length);
                expected[50..170].copy_from_slice(&other.1[150..270]);
                other = (contents, expected.clone());
            }
            if step % 97 == 0 {
                let found = (0..300).map(|place| {
                    let at = pool.int(place);
                    let found = pool.select(contents, at);
                    pool.as_constant(found).unwrap() as i32
                });
                assert_eq!(found.collect::<Vec<_>>(), expected, "{step}");
            }
        }
    }

    #[test]
    fn a_store_at_an_input_is_never_looked_past() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let input = pool.input(crate::term::InputId(0), crate::term::Domain::Int);
        let mut contents = pool.zeroed(ElementKind::Int);
        for step in 0..200 {
            let (at, value) = (if step == 100 { input } else { pool.int(step) }, pool.int(step + 1));
            contents = pool.store(contents, at, value);
        }
        let mut at = |place: i32| {
            let at = pool.int(place);
            let found = pool.select(contents, at);
            pool.as_constant(found)
        };
        assert_eq!((at(101), at(199)), (Some(102), Some(200)));
        assert_eq!((at(99), at(0)), (None, None));
    }
}
