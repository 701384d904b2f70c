//! What is known of a rule besides its check.

/// How much a failed rule weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flag {
    /// The document is invalid: receivers' access points refuse it.
    Fatal,
    /// The document is valid but says something that it should not.
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
}

impl Rule {
    /// A rule whose failure makes the document invalid.
    pub const fn fatal(
        id: &'static str,
        terms: &'static [&'static str],
        message: &'static str,
        hint: &'static str,
    ) -> Self {
        Self { id, flag: Flag::Fatal, terms, message, hint }
    }

    /// A rule whose failure is only pointed out.
    pub const fn warning(
        id: &'static str,
        terms: &'static [&'static str],
        message: &'static str,
        hint: &'static str,
    ) -> Self {
        Self { id, flag: Flag::Warning, terms, message, hint }
    }

    /// The message with words where a finding's values stand.
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
