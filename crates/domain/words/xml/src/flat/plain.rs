//! What is seen of a document's characters before its markup is looked at.

use memchr::memchr_iter;

/// Whether the text has only characters that mean themselves wherever they stand in a document. What remains are
/// letters, quotes, angle brackets, spaces, tabs and the ends of lines; a text that has `]]>` anywhere is left to the parser.
///
/// All characters from U+F000 on are left to it too: two of them are not allowed, and their first byte alone is
/// looked at here.
pub(super) fn is_plain(text: &str) -> bool {
    let odd = |byte: u8| (byte < b' ' && !is_space(byte)) | matches!(byte, b'&' | 0xEF);
    // no early end within a block: so the compiler looks at many bytes at once
    let has_odd = |block: &[u8]| block.iter().fold(false, |found, byte| found | odd(*byte));
    !text.as_bytes().chunks(4096).any(has_odd)
        && !memchr_iter(b']', text.as_bytes()).any(|at| text[at..].starts_with("]]>"))
}

/// How the bytes of names go on, and how names begin: of ASCII characters alone.
pub(super) const fn is_in_name(byte: u8) -> bool {
    NAME[byte as usize]
}

pub(super) const fn begins_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

static NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] =
            (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b'_' | b'-' | b'.');
        byte += 1;
    }
    table
};

/// White space.
pub(super) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_mean_itself_is_not_plain() {
        for text in ["a", "ž 日本 €", "\t\r\n", "a > b", "\u{85}\u{2028}", "😀"] {
            assert!(is_plain(text), "{text:?}");
        }
        for text in ["&", "\0", "\u{1f}", "]]>", "\u{feff}", "\u{fffe}", "\u{ffff}"] {
            assert!(!is_plain(&format!("a{text}b")), "{text:?}");
        }
    }
}
