//! `java.util.zip.Inflater`: bytes that are known are decompressed at once. What was decompressed before is kept in an object of the path,
//! which the address of the inflater's stream names.

use super::arguments::{Abrupt, Call};
use super::members::{NULL, reference};
use super::unsafe_access::{Place, load, store};
use super::{MethodModel, Precision, value};
use crate::heap::{Contents, Heap, ObjectId, Value};
use flate2::{Decompress, FlushDecompress, Status};
use std::cell::RefCell;

const INFLATER: &str = "java/util/zip/Inflater";

pub(super) const TABLE: &[MethodModel] = &[
    value(INFLATER, "init", "(Z)J", Precision::Bounded, init),
    value(INFLATER, "inflateBytesBytes", "(J[BII[BII)J", Precision::Bounded, inflate),
    value(INFLATER, "reset", "(J)V", Precision::Bounded, reset),
    value(INFLATER, "end", "(J)V", Precision::Exact, |_| Ok(None)),
];

type Outcome = Result<Option<Value>, Abrupt>;

/// The elements of the array that keeps a stream: whether it has no header, the parts of its input, the last one first, and how many
/// bytes it has given.
const IS_RAW: i32 = 0;
const PARTS: i32 = 1;
const GIVEN: i32 = 2;
const ELEMENTS: usize = 3;
/// What says of a result that the stream has ended.
const FINISHED: i64 = 1 << 62;
const WRITTEN: u32 = 31;

/// What a stream was given and has given so far.
#[derive(Clone, PartialEq, Eq)]
struct Past {
    is_raw: bool,
    input: Vec<u8>,
    given: usize,
}

thread_local! {
    /// The last stream that was read, so that the next part of it need not be read from the beginning.
    static LAST: RefCell<Option<(Past, Decompress)>> = const { RefCell::new(None) };
}

fn init(call: &mut Call<'_, '_>) -> Outcome {
    // An array that an initialiser has made is another one on each path.
    if !call.state.heap.statics_are_inputs {
        return call.refuse("during class initialisation");
    }
    let is_raw = call.int(0)?;
    let Some(is_raw) = call.machine.pool.as_int(is_raw) else { return call.refuse("that depends on the input") };
    let kept = call.reference_array("java/lang/Object", &[NULL; ELEMENTS])?;
    let Value::Reference(kept) = kept else { return call.refuse("without memory") };
    let Some(kept) = call.state.heap.resolve(kept)? else { return call.refuse("without memory") };
    keep_number(call, kept, IS_RAW, i64::from(is_raw))?;
    keep_number(call, kept, GIVEN, 0)?;
    Ok(Some(Value::Long(call.machine.pool.long((i64::from(kept.0) + 1) << 32))))
}

/// The array that an address names.
fn kept_at(call: &mut Call<'_, '_>, argument: usize) -> Result<ObjectId, Abrupt> {
    let address = call.number(argument)?;
    let address = call.machine.pool.as_constant(address).and_then(|address| u32::try_from((address >> 32) - 1).ok());
    match address.map(ObjectId) {
        Some(kept) if call.state.heap.array(kept).is_some() => Ok(kept),
        _ => call.refuse("of another stream"),
    }
}

fn element(call: &mut Call<'_, '_>, array: ObjectId, at: i32) -> Result<Value, Abrupt> {
    let index = call.small(at);
    Ok(load(call.machine, call.state, &Place::Element(array, index))?)
}

fn set_element(call: &mut Call<'_, '_>, array: ObjectId, at: i32, value: Value) -> Result<(), Abrupt> {
    let index = call.small(at);
    Ok(store(call.machine, call.state, &Place::Element(array, index), value)?)
}

/// Keeps a number as a box, which nobody sees.
fn keep_number(call: &mut Call<'_, '_>, array: ObjectId, at: i32, number: i64) -> Result<(), Abrupt> {
    let number = Value::Long(call.machine.pool.long(number));
    let boxed = call.in_box(number, crate::classfile::PrimitiveType::Long)?;
    set_element(call, array, at, boxed)
}

fn kept_number(call: &mut Call<'_, '_>, array: ObjectId, at: i32) -> Result<i64, Abrupt> {
    let Value::Reference(found) = element(call, array, at)? else { return call.refuse("of another stream") };
    let boxed = match call.state.heap.resolve(found)? {
        Some(object) => call.unboxed(object)?,
        None => None,
    };
    let number = boxed.and_then(|(value, _)| value.number()).and_then(|number| call.machine.pool.as_constant(number));
    match number {
        Some(number) => Ok(number),
        None => call.refuse("of another stream"),
    }
}

/// What a stream was given and has given, from its parts.
fn past(call: &mut Call<'_, '_>, kept: ObjectId) -> Result<Past, Abrupt> {
    let is_raw = kept_number(call, kept, IS_RAW)? != 0;
    let given = usize::try_from(kept_number(call, kept, GIVEN)?).unwrap_or(0);
    let mut parts = Vec::new();
    let mut next = element(call, kept, PARTS)?;
    while let Value::Reference(found) = next
        && let Some(part) = call.state.heap.resolve(found)?
    {
        let Value::Reference(bytes) = element(call, part, 0)? else { break };
        let Some(bytes) = call.state.heap.resolve(bytes)? else { break };
        parts.push(known_bytes(call, bytes)?);
        next = element(call, part, 1)?;
    }
    let input = parts.into_iter().rev().flatten().collect();
    Ok(Past { is_raw, input, given })
}

fn known_bytes(call: &mut Call<'_, '_>, array: ObjectId) -> Result<Vec<u8>, Abrupt> {
    match call.machine.known_elements(call.state, array) {
        Some(elements) => Ok(elements.into_iter().map(|element| element as u8).collect()),
        None => call.refuse("of bytes that depend on the input"),
    }
}

/// A number of an argument that is a place or a length.
fn count(call: &mut Call<'_, '_>, argument: usize) -> Result<usize, Abrupt> {
    let number = call.int(argument)?;
    match call.machine.pool.as_int(number).and_then(|number| usize::try_from(number).ok()) {
        Some(number) => Ok(number),
        None => call.refuse("of a number that depends on the input"),
    }
}

fn inflate(call: &mut Call<'_, '_>) -> Outcome {
    let kept = kept_at(call, 1)?;
    let (source, target) = (call.present_array(2)?, call.present_array(5)?);
    let (from, length) = (count(call, 3)?, count(call, 4)?);
    let (to, room) = (count(call, 6)?, count(call, 7)?);
    if is_input(&call.state.heap, target) {
        return call.refuse("into an array that is an input");
    }
    let input = known_bytes(call, source)?;
    let part = input.get(from..from.saturating_add(length)).map(<[u8]>::to_vec);
    let end = call.state.heap.array(target).and_then(|body| call.machine.pool.as_int(body.length));
    let is_inside = end.is_some_and(|end| i64::from(end) >= to as i64 + room as i64);
    let (Some(part), true) = (part, is_inside) else { return call.refuse("outside of an array") };
    let past = past(call, kept)?;
    let mut output = vec![0; room];
    let done = decompressed(past, &part, &mut output);
    let Some(done) = done else { return call.refuse("of data that is not compressed") };
    let Done { read, written, has_ended, given } = done;
    // How much was looked at ahead shows in what is left, which who calls it from the JDK does not ask for.
    if read < part.len() && !has_ended && !is_called_by_jdk(call) {
        return call.refuse("with room for less than there is");
    }
    let values: Vec<i64> = output.iter().take(written).map(|byte| i64::from(*byte as i8)).collect();
    call.machine.assign_range(call.state, target, to, &values);
    if read > 0 {
        let bytes: Vec<i64> = part.iter().take(read).map(|byte| i64::from(*byte as i8)).collect();
        let length = call.small(bytes.len() as i32);
        let component = crate::program::FieldKind::Primitive(crate::classfile::PrimitiveType::Byte);
        let copy = call.state.heap.allocate_array(&mut call.machine.pool, component, length);
        call.machine.assign_elements(call.state, copy, &bytes);
        let before = element(call, kept, PARTS)?;
        let parts = call.reference_array("java/lang/Object", &[reference(copy), before])?;
        set_element(call, kept, PARTS, parts)?;
    }
    keep_number(call, kept, GIVEN, given as i64)?;
    let ended = if has_ended { FINISHED } else { 0 };
    Ok(Some(Value::Long(call.machine.pool.long(read as i64 | (written as i64) << WRITTEN | ended))))
}

fn is_input(heap: &Heap, array: ObjectId) -> bool {
    heap.is_input(array) || heap.array(array).is_none_or(|body| !matches!(body.contents, Contents::Primitive(..)))
}

/// Whether the JDK's own code calls the inflater, and not a program.
fn is_called_by_jdk(call: &Call<'_, '_>) -> bool {
    let program = call.machine.program;
    let mut callers = call.state.frames.iter().rev().map(|frame| program.class(program.method(frame.method).class));
    callers.find(|class| &*class.name != INFLATER).is_some_and(|class| class.is_jdk)
}

/// What became of a part of a stream.
struct Done {
    read: usize,
    written: usize,
    has_ended: bool,
    /// How many bytes the stream has given now.
    given: usize,
}

/// Decompresses the next part of a stream as far as there is room; none where the data is wrong, or needs a dictionary.
fn decompressed(past: Past, part: &[u8], place: &mut [u8]) -> Option<Done> {
    let known = LAST.with(|last| last.borrow_mut().take()).filter(|(known, _)| *known == past);
    let mut stream = match known {
        Some((_, stream)) => stream,
        None => {
            let mut stream = Decompress::new(!past.is_raw);
            let mut given = vec![0; past.given];
            if !past.input.is_empty() {
                stream.decompress(&past.input, &mut given, FlushDecompress::Sync).ok()?;
            }
            (stream.total_in() == past.input.len() as u64 && stream.total_out() == past.given as u64).then_some(())?;
            stream
        }
    };
    let status = stream.decompress(part, place, FlushDecompress::Sync).ok()?;
    let read = usize::try_from(stream.total_in()).ok()?.checked_sub(past.input.len())?;
    let given = usize::try_from(stream.total_out()).ok()?;
    let written = given.checked_sub(past.given)?;
    let has_ended = matches!(status, Status::StreamEnd);
    let mut input = past.input;
    input.extend(part.iter().take(read));
    LAST.with(|last| *last.borrow_mut() = Some((Past { is_raw: past.is_raw, input, given }, stream)));
    Some(Done { read, written, has_ended, given })
}

fn reset(call: &mut Call<'_, '_>) -> Outcome {
    let kept = kept_at(call, 0)?;
    set_element(call, kept, PARTS, NULL)?;
    keep_number(call, kept, GIVEN, 0)?;
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `abcabc…` as zlib writes it: a header, a block with fixed codes, and a sum.
    fn compressed() -> Vec<u8> {
        let mut stream = flate2::Compress::new(flate2::Compression::default(), true);
        let mut output = vec![0; 200];
        stream.compress(&b"abc".repeat(50), &mut output, flate2::FlushCompress::Finish).unwrap();
        output.truncate(stream.total_out() as usize);
        output
    }

    #[test]
    fn a_stream_goes_on_where_it_was_left_whether_it_is_kept_or_not() {
        let input = compressed();
        for forgets in [false, true] {
            let mut past = Past { is_raw: false, input: Vec::new(), given: 0 };
            let mut output = Vec::<u8>::new();
            let mut at = 0;
            loop {
                let mut place = [0; 40];
                let part = &input[at..input.len().min(at + 7)];
                let done = decompressed(past.clone(), part, &mut place).unwrap();
                output.extend(&place[..done.written]);
                past.input.extend(&part[..done.read]);
                past.given = done.given;
                at += done.read;
                if done.has_ended {
                    break;
                }
                if forgets {
                    LAST.with(|last| *last.borrow_mut() = None);
                }
            }
            assert_eq!(output, b"abc".repeat(50));
            assert_eq!(at, input.len());
        }
        assert!(decompressed(Past { is_raw: false, input: Vec::new(), given: 0 }, &[1, 2, 3], &mut [0; 9]).is_none());
    }
}
