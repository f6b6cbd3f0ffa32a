//! Texts as a terminal may show them: what would be obeyed or could not be seen is written as an escape.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};
use unicode_general_category::{GeneralCategory, get_general_category};

/// A text without control and format characters, which names in class files may have and which a terminal would obey or
/// show as nothing: they become `\u001b` and the like, in UTF-16 units as Java and JSON write them.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unprintable) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    push_printable(&mut escaped, text, |_| false);
    Cow::Owned(escaped)
}

/// Appends a text with its unprintable characters as escapes, but for those that are kept.
fn push_printable(escaped: &mut String, text: &str, is_kept: fn(char) -> bool) {
    for character in text.chars() {
        if is_unprintable(character) && !is_kept(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        } else {
            escaped.push(character);
        }
    }
}

/// Control characters, those that change the direction or the shape of what stands around them, and line separators.
fn is_unprintable(character: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
    if character.is_ascii() {
        return character.is_ascii_control();
    }
    matches!(get_general_category(character), Control | Format | LineSeparator | ParagraphSeparator)
}

/// What a report is written through, whatever its format: an unprintable character that some text still has goes no further.
/// Line breaks and tabs are the report's own. In JSON an escape means the character, so a document stays the same.
pub struct PrintableWriter<W: Write> {
    inner: W,
    /// The beginning of a character that is not there in full yet.
    begun: Vec<u8>,
}

impl<W: Write> PrintableWriter<W> {
    /// A writer before another one.
    pub fn new(inner: W) -> Self {
        PrintableWriter { inner, begun: Vec::new() }
    }

    fn write_text(&mut self, text: &str) -> io::Result<()> {
        let is_own = |character: char| matches!(character, '\n' | '\t');
        if !text.chars().any(|character| is_unprintable(character) && !is_own(character)) {
            return self.inner.write_all(text.as_bytes());
        }
        let mut escaped = String::with_capacity(text.len() + 8);
        push_printable(&mut escaped, text, is_own);
        self.inner.write_all(escaped.as_bytes())
    }

    fn write_bytes(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        loop {
            let error = match std::str::from_utf8(bytes) {
                Ok(text) => return self.write_text(text),
                Err(error) => error,
            };
            let (valid, rest) = bytes.split_at(error.valid_up_to());
            self.write_text(&String::from_utf8_lossy(valid))?;
            let Some(length) = error.error_len() else {
                self.begun.extend_from_slice(rest);
                return Ok(());
            };
            self.write_text("\u{fffd}")?;
            bytes = rest.get(length..).unwrap_or_default();
        }
    }
}

impl<W: Write> Write for PrintableWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.begun.is_empty() {
            self.write_bytes(bytes)?;
        } else {
            let mut all = std::mem::take(&mut self.begun);
            all.extend_from_slice(bytes);
            self.write_bytes(&all)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn terminals_see_no_control_characters() {
        assert_eq!(printable("größer 名"), "größer 名");
        assert_eq!(printable("a\u{1b}[31m\nb\u{202e}"), "a\\u001b[31m\\u000ab\\u202e");
        assert_eq!(printable("\u{61c}\u{ad}\u{9b}\u{2029}"), "\\u061c\\u00ad\\u009b\\u2029");
        // A tag character, which nobody sees, as its two units.
        assert_eq!(printable("\u{e0041}"), "\\udb40\\udc41");
    }

    fn written(parts: &[&[u8]]) -> String {
        let mut output = Vec::new();
        let mut writer = PrintableWriter::new(&mut output);
        parts.iter().for_each(|part| writer.write_all(part).unwrap());
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn what_is_written_keeps_its_lines_and_nothing_else_that_a_terminal_obeys() {
        assert_eq!(written(&["a\n\tb\u{1b}[2J\r".as_bytes()]), "a\n\tb\\u001b[2J\\u000d");
        assert_eq!(written(&["größe".as_bytes()]), "größe");
    }

    #[test]
    fn characters_may_come_in_parts() {
        let bytes = "x\u{202e}y".as_bytes();
        for at in 0..=bytes.len() {
            let (first, second) = bytes.split_at(at);
            assert_eq!(written(&[first, second]), "x\\u202ey");
        }
        assert_eq!(written(&[&[b'a', 0xff, b'b']]), "a\u{fffd}b");
    }

    #[test]
    fn json_means_the_same() {
        let text = "\\\u{202e}\u{7f}\u{e0041}\"\n";
        let json = serde_json::to_string(text).unwrap();
        assert_eq!(serde_json::from_str::<String>(&written(&[json.as_bytes()])).unwrap(), text);
    }
}
