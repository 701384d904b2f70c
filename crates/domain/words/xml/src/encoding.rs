//! The encoding that an XML declaration names, where it is not UTF-8: some banks and accounting programs still write
//! ISO-8859-1, ISO-8859-2 and windows-1250.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// Bytes in which a declaration ends.
const DECLARATION: usize = 200;

/// The document in UTF-8 without its declaration, if it declares another encoding that is known, or begins with the
/// mark of UTF-16; as it is otherwise. What has no character in it is left for the reader of XML to refuse.
#[must_use]
pub fn utf8(bytes: &[u8]) -> Cow<'_, [u8]> {
    let marked = Encoding::for_bom(bytes).map(|(encoding, _)| encoding);
    let Some(encoding) = marked.or_else(|| declared(bytes)) else { return Cow::Borrowed(bytes) };
    let wide = encoding == UTF_16LE || encoding == UTF_16BE;
    if encoding == UTF_8 || (wide && marked.is_none()) {
        return Cow::Borrowed(bytes);
    }
    let (text, _, broken) = encoding.decode(bytes);
    if broken {
        return Cow::Borrowed(bytes);
    }
    // the declaration says what is not true any more
    let rest = text.strip_prefix("<?xml").and_then(|text| text.split_once("?>"));
    let behind = rest.map_or(0, |(_, rest)| text.len() - rest.len());
    let mut text = text.into_owned();
    text.drain(..behind);
    Cow::Owned(text.into_bytes())
}

fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = &bytes[..bytes.len().min(DECLARATION)];
    let ascii = start.iter().take_while(|byte| byte.is_ascii()).count();
    let text = std::str::from_utf8(&start[..ascii]).ok()?;
    let (declaration, _) = text.strip_prefix("<?xml")?.split_once("?>")?;
    let (_, value) = declaration.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    Encoding::for_label(value[1..].split(quote).next()?.as_bytes())
}
