//! Namespace declarations: which an element has itself, and which stand around it already.

use std::collections::BTreeMap;

use memchr::{memchr, memchr3};
use roxmltree::Node;

use super::{Steps, TooManySteps};
use crate::escape::canonical_attribute;

/// How many of the first namespaces of an element stand in its own tag: the parser has those before the inherited ones.
/// What is declared as `xml` is counted and not among them, so there may be fewer, never more.
pub(super) fn own(node: Node<'_, '_>) -> usize {
    let text = node.document().input_text().as_bytes();
    let tag = text.get(node.range()).unwrap_or_default();
    let (mut found, mut from) = (0, 1);
    while let Some(at) = memchr3(b'>', b'"', b'\'', tag.get(from..).unwrap_or_default()) {
        let at = from + at;
        if tag[at] == b'>' {
            break;
        }
        found += usize::from(is_declaration(&tag[from..at]));
        let Some(end) = memchr(tag[at], &tag[at + 1..]) else { break };
        from = at + 2 + end;
    }
    found
}

/// Whether what stands before a value is `xmlns=` or `xmlns:name=`: for the first attribute with the name of its element.
fn is_declaration(before: &[u8]) -> bool {
    let name = before.trim_ascii_end();
    let name = name.strip_suffix(b"=").unwrap_or(name).trim_ascii_end();
    let begin = name.iter().rposition(u8::is_ascii_whitespace).map_or(0, |at| at + 1);
    let name = &name[begin..];
    name == b"xmlns" || name.starts_with(b"xmlns:")
}

/// The declarations that were written around an element and count there.
#[derive(Default)]
pub(super) struct Rendered<'d> {
    now: BTreeMap<&'d str, &'d str>,
    /// What was changed, with what stood there before.
    changes: Vec<(&'d str, Option<&'d str>)>,
}

impl<'d> Rendered<'d> {
    /// How many were written.
    pub(super) const fn len(&self) -> usize {
        self.changes.len()
    }

    /// Drops the declarations after the first `length`, when their element has ended.
    pub(super) fn forget_behind(&mut self, length: usize) {
        while self.changes.len() > length
            && let Some((prefix, before)) = self.changes.pop()
        {
            match before {
                Some(uri) => self.now.insert(prefix, uri),
                None => self.now.remove(prefix),
            };
        }
    }

    /// Writes a declaration, unless one around it says the same.
    pub(super) fn declare(
        &mut self,
        prefix: &'d str,
        uri: &'d str,
        steps: &mut Steps,
        out: &mut String,
    ) -> Result<(), TooManySteps> {
        let known = self.now.get(prefix).copied().unwrap_or("");
        if known.len() == uri.len() && !std::ptr::eq(known, uri) {
            steps.spend(uri.len())?;
        }
        if std::ptr::eq(known, uri) || known == uri {
            return Ok(());
        }
        steps.spend(uri.len())?;
        out.push_str(" xmlns");
        if !prefix.is_empty() {
            out.push(':');
            out.push_str(prefix);
        }
        out.push_str("=\"");
        canonical_attribute(out, uri);
        out.push('"');
        self.changes.push((prefix, self.now.insert(prefix, uri)));
        Ok(())
    }
}
