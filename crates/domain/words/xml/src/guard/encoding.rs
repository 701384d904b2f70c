//! Only UTF-8 is read: the network carries nothing else, and one reading leaves no room for two.

use super::{Refusal, RefusalKind};

/// The document as text, if its bytes and its own declaration both say UTF-8.
///
/// A declaration of another encoding is let pass when every byte is ASCII and the encoding extends ASCII, because
/// then both readings are the same.
pub(super) fn utf8(bytes: &[u8]) -> Result<&str, Refusal> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| Refusal::new(RefusalKind::Encoding, error.valid_up_to()))?;
    if text.trim_start_matches('\u{feff}').trim_ascii_start().is_empty() {
        return Err(Refusal::new(RefusalKind::Empty, 0));
    }
    let declared = declared_encoding(text);
    if declared.is_none_or(|name| means_utf8(name) || (extends_ascii(name) && text.is_ascii())) {
        Ok(text)
    } else {
        Err(Refusal::new(RefusalKind::Encoding, 0))
    }
}

fn means_utf8(name: &str) -> bool {
    name.eq_ignore_ascii_case("utf-8") || name.eq_ignore_ascii_case("utf8") || name.is_empty()
}

fn extends_ascii(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name == "us-ascii"
        || name == "ascii"
        || name.starts_with("iso-8859-")
        || name.starts_with("windows-125")
}

/// The value of `encoding` in the XML declaration.
fn declared_encoding(text: &str) -> Option<&str> {
    let declaration = text.strip_prefix('\u{feff}').unwrap_or(text).strip_prefix("<?xml")?;
    let declaration = &declaration[..declaration.find("?>")?];
    let value = declaration[declaration.find("encoding")? + "encoding".len()..].trim_ascii_start();
    let value = value.strip_prefix('=')?.trim_ascii_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    value[1..].split(quote).next()
}
