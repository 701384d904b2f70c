use crate::{
    ClaimId, ClaimRecord, ConflictingOrganization, Creation, MailLimits, NewClaim, Opening,
    OptionsChange, OrganizationFilter, OrganizationRecord, TokenHash,
};
use access::{KeyScope, OrganizationId, PartnerId};
use events::NewEvent;
use idempotency::{Answer, Lease};
use jobs::NewJob;
use peppol_connector::{audit::AccountAudit, registration::AccountRecord};
use persistence::{Cursor, Page, StoreError, port};
use time::OffsetDateTime;

/// The name and age of a partner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartnerRecord {
    pub name: String,
    /// When its account was registered.
    pub since: OffsetDateTime,
}

/// Why an organization was not created. Nothing was stored.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
pub enum OrganizationError {
    /// The partner has one with the same IČO.
    #[error("the organization {organization} has this IČO already", organization = .0)]
    SameIco(OrganizationId),
    /// The partner has one with the same DIČ.
    #[error("the organization {organization} has this DIČ already", organization = .0)]
    SameDic(OrganizationId),
    /// It was to be registered under a participant that another organization has.
    #[error("another organization is enrolled under this DIČ")]
    ParticipantTaken,
    /// Storage failed, or the lease of the idempotency key was lost.
    #[error(transparent)]
    #[refusal(internal)]
    Store(#[from] StoreError),
}

/// A new organization with the answer to its request.
#[derive(Debug, Clone, Copy)]
pub struct Created<'a> {
    /// What was decided.
    pub creation: &'a Creation,
    /// The answer, stored under the partner's lease.
    pub answer: Option<(&'a Lease, &'a Answer)>,
}

port! {
    /// The store of organizations.
    pub trait OrganizationStore: Send + Sync {
        /// A partner.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn partner(&self, partner: PartnerId) -> Result<PartnerRecord, StoreError>;

        /// Stores an organization, the partner's management of it, its registration, the events and the answer, in one
        /// transaction. The lease of the answer is scoped to the partner: the partner's id takes the place of the
        /// organization's.
        ///
        /// # Errors
        /// [`OrganizationError`].
        async fn create_organization(
            &self, partner: PartnerId, created: Created<'_>, now: OffsetDateTime
        ) -> Result<(), OrganizationError>;

        /// One of the organizations that a key reaches.
        ///
        /// # Errors
        /// [`StoreError::NotFound`], also for organizations that the key does not reach.
        async fn organization_record(
            &self, reach: KeyScope, organization: OrganizationId
        ) -> Result<OrganizationRecord, StoreError>;

        /// A page of the organizations that a key reaches, the newest first.
        async fn organization_records(
            &self, reach: KeyScope, filter: &OrganizationFilter, after: Option<Cursor>, limit: u16
        ) -> Result<Page<OrganizationRecord>, StoreError>;

        /// Changes options and settings, in one transaction.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when the organization does not exist; [`StoreError::Conflict`] when its settings
        /// have changed since they were read.
        async fn change_options(
            &self, organization: OrganizationId, change: &OptionsChange
        ) -> Result<(), StoreError>;

        /// All other organizations of the installation with the same IČO or DIČ.
        async fn conflicting_organizations(
            &self, organization: OrganizationId
        ) -> Result<Vec<ConflictingOrganization>, StoreError>;
    }
}

/// How a registration changes when a claim is confirmed.
#[derive(Debug, Clone, Copy)]
pub struct AccountChange<'a> {
    /// The registration as it was read.
    pub before: &'a AccountRecord,
    /// The registration after the change.
    pub after: &'a AccountRecord,
    /// The line of the audit log.
    pub audit: AccountAudit<'a>,
    /// The events to publish.
    pub events: &'a [NewEvent],
}

port! {
    /// The store of claims.
    pub trait ClaimStore: Send + Sync {
        /// Stores a claim, and the job that sends its mail, if [`NewClaim::opening`] allows it after the claims that
        /// are stored; otherwise stores nothing. Concurrent calls for one organization or one partner are serialized,
        /// so each counts those before it.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when the organization does not exist.
        async fn open_claim(
            &self, organization: OrganizationId, claim: &NewClaim, job: Option<&NewJob>,
            limits: MailLimits
        ) -> Result<Opening, StoreError>;

        /// A claim.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn claim_record(
            &self, organization: OrganizationId, id: ClaimId
        ) -> Result<ClaimRecord, StoreError>;

        /// Stores one more token of a claim.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when there is no such claim.
        async fn add_claim_token(
            &self, organization: OrganizationId, id: ClaimId, token: &TokenHash
        ) -> Result<(), StoreError>;

        /// The claim with this token. The token alone gives access: no organization is named.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn claim_by_token(&self, token: &TokenHash) -> Result<ClaimRecord, StoreError>;

        /// Marks all open claims of the organization in the network as confirmed, and changes the registration, in one
        /// transaction.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when the claim is not open; else as
        /// [`peppol_connector::ports::AccountStore::change_account`].
        async fn confirm_claim(
            &self, organization: OrganizationId, id: ClaimId, change: Option<AccountChange<'_>>,
            now: OffsetDateTime
        ) -> Result<(), StoreError>;
    }
}
