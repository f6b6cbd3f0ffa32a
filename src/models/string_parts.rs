//! `java.lang.String`: what takes strings apart and puts them together.

use super::arguments::{Abrupt, Call, Outcome, STRING_INDEX};
use super::string::units;
use super::{MethodModel, Precision, value};
use crate::exec::StopReason;
use crate::heap::{Contents, Elements, Reference, Value};
use crate::program::{FieldKind, ReferenceType};
use crate::term::{ElementKind, TermId, TextOperator as T};
use std::rc::Rc;

const fn exact(name: &'static str, descriptor: &'static str, model: fn(&mut Call<'_, '_>) -> Outcome) -> MethodModel {
    value("java/lang/String", name, descriptor, Precision::Exact, model)
}

const fn bounded(name: &'static str, descriptor: &'static str, model: fn(&mut Call<'_, '_>) -> Outcome) -> MethodModel {
    value("java/lang/String", name, descriptor, Precision::Bounded, model)
}

pub(super) const TABLE: &[MethodModel] = &[
    exact("substring", "(I)Ljava/lang/String;", substring_from),
    exact("substring", "(II)Ljava/lang/String;", substring),
    exact("subSequence", "(II)Ljava/lang/CharSequence;", substring),
    exact("trim", "()Ljava/lang/String;", trim),
    exact("strip", "()Ljava/lang/String;", strip),
    exact("stripLeading", "()Ljava/lang/String;", strip_leading),
    exact("stripTrailing", "()Ljava/lang/String;", strip_trailing),
    exact("replace", "(CC)Ljava/lang/String;", replace_unit),
    exact("replace", "(Ljava/lang/CharSequence;Ljava/lang/CharSequence;)Ljava/lang/String;", replace),
    bounded("replaceAll", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;", replace_all),
    bounded("matches", "(Ljava/lang/String;)Z", matches),
    exact("concat", "(Ljava/lang/String;)Ljava/lang/String;", concat),
    bounded("repeat", "(I)Ljava/lang/String;", repeat),
    bounded("split", "(Ljava/lang/String;)[Ljava/lang/String;", split),
    bounded("split", "(Ljava/lang/String;I)[Ljava/lang/String;", split_limited),
    bounded("join", "(Ljava/lang/CharSequence;[Ljava/lang/CharSequence;)Ljava/lang/String;", join),
    exact("join", "(Ljava/lang/CharSequence;Ljava/lang/Iterable;)Ljava/lang/String;", by_code),
    exact("toCharArray", "()[C", to_char_array),
    exact("getChars", "(II[CI)V", get_chars),
];

/// It only calls methods of its arguments, and `String.join` of an array.
fn by_code(_: &mut Call<'_, '_>) -> Outcome {
    Err(Abrupt::RunsCode)
}

fn substring_from(call: &mut Call<'_, '_>) -> Outcome {
    let (text, from) = (call.text(0)?, call.int(1)?);
    let length = call.length(text);
    let zero = call.small(0);
    call.require_between((zero, from, length), STRING_INDEX)?;
    let part = call.operation(T::Substring, &[text, from, length]);
    call.shared_string(part)
}

/// `substring(int, int)` and `subSequence`, of string builders too.
pub(super) fn substring(call: &mut Call<'_, '_>) -> Outcome {
    let (text, from, to) = (call.text(0)?, call.int(1)?, call.int(2)?);
    let length = call.length(text);
    call.require_range((from, to, length), STRING_INDEX)?;
    let part = call.operation(T::Substring, &[text, from, to]);
    call.shared_string(part)
}

fn changed(call: &mut Call<'_, '_>, operators: &[T]) -> Outcome {
    let mut text = call.text(0)?;
    for operator in operators {
        text = call.operation(*operator, &[text]);
    }
    call.shared_string(text)
}

fn trim(call: &mut Call<'_, '_>) -> Outcome {
    changed(call, &[T::Trim])
}

fn strip(call: &mut Call<'_, '_>) -> Outcome {
    changed(call, &[T::StripLeading, T::StripTrailing])
}

fn strip_leading(call: &mut Call<'_, '_>) -> Outcome {
    changed(call, &[T::StripLeading])
}

fn strip_trailing(call: &mut Call<'_, '_>) -> Outcome {
    changed(call, &[T::StripTrailing])
}

fn replace_unit(call: &mut Call<'_, '_>) -> Outcome {
    let (text, old, new) = (call.text(0)?, call.int(1)?, call.int(2)?);
    let replaced = call.operation(T::ReplaceUnit, &[text, old, new]);
    call.shared_string(replaced)
}

fn replace(call: &mut Call<'_, '_>) -> Outcome {
    let (text, sought, replacement) = (call.text(0)?, call.text(1)?, call.text(2)?);
    let replaced = call.operation(T::Replace, &[text, sought, replacement]);
    call.shared_string(replaced)
}

/// Characters that mean something else than themselves in a regular expression.
const META: &str = "\\^$.|?*+()[]{}";

/// The text that a regular expression without meaning beyond itself matches; none for any other expression.
fn plain(call: &mut Call<'_, '_>, position: usize) -> Result<Option<TermId>, Abrupt> {
    let expression = call.text(position)?;
    let Some(units) = call.machine.pool.as_text(expression) else { return Ok(None) };
    let Ok(characters) = String::from_utf16(units) else { return Ok(None) };
    if characters.is_empty() {
        return Ok(None);
    }
    let mut matched = String::new();
    let mut rest = characters.chars();
    while let Some(character) = rest.next() {
        match character {
            '\\' => match rest.next() {
                Some(quoted) if quoted.is_ascii() && !quoted.is_ascii_alphanumeric() => matched.push(quoted),
                _ => return Ok(None),
            },
            meta if META.contains(meta) => return Ok(None),
            other => matched.push(other),
        }
    }
    Ok(Some(call.constant(&matched)))
}

fn replace_all(call: &mut Call<'_, '_>) -> Outcome {
    let (text, replacement) = (call.text(0)?, call.text(2)?);
    let is_plain = |units: &[u16]| units.iter().all(|unit| *unit != u16::from(b'\\') && *unit != u16::from(b'$'));
    match (plain(call, 1)?, call.machine.pool.as_text(replacement).is_some_and(is_plain)) {
        (Some(sought), true) => {
            let replaced = call.operation(T::Replace, &[text, sought, replacement]);
            call.shared_string(replaced)
        }
        _ => Err(Abrupt::RunsCode),
    }
}

fn matches(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.text(0)?;
    let Some(matched) = plain(call, 1)? else { return Err(Abrupt::RunsCode) };
    let same = call.machine.pool.equal(text, matched);
    Ok(call.truth(same))
}

fn concat(call: &mut Call<'_, '_>) -> Outcome {
    let (text, other) = (call.text(0)?, call.text(1)?);
    let whole = call.operation(T::Concat, &[text, other]);
    call.shared_string(whole)
}

/// How often a text is repeated at most by a constant, and by a number that inputs decide.
const MOST_REPETITIONS: i32 = 4096;
const MOST_SYMBOLIC_REPETITIONS: i32 = 16;

fn repeat(call: &mut Call<'_, '_>) -> Outcome {
    let (text, count, zero) = (call.text(0)?, call.int(1)?, call.small(0));
    let is_count = call.machine.pool.less_or_equal(zero, count);
    call.require(is_count, "java/lang/IllegalArgumentException")?;
    let copies = match call.counted(count, MOST_SYMBOLIC_REPETITIONS)? {
        Some(copies) if copies <= MOST_REPETITIONS => copies,
        _ => return call.unmodelled("very often"),
    };
    let parts = vec![text; usize::try_from(copies).unwrap_or(0)];
    let whole = call.operation(T::Concat, &parts);
    call.shared_string(whole)
}

fn split(call: &mut Call<'_, '_>) -> Outcome {
    let pieces = pieces(call, 0)?;
    strings(call, &pieces)
}

fn split_limited(call: &mut Call<'_, '_>) -> Outcome {
    let limit = call.int(2)?;
    let Some(limit) = call.machine.pool.as_int(limit) else { return call.unmodelled("with a symbolic limit") };
    let pieces = pieces(call, limit)?;
    strings(call, &pieces)
}

/// The pieces between a plain separator, at most `limit` of them where that is positive; where it is 0, without empty ones
/// at the end.
fn pieces(call: &mut Call<'_, '_>, limit: i32) -> Result<Vec<TermId>, Abrupt> {
    let text = call.text(0)?;
    let Some(separator) = plain(call, 1)? else { return Err(Abrupt::RunsCode) };
    let (length, width, none) = (call.length(text), call.length(separator), call.small(-1));
    let most = usize::try_from(limit).unwrap_or(0);
    let mut pieces = Vec::new();
    let mut from = call.small(0);
    let mut symbolic = 0;
    while limit <= 0 || pieces.len() + 1 < most {
        let found = call.operation(T::IndexOf, &[text, separator, from]);
        let missing = call.machine.pool.equal(found, none);
        if call.machine.pool.as_truth(missing).is_none() {
            symbolic += 1;
        }
        if call.decide(missing)? {
            break;
        }
        if symbolic > call.machine.limits.loop_bound {
            return bound_reached(call);
        }
        pieces.push(call.operation(T::Substring, &[text, from, found]));
        from = call.machine.pool.add(found, width);
    }
    if pieces.is_empty() {
        return Ok(vec![text]);
    }
    pieces.push(call.operation(T::Substring, &[text, from, length]));
    if limit == 0 {
        let zero = call.small(0);
        while let Some(last) = pieces.last().copied() {
            let length = call.length(last);
            let is_empty = call.machine.pool.equal(length, zero);
            if !call.decide(is_empty)? {
                break;
            }
            pieces.pop();
        }
    }
    Ok(pieces)
}

/// The stop of a model that would go round once more than loops may.
fn bound_reached<R>(call: &Call<'_, '_>) -> Result<R, Abrupt> {
    match call.state.frame() {
        Some(frame) => Err(StopReason::LoopBound(call.machine.code_place(frame.method, frame.instruction)).into()),
        None => call.unmodelled("outside of a method"),
    }
}

/// A new array of new strings.
fn strings(call: &mut Call<'_, '_>, texts: &[TermId]) -> Outcome {
    let class = call.machine.builtin("java/lang/String")?;
    let component = FieldKind::Reference(ReferenceType::class(class));
    let mut elements = Vec::with_capacity(texts.len());
    for text in texts {
        elements.extend(call.shared_string(*text)?);
    }
    let length = call.small(i32::try_from(texts.len()).unwrap_or(i32::MAX));
    let array = call.state.heap.allocate_array(&mut call.machine.pool, component, length);
    if let Some(body) = call.state.heap.array_mut(array) {
        body.contents = Contents::References(Rc::new(Elements::of(elements)));
    }
    Ok(Some(Value::Reference(Reference::Object(array))))
}

/// How many elements a symbolic array may have that a model goes through.
const MOST_SYMBOLIC_ELEMENTS: i32 = 8;

/// The elements of an array of references.
pub(super) fn elements(call: &mut Call<'_, '_>, position: usize) -> Result<Vec<Reference>, Abrupt> {
    let array = call.present(position)?;
    let Some(length) = call.state.heap.array(array).map(|body| body.length) else {
        return call.unmodelled("of no array");
    };
    let Some(count) = call.counted(length, MOST_SYMBOLIC_ELEMENTS)? else { return bound_reached(call) };
    let mut elements = Vec::new();
    for index in 0..count {
        let index = call.small(index);
        let (heap, mut context) = call.machine.heap_context(call.state);
        match heap.read_element(&mut context, array, index)? {
            Value::Reference(reference) => elements.push(reference),
            _ => return call.unmodelled("of another array"),
        }
    }
    Ok(elements)
}

fn join(call: &mut Call<'_, '_>) -> Outcome {
    let separator = call.text(0)?;
    let mut parts = Vec::new();
    for element in elements(call, 1)? {
        if !parts.is_empty() {
            parts.push(separator);
        }
        let text = match call.state.heap.resolve_exactly(element)? {
            None => call.constant("null"),
            Some(object) => match call.text_of_sequence(object)? {
                Some(text) => text,
                None => return call.unmodelled("of a CharSequence that is no String or StringBuilder"),
            },
        };
        parts.push(text);
    }
    let whole = call.operation(T::Concat, &parts);
    call.shared_string(whole)
}

fn to_char_array(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.text(0)?;
    let (contents, length) = (call.operation(T::ToContents, &[text]), call.length(text));
    let component = FieldKind::Primitive(crate::classfile::PrimitiveType::Char);
    let array = call.state.heap.allocate_array(&mut call.machine.pool, component, length);
    if let Some(body) = call.state.heap.array_mut(array) {
        body.contents = Contents::Primitive(ElementKind::Char, contents);
    }
    Ok(Some(Value::Reference(Reference::Object(array))))
}

fn get_chars(call: &mut Call<'_, '_>) -> Outcome {
    copy_units(call, STRING_INDEX)
}

/// `getChars(int, int, char[], int)`; what does not fit into the array throws `otherwise`.
pub(super) fn copy_units(call: &mut Call<'_, '_>, otherwise: &'static str) -> Outcome {
    let (text, from, to, start) = (call.text(0)?, call.int(1)?, call.int(2)?, call.int(4)?);
    let length = call.length(text);
    call.require_range((from, to, length), STRING_INDEX)?;
    let array = call.present(3)?;
    let (contents, room) = units(call, 3)?;
    let count = call.machine.pool.subtract(to, from);
    call.require_offset_and_count(start, count, room, otherwise)?;
    let source = call.operation(T::ToContents, &[text]);
    let copied = call.machine.pool.copy(contents, start, source, from, count);
    if let Some(body) = call.state.heap.array_mut(array) {
        body.contents = Contents::Primitive(ElementKind::Char, copied);
    }
    Ok(None)
}
