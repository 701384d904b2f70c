//! Why a document is refused unread.

use std::fmt;

/// A document that was refused before it was parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    /// What was wrong.
    pub kind: RefusalKind,
    /// The byte at which it was seen.
    pub offset: usize,
}

/// What a guard can object to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalKind {
    /// No bytes, or only white space.
    Empty,
    /// More bytes than the limit.
    TooLarge,
    /// Bytes that are not UTF-8, or a declaration that says they mean something else.
    Encoding,
    /// A PDF, an archive or JSON.
    NotXml,
    /// A document type declaration, which no invoice needs and attacks are made of.
    Doctype,
    /// Elements inside one another beyond the limit.
    TooDeep,
    /// Too many attributes on one element.
    TooManyAttributes,
    /// Too many namespace declarations.
    TooManyNamespaces,
    /// Too many elements and other nodes.
    TooManyNodes,
}

impl Refusal {
    pub(super) const fn new(kind: RefusalKind, offset: usize) -> Self {
        Self { kind, offset }
    }
}

impl RefusalKind {
    /// What is wrong, as a sentence.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::Empty => "The document is empty.",
            Self::TooLarge => "The document is larger than can be read.",
            Self::Encoding => "The document is not written in UTF-8.",
            Self::NotXml => "The document is a PDF, an archive or JSON and no XML.",
            Self::Doctype => "The document has a document type declaration, which is never read.",
            Self::TooDeep => "Elements are nested deeper than any invoice needs.",
            Self::TooManyAttributes => "One element has more attributes than any invoice needs.",
            Self::TooManyNamespaces => {
                "The document declares more namespaces than any invoice needs."
            }
            Self::TooManyNodes => "The document has more elements than can be read.",
        }
    }
}

impl fmt::Display for RefusalKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.message())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} (at byte {})", self.kind, self.offset)
    }
}

impl std::error::Error for Refusal {}
