//! White space as XML and XPath see it: space, tab, carriage return and line feed, nothing else.

use std::borrow::Cow;

const SPACES: [char; 4] = [' ', '\t', '\r', '\n'];

/// Whether the character is white space.
#[inline]
#[must_use]
pub const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Whether there is nothing but white space.
#[inline]
#[must_use]
pub fn is_blank(text: &str) -> bool {
    text.bytes().all(is_space)
}

/// Without white space at the ends.
#[inline]
#[must_use]
pub fn trimmed(text: &str) -> &str {
    let clean = |byte: Option<&u8>| byte.is_none_or(|byte| !is_space(*byte));
    let bytes = text.as_bytes();
    if clean(bytes.first()) && clean(bytes.last()) {
        return text;
    }
    text.trim_matches(SPACES)
}

/// `normalize-space`: trimmed, and each run of white space one space. Nearly every text of a
/// document is that already and is not copied.
#[inline]
#[must_use]
pub fn normalized(text: &str) -> Cow<'_, str> {
    let inner = trimmed(text);
    let mut after_space = false;
    let plain = inner.bytes().all(|byte| {
        let space = is_space(byte);
        let fine = !space || (byte == b' ' && !after_space);
        after_space = space;
        fine
    });
    if plain { Cow::Borrowed(inner) } else { Cow::Owned(words(inner)) }
}

fn words(text: &str) -> String {
    let words: Vec<&str> = text.split(SPACES).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_white_space_are_one_space_and_what_has_none_is_not_copied() {
        for (text, expected, is_copied) in [
            ("", "", false),
            ("a", "a", false),
            ("a b", "a b", false),
            ("\u{a0}", "\u{a0}", false),
            (" \r\n\t", "", false),
            (" a", "a", false),
            ("a\n", "a", false),
            ("a  b", "a b", true),
            ("a\tb", "a b", true),
            (" a \t b\n", "a b", true),
            ("\ta\r\nb\u{a0} ", "a b\u{a0}", true),
        ] {
            let found = normalized(text);
            assert_eq!(found, expected, "{text:?}");
            assert_eq!(matches!(found, Cow::Owned(_)), is_copied, "{text:?}");
            assert_eq!(is_blank(text), expected.is_empty(), "{text:?}");
            assert_eq!(normalized(trimmed(text)), expected, "{text:?}");
        }
        assert_eq!(trimmed("\r\n a  b\t"), "a  b");
    }
}
