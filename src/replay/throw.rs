//! Reads what the harness tells of an exception when a job asks for its trace.

/// An exception of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// Internal name of its class.
    pub class: String,
    /// Its frames, the innermost first: internal class name, method, line.
    pub frames: Vec<(String, String, i64)>,
    /// Its message.
    pub message: Option<String>,
}

/// The exception of a result line; none when the call returned.
pub fn parse_throw(line: &str) -> Option<Throw> {
    let mut tokens = line.strip_prefix("throw ")?.split(' ');
    let class = unescaped(tokens.next()?);
    let mut thrown = Throw { class, frames: Vec::new(), message: None };
    for token in tokens {
        if let Some(frames) = token.strip_prefix("at=") {
            thrown.frames = frames.split(',').filter_map(frame).collect();
        } else if let Some(units) = token.strip_prefix("message=") {
            thrown.message = text(units);
        }
    }
    Some(thrown)
}

fn frame(text: &str) -> Option<(String, String, i64)> {
    let (place, line) = text.rsplit_once(':')?;
    let (class, method) = place.rsplit_once('.')?;
    Some((unescaped(class), unescaped(method), line.parse().ok()?))
}

/// A name with its escapes resolved; `%` and four hex digits stand for a UTF-16 unit.
pub(super) fn unescaped(name: &str) -> String {
    let mut units: Vec<u16> = Vec::new();
    let mut rest = name;
    while let Some(character) = rest.chars().next() {
        let escaped = rest.strip_prefix('%').and_then(|after| after.get(..4));
        if let Some(unit) = escaped.and_then(|digits| u16::from_str_radix(digits, 16).ok()) {
            units.push(unit);
            rest = rest.get(5..).unwrap_or_default();
        } else {
            let mut buffer = [0; 2];
            units.extend_from_slice(character.encode_utf16(&mut buffer));
            rest = rest.get(character.len_utf8()..).unwrap_or_default();
        }
    }
    String::from_utf16_lossy(&units)
}

/// A text of four hex digits for each UTF-16 unit; none of another one.
pub(super) fn text(digits: &str) -> Option<String> {
    let units = digits.as_bytes().chunks(4).map(|unit| u16::from_str_radix(std::str::from_utf8(unit).ok()?, 16).ok());
    Some(String::from_utf16_lossy(&units.collect::<Option<Vec<u16>>>()?))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_throw_has_its_frames_and_its_message() {
        let line = "throw p/Bad #0 at=p/C.m%0023x:12,p/C.<init>:-1 message=006f00e9 this=#1 #0=p/Bad{} #1=p/C{}";
        let thrown = parse_throw(line).unwrap();
        assert_eq!(thrown.class, "p/Bad");
        assert_eq!(
            thrown.frames,
            [("p/C".to_owned(), "m#x".to_owned(), 12), ("p/C".to_owned(), "<init>".to_owned(), -1)]
        );
        assert_eq!(thrown.message.as_deref(), Some("oé"));
        assert_eq!(parse_throw("return 3"), None);
    }
}
