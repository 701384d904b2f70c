use crate::{
    Acceptance, Group, Invitation, InvitationId, Member, MemberChange, MemberRefused,
    NewInvitation, SecretHash, Standing,
};
use access::{PartnerId, Role, UserId};
use jobs::NewJob;
use persistence::{StoreError, port};
use time::OffsetDateTime;

/// Why nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum MemberError {
    /// The decision.
    #[error(transparent)]
    Refused(#[from] MemberRefused),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A partner that a user belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartnerMembership {
    pub partner: PartnerId,
    pub name: String,
    pub role: Role,
}

/// What an invitation causes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invited {
    pub invitation: NewInvitation,
    /// The one whose place it takes.
    pub replaced: Option<InvitationId>,
    /// The mail.
    pub job: NewJob,
}

port! {
    /// Where members and invitations are kept.
    pub trait MemberStore: Send + Sync {
        /// The members of a group, by address.
        async fn members(&self, group: Group) -> Result<Vec<Member>, StoreError>;

        /// The partners of a user, by name.
        async fn partner_memberships(&self, user: UserId) -> Result<Vec<PartnerMembership>, StoreError>;

        /// Changes a member as was decided on all members, under the lock of the group: two owners who
        /// remove each other at once find one of them left. With a membership end the member's keys and connections
        /// there, and the webhook endpoints that they made with these or on a page.
        ///
        /// # Errors
        /// What was decided; [`StoreError::NotFound`] without such a group.
        async fn change_member<D>(
            &self, group: Group, user: UserId, now: OffsetDateTime, decide: D
        ) -> Result<(), MemberError>
        where D: Fn(&[Member]) -> Result<MemberChange, MemberRefused>;

        /// Keeps an invitation with its job, as was decided on what stands, under the lock of the group.
        ///
        /// # Errors
        /// What was decided; [`StoreError::NotFound`] without such a group.
        async fn invite<D>(&self, group: Group, now: OffsetDateTime, decide: D) -> Result<(), MemberError>
        where D: Fn(&Standing) -> Result<Invited, MemberRefused>;

        /// The invitations of a group that were neither accepted nor ended, the newest first.
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

        /// An invitation, for its mail.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn invitation(&self, id: InvitationId) -> Result<Invitation, StoreError>;

        /// Keeps the hash of what a mail brings.
        async fn add_invitation_token(&self, id: InvitationId, token: &SecretHash) -> Result<(), StoreError>;

        /// The invitation of a mail.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn invitation_by_token(&self, token: &SecretHash) -> Result<Invitation, StoreError>;

        /// Deletes the invitations that were over before this time, accepted or not. Returns how many.
        async fn purge_invitations(&self, before: OffsetDateTime) -> Result<usize, StoreError>;

        /// Makes whoever accepts a member, once, if the invitation is open as it is then, under the lock of the
        /// group: who invited may have lost the right to it. A member keeps the role they have; anybody else takes a seat
        /// of the month, where the group is an organization ([`crate::Seats::has_room`]).
        ///
        /// # Errors
        /// [`StoreError::LimitReached`] without a seat: nothing is kept.
        /// [`StoreError::Conflict`] when it is no longer open, or the address has an account by now.
        async fn accept_invitation(
            &self, invitation: &NewInvitation, acceptance: &Acceptance, now: OffsetDateTime
        ) -> Result<(), StoreError>;
    }
}
