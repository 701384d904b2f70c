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
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("xml_guard")]
pub enum RefusalKind {
    /// No bytes, or only white space.
    #[error("The document is empty.")]
    Empty,
    /// More bytes than the limit.
    #[error("The document is larger than can be read.")]
    TooLarge,
    /// Bytes that are not UTF-8, or a declaration that says they mean something else.
    #[error("The document is not written in UTF-8.")]
    Encoding,
    /// A PDF, an archive or JSON.
    #[error("The document is a PDF, an archive or JSON and no XML.")]
    NotXml,
    /// A document type declaration, which no invoice needs and attacks are made of.
    #[error("The document has a document type declaration, which is never read.")]
    Doctype,
    /// Elements inside one another beyond the limit.
    #[error("Elements are nested deeper than any invoice needs.")]
    TooDeep,
    /// Too many attributes on one element.
    #[error("One element has more attributes than any invoice needs.")]
    TooManyAttributes,
    /// Too many namespace declarations.
    #[error("The document declares more namespaces than any invoice needs.")]
    TooManyNamespaces,
    /// Too many elements and other nodes.
    #[error("The document has more elements than can be read.")]
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
        let place = match self {
            Self::Empty => 0,
            Self::TooLarge => 1,
            Self::Encoding => 2,
            Self::NotXml => 3,
            Self::Doctype => 4,
            Self::TooDeep => 5,
            Self::TooManyAttributes => 6,
            Self::TooManyNamespaces => 7,
            Self::TooManyNodes => 8,
        };
        <Self as refusals::Refusal>::KINDS[place].fixed[0]
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} (at byte {})", self.kind, self.offset)
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::RefusalKind::{self, *};

    #[test]
    fn the_sentence_of_a_rule_is_that_of_the_refusal() {
        let all: [RefusalKind; 9] = [
            Empty,
            TooLarge,
            Encoding,
            NotXml,
            Doctype,
            TooDeep,
            TooManyAttributes,
            TooManyNamespaces,
            TooManyNodes,
        ];
        for kind in all {
            assert_eq!(kind.message(), kind.to_string());
        }
    }
}
