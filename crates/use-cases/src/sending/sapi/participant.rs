use crate::{context::Context, ports::Ports};
use peppol_connector::{identifiers::ParticipantId, ports::AccountStore};
use persistence::StoreError;
use sapi_sk::{SapiError, check_participant};

/// The network identifier of the participant that a call names, if it is the caller's organization.
///
/// # Errors
/// The outer error is a storage failure, the inner one the refusal.
pub async fn of_participant<P: Ports>(
    context: &Context<'_, P>,
    named: &ParticipantId,
) -> Result<Result<ParticipantId, SapiError>, StoreError> {
    let account = context.database().account(context.organization).await?;
    let network = context.network();
    Ok(check_participant(named, account.participant_in(network).as_ref(), network))
}
