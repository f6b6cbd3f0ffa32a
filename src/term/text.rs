//! The operators on concrete texts, as Java computes them on UTF-16 units; shared by constant folding and evaluation.

/// First units of the runs of ten decimal digits that `Character.digit` accepts.
pub(crate) const DIGIT_RUNS: [u16; 37] = [
    0x0030, 0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6,
    0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40,
    0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
];

/// First units of the runs of 26 letters that `Character.digit` accepts.
pub(crate) const LETTER_RUNS: [u16; 4] = [0x41, 0x61, 0xff21, 0xff41];

/// The units for which `Character.isWhitespace` holds, as runs with both ends included. No surrogate is among them, nor
/// is any character beyond 16 bits.
pub(crate) const WHITESPACE_RUNS: [(u16, u16); 8] = [
    (0x09, 0x0d),
    (0x1c, 0x20),
    (0x1680, 0x1680),
    (0x2000, 0x2006),
    (0x2008, 0x200a),
    (0x2028, 0x2029),
    (0x205f, 0x205f),
    (0x3000, 0x3000),
];

/// Longer texts are not computed: nobody could read them, and doubling a text a few dozen times would fill the memory.
pub(crate) const LONGEST: usize = 1 << 20;

/// An index into a text of a length, clamped into it.
fn clamped(index: i64, length: usize) -> usize {
    usize::try_from(index.max(0)).unwrap_or(usize::MAX).min(length)
}

/// A position or length as a number.
pub(crate) fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

pub(crate) fn concat(parts: &[impl AsRef<[u16]>]) -> Option<Vec<u16>> {
    let length = parts.iter().try_fold(0usize, |sum, part| sum.checked_add(part.as_ref().len()))?;
    (length <= LONGEST).then(|| parts.iter().flat_map(|part| part.as_ref()).copied().collect())
}

pub(crate) fn substring(text: &[u16], from: i64, to: i64) -> &[u16] {
    let from = clamped(from, text.len());
    let to = clamped(to, text.len()).max(from);
    text.get(from..to).unwrap_or_default()
}

pub(crate) fn char_at(text: &[u16], index: i64) -> i64 {
    usize::try_from(index).ok().and_then(|index| text.get(index)).copied().map_or(0, i64::from)
}

pub(crate) fn starts_with(text: &[u16], prefix: &[u16], offset: i64) -> bool {
    usize::try_from(offset).ok().and_then(|offset| text.get(offset..)).is_some_and(|rest| rest.starts_with(prefix))
}

pub(crate) fn index_of(text: &[u16], sought: &[u16], from: i64) -> i64 {
    let from = clamped(from, text.len());
    (from..=text.len()).find(|&at| text.get(at..).is_some_and(|rest| rest.starts_with(sought))).map_or(-1, number)
}

pub(crate) fn last_index_of(text: &[u16], sought: &[u16], from: i64) -> i64 {
    if from < 0 {
        return -1;
    }
    (0..=clamped(from, text.len()))
        .rev()
        .find(|&at| text.get(at..).is_some_and(|rest| rest.starts_with(sought)))
        .map_or(-1, number)
}

pub(crate) fn compare(a: &[u16], b: &[u16]) -> i64 {
    match a.iter().zip(b).find(|(x, y)| x != y) {
        Some((&x, &y)) => i64::from(x) - i64::from(y),
        None => number(a.len()) - number(b.len()),
    }
}

pub(crate) fn hash(text: &[u16]) -> i64 {
    i64::from(text.iter().fold(0i32, |hash, &unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit))))
}

pub(crate) fn replace_unit(text: &[u16], old: u16, new: u16) -> Vec<u16> {
    text.iter().map(|&unit| if unit == old { new } else { unit }).collect()
}

pub(crate) fn replace(text: &[u16], sought: &[u16], replacement: &[u16]) -> Option<Vec<u16>> {
    let mut result = Vec::new();
    let mut at = 0;
    while at <= text.len() {
        let rest = text.get(at..)?;
        if rest.starts_with(sought) {
            result.extend_from_slice(replacement);
            if sought.is_empty() {
                result.extend(rest.first());
            }
            at += sought.len().max(1);
        } else {
            result.extend(rest.first());
            at += 1;
        }
        if result.len() > LONGEST {
            return None;
        }
    }
    Some(result)
}

/// `Character.isWhitespace`.
pub(crate) fn is_whitespace(unit: u16) -> bool {
    WHITESPACE_RUNS.iter().any(|&(first, last)| first <= unit && unit <= last)
}

pub(crate) fn trim(text: &[u16]) -> &[u16] {
    let is_kept = |&unit: &u16| unit > 0x20;
    let from = text.iter().position(is_kept).unwrap_or(text.len());
    let to = text.iter().rposition(is_kept).map_or(from, |last| last + 1);
    text.get(from..to).unwrap_or_default()
}

pub(crate) fn strip_leading(text: &[u16]) -> &[u16] {
    let from = text.iter().position(|&unit| !is_whitespace(unit)).unwrap_or(text.len());
    text.get(from..).unwrap_or_default()
}

pub(crate) fn strip_trailing(text: &[u16]) -> &[u16] {
    let to = text.iter().rposition(|&unit| !is_whitespace(unit)).map_or(0, |last| last + 1);
    text.get(..to).unwrap_or_default()
}

pub(crate) fn to_lower_ascii(text: &[u16]) -> Vec<u16> {
    text.iter().map(|&unit| if (0x41..=0x5a).contains(&unit) { unit + 0x20 } else { unit }).collect()
}

pub(crate) fn to_upper_ascii(text: &[u16]) -> Vec<u16> {
    text.iter().map(|&unit| if (0x61..=0x7a).contains(&unit) { unit - 0x20 } else { unit }).collect()
}

pub(crate) fn all_below(text: &[u16], bound: i64) -> bool {
    text.iter().all(|&unit| i64::from(unit) < bound)
}

/// The decimal digits of a number.
pub(crate) fn of_number(value: i64) -> Vec<u16> {
    value.to_string().encode_utf16().collect()
}

/// `Character.digit` in radix 36; none for what is no digit there.
fn digit(unit: u16) -> Option<i64> {
    let within = |first: u16, count: u16| unit.checked_sub(first).filter(|offset| *offset < count).map(i64::from);
    DIGIT_RUNS
        .iter()
        .find_map(|&first| within(first, 10))
        .or_else(|| LETTER_RUNS.iter().find_map(|&first| within(first, 26)).map(|offset| offset + 10))
}

/// What `parseInt` (within 32 bits) and `parseLong` (within 64) return; none where they throw.
pub(crate) fn parse(text: &[u16], radix: i64, low: i64, high: i64) -> Option<i64> {
    if !(2..=36).contains(&radix) {
        return None;
    }
    let (is_negative, digits) = match text.split_first() {
        Some((0x2d, rest)) => (true, rest),
        Some((0x2b, rest)) => (false, rest),
        _ => (false, text),
    };
    if digits.is_empty() {
        return None;
    }
    let mut value = 0i128;
    for &unit in digits {
        let digit = digit(unit).filter(|digit| *digit < radix)?;
        value = value * i128::from(radix) + i128::from(if is_negative { -digit } else { digit });
        if value < i128::from(low) || value > i128::from(high) {
            return None;
        }
    }
    i64::try_from(value).ok()
}
