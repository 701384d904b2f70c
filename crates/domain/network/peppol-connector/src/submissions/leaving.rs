//! Whether a submission may leave: checked again at each attempt, which may be hours after it was queued.

use crate::{
    documents::{DateRefusal, issue_date::check_send_date},
    registration::CannotSend,
    sending::{OrganizationFacts, Submission},
    submissions::retry::RetryClass,
};
use time::OffsetDateTime;

/// Why a submission may not leave any more. It is not retried, because neither cause ends by itself on the issue date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum CannotLeave {
    /// The organization was deregistered in the meantime, or moved to the other network.
    #[error(transparent)]
    Account(#[from] CannotSend),
    /// Its issue date does not allow it any more (Limits, "Send date rules").
    #[error("{code}: {reason}", code = .0.code(), reason = .0)]
    Date(#[from] DateRefusal),
}

impl CannotLeave {
    /// The retry class: the document was certainly not sent by this attempt.
    #[must_use]
    pub const fn class(self) -> RetryClass {
        RetryClass::Permanent
    }
}

impl Submission {
    /// Checks whether an attempt may be made now. `organization` holds the facts for a key of the network that the
    /// submission goes over.
    ///
    /// # Errors
    /// [`CannotLeave`].
    pub fn may_leave(
        &self,
        organization: &OrganizationFacts,
        now: OffsetDateTime,
    ) -> Result<(), CannotLeave> {
        organization.account.may_send(organization.environment)?;
        match self.issue_date {
            Some(issued) => Ok(check_send_date(issued, now)?),
            None => Ok(()),
        }
    }
}
