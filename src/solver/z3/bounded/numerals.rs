//! Numbers written as texts, and texts read as numbers.

use super::units::Units;
use super::{BoundedTexts, Form};
use crate::solver::z3::context::{Ast, Context};
use crate::solver::z3::encoder::Scene;
use crate::term::{DIGIT_RUNS, LETTER_RUNS, Sort, TermId, TextOperator};

/// What a unit is as a digit.
struct Digit {
    is_valid: Ast,
    value: Ast,
}

/// What a parse says of the units that the vector has.
struct Parsed {
    is_valid: Ast,
    value: Ast,
}

impl BoundedTexts {
    /// `String.valueOf(number)`: what the powers of ten leave of the number's magnitude, one after the other.
    pub(super) fn of_number(&mut self, scene: Scene<'_>, id: TermId, number: TermId) -> Option<Form> {
        let context = scene.context;
        let on = self.units(context);
        let bits = scene.numbers.number_bits(context, scene.pool, number, scene.encoded.get(number)?)?;
        let (digits, width) = if bits.is_wide { (20u32, 64) } else { (10, 32) };
        let kind = context.bit_vectors(width)?;
        let is_negative = context.bits_less(bits.bits, context.number(0, kind)?)?;
        // Without a sign the magnitude has room even for the least number.
        let magnitude = context.choice(is_negative, context.bits_negate(bits.bits)?, bits.bits)?;
        let mut rest = magnitude;
        let mut units = Vec::with_capacity(digits as usize);
        let mut is_zero = Vec::with_capacity(digits as usize);
        for place in (0..digits).rev() {
            let digit;
            (digit, rest) = self.split_digit(context, rest, width, place)?;
            let unit = context.zero_extend(12, digit)?;
            is_zero.push(context.equal(unit, on.unit(0)?)?);
            units.push(context.bits_add(unit, on.unit(0x30)?)?);
        }
        let digits = digits as usize;
        let within = bits.is_exact;
        if let Some(is_exact) = within {
            self.facts.insert(id, vec![context.implies(self.limit, is_exact)?]);
        }
        // The last digit stays, whatever it is.
        let mut is_leading = Vec::with_capacity(digits);
        for zero in is_zero.iter().take(digits - 1) {
            is_leading.push(context.not(*zero)?);
        }
        let leading = on.first(&is_leading, on.int(digits as i64 - 1)?)?;
        let plain = on.toward_front(&units, leading)?;
        let mut signed_units = vec![on.unit(0x2d)?];
        signed_units.extend(&plain);
        let mut chosen = Vec::with_capacity(digits + 1);
        for (position, &with_sign) in signed_units.iter().enumerate() {
            let without = plain.get(position).copied().map_or_else(|| on.unit(0), Some)?;
            chosen.push(context.choice(is_negative, with_sign, without)?);
        }
        let count = on.difference(on.int(digits as i64)?, leading)?;
        let length = context.choice(is_negative, context.bits_add(count, on.int(1)?)?, count)?;
        Some(Form { units: chosen, length, low: 1, high: Some(digits + 1), within, is_prefix: within.is_none() })
    }

    /// The digit of a number below `10^(place + 1)` at its place, as four bits, and the rest below it.
    fn split_digit(&self, context: &Context, number: Ast, width: u32, place: u32) -> Option<(Ast, Ast)> {
        let kind = context.bit_vectors(width)?;
        let power = 10u64.checked_pow(place)?;
        let mut rest = number;
        let mut digit: Option<Ast> = None;
        let (one, zero) = (context.bit_vectors(1)?, 0);
        for weight in [8u64, 4, 2, 1] {
            let bit = match power.checked_mul(weight).filter(|part| width == 64 || *part <= u64::from(u32::MAX)) {
                Some(part) => {
                    let part = context.big_number(&part.to_string(), kind)?;
                    let is_less = context.bits_unsigned_less(rest, part)?;
                    let lowered = context.bits_add(rest, context.bits_negate(part)?)?;
                    rest = context.choice(is_less, rest, lowered)?;
                    context.choice(is_less, context.number(zero, one)?, context.number(1, one)?)?
                }
                // The number has no such bits.
                None => context.number(zero, one)?,
            };
            digit = Some(match digit {
                Some(digit) => context.bits_concat(digit, bit)?,
                None => bit,
            });
        }
        Some((digit?, rest))
    }

    /// `Character.digit` in a radix.
    fn digit(&self, on: Units<'_>, unit: Ast, radix: i64) -> Option<Digit> {
        let context = on.context;
        let nibble = context.zero_extend(12, context.extract(3, 0, unit)?)?;
        let row = context.extract(15, 4, unit)?;
        let rows = context.bit_vectors(12)?;
        let in_rows = |low: u16| {
            let starts = DIGIT_RUNS.iter().filter(|start| *start & 15 == low);
            let rows = starts.map(|start| context.equal(row, context.number(i64::from(start >> 4), rows)?));
            context.any(&rows.collect::<Option<Vec<_>>>()?)
        };
        // The runs begin at the first or at the seventh unit of a row of sixteen.
        let at_first = context.all(&[in_rows(0)?, on.is_in_runs(nibble, &[(0, 9)])?])?;
        let at_seventh = context.all(&[in_rows(6)?, on.is_in_runs(nibble, &[(6, 15)])?])?;
        let moved = on.difference(nibble, on.unit(6)?)?;
        let mut value = context.choice(at_first, nibble, moved)?;
        let mut is_valid = context.any(&[at_first, at_seventh])?;
        let limit = on.unit(u16::try_from(radix).ok()?)?;
        if radix > 10 {
            for first in LETTER_RUNS {
                let is_letter = on.is_in_runs(unit, &[(first, first + 25)])?;
                let letter = on.difference(unit, on.unit(first - 10)?)?;
                value = context.choice(is_letter, letter, value)?;
                is_valid = context.any(&[is_valid, is_letter])?;
            }
        }
        let is_small = context.bits_unsigned_less(value, limit)?;
        Some(Digit { is_valid: context.all(&[is_valid, is_small])?, value })
    }

    /// The text read in a radix, as far as its vector reaches. What no longer fits stays so, whatever follows.
    fn read_number(&self, context: &Context, text: &Form, radix: i64, is_wide: bool) -> Option<Parsed> {
        let on = self.units(context);
        let (own, widest) = if is_wide { (64, 70) } else { (32, 38) };
        let highest = if is_wide { i64::MAX } else { i64::from(i32::MAX) };
        let first = text.units.first().copied().map_or_else(|| on.unit(0), Some)?;
        let is_negative = context.equal(first, on.unit(0x2d)?)?;
        let has_sign = context.any(&[is_negative, context.equal(first, on.unit(0x2b)?)?])?;
        let fewest = context.choice(has_sign, on.int(2)?, on.int(1)?)?;
        let mut checks = vec![on.at_most(fewest, text.length)?];
        // As wide as the digits so far can make it; only where that is more than the result has can it be too large.
        let mut most = 0u128;
        let mut wide = 1;
        let mut magnitude = context.number(0, context.bit_vectors(wide)?)?;
        for (position, &unit) in text.units.iter().enumerate() {
            let mut is_digit = on.is_before(position, text.length)?;
            if position == 0 {
                is_digit = context.all(&[is_digit, context.not(has_sign)?])?;
            }
            let digit = self.digit(on, unit, radix)?;
            most = most.saturating_mul(radix.unsigned_abs().into()).saturating_add(radix.unsigned_abs().into());
            // 6 bits hold a digit.
            let next_width = (u128::BITS - most.leading_zeros()).clamp(6, widest);
            let kind = context.bit_vectors(next_width)?;
            let number = |value: i64| context.number(value, kind);
            let before = context.zero_extend(next_width - wide, magnitude)?;
            let value = context.zero_extend(next_width - 6, context.extract(5, 0, digit.value)?)?;
            let next = context.bits_add(context.bits_multiply(before, number(radix)?)?, value)?;
            let mut parts = vec![digit.is_valid];
            if most > highest.unsigned_abs().into() {
                let limit = number(highest)?;
                let limit = context.choice(is_negative, context.bits_add(limit, number(1)?)?, limit)?;
                parts.push(context.not(context.bits_unsigned_less(limit, next)?)?);
            }
            checks.push(context.any(&[context.not(is_digit)?, context.all(&parts)?])?);
            magnitude = context.choice(is_digit, next, before)?;
            wide = next_width;
        }
        let is_valid = context.all(&checks)?;
        let magnitude = match wide < own {
            true => context.zero_extend(own - wide, magnitude)?,
            false => context.extract(own - 1, 0, magnitude)?,
        };
        let value = context.choice(is_negative, context.bits_negate(magnitude)?, magnitude)?;
        Some(Parsed { is_valid, value })
    }

    pub(super) fn parsed(
        &self,
        scene: Scene<'_>,
        operator: TextOperator,
        text: &Form,
        arguments: &[TermId],
    ) -> Option<Ast> {
        let context = scene.context;
        let is_wide = matches!(operator, TextOperator::IsLong | TextOperator::ParseLong);
        let is_test = matches!(operator, TextOperator::IsInt | TextOperator::IsLong);
        let sort = if is_wide { Sort::Long } else { Sort::Int };
        let kind = context.bit_vectors(if is_wide { 64 } else { 32 })?;
        let zero = context.number(0, kind)?;
        let radix = scene.pool.as_constant(*arguments.get(1)?);
        let Some(radix) = radix.filter(|radix| (2..=36).contains(radix)) else {
            return match (radix, is_test) {
                (Some(_), true) => context.truth(false),
                (Some(_), false) => scene.numbers.of_bits(context, zero, sort),
                (None, true) => context.fresh(self.truth),
                (None, false) => scene.numbers.of_bits(context, context.fresh(kind)?, sort),
            };
        };
        let parsed = self.read_number(context, text, radix, is_wide)?;
        // A beginning that is no number stays none, whatever follows.
        let decides_early = text.within.is_none() || text.is_prefix;
        if is_test {
            return match text.within {
                Some(within) if decides_early => {
                    let open = context.any(&[within, context.fresh(self.truth)?])?;
                    context.all(&[parsed.is_valid, open])
                }
                within => self.guarded(context, within, parsed.is_valid, self.truth),
            };
        }
        let value = if decides_early {
            context.choice(parsed.is_valid, self.guarded(context, text.within, parsed.value, kind)?, zero)?
        } else {
            let value = context.choice(parsed.is_valid, parsed.value, zero)?;
            self.guarded(context, text.within, value, kind)?
        };
        scene.numbers.of_bits(context, value, sort)
    }
}
