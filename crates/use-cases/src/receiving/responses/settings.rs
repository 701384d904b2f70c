use crate::{context::Context, ports::Ports};
use invoice_responses::ResponseStore;
use persistence::StoreError;

/// Sets whether the organization receives responses, which our SMP then publishes.
///
/// # Errors
/// Storage failures.
pub async fn set_takes_responses<P: Ports>(
    context: &Context<'_, P>,
    takes: bool,
) -> Result<(), StoreError> {
    context.database().set_takes_responses(context.organization, takes).await?;
    tracing::info!(org.id = %context.organization, takes, "reception of invoice responses configured");
    Ok(())
}
