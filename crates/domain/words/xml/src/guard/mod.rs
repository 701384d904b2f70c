//! The guards before the parser: what a document may cost, and what is refused before it can cost more.
//!
//! `roxmltree` is quick and safe in memory, but a hostile document can make it work quadratically: a hundred
//! thousand attributes on one element, thousands of namespaces in scope. One pass over the bytes, which knows only
//! where tags and quotes begin and end, finds all of these before the parser sees them. It checks nothing else: a
//! document that is not well-formed is for the parser to refuse, and up to the first such fault both read alike.

mod encoding;
mod limits;
mod refusal;
mod scan;

pub use limits::Limits;
pub use refusal::{Refusal, RefusalKind};
pub(crate) use scan::{find_text, may_have_too_many_namespaces, scan};

/// The text of a document that may be parsed, or why it may not.
///
/// # Errors
/// A [`Refusal`] names the limit that the document breaks and the place.
pub fn admit<'a>(bytes: &'a [u8], limits: &Limits) -> Result<&'a str, Refusal> {
    let text = admit_text(bytes, limits)?;
    scan(text.as_bytes(), limits)?;
    Ok(text)
}

/// The text of a document whose markup is still to be looked at.
pub(crate) fn admit_text<'a>(bytes: &'a [u8], limits: &Limits) -> Result<&'a str, Refusal> {
    if bytes.len() > limits.bytes {
        return Err(Refusal::new(RefusalKind::TooLarge, limits.bytes));
    }
    if is_other_format(bytes) {
        return Err(Refusal::new(RefusalKind::NotXml, 0));
    }
    encoding::utf8(bytes)
}

/// Whether the bytes are of a format that people send instead of XML. "Not UTF-8" would be no helpful error for a PDF.
fn is_other_format(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes).trim_ascii_start();
    ["%PDF-", "PK\u{3}\u{4}", "{", "["].iter().any(|begin| bytes.starts_with(begin.as_bytes()))
}
