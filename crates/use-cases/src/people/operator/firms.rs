use access::{NewPartner, OrganizationId, PartnerId, Plan};
use invoicing::{
    Organization, Party,
    records::{Provision, ProvisionStore},
};
use organizations::OperatorStore;
use peppol_connector::{
    audit::{AccountAudit, AuditAction},
    identifiers::Network,
    ports::AccountStore,
    registration::{AccountRecord, PeppolAccount},
};
use persistence::StoreError;
use time::OffsetDateTime;

/// Longest name of a partner, in characters.
pub const MAX_PARTNER_NAME: usize = 300;

/// Why a firm was not made or changed.
#[derive(Debug, thiserror::Error)]
pub enum FirmError {
    /// The name of a partner.
    #[error("the name must have 1 to {MAX_PARTNER_NAME} printable characters")]
    Name,
    /// No such partner.
    #[error("there is no partner {0}")]
    NoPartner(PartnerId),
    /// No such organization.
    #[error("there is no organization {0}")]
    NoOrganization(OrganizationId),
    /// One of the two.
    #[error("there is no such partner, or no such organization")]
    NoPair,
    /// There is data where none may be.
    #[error("the database is not empty")]
    NotEmpty,
    /// Storage.
    #[error(transparent)]
    Store(StoreError),
}

impl FirmError {
    /// What was not found, by its name.
    fn of(error: StoreError, missing: Self) -> Self {
        match error {
            StoreError::NotFound => missing,
            error => Self::Store(error),
        }
    }
}

/// Makes a partner that manages nobody yet.
///
/// # Errors
/// [`FirmError`].
pub async fn make_partner(
    store: &impl ProvisionStore,
    id: PartnerId,
    name: &str,
    now: OffsetDateTime,
) -> Result<(), FirmError> {
    let name = name.trim();
    let is_long = name.chars().count() > MAX_PARTNER_NAME;
    if name.is_empty() || is_long || name.contains(char::is_control) {
        return Err(FirmError::Name);
    }
    let partners = vec![NewPartner { id, name: name.to_owned(), organizations: Vec::new() }];
    let provision = Provision { partners, ..Provision::default() };
    store.provision(&provision, now).await.map_err(FirmError::Store)
}

/// Makes an organization of what was checked, managed by a partner where one is named.
///
/// # Errors
/// [`FirmError`].
pub async fn make_organization(
    store: &(impl ProvisionStore + OperatorStore),
    id: OrganizationId,
    party: Party,
    (plan, partner): (Plan, Option<PartnerId>),
    now: OffsetDateTime,
) -> Result<(), FirmError> {
    let organizations = vec![Organization { plan, ..Organization::of(id, party, now) }];
    let provision = Provision { organizations, ..Provision::default() };
    store.provision(&provision, now).await.map_err(FirmError::Store)?;
    let Some(partner) = partner else { return Ok(()) };
    let added = store.add_to_partner(id, partner).await;
    added.map_err(|error| FirmError::of(error, FirmError::NoPartner(partner)))
}

/// Lets a partner manage an organization.
///
/// # Errors
/// [`FirmError`].
pub async fn add_to_partner(
    store: &impl OperatorStore,
    organization: OrganizationId,
    partner: PartnerId,
) -> Result<(), FirmError> {
    let added = store.add_to_partner(organization, partner).await;
    added.map_err(|error| FirmError::of(error, FirmError::NoPair))
}

/// Stops a partner from managing an organization.
///
/// # Errors
/// [`FirmError`].
pub async fn remove_from_partner(
    store: &impl OperatorStore,
    organization: OrganizationId,
    partner: PartnerId,
) -> Result<(), FirmError> {
    let removed = store.remove_from_partner(organization, partner).await;
    removed.map_err(|error| FirmError::of(error, FirmError::NoPair))
}

/// Sets what an organization has bought.
///
/// # Errors
/// [`FirmError`].
pub async fn set_plan(
    store: &impl OperatorStore,
    organization: OrganizationId,
    plan: Plan,
) -> Result<(), FirmError> {
    let set = store.set_plan(organization, plan).await;
    set.map_err(|error| FirmError::of(error, FirmError::NoOrganization(organization)))
}

/// Fills a store that holds nothing.
///
/// # Errors
/// [`FirmError`].
pub async fn fill(
    store: &impl ProvisionStore,
    provision: &Provision,
    now: OffsetDateTime,
) -> Result<(), FirmError> {
    if !store.is_empty().await.map_err(FirmError::Store)? {
        return Err(FirmError::NotEmpty);
    }
    store.provision(provision, now).await.map_err(FirmError::Store)
}

/// Registers an organization in the test network, without asking anybody.
///
/// # Errors
/// [`StoreError`].
pub async fn enroll_in_sandbox(
    store: &impl AccountStore,
    organization: OrganizationId,
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    let before = store.account(organization).await?;
    let after = AccountRecord {
        account: PeppolAccount::Enrolled(Network::Test),
        participant: before.participant_in(Network::Test),
        since: Some(now),
        ..before.clone()
    };
    let audit = AccountAudit::new(Network::Test, AuditAction::Enrolled);
    store.change_account(organization, &before, &after, audit, &[], now).await
}
