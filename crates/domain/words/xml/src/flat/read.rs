//! The one pass over a plain document.

use memchr::{memchr, memmem};

use super::declaration::after_declaration;
use super::plain::{begins_name, is_in_name, is_plain, is_space};
use super::rows::{Flat, FlatAttribute, Row, RowKind};
use super::scope::Scope;
use crate::guard::{Limits, may_have_too_many_namespaces};

/// Documents beyond this are read for their trees: their rows besides would only take up room.
const LARGEST: usize = 8 << 20;

/// The rows of the document; nothing where it is not plain, is not well-formed, or comes near a limit.
pub(crate) fn read<'a>(text: &'a str, limits: &Limits) -> Option<Flat<'a>> {
    let whole = text;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.len() > LARGEST
        || !is_plain(text)
        || may_have_too_many_namespaces(text.as_bytes(), limits)
    {
        return None;
    }
    let text = after_declaration(text)?;
    let mut pass = Pass {
        text,
        at: 0,
        limits,
        // a line of a usual document has three nodes and some sixty bytes
        flat: Flat {
            text: whole,
            rows: Vec::with_capacity(text.len() / 20),
            attributes: Vec::with_capacity(text.len() / 40),
            namespaces: vec![""],
        },
        open: Vec::with_capacity(16),
        scope: Scope::default(),
        prefixed: Vec::new(),
        has_root: false,
        has_returns: memchr(b'\r', text.as_bytes()).is_some(),
    };
    pass.document()?;
    Some(pass.flat)
}

struct Pass<'a, 'l> {
    text: &'a str,
    at: usize,
    limits: &'l Limits,
    flat: Flat<'a>,
    /// The elements that are open.
    open: Vec<Open<'a>>,
    scope: Scope<'a>,
    /// The attributes of this tag that have prefixes: which, and their prefix.
    prefixed: Vec<(usize, &'a str)>,
    has_root: bool,
    /// Whether the document has carriage returns.
    has_returns: bool,
}

struct Open<'a> {
    /// As it is written.
    name: &'a str,
    /// How many declarations are in scope around it.
    around: usize,
    /// The place of its row.
    row: usize,
}

impl<'a> Pass<'a, '_> {
    fn document(&mut self) -> Option<()> {
        while self.characters()? {
            match self.byte(1)? {
                b'/' => self.end_tag()?,
                b'!' => self.comment()?,
                _ => self.start_tag()?,
            }
            if self.flat.rows.len() > self.limits.nodes {
                return None;
            }
        }
        (self.has_root && self.open.is_empty()).then_some(())
    }

    fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// The byte at this distance ahead.
    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.byte(0)? == byte).then(|| self.at += 1)
    }

    /// Goes on to the next markup; whether there is any. Around the document element stands only white space.
    fn characters(&mut self) -> Option<bool> {
        let rest = self.rest();
        let found = if rest.first() == Some(&b'<') { Some(0) } else { memchr(b'<', rest) };
        let length = found.unwrap_or(rest.len());
        if self.open.is_empty() {
            rest[..length].iter().all(|byte| is_space(*byte)).then_some(())?;
        } else if length > 0 {
            let text = self.with_line_feeds(&self.text[self.at..self.at + length])?;
            self.push(RowKind::Text, text);
        }
        self.at += length;
        Some(found.is_some())
    }

    /// The text as the parser reads it, to which the two bytes of a line's end are one line feed; nothing where that is
    /// no part of the document.
    fn with_line_feeds(&self, text: &'a str) -> Option<&'a str> {
        if !self.has_returns {
            return Some(text);
        }
        let text = if text.starts_with("\r\n") { &text[1..] } else { text };
        memchr(b'\r', text.as_bytes()).is_none().then_some(text)
    }

    fn push(&mut self, kind: RowKind, text: &'a str) {
        let attributes = self.flat.attributes.len() as u32;
        self.row(Row { kind, text, namespace: 0, attributes, end: 0 });
    }

    /// Takes in a row, in which nothing is so far.
    fn row(&mut self, row: Row<'a>) {
        let end = self.flat.rows.len() as u32 + 1;
        self.flat.rows.push(Row { end, ..row });
    }

    fn end_tag(&mut self) -> Option<()> {
        let Open { name, around, row } = self.open.pop()?;
        if !self.rest()[2..].starts_with(name.as_bytes()) {
            return None;
        }
        self.at += 2 + name.len();
        self.spaces();
        self.take(b'>')?;
        self.scope.truncate(around);
        let end = self.flat.rows.len() as u32;
        self.flat.rows.get_mut(row)?.end = end;
        Some(())
    }

    fn comment(&mut self) -> Option<()> {
        let inside = self.rest().strip_prefix(b"<!--")?;
        let end = memmem::find(inside, b"--")?;
        self.at += 4 + end + 2;
        self.take(b'>')?;
        self.push(RowKind::Remark, "");
        Some(())
    }

    fn start_tag(&mut self) -> Option<()> {
        if self.open.is_empty() && std::mem::replace(&mut self.has_root, true) {
            return None;
        }
        self.at += 1;
        let (name, prefix, local) = self.name()?;
        let (around, first) = (self.scope.len(), self.flat.attributes.len());
        let is_empty = self.attributes(around, first)?;
        let namespace = self.scope.namespace(prefix)?;
        let (kind, attributes, row) = (RowKind::Element, first as u32, self.flat.rows.len());
        self.row(Row { kind, text: local, namespace, attributes, end: 0 });
        if is_empty {
            self.scope.truncate(around);
            return Some(());
        }
        self.open.push(Open { name, around, row });
        (self.open.len() <= self.limits.depth).then_some(())
    }

    /// Goes to the end of the start tag; whether the element ends with it.
    fn attributes(&mut self, around: usize, first: usize) -> Option<bool> {
        let is_empty = loop {
            let spaces = self.spaces();
            match self.byte(0)? {
                b'>' => break false,
                b'/' => {
                    self.at += 1;
                    break true;
                }
                _ if spaces => self.attribute(around)?,
                _ => return None,
            }
            let declared = self.scope.len() - around;
            if self.flat.attributes.len() - first + declared > self.limits.attributes {
                return None;
            }
        };
        self.take(b'>')?;
        while let Some((at, prefix)) = self.prefixed.pop() {
            self.flat.attributes[at].namespace = self.scope.namespace(prefix)?;
        }
        self.are_different(first).then_some(is_empty)
    }

    /// Whether no two attributes of this tag have the same name.
    fn are_different(&self, first: usize) -> bool {
        let own = &self.flat.attributes[first..];
        own.iter().enumerate().all(|(place, one)| {
            let same = |other: &FlatAttribute<'_>| {
                (one.namespace, one.name) == (other.namespace, other.name)
            };
            !own[..place].iter().any(same)
        })
    }

    fn attribute(&mut self, around: usize) -> Option<()> {
        let (_, prefix, name) = self.name()?;
        self.spaces();
        self.take(b'=')?;
        self.spaces();
        let value = self.value()?;
        match (prefix, name) {
            ("", "xmlns") => {
                return self.scope.declare("", value, around, &mut self.flat.namespaces);
            }
            ("xmlns", declared) => {
                return self.scope.declare(declared, value, around, &mut self.flat.namespaces);
            }
            (_, "xmlns") => return None,
            ("", _) => {}
            (prefix, _) => self.prefixed.push((self.flat.attributes.len(), prefix)),
        }
        self.flat.attributes.push(FlatAttribute { namespace: 0, name, value });
        Some(())
    }

    /// A value in quotes, which is not another one to the parser.
    fn value(&mut self) -> Option<&'a str> {
        let quote = self.byte(0).filter(|byte| matches!(byte, b'"' | b'\''))?;
        let from = self.at + 1;
        let is_end = |byte: &u8| *byte == quote || *byte == b'<' || *byte < b' ';
        let length = self.text.as_bytes()[from..].iter().position(is_end)?;
        self.at = from + length;
        self.take(quote)?;
        Some(&self.text[from..from + length])
    }

    /// A name as it is written, its prefix and its local part.
    fn name(&mut self) -> Option<(&'a str, &'a str, &'a str)> {
        let (from, first) = (self.at, self.part()?);
        if self.byte(0) != Some(b':') {
            return Some((first, "", first));
        }
        self.at += 1;
        let local = self.part()?;
        Some((&self.text[from..self.at], first, local))
    }

    /// A name without a colon.
    fn part(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        let length = rest.iter().position(|byte| !is_in_name(*byte))?;
        if !begins_name(*rest.first()?) {
            return None;
        }
        let from = self.at;
        self.at += length;
        Some(&self.text[from..self.at])
    }

    /// Passes over white space; whether there is any.
    fn spaces(&mut self) -> bool {
        let from = self.at;
        while self.byte(0).is_some_and(is_space) {
            self.at += 1;
        }
        self.at > from
    }
}
