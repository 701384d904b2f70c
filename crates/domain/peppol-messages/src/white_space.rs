//! Texts and their white space; copies only of what has to change.

use std::borrow::Cow;

/// A text of parts.
pub(crate) fn whole<'t>(mut parts: impl Iterator<Item = &'t str>) -> Cow<'t, str> {
    let first = parts.next().unwrap_or_default();
    match parts.next() {
        None => Cow::Borrowed(first),
        Some(second) => Cow::Owned([first, second].into_iter().chain(parts).collect()),
    }
}

/// The words with one blank between them.
pub(crate) fn collapsed(text: &str) -> Cow<'_, str> {
    // most values have none at all
    if text.bytes().all(|byte| byte > b' ') || !would_change(text) {
        return Cow::Borrowed(text);
    }
    let words = text.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty());
    Cow::Owned(words.collect::<Vec<_>>().join(" "))
}

fn would_change(text: &str) -> bool {
    let mut after_space = true;
    let stays = text.bytes().all(|byte| {
        let is_space = matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        let stays = !is_space || (byte == b' ' && !after_space);
        after_space = is_space;
        stays
    });
    !stays || after_space
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_collapses_and_what_has_none_is_not_copied() {
        for text in ["", "a", "a b", "\u{a0}"] {
            assert_eq!(collapsed(text), Cow::Borrowed(text));
            assert!(matches!(collapsed(text), Cow::Borrowed(_)), "{text:?}");
        }
        for (text, expected) in
            [(" ", ""), (" a", "a"), ("a ", "a"), ("a  b", "a b"), ("\ta\r\nb", "a b")]
        {
            assert_eq!(collapsed(text), expected, "{text:?}");
        }
        assert_eq!(whole(["a", "b", "c"].into_iter()), "abc");
    }
}
