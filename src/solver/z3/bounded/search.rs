//! Operators that look into texts: equality, order, prefixes, positions, single units.

use super::{BoundedTexts, Form};
use crate::solver::z3::context::{Ast, Context};

impl BoundedTexts {
    pub(super) fn equal(&self, context: &Context, a: &Form, b: &Form) -> Option<Ast> {
        let same_length = context.equal(a.length, b.length)?;
        let mut same_units = Vec::new();
        for (&x, &y) in a.units.iter().zip(&b.units) {
            same_units.push(context.equal(x, y)?);
        }
        let same_units = context.all(&same_units)?;
        match self.both(context, a.within, b.within)? {
            None => context.all(&[same_length, same_units]),
            // Texts that differ at their beginning differ, however long they are.
            Some(within) if a.is_prefix && b.is_prefix => {
                let open = context.any(&[within, context.fresh(self.truth)?])?;
                context.all(&[same_length, same_units, open])
            }
            Some(within) => {
                let units = context.choice(within, same_units, context.fresh(self.truth)?)?;
                context.all(&[same_length, units])
            }
        }
    }

    pub(super) fn char_at(&self, context: &Context, text: &Form, index: (Ast, Option<i64>)) -> Option<Ast> {
        let on = self.units(context);
        let known = index.1.map(|index| usize::try_from(index).ok());
        let unit = match known {
            Some(None) => return on.int(0),
            Some(Some(index)) => text.units.get(index).copied(),
            None => Some(on.select(&text.units, index.0)?),
        };
        let inside = match (known, unit) {
            (_, Some(unit)) => context.zero_extend(16, unit)?,
            (_, None) => on.int(0)?,
        };
        let is_inside = match known {
            Some(index) => context.truth(index.is_some_and(|index| index < text.units.len()))?,
            None => context.bits_unsigned_less(index.0, on.int(text.units.len() as i64)?)?,
        };
        let Some(within) = text.within else {
            return context.choice(is_inside, inside, on.int(0)?);
        };
        let open = context.zero_extend(16, context.fresh(self.unit)?)?;
        let outside = context.choice(within, on.int(0)?, open)?;
        // A unit behind the vector, not one before the text.
        let negative = context.bits_less(index.0, on.int(0)?)?;
        let outside = context.choice(negative, on.int(0)?, outside)?;
        let inside = if text.is_prefix { inside } else { context.choice(within, inside, open)? };
        context.choice(is_inside, inside, outside)
    }

    /// Does `sought` stand at this position of the text, as far as the vectors reach?
    pub(super) fn matches_at(&self, context: &Context, text: &Form, sought: &Form, position: usize) -> Option<Ast> {
        let on = self.units(context);
        if position + sought.low > text.units.len() {
            return context.truth(false);
        }
        let at = on.int(position as i64)?;
        let mut parts = vec![on.at_most(context.bits_add(at, sought.length)?, text.length)?];
        for (ahead, &wanted) in sought.units.iter().enumerate() {
            match text.units.get(position + ahead) {
                Some(&unit) if ahead < sought.low => parts.push(context.equal(unit, wanted)?),
                Some(&unit) => {
                    let is_behind = context.not(on.is_before(ahead, sought.length)?)?;
                    parts.push(context.any(&[is_behind, context.equal(unit, wanted)?])?);
                }
                // What is sought would have to be longer than the vector reaches.
                None => {
                    parts.push(context.not(on.is_before(ahead, sought.length)?)?);
                    break;
                }
            }
        }
        context.all(&parts)
    }

    pub(super) fn starts_with(
        &self,
        context: &Context,
        text: &Form,
        prefix: &Form,
        offset: (Ast, Option<i64>),
    ) -> Option<Ast> {
        let on = self.units(context);
        let within = self.both(context, text.within, prefix.within)?;
        let known = offset.1.map(|offset| usize::try_from(offset).ok());
        match known {
            Some(None) => context.truth(false),
            Some(Some(offset)) => {
                let matches = self.matches_at(context, text, prefix, offset)?;
                let reach = prefix.high.and_then(|high| high.checked_add(offset));
                let is_certain =
                    text.is_prefix && prefix.within.is_none() && reach.is_some_and(|reach| reach <= text.units.len());
                let within = if is_certain { None } else { within };
                self.guarded(context, within, matches, self.truth)
            }
            None => {
                let start = on.clamped(offset.0, text.length)?;
                let moved = Form {
                    units: on.toward_front(&text.units, start)?,
                    length: on.difference(text.length, start)?,
                    low: 0,
                    ..text.clone()
                };
                let is_inside = context.equal(start, offset.0)?;
                let matches = context.all(&[is_inside, self.matches_at(context, &moved, prefix, 0)?])?;
                self.guarded(context, within, matches, self.truth)
            }
        }
    }

    /// Where `sought` stands, for every position at which the vectors could show it.
    fn places(&self, context: &Context, text: &Form, sought: &Form) -> Option<Vec<Ast>> {
        let last = text.units.len().saturating_sub(sought.low);
        (0..=last).map(|position| self.matches_at(context, text, sought, position)).collect()
    }

    pub(super) fn index_of(&self, context: &Context, text: &Form, sought: &Form, from: Ast) -> Option<Ast> {
        let on = self.units(context);
        let start = on.clamped(from, text.length)?;
        let mut places = self.places(context, text, sought)?;
        for (position, place) in places.iter_mut().enumerate() {
            let is_reached = on.at_most(start, on.int(position as i64)?)?;
            *place = context.all(&[is_reached, *place])?;
        }
        let none = on.int(-1)?;
        let within = self.both(context, text.within, sought.within)?;
        // The first place within a beginning that is known is the first place.
        if text.is_prefix && sought.within.is_none() && sought.known_length().is_some() {
            return on.first(&places, self.guarded(context, within, none, self.int)?);
        }
        self.guarded(context, within, on.first(&places, none)?, self.int)
    }

    pub(super) fn last_index_of(&self, context: &Context, text: &Form, sought: &Form, from: Ast) -> Option<Ast> {
        let on = self.units(context);
        let places = self.places(context, text, sought)?;
        let mut found = on.int(-1)?;
        for (position, &place) in places.iter().enumerate() {
            let at = on.int(position as i64)?;
            let is_reached = on.at_most(at, from)?;
            found = context.choice(context.all(&[is_reached, place])?, at, found)?;
        }
        let within = self.both(context, text.within, sought.within)?;
        self.guarded(context, within, found, self.int)
    }

    pub(super) fn compare(&self, context: &Context, a: &Form, b: &Form) -> Option<Ast> {
        let on = self.units(context);
        let mut order = on.difference(a.length, b.length)?;
        for (position, (&x, &y)) in a.units.iter().zip(&b.units).enumerate().rev() {
            let in_both = context.all(&[on.is_before(position, a.length)?, on.is_before(position, b.length)?])?;
            let differ = context.not(context.equal(x, y)?)?;
            let difference = on.difference(context.zero_extend(16, x)?, context.zero_extend(16, y)?)?;
            order = context.choice(context.all(&[in_both, differ])?, difference, order)?;
        }
        let within = self.both(context, a.within, b.within)?;
        self.guarded(context, within, order, self.int)
    }

    pub(super) fn hash(&self, context: &Context, text: &Form) -> Option<Ast> {
        let on = self.units(context);
        let (mut hash, five) = (on.int(0)?, on.int(5)?);
        for (position, &unit) in text.units.iter().enumerate() {
            let times_31 = on.difference(context.bits_shift_left(hash, five)?, hash)?;
            let next = context.bits_add(times_31, context.zero_extend(16, unit)?)?;
            hash = context.choice(on.is_before(position, text.length)?, next, hash)?;
        }
        self.guarded(context, text.within, hash, self.int)
    }

    pub(super) fn all_below(&self, context: &Context, text: &Form, limit: Ast) -> Option<Ast> {
        let on = self.units(context);
        let mut parts = Vec::with_capacity(text.units.len());
        for (position, &unit) in text.units.iter().enumerate() {
            let is_behind = context.not(on.is_before(position, text.length)?)?;
            parts.push(context.any(&[is_behind, context.bits_less(context.zero_extend(16, unit)?, limit)?])?);
        }
        let all = context.all(&parts)?;
        match text.within {
            Some(within) if text.is_prefix => {
                let open = context.any(&[within, context.fresh(self.truth)?])?;
                context.all(&[all, open])
            }
            within => self.guarded(context, within, all, self.truth),
        }
    }
}
