//! Strings in another case, and compared but for case. ASCII is followed, other texts have any result that Unicode allows.

use super::arguments::{Abrupt, Call, Outcome};
use super::{MethodModel, Precision, constants, value};
use crate::exec::Premise;
use crate::heap::{MachineObject, ObjectId, Value};
use crate::term::{Domain, TermId, TextOperator as T};

const fn bounded(name: &'static str, descriptor: &'static str, model: fn(&mut Call<'_, '_>) -> Outcome) -> MethodModel {
    value("java/lang/String", name, descriptor, Precision::Bounded, model)
}

pub(super) const TABLE: &[MethodModel] = &[
    bounded("toUpperCase", "()Ljava/lang/String;", |call| in_default_case(call, &UPPER)),
    bounded("toLowerCase", "()Ljava/lang/String;", |call| in_default_case(call, &LOWER)),
    bounded("toUpperCase", "(Ljava/util/Locale;)Ljava/lang/String;", |call| in_case_of_locale(call, &UPPER)),
    bounded("toLowerCase", "(Ljava/util/Locale;)Ljava/lang/String;", |call| in_case_of_locale(call, &LOWER)),
    bounded("equalsIgnoreCase", "(Ljava/lang/String;)Z", equals_ignore_case),
    bounded("compareToIgnoreCase", "(Ljava/lang/String;)I", compare_to_ignore_case),
];

/// A case that strings are given: what does it, to ASCII and to others, by the default locale and by another one.
struct Case {
    ascii: T,
    name: &'static str,
    of_locale: &'static str,
}

const UPPER: Case =
    Case { ascii: T::ToUpperAscii, name: "String.toUpperCase", of_locale: "String.toUpperCase(Locale)" };
const LOWER: Case =
    Case { ascii: T::ToLowerAscii, name: "String.toLowerCase", of_locale: "String.toLowerCase(Locale)" };

/// How many units one becomes at most.
const MOST_OF_ONE: i64 = 3;

/// In the default locale, which is taken for one in which ASCII letters change as usual.
fn in_default_case(call: &mut Call<'_, '_>, case: &Case) -> Outcome {
    let text = call.text(0)?;
    let has_other_case = |unit: &u16| [u16::from(b'i'), u16::from(b'I')].contains(unit);
    if call.machine.pool.as_text(text).is_none_or(|units| units.iter().any(has_other_case)) {
        call.take_for_granted(Premise::DefaultLocale);
    }
    in_case(call, case, case.name, 0)
}

/// In a locale in which ASCII letters change as usual. One unit becomes `least` or more.
fn in_case(call: &mut Call<'_, '_>, case: &Case, made_by: &str, least: i64) -> Outcome {
    let text = call.text(0)?;
    if call.is_ascii(text)? {
        let changed = call.operation(case.ascii, &[text]);
        return call.shared_string(changed);
    }
    if call.machine.pool.as_text(text).is_some() {
        return call.unmodelled("of a text beyond ASCII");
    }
    let changed = changed(call, made_by, &[text], least)?;
    call.shared_string(changed)
}

/// The text that the first of these becomes, of which something is left.
fn changed(call: &mut Call<'_, '_>, made_by: &str, of: &[TermId], least: i64) -> Result<TermId, Abrupt> {
    let changed = call.unfollowed(made_by, of, Domain::Text)?;
    let Some(text) = of.first() else { return Ok(changed) };
    let (before, after, zero) = (call.length(*text), call.length(changed), call.small(0));
    let within = call.is_within_multiples(after, before, (least, MOST_OF_ONE));
    let pool = &mut call.machine.pool;
    let (was_empty, is_left) = (pool.equal(before, zero), pool.less(zero, after));
    let something = pool.disjunction(was_empty, is_left);
    let known = pool.conjunction(within, something);
    call.granted(known)?;
    Ok(changed)
}

fn in_case_of_locale(call: &mut Call<'_, '_>, case: &Case) -> Outcome {
    let locale = call.present(1)?;
    let language = language(call, locale)?;
    if language.is_some_and(|language| !OTHER_ASCII_CASE.contains(&&*language)) {
        return in_case(call, case, case.of_locale, 1);
    }
    let which = call.state.heap.is_of_machine(locale);
    if matches!(which, Some(MachineObject::DefaultLocale | MachineObject::LocaleOfCategory(_))) {
        return in_default_case(call, case);
    }
    let text = call.text(0)?;
    if which.is_none() && constants::are_constant(call.machine, call.state, call.arguments) {
        return call.unmodelled("of a locale of other rules");
    }
    let locale = call.small(i32::try_from(locale.0).unwrap_or(i32::MAX));
    let changed = changed(call, case.of_locale, &[text, locale], 0)?;
    call.shared_string(changed)
}

/// Languages with an i of their own.
const OTHER_ASCII_CASE: [&str; 3] = ["az", "lt", "tr"];

/// The language of a locale, where that is a constant.
fn language(call: &mut Call<'_, '_>, locale: ObjectId) -> Result<Option<String>, Abrupt> {
    let base = instance_field(call, locale, ("java/util/Locale", "baseLocale", "Lsun/util/locale/BaseLocale;"))?;
    let language = match base {
        Some(base) => instance_field(call, base, ("sun/util/locale/BaseLocale", "language", "Ljava/lang/String;"))?,
        None => None,
    };
    let language = language.and_then(|language| call.text_of(language));
    Ok(language.and_then(|language| call.machine.pool.as_text(language).map(String::from_utf16_lossy)))
}

/// The object that a field of the JDK refers to; none for null, and where there is no such field.
fn instance_field(
    call: &mut Call<'_, '_>,
    object: ObjectId,
    field: (&str, &str, &str),
) -> Result<Option<ObjectId>, Abrupt> {
    let Some(field) = call.machine.program.field_by_name(field) else { return Ok(None) };
    let (heap, mut context) = call.machine.heap_context(call.state);
    match heap.read_field(&mut context, object, field) {
        Value::Reference(held) => Ok(call.state.heap.resolve(held)?),
        _ => Ok(None),
    }
}

/// Units beyond ASCII that `equalsIgnoreCase` takes for an ASCII letter, and that letter.
const LIKE_ASCII: [(i32, u8); 4] = [(0x0130, b'i'), (0x0131, b'i'), (0x017F, b's'), (0x212A, b'k')];

/// Whether two texts are equal but for the case of letters; exact where one of them is ASCII.
pub(super) fn equal_but_for_case(call: &mut Call<'_, '_>, left: TermId, right: TermId) -> Result<TermId, Abrupt> {
    if left == right {
        return Ok(call.machine.pool.truth(true));
    }
    let (ascii, other) = if call.machine.pool.as_text(left).is_some() { (left, right) } else { (right, left) };
    let (ascii, other) = if call.is_ascii(ascii)? {
        (ascii, other)
    } else if call.is_ascii(other)? {
        (other, ascii)
    } else {
        return equal_beyond_ascii(call, left, right);
    };
    let mut alike = other;
    for (unit, letter) in LIKE_ASCII {
        let (unit, letter) = (call.small(unit), call.small(i32::from(letter)));
        alike = call.operation(T::ReplaceUnit, &[alike, unit, letter]);
    }
    let (lower, other) = (call.operation(T::ToLowerAscii, &[ascii]), call.operation(T::ToLowerAscii, &[alike]));
    Ok(call.machine.pool.equal(lower, other))
}

/// The same texts are equal, and none of different lengths are.
fn equal_beyond_ascii(call: &mut Call<'_, '_>, left: TermId, right: TermId) -> Result<TermId, Abrupt> {
    if [left, right].iter().all(|text| call.machine.pool.as_text(*text).is_some()) {
        return call.unmodelled("of two texts beyond ASCII");
    }
    let answer = call.unfollowed_truth("String.equalsIgnoreCase", &[left, right])?;
    let lengths = (call.length(left), call.length(right));
    let pool = &mut call.machine.pool;
    let (same, as_long) = (pool.equal(left, right), pool.equal(lengths.0, lengths.1));
    let other = pool.conjunction(as_long, answer);
    Ok(pool.disjunction(same, other))
}

fn equals_ignore_case(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.text(0)?;
    let same = match call.text_if_string(1)? {
        Some(other) => equal_but_for_case(call, text, other)?,
        None => call.machine.pool.truth(false),
    };
    Ok(call.truth(same))
}

fn compare_to_ignore_case(call: &mut Call<'_, '_>) -> Outcome {
    let (text, other) = (call.text(0)?, call.text(1)?);
    if !call.is_ascii(text)? || !call.is_ascii(other)? {
        if [text, other].iter().all(|text| call.machine.pool.as_text(*text).is_some()) {
            return call.unmodelled("of a text beyond ASCII");
        }
        let (any, zero) = (call.unfollowed("String.compareToIgnoreCase", &[text, other], Domain::Int)?, call.small(0));
        let same = call.machine.pool.equal(text, other);
        return Ok(Some(Value::Int(call.machine.pool.if_then_else(same, zero, any))));
    }
    let (text, other) = (call.operation(T::ToLowerAscii, &[text]), call.operation(T::ToLowerAscii, &[other]));
    Ok(Some(Value::Int(call.operation(T::Compare, &[text, other]))))
}
