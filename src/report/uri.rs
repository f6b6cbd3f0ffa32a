//! Paths that class files name as references of RFC 3986.

use std::fmt::Write;

/// A path below a folder as a relative reference: everything but unreserved characters and slashes is percent-encoded, the
/// colon too, so that no first part is taken for a scheme. None when the path leaves the folder.
pub(super) fn relative_reference(path: &str) -> Option<String> {
    let mut reference = String::with_capacity(path.len());
    for part in path.split('/') {
        if matches!(part, "" | "." | "..") {
            return None;
        }
        if !reference.is_empty() {
            reference.push('/');
        }
        for byte in part.bytes() {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'$') {
                reference.push(char::from(byte));
            } else {
                // Writing to a string cannot fail.
                let _ = write!(reference, "%{byte:02X}");
            }
        }
    }
    Some(reference)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_paths_stay() {
        assert_eq!(relative_reference("com/example/A$B.java").as_deref(), Some("com/example/A$B.java"));
    }

    #[test]
    fn what_uris_give_a_meaning_is_encoded() {
        assert_eq!(relative_reference("javascript:alert(1)").as_deref(), Some("javascript%3Aalert%281%29"));
        assert_eq!(relative_reference("a b?#%\n\\é").as_deref(), Some("a%20b%3F%23%25%0A%5C%C3%A9"));
    }

    #[test]
    fn no_reference_leaves_the_folder() {
        for path in ["../x", "a/../../x", "/etc/passwd", "", "a//b", "."] {
            assert_eq!(relative_reference(path), None, "{path}");
        }
    }
}
