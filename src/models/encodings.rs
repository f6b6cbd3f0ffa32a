//! Texts to bytes and back, by the charsets that every JVM has and write ASCII as it is.

use super::arguments::{Abrupt, Call, STRING_INDEX};
use super::string::{Outcome, require_offset_and_count};
use super::string_parts::counted;
use super::{Model, Precision, value};
use crate::classfile::PrimitiveType;
use crate::exec::{Machine, State, StopReason};
use crate::heap::{Contents, Reference, Value};
use crate::program::FieldKind;
use crate::term::{ElementKind, TermId, TextOperator as T};

const fn bounded(name: &'static str, descriptor: &'static str, model: fn(&mut Call<'_, '_>) -> Outcome) -> Model {
    value("java/lang/String", name, descriptor, Precision::Bounded, model)
}

pub(super) const TABLE: &[Model] = &[
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
    value(
        "java/nio/charset/Charset",
        "forName",
        "(Ljava/lang/String;)Ljava/nio/charset/Charset;",
        Precision::Bounded,
        charset_for_name,
    ),
    bounded("<init>", "([B)V", |call| decode(call, Charset::OfMachine)),
    bounded("<init>", "([BLjava/nio/charset/Charset;)V", |call| {
        let charset = charset(call, 2)?;
        decode(call, charset)
    }),
    bounded("<init>", "([BLjava/lang/String;)V", |call| {
        let charset = named_charset(call, 2)?;
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

/// A charset. All write a unit below 128 as one byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Charset {
    Utf8,
    Latin1,
    Ascii,
    /// The default one, which the machine decides.
    OfMachine,
}

/// The charset that an argument is.
fn charset(call: &mut Call<'_, '_>, position: usize) -> Result<Charset, Abrupt> {
    let object = call.present(position)?;
    let class = call.state.heap.exact_class(object);
    match class.map(|class| &**call.machine.program.class_name(class)) {
        Some("sun/nio/cs/UTF_8") => Ok(Charset::Utf8),
        Some("sun/nio/cs/ISO_8859_1") => Ok(Charset::Latin1),
        Some("sun/nio/cs/US_ASCII") => Ok(Charset::Ascii),
        _ => call.unmodelled("with another charset"),
    }
}

/// The charset that an argument names.
fn named_charset(call: &mut Call<'_, '_>, position: usize) -> Result<Charset, Abrupt> {
    let text = call.text(position)?;
    let name = call.machine.pool.as_text(text).map(String::from_utf16_lossy).map(|name| name.to_ascii_uppercase());
    match name.as_deref() {
        Some("UTF-8" | "UTF8") => Ok(Charset::Utf8),
        Some("ISO-8859-1" | "ISO8859_1" | "LATIN1") => Ok(Charset::Latin1),
        Some("US-ASCII" | "ASCII") => Ok(Charset::Ascii),
        _ => call.unmodelled("with another charset"),
    }
}

/// The charset of a name, the object that `StandardCharsets` has too.
fn charset_for_name(call: &mut Call<'_, '_>) -> Outcome {
    if call.object(0)?.is_none() {
        return Err(Abrupt::Threw("java/lang/IllegalArgumentException"));
    }
    let class = match named_charset(call, 0)? {
        Charset::Utf8 => "sun/nio/cs/UTF_8",
        Charset::Latin1 => "sun/nio/cs/ISO_8859_1",
        Charset::Ascii | Charset::OfMachine => "sun/nio/cs/US_ASCII",
    };
    let descriptor = format!("L{class};");
    match call.machine.program.field_by_name((class, "INSTANCE", &descriptor)) {
        // While classes are initialised, their order is that of the code.
        Some(_) if !call.state.heap.statics_are_inputs => Err(Abrupt::RunsCode),
        Some(field) => Ok(Some(call.machine.initialised_static(call.state, field)?)),
        None => call.unmodelled("without a JDK"),
    }
}

impl Charset {
    /// The bytes of a text, as Java writes it: what a charset does not have is a question mark; none where that is not known.
    fn bytes(self, units: &[u16]) -> Option<Vec<u8>> {
        let mut bytes = Vec::with_capacity(units.len());
        for decoded in char::decode_utf16(units.iter().copied()) {
            let character = decoded.unwrap_or('?');
            let most = match self {
                Charset::Utf8 => char::MAX,
                Charset::Latin1 => '\u{ff}',
                Charset::Ascii | Charset::OfMachine => '\u{7f}',
            };
            match u8::try_from(u32::from(character)) {
                _ if self == Charset::OfMachine && character > most => return None,
                _ if character > most => bytes.push(b'?'),
                Ok(byte) if self != Charset::Utf8 => bytes.push(byte),
                _ => bytes.extend(character.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        Some(bytes)
    }

    /// Units below this are one byte each, of the same number.
    fn plain_below(self) -> i32 {
        if self == Charset::Latin1 { 256 } else { 128 }
    }
}

fn encode(call: &mut Call<'_, '_>, charset: Charset) -> Outcome {
    let text = call.text(0)?;
    let constant = call.machine.pool.as_text(text).map(<[u16]>::to_vec);
    let bytes = match constant.map(|units| charset.bytes(&units)) {
        Some(Some(bytes)) => bytes.into_iter().map(|byte| call.small(i32::from(byte as i8))).collect(),
        Some(None) => return call.unmodelled("of a text beyond ASCII"),
        None => plain_bytes(call, text, charset)?,
    };
    byte_array_of(call, &bytes)
}

/// The bytes of a text whose units are one byte each.
fn plain_bytes(call: &mut Call<'_, '_>, text: TermId, charset: Charset) -> Result<Vec<TermId>, Abrupt> {
    let limit = call.small(charset.plain_below());
    let is_plain = call.operation(T::AllBelow, &[text, limit]);
    if !call.decide(is_plain)? {
        return call.unmodelled("of a text beyond ASCII");
    }
    let length = call.length(text);
    let length = small_count(call, length)?;
    let mut bytes = Vec::new();
    for position in 0..length {
        let index = call.small(position);
        let unit = call.operation(T::CharAt, &[text, index]);
        bytes.push(call.machine.pool.to_byte(unit));
    }
    Ok(bytes)
}

/// A number of units or bytes, by cases where inputs decide it.
fn small_count(call: &mut Call<'_, '_>, count: TermId) -> Result<i32, Abrupt> {
    match counted(call, count, LONGEST)? {
        Some(count) if count <= LONGEST_CONSTANT => Ok(count),
        _ => Err(StopReason::TextBound(LONGEST as usize).into()),
    }
}

/// A new array of bytes.
pub(super) fn byte_array(machine: &mut Machine<'_>, state: &mut State, bytes: &[u8]) -> Value {
    let bytes: Vec<TermId> = bytes.iter().map(|byte| machine.pool.int(i32::from(*byte as i8))).collect();
    new_byte_array(machine, state, &bytes)
}

fn byte_array_of(call: &mut Call<'_, '_>, bytes: &[TermId]) -> Outcome {
    Ok(Some(new_byte_array(call.machine, call.state, bytes)))
}

fn new_byte_array(machine: &mut Machine<'_>, state: &mut State, bytes: &[TermId]) -> Value {
    let pool = &mut machine.pool;
    let mut contents = pool.zeroed(ElementKind::Byte);
    let length = pool.int(i32::try_from(bytes.len()).unwrap_or(i32::MAX));
    for (position, byte) in (0..).zip(bytes) {
        let index = pool.int(position);
        contents = pool.store(contents, index, *byte);
    }
    let array = state.heap.allocate_array(pool, FieldKind::Primitive(PrimitiveType::Byte), length);
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

fn decode(call: &mut Call<'_, '_>, charset: Charset) -> Outcome {
    let (contents, length) = encoded(call)?;
    let zero = call.small(0);
    decode_part(call, charset, contents, (zero, length))
}

fn decode_range(call: &mut Call<'_, '_>, charset: Charset) -> Outcome {
    let (contents, length) = encoded(call)?;
    let (offset, count) = (call.int(2)?, call.int(3)?);
    require_offset_and_count(call, offset, count, length, STRING_INDEX)?;
    decode_part(call, charset, contents, (offset, count))
}

fn decode_part(
    call: &mut Call<'_, '_>,
    charset: Charset,
    contents: TermId,
    (offset, count): (TermId, TermId),
) -> Outcome {
    let count = small_count(call, count)?;
    let mut bytes = Vec::new();
    for position in 0..count {
        let position = call.small(position);
        let index = call.machine.pool.add(offset, position);
        bytes.push(call.machine.pool.select(contents, index));
    }
    let text = text_of(call, charset, &bytes)?;
    let receiver = call.present(0)?;
    call.state.heap.set_text(call.machine.program, receiver, text);
    Ok(None)
}

/// The text that bytes stand for.
fn text_of(call: &mut Call<'_, '_>, charset: Charset, bytes: &[TermId]) -> Result<TermId, Abrupt> {
    let constants: Option<Vec<u8>> =
        bytes.iter().map(|byte| call.machine.pool.as_int(*byte).map(|byte| byte as u8)).collect();
    if let (Charset::Utf8, Some(constants)) = (charset, constants) {
        return match std::str::from_utf8(&constants) {
            Ok(text) => Ok(call.constant(text)),
            Err(_) => call.unmodelled("of bytes that are no UTF-8"),
        };
    }
    let pool = &mut call.machine.pool;
    let mut units = pool.zeroed(ElementKind::Char);
    let mut all_plain = pool.truth(true);
    for (position, byte) in (0..).zip(bytes) {
        let (index, zero) = (pool.int(position), pool.int(0));
        let is_plain = pool.less_or_equal(zero, *byte);
        let unit = match charset {
            Charset::Latin1 => {
                let mask = pool.int(0xff);
                pool.and(*byte, mask)
            }
            Charset::Ascii => {
                let replacement = pool.int(0xfffd);
                pool.if_then_else(is_plain, *byte, replacement)
            }
            Charset::Utf8 | Charset::OfMachine => {
                all_plain = pool.conjunction(all_plain, is_plain);
                *byte
            }
        };
        units = pool.store(units, index, unit);
    }
    if !call.decide(all_plain)? {
        return call.unmodelled("of bytes beyond ASCII");
    }
    let (zero, length) = (call.small(0), call.small(i32::try_from(bytes.len()).unwrap_or(i32::MAX)));
    Ok(call.operation(T::OfContents, &[units, zero, length]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charsets_write_what_they_do_not_have_as_a_question_mark() {
        let units: Vec<u16> = "aé€😀".encode_utf16().chain([0xd800]).collect();
        assert_eq!(Charset::Utf8.bytes(&units), Some("aé€😀?".into()));
        assert_eq!(Charset::Latin1.bytes(&units), Some(b"a\xe9???".to_vec()));
        assert_eq!(Charset::Ascii.bytes(&units), Some(b"a????".to_vec()));
        assert_eq!(Charset::OfMachine.bytes(&units), None);
    }
}
