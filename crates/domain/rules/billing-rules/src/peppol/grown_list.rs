//! A code list that a release of Peppol's rules added codes to.

use crate::code_list::CodeList;
use crate::release::Release;

/// A code list as it was, and what a release added.
pub(super) struct GrownList {
    pub(super) before: CodeList,
    pub(super) since: Release,
    pub(super) added: &'static [&'static str],
}

impl GrownList {
    /// Whether this is exactly one of the codes of a release.
    pub(super) fn has(&self, code: &str, release: Release) -> bool {
        self.before.has(code) || (release >= self.since && self.added.contains(&code))
    }
}
