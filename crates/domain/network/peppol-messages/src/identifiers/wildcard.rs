//! Wildcards in document types (PFUOI 4.4.0, PINT Wildcard Migration Plan 1.0.1). The sender matches;
//! the SMP is asked for the identifier that is registered.

use std::collections::BTreeSet;

use party_identifiers::{DOCUMENT_TYPE_SCHEME, WILDCARD_SCHEME};

use super::{DocumentTypeParts, Identifier};

/// Why a customization cannot be registered in the wildcard scheme, by the rule that it breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WildcardFault {
    /// It is empty.
    #[error("BR-PDC-01: a customization has at least one part")]
    Empty,
    /// A part is empty.
    #[error("BR-PDC-02: no part of a customization is empty")]
    EmptyPart,
    /// A part stands twice.
    #[error("BR-PDC-03: no part of a customization stands twice")]
    RepeatedPart,
    /// White space.
    #[error("BR-PDC-05: a customization has no white space")]
    Space,
    /// A `*` that is not the only one, at the very end.
    #[error("BR-PDW-04: a wildcard stands once, at the end")]
    Misplaced,
    /// A `*` that is a part of its own.
    #[error("BR-PDW-05: a wildcard follows its part and is none")]
    Alone,
}

impl WildcardFault {
    /// The rule, as `BR-PDC-01`.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Empty => "BR-PDC-01",
            Self::EmptyPart => "BR-PDC-02",
            Self::RepeatedPart => "BR-PDC-03",
            Self::Space => "BR-PDC-05",
            Self::Misplaced => "BR-PDW-04",
            Self::Alone => "BR-PDW-05",
        }
    }
}

/// Whether a customization may be registered in the wildcard scheme.
///
/// # Errors
/// The first rule that it breaks.
pub fn is_registrable(customization: &str) -> Result<(), WildcardFault> {
    if customization.is_empty() {
        return Err(WildcardFault::Empty);
    }
    if customization.contains(char::is_whitespace) {
        return Err(WildcardFault::Space);
    }
    let concrete = customization.strip_suffix('*').unwrap_or(customization);
    if concrete.contains('*') {
        return Err(WildcardFault::Misplaced);
    }
    if concrete.len() < customization.len() && (concrete.is_empty() || concrete.ends_with('@')) {
        return Err(WildcardFault::Alone);
    }
    let mut seen = BTreeSet::new();
    for part in concrete.split('@') {
        if part.is_empty() {
            return Err(WildcardFault::EmptyPart);
        }
        if !seen.insert(part) {
            return Err(WildcardFault::RepeatedPart);
        }
    }
    Ok(())
}

/// Whether a registered customization stands for a document's: part by part from the left, and a final
/// `*` for any further parts.
#[must_use]
pub fn matches(registered: &str, document: &str) -> bool {
    if document.contains('*') {
        return false;
    }
    let Some(concrete) = registered.strip_suffix('*') else { return registered == document };
    match document.strip_prefix(concrete) {
        Some(rest) => rest.is_empty() || rest.starts_with('@'),
        None => false,
    }
}

/// The identifier, of those that a ServiceGroup lists, that the SMP is to be asked for when a document of
/// this type (its value, without wildcard) is to be sent: the exact one, else the longest wildcard.
#[must_use]
pub fn best_match<'r>(document: &str, registered: &'r [Identifier]) -> Option<&'r Identifier> {
    let known = |one: &&Identifier| [DOCUMENT_TYPE_SCHEME, WILDCARD_SCHEME].contains(&&*one.scheme);
    if document.contains('*') {
        return None;
    }
    if let Some(exact) = registered.iter().filter(known).find(|one| one.value == document) {
        return Some(exact);
    }
    let wanted = DocumentTypeParts::of(document)?;
    let fits = |one: &&Identifier| {
        DocumentTypeParts::of(&one.value).is_some_and(|parts| {
            one.scheme == WILDCARD_SCHEME
                && parts.syntax == wanted.syntax
                && parts.version == wanted.version
                && matches(parts.customization, wanted.customization)
        })
    };
    registered.iter().filter(fits).max_by_key(|one| one.value.matches('@').count())
}
