//! `xs:decimal` and the whole numbers.

/// Whether the text is a plain decimal: digits with at most one point, after a sign or none.
#[inline]
#[must_use]
pub fn is_decimal(text: &str) -> bool {
    let digits = unsigned(text).as_bytes();
    let mut points = 0;
    let plain = digits.iter().all(|&byte| {
        points += usize::from(byte == b'.');
        byte.is_ascii_digit() || byte == b'.'
    });
    plain && points <= 1 && digits.len() > points
}

/// Digits after a sign or none.
pub(super) fn is_integer(text: &str) -> bool {
    let digits = unsigned(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The same from zero, which alone may have a minus sign.
pub(super) fn is_count(text: &str) -> bool {
    let is_zero = || text.bytes().skip(1).all(|byte| byte == b'0');
    is_integer(text) && (!text.starts_with('-') || is_zero())
}

fn unsigned(text: &str) -> &str {
    text.strip_prefix(['+', '-']).unwrap_or(text)
}
