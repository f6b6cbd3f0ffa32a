//! Vectors of units: moving them by a distance that Z3 chooses, reading, and tests of single units.

use crate::solver::z3::context::{Ast, Context, Kind};

/// Makes terms over 16-bit units and 32-bit lengths.
#[derive(Clone, Copy)]
pub(super) struct Units<'a> {
    pub(super) context: &'a Context,
    pub(super) unit: Kind,
    pub(super) int: Kind,
}

/// How many bits a distance below or equal to `most` needs.
fn bits_for(most: usize) -> u32 {
    usize::BITS - most.leading_zeros()
}

impl Units<'_> {
    pub(super) fn int(&self, value: i64) -> Option<Ast> {
        self.context.number(value, self.int)
    }

    pub(super) fn unit(&self, value: u16) -> Option<Ast> {
        self.context.number(i64::from(value), self.unit)
    }

    /// `position < length`.
    pub(super) fn is_before(&self, position: usize, length: Ast) -> Option<Ast> {
        self.context.bits_less(self.int(position as i64)?, length)
    }

    /// `a <= b`, signed.
    pub(super) fn at_most(&self, a: Ast, b: Ast) -> Option<Ast> {
        self.context.not(self.context.bits_less(b, a)?)
    }

    pub(super) fn difference(&self, a: Ast, b: Ast) -> Option<Ast> {
        self.context.bits_add(a, self.context.bits_negate(b)?)
    }

    /// An index into a text of this length, clamped into it.
    pub(super) fn clamped(&self, index: Ast, length: Ast) -> Option<Ast> {
        let zero = self.int(0)?;
        let lowered = self.context.choice(self.context.bits_less(length, index)?, length, index)?;
        self.context.choice(self.context.bits_less(index, zero)?, zero, lowered)
    }

    pub(super) fn maximum(&self, a: Ast, b: Ast) -> Option<Ast> {
        self.context.choice(self.context.bits_less(a, b)?, b, a)
    }

    /// Is the unit in one of these runs, both ends included?
    pub(super) fn is_in_runs(&self, unit: Ast, runs: &[(u16, u16)]) -> Option<Ast> {
        let context = self.context;
        let mut parts = Vec::with_capacity(runs.len());
        for &(first, last) in runs {
            parts.push(match last.checked_sub(first) {
                Some(0) => context.equal(unit, self.unit(first)?)?,
                _ => {
                    let below = context.bits_unsigned_less(unit, self.unit(first)?)?;
                    let above = context.bits_unsigned_less(self.unit(last)?, unit)?;
                    context.not(context.any(&[below, above])?)?
                }
            });
        }
        context.any(&parts)
    }

    /// The units from `distance` on, zero behind them; the distance is at most their number.
    pub(super) fn toward_front(&self, units: &[Ast], distance: Ast) -> Option<Vec<Ast>> {
        let zero = self.unit(0)?;
        let mut moved = units.to_vec();
        for bit in 0..bits_for(units.len()) {
            let is_set = self.bit(distance, bit)?;
            let step = 1usize << bit;
            let mut next = Vec::with_capacity(moved.len());
            for (position, &unit) in moved.iter().enumerate() {
                let further = position.checked_add(step).and_then(|from| moved.get(from)).copied().unwrap_or(zero);
                next.push(self.context.choice(is_set, further, unit)?);
            }
            moved = next;
        }
        Some(moved)
    }

    /// The units behind `distance` zeroes, in a vector of `count`; the distance is at most `most`.
    pub(super) fn toward_back(&self, units: &[Ast], distance: Ast, most: usize, count: usize) -> Option<Vec<Ast>> {
        let zero = self.unit(0)?;
        let mut moved = units.to_vec();
        moved.resize(count, zero);
        for bit in 0..bits_for(most) {
            let is_set = self.bit(distance, bit)?;
            let step = 1usize << bit;
            let mut next = Vec::with_capacity(count);
            for (position, &unit) in moved.iter().enumerate() {
                let earlier = position.checked_sub(step).and_then(|from| moved.get(from)).copied().unwrap_or(zero);
                next.push(self.context.choice(is_set, earlier, unit)?);
            }
            moved = next;
        }
        Some(moved)
    }

    /// The units with zero from `length` on.
    pub(super) fn masked(&self, units: &[Ast], length: Ast) -> Option<Vec<Ast>> {
        let zero = self.unit(0)?;
        let masked =
            |(position, &unit): (usize, &Ast)| self.context.choice(self.is_before(position, length)?, unit, zero);
        units.iter().enumerate().map(masked).collect()
    }

    /// The unit at an index that is within the vector; anything else for other indices.
    pub(super) fn select(&self, units: &[Ast], index: Ast) -> Option<Ast> {
        let mut layer = units.to_vec();
        let mut bit = 0;
        while layer.len() > 1 {
            let is_set = self.bit(index, bit)?;
            layer = layer
                .chunks(2)
                .map(|pair| match pair {
                    [even, odd] => self.context.choice(is_set, *odd, *even),
                    [single] => Some(*single),
                    _ => None,
                })
                .collect::<Option<_>>()?;
            bit += 1;
        }
        layer.first().copied().or(self.unit(0))
    }

    /// Is this bit of a number set?
    pub(super) fn bit(&self, number: Ast, bit: u32) -> Option<Ast> {
        let one = self.context.number(1, self.context.bit_vectors(1)?)?;
        self.context.equal(self.context.extract(bit, bit, number)?, one)
    }

    /// The first position for which the truth value holds, else `otherwise`.
    pub(super) fn first(&self, truths: &[Ast], otherwise: Ast) -> Option<Ast> {
        let mut found = otherwise;
        for (position, &truth) in truths.iter().enumerate().rev() {
            found = self.context.choice(truth, self.int(position as i64)?, found)?;
        }
        Some(found)
    }

    /// A length that may be anything.
    pub(super) fn any_length(&self) -> Option<Ast> {
        self.context.zero_extend(1, self.context.fresh(self.context.bit_vectors(31)?)?)
    }
}
