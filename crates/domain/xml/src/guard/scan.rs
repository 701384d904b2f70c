//! One pass over the markup that counts what the parser would have to build.

use super::{Limits, Refusal, RefusalKind};
use memchr::memchr;

/// Counts nodes, depth, attributes and namespaces, and refuses a document type declaration.
pub(super) fn scan(bytes: &[u8], limits: &Limits) -> Result<(), Refusal> {
    let mut scan = Scan {
        bytes,
        limits,
        at: 0,
        nodes: 0,
        namespaces: 0,
        in_scope: 0,
        open: Vec::with_capacity(16),
    };
    while let Some(found) = find(&bytes[scan.at..], b'<') {
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
                find(rest, b'>').map(|end| end + 1)
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
        let Some(tag) = tag_at(&self.bytes[self.at..]) else { return self.node(None) };
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

/// The start tag at the beginning of `bytes`. An attribute is counted for each value in quotes, a namespace for each
/// name that begins with `xmlns`, so the counts are never too low.
fn tag_at(bytes: &[u8]) -> Option<Tag> {
    let (mut attributes, mut namespaces, mut at) = (0, 0, 1);
    loop {
        match *bytes.get(at)? {
            b'>' => {
                return Some(Tag {
                    length: at + 1,
                    attributes,
                    namespaces,
                    closed: bytes[at - 1] == b'/',
                });
            }
            quote @ (b'"' | b'\'') => {
                attributes += 1;
                at += find(&bytes[at + 1..], quote)? + 1;
            }
            b'x' if bytes[at..].starts_with(b"xmlns") => namespaces += 1,
            _ => {}
        }
        at += 1;
    }
}

fn find(bytes: &[u8], wanted: u8) -> Option<usize> {
    memchr(wanted, bytes)
}

/// Where the text ends, if it is there.
pub(crate) fn find_text(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    let last = *wanted.last()?;
    let mut from = 0;
    while let Some(found) = find(&bytes[from..], last) {
        from += found + 1;
        if bytes[..from].ends_with(wanted) {
            return Some(from);
        }
    }
    None
}
