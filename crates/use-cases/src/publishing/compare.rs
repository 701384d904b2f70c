use super::PublishingError;
use crate::{Ports, Runtime};
use access::OrganizationId;
use events::ParticipantSource;
use peppol_connector::{Network, ParticipantId};
use peppol_publishing::{Differences, Entry, EntryStore, ParticipantRegistry, differences};
use persistence::StoreError;

/// Participants on a page.
const PAGE: u16 = 1_000;

/// The registry beside the registrations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// How many are registered here.
    pub registered: usize,
    /// How many the registry lists for our SMP.
    pub listed: usize,
    /// In what they differ.
    pub differences: Differences,
}

/// Everybody who receives here in a network.
///
/// # Errors
/// Storage.
pub async fn registered_participants(
    store: &impl EntryStore,
    network: Network,
) -> Result<Vec<(ParticipantId, OrganizationId)>, StoreError> {
    let mut all: Vec<(ParticipantId, OrganizationId)> = Vec::new();
    loop {
        let after = all.last().map(|(participant, _)| participant);
        let page = store.enrolled_participants(network, after, PAGE).await?;
        let is_last = page.len() < usize::from(PAGE);
        all.extend(page);
        if is_last {
            return Ok(all);
        }
    }
}

/// Compares the registry with what is registered here; `ourselves` is the identifier of this provider, which is
/// entered too.
///
/// # Errors
/// Storage, the registry.
pub async fn compare_registry(
    store: &impl EntryStore,
    registry: &impl ParticipantRegistry,
    network: Network,
    ourselves: Option<&ParticipantId>,
) -> Result<Comparison, PublishingError> {
    let registered = registered_participants(store, network).await?;
    let ours: Vec<_> = registered.iter().map(|(id, _)| id).chain(ourselves).collect();
    let listed = registry.list().await?;
    Ok(Comparison {
        registered: ours.len(),
        listed: listed.len(),
        differences: differences(ours, &listed),
    })
}

/// Has everybody entered who receives here and has no entry yet: those who were registered before this installation
/// had an SMP. Returns how many.
///
/// # Errors
/// Storage.
pub async fn enter_missing<P: Ports>(ports: &P, network: Network) -> Result<usize, StoreError> {
    let (store, mut made) = (ports.database(), 0);
    for (participant, organization) in registered_participants(store, network).await? {
        if store.entry(network, &participant).await?.is_some() {
            continue;
        }
        let (source, now) = (ParticipantSource::ApiEnroll, ports.runtime().now());
        let new = Entry::new((network, participant), organization, source, None, now);
        match store.keep_entry(None, &new, None).await {
            Ok(()) => made += 1,
            Err(StoreError::Conflict) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(made)
}
