use crate::{
    ports::{NoRandomness, Runtime},
    retry::retry_on_conflict,
};
use events::ParticipantSource;
use peppol_connector::{
    identifiers::{Network, ParticipantId},
    ports::AccountStore,
};
use peppol_messages::discovery::migration_key;
use peppol_publishing::{
    Entry, EntryStore, MigrationKey, NotMigrationKey, ParticipantRegistry, RegistryError,
};
use persistence::StoreError;

/// Why a participant cannot go to another SMP.
#[derive(Debug, thiserror::Error)]
pub enum ReleaseError {
    /// Nobody receives here under it.
    #[error("{0} does not receive here")]
    NotServed(ParticipantId),
    /// No key can be made.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
    /// Never: keys are made of the right form.
    #[error(transparent)]
    Key(#[from] NotMigrationKey),
    /// The registry.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Lets a participant go to another SMP: the registry learns a key, which the participant hands to its new provider.
/// Until that one takes it over, everything stays as it is; asked again, another key takes the place of the first. When
/// it has, [`super::enter_participants`] finds that, and gives the registration up here.
///
/// # Errors
/// [`ReleaseError`].
pub async fn release_participant(
    store: &(impl AccountStore + EntryStore),
    runtime: &impl Runtime,
    registry: &impl ParticipantRegistry,
    (network, participant): (Network, &ParticipantId),
) -> Result<MigrationKey, ReleaseError> {
    let receives = store.enrolled(network, participant).await?;
    let receiver = receives.ok_or_else(|| ReleaseError::NotServed(participant.clone()))?;
    let (first, second) = (runtime.random()?, runtime.random()?);
    let mut random = [0; 40];
    random[..32].copy_from_slice(&first);
    random[32..].copy_from_slice(&second[..8]);
    let key = MigrationKey::new(&migration_key(random))?;
    registry.prepare_to_migrate(participant, key.expose()).await?;
    let kept = retry_on_conflict(|| async {
        let (before, now) = (store.entry(network, participant).await?, runtime.now());
        // it was entered before this installation kept entries
        let source = ParticipantSource::ApiEnroll;
        let new = || Entry::new((network, participant.clone()), receiver, source, None, now);
        let after = before.clone().unwrap_or_else(new).leaving(now);
        store.keep_entry(before.as_ref(), &after, None).await
    });
    kept.await?;
    Ok(key)
}
