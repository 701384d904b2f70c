//! Forms of numbers as data: one character of a form for each character of the number.

/// Whether a text has a form: `9` is a digit, `@` a capital letter, `?` either, `!` a digit, a capital
/// letter, `+` or `*`; anything else is itself.
pub(crate) fn has_form(text: &str, form: &str) -> bool {
    text.len() == form.len() && text.bytes().zip(form.bytes()).all(|(byte, of)| fits(byte, of))
}

const fn fits(byte: u8, form: u8) -> bool {
    match form {
        b'9' => byte.is_ascii_digit(),
        b'@' => byte.is_ascii_uppercase(),
        b'?' => byte.is_ascii_digit() || byte.is_ascii_uppercase(),
        b'!' => byte.is_ascii_digit() || byte.is_ascii_uppercase() || matches!(byte, b'+' | b'*'),
        itself => byte == itself,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_character_has_its_class() {
        for (text, form, fits) in [
            ("U12345678", "U99999999", true),
            ("X12345678", "U99999999", false),
            ("1", "99", false),
            ("A", "@", true),
            ("a", "@", false),
            ("5", "@", false),
            ("5", "?", true),
            ("+", "?", false),
            ("+", "!", true),
            ("é", "??", false),
            ("", "", true),
        ] {
            assert_eq!(has_form(text, form), fits, "{text} {form}");
        }
    }
}
