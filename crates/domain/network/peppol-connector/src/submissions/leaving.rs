//! Whether a submission may leave: asked again at each attempt, which may be hours after it was queued.

use crate::{
    documents::{DateRefusal, issue_date::check_send_date},
    registration::CannotSend,
    sending::{OrganizationFacts, Submission},
    submissions::retry::RetryClass,
};
use time::OffsetDateTime;

/// Why a submission does not leave any more. It is not tried again: neither ends by itself on the day
/// of its issue date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CannotLeave {
    /// The organization was deregistered meanwhile, or moved to the other network.
    #[error(transparent)]
    Account(#[from] CannotSend),
    /// Its day has passed (Limits, "Send date rules").
    #[error("{code}: {0}", code = .0.code())]
    Date(#[from] DateRefusal),
}

impl CannotLeave {
    /// What it means for the attempt: the document certainly did not go out with it.
    #[must_use]
    pub const fn class(self) -> RetryClass {
        RetryClass::Permanent
    }
}

impl Submission {
    /// Whether an attempt may be made now. `organization`: as it stands for a key of the network that
    /// the submission goes over.
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
