//! `java.lang.String`: making and comparing strings. What takes strings apart is in `string_parts`.

mod search;

use super::arguments::{Abrupt, Call, Outcome, STRING_INDEX};
use super::{MethodModel, Precision, code_points, value};
use crate::heap::{Contents, Literal, ObjectId, Reference, Value};
use crate::term::{ElementKind, TermId, TextOperator as T};
use search::{
    contains, ends_with, index_of_unit, index_of_unit_from, last_index_of_unit, last_index_of_unit_from,
    region_matches, region_matches_by_case, starts_with, starts_with_at,
};
pub(super) use search::{index_of, index_of_from, last_index_of, last_index_of_from};

const fn exact(name: &'static str, descriptor: &'static str, model: fn(&mut Call<'_, '_>) -> Outcome) -> MethodModel {
    value("java/lang/String", name, descriptor, Precision::Exact, model)
}

const fn bounded(name: &'static str, descriptor: &'static str, model: fn(&mut Call<'_, '_>) -> Outcome) -> MethodModel {
    value("java/lang/String", name, descriptor, Precision::Bounded, model)
}

/// `String.CASE_INSENSITIVE_ORDER`.
pub(super) const ORDER: &[MethodModel] = &[value(
    "java/lang/String$CaseInsensitiveComparator",
    "compare",
    "(Ljava/lang/String;Ljava/lang/String;)I",
    Precision::Exact,
    compare_in_any_case,
)];

/// Texts of ASCII characters that are known, which large tables of the JDK are ordered by; the code compares others.
fn compare_in_any_case(call: &mut Call<'_, '_>) -> Outcome {
    let (left, right) = (call.text(1)?, call.text(2)?);
    let pool = &call.machine.pool;
    let plain = |units: &&[u16]| units.iter().all(|unit| *unit < 128);
    let texts = pool.as_text(left).filter(plain).zip(pool.as_text(right).filter(plain));
    let Some((left, right)) = texts else { return Err(Abrupt::RunsCode) };
    let lower = |unit: u16| i32::from((unit as u8).to_ascii_lowercase());
    let mut pairs = left.iter().zip(right).map(|(left, right)| lower(*left) - lower(*right));
    let order = pairs.find(|difference| *difference != 0).unwrap_or(left.len() as i32 - right.len() as i32);
    Ok(Some(Value::Int(call.small(order))))
}

pub(super) const TABLE: &[MethodModel] = &[
    exact("<init>", "()V", construct_empty),
    exact("<init>", "(Ljava/lang/String;)V", construct_copy),
    exact("<init>", "(Ljava/lang/StringBuilder;)V", construct_copy),
    exact("<init>", "(Ljava/lang/StringBuffer;)V", construct_copy),
    exact("<init>", "([C)V", construct_units),
    exact("<init>", "([CII)V", construct_range),
    bounded("<init>", "([III)V", construct_code_points),
    exact("valueOf", "(Ljava/lang/Object;)Ljava/lang/String;", value_of_object),
    exact("valueOf", "(Z)Ljava/lang/String;", value_of_boolean),
    exact("valueOf", "(C)Ljava/lang/String;", value_of_char),
    exact("valueOf", "(I)Ljava/lang/String;", value_of_number),
    exact("valueOf", "(J)Ljava/lang/String;", value_of_number),
    exact("valueOf", "([C)Ljava/lang/String;", value_of_units),
    exact("valueOf", "([CII)Ljava/lang/String;", value_of_range),
    exact("copyValueOf", "([C)Ljava/lang/String;", value_of_units),
    exact("copyValueOf", "([CII)Ljava/lang/String;", value_of_range),
    exact("length", "()I", length),
    exact("isEmpty", "()Z", is_empty),
    exact("isBlank", "()Z", is_blank),
    exact("charAt", "(I)C", char_at),
    exact("chars", "()Ljava/util/stream/IntStream;", chars),
    exact("toString", "()Ljava/lang/String;", itself),
    exact("hashCode", "()I", hash_code),
    bounded("intern", "()Ljava/lang/String;", intern),
    exact("equals", "(Ljava/lang/Object;)Z", equals),
    exact("contentEquals", "(Ljava/lang/CharSequence;)Z", content_equals),
    exact("contentEquals", "(Ljava/lang/StringBuffer;)Z", content_equals),
    exact("compareTo", "(Ljava/lang/String;)I", compare_to),
    exact("compareTo", "(Ljava/lang/Object;)I", compare_to_object),
    exact("indexOf", "(I)I", index_of_unit),
    exact("indexOf", "(II)I", index_of_unit_from),
    exact("indexOf", "(Ljava/lang/String;)I", index_of),
    exact("indexOf", "(Ljava/lang/String;I)I", index_of_from),
    exact("lastIndexOf", "(I)I", last_index_of_unit),
    exact("lastIndexOf", "(II)I", last_index_of_unit_from),
    exact("lastIndexOf", "(Ljava/lang/String;)I", last_index_of),
    exact("lastIndexOf", "(Ljava/lang/String;I)I", last_index_of_from),
    exact("contains", "(Ljava/lang/CharSequence;)Z", contains),
    exact("startsWith", "(Ljava/lang/String;)Z", starts_with),
    exact("startsWith", "(Ljava/lang/String;I)Z", starts_with_at),
    exact("endsWith", "(Ljava/lang/String;)Z", ends_with),
    exact("regionMatches", "(ILjava/lang/String;II)Z", region_matches),
    bounded("regionMatches", "(ZILjava/lang/String;II)Z", region_matches_by_case),
];

/// A number of code points that inputs decide is at most this.
const MOST_CODE_POINTS: i32 = 8;

/// The object that a constructor initialises.
fn receiver(call: &Call<'_, '_>) -> Result<ObjectId, Abrupt> {
    call.present(0)
}

fn construct(call: &mut Call<'_, '_>, text: TermId) -> Outcome {
    let object = receiver(call)?;
    call.state.heap.set_text(call.machine.program, object, text);
    Ok(None)
}

fn construct_empty(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.constant("");
    construct(call, text)
}

fn construct_copy(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.text(1)?;
    construct(call, text)
}

fn construct_units(call: &mut Call<'_, '_>) -> Outcome {
    let text = text_of_units(call, 1)?;
    construct(call, text)
}

fn construct_range(call: &mut Call<'_, '_>) -> Outcome {
    let text = text_of_range(call, 1)?;
    construct(call, text)
}

/// `String(int[] codePoints, int offset, int count)`.
fn construct_code_points(call: &mut Call<'_, '_>) -> Outcome {
    let (contents, length) = elements(call, 1, ElementKind::Int)?;
    let (offset, count) = (call.int(2)?, call.int(3)?);
    call.require_offset_and_count(offset, count, length, STRING_INDEX)?;
    let Some(count) = call.counted(count, MOST_CODE_POINTS)? else {
        return call.unmodelled("of a number of code points that depends on the input");
    };
    let mut parts = Vec::new();
    for position in 0..count {
        let position = call.small(position);
        let index = call.machine.pool.add(offset, position);
        let point = call.machine.pool.select(contents, index);
        match text_of_code_point(call, point)? {
            Some(text) => parts.push(text),
            None => return Err(Abrupt::Threw("java/lang/IllegalArgumentException")),
        }
    }
    let text = call.operation(T::Concat, &parts);
    construct(call, text)
}

/// The contents and the length of a char array argument.
pub(super) fn units(call: &mut Call<'_, '_>, position: usize) -> Result<(TermId, TermId), Abrupt> {
    elements(call, position, ElementKind::Char)
}

/// The contents and the length of an array argument of this kind.
fn elements(call: &mut Call<'_, '_>, position: usize, wanted: ElementKind) -> Result<(TermId, TermId), Abrupt> {
    let array = call.present(position)?;
    match call.state.heap.array(array) {
        Some(body) => match body.contents {
            Contents::Primitive(kind, contents) if kind == wanted => Ok((contents, body.length)),
            _ => call.unmodelled("of another array"),
        },
        None => call.unmodelled("of no array"),
    }
}

/// The text of a char array argument.
pub(super) fn text_of_units(call: &mut Call<'_, '_>, position: usize) -> Result<TermId, Abrupt> {
    let (contents, length) = units(call, position)?;
    let zero = call.small(0);
    Ok(call.operation(T::OfContents, &[contents, zero, length]))
}

/// The text of a char array argument from an offset on: array, offset, count.
pub(super) fn text_of_range(call: &mut Call<'_, '_>, position: usize) -> Result<TermId, Abrupt> {
    let (contents, length) = units(call, position)?;
    let (offset, count) = (call.int(position + 1)?, call.int(position + 2)?);
    call.require_offset_and_count(offset, count, length, STRING_INDEX)?;
    Ok(call.operation(T::OfContents, &[contents, offset, count]))
}

fn value_of_object(call: &mut Call<'_, '_>) -> Outcome {
    let Some(object) = call.object(0)? else {
        let text = call.constant("null");
        return call.shared_string(text);
    };
    let is_string = call.state.heap.exact_class(object) == call.machine.program.class_by_name("java/lang/String");
    // A `CharSequence` from elsewhere may be of another class.
    if is_string && call.state.heap.instance(object).is_some_and(|body| !body.open) {
        return Ok(Some(Value::Reference(Reference::Object(object))));
    }
    let text = call.converted(0)?;
    // What a `toString` returns may be a string that is known elsewhere.
    call.shared_string(text)
}

fn value_of_boolean(call: &mut Call<'_, '_>) -> Outcome {
    let truth = call.int(0)?;
    let text = call.text_of_truth(truth)?;
    call.shared_string(text)
}

fn value_of_char(call: &mut Call<'_, '_>) -> Outcome {
    let unit = call.int(0)?;
    let text = call.operation(T::OfUnit, &[unit]);
    call.shared_string(text)
}

fn value_of_number(call: &mut Call<'_, '_>) -> Outcome {
    let number = call.number(0)?;
    let text = call.operation(T::OfNumber, &[number]);
    call.shared_string(text)
}

fn value_of_units(call: &mut Call<'_, '_>) -> Outcome {
    let text = text_of_units(call, 0)?;
    call.shared_string(text)
}

fn value_of_range(call: &mut Call<'_, '_>) -> Outcome {
    let text = text_of_range(call, 0)?;
    call.shared_string(text)
}

/// `length()`, of string builders too.
pub(super) fn length(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.text(0)?;
    Ok(Some(Value::Int(call.length(text))))
}

/// `isEmpty()`, of string builders too.
pub(super) fn is_empty(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.text(0)?;
    let (length, zero) = (call.length(text), call.small(0));
    let empty = call.machine.pool.equal(length, zero);
    Ok(call.truth(empty))
}

fn is_blank(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.text(0)?;
    let stripped = call.operation(T::StripLeading, &[text]);
    let (length, zero) = (call.length(stripped), call.small(0));
    let blank = call.machine.pool.equal(length, zero);
    Ok(call.truth(blank))
}

fn char_at(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Some(Value::Int(call.unit_at()?)))
}

fn itself(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Some(call.value(0)))
}

/// The JDK's own code for any `CharSequence` asks for nothing but `length` and `charAt`.
pub(super) fn chars(call: &mut Call<'_, '_>) -> Outcome {
    call.delegated(("java/lang/CharSequence", "chars", "()Ljava/util/stream/IntStream;"))
}

fn hash_code(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.text(0)?;
    Ok(Some(Value::Int(call.operation(T::Hash, &[text]))))
}

fn intern(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.text(0)?;
    let Some(units) = call.machine.pool.as_text(text).map(Into::into) else {
        return call.unmodelled("of a text that inputs decide");
    };
    let class = call.machine.builtin("java/lang/String")?;
    let object = call.state.heap.literal(class, Literal::String(crate::classfile::StringConstant(units)));
    Ok(Some(Value::Reference(Reference::Object(object))))
}

fn equals(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.text(0)?;
    let same = match call.text_if_string(1)? {
        Some(other) => call.machine.pool.equal(text, other),
        None => call.machine.pool.truth(false),
    };
    Ok(call.truth(same))
}

fn content_equals(call: &mut Call<'_, '_>) -> Outcome {
    let (text, other) = (call.text(0)?, call.text(1)?);
    let same = call.machine.pool.equal(text, other);
    Ok(call.truth(same))
}

/// `compareTo(other)`, of string builders too.
pub(super) fn compare_to(call: &mut Call<'_, '_>) -> Outcome {
    let (text, other) = (call.text(0)?, call.text(1)?);
    Ok(Some(Value::Int(call.operation(T::Compare, &[text, other]))))
}

fn compare_to_object(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.text(0)?;
    call.present(1)?;
    let Some(other) = call.text_if_string(1)? else { return Err(Abrupt::Threw("java/lang/ClassCastException")) };
    Ok(Some(Value::Int(call.operation(T::Compare, &[text, other]))))
}

/// The text of a code point; none when it is no code point, and so in no text.
pub(super) fn text_of_code_point(call: &mut Call<'_, '_>, point: TermId) -> Result<Option<TermId>, Abrupt> {
    if let Some(constant) = call.machine.pool.as_int(point)
        && constant > 0xFFFF
    {
        let Some(character) = u32::try_from(constant).ok().and_then(char::from_u32) else { return Ok(None) };
        return Ok(Some(call.constant(character.encode_utf8(&mut [0; 4]))));
    }
    let (zero, last) = (call.small(0), call.small(0xFFFF));
    let above = call.machine.pool.less_or_equal(zero, point);
    if !call.decide(above)? {
        return Ok(None);
    }
    let below = call.machine.pool.less_or_equal(point, last);
    if call.decide(below)? {
        return Ok(Some(call.operation(T::OfUnit, &[point])));
    }
    let last = call.small(code_points::LAST);
    let is_point = call.machine.pool.less_or_equal(point, last);
    Ok(if call.decide(is_point)? { Some(code_points::pair_of(call, point)) } else { None })
}
