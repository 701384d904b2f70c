//! One pass over the markup that counts what the parser would have to build.

use super::{Limits, Refusal, RefusalKind};
use memchr::{memchr, memchr3, memmem};

/// Counts nodes, depth, attributes and namespaces, and refuses a document type declaration.
pub(crate) fn scan(bytes: &[u8], limits: &Limits) -> Result<(), Refusal> {
    let mut scan = Scan {
        bytes,
        limits,
        at: 0,
        nodes: 0,
        may_have_too_many_namespaces: may_have_too_many_namespaces(bytes, limits),
        namespaces: 0,
        in_scope: 0,
        open: Vec::with_capacity(16),
    };
    while let Some(found) = next_markup(&bytes[scan.at..]) {
        scan.at += found;
        if !scan.markup()? {
            // Not closed, so not well-formed: the parser stops here too and says so.
            return Ok(());
        }
    }
    Ok(())
}

struct Scan<'a> {
    bytes: &'a [u8],
    limits: &'a Limits,
    at: usize,
    nodes: usize,
    /// Else they are not counted tag by tag.
    may_have_too_many_namespaces: bool,
    namespaces: usize,
    in_scope: usize,
    /// Namespace declarations of each open element.
    open: Vec<usize>,
}

impl Scan<'_> {
    /// Passes over one piece of markup. False: the document ends within it.
    fn markup(&mut self) -> Result<bool, Refusal> {
        let rest = &self.bytes[self.at..];
        let length = match rest.get(1) {
            Some(b'/') => {
                self.in_scope -= self.open.pop().unwrap_or(0);
                Some(2)
            }
            Some(b'?') => self.node(find_text(rest, b"?>"))?,
            Some(b'!') if rest.starts_with(b"<!--") => {
                self.node(find_text(&rest[4..], b"-->").map(|end| end + 4))?
            }
            Some(b'!') if rest.starts_with(b"<![CDATA[") => self.node(find_text(rest, b"]]>"))?,
            Some(b'!') => return Err(self.refuse(RefusalKind::Doctype)),
            Some(_) => self.start_tag()?,
            None => None,
        };
        self.at += length.unwrap_or(0);
        Ok(length.is_some())
    }

    fn node(&mut self, length: Option<usize>) -> Result<Option<usize>, Refusal> {
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
            return Err(self.refuse(RefusalKind::TooManyNodes));
        }
        Ok(length)
    }

    /// The length of the start tag here, counted with its attributes.
    fn start_tag(&mut self) -> Result<Option<usize>, Refusal> {
        let tag = tag_at(&self.bytes[self.at..], self.may_have_too_many_namespaces);
        let Some(tag) = tag else { return self.node(None) };
        if tag.attributes > self.limits.attributes {
            return Err(self.refuse(RefusalKind::TooManyAttributes));
        }
        self.namespaces += tag.namespaces;
        if self.namespaces > self.limits.namespaces
            || self.in_scope + tag.namespaces > self.limits.namespaces_in_scope
        {
            return Err(self.refuse(RefusalKind::TooManyNamespaces));
        }
        if !tag.closed {
            self.in_scope += tag.namespaces;
            self.open.push(tag.namespaces);
            if self.open.len() > self.limits.depth {
                return Err(self.refuse(RefusalKind::TooDeep));
            }
        }
        self.node(Some(tag.length))
    }

    fn refuse(&self, kind: RefusalKind) -> Refusal {
        Refusal::new(kind, self.at)
    }
}

struct Tag {
    length: usize,
    attributes: usize,
    namespaces: usize,
    /// Ends with `/>`.
    closed: bool,
}

/// The start tag at the beginning of `bytes`. An attribute is counted for each value in quotes, a namespace where
/// `xmlns` stands before one, so the counts are never too low.
fn tag_at(bytes: &[u8], counts_namespaces: bool) -> Option<Tag> {
    let (mut attributes, mut namespaces, mut from) = (0, 0, 1);
    loop {
        let at = from + memchr3(b'>', b'"', b'\'', &bytes[from..])?;
        if bytes[at] == b'>' {
            let closed = bytes[at - 1] == b'/';
            return Some(Tag { length: at + 1, attributes, namespaces, closed });
        }
        attributes += 1;
        if counts_namespaces && bytes[from..at].windows(XMLNS.len()).any(|name| name == XMLNS) {
            namespaces += 1;
        }
        from = at + 2 + memchr(bytes[at], &bytes[at + 1..])?;
    }
}

/// How the name of a namespace declaration begins.
const XMLNS: &[u8] = b"xmlns";

/// Few documents say it so often that it must be seen where.
pub(crate) fn may_have_too_many_namespaces(bytes: &[u8], limits: &Limits) -> bool {
    let most = limits.namespaces.min(limits.namespaces_in_scope);
    memmem::find_iter(bytes, XMLNS).nth(most).is_some()
}

/// Where the next markup begins; often right here.
fn next_markup(bytes: &[u8]) -> Option<usize> {
    if bytes.first() == Some(&b'<') { Some(0) } else { memchr(b'<', bytes) }
}

/// Where the text ends, if it is there.
pub(crate) fn find_text(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    let last = *wanted.last()?;
    let mut from = 0;
    while let Some(found) = memchr(last, &bytes[from..]) {
        from += found + 1;
        if bytes[..from].ends_with(wanted) {
            return Some(from);
        }
    }
    None
}
