//! The facts about a rule besides its check.

use crate::release::Release;

/// How much a failed rule weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flag {
    /// The document is invalid: receivers' access points refuse it.
    Fatal,
    /// The document is valid but contains something that it should not.
    Warning,
    /// The document is valid and could say more.
    Information,
}

impl Flag {
    /// `fatal`, `warning` or `information`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fatal => "fatal",
            Self::Warning => "warning",
            Self::Information => "information",
        }
    }
}

/// A rule: an official one, or one of our own (`schema`, `guard-…`, `dead-…`).
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// The official id, `BR-CO-15`.
    pub id: &'static str,
    /// How much a failure weighs.
    pub flag: Flag,
    /// The business terms (BT-…, BG-…) that it speaks of.
    pub terms: &'static [&'static str],
    /// One sentence on what is wrong. `{found}` stands for the value found, `{expected}` for the
    /// one that would be right, `{name}` for the element's name.
    pub message: &'static str,
    /// How to fix it.
    pub hint: &'static str,
    /// Peppol's first release with the rule in this form; `None` if it has always existed.
    pub since: Option<Release>,
    /// Peppol's last release with the rule in this form; `None` if it still exists.
    pub until: Option<Release>,
}

impl Rule {
    /// A rule whose failure makes the document invalid.
    pub const fn fatal(
        id: &'static str,
        terms: &'static [&'static str],
        message: &'static str,
        hint: &'static str,
    ) -> Self {
        Self { id, flag: Flag::Fatal, terms, message, hint, since: None, until: None }
    }

    /// A rule whose failure is only pointed out.
    pub const fn warning(
        id: &'static str,
        terms: &'static [&'static str],
        message: &'static str,
        hint: &'static str,
    ) -> Self {
        Self { flag: Flag::Warning, ..Self::fatal(id, terms, message, hint) }
    }

    /// The same, but its failure is only pointed out.
    #[must_use]
    pub const fn only_warning(self) -> Self {
        Self { flag: Flag::Warning, ..self }
    }

    /// The same from a release of Peppol's rules on.
    #[must_use]
    pub const fn since(self, release: Release) -> Self {
        Self { since: Some(release), ..self }
    }

    /// The same up to a release of Peppol's rules.
    #[must_use]
    pub const fn until(self, release: Release) -> Self {
        Self { until: Some(release), ..self }
    }

    /// Whether it is one of the rules of a release.
    pub fn is_in(&self, release: Release) -> bool {
        self.since.is_none_or(|first| first <= release)
            && self.until.is_none_or(|last| release <= last)
    }

    /// The message with words in the place of values.
    pub fn in_general(&self) -> String {
        in_general(self.message)
    }
}

pub(crate) fn in_general(message: &str) -> String {
    message
        .replace("{name}", "<element>")
        .replace("{parent}", "<its parent>")
        .replace("{found}", "<value found>")
        .replace("{expected}", "<value expected>")
}
