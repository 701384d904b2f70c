use crate::{
    Acceptance, Group, Invitation, InvitationId, Member, MemberChange, MemberRefused,
    NewInvitation, SecretHash, Standing,
};
use access::{PartnerId, Role, UserId};
use jobs::NewJob;
use persistence::StoreError;
use std::future::Future;
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

/// Where members and invitations are kept.
pub trait MemberStore: Send + Sync {
    /// The members of a group, by address.
    fn members(&self, group: Group)
    -> impl Future<Output = Result<Vec<Member>, StoreError>> + Send;

    /// The partners of a user, by name.
    fn partner_memberships(
        &self,
        user: UserId,
    ) -> impl Future<Output = Result<Vec<PartnerMembership>, StoreError>> + Send;

    /// Changes a member as was decided on all members, under the lock of the group: two owners who
    /// remove each other at once find one of them left. With a membership end the member's keys and connections
    /// there, and the webhook endpoints that they made with these or on a page.
    ///
    /// # Errors
    /// What was decided; [`StoreError::NotFound`] without such a group.
    fn change_member<D>(
        &self,
        group: Group,
        user: UserId,
        now: OffsetDateTime,
        decide: D,
    ) -> impl Future<Output = Result<(), MemberError>> + Send
    where
        D: Fn(&[Member]) -> Result<MemberChange, MemberRefused> + Send + Sync;

    /// Keeps an invitation with its job, as was decided on what stands, under the lock of the group.
    ///
    /// # Errors
    /// What was decided; [`StoreError::NotFound`] without such a group.
    fn invite<D>(
        &self,
        group: Group,
        now: OffsetDateTime,
        decide: D,
    ) -> impl Future<Output = Result<(), MemberError>> + Send
    where
        D: Fn(&Standing) -> Result<Invited, MemberRefused> + Send + Sync;

    /// The invitations of a group that were neither accepted nor ended, the newest first.
    fn open_invitations(
        &self,
        group: Group,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<Vec<Invitation>, StoreError>> + Send;

    /// Ends an invitation that was not accepted.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn end_invitation(
        &self,
        group: Group,
        id: InvitationId,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// An invitation, for its mail.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn invitation(
        &self,
        id: InvitationId,
    ) -> impl Future<Output = Result<Invitation, StoreError>> + Send;

    /// Keeps the hash of what a mail brings.
    fn add_invitation_token(
        &self,
        id: InvitationId,
        token: &SecretHash,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The invitation of a mail.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn invitation_by_token(
        &self,
        token: &SecretHash,
    ) -> impl Future<Output = Result<Invitation, StoreError>> + Send;

    /// Deletes the invitations that were over before this time, accepted or not. Returns how many.
    fn purge_invitations(
        &self,
        before: OffsetDateTime,
    ) -> impl Future<Output = Result<usize, StoreError>> + Send;

    /// Makes whoever accepts a member, once, if the invitation is open as it is then, under the lock of the
    /// group: who invited may have lost the right to it. A member keeps the role they have; anybody else takes a seat
    /// of the month, where the group is an organization ([`crate::Seats::has_room`]).
    ///
    /// # Errors
    /// [`StoreError::LimitReached`] without a seat: nothing is kept.
    /// [`StoreError::Conflict`] when it is no longer open, or the address has an account by now.
    fn accept_invitation(
        &self,
        invitation: &NewInvitation,
        acceptance: &Acceptance,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
}
