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

/// Maximum length of a partner's name, in characters.
pub const MAX_PARTNER_NAME: usize = 300;

/// Why an organization or a partner was not made or changed.
#[derive(Debug, thiserror::Error)]
pub enum FirmError {
    /// The partner's name is not valid.
    #[error("the name must have 1 to {MAX_PARTNER_NAME} printable characters")]
    Name,
    /// The partner does not exist.
    #[error("there is no partner {0}")]
    NoPartner(PartnerId),
    /// The organization does not exist.
    #[error("there is no organization {0}")]
    NoOrganization(OrganizationId),
    /// The organization or the partner does not exist.
    #[error("there is no such partner, or no such organization")]
    NoPair,
    /// The store to fill is not empty.
    #[error("the database is not empty")]
    NotEmpty,
    /// Storage failed.
    #[error(transparent)]
    Store(StoreError),
}

impl FirmError {
    /// Turns "not found" into the given error.
    fn of(error: StoreError, missing: Self) -> Self {
        match error {
            StoreError::NotFound => missing,
            error => Self::Store(error),
        }
    }
}

/// Creates a partner without organizations.
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

/// Creates an organization from checked input, managed by a partner when one is named.
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

/// Sets an organization's plan.
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

/// Fills an empty store.
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

/// Enrolls an organization in the test network without a check by the tax authority.
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
