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

/// Why a participant cannot migrate to another SMP.
#[derive(Debug, thiserror::Error)]
pub enum ReleaseError {
    /// The participant does not receive here.
    #[error("{0} does not receive here")]
    NotServed(ParticipantId),
    /// No migration key could be made.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
    /// Cannot happen: generated keys have the right form.
    #[error(transparent)]
    Key(#[from] NotMigrationKey),
    /// The registry failed or refused.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Prepares the migration of a participant to another SMP: registers a migration key, which the participant hands to
/// its new provider. Until that provider takes it over, everything stays as it is; a second call replaces the key.
/// After the takeover [`super::enter_participants`] notices it and gives the registration up here.
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
        // it was entered before this installation stored entries
        let source = ParticipantSource::ApiEnroll;
        let new = || Entry::new((network, participant.clone()), receiver, source, None, now);
        let after = before.clone().unwrap_or_else(new).leaving(now);
        store.keep_entry(before.as_ref(), &after, None).await
    });
    kept.await?;
    Ok(key)
}
