//! The forms of tags, attributes and references.

use memchr::{memchr, memchr3};

use crate::guard::find_text;

/// What is wrong.
pub(super) type Fault = &'static str;

pub(super) const CUT_OFF: Fault = "it ends within its markup";

/// The name in a start tag, with its prefix.
pub(super) fn name_in(tag: &str) -> &str {
    let name = tag.strip_prefix('<').unwrap_or(tag);
    let end = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>' | b'<');
    &name[..name.bytes().position(end).unwrap_or(name.len())]
}

/// The length of what ends with these characters.
pub(super) fn length_to(rest: &str, end: &str) -> Result<usize, Fault> {
    find_text(rest.as_bytes(), end.as_bytes()).ok_or(CUT_OFF)
}

pub(super) fn spaces(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// A start tag.
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    pub(super) length: usize,
    pub(super) attributes: usize,
    pub(super) namespaces: usize,
    /// Ends with `/>`.
    pub(super) is_empty: bool,
}

/// The start tag at the beginning of a text, if its attributes have the right form.
pub(super) fn start_tag(text: &str) -> Result<Tag<'_>, Fault> {
    let (bytes, name) = (text.as_bytes(), name_in(text));
    let first = name.as_bytes().first().copied().unwrap_or(b'!');
    if matches!(first, b'!' | b'-' | b'.' | b'0'..=b'9' | b'=' | b'"' | b'\'' | b'&') {
        return Err("a < stands there that begins no tag (write &lt; for it)");
    }
    let mut tag =
        Tag { name, length: 1 + name.len(), attributes: 0, namespaces: 0, is_empty: false };
    loop {
        let spaces = spaces(&bytes[tag.length..]);
        tag.length += spaces;
        match &bytes[tag.length..] {
            [b'>', ..] => {
                tag.length += 1;
                return Ok(tag);
            }
            [b'/', b'>', ..] => {
                tag.length += 2;
                tag.is_empty = true;
                return Ok(tag);
            }
            [_, ..] if spaces > 0 => {
                let rest = &text[tag.length..];
                tag.namespaces += usize::from(rest.starts_with("xmlns"));
                tag.attributes += 1;
                tag.length += attribute(rest)?;
            }
            [_, ..] => return Err("a blank is missing between attributes"),
            [] => return Err(CUT_OFF),
        }
    }
}

/// The length of an attribute.
fn attribute(rest: &str) -> Result<usize, Fault> {
    let malformed = "an attribute has not the form name=\"value\"";
    let bytes = rest.as_bytes();
    let ends_name = |byte: &u8| {
        byte.is_ascii_whitespace()
            || matches!(byte, b'=' | b'<' | b'>' | b'"' | b'\'' | b'&' | b'/')
    };
    let name = bytes.iter().position(ends_name).filter(|length| *length > 0).ok_or(malformed)?;
    let equals = name + spaces(&bytes[name..]);
    if bytes.get(equals) != Some(&b'=') {
        return Err(malformed);
    }
    let opened = equals + 1 + spaces(&bytes[equals + 1..]);
    let quote = bytes.get(opened).filter(|byte| matches!(byte, b'"' | b'\''));
    let quote = *quote.ok_or(malformed)?;
    let value = &rest[opened + 1..];
    let first = memchr3(quote, b'<', b'&', value.as_bytes()).ok_or(CUT_OFF)?;
    // most values hold neither of the other two
    if value.as_bytes()[first] == quote {
        return Ok(opened + first + 2);
    }
    let length = memchr(quote, value.as_bytes()).ok_or(CUT_OFF)?;
    if value[..length].contains('<') {
        return Err("a < stands in the value of an attribute");
    }
    references(&value[..length])?;
    Ok(opened + length + 2)
}

/// Whether each & begins a reference that XML knows.
pub(super) fn references(text: &str) -> Result<(), Fault> {
    for piece in text.split('&').skip(1) {
        let name = piece.split_once(';').map_or("", |(name, _)| name);
        let number = |digits: &str, radix| u32::from_str_radix(digits, radix).ok();
        let known = match name.strip_prefix('#') {
            None => matches!(name, "amp" | "lt" | "gt" | "quot" | "apos"),
            Some(code) => code
                .strip_prefix('x')
                .map_or_else(|| number(code, 10), |hex| number(hex, 16))
                .and_then(char::from_u32)
                .is_some_and(crate::is_char),
        };
        if !known {
            return Err("an & stands there that begins no reference (write &amp; for it)");
        }
    }
    Ok(())
}
