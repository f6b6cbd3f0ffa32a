//! The files in the folder of the JDK. They are known, and no answer depends on where that folder is. Of other files
//! nothing is known, nor of the folder that the program runs in.

use super::arguments::{Abrupt, Call};
use super::encodings::array_of_bytes;
use super::environment::{FILE_NAMES, is_initialiser_of};
use super::objects::nothing;
use super::{MethodModel, Precision, exact, value};
use crate::heap::{Contents, EnvironmentSource, ObjectId, Reference, Value};
use crate::term::{Domain, ElementKind, TermId};
use std::sync::Arc;

const STATIC_PROPERTY: &str = "jdk/internal/util/StaticProperty";
const INPUT: &str = "java/io/FileInputStream";
const DESCRIPTOR: &str = "java/io/FileDescriptor";
const CLEANABLE: &str = "java/io/FileCleanable";
const BYTES: &str = "java/io/ByteArrayInputStream";
const FILES: &str = "java/io/UnixFileSystem";
const PATHS: &str = "sun/nio/fs/UnixFileSystem";
const PATHS_PROVIDER: &str = "sun/nio/fs/UnixFileSystemProvider";

/// What stands for the JDK's folder, and for the one that the program runs in.
const HOME: &str = "/java.home";
const CURRENT: &str = "/user.dir";
/// The number of every open file: which one it is its path says.
const OPEN: i32 = 3;
/// How many characters of a number's file are looked at at most: more than any buffer of the JDK asks for.
const MOST_READ: i32 = 1 << 16;

pub(super) const TABLE: &[MethodModel] = &[
    value(STATIC_PROPERTY, "javaHome", "()Ljava/lang/String;", Precision::Exact, |call| path_text(call, HOME)),
    value(STATIC_PROPERTY, "userDir", "()Ljava/lang/String;", Precision::Exact, current_folder),
    value(STATIC_PROPERTY, "jnuEncoding", "()Ljava/lang/String;", Precision::Exact, encoding_of_names),
    value(INPUT, "open0", "(Ljava/lang/String;)V", Precision::Bounded, open),
    value(INPUT, "read0", "()I", Precision::Bounded, read),
    value(INPUT, "readBytes", "([BII)I", Precision::Bounded, read_bytes),
    value(INPUT, "length0", "()J", Precision::Bounded, |call| {
        let (_, content) = opened(call)?;
        Ok(Some(Value::Long(call.machine.pool.long(content.len() as i64))))
    }),
    value(INPUT, "position0", "()J", Precision::Bounded, |call| {
        let (file, _) = opened(call)?;
        let position = position(call, file)?;
        Ok(Some(Value::Long(call.machine.pool.long(position as i64))))
    }),
    value(INPUT, "available0", "()I", Precision::Bounded, |call| {
        let (file, content) = opened(call)?;
        let rest = content.len().saturating_sub(position(call, file)?);
        Ok(Some(Value::Int(call.small(rest as i32))))
    }),
    value(INPUT, "skip0", "(J)J", Precision::Bounded, skip),
    value(INPUT, "isRegularFile0", "(Ljava/io/FileDescriptor;)Z", Precision::Bounded, |call| {
        opened(call)?;
        Ok(Some(Value::Int(call.small(1))))
    }),
    value(INPUT, "close", "()V", Precision::Exact, close),
    // What is done when nobody refers to a file any more, which never happens here.
    exact(CLEANABLE, "register", "(Ljava/io/FileDescriptor;)V", nothing),
    exact(CLEANABLE, "unregister", "(Ljava/io/FileDescriptor;)V", nothing),
    // As on all machines but Windows.
    value(DESCRIPTOR, "getHandle", "(I)J", Precision::Bounded, |call| {
        Ok(Some(Value::Long(call.machine.pool.long(-1))))
    }),
    value(DESCRIPTOR, "getAppend", "(I)Z", Precision::Bounded, not_appending),
    value(FILES, "resolve", "(Ljava/io/File;)Ljava/lang/String;", Precision::Exact, resolved),
    // The names of the JDK's own files are as the JDK makes them, without links or dots.
    value(FILES, "canonicalize0", "(Ljava/lang/String;)Ljava/lang/String;", Precision::Bounded, |call| {
        let path = known_text(call, 1)?;
        if !is_missing(call, &path) {
            content_of(call, &path)?;
        }
        Ok(Some(call.value(1)))
    }),
    value(FILES, "getBooleanAttributes0", "(Ljava/io/File;)I", Precision::Bounded, attributes),
    value(PATHS, "defaultDirectory", "()[B", Precision::Exact, |call| {
        call.refuse("which depends on where the program runs")
    }),
    value("sun/nio/fs/UnixNativeDispatcher", "getcwd", "()[B", Precision::Exact, |call| {
        byte_array(call, CURRENT.as_bytes())
    }),
    // What the system can do beyond the least shows only where files are used.
    value("sun/nio/fs/UnixNativeDispatcher", "init", "()I", Precision::Exact, |call| {
        Ok(Some(Value::Int(call.small(0))))
    }),
    value(
        "sun/nio/fs/UnixPath",
        "encode",
        "(Lsun/nio/fs/UnixFileSystem;Ljava/lang/String;)[B",
        Precision::Exact,
        encoded,
    ),
    exact("jdk/internal/loader/BootLoader", "loadLibrary", "(Ljava/lang/String;)V", nothing),
    // What the JDK's code asks of its own files by their paths.
    value("java/nio/file/Files", "isRegularFile", REGULAR_FILE, Precision::Exact, |call| {
        own_file(call)?;
        Ok(Some(Value::Int(call.small(1))))
    }),
    value("java/nio/file/Files", "isDirectory", REGULAR_FILE, Precision::Exact, |call| {
        own_folder(call)?;
        Ok(Some(Value::Int(call.small(1))))
    }),
    value("java/nio/file/Files", "isReadable", "(Ljava/nio/file/Path;)Z", Precision::Exact, |call| {
        own_folder(call)?;
        Ok(Some(Value::Int(call.small(1))))
    }),
    value(
        "java/nio/file/Files",
        "newDirectoryStream",
        "(Ljava/nio/file/Path;Ljava/lang/String;)Ljava/nio/file/DirectoryStream;",
        Precision::Exact,
        listed,
    ),
    value(STREAM, "iterator", "()Ljava/util/Iterator;", Precision::Exact, |call| {
        let stream = call.present(0)?;
        Ok(Some(call.get(stream, ITERATOR)?))
    }),
    exact(STREAM, "close", "()V", nothing),
    value("sun/nio/fs/UnixPath", "toRealPath", REAL_PATH, Precision::Exact, |call| {
        own_file(call)?;
        Ok(Some(call.value(0)))
    }),
    value("java/nio/file/Files", "newInputStream", OPENED, Precision::Exact, |call| {
        let content = own_file(call)?;
        stream_of(call, Some(content.to_vec()))
    }),
];

/// The folder of the JDK whose path is the first argument, where its own code asks, and what it has; other paths are left to the code.
fn own_folder(call: &mut Call<'_, '_>) -> Result<Vec<String>, Abrupt> {
    let path = own_path(call)?;
    let names = inside(&path).zip(call.machine.program.jdk()).and_then(|(path, jdk)| jdk.folder(path));
    names.map(<[String]>::to_vec).ok_or(Abrupt::RunsCode)
}

/// What a folder of the JDK has, by a pattern that its code asks for: `{default,exempt}_*.policy`.
fn listed(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let mut names = own_folder(call)?;
    if known_text(call, 1)? != POLICIES {
        return call.refuse("of another pattern");
    }
    let is_policy =
        |name: &String| name.ends_with(".policy") && (name.starts_with("default_") || name.starts_with("exempt_"));
    names.retain(is_policy);
    let mut paths = Vec::new();
    for (asked, name) in names.iter().enumerate() {
        let name = call.interned(Some(name))?;
        let resolve = ("java/nio/file/Path", "resolve", "(Ljava/lang/String;)Ljava/nio/file/Path;");
        paths.push(call.answer(asked, resolve, vec![call.value(0), name])?);
    }
    let array = call.reference_array("java/nio/file/Path", &paths)?;
    let iterator = call.state.heap.allocate(call.machine.builtin("java/util/Arrays$ArrayItr")?);
    call.write(iterator, "a", array)?;
    // A stream whose iterator is that one: its place for it is the class's own.
    let stream = call.state.heap.allocate(call.machine.builtin(STREAM)?);
    call.set(stream, ITERATOR, Value::Reference(Reference::Object(iterator)));
    Ok(Some(Value::Reference(Reference::Object(stream))))
}

const POLICIES: &str = "{default,exempt}_*.policy";
const STREAM: &str = "sun/nio/fs/UnixDirectoryStream";
const ITERATOR: (&str, &str, &str) = (STREAM, "iterator", "Ljava/util/Iterator;");

const REGULAR_FILE: &str = "(Ljava/nio/file/Path;[Ljava/nio/file/LinkOption;)Z";
const REAL_PATH: &str = "([Ljava/nio/file/LinkOption;)Ljava/nio/file/Path;";
const OPENED: &str = "(Ljava/nio/file/Path;[Ljava/nio/file/OpenOption;)Ljava/io/InputStream;";

/// The content of the JDK's file whose path is the first argument, where its own code asks; other paths are left to the code.
fn own_file(call: &mut Call<'_, '_>) -> Result<Arc<[u8]>, Abrupt> {
    let path = own_path(call)?;
    content_of(call, &path).map_err(|_| Abrupt::RunsCode)
}

/// The path that is the first argument, where the JDK's own code asks.
fn own_path(call: &mut Call<'_, '_>) -> Result<String, Abrupt> {
    let asks = call.asking();
    let path = call.present(0)?;
    let Some(Value::Reference(bytes)) = call.read(path, "path").filter(|_| asks.is_some_and(|asks| asks.is_jdk)) else {
        return Err(Abrupt::RunsCode);
    };
    let bytes = call.state.heap.resolve(bytes)?.and_then(|bytes| call.machine.known_elements(call.state, bytes));
    let bytes = bytes.map(|bytes| bytes.into_iter().map(|byte| byte as u8).collect());
    bytes.and_then(|bytes| String::from_utf8(bytes).ok()).ok_or(Abrupt::RunsCode)
}

fn path_text(call: &mut Call<'_, '_>, path: &str) -> Result<Option<Value>, Abrupt> {
    let text = call.constant(path);
    call.shared_string(text)
}

/// The folder that the program runs in, for those who keep it and are asked here before they use it.
fn current_folder(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    if call.asking().is_some_and(|class| matches!(&*class.name, FILES | PATHS_PROVIDER)) {
        return path_text(call, CURRENT);
    }
    call.refuse("which depends on where the program runs")
}

/// What encodes the names of files, for those who encode ASCII characters alone (see `encoded`).
fn encoding_of_names(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    if is_initialiser_of(call, &[FILE_NAMES]) {
        return path_text(call, "UTF-8");
    }
    call.refuse("which the machine decides")
}

/// A text argument that no input decides.
pub(super) fn known_text(call: &mut Call<'_, '_>, position: usize) -> Result<String, Abrupt> {
    let text = call.text(position)?;
    match call.machine.pool.as_text(text).map(String::from_utf16) {
        Some(Ok(text)) => Ok(text),
        _ => call.refuse("of a text that depends on the input"),
    }
}

/// The path within the JDK's folder, of a path that begins there.
fn inside(path: &str) -> Option<&str> {
    path.strip_prefix(HOME).and_then(|path| path.strip_prefix('/'))
}

/// Whether a path is that of a file which the JDK looks for in its folder, and which is not there.
fn is_missing(call: &Call<'_, '_>, path: &str) -> bool {
    let jdk = call.machine.program.jdk();
    inside(path).zip(jdk).is_some_and(|(path, jdk)| jdk.lacks_file(path))
}

fn content_of(call: &Call<'_, '_>, path: &str) -> Result<Arc<[u8]>, Abrupt> {
    let inside = inside(path);
    let jdk = call.machine.program.jdk();
    match inside.and_then(|inside| jdk?.file(inside)) {
        Some(content) => Ok(content),
        None => call.refuse("of a file that is not the JDK's"),
    }
}

fn open(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let path = known_text(call, 1)?;
    content_of(call, &path)?;
    let file = descriptor(call)?;
    let (number, start) = (call.small(OPEN), call.machine.pool.long(0));
    call.write(file, "fd", Value::Int(number))?;
    call.write(file, "handle", Value::Long(start))?;
    Ok(None)
}

/// What says which file the receiver reads, and how far it has read: its handle, which the JVM uses on Windows alone.
fn descriptor(call: &Call<'_, '_>) -> Result<ObjectId, Abrupt> {
    let stream = call.present(0)?;
    match call.read(stream, "fd") {
        Some(Value::Reference(file)) if let Some(file) = call.state.heap.resolve(file)? => Ok(file),
        _ => call.refuse("of a file that is not the JDK's"),
    }
}

/// The open file of the receiver, and its content.
fn opened(call: &mut Call<'_, '_>) -> Result<(ObjectId, Arc<[u8]>), Abrupt> {
    let file = descriptor(call)?;
    let stream = call.present(0)?;
    let Some(Value::Reference(path)) = call.read(stream, "path") else {
        return call.refuse("of a file that is not the JDK's");
    };
    let path = call.state.heap.resolve(path)?.and_then(|path| call.text_of(path));
    match path.and_then(|path| call.machine.pool.as_text(path)).map(String::from_utf16) {
        Some(Ok(path)) => Ok((file, content_of(call, &path)?)),
        _ => call.refuse("of a file that is not the JDK's"),
    }
}

/// How many bytes of an open file were read.
fn position(call: &Call<'_, '_>, file: ObjectId) -> Result<usize, Abrupt> {
    let handle = match call.read(file, "handle") {
        Some(Value::Long(handle)) => call.machine.pool.as_constant(handle),
        _ => None,
    };
    match handle.and_then(|handle| usize::try_from(handle).ok()) {
        Some(position) => Ok(position),
        None => call.refuse("of a file that is closed"),
    }
}

fn set_position(call: &mut Call<'_, '_>, file: ObjectId, position: i64) -> Result<(), Abrupt> {
    let position = call.machine.pool.long(position);
    call.write(file, "handle", Value::Long(position))
}

fn read(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let (file, content) = opened(call)?;
    let position = position(call, file)?;
    let byte = content.get(position).copied();
    if byte.is_some() {
        set_position(call, file, position as i64 + 1)?;
    }
    Ok(Some(Value::Int(call.small(byte.map_or(-1, i32::from)))))
}

fn read_bytes(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let (file, content) = opened(call)?;
    let position = position(call, file)?;
    let (from, most) = (call.int(2)?, call.int(3)?);
    let Some(most) = call.machine.pool.as_int(most).filter(|most| (0..=MOST_READ).contains(most)) else {
        return call.refuse("of so many bytes");
    };
    let rest = content.get(position..).unwrap_or_default();
    let read = rest.get(..most as usize).unwrap_or(rest);
    if read.is_empty() && most > 0 {
        return Ok(Some(Value::Int(call.small(-1))));
    }
    let array = call.present_array(1)?;
    let Some(body) = call.state.heap.array(array) else { return call.refuse("into no array") };
    let (length, Contents::Primitive(ElementKind::Byte, before)) = (body.length, body.contents.clone()) else {
        return call.refuse("into no array of bytes");
    };
    let (zero, wanted) = (call.small(0), call.small(most));
    let end = call.machine.pool.add(from, wanted);
    call.require_range((zero, from, end), "java/lang/IndexOutOfBoundsException")?;
    call.require_range((from, end, length), "java/lang/IndexOutOfBoundsException")?;
    let bytes = contents(call, read);
    let (zero, count) = (call.small(0), call.small(read.len() as i32));
    let changed = call.machine.pool.copy(before, from, bytes, zero, count);
    if let Some(body) = call.state.heap.array_mut(array) {
        body.contents = Contents::Primitive(ElementKind::Byte, changed);
    }
    set_position(call, file, (position + read.len()) as i64)?;
    Ok(Some(Value::Int(count)))
}

fn skip(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let (file, _) = opened(call)?;
    let position = position(call, file)? as i64;
    let count = call.number(1)?;
    let Some(to) = call.machine.pool.as_constant(count).and_then(|count| position.checked_add(count)) else {
        return call.refuse("of a number that depends on the input");
    };
    if to < 0 {
        return call.refuse("before the beginning");
    }
    set_position(call, file, to)?;
    Ok(Some(Value::Long(count)))
}

/// Closes a file of the JDK; others were never opened.
fn close(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let (file, _) = opened(call)?;
    set_position(call, file, -1)?;
    Ok(None)
}

/// Nothing has been opened for appending to by who started the JVM: known of the standard input alone.
fn not_appending(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    Ok(Some(Value::Int(call.small(0))))
}

/// What `java.io.FileSystem` says of a file that is there, of one that is a regular file too, and of a folder.
const EXISTS: i32 = 0x1;
const REGULAR: i32 = EXISTS | 0x2;
const FOLDER: i32 = EXISTS | 0x4;

fn attributes(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let file = call.present(1)?;
    let path = match call.read(file, "path") {
        Some(Value::Reference(path)) => call.state.heap.resolve(path)?.and_then(|path| call.text_of(path)),
        _ => None,
    };
    let path = path.and_then(|path| call.machine.pool.as_text(path)).map(String::from_utf16);
    let Some(Ok(path)) = path.filter(|path| path.as_ref().is_ok_and(|path| path.starts_with(HOME))) else {
        return any_attributes(call);
    };
    if is_missing(call, &path) {
        return Ok(Some(Value::Int(call.small(0))));
    }
    content_of(call, &path)?;
    Ok(Some(Value::Int(call.small(REGULAR))))
}

/// Of a file of the machine: it is not there, or it is a regular file, a folder, or something else; another answer each time.
fn any_attributes(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let any = call.environment(EnvironmentSource::Surroundings("File.exists"), Domain::Int)?;
    let mut attributes = call.small(0);
    for (number, known) in [(1, EXISTS), (2, REGULAR), (3, FOLDER)] {
        let (number, known) = (call.small(number), call.small(known));
        let pool = &mut call.machine.pool;
        let is_it = pool.equal(any, number);
        attributes = pool.if_then_else(is_it, known, attributes);
    }
    Ok(Some(Value::Int(attributes)))
}

/// A file's absolute path, unless the current folder is part of it.
fn resolved(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let file = call.present(1)?;
    let path = match call.read(file, "path") {
        Some(Value::Reference(path)) => call.state.heap.resolve(path)?.and_then(|path| call.text_of(path)),
        _ => None,
    };
    let is_absolute = path
        .and_then(|path| call.machine.pool.as_text(path))
        .is_some_and(|units| units.first() == Some(&u16::from(b'/')));
    if is_absolute { Err(Abrupt::RunsCode) } else { call.refuse("which depends on where the program runs") }
}

/// How the machine encodes the names of files shows in others than ASCII alone.
fn encoded(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let text = call.text(1)?;
    if call.is_ascii(text)? { Err(Abrupt::RunsCode) } else { call.refuse("of other than ASCII characters") }
}

/// The contents of an array of known bytes.
fn contents(call: &mut Call<'_, '_>, bytes: &[u8]) -> TermId {
    let values: Vec<i64> = bytes.iter().map(|byte| i64::from(*byte as i8)).collect();
    call.machine.pool.contents_of(ElementKind::Byte, &values)
}

pub(super) fn byte_array(call: &mut Call<'_, '_>, bytes: &[u8]) -> Result<Option<Value>, Abrupt> {
    let held = contents(call, bytes);
    let length = call.small(bytes.len() as i32);
    Ok(Some(array_of_bytes(call.machine, call.state, held, length)))
}

/// A stream of bytes; null where there are none.
pub(super) fn stream_of(call: &mut Call<'_, '_>, content: Option<Vec<u8>>) -> Result<Option<Value>, Abrupt> {
    let Some(bytes) = content else { return Ok(Some(Value::Reference(Reference::Null))) };
    let array = byte_array(call, &bytes)?.unwrap_or(Value::Reference(Reference::Null));
    let stream = call.state.heap.allocate(call.machine.builtin(BYTES)?);
    let count = Value::Int(call.small(bytes.len() as i32));
    call.write(stream, "buf", array)?;
    call.write(stream, "count", count)?;
    Ok(Some(Value::Reference(Reference::Object(stream))))
}
