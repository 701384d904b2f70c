use crate::{
    Acceptance, Group, Invitation, InvitationFacts, InvitationId, Member, MemberChange,
    MemberRefused, NewInvitation, SecretHash,
};
use access::{PartnerId, Role, UserId};
use jobs::NewJob;
use persistence::{StoreError, port};
use time::OffsetDateTime;

/// Why a change was not made.
#[derive(Debug, thiserror::Error)]
pub enum MemberError {
    /// The change was refused.
    #[error(transparent)]
    Refused(#[from] MemberRefused),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A partner that a user is a member of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartnerMembership {
    pub partner: PartnerId,
    pub name: String,
    pub role: Role,
}

/// The writes of a new invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invited {
    pub invitation: NewInvitation,
    /// The open invitation that it replaces, if any.
    pub replaced: Option<InvitationId>,
    /// The job that sends the mail.
    pub job: NewJob,
}

port! {
    /// Stores members and invitations.
    pub trait MemberStore: Send + Sync {
        /// The members of a group, ordered by address.
        async fn members(&self, group: Group) -> Result<Vec<Member>, StoreError>;

        /// The partners of a user, ordered by name.
        async fn partner_memberships(&self, user: UserId) -> Result<Vec<PartnerMembership>, StoreError>;

        /// Changes a member by a decision over all members, under the lock of the group, so that of two owners who
        /// remove each other at the same time one stays. When the membership ends, the member's keys and connections
        /// for the group end too, and the webhook endpoints that were created with these or on a page.
        ///
        /// # Errors
        /// The error of the decision; [`StoreError::NotFound`] for an unknown group.
        async fn change_member<D>(
            &self, group: Group, user: UserId, now: OffsetDateTime, decide: D
        ) -> Result<(), MemberError>
        where D: Fn(&[Member]) -> Result<MemberChange, MemberRefused>;

        /// Stores an invitation with its job, by a decision over the stored facts, under the lock of the group.
        ///
        /// # Errors
        /// The error of the decision; [`StoreError::NotFound`] for an unknown group.
        async fn invite<D>(&self, group: Group, now: OffsetDateTime, decide: D) -> Result<(), MemberError>
        where D: Fn(&InvitationFacts) -> Result<Invited, MemberRefused>;

        /// The invitations of a group that were neither accepted nor ended, newest first.
        async fn open_invitations(
            &self, group: Group, now: OffsetDateTime
        ) -> Result<Vec<Invitation>, StoreError>;

        /// Ends an invitation that was not accepted.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn end_invitation(
            &self, group: Group, id: InvitationId, now: OffsetDateTime
        ) -> Result<(), StoreError>;

        /// Loads an invitation by its id, for its mail.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn invitation(&self, id: InvitationId) -> Result<Invitation, StoreError>;

        /// Stores the hash of a token that is sent in a mail.
        async fn add_invitation_token(&self, id: InvitationId, token: &SecretHash) -> Result<(), StoreError>;

        /// Loads the invitation of a mailed token.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn invitation_by_token(&self, token: &SecretHash) -> Result<Invitation, StoreError>;

        /// Deletes invitations that ended before this time, accepted or not. Returns how many.
        async fn purge_invitations(&self, before: OffsetDateTime) -> Result<usize, StoreError>;

        /// Makes the accepting user a member, once, if the invitation is still open under the lock of the group: the
        /// inviter may have lost the right to give the role. An existing member keeps their role; a new member of an
        /// organization takes a seat of the month ([`crate::Seats::has_room`]).
        ///
        /// # Errors
        /// [`StoreError::LimitReached`] without a free seat: nothing is stored. [`StoreError::Conflict`] when it is no
        /// longer open, or the address has an account by now.
        async fn accept_invitation(
            &self, invitation: &NewInvitation, acceptance: &Acceptance, now: OffsetDateTime
        ) -> Result<(), StoreError>;
    }
}
