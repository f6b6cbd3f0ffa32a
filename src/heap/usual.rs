//! What people pass to constructors and factories of the JDK: for each parameter the most ordinary numbers, and the
//! bounds of what is considered.

use super::memory::{Context, Heap, InputOrigin};
use super::value::Value;
use crate::program::{MethodId, Program, scripted_type};

/// What people pass for a number.
#[derive(Clone, Copy, Debug)]
pub struct Usual {
    /// The most ordinary ones, the plainest first.
    pub numbers: &'static [i64],
    /// The least and the largest one that is considered at all, where others mean nothing to people.
    within: Option<(i32, i32)>,
}

/// A maker: class, method, descriptor, and what is passed for each parameter.
type Maker = ((&'static str, &'static str, &'static str), &'static [Usual]);

const fn any(numbers: &'static [i64]) -> Usual {
    Usual { numbers, within: None }
}

const YEAR: Usual = any(&[2024, 2023, 2025, 2020, 2000, 1999]);
const MONTH: Usual = any(&[1, 2, 3, 12, 6]);
const DAY: Usual = any(&[1, 29, 28, 31, 15]);
const DIGITS: Usual = any(&[10, 0, 1, 3, -1, 100, 12345]);
const SCALE: Usual = Usual { numbers: &[0, 2, 1], within: Some((0, 4)) };

const MAKERS: &[Maker] = &[
    (("java/time/LocalDate", "of", "(III)Ljava/time/LocalDate;"), &[YEAR, MONTH, DAY]),
    (("java/math/BigDecimal", "valueOf", "(JI)Ljava/math/BigDecimal;"), &[DIGITS, SCALE]),
];

/// What the methods of scripted classes give: most often what they are not asked for.
const GIVEN: Usual = any(&[0, 0, 0, 0, 0, 0, 1, -1, 2, 10, i64::MIN, i64::MAX]);

/// What people pass for a parameter of a method, by its position; none where nothing is known of it.
fn usual(program: &Program, method: MethodId, position: usize) -> Option<Usual> {
    let info = program.method(method);
    let name: (&str, &str, &str) = (program.class_name(info.class), &info.name, &info.descriptor);
    let (_, parameters) = MAKERS.iter().find(|(maker, _)| *maker == name)?;
    parameters.get(position).copied()
}

impl Heap {
    /// Says what people pass for the argument of a maker that is made next.
    pub(super) fn expect_argument(&mut self, program: &Program, method: MethodId, position: usize) -> Option<Usual> {
        let has_scripts = self.samples.as_ref().is_some_and(|samples| samples.has_scripts());
        let is_scripted = has_scripts && scripted_type(program.class_name(program.method(method).class)).is_some();
        let usual = usual(program, method, position).or(is_scripted.then_some(GIVEN));
        self.samples.iter_mut().for_each(|samples| samples.expect(usual.map(|usual| usual.numbers)));
        usual
    }

    /// The ordinary numbers for an input that is an argument of a call that made another one.
    pub fn usual_numbers_for(&self, program: &Program, origin: InputOrigin) -> Option<&'static [i64]> {
        let InputOrigin::Argument(object, position) = origin else { return None };
        let made = self.construction.made(self.construction.finally(object))?;
        let mut place = usize::from(position);
        for call in &made.calls {
            match place.checked_sub(call.arguments.len()) {
                Some(rest) => place = rest,
                None => return usual(program, call.method, place).map(|usual| usual.numbers),
            }
        }
        None
    }
}

impl Usual {
    /// Has an argument stay within the bounds.
    pub(super) fn bound(self, context: &mut Context<'_>, argument: Value) {
        let (Some((least, largest)), Value::Int(number)) = (self.within, argument) else { return };
        let (least, largest) = (context.pool.int(least), context.pool.int(largest));
        for condition in [context.pool.less_or_equal(least, number), context.pool.less_or_equal(number, largest)] {
            context.path.assume(context.pool, condition);
        }
    }
}
