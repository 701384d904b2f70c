//! The one escaper. Characters that XML 1.0 forbids are left out.

/// Appends text as the content of an element. A carriage return survives reading only as a
/// reference.
pub fn escape_text(out: &mut String, text: &str) {
    escape(out, text, |c| match c {
        '\r' => Some("&#13;"),
        _ => None,
    });
}

/// Appends text as the value of an attribute in double quotes. Line breaks and tabs survive reading
/// only as references.
pub fn escape_attribute(out: &mut String, text: &str) {
    escape(out, text, |c| match c {
        '"' => Some("&quot;"),
        '\t' => Some("&#9;"),
        '\n' => Some("&#10;"),
        '\r' => Some("&#13;"),
        _ => None,
    });
}

/// Whether XML 1.0 has the character.
#[must_use]
pub const fn is_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

/// Appends the text of an element as its canonical form has it.
pub(crate) fn canonical_text(out: &mut String, text: &str) {
    replace(out, text, |byte| match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        b'\r' => Some("&#xD;"),
        _ => None,
    });
}

/// Appends the value of an attribute as its canonical form has it.
pub(crate) fn canonical_attribute(out: &mut String, text: &str) {
    replace(out, text, |byte| match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'"' => Some("&quot;"),
        b'\t' => Some("&#x9;"),
        b'\n' => Some("&#xA;"),
        b'\r' => Some("&#xD;"),
        _ => None,
    });
}

/// Appends text with some of its characters, all of them ASCII, as references.
fn replace(out: &mut String, text: &str, special: impl Fn(u8) -> Option<&'static str>) {
    // nearly every text has none: this looks at many bytes at a time
    if !text.bytes().fold(false, |found, byte| found | special(byte).is_some()) {
        return out.push_str(text);
    }
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        if let Some(reference) = special(byte) {
            out.push_str(&text[from..at]);
            out.push_str(reference);
            from = at + 1;
        }
    }
    out.push_str(&text[from..]);
}

fn escape(out: &mut String, text: &str, special: impl Fn(char) -> Option<&'static str>) {
    out.reserve(text.len());
    for c in text.chars().filter(|c| is_char(*c)) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c => match special(c) {
                Some(reference) => out.push_str(reference),
                None => out.push(c),
            },
        }
    }
}
