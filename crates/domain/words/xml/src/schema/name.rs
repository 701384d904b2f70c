//! `xs:language` and `xs:ID`.

/// Parts of up to eight letters, from the second on of digits too.
pub(super) fn is_language(text: &str) -> bool {
    text.split('-').enumerate().all(|(place, part)| {
        let fits = |byte: u8| byte.is_ascii_alphabetic() || (place > 0 && byte.is_ascii_digit());
        (1..=8).contains(&part.len()) && part.bytes().all(fits)
    })
}

/// A name without a colon. Letters beyond ASCII are taken as they come.
pub(super) fn is_name(text: &str) -> bool {
    let begins = |c: char| c == '_' || c.is_alphabetic();
    let goes_on = |c: char| begins(c) || c.is_alphanumeric() || matches!(c, '-' | '.' | '\u{b7}');
    text.starts_with(begins) && text.chars().all(goes_on)
}
