//! Text as XPath sees it: white space is space, tab, carriage return and line feed, nothing else.

use std::borrow::Cow;

/// Whether the character is white space to XML.
pub const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Whether there is nothing but white space.
pub fn is_blank(text: &str) -> bool {
    text.bytes().all(is_space)
}

/// Without white space at the ends.
pub fn trimmed(text: &str) -> &str {
    let clean = |byte: Option<&u8>| byte.is_none_or(|byte| !is_space(*byte));
    let bytes = text.as_bytes();
    if clean(bytes.first()) && clean(bytes.last()) {
        return text;
    }
    text.trim_matches([' ', '\t', '\r', '\n'])
}

/// `normalize-space`: trimmed, and each run of white space one space. Nearly every text of a
/// document is that already and is not copied.
pub fn normalized(text: &str) -> Cow<'_, str> {
    let inner = trimmed(text);
    let mut after_space = false;
    let plain = inner.bytes().all(|byte| {
        let space = is_space(byte);
        let fine = !space || (byte == b' ' && !after_space);
        after_space = space;
        fine
    });
    if plain {
        return Cow::Borrowed(inner);
    }
    let words: Vec<&str> =
        inner.split([' ', '\t', '\r', '\n']).filter(|word| !word.is_empty()).collect();
    Cow::Owned(words.join(" "))
}

/// Whether the text is a plain decimal, as `xs:decimal` reads it once white space is off its ends.
pub fn is_decimal(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text).as_bytes();
    let mut points = 0;
    let plain = digits.iter().all(|&byte| {
        points += usize::from(byte == b'.');
        byte.is_ascii_digit() || byte == b'.'
    });
    plain && points <= 1 && digits.len() > points
}

/// `substring-after(text, '.')`'s length in characters.
pub fn decimals(text: &str) -> usize {
    text.split_once('.').map_or(0, |(_, fraction)| fraction.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_no_break_space_is_text() {
        assert_eq!(normalized(" a \t b\n"), "a b");
        assert_eq!(normalized("\u{a0}"), "\u{a0}");
        assert!(is_blank(" \r\n\t"));
        assert!(!is_blank("\u{a0}"));
    }

    #[test]
    fn decimals_are_counted_as_written() {
        assert_eq!(decimals("5.000"), 3);
        assert_eq!(decimals("5.00\n"), 3);
        assert_eq!(decimals("5"), 0);
    }
}
