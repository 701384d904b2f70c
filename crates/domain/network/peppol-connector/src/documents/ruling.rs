//! Which official rules a document was judged by, and what those that follow say.

use crate::repair::Finding;
use std::fmt;
use time::Date;

/// A release of official rules: its name and version, for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RulesVersion {
    /// Publisher and name, `Peppol BIS Billing`.
    pub name: &'static str,
    /// The version, `3.0.22`.
    pub version: &'static str,
}

impl fmt::Display for RulesVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

/// What the next release of the rules refuses in a document that is valid now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upcoming {
    /// That release.
    pub rules: RulesVersion,
    /// The first day (in Europe/Bratislava) on which receivers refuse by it.
    pub in_force: Date,
    /// What it finds, errors first; at most [`crate::documents::MAX_FINDINGS`].
    pub findings: Vec<Finding>,
}
