use crate::{Context, Ports, Runtime};
use access::{PartnerId, Reach};
use jobs::{JobId, NewJob};
use notifications::{Address, AddressError};
use organizations::{
    CLAIM_MAIL_JOB, ClaimAnswer, ClaimId, ClaimStatus, ClaimStore, NewClaim, OrganizationStore,
    REPEAT_AFTER, claim_status,
};
use peppol_connector::{CannotRegister, registrable};
use persistence::StoreError;

/// Why no claim can be made.
#[derive(Debug, thiserror::Error)]
pub enum ClaimError {
    /// The organization could not be registered if it confirmed.
    #[error(transparent)]
    Cannot(#[from] CannotRegister),
    /// It has no e-mail address.
    #[error("the organization has no e-mail address that the confirmation could be sent to")]
    NoEmail,
    /// It has one that no mail can be sent to.
    #[error("the organization's e-mail address cannot be used: it {0}")]
    Email(#[from] AddressError),
    /// No such organization, or no storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Asks an organization to confirm (`POST …/peppol-claim`): its mail is a job of the queue.
///
/// # Errors
/// [`ClaimError`].
pub async fn request_claim<P: Ports>(
    context: &Context<'_, P>,
    partner: PartnerId,
) -> Result<ClaimAnswer, ClaimError> {
    let (store, runtime, now) = (context.database(), context.ports.runtime(), context.now());
    let organization = context.organization;
    let network = context.network();
    let record = store.organization_record(Reach::Partner(partner), organization).await?;
    let rivals = store.rivals(organization, partner).await?;
    if let Some(status) = claim_status(record.account.account, &rivals, network) {
        return Ok(ClaimAnswer::of(organization, status));
    }
    registrable(&record.account, network)?;
    Address::parse(record.organization.email.as_deref().ok_or(ClaimError::NoEmail)?)?;
    let claim = NewClaim::new(ClaimId(runtime.new_id()), partner, network, now);
    let job = NewJob {
        id: JobId(runtime.new_id()),
        kind: CLAIM_MAIL_JOB,
        organization: Some(organization),
        subject: Some(claim.id.0),
        key: Some(format!("{CLAIM_MAIL_JOB}:{}", claim.id)),
        run_at: now,
    };
    let sent = store.open_claim(organization, &claim, &job, REPEAT_AFTER).await?;
    let status = if sent { ClaimStatus::Sent } else { ClaimStatus::Pending };
    Ok(ClaimAnswer::of(organization, status))
}
