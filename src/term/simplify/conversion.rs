//! Conversions between `int` and `long`, narrowing casts, and `lcmp`.

use crate::term::interval::Interval;
use crate::term::node::{Node, TermId};
use crate::term::operate;
use crate::term::pool::TermPool;
use crate::term::sort::{Arithmetic, ElementKind, Sort};

impl TermPool {
    /// `(long) a` of an `Int`.
    pub fn int_to_long(&mut self, a: TermId) -> TermId {
        debug_assert!(self.sort(a) == Sort::Int);
        if self.is_simplifying()
            && let Some(value) = self.as_constant(a)
        {
            return self.constant(Sort::Long, value);
        }
        self.intern(Node::IntToLong(a))
    }

    /// `(int) a` of a `Long`.
    pub fn long_to_int(&mut self, a: TermId) -> TermId {
        debug_assert!(self.sort(a) == Sort::Long);
        // long-to-int-of-int-to-long: (int) (long) x = x. In unbounded arithmetic this is what the operator means there,
        // so it also holds in pools that do not simplify.
        if let &Node::IntToLong(inner) = self.node(a) {
            return inner;
        }
        if self.is_simplifying() {
            if let Some(value) = self.as_constant(a) {
                return self.constant(Sort::Int, i64::from(value as i32));
            }
            // long-to-int-of-sum: (int) (k + Σ cᵢ·(long) xᵢ) = (int) k + Σ (int) cᵢ·xᵢ (Java)
            if self.arithmetic() == Arithmetic::Java
                && let Node::Sum { constant, terms, .. } = self.node(a)
            {
                let mut narrowed = Vec::with_capacity(terms.len());
                for &(coefficient, term) in terms.iter() {
                    if let &Node::IntToLong(inner) = self.node(term) {
                        narrowed.push((i64::from(coefficient as i32), inner));
                    }
                }
                if narrowed.len() == terms.len() {
                    let constant = i64::from(*constant as i32);
                    let mut sum = self.constant(Sort::Int, constant);
                    for (coefficient, inner) in narrowed {
                        let scaled = self.scale(inner, coefficient);
                        sum = self.add(sum, scaled);
                    }
                    return sum;
                }
            }
        }
        self.intern(Node::LongToInt(a))
    }

    /// `(byte) a` of an `Int`.
    pub fn to_byte(&mut self, a: TermId) -> TermId {
        self.narrow(a, ElementKind::Byte, Node::ToByte)
    }

    /// `(char) a` of an `Int`.
    pub fn to_char(&mut self, a: TermId) -> TermId {
        self.narrow(a, ElementKind::Char, Node::ToChar)
    }

    /// `(short) a` of an `Int`.
    pub fn to_short(&mut self, a: TermId) -> TermId {
        self.narrow(a, ElementKind::Short, Node::ToShort)
    }

    /// A number made to fit an element of `kind`, as a store into an array of that kind does (boolean: the lowest bit).
    pub fn narrow_to(&mut self, a: TermId, kind: ElementKind) -> TermId {
        match kind {
            ElementKind::Boolean => {
                let interval = self.interval(a);
                if interval.within(Interval::new(0, 1)) {
                    return a;
                }
                let one = self.constant(Sort::Int, 1);
                self.and(a, one)
            }
            ElementKind::Byte => self.to_byte(a),
            ElementKind::Char => self.to_char(a),
            ElementKind::Short => self.to_short(a),
            ElementKind::Int | ElementKind::Long | ElementKind::Float | ElementKind::Double => a,
        }
    }

    fn narrow(&mut self, a: TermId, kind: ElementKind, build: fn(TermId) -> Node) -> TermId {
        debug_assert!(self.sort(a) == Sort::Int);
        if !self.is_simplifying() {
            return self.intern(build(a));
        }
        if let Some(value) = self.as_constant(a) {
            return self.constant(Sort::Int, kind.narrow(value));
        }
        // narrow-fitting: (byte) x = x where x is in byte's range (also char, short)
        if let Some((low, high)) = kind.narrow_bounds()
            && self.interval(a).within(Interval::new(low, high))
        {
            return a;
        }
        let mask = if kind == ElementKind::Byte { 0xff } else { 0xffff };
        match *self.node(a) {
            // narrow-narrow: (byte) (short) x = (byte) x; the inner cast keeps all bits that the outer one reads
            Node::ToByte(inner) if kind == ElementKind::Byte => self.narrow(inner, kind, build),
            Node::ToChar(inner) | Node::ToShort(inner) => self.narrow(inner, kind, build),
            // narrow-mask: (byte) (x & c) = (byte) x where c has all of the bits that are kept
            Node::And(inner, by) if self.as_constant(by).is_some_and(|value| value & mask == mask) => {
                self.narrow(inner, kind, build)
            }
            _ => self.intern(build(a)),
        }
    }

    /// `Long.compare(a, b)` as `lcmp` computes it: -1, 0 or 1, of sort `Int`.
    pub fn compare_long(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert!(self.sort(a) == Sort::Long && self.sort(b) == Sort::Long);
        if self.is_simplifying() {
            if let (Some(x), Some(y)) = (self.as_constant(a), self.as_constant(b)) {
                return self.constant(Sort::Int, operate::compare(x, y));
            }
            // compare-self: Long.compare(x, x) = 0
            if a == b {
                return self.constant(Sort::Int, 0);
            }
            // compare-decided: Long.compare(x, y) = -1 (1) where the intervals say x < y (x > y)
            if let Some(true) = self.less_by_interval(a, b) {
                return self.constant(Sort::Int, -1);
            }
            if let Some(true) = self.less_by_interval(b, a) {
                return self.constant(Sort::Int, 1);
            }
        }
        self.intern(Node::CompareLong(a, b))
    }
}
