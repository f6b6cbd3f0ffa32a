//! Texts to bytes and back: exact where each unit is as many bytes as the others, and of UTF-8 where it is ASCII; of other texts and
//! charsets the result is any that the charset can give.

use super::arguments::{Abrupt, Call, Outcome, STRING_INDEX};
use super::charsets::{Charset, charset, named_charset};
use super::short_texts::{SHORT, written};
use super::{MethodModel, Precision, constants, value};
use crate::classfile::PrimitiveType;
use crate::exec::{Machine, State};
use crate::heap::{Contents, Reference, Value};
use crate::program::FieldKind;
use crate::term::{Domain, ElementKind, TermId, TextOperator as T};

const fn bounded(name: &'static str, descriptor: &'static str, model: fn(&mut Call<'_, '_>) -> Outcome) -> MethodModel {
    value("java/lang/String", name, descriptor, Precision::Bounded, model)
}

pub(super) const TABLE: &[MethodModel] = &[
    // The bytes of a string that bytecode asks for are made in this order.
    value("java/lang/StringUTF16", "isBigEndian", "()Z", Precision::Exact, |call| Ok(Some(Value::Int(call.small(0))))),
    bounded("getBytes", "()[B", |call| encode(call, Charset::OfMachine)),
    bounded("getBytes", "(Ljava/nio/charset/Charset;)[B", |call| {
        let charset = charset(call, 1)?;
        encode(call, charset)
    }),
    bounded("getBytes", "(Ljava/lang/String;)[B", |call| {
        let charset = named_charset(call, 1)?;
        encode(call, charset)
    }),
    bounded("<init>", "([B)V", |call| decode(call, Charset::OfMachine)),
    bounded("<init>", "([BLjava/nio/charset/Charset;)V", |call| {
        let charset = charset(call, 2)?;
        decode(call, charset)
    }),
    bounded("<init>", "([BLjava/lang/String;)V", |call| {
        let charset = charset_of_array(call)?;
        decode(call, charset)
    }),
    bounded("<init>", "([BII)V", |call| decode_range(call, Charset::OfMachine)),
    bounded("<init>", "([BIILjava/nio/charset/Charset;)V", |call| {
        let charset = charset(call, 4)?;
        decode_range(call, charset)
    }),
    bounded("<init>", "([BIILjava/lang/String;)V", |call| {
        let charset = named_charset(call, 4)?;
        decode_range(call, charset)
    }),
];

/// The most units, or bytes, of a text whose length inputs decide.
const LONGEST: i32 = 24;
/// The most of one whose length is a constant.
const LONGEST_CONSTANT: i32 = 4096;

fn encode(call: &mut Call<'_, '_>, charset: Charset) -> Outcome {
    let text = call.text(0)?;
    let constant = call.machine.pool.as_text(text).map(<[u16]>::to_vec);
    let bytes = match constant.map(|units| charset.bytes(&units)) {
        Some(Some(bytes)) => bytes.into_iter().map(|byte| call.small(i32::from(byte as i8))).collect(),
        Some(None) if is_known(call, charset) => return call.unmodelled("of a text beyond ASCII"),
        Some(None) => return any_bytes(call, text, charset),
        None => match plain_bytes(call, text, charset)? {
            Some(bytes) => bytes,
            None => return other_bytes(call, text, charset),
        },
    };
    Ok(Some(new_byte_array(call.machine, call.state, &bytes)))
}

/// Whether bytecode can tell what a charset does to what is known.
fn is_known(call: &mut Call<'_, '_>, charset: Charset) -> bool {
    !matches!(charset, Charset::Named(_)) && constants::are_constant(call.machine, call.state, call.arguments)
}

/// The bytes of a text whose units are as many bytes each; none where they are not, or not so few.
fn plain_bytes(call: &mut Call<'_, '_>, text: TermId, charset: Charset) -> Result<Option<Vec<TermId>>, Abrupt> {
    let Some(below) = charset.plain_below() else { return Ok(None) };
    let limit = call.small(below);
    let is_plain = call.operation(T::AllBelow, &[text, limit]);
    if !call.decide(is_plain)? {
        return Ok(None);
    }
    let length = call.length(text);
    let Some(length) = small_count(call, length)? else { return Ok(None) };
    let mut bytes = if length > 0 { charset.mark(call) } else { Vec::new() };
    for position in 0..length {
        let index = call.small(position);
        let unit = call.operation(T::CharAt, &[text, index]);
        bytes.extend(charset.bytes_of_unit(call, unit));
    }
    Ok(Some(bytes))
}

/// A number of units or bytes, by cases where inputs decide it; none beyond a bound.
fn small_count(call: &mut Call<'_, '_>, count: TermId) -> Result<Option<i32>, Abrupt> {
    Ok(call.counted(count, LONGEST)?.filter(|count| *count <= LONGEST_CONSTANT))
}

/// The bytes of a text that is not plain.
fn other_bytes(call: &mut Call<'_, '_>, text: TermId, charset: Charset) -> Outcome {
    if matches!(charset, Charset::Utf8 | Charset::Latin1 | Charset::Ascii) {
        let length = call.length(text);
        if let Some(length) = call.counted(length, SHORT)?.filter(|length| *length <= SHORT)
            && let Some((contents, length)) = written(call, text, (charset, length))
        {
            return Ok(Some(array_of_bytes(call.machine, call.state, contents, length)));
        }
    }
    any_bytes(call, text, charset)
}

/// Any bytes that a charset can make of a text.
fn any_bytes(call: &mut Call<'_, '_>, text: TermId, charset: Charset) -> Outcome {
    if let Charset::Known(charset) | Charset::Named(charset) = charset {
        let can_encode = call.unfollowed_truth("Charset.canEncode", &[charset])?;
        call.require(can_encode, "java/lang/UnsupportedOperationException")?;
    }
    let (units, zero) = (call.length(text), call.small(0));
    let (name, key) = charset.key(call, "String.getBytes");
    let (contents, length) = call.unfollowed_bytes(&name, &[text, key])?;
    let known = match charset {
        Charset::Utf8 => Some((1, 3)),
        Charset::Utf16Be | Charset::Utf16Le => Some((2, 2)),
        // A mark goes before.
        Charset::Utf16 => Some((2, 4)),
        // A pair of surrogates is one question mark.
        Charset::Latin1 | Charset::Ascii => Some((0, 1)),
        Charset::OfMachine | Charset::Known(_) | Charset::Named(_) => None,
    };
    if let Some(multiples) = known {
        let within = call.is_within_multiples(length, units, multiples);
        let pool = &mut call.machine.pool;
        let (was_empty, is_left) = (pool.equal(units, zero), pool.less(zero, length));
        let something = pool.disjunction(was_empty, is_left);
        let known = pool.conjunction(within, something);
        call.granted(known)?;
    }
    Ok(Some(array_of_bytes(call.machine, call.state, contents, length)))
}

/// A new array of bytes.
pub(super) fn byte_array(machine: &mut Machine<'_>, state: &mut State, bytes: &[u8]) -> Value {
    let bytes: Vec<TermId> = bytes.iter().map(|byte| machine.pool.int(i32::from(*byte as i8))).collect();
    new_byte_array(machine, state, &bytes)
}

fn new_byte_array(machine: &mut Machine<'_>, state: &mut State, bytes: &[TermId]) -> Value {
    let pool = &mut machine.pool;
    let mut contents = pool.zeroed(ElementKind::Byte);
    let length = pool.int(i32::try_from(bytes.len()).unwrap_or(i32::MAX));
    for (position, byte) in (0..).zip(bytes) {
        let index = pool.int(position);
        contents = pool.store(contents, index, *byte);
    }
    array_of_bytes(machine, state, contents, length)
}

/// A new array of bytes, by its contents and its length.
pub(super) fn array_of_bytes(machine: &mut Machine<'_>, state: &mut State, contents: TermId, length: TermId) -> Value {
    let array = state.heap.allocate_array(&mut machine.pool, FieldKind::Primitive(PrimitiveType::Byte), length);
    if let Some(body) = state.heap.array_mut(array) {
        body.contents = Contents::Primitive(ElementKind::Byte, contents);
    }
    Value::Reference(Reference::Object(array))
}

/// The contents and the length of the array that is decoded.
fn encoded(call: &mut Call<'_, '_>) -> Result<(TermId, TermId), Abrupt> {
    let array = call.present(1)?;
    match call.state.heap.array(array).map(|body| (&body.contents, body.length)) {
        Some((Contents::Primitive(ElementKind::Byte, contents), length)) => Ok((*contents, length)),
        _ => call.unmodelled("of another array"),
    }
}

/// The charset that the argument after an array names. Which of the two is looked at first depends on the version of the JVM.
fn charset_of_array(call: &mut Call<'_, '_>) -> Result<Charset, Abrupt> {
    let is_null = call.object(1)?.is_none();
    match named_charset(call, 2) {
        Err(Abrupt::ThrewObject(_)) if is_null => call.unmodelled("of null, by a charset that is not there"),
        charset => charset,
    }
}

fn decode(call: &mut Call<'_, '_>, charset: Charset) -> Outcome {
    let (contents, length) = encoded(call)?;
    let zero = call.small(0);
    decode_part(call, charset, contents, (zero, length))
}

fn decode_range(call: &mut Call<'_, '_>, charset: Charset) -> Outcome {
    let (contents, length) = encoded(call)?;
    let (offset, count) = (call.int(2)?, call.int(3)?);
    call.require_offset_and_count(offset, count, length, STRING_INDEX)?;
    decode_part(call, charset, contents, (offset, count))
}

fn decode_part(
    call: &mut Call<'_, '_>,
    charset: Charset,
    contents: TermId,
    (offset, count): (TermId, TermId),
) -> Outcome {
    let mut decoded = None;
    if let Some(count) = small_count(call, count)? {
        let mut bytes = Vec::new();
        for position in 0..count {
            let position = call.small(position);
            let index = call.machine.pool.add(offset, position);
            bytes.push(call.machine.pool.select(contents, index));
        }
        decoded = text_of(call, charset, &bytes)?;
    }
    let text = match decoded {
        Some(text) => text,
        None if is_known(call, charset) => return call.unmodelled("of bytes beyond ASCII"),
        None => any_text(call, charset, contents, (offset, count))?,
    };
    let receiver = call.present(0)?;
    call.state.heap.set_text(call.machine.program, receiver, text);
    Ok(None)
}

/// The text that bytes stand for; none where that is not followed.
fn text_of(call: &mut Call<'_, '_>, charset: Charset, bytes: &[TermId]) -> Result<Option<TermId>, Abrupt> {
    let constants: Option<Vec<u8>> =
        bytes.iter().map(|byte| call.machine.pool.as_int(*byte).map(|byte| byte as u8)).collect();
    if let (Charset::Utf8, Some(constants)) = (charset, constants) {
        return Ok(std::str::from_utf8(&constants).ok().map(|text| call.constant(text)));
    }
    let Some(decoded) = charset.units(call, bytes) else { return Ok(None) };
    let pool = &mut call.machine.pool;
    let mut units = pool.zeroed(ElementKind::Char);
    let mut all_plain = pool.truth(true);
    for (position, (unit, is_plain)) in (0..).zip(&decoded) {
        let index = pool.int(position);
        all_plain = pool.conjunction(all_plain, *is_plain);
        units = pool.store(units, index, *unit);
    }
    if !call.decide(all_plain)? {
        return Ok(None);
    }
    let (zero, length) = (call.small(0), call.small(i32::try_from(decoded.len()).unwrap_or(i32::MAX)));
    Ok(Some(call.operation(T::OfContents, &[units, zero, length])))
}

/// Any text that a charset can make of bytes.
fn any_text(
    call: &mut Call<'_, '_>,
    charset: Charset,
    contents: TermId,
    (offset, count): (TermId, TermId),
) -> Result<TermId, Abrupt> {
    let (name, key) = charset.key(call, "new String");
    let text = call.unfollowed(&name, &[contents, offset, count, key], Domain::Text)?;
    let length = call.length(text);
    let known = match charset {
        // What is malformed is one unit of at most three bytes.
        Charset::Utf8 => {
            let (most, three) = (call.is_within_multiples(length, count, (0, 1)), (1, 3));
            let least = call.is_within_multiples(count, length, three);
            call.machine.pool.conjunction(most, least)
        }
        Charset::Latin1 | Charset::Ascii => call.is_within_multiples(length, count, (1, 1)),
        Charset::Utf16 | Charset::Utf16Be | Charset::Utf16Le => call.is_within_multiples(length, count, (0, 1)),
        Charset::OfMachine | Charset::Known(_) | Charset::Named(_) => return Ok(text),
    };
    call.granted(known)?;
    Ok(text)
}
