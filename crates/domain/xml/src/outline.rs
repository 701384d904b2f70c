//! A document's first two levels without its tree: where the children of the document element lie.
//!
//! For envelopes around megabytes of which only the head is read. The pass sees that tags are closed
//! in order, that attributes are quoted and references are of those that XML knows. It does not see
//! whether prefixes are declared and attributes stand once: whoever reads a child parses it.

use memchr::{memchr, memchr2};
use std::ops::Range;

use crate::guard::{Limits, admit, find_text};
use crate::parsed::Unreadable;

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
        let text = admit(bytes, limits).map_err(|e| Unreadable::refused(e, bytes))?;
        let mut pass = Pass::new(text);
        match pass.run() {
            Ok(()) => Ok(pass.outline),
            Err(fault) => Err(Unreadable::fault(fault, pass.at, text)),
        }
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

/// The name in a tag, with its prefix.
fn name_in(tag: &str) -> &str {
    let name = tag.trim_start_matches('<').trim_start_matches('/');
    let end = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
    &name[..name.bytes().position(end).unwrap_or(name.len())]
}

struct Pass<'a> {
    outline: Outline<'a>,
    at: usize,
    open: Vec<&'a str>,
    child_from: usize,
}

type Step = Result<(), &'static str>;

impl<'a> Pass<'a> {
    fn new(text: &'a str) -> Self {
        let outline =
            Outline { text, root: 0..0, end: 0, children: Vec::new(), count: 0, has_text: false };
        Self { outline, at: 0, open: Vec::new(), child_from: 0 }
    }

    fn run(&mut self) -> Step {
        let text = self.outline.text;
        if text.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
        }
        while self.at < text.len() {
            let rest = &text[self.at..];
            let end = memchr(b'<', rest.as_bytes()).unwrap_or(rest.len());
            self.text(&rest[..end])?;
            self.at += end;
            if self.at < text.len() {
                self.markup(&rest[end..])?;
            }
        }
        if !self.open.is_empty() {
            return Err("it ends before its elements are closed");
        }
        if self.outline.root.is_empty() { Err("it has no element") } else { Ok(()) }
    }

    fn text(&mut self, text: &str) -> Step {
        if self.open.len() < 2 && !text.trim_ascii().is_empty() {
            if self.open.is_empty() {
                return Err("text stands outside of the document element");
            }
            self.outline.has_text = true;
        }
        // most texts hold neither
        if memchr2(b'&', b'>', text.as_bytes()).is_none() {
            return Ok(());
        }
        if text.contains("]]>") {
            return Err("]]> stands in a text");
        }
        references(text)
    }

    fn markup(&mut self, rest: &'a str) -> Step {
        let length = if rest.starts_with("</") {
            let length = length_to(rest, ">")?;
            self.close(name_in(&rest[..length]), length)?;
            length
        } else if let Some(comment) = rest.strip_prefix("<!--") {
            length_to(comment, "-->")? + 4
        } else if rest.starts_with("<![CDATA[") {
            if self.open.is_empty() {
                return Err("text stands outside of the document element");
            }
            self.outline.has_text |= self.open.len() == 1;
            length_to(rest, "]]>")?
        } else if rest.starts_with("<?") {
            length_to(rest, "?>")?
        } else {
            let length = start_tag(rest)?;
            self.open(&rest[..length])?;
            length
        };
        self.at += length;
        Ok(())
    }

    fn open(&mut self, tag: &'a str) -> Step {
        match self.open.len() {
            0 if !self.outline.root.is_empty() => return Err("it has two document elements"),
            0 => self.outline.root = self.at..self.at + tag.len(),
            1 => self.child_from = self.at,
            _ => {}
        }
        if tag.ends_with("/>") {
            self.ended(self.at + tag.len());
        } else {
            self.open.push(name_in(tag));
        }
        Ok(())
    }

    fn close(&mut self, name: &str, length: usize) -> Step {
        if self.open.pop() != Some(name) {
            return Err("an end tag closes another element than the one that is open");
        }
        self.ended(self.at + length);
        Ok(())
    }

    /// An element ends here, and so many are open around it.
    fn ended(&mut self, end: usize) {
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

/// The length of what ends with these characters.
fn length_to(rest: &str, end: &str) -> Result<usize, &'static str> {
    find_text(rest.as_bytes(), end.as_bytes()).ok_or("it ends within its markup")
}

/// The length of a start tag whose attributes have the right form.
fn start_tag(tag: &str) -> Result<usize, &'static str> {
    let bytes = tag.as_bytes();
    let mut at = 1 + name_in(tag).len();
    if at == 1 || matches!(bytes[1], b'-' | b'.' | b'0'..=b'9' | b'=' | b'"' | b'\'' | b'&') {
        return Err("a < stands there that begins no tag (write &lt; for it)");
    }
    loop {
        let spaces = tag[at..].bytes().take_while(u8::is_ascii_whitespace).count();
        at += spaces;
        match bytes.get(at..) {
            Some([b'>', ..]) => return Ok(at + 1),
            Some([b'/', b'>', ..]) => return Ok(at + 2),
            Some([_, ..]) if spaces > 0 => at += attribute(&tag[at..])?,
            Some([_, ..]) => return Err("a blank is missing between attributes"),
            _ => return Err("it ends within its markup"),
        }
    }
}

/// The length of an attribute.
fn attribute(rest: &str) -> Result<usize, &'static str> {
    let malformed = "an attribute has not the form name=\"value\"";
    let equals = rest.find('=').ok_or(malformed)?;
    let name = rest[..equals].trim_ascii_end();
    if name.is_empty() || name.contains(|c: char| c.is_ascii_whitespace() || "<>\"'&/".contains(c))
    {
        return Err(malformed);
    }
    let after = &rest[equals + 1..];
    let value = after.trim_ascii_start();
    let from = equals + 1 + (after.len() - value.len());
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\'')).ok_or(malformed)?;
    let length = value[1..].find(quote).ok_or("it ends within its markup")?;
    if value[1..=length].contains('<') {
        return Err("a < stands in the value of an attribute");
    }
    references(&value[1..=length])?;
    Ok(from + length + 2)
}

/// Whether each & begins a reference that XML knows.
fn references(text: &str) -> Step {
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
