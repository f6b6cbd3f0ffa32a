//! Contents of arrays: reading goes through stores and copies when it is built, down to an input or zeroes.

use super::PUSH_DEPTH;
use crate::term::interval::Interval;
use crate::term::node::{Node, TermId, element_of};
use crate::term::operator::TextOperator;
use crate::term::pool::TermPool;
use crate::term::sort::{ElementKind, Sort};

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
