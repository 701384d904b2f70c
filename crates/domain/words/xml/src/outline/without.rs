//! A document without some of its elements.

use std::borrow::Cow;

use super::Pass;
use crate::guard::{Limits, admit_text};
use crate::parsed::Unreadable;

/// A document without the elements of these local names, wherever they stand below the document element. Who asks for
/// the head of an invoice of megabytes needs no tree of its lines.
///
/// What is left out is guarded, and looked at as an [`Outline`](crate::Outline) looks at it.
///
/// # Errors
/// [`Unreadable`] says why and where.
pub fn without_elements<'a>(
    bytes: &'a [u8],
    limits: &Limits,
    names: &'a [&'a str],
) -> Result<Cow<'a, str>, Unreadable> {
    let text = admit_text(bytes, limits).map_err(|refusal| Unreadable::refused(refusal, bytes))?;
    let mut pass = Pass::new(text, *limits);
    pass.left_out.names = names;
    let left_out = pass.done(limits)?.left_out.ranges;
    if left_out.is_empty() {
        return Ok(Cow::Borrowed(text));
    }
    let length: usize = left_out.iter().map(ExactSizeIterator::len).sum();
    let mut kept = String::with_capacity(text.len() - length);
    let mut from = 0;
    for range in left_out {
        kept.push_str(text.get(from..range.start).unwrap_or_default());
        from = range.end;
    }
    kept.push_str(text.get(from..).unwrap_or_default());
    Ok(Cow::Owned(kept))
}
