//! The one parse.

use refusals::{Argument, Kind, Reason};
use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;
use std::sync::OnceLock;

use roxmltree::{Document, Error, Node, ParsingOptions, TextPos};

use crate::element::XmlElement;
use crate::flat::{self, Flat};
use crate::guard::{Limits, Refusal, RefusalKind, admit_text, scan};

/// A document that the guard has let pass, and that is well-formed.
pub struct Parsed<'a> {
    text: &'a str,
    flat: Option<Flat<'a>>,
    tree: OnceLock<Document<'a>>,
}

/// A document whose bytes live as long as need be. What is made on demand ties a [`Parsed`] to the lifetime of its
/// bytes; behind this it is again as good as one that is borrowed for less.
pub trait Readable: fmt::Debug + Sync {
    /// The rows of a plain document.
    fn flat(&self) -> Option<&Flat<'_>>;
    /// The tree.
    fn document(&self) -> &Document<'_>;
}

impl<'a> Parsed<'a> {
    /// Guards and parses. Nothing else in the workspace parses a document.
    ///
    /// # Errors
    /// [`Unreadable`] says why and where.
    pub fn read(bytes: &'a [u8]) -> Result<Self, Unreadable> {
        Self::read_within(bytes, &Limits::default())
    }

    /// The same within other limits.
    ///
    /// # Errors
    /// [`Unreadable`] says why and where.
    pub fn read_within(bytes: &'a [u8], limits: &Limits) -> Result<Self, Unreadable> {
        let refused = |refusal| Unreadable::refused(refusal, bytes);
        let text = admit_text(bytes, limits).map_err(refused)?;
        let flat = flat::read(text, limits);
        if flat.is_none() {
            scan(bytes, limits).map_err(refused)?;
        }
        count_parse();
        let parsed = Self { text, flat, tree: OnceLock::new() };
        if parsed.flat.is_none() {
            let tree = tree(text).map_err(|error| Unreadable::not_well_formed(&error, text))?;
            let _ = parsed.tree.set(tree);
        }
        Ok(parsed)
    }

    /// The document element.
    #[must_use]
    pub fn root(&self) -> Node<'_, 'a> {
        self.document().root_element()
    }

    /// The namespace, if it has one, and the name of the document element; no tree is made for it.
    #[must_use]
    pub fn root_name(&self) -> (Option<&str>, &str) {
        self.flat.as_ref().and_then(Flat::root_name).unwrap_or_else(|| {
            let name = self.root().tag_name();
            (name.namespace(), name.name())
        })
    }

    /// The own text of the element at this path of local names, from the document element down, by the first element of
    /// each name; what comments, sections and instructions split is joined. No tree is made for it.
    #[must_use]
    pub fn text_at(&self, path: &[&str]) -> Option<Cow<'_, str>> {
        match &self.flat {
            Some(flat) => text_at(flat.root_element()?, path),
            None => text_at(self.root(), path),
        }
    }

    /// The rows of a plain document; nothing of others, which have a tree alone.
    #[must_use]
    pub const fn flat(&self) -> Option<&Flat<'a>> {
        self.flat.as_ref()
    }

    /// The tree, made now if only rows were made of the document so far.
    ///
    /// # Panics
    /// If the parser refuses what the pass over the rows let through: it lets through less, which tests hold it to.
    #[must_use]
    pub fn document(&self) -> &Document<'a> {
        self.tree.get_or_init(|| tree(self.text).expect("rows are made of well-formed documents"))
    }

    /// The text that was parsed.
    #[must_use]
    pub const fn text(&self) -> &'a str {
        self.text
    }
}

fn text_at<'t>(root: impl XmlElement<'t>, path: &[&str]) -> Option<Cow<'t, str>> {
    let element = path.iter().try_fold(root, |element, name| {
        element.elements().find(|child| child.qname().1 == *name)
    })?;
    Some(element.whole_text())
}

impl Readable for Parsed<'_> {
    fn flat(&self) -> Option<&Flat<'_>> {
        self.flat()
    }

    fn document(&self) -> &Document<'_> {
        self.document()
    }
}

pub(crate) fn tree(text: &str) -> Result<Document<'_>, Error> {
    let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
    Document::parse_with_options(text, options)
}

impl fmt::Debug for Parsed<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Parsed({} bytes)", self.text().len())
    }
}

thread_local! {
    static PARSES: Cell<u64> = const { Cell::new(0) };
}

pub(crate) fn count_parse() {
    PARSES.with(|parses| parses.set(parses.get() + 1));
}

/// How many documents this thread has parsed so far, for the tests that count parses. Rows and the tree of the same
/// [`Parsed`] are one parse: neither is ever made twice.
#[must_use]
pub fn parses_on_this_thread() -> u64 {
    PARSES.with(Cell::get)
}

/// Why there is no tree, and where that was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// Why.
    pub cause: Cause,
    /// The byte.
    pub offset: usize,
    /// Its line, from 1; 1 also where the line is not known.
    pub line: u32,
    /// Its column in characters, from 1.
    pub column: u32,
}

/// What keeps a document from being read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// The guard refused it before it was parsed.
    Refused(RefusalKind),
    /// It is not well-formed; what the parser says of it.
    NotWellFormed(NotWellFormed),
}

/// Why a document is not well-formed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum NotWellFormed {
    /// Another element is closed than the last that was opened.
    #[error("the element {open} is open where </{closed}> stands")]
    OtherTag {
        /// The one that is open.
        open: String,
        /// The one that is closed.
        closed: String,
    },
    /// A name with a prefix that stands for no namespace.
    #[error("the prefix {prefix} is not declared")]
    UnknownPrefix {
        /// The prefix.
        prefix: String,
    },
    /// An ampersand by itself.
    #[error("an & stands there that begins no reference (write &amp; for it)")]
    Ampersand,
    /// An entity that XML does not have.
    #[error("the entity &{name}; is not declared")]
    UnknownEntity {
        /// Its name.
        name: String,
    },
    /// One attribute twice at an element.
    #[error("the attribute {name} stands twice")]
    AttributeTwice {
        /// Its name.
        name: String,
    },
    /// The document ends within an element.
    #[error("it ends before its elements are closed")]
    CutOff,
    /// There is nothing but comments and the like.
    #[error("it has no element")]
    NoElement,
    /// What the parser says.
    #[error("{text}", text = .0)]
    Other(String),
}

impl Unreadable {
    pub(crate) fn fault(reason: &str, offset: usize, text: &str) -> Self {
        let (line, column) = text.get(..offset).map_or((1, 1), position_after);
        Self {
            cause: Cause::NotWellFormed(NotWellFormed::Other(reason.to_owned())),
            offset,
            line,
            column,
        }
    }

    pub(crate) fn refused(refusal: Refusal, bytes: &[u8]) -> Self {
        let Refusal { kind, offset } = refusal;
        let text = match kind {
            RefusalKind::TooLarge | RefusalKind::Encoding => None,
            _ => bytes.get(..offset).and_then(|before| std::str::from_utf8(before).ok()),
        };
        let (line, column) = text.map_or((1, 1), position_after);
        Self { cause: Cause::Refused(kind), offset, line, column }
    }

    fn not_well_formed(error: &roxmltree::Error, text: &str) -> Self {
        Self::said_of(error, offset_of(text, error.pos()), text)
    }

    /// What the parser says, at a byte of a text.
    pub(crate) fn said_of(error: &roxmltree::Error, offset: usize, text: &str) -> Self {
        let (line, column) = text.get(..offset).map_or((1, 1), position_after);
        Self { cause: Cause::NotWellFormed(error.into()), offset, line, column }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Cause::Refused(kind) => {
                write!(out, "the document is refused unread: {kind} (at byte {})", self.offset)
            }
            Cause::NotWellFormed(error) => {
                let (line, column) = (self.line, self.column);
                write!(out, "the document is not well-formed XML: {error} at {line}:{column}")
            }
        }
    }
}

impl std::error::Error for Unreadable {}

impl refusals::Refusal for Unreadable {
    const KINDS: &'static [Kind] = &[
        Kind {
            name: "xml.refused",
            fixed: &["the document is refused unread: ", " (at byte ", ")"],
            arguments: &["reason", "byte"],
        },
        Kind {
            name: "xml.not_well_formed",
            fixed: &["the document is not well-formed XML: ", " at ", ":", ""],
            arguments: &["reason", "line", "column"],
        },
    ];

    fn reason(&self) -> Reason {
        let number = |number: String| Argument::Name(number);
        let because = |reason: Reason| ("reason", Argument::Reason(Box::new(reason)));
        let (kind, arguments) = match &self.cause {
            Cause::Refused(kind) => (
                "xml.refused",
                vec![because(kind.into()), ("byte", number(self.offset.to_string()))],
            ),
            Cause::NotWellFormed(fault) => {
                let line = ("line", number(self.line.to_string()));
                let column = ("column", number(self.column.to_string()));
                ("xml.not_well_formed", vec![because(fault.into()), line, column])
            }
        };
        Reason::new(kind, arguments, self.to_string())
    }
}

impl From<&roxmltree::Error> for NotWellFormed {
    fn from(error: &roxmltree::Error) -> Self {
        match error {
            Error::UnexpectedCloseTag(expected, found, _) => {
                Self::OtherTag { open: expected.clone(), closed: found.clone() }
            }
            Error::UnknownNamespace(prefix, _) => Self::UnknownPrefix { prefix: prefix.clone() },
            Error::MalformedEntityReference(_) => Self::Ampersand,
            Error::UnknownEntityReference(name, _) => Self::UnknownEntity { name: name.clone() },
            Error::DuplicatedAttribute(name, _) => Self::AttributeTwice { name: name.clone() },
            Error::UnclosedRootNode => Self::CutOff,
            Error::NoRootNode => Self::NoElement,
            other => {
                Self::Other(other.to_string().replacen(&format!(" at {}", other.pos()), "", 1))
            }
        }
    }
}

/// Where a line and column of the parser lie in the text.
pub(crate) fn offset_of(text: &str, position: TextPos) -> usize {
    let line = text.split_inclusive('\n').take(position.row.saturating_sub(1) as usize);
    let start: usize = line.map(str::len).sum();
    let column = position.col.saturating_sub(1) as usize;
    let rest = text.get(start..).unwrap_or_default();
    start + rest.char_indices().nth(column).map_or(0, |(at, _)| at)
}

/// Line and column, from 1, of what comes after this text.
fn position_after(before: &str) -> (u32, u32) {
    let mut position = (1, 1);
    for character in before.chars() {
        position =
            if character == '\n' { (position.0 + 1, 1) } else { (position.0, position.1 + 1) };
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unreadable(text: &str) -> Unreadable {
        Parsed::read(text.as_bytes()).expect_err("unreadable")
    }

    #[test]
    fn what_cannot_be_read_says_where() {
        let error = unreadable("<a>\n<ä/> <b></a>");
        assert_eq!((error.line, error.column, error.offset), (2, 9, 13));
        let Cause::NotWellFormed(reason) = &error.cause else { panic!("{error}") };
        let said = reason.to_string();
        assert!(said.contains("element b ") && !said.contains("2:"), "{reason}");
        assert!(error.to_string().ends_with(" at 2:9"), "{error}");
        let error = unreadable("<a>\n <!DOCTYPE b>");
        assert_eq!((error.line, error.column, error.offset), (2, 2, 5));
        assert_eq!(error.cause, Cause::Refused(RefusalKind::Doctype));
        assert_eq!((unreadable("").line, unreadable(" \n").column), (1, 1));
    }

    #[test]
    fn only_what_reaches_the_parser_is_counted() {
        let before = parses_on_this_thread();
        for text in ["<a/>", "<a>", "", "<!DOCTYPE a><a/>"] {
            let _ = Parsed::read(text.as_bytes());
        }
        assert_eq!(parses_on_this_thread() - before, 2);
    }
}
