//! When sends leave: at once, at a time of day, or by hand.

use crate::{context::Context, ports::Ports};
use peppol_connector::{
    identifiers::SubmissionId,
    ports::{SendSettingsStore, SubmissionStore},
    sending::SendMode,
};
use persistence::StoreError;

/// Sets when sends leave. Submissions that are held already keep their time.
///
/// # Errors
/// Storage failures.
pub async fn set_send_mode<P: Ports>(
    context: &Context<'_, P>,
    mode: SendMode,
) -> Result<(), StoreError> {
    context.database().set_send_mode(context.organization, mode).await?;
    tracing::info!(org.id = %context.organization, mode = ?mode, "send settings changed");
    Ok(())
}

/// Releases held submissions in the network of the key: all, or only these. Returns those that were held.
///
/// # Errors
/// Storage failures.
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
