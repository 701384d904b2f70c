use super::{
    PublishingError,
    enter::{Seen, ask},
};
use crate::ports::Runtime;
use access::OrganizationId;
use events::ParticipantSource;
use peppol_connector::identifiers::{Network, ParticipantId};
use peppol_publishing::{
    Differences, Entry, EntryStore, Outcome, ParticipantRegistry, Step, differences, is_under_way,
};
use persistence::StoreError;

/// Participants on a page.
const PAGE: u16 = 1_000;

/// The registry (SML) compared with the registrations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// Number of participants registered here.
    pub registered: usize,
    /// Number of participants that the registry lists for our SMP.
    pub listed: usize,
    /// The differences.
    pub differences: Differences,
}

/// All participants that receive here in a network.
///
/// # Errors
/// Storage failures.
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

/// Compares the registry with the registrations; `ourselves` is the identifier of this provider, which is entered too.
///
/// # Errors
/// Storage failures, and failures of the registry.
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

/// The differences that last, without entries that are being changed at the moment or while the registry is read. So
/// differences are compared twice.
///
/// # Errors
/// Storage failures, and failures of the registry.
async fn lasting_differences(
    store: &impl EntryStore,
    registry: &impl ParticipantRegistry,
    network: Network,
    ourselves: Option<&ParticipantId>,
) -> Result<Comparison, PublishingError> {
    let mut found = compare_registry(store, registry, network, ourselves).await?;
    let Differences { missing, unknown } = &mut found.differences;
    without_those_under_way(store, network, missing, true).await?;
    without_those_under_way(store, network, unknown, false).await?;
    if found.differences.is_empty() {
        return Ok(found);
    }
    let again = compare_registry(store, registry, network, ourselves).await?;
    Ok(Comparison { differences: found.differences.and(&again.differences), ..again })
}

async fn without_those_under_way(
    store: &impl EntryStore,
    network: Network,
    participants: &mut Vec<String>,
    are_registered: bool,
) -> Result<(), StoreError> {
    let mut lasting = Vec::with_capacity(participants.len());
    for id in participants.drain(..) {
        let entry = match id.parse() {
            Ok(participant) => store.entry(network, &participant).await?,
            Err(_) => None,
        };
        if !entry.is_some_and(|entry| is_under_way(&entry, are_registered)) {
            lasting.push(id);
        }
    }
    *participants = lasting;
    Ok(())
}

/// The comparisons of which something remains in a later one: what was done in the meantime is no difference any more.
#[must_use]
pub fn still_different(
    before: Vec<(Network, Result<Comparison, PublishingError>)>,
    now: Vec<(Network, Result<Comparison, PublishingError>)>,
) -> Vec<(Network, Result<Comparison, PublishingError>)> {
    let former = |network: Network| {
        let known = before.iter().find(|(of, _)| *of == network);
        known.and_then(|(_, found)| found.as_ref().ok().map(|found| &found.differences))
    };
    let lasting = |(network, found): (Network, Result<Comparison, PublishingError>)| {
        let found = found.map(|found| Comparison {
            differences: former(network)
                .map(|former| found.differences.clone().and(former))
                .unwrap_or_default(),
            ..found
        });
        (network, found)
    };
    now.into_iter().map(lasting).collect()
}

/// Compares the registries of several networks, for the differences that last; a failure in one does not affect the
/// others.
pub async fn compare_registries<R: ParticipantRegistry>(
    store: &impl EntryStore,
    networks: Vec<(Network, &R, Option<ParticipantId>)>,
) -> Vec<(Network, Result<Comparison, PublishingError>)> {
    let mut all = Vec::new();
    for (network, registry, ourselves) in networks {
        let found = lasting_differences(store, registry, network, ourselves.as_ref()).await;
        all.push((network, found));
    }
    all
}

/// Enters all participants that receive here and have no entry yet, because they were registered before this
/// installation had an SMP. Their registrations were published then, so no event follows. Returns the entries after
/// the attempt; one that is not listed is not stored, and carries the reason.
///
/// # Errors
/// Storage failures.
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
                // it has enrolled again in the meantime, which enters it
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error),
            },
            Outcome::Again(failed) | Outcome::Refused(failed, _) => asked.push(failed),
            // a step that enters never returns these
            Outcome::Gone | Outcome::Undone(_) | Outcome::Left(_) => {}
        }
    }
    Ok(asked)
}
