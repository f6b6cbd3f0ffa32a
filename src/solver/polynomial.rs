//! Refutation by a normal form of polynomials: in the ring of 32 or 64 bits, or of the integers, two sides that multiply out to
//! the same are equal on every input, and two that differ by a constant on none.

use crate::term::{Arithmetic, Node, Sort, TermId, TermPool};
use std::collections::BTreeMap;

/// The most monomials that are multiplied out.
const MOST_MONOMIALS: usize = 512;
/// The highest degree of a monomial.
const HIGHEST_DEGREE: usize = 12;

/// Does some conjunct contradict the ring's laws? `false` says nothing.
pub(super) fn refute(pool: &TermPool, conjuncts: &[TermId]) -> bool {
    conjuncts.iter().any(|&conjunct| match *pool.node(conjunct) {
        Node::Not(inner) => match *pool.node(inner) {
            Node::Equal(a, b) => difference(pool, a, b) == Some(0),
            _ => false,
        },
        Node::Equal(a, b) => difference(pool, a, b).is_some_and(|difference| difference != 0),
        Node::Less(a, b) => difference(pool, a, b) == Some(0),
        _ => false,
    })
}

/// `a - b`, where that is the same number whatever the inputs are. Only asked of what has a product: sums have a normal form
/// anyway.
fn difference(pool: &TermPool, a: TermId, b: TermId) -> Option<i128> {
    let sort = pool.sort(a);
    if !sort.is_number() || !(has_product(pool, a) || has_product(pool, b)) {
        return None;
    }
    let ring = Ring { arithmetic: pool.arithmetic(), sort };
    let (left, right) = (ring.polynomial(pool, a)?, ring.polynomial(pool, b)?);
    let difference = ring.sum(left, right, -1)?;
    match difference.len() {
        0 => Some(0),
        1 => difference.get(&Monomial::default()).copied(),
        _ => None,
    }
}

fn has_product(pool: &TermPool, term: TermId) -> bool {
    match pool.node(term) {
        Node::Product(..) => true,
        Node::Sum { terms, .. } => terms.iter().any(|&(_, term)| matches!(pool.node(term), Node::Product(..))),
        _ => false,
    }
}

/// A product of terms that are not taken apart, ascending; the empty one is 1.
type Monomial = Vec<TermId>;

/// Monomials with their coefficients, none of them zero.
type Polynomial = BTreeMap<Monomial, i128>;

/// What coefficients are computed in.
#[derive(Clone, Copy)]
struct Ring {
    arithmetic: Arithmetic,
    sort: Sort,
}

impl Ring {
    /// A coefficient of the ring; none where it leaves 64 bits among the integers.
    fn coefficient(self, value: i128) -> Option<i128> {
        match (self.arithmetic, self.sort) {
            (Arithmetic::Java, Sort::Long) => Some(i128::from(value as i64)),
            (Arithmetic::Java, _) => Some(i128::from(value as i32)),
            (Arithmetic::Math, _) => i64::try_from(value).ok().map(i128::from),
        }
    }

    /// A term multiplied out; none where that is too large.
    fn polynomial(self, pool: &TermPool, term: TermId) -> Option<Polynomial> {
        match pool.node(term) {
            Node::Constant(_, value) => self.constant(i128::from(*value)),
            Node::Sum { constant, terms, .. } => {
                let mut sum = self.constant(i128::from(*constant))?;
                for &(coefficient, term) in terms.iter() {
                    sum = self.sum(sum, self.polynomial(pool, term)?, i128::from(coefficient))?;
                }
                Some(sum)
            }
            &Node::Product(a, b) => self.product(&self.polynomial(pool, a)?, &self.polynomial(pool, b)?),
            &Node::ShiftLeft(a, by) if self.arithmetic == Arithmetic::Java => match pool.as_constant(by) {
                // x << c = 2^c·x, the distance masked.
                Some(by) => {
                    let mask = if self.sort == Sort::Long { 63 } else { 31 };
                    let factor = self.constant(1_i128 << (by & mask))?;
                    self.product(&self.polynomial(pool, a)?, &factor)
                }
                None => Some(Polynomial::from([(vec![term], 1)])),
            },
            _ => Some(Polynomial::from([(vec![term], 1)])),
        }
    }

    fn constant(self, value: i128) -> Option<Polynomial> {
        let value = self.coefficient(value)?;
        Some(if value == 0 { Polynomial::new() } else { Polynomial::from([(Monomial::default(), value)]) })
    }

    /// `a + factor·b`.
    fn sum(self, mut a: Polynomial, b: Polynomial, factor: i128) -> Option<Polynomial> {
        for (monomial, coefficient) in b {
            self.add(&mut a, monomial, coefficient.checked_mul(factor)?)?;
        }
        Some(a)
    }

    fn product(self, a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
        if a.len().saturating_mul(b.len()) > MOST_MONOMIALS * 8 {
            return None;
        }
        let mut product = Polynomial::new();
        for (left, by) in a {
            for (right, factor) in b {
                let mut monomial: Monomial = left.iter().chain(right).copied().collect();
                if monomial.len() > HIGHEST_DEGREE {
                    return None;
                }
                monomial.sort_unstable();
                self.add(&mut product, monomial, by.checked_mul(*factor)?)?;
            }
        }
        (product.len() <= MOST_MONOMIALS).then_some(product)
    }

    fn add(self, to: &mut Polynomial, monomial: Monomial, coefficient: i128) -> Option<()> {
        let known = to.get(&monomial).copied().unwrap_or(0);
        match self.coefficient(known.checked_add(self.coefficient(coefficient)?)?)? {
            0 => to.remove(&monomial),
            sum => to.insert(monomial, sum),
        };
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Equivalence, equivalent};
    use crate::term::{Domain, InputId, Model, evaluate};

    fn pool(arithmetic: Arithmetic) -> (TermPool, [TermId; 4]) {
        let mut pool = TermPool::new(arithmetic);
        let inputs = [0, 1, 2, 3].map(|number| pool.input(InputId(number), Domain::Int));
        (pool, inputs)
    }

    /// (a² + b²)(c² + d²) and (ac - bd)² + (ad + bc)².
    fn sums_of_squares(pool: &mut TermPool, [a, b, c, d]: [TermId; 4]) -> (TermId, TermId) {
        let square = |pool: &mut TermPool, x| pool.multiply(x, x);
        let (aa, bb, cc, dd) = (square(pool, a), square(pool, b), square(pool, c), square(pool, d));
        let (left, right) = (pool.add(aa, bb), pool.add(cc, dd));
        let product = pool.multiply(left, right);
        let (ac, bd, ad, bc) = (pool.multiply(a, c), pool.multiply(b, d), pool.multiply(a, d), pool.multiply(b, c));
        let (first, second) = (pool.subtract(ac, bd), pool.add(ad, bc));
        let (first, second) = (square(pool, first), square(pool, second));
        (product, pool.add(first, second))
    }

    #[test]
    fn what_multiplies_out_to_the_same_is_equal() {
        for arithmetic in [Arithmetic::Java, Arithmetic::Math] {
            let (mut pool, inputs) = pool(arithmetic);
            let (product, sum) = sums_of_squares(&mut pool, inputs);
            let differ = pool.not_equal(product, sum);
            assert!(refute(&pool, &[differ]));
            let less = pool.less(product, sum);
            assert!(refute(&pool, &[less]));
            assert_eq!(equivalent(&mut pool, arithmetic, &[], product, sum), Equivalence::Equal);
        }
    }

    #[test]
    fn what_differs_by_one_is_never_equal_and_may_be_less() {
        let (mut pool, inputs) = pool(Arithmetic::Java);
        let (product, sum) = sums_of_squares(&mut pool, inputs);
        let one = pool.int(1);
        let more = pool.add(sum, one);
        let equal = pool.equal(product, more);
        assert!(refute(&pool, &[equal]));
        let less = pool.less(more, product);
        assert!(!refute(&pool, &[less]));
    }

    #[test]
    fn coefficients_wrap_in_java_alone() {
        for (arithmetic, expected) in [(Arithmetic::Java, true), (Arithmetic::Math, false)] {
            let (mut pool, [a, b, ..]) = pool(arithmetic);
            let half = pool.int(1 << 16);
            let (scaled, other) = (pool.multiply(half, a), pool.multiply(half, b));
            let product = pool.multiply(scaled, other);
            let zero = pool.int(0);
            let differ = pool.intern(Node::Equal(product, zero));
            let differ = pool.intern(Node::Not(differ));
            // 2^16·a times 2^16·b is 2^32·a·b, which is 0 in 32 bits.
            assert_eq!(refute(&pool, &[differ]) || pool.as_constant(product) == Some(0), expected);
        }
    }

    #[test]
    fn values_agree_with_the_normal_form() {
        let (mut pool, inputs) = pool(Arithmetic::Java);
        let (product, _) = sums_of_squares(&mut pool, inputs);
        let ring = Ring { arithmetic: Arithmetic::Java, sort: Sort::Int };
        let polynomial = ring.polynomial(&pool, product).unwrap();
        assert_eq!(polynomial.len(), 4);
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..1_000 {
            let mut model = Model::new();
            let mut values: BTreeMap<TermId, i64> = BTreeMap::new();
            for (number, input) in inputs.iter().enumerate() {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let value = i64::from((seed >> 32) as i32);
                model.set(InputId(number as u32), value);
                values.insert(*input, value);
            }
            let sum = polynomial.iter().fold(0_i64, |sum, (monomial, coefficient)| {
                let product = monomial.iter().fold(*coefficient as i64, |product, term| {
                    i64::from((product as i32).wrapping_mul(values[term] as i32))
                });
                i64::from((sum as i32).wrapping_add(product as i32))
            });
            assert_eq!(evaluate(&pool, product, &model), Some(sum));
        }
    }

    #[test]
    fn what_is_too_large_is_left_alone() {
        let (mut pool, [a, b, c, d]) = pool(Arithmetic::Java);
        let (ab, cd) = (pool.add(a, b), pool.add(c, d));
        let sum = pool.add(ab, cd);
        let mut power = sum;
        for _ in 0..HIGHEST_DEGREE {
            power = pool.multiply(power, sum);
        }
        let differ = pool.intern(Node::Equal(power, sum));
        let differ = pool.intern(Node::Not(differ));
        assert!(!refute(&pool, &[differ]));
    }
}
