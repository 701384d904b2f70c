//! What the UBL does not say.

use xml::Place;

/// How many losses are listed one by one.
pub const MOST_LOSSES: usize = 1_000;

/// A text or an attribute of the original that is not in the UBL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// Where it stands in the CII, as an XPath with the usual prefixes:
    /// `/rsm:CrossIndustryInvoice/…/ram:IncludedNote[2]/ram:Content`.
    pub path: String,
    /// The same place by the byte at which its element begins.
    pub place: Place,
    /// What it says, cut after 120 characters.
    pub value: String,
    /// Why it is not carried.
    pub message: String,
    /// What kind of loss it is.
    pub kind: LossKind,
}

/// Why a value is not carried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LossKind {
    /// An element that EN 16931 has no business term for.
    NoTerm,
    /// An attribute that EN 16931 has no business term for.
    NoTermAttribute,
    /// It stands more often than UBL may say it.
    Repeated,
    /// It contradicts a value that is carried, and UBL has room for one.
    Contradicts,
    /// What it belongs to is missing, so there is nothing to write it to.
    Homeless,
    /// It is no value of its kind: 31 February.
    NoValue,
    /// Not a loss itself: how many more there are.
    More,
}

impl LossKind {
    /// A name for findings, in the style of the connector's.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NoTerm => "CII_LOST_NO_TERM",
            Self::NoTermAttribute => "CII_LOST_ATTRIBUTE",
            Self::Repeated => "CII_LOST_REPEATED",
            Self::Contradicts => "CII_LOST_CONTRADICTS",
            Self::Homeless => "CII_LOST_HOMELESS",
            Self::NoValue => "CII_LOST_NO_VALUE",
            Self::More => "CII_LOST_MORE",
        }
    }
}

/// A reason, noted by the mapping on an element; it holds for all below it that is not carried.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reason {
    pub(crate) kind: LossKind,
    pub(crate) message: &'static str,
}

impl Reason {
    pub(crate) const fn new(kind: LossKind, message: &'static str) -> Self {
        Self { kind, message }
    }
}

/// What is said of elements that the mapping does not know.
pub(crate) const NO_TERM: Reason = Reason::new(
    LossKind::NoTerm,
    "EN 16931 has no business term for this element, and Peppol BIS Billing 3.0 no place",
);

/// What is said of attributes that the mapping does not know.
pub(crate) const NO_TERM_ATTRIBUTE: Reason = Reason::new(
    LossKind::NoTermAttribute,
    "EN 16931 has no business term for this attribute, and Peppol BIS Billing 3.0 no place",
);

/// What is said of the second of a kind.
pub(crate) const REPEATED: Reason =
    Reason::new(LossKind::Repeated, "UBL takes this once; the first one is carried");
