//! A document's first two levels without its tree: where the children of the document element lie.
//!
//! For envelopes around megabytes of which only the head is read. The pass sees that tags are closed
//! in order, that attributes are quoted and references are of those that XML knows. It does not check whether prefixes
//! are declared and attributes are unique: that happens when a child is parsed. It counts what the guard counts, so
//! that one pass over the document is enough.

mod excerpt;
mod left_out;
mod markup;
mod pieces;
mod without;

pub use pieces::{Cut, Pieces};
pub use without::without_elements;

use memchr::{memchr, memchr3};
use std::ops::Range;

use crate::guard::{Limits, admit_text, scan};
use crate::parsed::Unreadable;
use left_out::LeftOut;
use markup::{CUT_OFF, Fault, Tag, length_to, name_in, references, spaces, start_tag};

/// How many children are remembered; the others are counted.
const REMEMBERED: usize = 8;

/// The document element and where its children lie.
#[derive(Debug)]
pub struct Outline<'a> {
    text: &'a str,
    root: Range<usize>,
    end: usize,
    children: Vec<Range<usize>>,
    count: usize,
    has_text: bool,
}

impl<'a> Outline<'a> {
    /// Guards and looks through a document.
    ///
    /// # Errors
    /// [`Unreadable`] says why and where.
    pub fn read_within(bytes: &'a [u8], limits: &Limits) -> Result<Self, Unreadable> {
        let refused = |refusal| Unreadable::refused(refusal, bytes);
        let text = admit_text(bytes, limits).map_err(refused)?;
        Ok(Pass::new(text, *limits).done(limits)?.outline)
    }

    /// The start tag of the document element.
    #[must_use]
    pub fn start_tag(&self) -> &'a str {
        &self.text[self.root.clone()]
    }

    /// The whole document element, without what stands before and after it.
    #[must_use]
    pub fn element(&self) -> &'a str {
        self.text.get(self.root.start..self.end).unwrap_or_default()
    }

    /// The child elements in order, at most eight of them.
    pub fn children(&self) -> impl ExactSizeIterator<Item = &'a str> {
        self.children.iter().map(|child| &self.text[child.clone()])
    }

    /// How many child elements there are.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Whether there is anything but white space, comments and elements in the document element.
    #[must_use]
    pub const fn has_text(&self) -> bool {
        self.has_text
    }

    /// A document of its own: the document element's tags around what is given.
    #[must_use]
    pub fn around(&self, content: &str) -> String {
        let tag = self.start_tag();
        let open = tag.trim_end_matches('>').trim_end_matches('/');
        format!("{open}>{content}</{}>", name_in(tag))
    }
}

struct Pass<'a> {
    outline: Outline<'a>,
    limits: Limits,
    left_out: LeftOut<'a>,
    at: usize,
    open: Vec<Open<'a>>,
    child_from: usize,
    nodes: usize,
    namespaces: usize,
    in_scope: usize,
}

/// An element that is open, and its start tag.
struct Open<'a> {
    name: &'a str,
    at: usize,
    length: usize,
    /// How many namespaces the tag declares.
    namespaces: usize,
}

type Step = Result<(), Fault>;

/// The guard says the same in more words.
const TOO_MUCH: &str = "it has more than can be read";

impl<'a> Pass<'a> {
    fn new(text: &'a str, limits: Limits) -> Self {
        let outline =
            Outline { text, root: 0..0, end: 0, children: Vec::new(), count: 0, has_text: false };
        let (nodes, namespaces, in_scope) = (0, 0, 0);
        let (open, left_out) = (Vec::with_capacity(16), LeftOut::default());
        Self { outline, limits, left_out, at: 0, open, child_from: 0, nodes, namespaces, in_scope }
    }

    /// The pass when it has gone through all of the text.
    fn done(mut self, limits: &Limits) -> Result<Self, Unreadable> {
        match self.run() {
            Ok(()) => Ok(self),
            Err(fault) => {
                let text = self.outline.text;
                // the guard comes first, wherever the fault stands
                let refused = |refusal| Unreadable::refused(refusal, text.as_bytes());
                let refusal = scan(text.as_bytes(), limits).err();
                Err(refusal.map_or_else(|| Unreadable::fault(fault, self.at, text), refused))
            }
        }
    }

    fn run(&mut self) -> Step {
        let text = self.outline.text;
        if text.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
        }
        while let Some(byte) = text.as_bytes().get(self.at) {
            let rest = &text[self.at..];
            match byte {
                b'<' => self.markup(rest)?,
                _ => self.text(rest)?,
            }
        }
        if !self.open.is_empty() {
            return Err("it ends before its elements are closed");
        }
        if self.outline.root.is_empty() { Err("it has no element") } else { Ok(()) }
    }

    /// Passes over the text up to the next markup.
    fn text(&mut self, rest: &str) -> Step {
        let bytes = rest.as_bytes();
        let mut end = memchr3(b'<', b'&', b'>', bytes).unwrap_or(bytes.len());
        // most texts hold neither of the other two
        if bytes.get(end).is_some_and(|byte| *byte != b'<') {
            end = memchr(b'<', bytes).unwrap_or(bytes.len());
            if rest[..end].contains("]]>") {
                return Err("]]> stands in a text");
            }
            references(&rest[..end])?;
        }
        if self.open.len() < 2 && !rest[..end].trim_ascii().is_empty() {
            if self.open.is_empty() {
                return Err("text stands outside of the document element");
            }
            self.outline.has_text = true;
        }
        self.at += end;
        Ok(())
    }

    fn markup(&mut self, rest: &'a str) -> Step {
        let length = match rest.as_bytes().get(1) {
            Some(b'/') => {
                let length = self.end_tag(rest)?;
                self.ended(self.at + length);
                length
            }
            Some(b'?') => self.node(length_to(rest, "?>")?)?,
            Some(b'!') if rest.starts_with("<!--") => {
                self.node(length_to(&rest[4..], "-->")? + 4)?
            }
            Some(b'!') if rest.starts_with("<![CDATA[") => {
                if self.open.is_empty() {
                    return Err("text stands outside of the document element");
                }
                self.outline.has_text |= self.open.len() == 1;
                self.node(length_to(rest, "]]>")?)?
            }
            _ => {
                let tag = start_tag(rest)?;
                self.open(&tag)?;
                self.node(tag.length)?
            }
        };
        self.at += length;
        Ok(())
    }

    fn node(&mut self, length: usize) -> Result<usize, Fault> {
        self.nodes += 1;
        if self.nodes > self.limits.nodes { Err(TOO_MUCH) } else { Ok(length) }
    }

    fn open(&mut self, tag: &Tag<'a>) -> Step {
        match self.open.len() {
            0 if !self.outline.root.is_empty() => return Err("it has two document elements"),
            0 => self.outline.root = self.at..self.at + tag.length,
            1 => self.child_from = self.at,
            _ => {}
        }
        self.left_out.opened(tag.name, self.at, self.open.len());
        self.namespaces += tag.namespaces;
        let in_scope = self.in_scope + tag.namespaces;
        if tag.attributes > self.limits.attributes
            || self.namespaces > self.limits.namespaces
            || in_scope > self.limits.namespaces_in_scope
        {
            return Err(TOO_MUCH);
        }
        if tag.is_empty {
            self.ended(self.at + tag.length);
            return Ok(());
        }
        self.in_scope = in_scope;
        let (name, at, length, namespaces) = (tag.name, self.at, tag.length, tag.namespaces);
        self.open.push(Open { name, at, length, namespaces });
        if self.open.len() > self.limits.depth { Err(TOO_MUCH) } else { Ok(()) }
    }

    /// Closes the element that is open; the length of its end tag.
    fn end_tag(&mut self, rest: &str) -> Result<usize, Fault> {
        let other = "an end tag closes another element than the one that is open";
        let Open { name, namespaces, .. } = *self.open.last().ok_or(other)?;
        let after = rest[2..].strip_prefix(name).ok_or(other)?.as_bytes();
        let spaces = spaces(after);
        match after.get(spaces) {
            Some(b'>') => {
                self.open.pop();
                self.in_scope -= namespaces;
                Ok(2 + name.len() + spaces + 1)
            }
            Some(_) => Err(other),
            None => Err(CUT_OFF),
        }
    }

    /// An element ends at this byte.
    fn ended(&mut self, end: usize) {
        self.left_out.ended(end, self.open.len());
        match self.open.len() {
            0 => self.outline.end = end,
            1 => {
                self.outline.count += 1;
                if self.outline.children.len() < REMEMBERED {
                    self.outline.children.push(self.child_from..end);
                }
            }
            _ => {}
        }
    }
}
