use super::{
    PublishingError,
    enter::{Seen, ask},
};
use crate::ports::Runtime;
use access::OrganizationId;
use events::ParticipantSource;
use peppol_connector::identifiers::{Network, ParticipantId};
use peppol_publishing::{
    Differences, Entry, EntryStore, Outcome, ParticipantRegistry, Step, differences,
};
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

/// Compares the registries of some networks: what one cannot be asked says nothing of the others.
pub async fn compare_registries<R: ParticipantRegistry>(
    store: &impl EntryStore,
    networks: Vec<(Network, &R, Option<ParticipantId>)>,
) -> Vec<(Network, Result<Comparison, PublishingError>)> {
    let mut all = Vec::new();
    for (network, registry, ourselves) in networks {
        let found = compare_registry(store, registry, network, ourselves.as_ref()).await;
        all.push((network, found));
    }
    all
}

/// Enters everybody who receives here and has no entry yet: those who were registered before this installation had an
/// SMP. Their registrations were published then, so no event follows. Returns the entries as they are now; one that is
/// not listed is not kept, and says why.
///
/// # Errors
/// Storage.
pub async fn enter_missing(
    store: &impl EntryStore,
    runtime: &impl Runtime,
    registry: &impl ParticipantRegistry,
    network: Network,
) -> Result<Vec<Entry>, StoreError> {
    let mut asked = Vec::new();
    for (participant, organization) in registered_participants(store, network).await? {
        if store.entry(network, &participant).await?.is_some() {
            continue;
        }
        let answer = ask(registry, &participant, &Step::Create, &mut Seen::default()).await;
        let (source, now) = (ParticipantSource::ApiEnroll, runtime.now());
        let new = Entry::new((network, participant), organization, source, None, now);
        match new.answered(&Step::Create, answer, now) {
            Outcome::Listed(listed) => match store.keep_entry(None, &listed, None).await {
                Ok(()) => asked.push(listed),
                // it has enrolled again meanwhile, and is entered by that
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error),
            },
            Outcome::Again(failed) | Outcome::Refused(failed, _) => asked.push(failed),
            // never of a step that enters
            Outcome::Gone | Outcome::Undone(_) | Outcome::Left(_) => {}
        }
    }
    Ok(asked)
}
