//! `xs:base64Binary`.

/// Groups of four with padding only at the end, and no bits that would be lost. Characters of no meaning are passed
/// over.
pub(super) fn is_base64(text: &str) -> bool {
    let bytes = text.as_bytes();
    let end = bytes.iter().position(|&byte| byte == b'=').unwrap_or(bytes.len());
    let digits = bytes[..end].iter().filter(|&&byte| sextet(byte).is_some()).count();
    let padding = bytes[end..].iter().filter(|&&byte| byte == b'=').count();
    if bytes[end..].iter().any(|&byte| sextet(byte).is_some()) {
        return false;
    }
    let last = bytes[..end].iter().rev().find_map(|&byte| sextet(byte)).unwrap_or(0);
    match (digits % 4, padding) {
        (0, 0) => true,
        (2, 2) => last & 0b1111 == 0,
        (3, 1) => last & 0b11 == 0,
        _ => false,
    }
}

/// Whether nothing but spaces would be passed over.
pub(super) fn has_only_base64(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' ' | b'=') || sextet(byte).is_some())
}

const fn sextet(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}
