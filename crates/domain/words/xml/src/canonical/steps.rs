//! How much a canonical form may cost.

use std::fmt;

/// The cost of a node beside its bytes, in bytes that could be written in the same time.
const NODE: usize = 48;

/// The work that is left for canonical forms: bytes that are written or compared, and for each node some more. The forms
/// of one message are paid from one budget.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Steps(usize);

/// A canonical form costs more than its document is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManySteps;

impl fmt::Display for TooManySteps {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the canonical form takes more work than is done for it")
    }
}

impl std::error::Error for TooManySteps {}

impl Steps {
    /// So much.
    #[must_use]
    pub const fn new(most: usize) -> Self {
        Self(most)
    }

    /// Steps without a limit, for documents of this process.
    #[must_use]
    pub const fn unbounded() -> Self {
        Self(usize::MAX)
    }

    /// What is left.
    #[must_use]
    pub const fn left(&self) -> usize {
        self.0
    }

    pub(super) fn spend(&mut self, steps: usize) -> Result<(), TooManySteps> {
        self.0 = self.0.checked_sub(steps).ok_or(TooManySteps)?;
        Ok(())
    }

    /// Counts a node of which this many bytes were written.
    pub(super) fn node(&mut self, bytes: usize) -> Result<(), TooManySteps> {
        self.spend(bytes.saturating_add(NODE))
    }
}
