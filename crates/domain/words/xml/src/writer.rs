//! The one writer.

use crate::escape::{escape_attribute, escape_text};

/// A document as it is written: a declaration, then elements on lines of their own, indented by two
/// spaces. Names are taken as they are given; text and values of attributes are escaped.
#[derive(Debug)]
pub struct Writer {
    text: String,
    depth: usize,
}

/// What stands before an element for each level that it is down.
const INDENT: &str = "  ";

/// A name with its prefix, which may be empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name<'a>(pub &'a str, pub &'a str);

impl<'a> From<&'a str> for Name<'a> {
    fn from(name: &'a str) -> Self {
        Self("", name)
    }
}

impl<'a> From<(&'a str, &'a str)> for Name<'a> {
    fn from((prefix, local): (&'a str, &'a str)) -> Self {
        Self(prefix, local)
    }
}

/// A group that is open: [`Writer::close`] or [`Writer::close_unless_empty`] ends it.
#[derive(Debug)]
#[must_use = "an open group has to be closed"]
pub struct Opened<'a> {
    name: Name<'a>,
    before: usize,
    after: usize,
}

impl Default for Writer {
    fn default() -> Self {
        Self::new()
    }
}

impl Writer {
    /// A document with nothing in it but its XML declaration.
    #[must_use]
    pub fn new() -> Self {
        Self { text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned(), depth: 0 }
    }

    /// How long the text is so far, in bytes.
    #[must_use]
    pub const fn length(&self) -> usize {
        self.text.len()
    }

    /// The byte of the text at which the next element will begin.
    #[must_use]
    pub const fn next(&self) -> usize {
        self.text.len() + INDENT.len() * self.depth
    }

    /// The text, which ends with a line break.
    #[must_use]
    pub fn finish(self) -> String {
        self.text
    }

    /// An element with elements in it.
    pub fn group<'a>(
        &mut self,
        name: impl Into<Name<'a>>,
        attributes: &[(&str, &str)],
        content: impl FnOnce(&mut Self),
    ) {
        let opened = self.open(name, attributes);
        content(self);
        self.close(opened);
    }

    /// The start of an element with elements in it.
    pub fn open<'a>(
        &mut self,
        name: impl Into<Name<'a>>,
        attributes: &[(&str, &str)],
    ) -> Opened<'a> {
        self.opened(name.into(), |writer| writer.attributes(attributes))
    }

    /// The start of an element that declares namespaces, each on a line of its own: prefix and URI,
    /// the default namespace with an empty prefix.
    pub fn open_with_namespaces<'a>(
        &mut self,
        name: impl Into<Name<'a>>,
        namespaces: &[(&str, &str)],
    ) -> Opened<'a> {
        self.opened(name.into(), |writer| {
            for (number, (prefix, uri)) in namespaces.iter().enumerate() {
                writer.text.push_str(if number == 0 { " xmlns" } else { "\n    xmlns" });
                if !prefix.is_empty() {
                    writer.text.push(':');
                    writer.text.push_str(prefix);
                }
                writer.value(uri);
            }
        })
    }

    /// The end of an element.
    pub fn close(&mut self, opened: Opened<'_>) {
        self.depth -= 1;
        self.indent();
        self.end_tag(opened.name);
    }

    /// The end of an element that leaves no trace if nothing was written into it.
    pub fn close_unless_empty(&mut self, opened: Opened<'_>) {
        if self.text.len() == opened.after {
            self.depth -= 1;
            self.text.truncate(opened.before);
        } else {
            self.close(opened);
        }
    }

    /// An element with text in it.
    pub fn leaf<'a>(&mut self, name: impl Into<Name<'a>>, attributes: &[(&str, &str)], text: &str) {
        let name = name.into();
        self.start_tag(name);
        self.attributes(attributes);
        self.text.push('>');
        escape_text(&mut self.text, text);
        self.end_tag(name);
    }

    /// An element with nothing in it.
    pub fn empty<'a>(&mut self, name: impl Into<Name<'a>>, attributes: &[(&str, &str)]) {
        self.start_tag(name.into());
        self.attributes(attributes);
        self.text.push_str("/>\n");
    }

    fn opened<'a>(&mut self, name: Name<'a>, attributes: impl FnOnce(&mut Self)) -> Opened<'a> {
        let before = self.text.len();
        self.start_tag(name);
        attributes(self);
        self.text.push_str(">\n");
        self.depth += 1;
        Opened { name, before, after: self.text.len() }
    }

    fn start_tag(&mut self, name: Name<'_>) {
        self.indent();
        self.text.push('<');
        self.name(name);
    }

    fn end_tag(&mut self, name: Name<'_>) {
        self.text.push_str("</");
        self.name(name);
        self.text.push_str(">\n");
    }

    fn name(&mut self, Name(prefix, local): Name<'_>) {
        if !prefix.is_empty() {
            self.text.push_str(prefix);
            self.text.push(':');
        }
        self.text.push_str(local);
    }

    fn attributes(&mut self, attributes: &[(&str, &str)]) {
        for (key, value) in attributes {
            self.text.push(' ');
            self.text.push_str(key);
            self.value(value);
        }
    }

    fn value(&mut self, value: &str) {
        self.text.push_str("=\"");
        escape_attribute(&mut self.text, value);
        self.text.push('"');
    }

    fn indent(&mut self) {
        for _ in 0..self.depth {
            self.text.push_str(INDENT);
        }
    }
}
