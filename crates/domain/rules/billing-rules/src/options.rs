//! How a document is checked.

use time::Date;

use crate::release::Release;

/// How a document is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Findings that a report lists at most, the first of each rule besides; the others are counted.
    pub max_findings: usize,
    /// The release of Peppol's rules that a document is judged by.
    pub release: Release,
    /// Whether a valid document is judged by the next release too ([`crate::Report::ahead`]).
    pub ahead: bool,
}

impl Options {
    /// The default maximum number of listed findings.
    pub const MAX_FINDINGS: usize = 1_000;

    /// The options for a day in Europe/Bratislava: the release in force, and the next one.
    pub fn on(day: Date) -> Self {
        Self { release: Release::on(day), ahead: true, ..Self::default() }
    }
}

impl Default for Options {
    /// By the oldest release that is implemented, and by no other: a caller that knows the day takes
    /// [`Options::on`].
    fn default() -> Self {
        Self { max_findings: Self::MAX_FINDINGS, release: Release::default(), ahead: false }
    }
}
