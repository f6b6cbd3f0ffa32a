//! Charsets: which one an object or a name is, and how those that every JVM has write units of text.

use super::arguments::{Abrupt, Call, Outcome};
use super::{MethodModel, Precision, constants, value};
use crate::heap::{MachineObject, Reference, Value};
use crate::program::ClassId;
use crate::term::{Domain, TermId};

const CHARSET: &str = "java/nio/charset/Charset";

pub(super) const TABLE: &[MethodModel] = &[
    value(CHARSET, "forName", "(Ljava/lang/String;)Ljava/nio/charset/Charset;", Precision::Bounded, charset_for_name),
    value(CHARSET, "defaultCharset", "()Ljava/nio/charset/Charset;", Precision::Bounded, |call| {
        let name = call.unfollowed("Charset.defaultCharset().name", &[], Domain::Text)?;
        of_machine(call, MachineObject::DefaultCharset, name)
    }),
];

/// A charset. All but those of 16 bits, and those that are not known, write a unit below 128 as one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Charset {
    Utf8,
    Latin1,
    Ascii,
    Utf16,
    Utf16Be,
    Utf16Le,
    /// The default one, which the machine decides.
    OfMachine,
    /// Another one of the JDK, by its object.
    Known(TermId),
    /// One of which nothing is known, by its name.
    Named(TermId),
}

/// The charsets that every JVM has: names, the first of which is the canonical one, and classes.
const STANDARD: [(Charset, &[&str], &str); 6] = [
    (Charset::Utf8, &["UTF-8", "UTF8"], "sun/nio/cs/UTF_8"),
    (Charset::Latin1, &["ISO-8859-1", "ISO8859_1", "LATIN1"], "sun/nio/cs/ISO_8859_1"),
    (Charset::Ascii, &["US-ASCII", "ASCII"], "sun/nio/cs/US_ASCII"),
    (Charset::Utf16, &["UTF-16"], "sun/nio/cs/UTF_16"),
    (Charset::Utf16Be, &["UTF-16BE"], "sun/nio/cs/UTF_16BE"),
    (Charset::Utf16Le, &["UTF-16LE"], "sun/nio/cs/UTF_16LE"),
];

/// Those that an input is compared with by name.
const LIKELY: [Charset; 2] = [Charset::Utf8, Charset::Latin1];

/// The charset that an argument is.
pub(super) fn charset(call: &mut Call<'_, '_>, position: usize) -> Result<Charset, Abrupt> {
    let object = call.present(position)?;
    match call.state.heap.is_of_machine(object) {
        Some(MachineObject::DefaultCharset) => return Ok(Charset::OfMachine),
        Some(MachineObject::Charset(name)) => return Ok(Charset::Named(name)),
        _ => {}
    }
    let program = call.machine.program;
    let Some(class) = call.state.heap.exact_class(object) else { return call.unmodelled("with another charset") };
    let name = program.class_name(class);
    if let Some((charset, ..)) = STANDARD.iter().find(|(.., known)| **known == **name) {
        return Ok(*charset);
    }
    // A class of the class path may do anything.
    if !program.class(class).is_jdk {
        return call.unmodelled("with another charset");
    }
    if call.state.heap.instance(object).is_some_and(|body| body.open) {
        call.machine.note_open(call.state, object);
    }
    Ok(Charset::Known(call.small(i32::try_from(object.0).unwrap_or(i32::MAX))))
}

/// The standard charset of a constant name; none of another name.
fn standard(call: &Call<'_, '_>, name: TermId) -> Option<Charset> {
    let name = call.machine.pool.as_text(name).map(String::from_utf16_lossy)?.to_ascii_uppercase();
    STANDARD.iter().find(|(_, names, _)| names.contains(&&*name)).map(|(charset, ..)| *charset)
}

/// The likely charset that a name which inputs decide is the canonical name of.
fn likely(call: &mut Call<'_, '_>, name: TermId) -> Result<Option<Charset>, Abrupt> {
    for (charset, names, _) in STANDARD.iter().filter(|(charset, ..)| LIKELY.contains(charset)) {
        let Some(canonical) = names.first() else { continue };
        let canonical = call.constant(canonical);
        let is_it = call.machine.pool.equal(name, canonical);
        if call.decide(is_it)? {
            return Ok(Some(*charset));
        }
    }
    Ok(None)
}

/// The charset that an argument names; an exception where there is none of that name.
pub(super) fn named_charset(call: &mut Call<'_, '_>, position: usize) -> Result<Charset, Abrupt> {
    let name = call.text(position)?;
    if let Some(standard) = standard(call, name) {
        return Ok(standard);
    }
    if constants::are_constant(call.machine, call.state, call.arguments) {
        return call.unmodelled("with another charset");
    }
    if call.machine.pool.as_text(name).is_none()
        && let Some(likely) = likely(call, name)?
    {
        return Ok(likely);
    }
    let is_supported = call.unfollowed_truth(IS_SUPPORTED, &[name])?;
    if call.decide(is_supported)? {
        return Ok(Charset::Named(name));
    }
    named_exception(call, "java/io/UnsupportedEncodingException", call.value(position))
}

const IS_SUPPORTED: &str = "Charset.isSupported";

/// A class that is there with a JDK; else the path stops.
fn require_of_jdk(call: &Call<'_, '_>, class: &str) -> Result<ClassId, Abrupt> {
    let program = call.machine.program;
    match program.class_by_name(class).filter(|class| program.class(*class).is_jdk) {
        Some(class) => Ok(class),
        None => call.unmodelled("without a JDK"),
    }
}

/// Throws an exception whose message is a name.
fn named_exception<R>(call: &mut Call<'_, '_>, class: &str, name: Value) -> Result<R, Abrupt> {
    require_of_jdk(call, class)?;
    let exception = call.exception(class, None)?;
    call.set(exception, ("java/lang/Throwable", "detailMessage", "Ljava/lang/String;"), name);
    call.set(exception, (class, "charsetName", "Ljava/lang/String;"), name);
    Err(Abrupt::ThrewObject(exception))
}

/// The charset of a name, the object that `StandardCharsets` has too.
fn charset_for_name(call: &mut Call<'_, '_>) -> Outcome {
    if call.object(0)?.is_none() {
        return Err(Abrupt::Threw("java/lang/IllegalArgumentException"));
    }
    let name = call.text(0)?;
    let is_constant = call.machine.pool.as_text(name).is_some();
    let known = if is_constant { standard(call, name) } else { likely(call, name)? };
    match known {
        Some(known) => instance(call, known),
        None if is_constant => call.unmodelled("with another charset"),
        None => any_charset(call, name),
    }
}

fn instance(call: &mut Call<'_, '_>, charset: Charset) -> Outcome {
    let class = STANDARD.iter().find(|(known, ..)| *known == charset).map(|(.., class)| *class);
    let Some(class) = class else { return call.unmodelled("with another charset") };
    let descriptor = format!("L{class};");
    match call.machine.program.field_by_name((class, "INSTANCE", &descriptor)) {
        // While classes are initialised, their order is that of the code.
        Some(_) if !call.state.heap.statics_are_inputs => Err(Abrupt::RunsCode),
        Some(field) => Ok(Some(call.machine.initialised_static(call.state, field)?)),
        None => call.unmodelled("without a JDK"),
    }
}

/// The charset of a name that inputs decide: one of which only a name is known, or an exception.
fn any_charset(call: &mut Call<'_, '_>, name: TermId) -> Outcome {
    let is_supported = call.unfollowed_truth(IS_SUPPORTED, &[name])?;
    if !call.decide(is_supported)? {
        let is_legal = call.unfollowed_truth("Charset.isLegalName", &[name])?;
        let class = match call.decide(is_legal)? {
            true => "java/nio/charset/UnsupportedCharsetException",
            false => "java/nio/charset/IllegalCharsetNameException",
        };
        return named_exception(call, class, call.value(0));
    }
    let canonical = call.unfollowed("Charset.name", &[name], Domain::Text)?;
    of_machine(call, MachineObject::Charset(name), canonical)
}

/// A charset of which only a name is known.
fn of_machine(call: &mut Call<'_, '_>, which: MachineObject, name: TermId) -> Outcome {
    let class = require_of_jdk(call, CHARSET)?;
    let is_new = call.state.heap.machine_object(which).is_none();
    let object = call.state.heap.of_machine(which, class);
    if is_new && let Some(name) = call.shared_string(name)? {
        call.set(object, (CHARSET, "name", "Ljava/lang/String;"), name);
    }
    Ok(Some(Value::Reference(Reference::Object(object))))
}

/// What says in which order the bytes of UTF-16 are.
const MARK: [u8; 2] = [0xFE, 0xFF];

/// The bytes of a text in UTF-16; a surrogate alone is replaced.
fn bytes_of_two(charset: Charset, order: fn(u16) -> [u8; 2], units: &[u16]) -> Vec<u8> {
    let mut bytes = if charset == Charset::Utf16 && !units.is_empty() { MARK.to_vec() } else { Vec::new() };
    for decoded in char::decode_utf16(units.iter().copied()) {
        let character = decoded.unwrap_or(char::REPLACEMENT_CHARACTER);
        bytes.extend(character.encode_utf16(&mut [0; 2]).iter().flat_map(|unit| order(*unit)));
    }
    bytes
}

impl Charset {
    /// The bytes of a text, as Java writes it: what a charset does not have is a question mark; none where that is not known.
    pub(super) fn bytes(self, units: &[u16]) -> Option<Vec<u8>> {
        if matches!(self, Charset::Known(_) | Charset::Named(_)) {
            // Not even that it writes anything.
            return None;
        }
        if let Some(order) = self.order() {
            return Some(bytes_of_two(self, order, units));
        }
        let mut bytes = Vec::with_capacity(units.len());
        for decoded in char::decode_utf16(units.iter().copied()) {
            let character = decoded.unwrap_or('?');
            let most = match self {
                Charset::Utf8 => char::MAX,
                Charset::Latin1 => '\u{ff}',
                _ => '\u{7f}',
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

    /// In which order the two bytes of a unit are, where all have two.
    fn order(self) -> Option<fn(u16) -> [u8; 2]> {
        match self {
            Charset::Utf16 | Charset::Utf16Be => Some(u16::to_be_bytes),
            Charset::Utf16Le => Some(u16::to_le_bytes),
            _ => None,
        }
    }

    /// Units below this are as many bytes each as the others; none where that is not known.
    pub(super) fn plain_below(self) -> Option<i32> {
        match self {
            Charset::Utf8 | Charset::OfMachine => Some(0x80),
            // No surrogates: two of them are one question mark, and one alone is what the encoder replaces it by.
            Charset::Latin1 | Charset::Ascii | Charset::Utf16 | Charset::Utf16Be | Charset::Utf16Le => Some(0xD800),
            Charset::Known(_) | Charset::Named(_) => None,
        }
    }

    /// What goes before a text that is not empty.
    pub(super) fn mark(self, call: &mut Call<'_, '_>) -> Vec<TermId> {
        let bytes: &[u8] = if self == Charset::Utf16 { &MARK } else { &[] };
        bytes.iter().map(|byte| call.small(i32::from(*byte as i8))).collect()
    }

    /// The bytes of a unit below `plain_below`.
    pub(super) fn bytes_of_unit(self, call: &mut Call<'_, '_>, unit: TermId) -> Vec<TermId> {
        let most = match self {
            Charset::Latin1 => Some(0x100),
            Charset::Ascii => Some(0x80),
            _ => None,
        };
        let (unknown, eight) = (call.small(i32::from(b'?')), call.small(8));
        let limit = most.map(|most| call.small(most));
        let pool = &mut call.machine.pool;
        let low = pool.to_byte(unit);
        let upper = pool.shift_right(unit, eight);
        let high = pool.to_byte(upper);
        match (self, limit) {
            (_, Some(limit)) => {
                let is_there = pool.less(unit, limit);
                vec![pool.if_then_else(is_there, low, unknown)]
            }
            (Charset::Utf16 | Charset::Utf16Be, None) => vec![high, low],
            (Charset::Utf16Le, None) => vec![low, high],
            _ => vec![low],
        }
    }

    /// The units that bytes stand for, and whether each of them is followed; none where no unit is.
    pub(super) fn units(self, call: &mut Call<'_, '_>, bytes: &[TermId]) -> Option<Vec<(TermId, TermId)>> {
        let (zero, mask, replacement) = (call.small(0), call.small(0xFF), call.small(0xFFFD));
        let pool = &mut call.machine.pool;
        let plain = pool.truth(true);
        if matches!(self, Charset::Utf16Be | Charset::Utf16Le) {
            let is_even = bytes.len().is_multiple_of(2);
            return is_even.then(|| bytes.chunks_exact(2).map(|pair| self.unit_of_two(call, pair)).collect());
        }
        let unit = |byte: &TermId| {
            let is_ascii = pool.less_or_equal(zero, *byte);
            match self {
                Charset::Latin1 => (pool.and(*byte, mask), plain),
                Charset::Ascii => (pool.if_then_else(is_ascii, *byte, replacement), plain),
                _ => (*byte, is_ascii),
            }
        };
        let is_followed = matches!(self, Charset::Utf8 | Charset::OfMachine | Charset::Latin1 | Charset::Ascii);
        is_followed.then(|| bytes.iter().map(unit).collect())
    }

    /// The unit of two bytes, which is followed where it is no surrogate and no mark of the order of bytes.
    fn unit_of_two(self, call: &mut Call<'_, '_>, pair: &[TermId]) -> (TermId, TermId) {
        let (mask, eight) = (call.small(0xFF), call.small(8));
        let (first, beyond, mark) = (call.small(0xD800), call.small(0xE000), call.small(0xFFFD));
        let pool = &mut call.machine.pool;
        let mut unit = pool.int(0);
        let in_order: Vec<TermId> =
            if self == Charset::Utf16Le { pair.iter().rev().copied().collect() } else { pair.to_vec() };
        for byte in in_order {
            let (upper, lower) = (pool.shift_left(unit, eight), pool.and(byte, mask));
            unit = pool.or(upper, lower);
        }
        let below = pool.less(unit, first);
        let (from, to) = (pool.less_or_equal(beyond, unit), pool.less_or_equal(unit, mark));
        let above = pool.conjunction(from, to);
        (unit, pool.disjunction(below, above))
    }

    /// What tells results of this charset from those of others: a name, and a number or text.
    pub(super) fn key(self, call: &mut Call<'_, '_>, made_by: &str) -> (String, TermId) {
        let standard = STANDARD.iter().find(|(charset, ..)| *charset == self).and_then(|(_, names, _)| names.first());
        match self {
            Charset::Named(name) => (made_by.to_owned(), name),
            Charset::Known(object) => (format!("{made_by} of an object"), object),
            _ => (format!("{made_by} {}", standard.unwrap_or(&"by default")), call.small(0)),
        }
    }
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
        assert_eq!(Charset::Utf16.bytes(&units[..1]), Some(vec![0xfe, 0xff, 0, b'a']));
        assert_eq!(Charset::Utf16Le.bytes(&units[5..]), Some(vec![0xfd, 0xff]));
    }
}
