//! The class file's own text encoding (JVMS 4.4.7): UTF-8 of UTF-16 units, with a two-byte zero.

/// The UTF-16 units of modified UTF-8, lone surrogates included; none when the bytes are not modified UTF-8.
pub fn decode_modified_utf8(bytes: &[u8]) -> Option<Vec<u16>> {
    // Never more units than bytes, and mostly as many.
    let mut units = Vec::with_capacity(bytes.len());
    decode_with(bytes, |unit| units.push(unit))?;
    Some(units)
}

/// Whether bytes are modified UTF-8.
pub(super) fn is_modified_utf8(bytes: &[u8]) -> bool {
    is_plain(bytes) || decode_with(bytes, |_| ()).is_some()
}

/// The text of modified UTF-8; a lone surrogate becomes U+FFFD. None when the bytes are not modified UTF-8.
pub(super) fn modified_utf8_to_text(bytes: &[u8]) -> Option<String> {
    if is_plain(bytes) {
        return std::str::from_utf8(bytes).ok().map(str::to_owned);
    }
    decode_modified_utf8(bytes).map(|units| String::from_utf16_lossy(&units))
}

/// ASCII without the zero character is the same in every encoding at hand.
fn is_plain(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| matches!(byte, 0x01..=0x7f))
}

fn decode_with(bytes: &[u8], mut emit: impl FnMut(u16)) -> Option<()> {
    let mut rest = bytes.iter().copied();
    while let Some(first) = rest.next() {
        let lead = u16::from(first);
        emit(match first {
            0x01..=0x7f => lead,
            0xc0..=0xdf => (lead & 0x1f) << 6 | continuation(rest.next())?,
            0xe0..=0xef => {
                let middle = continuation(rest.next())?;
                (lead & 0x0f) << 12 | middle << 6 | continuation(rest.next())?
            }
            _ => return None,
        });
    }
    Some(())
}

fn continuation(byte: Option<u8>) -> Option<u16> {
    byte.filter(|byte| byte & 0xc0 == 0x80).map(|byte| u16::from(byte & 0x3f))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_survives() {
        assert_eq!(decode_modified_utf8(b"abc"), Some(vec![0x61, 0x62, 0x63]));
        assert_eq!(decode_modified_utf8(b""), Some(Vec::new()));
        for (bytes, unit) in [
            (&[0xc0, 0x80][..], 0),
            (&[0xc3, 0xa9], 0xe9),
            (&[0xe2, 0x82, 0xac], 0x20ac),
            (&[0xed, 0xa0, 0x80], 0xd800),
            (&[0xed, 0xbf, 0xbf], 0xdfff),
            (&[0xef, 0xbf, 0xbf], 0xffff),
        ] {
            assert_eq!(decode_modified_utf8(bytes), Some(vec![unit]));
            assert!(is_modified_utf8(bytes));
        }
    }

    #[test]
    fn text_joins_surrogate_pairs_and_marks_lone_ones() {
        let pair = [0xed, 0xa0, 0x81, 0xed, 0xb0, 0x80];
        assert_eq!(modified_utf8_to_text(&pair).as_deref(), Some("\u{10400}"));
        assert_eq!(modified_utf8_to_text(&pair[..3]).as_deref(), Some("\u{fffd}"));
        assert_eq!(modified_utf8_to_text(b"p/C").as_deref(), Some("p/C"));
    }

    #[test]
    fn other_bytes_are_refused() {
        for bytes in [
            &[0x00][..],
            &[0x80],
            &[0xbf],
            &[0xc3],
            &[0xc3, 0x28],
            &[0xe2, 0x82],
            &[0xe2, 0x28, 0xa1],
            &[0xf0, 0x90, 0x90, 0x80],
            &[0xff],
        ] {
            assert_eq!(decode_modified_utf8(bytes), None, "{bytes:?}");
            assert!(!is_modified_utf8(bytes) && modified_utf8_to_text(bytes).is_none());
        }
    }
}
