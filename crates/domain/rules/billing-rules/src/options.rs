//! How a document is checked.

/// How a document is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Findings that a report lists at most, the first of each rule besides; the others are counted.
    pub max_findings: usize,
    /// Whether what is announced for the next release of Peppol BIS Billing is checked as well
    /// ([`crate::Official::PREVIEW`]).
    pub preview: bool,
}

impl Options {
    /// Findings that are listed unless somebody asks for another number.
    pub const MAX_FINDINGS: usize = 1_000;
}

impl Default for Options {
    fn default() -> Self {
        Self { max_findings: Self::MAX_FINDINGS, preview: false }
    }
}
