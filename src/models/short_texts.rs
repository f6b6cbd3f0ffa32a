//! Bytes of short texts, exactly: whatever their units are, each byte stands at a place that is a sum of choices.

use super::arguments::Call;
use super::charsets::Charset;
use super::code_points::{are_pair, combined, is_surrogate};
use crate::term::{ElementKind, TermId, TextOperator as T};

/// What the bytes of longer texts are is not followed.
pub(super) const SHORT: i32 = 4;

/// The most bytes of a unit, or of two that are one character.
const MOST_BYTES: usize = 4;

/// The bytes of a unit in their order, the first so many of which count.
struct Written {
    bytes: Vec<TermId>,
    count: TermId,
}

/// The bytes of a text of so many units as contents, and their number; none for charsets of which that is not known.
pub(super) fn written(
    call: &mut Call<'_, '_>,
    text: TermId,
    (charset, length): (Charset, i32),
) -> Option<(TermId, TermId)> {
    let zero = call.small(0);
    let mut units = vec![zero];
    for position in 0..length {
        let index = call.small(position);
        units.push(call.operation(T::CharAt, &[text, index]));
    }
    units.push(zero);
    let (mut contents, mut end) = (call.machine.pool.zeroed(ElementKind::Byte), zero);
    for window in units.windows(3) {
        let [before, unit, after] = *window else { return None };
        let unit = match charset {
            Charset::Utf8 => in_utf8(call, (before, unit, after)),
            Charset::Latin1 => in_one_byte(call, (before, unit), 0x100),
            Charset::Ascii => in_one_byte(call, (before, unit), 0x80),
            _ => return None,
        };
        contents = placed(call, contents, end, &unit.bytes);
        end = call.machine.pool.add(end, unit.count);
    }
    // What was written behind the last byte that counts is none.
    Some((placed(call, contents, end, &[zero; MOST_BYTES]), end))
}

/// Contents with bytes from a place on.
fn placed(call: &mut Call<'_, '_>, mut contents: TermId, from: TermId, bytes: &[TermId]) -> TermId {
    for (offset, byte) in (0..).zip(bytes) {
        let offset = call.small(offset);
        let place = call.machine.pool.add(from, offset);
        contents = call.machine.pool.store(contents, place, *byte);
    }
    contents
}

/// One byte each, a question mark for what is not below a limit; the second of two surrogates has none.
fn in_one_byte(call: &mut Call<'_, '_>, (before, unit): (TermId, TermId), limit: i32) -> Written {
    let (limit, unknown) = (call.small(limit), call.small(i32::from(b'?')));
    let (none, one) = (call.small(0), call.small(1));
    let is_second = are_pair(call, before, unit);
    let pool = &mut call.machine.pool;
    let (is_there, low) = (pool.less(unit, limit), pool.to_byte(unit));
    let byte = pool.if_then_else(is_there, low, unknown);
    Written { bytes: vec![byte], count: pool.if_then_else(is_second, none, one) }
}

/// One byte to three, and four for two surrogates, which the first of them has; one alone is a question mark.
fn in_utf8(call: &mut Call<'_, '_>, (before, unit, after): (TermId, TermId, TermId)) -> Written {
    let (is_first, is_second) = (are_pair(call, unit, after), are_pair(call, before, unit));
    let (is_alone, point) = (is_surrogate(call, unit), combined(call, unit, after));
    let (one, two) = (call.small(0x80), call.small(0x800));
    let pool = &mut call.machine.pool;
    let (in_one, in_two) = (pool.less(unit, one), pool.less(unit, two));
    // In the order in which they are asked: two surrogates, one alone, and by the size.
    let cases = [is_first, is_alone, in_one, in_two];
    let alone = call.small(i32::from(b'?'));
    let lead = [(point, 18, 0xF0), (unit, 0, 0), (unit, 0, 0), (unit, 6, 0xC0), (unit, 12, 0xE0)];
    let mut lead = lead.map(|(of, by, mark)| part(call, (of, by, 0xFF), mark));
    lead[1] = alone;
    let second =
        [(point, 12), (unit, 0), (unit, 0), (unit, 0), (unit, 6)].map(|(of, by)| part(call, (of, by, 0x3F), 0x80));
    let third =
        [(point, 6), (unit, 0), (unit, 0), (unit, 0), (unit, 0)].map(|(of, by)| part(call, (of, by, 0x3F), 0x80));
    let fourth = part(call, (point, 0, 0x3F), 0x80);
    let counts = [4, 1, 1, 2, 3].map(|count| call.small(count));
    let [first, second, third, count] = [lead, second, third, counts].map(|values| chosen(call, cases, values));
    let none = call.small(0);
    Written { bytes: vec![first, second, third, fourth], count: call.machine.pool.if_then_else(is_second, none, count) }
}

/// Some bits of a number with others added, as a byte.
fn part(call: &mut Call<'_, '_>, (of, by, mask): (TermId, i32, i32), mark: i32) -> TermId {
    let (by, mask, mark) = (call.small(by), call.small(mask), call.small(mark));
    let pool = &mut call.machine.pool;
    let shifted = pool.shift_right(of, by);
    let bits = pool.and(shifted, mask);
    let marked = pool.or(bits, mark);
    pool.to_byte(marked)
}

/// The value of the first case that holds, the last one where none does.
fn chosen(call: &mut Call<'_, '_>, cases: [TermId; 4], [a, b, c, d, otherwise]: [TermId; 5]) -> TermId {
    let values = cases.into_iter().zip([a, b, c, d]);
    values.rev().fold(otherwise, |otherwise, (case, value)| call.machine.pool.if_then_else(case, value, otherwise))
}
