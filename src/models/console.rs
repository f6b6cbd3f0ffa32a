//! `System.in` by way of `Scanner` and `BufferedReader.readLine`: what is read is an input of the program, and there may be less
//! than it asks for, or something else.

use super::arguments::{Abrupt, Call, Outcome};
use super::{MethodModel, Precision, value};
use crate::classfile::java_name;
use crate::exec::{Caveat, Interrupt, StopReason};
use crate::heap::{Ahead, ConsoleItem, ConsoleRole, EnvironmentSource, ObjectId, Reference, TokenKind, Value};
use crate::program::FieldId;
use crate::term::{Domain, InputId, TermId, TextOperator as T};

const SCANNER: &str = "java/util/Scanner";
const STREAM_READER: &str = "java/io/InputStreamReader";
const BUFFERED: &str = "java/io/BufferedReader";
const NO_SUCH_ELEMENT: &str = "java/util/NoSuchElementException";
const MISMATCH: &str = "java/util/InputMismatchException";

const fn scanner(name: &'static str, descriptor: &'static str, model: fn(&mut Call<'_, '_>) -> Outcome) -> MethodModel {
    value(SCANNER, name, descriptor, Precision::Bounded, model)
}

const fn reader(name: &'static str, descriptor: &'static str, model: fn(&mut Call<'_, '_>) -> Outcome) -> MethodModel {
    value(STREAM_READER, name, descriptor, Precision::Bounded, model)
}

/// A scanner's bytecode never runs: what has no row here stops the path.
pub(super) const TABLE: &[MethodModel] = &[
    scanner("<init>", "(Ljava/io/InputStream;)V", |call| {
        if is_standard_input(call, 1)? { Ok(None) } else { call.unmodelled("of another stream") }
    }),
    scanner("close", "()V", |call| {
        let scanner = call.present(0)?;
        note_other_source(call, scanner);
        call.state.heap.console.is_closed = true;
        Ok(None)
    }),
    scanner("hasNext", "()Z", |call| has(call, has_token)),
    scanner("hasNextLine", "()Z", |call| has(call, has_line)),
    scanner("hasNextBoolean", "()Z", |call| has(call, |call| reads_as(call, TokenKind::Boolean))),
    scanner("hasNextInt", "()Z", |call| has(call, |call| reads_as(call, TokenKind::Int))),
    scanner("hasNextLong", "()Z", |call| has(call, |call| reads_as(call, TokenKind::Long))),
    scanner("hasNextDouble", "()Z", |call| has(call, |call| reads_as(call, TokenKind::Double))),
    scanner("next", "()Ljava/lang/String;", word),
    scanner("nextLine", "()Ljava/lang/String;", |call| {
        read_by(call, 0)?;
        if has_line(call)? { line(call) } else { Err(Abrupt::Threw(NO_SUCH_ELEMENT)) }
    }),
    scanner("nextBoolean", "()Z", |call| token(call, TokenKind::Boolean)),
    scanner("nextInt", "()I", |call| token(call, TokenKind::Int)),
    scanner("nextLong", "()J", |call| token(call, TokenKind::Long)),
    scanner("nextDouble", "()D", |call| token(call, TokenKind::Double)),
    reader("<init>", "(Ljava/io/InputStream;)V", read_standard_input),
    reader("<init>", "(Ljava/io/InputStream;Ljava/lang/String;)V", of_other_stream),
    reader("<init>", "(Ljava/io/InputStream;Ljava/nio/charset/Charset;)V", of_other_stream),
    reader("read", "()I", of_other_reader),
    reader("read", "([CII)I", of_other_reader),
    reader("ready", "()Z", of_other_reader),
    reader("close", "()V", close_reader),
    value(BUFFERED, "readLine", "()Ljava/lang/String;", Precision::Bounded, read_line),
];

/// Whether an argument is what `System.in` holds.
fn is_standard_input(call: &mut Call<'_, '_>, position: usize) -> Result<bool, Abrupt> {
    let Value::Reference(reference) = call.value(position) else { return call.unmodelled("of no stream") };
    let given = call.state.heap.resolve(reference)?;
    Ok(given.is_some() && given == standard_input(call)?)
}

/// The object that `System.in` holds.
fn standard_input(call: &mut Call<'_, '_>) -> Result<Option<ObjectId>, Abrupt> {
    let Some(field) = field(call, ("java/lang/System", "in", "Ljava/io/InputStream;")) else { return Ok(None) };
    match call.machine.initialised_static(call.state, field)? {
        Value::Reference(Reference::Object(object)) => Ok(Some(object)),
        _ => Ok(None),
    }
}

fn field(call: &Call<'_, '_>, field: (&str, &str, &str)) -> Option<FieldId> {
    call.machine.program.field_by_name(field)
}

/// Notes that an object reads the standard input.
///
/// # Errors
/// A stop, where another one has read it.
fn read_by(call: &mut Call<'_, '_>, position: usize) -> Result<(), Abrupt> {
    let object = call.present(position)?;
    note_other_source(call, object);
    let known = call.state.heap.console.reader.get_or_insert(object);
    if *known != object {
        return call.unmodelled("beside another reader of System.in");
    }
    if call.state.heap.console.is_closed { call.unmodelled("of a closed reader") } else { Ok(()) }
}

/// Notes that a scanner from elsewhere may read from anything: a class of the caller's, which does as it likes meanwhile, or nothing any
/// more.
fn note_other_source(call: &mut Call<'_, '_>, reader: ObjectId) {
    if call.state.heap.is_input(reader) {
        call.machine.caveats.insert(Caveat::OpenType(java_name(call.model.class)));
    }
}

/// An answer about the next item: it stays the same until that is read.
fn answer(call: &mut Call<'_, '_>, role: ConsoleRole) -> Result<bool, Abrupt> {
    let value = ask(call, role, Domain::Boolean)?;
    let zero = call.small(0);
    let holds = call.machine.pool.not_equal(value, zero);
    call.decide(holds)
}

fn ask(call: &mut Call<'_, '_>, role: ConsoleRole, domain: Domain) -> Result<TermId, Abrupt> {
    let item = u32::try_from(call.state.heap.console.items.len()).unwrap_or(u32::MAX);
    call.environment(EnvironmentSource::Console(item, role), domain)
}

fn has(call: &mut Call<'_, '_>, asked: fn(&mut Call<'_, '_>) -> Result<bool, Abrupt>) -> Outcome {
    read_by(call, 0)?;
    let answer = asked(call)?;
    Ok(Some(Value::Int(call.small(i32::from(answer)))))
}

/// Whether there is another token.
fn has_token(call: &mut Call<'_, '_>) -> Result<bool, Abrupt> {
    let known = call.state.heap.console.ahead;
    let ahead = match known {
        Ahead::Unknown if !answer(call, ConsoleRole::HasToken)? => Ahead::NoToken,
        Ahead::Unknown => Ahead::Token,
        // A blank line and no token after it would leave the line to be read.
        Ahead::Line if !answer(call, ConsoleRole::HasToken)? => {
            return call.unmodelled("where only blank lines are left");
        }
        Ahead::Line => Ahead::Token,
        _ => known,
    };
    call.state.heap.console.ahead = ahead;
    Ok(!matches!(ahead, Ahead::NoToken | Ahead::Nothing))
}

/// Whether there is another line.
fn has_line(call: &mut Call<'_, '_>) -> Result<bool, Abrupt> {
    let known = call.state.heap.console.ahead;
    let ahead = match known {
        Ahead::Unknown if !answer(call, ConsoleRole::HasLine)? => Ahead::Nothing,
        Ahead::Unknown => Ahead::Line,
        Ahead::Line | Ahead::Nothing => known,
        _ => return call.unmodelled("of a line after it was asked for a token"),
    };
    call.state.heap.console.ahead = ahead;
    Ok(ahead == Ahead::Line)
}

/// Whether there is another token that reads as what is asked for.
fn reads_as(call: &mut Call<'_, '_>, kind: TokenKind) -> Result<bool, Abrupt> {
    if !has_token(call)? {
        return Ok(false);
    }
    match call.state.heap.console.ahead {
        Ahead::Token => {
            let matches = answer(call, ConsoleRole::Matches)?;
            let ahead = if matches { Ahead::Matching(kind) } else { Ahead::Mismatching(kind) };
            call.state.heap.console.ahead = ahead;
            Ok(matches)
        }
        Ahead::Matching(known) if known == kind => Ok(true),
        Ahead::Mismatching(known) if known == kind => Ok(false),
        _ => call.unmodelled("of a token that was asked for as another type"),
    }
}

/// The input that an answer is.
fn input_of(call: &Call<'_, '_>, term: TermId) -> Result<InputId, Abrupt> {
    let internal = || Interrupt::from(StopReason::Internal("an input that is none".into()));
    Ok(call.machine.pool.inputs(term).first().copied().ok_or_else(internal)?)
}

/// Notes that an item was read.
fn read(call: &mut Call<'_, '_>, item: ConsoleItem) {
    call.state.heap.console.items.push_back(item);
    call.state.heap.console.ahead = Ahead::Unknown;
}

fn token(call: &mut Call<'_, '_>, kind: TokenKind) -> Outcome {
    read_by(call, 0)?;
    if !reads_as(call, kind)? {
        let is_there = has_token(call)?;
        return Err(Abrupt::Threw(if is_there { MISMATCH } else { NO_SUCH_ELEMENT }));
    }
    let domain = match kind {
        TokenKind::Boolean => Domain::Boolean,
        TokenKind::Int => Domain::Int,
        TokenKind::Long => Domain::Long,
        TokenKind::Double => Domain::Double,
    };
    let term = ask(call, ConsoleRole::Value, domain)?;
    let input = input_of(call, term)?;
    read(call, ConsoleItem::Token(kind, input));
    Ok(Some(match kind {
        TokenKind::Boolean | TokenKind::Int => Value::Int(term),
        TokenKind::Long => Value::Long(term),
        TokenKind::Double => Value::Double(term),
    }))
}

/// ASCII characters that end a token.
const WHITE_SPACE: [u16; 10] = [9, 10, 11, 12, 13, 28, 29, 30, 31, 32];

/// Goes on where a condition holds; there is no other path.
fn assume(call: &mut Call<'_, '_>, condition: TermId) -> Result<(), Abrupt> {
    if call.decide(condition)? { Ok(()) } else { Err(Interrupt::from(StopReason::AssumptionFails).into()) }
}

/// That a text has none of these units.
fn without(call: &mut Call<'_, '_>, text: TermId, units: &[u16]) -> TermId {
    let (zero, none) = (call.small(0), call.small(-1));
    let mut all = call.machine.pool.truth(true);
    for unit in units {
        let sought = call.machine.pool.text(&[*unit]);
        let found = call.operation(T::IndexOf, &[text, sought, zero]);
        let is_absent = call.machine.pool.equal(found, none);
        all = call.machine.pool.conjunction(all, is_absent);
    }
    all
}

fn word(call: &mut Call<'_, '_>) -> Outcome {
    read_by(call, 0)?;
    if !has_token(call)? {
        return Err(Abrupt::Threw(NO_SUCH_ELEMENT));
    }
    if call.state.heap.console.ahead != Ahead::Token {
        return call.unmodelled("of a token that was asked for as another type");
    }
    let text = ask(call, ConsoleRole::Value, Domain::Text)?;
    let (length, zero) = (call.length(text), call.small(0));
    let is_there = call.machine.pool.less(zero, length);
    let plain = without(call, text, &WHITE_SPACE);
    let is_token = call.machine.pool.conjunction(is_there, plain);
    assume(call, is_token)?;
    let input = input_of(call, text)?;
    read(call, ConsoleItem::Word(input));
    call.new_string(text)
}

/// The next line, or what is left of the one that a token was read from: nothing, or what a token cannot go on with. Beyond
/// ASCII, where replays do not go, it may be too much.
fn line(call: &mut Call<'_, '_>) -> Outcome {
    let text = ask(call, ConsoleRole::Value, Domain::Text)?;
    let mut is_line = without(call, text, &[10, 13]);
    if call.state.heap.console.is_within_line() {
        let ends = ends_token(call, text);
        is_line = call.machine.pool.conjunction(is_line, ends);
    }
    assume(call, is_line)?;
    let input = input_of(call, text)?;
    read(call, ConsoleItem::Line(input));
    call.new_string(text)
}

/// That a text is empty or begins with white space.
fn ends_token(call: &mut Call<'_, '_>, text: TermId) -> TermId {
    let (length, zero) = (call.length(text), call.small(0));
    let first = call.operation(T::CharAt, &[text, zero]);
    let mut any = call.machine.pool.equal(length, zero);
    for (low, high) in [(9, 13), (28, 32), (128, 0xffff)] {
        let (low, high) = (call.small(low), call.small(high));
        let pool = &mut call.machine.pool;
        let (above, below) = (pool.less_or_equal(low, first), pool.less_or_equal(first, high));
        let inside = pool.conjunction(above, below);
        any = pool.disjunction(any, inside);
    }
    any
}

/// Whether a reader is one of the standard input: its lock is.
fn is_of_standard_input(call: &mut Call<'_, '_>, reader: ObjectId) -> Result<bool, Abrupt> {
    let Some(lock) = field(call, ("java/io/Reader", "lock", "Ljava/lang/Object;")) else { return Ok(false) };
    let standard = standard_input(call)?;
    let (heap, mut context) = call.machine.heap_context(call.state);
    let held = heap.read_field(&mut context, reader, lock);
    Ok(standard.is_some_and(|object| held == Value::Reference(Reference::Object(object))))
}

fn read_standard_input(call: &mut Call<'_, '_>) -> Outcome {
    if !is_standard_input(call, 1)? {
        return of_other_stream(call);
    }
    let reader = call.present(0)?;
    let standard = standard_input(call)?;
    if let (Some(lock), Some(object)) = (field(call, ("java/io/Reader", "lock", "Ljava/lang/Object;")), standard) {
        call.state.heap.write_field(reader, lock, Value::Reference(Reference::Object(object)));
    }
    Ok(None)
}

fn own_code(_: &mut Call<'_, '_>) -> Outcome {
    Err(Abrupt::RunsCode)
}

fn of_other_stream(call: &mut Call<'_, '_>) -> Outcome {
    if is_standard_input(call, 1)? { call.unmodelled("of System.in") } else { own_code(call) }
}

fn of_other_reader(call: &mut Call<'_, '_>) -> Outcome {
    let reader = call.present(0)?;
    if is_of_standard_input(call, reader)? { call.unmodelled("of System.in") } else { own_code(call) }
}

fn close_reader(call: &mut Call<'_, '_>) -> Outcome {
    let reader = call.present(0)?;
    if !is_of_standard_input(call, reader)? {
        return own_code(call);
    }
    call.state.heap.console.is_closed = true;
    Ok(None)
}

fn read_line(call: &mut Call<'_, '_>) -> Outcome {
    let buffered = call.present(0)?;
    let source = match field(call, (BUFFERED, "in", "Ljava/io/Reader;")) {
        Some(field) => {
            let (heap, mut context) = call.machine.heap_context(call.state);
            heap.read_field(&mut context, buffered, field)
        }
        None => Value::Nothing,
    };
    let source = match source {
        Value::Reference(source) => call.state.heap.resolve(source)?,
        _ => None,
    };
    let is_standard = match source {
        Some(source) => is_of_standard_input(call, source)?,
        None => false,
    };
    if !is_standard {
        return own_code(call);
    }
    read_by(call, 0)?;
    if has_line(call)? { line(call) } else { Ok(Some(Value::Reference(Reference::Null))) }
}
