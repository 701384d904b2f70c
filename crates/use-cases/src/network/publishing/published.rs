use access::{KeyScope, OrganizationId};
use invoice_responses::ResponseInbox;
use organizations::OrganizationStore;
use peppol_connector::{
    identifiers::{Network, ParticipantId},
    ports::AccountStore,
    registration::{AccountRecord, PeppolAccount},
};
use peppol_messages::card::BusinessCard;
use peppol_publishing::{Capabilities, Entry, EntryStore, Receives, company_card};
use persistence::StoreError;

/// The data that our SMP publishes of a participant that receives here, or of this provider; `None` for others.
///
/// # Errors
/// Storage failures.
pub async fn published(
    store: &(impl AccountStore + ResponseInbox),
    network: Network,
    capabilities: &Capabilities,
    participant: &ParticipantId,
) -> Result<Option<Receives>, StoreError> {
    if capabilities.is_ourselves(participant) {
        return Ok(Some(Receives::default()));
    }
    let Some(id) = store.enrolled(network, participant).await? else { return Ok(None) };
    match store.takes_responses(id).await {
        Ok(invoice_responses) => Ok(Some(Receives { invoice_responses })),
        Err(StoreError::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether a participant that does not receive here is still in the registry and waits for its removal. Until then our
/// SMP answers that it receives nothing, so the registry never points to an SMP that does not know the participant.
///
/// # Errors
/// Storage failures.
pub async fn is_to_be_removed(
    store: &impl EntryStore,
    network: Network,
    participant: &ParticipantId,
) -> Result<bool, StoreError> {
    let entry = store.entry(network, participant).await?;
    Ok(entry.is_some_and(|entry| entry.is_to_be_removed()))
}

/// The business card of a participant; `None` when it does not receive here, or its country is unknown.
///
/// # Errors
/// Storage failures.
pub async fn business_card(
    store: &(impl AccountStore + OrganizationStore),
    network: Network,
    participant: &ParticipantId,
) -> Result<Option<BusinessCard>, StoreError> {
    let Some(id) = store.enrolled(network, participant).await? else { return Ok(None) };
    let record = match store.organization_record(KeyScope::Organization(id), id).await {
        Err(StoreError::NotFound) => return Ok(None),
        record => record?,
    };
    let organization = record.organization;
    let country = organization.address.country.trim();
    Ok((!country.is_empty()).then(|| company_card(participant, &organization.name, country)))
}

/// The entry of an organization's registration: of its registered participant, else of the participant it would be
/// registered as, which the registry may have refused. That participant is of an unproven DIČ, so an entry of another
/// organization under it is not shown.
///
/// # Errors
/// Storage failures.
pub async fn entry_of(
    store: &impl EntryStore,
    organization: OrganizationId,
    account: &AccountRecord,
) -> Result<Option<Entry>, StoreError> {
    let networks = match account.account {
        PeppolAccount::Enrolled(own) | PeppolAccount::SendOnly(own) => vec![own],
        PeppolAccount::None | PeppolAccount::Deactivated(_) => vec![Network::Live, Network::Test],
    };
    for network in networks {
        let Some(participant) = account.participant_in(network) else { continue };
        let entry = store.entry(network, &participant).await?;
        let is_enrolled = account.account == PeppolAccount::Enrolled(network);
        let is_own = |entry: &Entry| entry.organization == organization;
        // an entry that waits for a registration which was never made is not shown
        let says = |entry: &Entry| is_enrolled || !entry.is_idle();
        if let Some(entry) = entry.filter(|entry| is_own(entry) && says(entry)) {
            return Ok(Some(entry));
        }
    }
    Ok(None)
}
