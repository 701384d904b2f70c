use crate::{
    context::Context,
    people::secrets::{new_token, sha256},
    ports::{NoRandomness, Ports, Runtime},
};
use access::{KeyScope, PartnerId, seconds_until};
use jobs::{JobId, NewJob, SubjectId};
use notifications::{Address, AddressError};
use organizations::{
    CLAIM_MAIL_JOB, ClaimAnswer, ClaimChannel, ClaimId, ClaimStatus, ClaimStore, EnrollRequest,
    MAIL_LIMITS, NewClaim, Opening, OrganizationRecord, OrganizationStore, TokenHash,
    claim_channel, collision, is_confirmed,
};
use peppol_connector::{
    identifiers::ParticipantId,
    ports::{Cause, TokenVerifier, VerificationError},
    registration::{CannotRegister, EnrollError, read_token, registrable},
};
use persistence::StoreError;

/// Why a claim was not made.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
pub enum ClaimError {
    /// The organization could not be registered even after it confirmed.
    #[error(transparent)]
    Cannot(#[from] CannotRegister),
    /// The organization has no e-mail address.
    #[error("the organization has no e-mail address that the confirmation could be sent to")]
    NoEmail,
    /// The organization's e-mail address is not valid for mail.
    #[error("the organization's e-mail address cannot be used: it {reason}", reason = .0)]
    Email(#[from] AddressError),
    /// A live claim by mail needs a token when the partner wrote the address.
    #[error("the e-mail address was given by a partner, and proves no mandate")]
    TokenRequired,
    /// The tax authority does not know the token.
    #[error(transparent)]
    Token(#[from] EnrollError),
    /// The tax authority cannot be reached; nothing was changed.
    #[error("the token cannot be verified now")]
    Unverified(#[source] Cause),
    /// This installation is not connected to the tax authority.
    #[error("this installation verifies no live tokens")]
    NotVerifiable,
    /// Too many mails were sent, by the partner or to the address; the number is the seconds until the next may be.
    #[error(
        "too many confirmation mails within a day; try again in {hours} h {minutes} min",
        hours = .0.div_ceil(60) / 60,
        minutes = .0.div_ceil(60) % 60
    )]
    TooManyMails(u32),
    /// No token could be made for the link.
    #[error(transparent)]
    #[refusal(internal)]
    NoRandomness(#[from] NoRandomness),
    /// The organization does not exist, or storage failed.
    #[error(transparent)]
    #[refusal(internal)]
    Store(#[from] StoreError),
}

/// Asks an organization to confirm a partner's claim (`POST …/peppol-claim`). A job sends the mail; a test key that
/// may send no mail gets the link in the answer.
///
/// # Errors
/// [`ClaimError`].
pub async fn request_claim<P: Ports>(
    context: &Context<'_, P>,
    partner: PartnerId,
    proof: &EnrollRequest,
) -> Result<ClaimAnswer, ClaimError> {
    let (store, organization) = (context.database(), context.organization);
    let network = context.network();
    let record = store.organization_record(KeyScope::Partner(partner), organization).await?;
    if is_confirmed(record.account.account, network) {
        return Ok(ClaimAnswer::of(organization, ClaimStatus::Confirmed));
    }
    let others = store.conflicting_organizations(organization).await?;
    if let Some(reason) = collision(&others, network) {
        return Ok(ClaimAnswer::collision(organization, reason));
    }
    let participant = registrable(&record.account, network)?;
    let email = record.organization.email.as_deref().ok_or(ClaimError::NoEmail)?;
    Address::parse(email)?;
    let channel = claim_channel(network, record.email_by_partner, proof.token.is_some());
    match channel {
        ClaimChannel::TokenRequired => Err(ClaimError::TokenRequired),
        ClaimChannel::Answer => test_claim(context, partner, &record).await,
        ClaimChannel::Mail => {
            if record.email_by_partner {
                verify(context, &participant, proof).await?;
            }
            mailed(context, partner, &record, email).await
        }
    }
}

/// Verifies the token with the tax authority; the token replaces the check of the address.
async fn verify<P: Ports>(
    context: &Context<'_, P>,
    participant: &ParticipantId,
    proof: &EnrollRequest,
) -> Result<(), ClaimError> {
    let token = read_token(proof.token.as_deref().unwrap_or_default())?;
    let code = proof.migration_code.as_deref();
    let verified = context.ports.verifier().verify(participant, &token, code).await;
    verified.map_err(|error| match error {
        VerificationError::Invalid => EnrollError::Invalid.into(),
        VerificationError::Unreachable(cause) => ClaimError::Unverified(cause),
        VerificationError::NotConfigured => ClaimError::NotVerifiable,
    })
}

/// A claim whose mail goes only to the address that was checked.
async fn mailed<P: Ports>(
    context: &Context<'_, P>,
    partner: PartnerId,
    record: &OrganizationRecord,
    email: &str,
) -> Result<ClaimAnswer, ClaimError> {
    let (runtime, now) = (context.ports.runtime(), context.now());
    let (organization, id) = (context.organization, ClaimId(runtime.new_id()));
    let pinned = (Some(email), record.organization.dic.as_deref());
    let claim = NewClaim::new(id, pinned, partner, context.network(), now);
    let job = NewJob {
        id: JobId(runtime.new_id()),
        kind: CLAIM_MAIL_JOB,
        organization: Some(organization),
        subject: Some(SubjectId(id.0)),
        key: Some(format!("{CLAIM_MAIL_JOB}:{id}")),
        run_at: now,
    };
    let opening = context.database().open_claim(organization, &claim, Some(&job), MAIL_LIMITS);
    match opening.await? {
        Opening::Opened => Ok(ClaimAnswer::of(organization, ClaimStatus::Sent)),
        Opening::Pending => Ok(ClaimAnswer::of(organization, ClaimStatus::Pending)),
        Opening::TooMany(until) => {
            Err(ClaimError::TooManyMails(seconds_until(until, now).unwrap_or(1)))
        }
    }
}

/// A claim of a test key, whose link is in the answer.
async fn test_claim<P: Ports>(
    context: &Context<'_, P>,
    partner: PartnerId,
    record: &OrganizationRecord,
) -> Result<ClaimAnswer, ClaimError> {
    let (store, runtime) = (context.database(), context.ports.runtime());
    let (organization, id) = (context.organization, ClaimId(runtime.new_id()));
    let pinned = (None, record.organization.dic.as_deref());
    let claim = NewClaim::new(id, pinned, partner, context.network(), context.now());
    let token = new_token(runtime.random()?);
    store.open_claim(organization, &claim, None, MAIL_LIMITS).await?;
    store.add_claim_token(organization, id, &TokenHash(sha256(token.as_bytes()))).await?;
    let confirmation_url = Some(format!("{}/claim/{token}", context.ports.base_url()));
    Ok(ClaimAnswer { confirmation_url, ..ClaimAnswer::of(organization, ClaimStatus::Pending) })
}
