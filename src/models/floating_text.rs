//! Floats and doubles as texts. The JDK's own code writes those that are known; of one that inputs decide, the text is one that
//! the machine gives, of which only the length and the characters are known.

use super::arguments::{Abrupt, Call, Outcome};
use super::{MethodModel, Precision, value};
use crate::heap::Value;
use crate::term::{FloatOperator, TermId, TextOperator as T};

const fn row(class: &'static str, name: &'static str, descriptor: &'static str, model: Implementation) -> MethodModel {
    value(class, name, descriptor, Precision::Bounded, model)
}

type Implementation = fn(&mut Call<'_, '_>) -> Outcome;

pub(super) const TABLE: &[MethodModel] = &[
    row("java/lang/Double", "toString", "(D)Ljava/lang/String;", to_string),
    row("java/lang/Float", "toString", "(F)Ljava/lang/String;", to_string),
    row("java/lang/Double", "toString", "()Ljava/lang/String;", of_box),
    row("java/lang/Float", "toString", "()Ljava/lang/String;", of_box),
    row("java/lang/String", "valueOf", "(D)Ljava/lang/String;", value_of),
    row("java/lang/String", "valueOf", "(F)Ljava/lang/String;", value_of),
];

/// The shortest and the longest text of a float or double: `0.0`, and what 26 units surely hold.
const LENGTHS: (i32, i32) = (3, 26);

impl Call<'_, '_> {
    /// The text of a float or double; `asked` methods were asked for by the model before this one.
    pub(super) fn text_of_floating(&mut self, number: Value, asked: usize) -> Result<TermId, Abrupt> {
        let method = match number {
            Value::Float(_) => ("java/lang/Float", "toString", "(F)Ljava/lang/String;"),
            _ => ("java/lang/Double", "toString", "(D)Ljava/lang/String;"),
        };
        let Some(term) = number.number() else { return self.unmodelled("of no number") };
        if !self.asks_for_text(number) {
            let is_known = self.machine.pool.as_constant(term).is_some();
            return if is_known { Ok(self.constant("NaN")) } else { self.plain_text(term) };
        }
        let Value::Reference(text) = self.answer(asked, method, vec![number])? else {
            return self.unmodelled("of a number without a text");
        };
        self.text_of_reference(text, asked + 1)
    }

    /// Whether the JDK's code is asked for the text of a float or double: of one that is known, and no NaN. There is one NaN among the
    /// terms, so that its bits, by which that code goes, are not known.
    pub(super) fn asks_for_text(&mut self, number: Value) -> bool {
        let Some(term) = number.number() else { return false };
        let is_nan = self.machine.pool.floating_point(FloatOperator::IsNan, &[term]);
        self.machine.pool.as_constant(term).is_some() && self.machine.pool.as_truth(is_nan) == Some(false)
    }

    /// What `Double.toString` gives of a number that inputs decide.
    fn plain_text(&mut self, number: TermId) -> Result<TermId, Abrupt> {
        let text = self.unfollowed_text("Double.toString", &[number], LENGTHS)?;
        let limit = self.small(128);
        let is_ascii = self.operation(T::AllBelow, &[text, limit]);
        self.granted(is_ascii)?;
        Ok(text)
    }
}

fn to_string(call: &mut Call<'_, '_>) -> Outcome {
    if call.asks_for_text(call.value(0)) { Err(Abrupt::RunsCode) } else { value_of(call) }
}

fn value_of(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.text_of_floating(call.value(0), 0)?;
    call.shared_string(text)
}

fn of_box(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.converted(0)?;
    call.shared_string(text)
}
