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
    byte.filter(|byte| byte & 0xc0 == 0x80)
        .map(|byte| u16::from(byte & 0x3f))
}
