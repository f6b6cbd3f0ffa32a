//! Values for inputs that would make a truth value hold: its terms are solved for one input at a time, and everything
//! else keeps its value. Rounding makes such a value only a good guess.

use super::distance::{neighbours, number, of_number};
use crate::term::{FloatOperator, Model, Node, Sort, TermId, TermPool, evaluate};

/// Terms are followed this deep.
const DEEPEST: u32 = 24;
/// Suggestions for one truth value.
const MOST: usize = 64;
/// Terms that are looked at for one truth value.
const MOST_STEPS: u32 = 400;

/// A value for the place that a term reads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Suggestion {
    /// An input, or an element of contents.
    pub(super) term: TermId,
    /// Its value.
    pub(super) value: i64,
}

/// Appends what would make `conjunct` hold.
pub(super) fn suggest(pool: &TermPool, conjunct: TermId, model: &Model, found: &mut Vec<Suggestion>) {
    let most = found.len() + MOST;
    Inverse { pool, model, found, most, steps: MOST_STEPS }.truth(conjunct, true, DEEPEST);
}

struct Inverse<'a> {
    pool: &'a TermPool,
    model: &'a Model,
    found: &'a mut Vec<Suggestion>,
    most: usize,
    steps: u32,
}

impl Inverse<'_> {
    /// The depth left below a term; none when enough has been looked at.
    fn below(&mut self, depth: u32) -> Option<u32> {
        self.steps = self.steps.checked_sub(1)?;
        depth.checked_sub(1).filter(|_| self.found.len() < self.most)
    }

    fn value(&self, id: TermId) -> Option<i64> {
        evaluate(self.pool, id, self.model)
    }

    fn number(&self, id: TermId) -> Option<f64> {
        Some(number(self.pool.sort(id), self.value(id)?))
    }

    /// What makes a truth value `wanted`.
    fn truth(&mut self, id: TermId, wanted: bool, depth: u32) {
        let Some(depth) = self.below(depth) else { return };
        let pool = self.pool;
        match pool.node(id) {
            Node::Not(inner) => self.truth(*inner, !wanted, depth),
            Node::Conjunction(parts) => {
                for part in parts.iter() {
                    if self.value(*part).is_none_or(|value| (value != 0) != wanted) || !wanted {
                        self.truth(*part, wanted, depth);
                    }
                }
            }
            Node::Equal(a, b) | Node::Less(a, b) if !matches!(pool.sort(*a), Sort::Bool | Sort::Text) => {
                self.sides(*a, *b, depth);
            }
            Node::FloatingPoint(operator, arguments) => match (operator, arguments.as_ref()) {
                (FloatOperator::Equal | FloatOperator::Less | FloatOperator::LessOrEqual, &[a, b]) => {
                    self.sides(a, b, depth);
                    if !wanted {
                        self.target(a, f64::NAN, depth);
                        self.target(b, f64::NAN, depth);
                    }
                }
                (FloatOperator::IsNan, &[a]) => self.target(a, if wanted { f64::NAN } else { 1.0 }, depth),
                _ => {}
            },
            Node::IfThenElse(condition, a, b) => {
                let holds = self.value(*condition).is_some_and(|value| value != 0);
                self.truth(if holds { *a } else { *b }, wanted, depth);
                self.truth(*condition, !holds, depth);
            }
            _ => {}
        }
    }

    /// Makes each side what the other one is, and its neighbours.
    fn sides(&mut self, a: TermId, b: TermId, depth: u32) {
        let sort = self.pool.sort(a);
        for (side, other) in [(a, b), (b, a)] {
            let Some(value) = self.value(other) else { continue };
            let [below, above] = neighbours(sort, value);
            for target in [value, above, below] {
                self.solve(side, target, depth);
            }
        }
    }

    /// Makes a term the value nearest to a number.
    fn target(&mut self, id: TermId, target: f64, depth: u32) {
        self.solve(id, of_number(self.pool.sort(id), target), depth);
    }

    /// What makes a term a value.
    fn solve(&mut self, id: TermId, target: i64, depth: u32) {
        let Some(depth) = self.below(depth) else { return };
        let pool = self.pool;
        match pool.node(id) {
            Node::Input(..) => self.found.push(Suggestion { term: id, value: target }),
            Node::Select(..) => {
                self.found.push(Suggestion { term: id, value: target });
            }
            Node::FloatingPoint(operator, arguments) => {
                let wanted = number(pool.sort(id), target);
                match **arguments {
                    [a] => self.unary(*operator, a, target, wanted, depth),
                    [a, b] => self.binary(*operator, a, b, wanted, depth),
                    _ => {}
                }
            }
            Node::IfThenElse(condition, a, b) => {
                let holds = self.value(*condition).is_some_and(|value| value != 0);
                self.solve(if holds { *a } else { *b }, target, depth);
                self.truth(*condition, !holds, depth);
            }
            Node::Sum { terms, .. } => {
                let Some(current) = self.value(id) else { return };
                for &(coefficient, term) in terms.iter() {
                    let missing = i128::from(target) - i128::from(current);
                    let step = missing.checked_div(i128::from(coefficient));
                    if let (Some(step), Some(value)) = (step, self.value(term))
                        && let Ok(value) = i64::try_from(i128::from(value) + step)
                    {
                        self.solve(term, value, depth);
                    }
                }
            }
            Node::Product(a, b) => {
                for (factor, other) in [(*a, *b), (*b, *a)] {
                    if let Some(quotient) = self.value(other).and_then(|other| target.checked_div(other)) {
                        self.solve(factor, quotient, depth);
                    }
                }
            }
            Node::IntToLong(a) | Node::LongToInt(a) | Node::ToByte(a) | Node::ToChar(a) | Node::ToShort(a) => {
                self.solve(*a, target, depth);
            }
            _ => {}
        }
    }

    fn unary(&mut self, operator: FloatOperator, a: TermId, target: i64, wanted: f64, depth: u32) {
        use FloatOperator as F;
        match operator {
            F::Negate => self.target(a, -wanted, depth),
            F::Absolute => [wanted, -wanted].into_iter().for_each(|value| self.target(a, value, depth)),
            F::SquareRoot => self.target(a, wanted * wanted, depth),
            F::Floor | F::Ceiling | F::RoundToEven | F::ToInt | F::ToLong => {
                let values = [wanted, wanted + 0.5, wanted - 0.5];
                values.into_iter().for_each(|value| self.target(a, value, depth));
            }
            F::ToFloat | F::ToDouble => self.target(a, wanted, depth),
            F::Bits | F::FromBits => {
                let value = if self.pool.sort(a) == Sort::Float { i64::from(target as u32) } else { target };
                let value = if self.pool.sort(a) == Sort::Int { i64::from(target as u32 as i32) } else { value };
                self.solve(a, value, depth);
            }
            _ => {}
        }
    }

    fn binary(&mut self, operator: FloatOperator, a: TermId, b: TermId, wanted: f64, depth: u32) {
        use FloatOperator as F;
        let (Some(x), Some(y)) = (self.number(a), self.number(b)) else { return };
        let (for_a, for_b): (Vec<f64>, Vec<f64>) = match operator {
            F::Add => (vec![wanted - y], vec![wanted - x]),
            F::Subtract => (vec![wanted + y], vec![x - wanted]),
            F::Multiply => {
                let root = wanted.abs().sqrt();
                (vec![wanted / y, root], vec![wanted / x, root])
            }
            F::Divide => (vec![wanted * y], vec![x / wanted]),
            F::Remainder => (vec![wanted, x - x % y + wanted, y + wanted, wanted - y], vec![x - wanted]),
            // The comparison instructions: to one side of the other argument, or NaN.
            F::CompareNanLess | F::CompareNanGreater => {
                let sort = self.pool.sort(a);
                let beside = |value: f64, up: bool| {
                    let [below, above] = neighbours(sort, of_number(sort, value)).map(|value| number(sort, value));
                    if up { above } else { below }
                };
                match wanted {
                    0.0 => (vec![y], vec![x]),
                    order => (vec![beside(y, order > 0.0), f64::NAN], vec![beside(x, order < 0.0), f64::NAN]),
                }
            }
            _ => return,
        };
        for value in for_a {
            self.target(a, value, depth);
        }
        for value in for_b {
            self.target(b, value, depth);
        }
    }
}
