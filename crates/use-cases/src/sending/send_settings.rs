//! When sends leave: at once, at a time of the day, or by hand.

use crate::{context::Context, ports::Ports};
use peppol_connector::{
    identifiers::SubmissionId,
    ports::{SendSettingsStore, SubmissionStore},
    sending::SendMode,
};
use persistence::StoreError;

/// Sets when sends leave. What is held already keeps its time.
///
/// # Errors
/// Storage.
pub async fn set_send_mode<P: Ports>(
    context: &Context<'_, P>,
    mode: SendMode,
) -> Result<(), StoreError> {
    context.database().set_send_mode(context.organization, mode).await?;
    tracing::info!(org.id = %context.organization, mode = ?mode, "send settings changed");
    Ok(())
}

/// Lets held sends to the network of the key leave now: all, or only these. Returns those that were
/// held.
///
/// # Errors
/// Storage.
pub async fn release_held<P: Ports>(
    context: &Context<'_, P>,
    only: Option<&[SubmissionId]>,
) -> Result<Vec<SubmissionId>, StoreError> {
    let (organization, network, now) = (context.organization, context.network(), context.now());
    let (database, by) = (context.database(), context.actor);
    let released = database.release_held(organization, network, only, by, now).await?;
    tracing::info!(org.id = %organization, count = released.len(), "held sends released");
    Ok(released)
}
