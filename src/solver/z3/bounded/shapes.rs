//! Operators that make texts of texts.

use super::{BoundedTexts, Form, MOST_UNITS};
use crate::solver::z3::context::{Ast, Context};
use crate::solver::z3::encoder::Scene;
use crate::term::{TermId, TextOperator, WHITESPACE_RUNS};

/// A replacement that takes more terms than this is left open.
const MOST_WORK: usize = 100_000;

impl BoundedTexts {
    pub(super) fn concatenated(&self, context: &Context, a: &Form, b: &Form) -> Option<Form> {
        let on = self.units(context);
        let count = a.units.len() + b.units.len();
        let units = match a.known_length() {
            Some(length) => a.units.iter().take(length).chain(&b.units).copied().collect(),
            None => {
                let moved = on.toward_back(&b.units, a.length, a.units.len(), count)?;
                // Both are zero where they have nothing.
                let joined = |(position, &unit): (usize, &Ast)| match a.units.get(position) {
                    Some(&own) => context.bits_or(own, unit),
                    None => Some(unit),
                };
                moved.iter().enumerate().map(joined).collect::<Option<Vec<_>>>()?
            }
        };
        Some(Form {
            units,
            length: context.bits_add(a.length, b.length)?,
            low: a.low + b.low,
            high: a.high.zip(b.high).map(|(a, b)| a + b),
            within: self.both(context, a.within, b.within)?,
            is_prefix: a.within.is_none() && a.known_length().is_some() && b.is_prefix,
        })
    }

    pub(super) fn chosen(&self, context: &Context, condition: Ast, a: &Form, b: &Form) -> Option<Form> {
        let zero = self.units(context).unit(0)?;
        let count = a.units.len().max(b.units.len());
        let at = |form: &Form, position: usize| form.units.get(position).copied().unwrap_or(zero);
        let units = (0..count)
            .map(|position| context.choice(condition, at(a, position), at(b, position)))
            .collect::<Option<_>>()?;
        let within = match (a.within, b.within) {
            (None, None) => None,
            (a, b) => {
                let certain = context.truth(true)?;
                Some(context.choice(condition, a.unwrap_or(certain), b.unwrap_or(certain))?)
            }
        };
        // A text that does not fit has units beyond its vector that the other's vector may reach.
        let is_prefix = a.is_prefix && b.is_prefix && (within.is_none() || a.units.len() == b.units.len());
        Some(Form {
            units,
            length: context.choice(condition, a.length, b.length)?,
            low: a.low.min(b.low),
            high: a.high.zip(b.high).map(|(a, b)| a.max(b)),
            within,
            is_prefix,
        })
    }

    pub(super) fn substring(
        &self,
        context: &Context,
        text: &Form,
        from: (Ast, Option<i64>),
        to: (Ast, Option<i64>),
    ) -> Option<Form> {
        let on = self.units(context);
        let start = on.clamped(from.0, text.length)?;
        let end = on.maximum(start, on.clamped(to.0, text.length)?)?;
        let length = on.difference(end, start)?;
        let known_from = from.1.map(|from| usize::try_from(from.max(0)).unwrap_or(usize::MAX));
        let known_to = to.1.map(|to| usize::try_from(to.max(0)).unwrap_or(usize::MAX));
        let mut units = match known_from {
            Some(from) => text.units.get(from..).unwrap_or_default().to_vec(),
            None => on.toward_front(&text.units, start)?,
        };
        let most = known_to.zip(known_from).map(|(to, from)| to.saturating_sub(from));
        let high = match (text.high, most) {
            (Some(high), Some(most)) => Some(high.min(most)),
            (high, most) => high.or(most),
        };
        if let Some(most) = high {
            units.truncate(most);
        }
        let is_prefix = text.is_prefix && known_from.is_some();
        let fits = is_prefix && high.is_some_and(|high| high <= units.len());
        Some(Form {
            units: on.masked(&units, length)?,
            length,
            low: 0,
            high,
            within: if fits { None } else { text.within },
            is_prefix,
        })
    }

    pub(super) fn unit_replaced(&self, context: &Context, text: &Form, old: Ast, new: Ast) -> Option<Form> {
        let on = self.units(context);
        let units = text
            .units
            .iter()
            .map(|&unit| context.choice(context.equal(unit, old)?, new, unit))
            .collect::<Option<Vec<_>>>()?;
        // The padding may have been replaced too.
        Some(Form { units: on.masked(&units, text.length)?, ..text.clone() })
    }

    pub(super) fn in_case(&self, context: &Context, text: &Form, is_lower: bool) -> Option<Form> {
        let on = self.units(context);
        let run = if is_lower { (0x41, 0x5a) } else { (0x61, 0x7a) };
        let flip = on.unit(0x20)?;
        let units = text
            .units
            .iter()
            .map(|&unit| context.choice(on.is_in_runs(unit, &[run])?, context.bits_xor(unit, flip)?, unit))
            .collect::<Option<Vec<_>>>()?;
        Some(Form { units, ..text.clone() })
    }

    pub(super) fn stripped(&self, context: &Context, operator: TextOperator, text: &Form) -> Option<Form> {
        let on = self.units(context);
        let runs: &[(u16, u16)] = if operator == TextOperator::Trim { &[(0, 0x20)] } else { &WHITESPACE_RUNS };
        let count = text.units.len();
        let mut is_kept = Vec::with_capacity(count);
        for (position, &unit) in text.units.iter().enumerate() {
            let is_space = on.is_in_runs(unit, runs)?;
            is_kept.push(context.all(&[on.is_before(position, text.length)?, context.not(is_space)?])?);
        }
        let start = match operator {
            TextOperator::StripTrailing => on.int(0)?,
            _ => on.first(&is_kept, text.length)?,
        };
        let mut end = if operator == TextOperator::StripLeading { text.length } else { on.int(0)? };
        if operator != TextOperator::StripLeading {
            for (position, &kept) in is_kept.iter().enumerate() {
                end = context.choice(kept, on.int(position as i64 + 1)?, end)?;
            }
        }
        let end = on.maximum(start, end)?;
        let length = on.difference(end, start)?;
        let moved = match operator {
            TextOperator::StripTrailing => text.units.clone(),
            _ => on.toward_front(&text.units, start)?,
        };
        let units = on.masked(&moved, length)?;
        let length = match text.within {
            None => length,
            Some(within) => context.choice(within, length, on.any_length()?)?,
        };
        Some(Form { units, length, low: 0, high: text.high, within: text.within, is_prefix: false })
    }

    pub(super) fn of_contents(
        &mut self,
        scene: Scene<'_>,
        id: TermId,
        length: TermId,
        elements: &[Ast],
    ) -> Option<Form> {
        let context = scene.context;
        let on = self.units(context);
        let (bits, constant) = self.index(scene, length)?;
        let length = on.maximum(bits, on.int(0)?)?;
        let mut units = Vec::with_capacity(elements.len());
        for &element in elements {
            units.push(context.extract(15, 0, scene.numbers.int_bits(context, element)?)?);
        }
        let count = units.len();
        let known = constant.map(|constant| usize::try_from(constant).unwrap_or(0));
        let form = Form {
            units: on.masked(&units, length)?,
            length,
            low: known.unwrap_or(0),
            high: known,
            within: None,
            is_prefix: true,
        };
        self.fitted(context, id, form, count)
    }

    /// `text.replace(sought, replacement)`: which unit stands where is counted along the text.
    pub(super) fn replaced(
        &mut self,
        context: &Context,
        id: TermId,
        text: &Form,
        sought: &Form,
        replacement: &Form,
    ) -> Option<Form> {
        let on = self.units(context);
        let most = replaced_count(text, sought, replacement).min(MOST_UNITS);
        let count = most.min((self.bound.max(text.units.len()) * 4).max(64));
        let work = count.saturating_mul(text.units.len() + 1).saturating_mul(replacement.units.len() + 1);
        if work > MOST_WORK {
            return self.open(context, id);
        }
        let (zero, one) = (on.int(0)?, on.int(1)?);
        let is_empty = context.equal(sought.length, zero)?;
        let mut places: Vec<(Ast, Ast, Ast)> = Vec::new();
        let mut starts: Vec<(Ast, Ast)> = Vec::new();
        let (mut skip, mut offset) = (zero, zero);
        for position in 0..=text.units.len() {
            let is_free = context.equal(skip, zero)?;
            let starts_here = context.all(&[is_free, self.matches_at(context, text, sought, position)?])?;
            starts.push((starts_here, offset));
            offset = context.bits_add(offset, context.choice(starts_here, replacement.length, zero)?)?;
            if let Some(&unit) = text.units.get(position) {
                let is_sought = context.all(&[starts_here, context.not(is_empty)?])?;
                let is_kept = context.all(&[on.is_before(position, text.length)?, is_free, context.not(is_sought)?])?;
                places.push((is_kept, offset, unit));
                offset = context.bits_add(offset, context.choice(is_kept, one, zero)?)?;
                let shorter = on.difference(skip, one)?;
                let rest = context.choice(is_free, zero, shorter)?;
                skip = context.choice(is_sought, on.difference(sought.length, one)?, rest)?;
            }
        }
        let mut units = Vec::with_capacity(count);
        for position in 0..count {
            units.push(self.replaced_unit(context, position, &places, &starts, replacement)?);
        }
        let mut within = self.both(context, text.within, sought.within)?;
        within = self.both(context, within, replacement.within)?;
        let length = match within {
            None => offset,
            Some(within) => context.choice(within, offset, on.any_length()?)?,
        };
        let high = within.is_none().then_some(most);
        let form = Form { units, length, low: 0, high, within, is_prefix: false };
        if count < most || high.is_none() { self.fitted(context, id, form, count) } else { Some(form) }
    }

    /// The unit at a position of the result: one that was kept, or one of a replacement that begins before it.
    fn replaced_unit(
        &self,
        context: &Context,
        position: usize,
        places: &[(Ast, Ast, Ast)],
        starts: &[(Ast, Ast)],
        replacement: &Form,
    ) -> Option<Ast> {
        let on = self.units(context);
        let mut unit = on.unit(0)?;
        for &(is_kept, offset, kept) in places {
            let is_here = context.all(&[is_kept, context.equal(offset, on.int(position as i64)?)?])?;
            unit = context.choice(is_here, kept, unit)?;
        }
        for &(starts_here, offset) in starts {
            for (ahead, &own) in replacement.units.iter().enumerate().take(position + 1) {
                let begins = context.equal(offset, on.int((position - ahead) as i64)?)?;
                let is_own = on.is_before(ahead, replacement.length)?;
                unit = context.choice(context.all(&[starts_here, begins, is_own])?, own, unit)?;
            }
        }
        Some(unit)
    }
}

/// The most units that a replacement within these vectors can give.
fn replaced_count(text: &Form, sought: &Form, replacement: &Form) -> usize {
    let (count, longest) = (text.units.len(), replacement.units.len());
    match sought.low {
        0 => count.saturating_add(longest.saturating_mul(count.saturating_add(1))),
        low => count.max(count.saturating_add((count / low).saturating_mul(longest.saturating_sub(low)))),
    }
}
