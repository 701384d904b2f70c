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
    pub answer: Option<(&'a Lease, &'a Answer)>,
}

port! {
    /// Where organizations are made and found.
    pub trait OrganizationStore: Send + Sync {
        /// A partner.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn partner(&self, partner: PartnerId) -> Result<PartnerRecord, StoreError>;

        /// Keeps an organization, the partner's management of it, its registration, the events and the
        /// answer, in one transaction. The answer's claim is scoped to the partner: its id stands in the
        /// place of an organization's.
        ///
        /// # Errors
        /// [`OrganizationError`].
        async fn create_organization(
            &self, partner: PartnerId, created: Created<'_>, now: OffsetDateTime
        ) -> Result<(), OrganizationError>;

        /// One of the organizations that a key reaches.
        ///
        /// # Errors
        /// [`StoreError::NotFound`], also for those that it does not reach.
        async fn organization_record(
            &self, reach: KeyScope, organization: OrganizationId
        ) -> Result<OrganizationRecord, StoreError>;

        /// A page of those that a key reaches, the newest first.
        async fn organization_records(
            &self, reach: KeyScope, filter: &OrganizationFilter, after: Option<Cursor>, limit: u16
        ) -> Result<Page<OrganizationRecord>, StoreError>;

        /// Changes options and settings, in one transaction.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when the organization does not exist; [`StoreError::Conflict`] when it
        /// is not any more what the change of its settings was decided on.
        async fn change_options(
            &self, organization: OrganizationId, change: &OptionsChange
        ) -> Result<(), StoreError>;

        /// All other organizations of the installation with the same IČO or the same DIČ.
        async fn conflicting_organizations(
            &self, organization: OrganizationId
        ) -> Result<Vec<ConflictingOrganization>, StoreError>;
    }
}

/// How a registration changes when a claim is confirmed.
#[derive(Debug, Clone, Copy)]
pub struct AccountChange<'a> {
    /// As it was read.
    pub before: &'a AccountRecord,
    /// As it stands then.
    pub after: &'a AccountRecord,
    /// The line of the audit log.
    pub audit: AccountAudit<'a>,
    /// What is published.
    pub events: &'a [NewEvent],
}

port! {
    /// Where claims are kept.
    pub trait ClaimStore: Send + Sync {
        /// Keeps a claim, and the job that sends its mail, if [`NewClaim::opening`] says so of the claims that
        /// are there; else nothing. Of many at once for one organization, or of one partner, each counts
        /// those before it.
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

        /// Keeps one more token of a claim.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when there is no such claim.
        async fn add_claim_token(
            &self, organization: OrganizationId, id: ClaimId, token: &TokenHash
        ) -> Result<(), StoreError>;

        /// The claim of a token. Anyone who has the token may read it: no organization is named.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn claim_by_token(&self, token: &TokenHash) -> Result<ClaimRecord, StoreError>;

        /// Ends all open claims of the organization in the network as confirmed, and changes the
        /// registration, in one transaction.
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
