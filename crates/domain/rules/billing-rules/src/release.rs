//! The releases of Peppol's rules. A release is data: a day from which it is in force. A rule that is not in all of
//! them names its first or its last one ([`Rule::since`], [`Rule::until`]), so that a document is judged by any of
//! them with the same code.

use time::Date;
use time::macros::date;

use crate::official::Official;

#[cfg(doc)]
use crate::rule::Rule;

/// A release of the rules of Peppol BIS Billing and BIS Self-Billing, which are published together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Release {
    /// OpenPeppol 2026.5: Billing 3.0.21 and Self-Billing 3.0.2.
    #[default]
    May2026,
    /// OpenPeppol 2026.11: Billing 3.0.22 and Self-Billing 3.0.3.
    November2026,
}

impl Release {
    /// All that are implemented, in the order in which they come into force.
    pub const ALL: [Self; 2] = [Self::May2026, Self::November2026];

    /// The first day (in Europe/Bratislava, for what this service receives) on which receivers refuse by it.
    pub const fn in_force(self) -> Date {
        match self {
            Self::May2026 => date!(2026 - 08 - 24),
            Self::November2026 => date!(2027 - 02 - 24),
        }
    }

    /// What is in force on a day; the oldest that is implemented on days before it.
    pub fn on(day: Date) -> Self {
        let begun = Self::ALL.into_iter().rev().find(|release| release.in_force() <= day);
        begun.unwrap_or(Self::ALL[0])
    }

    /// The release after it, if it is implemented.
    pub fn next(self) -> Option<Self> {
        Self::ALL.into_iter().find(|release| *release > self)
    }

    /// The release of this version of Billing or Self-Billing (`3.0.22`, `3.0.3`), or of this name (`2026.11`).
    pub fn parse(name: &str) -> Option<Self> {
        let is_named = |official: &Official| {
            official.version == name || official.release.strip_prefix("OpenPeppol ") == Some(name)
        };
        let known = |release: &Self| release.officials().into_iter().any(is_named);
        Self::ALL.into_iter().find(known)
    }

    /// Billing, Self-Billing.
    pub(crate) const fn officials(self) -> [&'static Official; 2] {
        match self {
            Self::May2026 => [&Official::BILLING, &Official::SELF_BILLING],
            Self::November2026 => [&Official::BILLING_2026_11, &Official::SELF_BILLING_2026_11],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_has_the_release_that_is_in_force() {
        for (day, release) in [
            (date!(2020 - 01 - 01), Release::May2026),
            (date!(2026 - 11 - 28), Release::May2026),
            (date!(2027 - 02 - 23), Release::May2026),
            (date!(2027 - 02 - 24), Release::November2026),
            (date!(2099 - 12 - 31), Release::November2026),
        ] {
            assert_eq!(Release::on(day), release, "{day}");
        }
        assert!(Release::ALL.is_sorted_by_key(|release| release.in_force()));
    }

    #[test]
    fn releases_are_named_by_their_versions() {
        for (name, release) in [
            ("3.0.21", Some(Release::May2026)),
            ("3.0.2", Some(Release::May2026)),
            ("2026.5", Some(Release::May2026)),
            ("3.0.22", Some(Release::November2026)),
            ("3.0.3", Some(Release::November2026)),
            ("2026.11", Some(Release::November2026)),
            ("3.0.23", None),
            ("11", None),
            ("", None),
        ] {
            assert_eq!(Release::parse(name), release, "{name}");
        }
        assert_eq!(Release::May2026.next(), Some(Release::November2026));
        assert_eq!(Release::November2026.next(), None);
    }
}
