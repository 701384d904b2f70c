//! Why a document is refused unread.

use std::fmt;

use crate::rule::Rule;

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
    pub(crate) const fn new(kind: RefusalKind, offset: usize) -> Self {
        Self { kind, offset }
    }
}

impl RefusalKind {
    /// The kind as a rule, with what is wrong and how to mend it.
    #[must_use]
    pub fn rule(self) -> &'static Rule {
        match self {
            Self::Empty => &EMPTY,
            Self::TooLarge => &TOO_LARGE,
            Self::Encoding => &ENCODING,
            Self::Doctype => &DOCTYPE,
            Self::TooDeep => &TOO_DEEP,
            Self::TooManyAttributes => &TOO_MANY_ATTRIBUTES,
            Self::TooManyNamespaces => &TOO_MANY_NAMESPACES,
            Self::TooManyNodes => &TOO_MANY_NODES,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} (at byte {})", self.kind.rule().message, self.offset)
    }
}

impl std::error::Error for Refusal {}

static EMPTY: Rule = Rule::fatal(
    "guard-empty",
    &[],
    "The document is empty.",
    "Send the XML of the invoice or credit note.",
);

static TOO_LARGE: Rule = Rule::fatal(
    "guard-size",
    &[],
    "The document is larger than can be read.",
    "Shorten the embedded attachments or split the invoice.",
);

static ENCODING: Rule = Rule::fatal(
    "guard-encoding",
    &[],
    "The document is not written in UTF-8.",
    "Save the document as UTF-8 and declare encoding=\"UTF-8\".",
);

static DOCTYPE: Rule = Rule::fatal(
    "guard-doctype",
    &[],
    "The document has a document type declaration, which is never read.",
    "Remove the <!DOCTYPE …> declaration.",
);

static TOO_DEEP: Rule = Rule::fatal(
    "guard-depth",
    &[],
    "Elements are nested deeper than any invoice needs.",
    "Check the program that wrote the document.",
);

static TOO_MANY_ATTRIBUTES: Rule = Rule::fatal(
    "guard-attributes",
    &[],
    "One element has more attributes than any invoice needs.",
    "Check the program that wrote the document.",
);

static TOO_MANY_NAMESPACES: Rule = Rule::fatal(
    "guard-namespaces",
    &[],
    "The document declares more namespaces than any invoice needs.",
    "Declare each namespace once, on the document element.",
);

static TOO_MANY_NODES: Rule = Rule::fatal(
    "guard-nodes",
    &[],
    "The document has more elements than can be read.",
    "Split the invoice.",
);
