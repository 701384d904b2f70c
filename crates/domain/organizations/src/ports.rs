use crate::{
    ClaimId, ClaimRecord, Creation, NewClaim, OptionsChange, OrganizationFilter,
    OrganizationRecord, Rival, TokenHash,
};
use access::{OrganizationId, PartnerId, Reach};
use events::NewEvent;
use idempotency::{Answer, Claim};
use jobs::NewJob;
use peppol_connector::{AccountRecord, TrailKind};
use persistence::{Cursor, Page, StoreError};
use std::future::Future;
use time::{Duration, OffsetDateTime};

/// What is known of a partner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartnerRecord {
    pub name: String,
    /// When its account was registered.
    pub since: OffsetDateTime,
}

/// Why an organization was not made. Nothing was kept.
#[derive(Debug, thiserror::Error)]
pub enum OrganizationError {
    /// The partner has one with the same IČO.
    #[error("the organization {0} has this IČO already")]
    SameIco(OrganizationId),
    /// The partner has one with the same DIČ.
    #[error("the organization {0} has this DIČ already")]
    SameDic(OrganizationId),
    /// It was to be registered under a participant that another organization has.
    #[error("another organization is enrolled under this DIČ")]
    ParticipantTaken,
    /// Storage, or the idempotency claim was lost.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What comes with the making of an organization.
#[derive(Debug, Clone, Copy)]
pub struct Created<'a> {
    /// What was decided.
    pub creation: &'a Creation,
    /// The answer, kept under the partner's claim.
    pub answer: Option<(&'a Claim, &'a Answer)>,
}

/// Where organizations are made and found.
pub trait OrganizationStore: Send + Sync {
    /// A partner.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn partner(
        &self,
        partner: PartnerId,
    ) -> impl Future<Output = Result<PartnerRecord, StoreError>> + Send;

    /// Keeps an organization, the partner's management of it, its registration, the events and the
    /// answer, in one transaction. The answer's claim is scoped to the partner: its id stands in the
    /// place of an organization's.
    ///
    /// # Errors
    /// [`OrganizationError`].
    fn create_organization(
        &self,
        partner: PartnerId,
        created: Created<'_>,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<(), OrganizationError>> + Send;

    /// One of the organizations that a key reaches.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], also for those that it does not reach.
    fn organization_record(
        &self,
        reach: Reach,
        organization: OrganizationId,
    ) -> impl Future<Output = Result<OrganizationRecord, StoreError>> + Send;

    /// A page of those that a key reaches, the newest first.
    fn organization_records(
        &self,
        reach: Reach,
        filter: &OrganizationFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> impl Future<Output = Result<Page<OrganizationRecord>, StoreError>> + Send;

    /// Changes options.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when the organization does not exist.
    fn change_options(
        &self,
        organization: OrganizationId,
        change: &OptionsChange,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// All other organizations of the installation with the same IČO; none for one without.
    fn rivals(
        &self,
        organization: OrganizationId,
        partner: PartnerId,
    ) -> impl Future<Output = Result<Vec<Rival>, StoreError>> + Send;
}

/// How a registration changes when a claim is confirmed.
#[derive(Debug, Clone, Copy)]
pub struct AccountChange<'a> {
    /// As it was read.
    pub before: &'a AccountRecord,
    /// As it stands then.
    pub after: &'a AccountRecord,
    /// The line of the trail.
    pub trail: (TrailKind, Option<&'a str>),
    /// What is published.
    pub events: &'a [NewEvent],
}

/// Where claims are kept.
pub trait ClaimStore: Send + Sync {
    /// Keeps a claim, and the job that sends its mail, unless a claim of the same organization,
    /// partner and network was requested less than `repeat_after` before it and is still open: then
    /// false. Of many at once one is kept.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when the organization does not exist.
    fn open_claim(
        &self,
        organization: OrganizationId,
        claim: &NewClaim,
        job: &NewJob,
        repeat_after: Duration,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// A claim.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn claim_record(
        &self,
        organization: OrganizationId,
        id: ClaimId,
    ) -> impl Future<Output = Result<ClaimRecord, StoreError>> + Send;

    /// Keeps one more token of a claim.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when there is no such claim.
    fn add_claim_token(
        &self,
        organization: OrganizationId,
        id: ClaimId,
        token: &TokenHash,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The claim of a token. Anyone who has the token may read it: no organization is named.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn claim_by_token(
        &self,
        token: &TokenHash,
    ) -> impl Future<Output = Result<ClaimRecord, StoreError>> + Send;

    /// Ends all open claims of the organization in the network as confirmed, and changes the
    /// registration, in one transaction.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when the claim is not open; else as
    /// [`peppol_connector::AccountStore::change_account`].
    fn confirm_claim(
        &self,
        organization: OrganizationId,
        id: ClaimId,
        change: Option<AccountChange<'_>>,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
}
