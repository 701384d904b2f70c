use super::keep::{Attempt, KeepError};
use crate::{
    network::publishing::prepare,
    people::secrets::sha256,
    ports::{Ports, Runtime},
    retry::{MayConflict, retry_on_conflict},
};
use access::KeyScope;
use events::ParticipantSource;
use organizations::{
    AccountChange, ClaimAnswer, ClaimRecord, ClaimState, ClaimStatus, ClaimStore,
    OrganizationStore, TokenHash, collision, is_confirmed,
};
use peppol_connector::{
    identifiers::ParticipantId,
    registration::{CannotRegister, RegistrationChange, register, registrable},
};
use persistence::StoreError;
use time::OffsetDateTime;

/// The code of the refusal and of its event (specification, Errors).
const COLLISION: &str = "PARTNER_CLAIM_COLLISION";

/// Why a claim was not confirmed.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
#[refusal("claim_confirmation")]
pub enum ConfirmError {
    /// The token is unknown, or its claim has ended.
    #[error("this link is not valid, or no longer")]
    NotFound,
    /// Another claim conflicts (409 `PARTNER_CLAIM_COLLISION`).
    #[error("another organization with the same IČO or DIČ exists; contact support")]
    Collision,
    /// The organization cannot be registered in the claim's network.
    #[error(transparent)]
    Cannot(#[from] CannotRegister),
    /// The registration was not stored.
    #[error(transparent)]
    Keep(#[from] KeepError),
}

impl From<StoreError> for ConfirmError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound => ConfirmError::NotFound,
            error => KeepError::from(error).into(),
        }
    }
}

impl MayConflict for ConfirmError {
    fn is_conflict(&self) -> bool {
        matches!(self, ConfirmError::Keep(error) if error.is_conflict())
    }
}

/// The claim of an open link, for the page that asks. An ended claim is an error, except one that was confirmed and is
/// still registered.
///
/// # Errors
/// [`ConfirmError::NotFound`]; storage failures.
pub async fn open_claim_of<P: Ports>(
    ports: &P,
    token: &str,
) -> Result<(ClaimRecord, ClaimState), ConfirmError> {
    let (claim, state, _) = Confirming::of(ports, token).claim().await?;
    Ok((claim, state))
}

/// Confirms a claim (`POST /claim/{token}`) and registers the organization, once. A second visit of the link reports
/// the confirmation as long as the registration exists.
///
/// # Errors
/// [`ConfirmError`]; a failed registration is published as an event.
pub async fn confirm_claim<P: Ports>(ports: &P, token: &str) -> Result<ClaimAnswer, ConfirmError> {
    let confirming = Confirming::of(ports, token);
    retry_on_conflict(|| confirming.attempt()).await
}

/// The confirmation of a link at a moment.
struct Confirming<'a, P> {
    ports: &'a P,
    token: &'a str,
    now: OffsetDateTime,
}

impl<'a, P: Ports> Confirming<'a, P> {
    fn of(ports: &'a P, token: &'a str) -> Self {
        Self { ports, token, now: ports.runtime().now() }
    }

    fn store(&self) -> &'a P::Database {
        self.ports.database()
    }
}

type Found = (ClaimRecord, ClaimState, organizations::OrganizationRecord);

impl<P: Ports> Confirming<'_, P> {
    /// The claim with the current organization, if its partner still manages it.
    async fn claim(&self) -> Result<Found, ConfirmError> {
        let hash = TokenHash(sha256(self.token.as_bytes()));
        let claim = self.store().claim_by_token(&hash).await?;
        let reach = KeyScope::Partner(claim.claim.partner);
        let record = self.store().organization_record(reach, claim.organization).await?;
        let state = claim.state(self.now);
        let holds = is_confirmed(record.account.account, claim.claim.network);
        match state {
            ClaimState::Expired => Err(ConfirmError::NotFound),
            ClaimState::Confirmed if !holds => Err(ConfirmError::NotFound),
            _ => Ok((claim, state, record)),
        }
    }
}

impl<P: Ports> Confirming<'_, P> {
    async fn attempt(&self) -> Result<ClaimAnswer, ConfirmError> {
        let (claim, state, record) = self.claim().await?;
        let (organization, network) = (claim.organization, claim.claim.network);
        let confirmed = ClaimAnswer::of(organization, ClaimStatus::Confirmed);
        if state == ClaimState::Confirmed {
            return Ok(confirmed);
        }
        let before = &record.account;
        let others = self.store().conflicting_organizations(organization).await?;
        if is_confirmed(before.account, network) {
            self.end(&claim, None).await?;
            return Ok(confirmed);
        }
        let participant = registrable(before, network)?;
        let source = ParticipantSource::PartnerClaim;
        let attempt = Attempt { by: None, participant: &participant, network, source };
        if collision(&others, network).is_some() {
            let reason = (COLLISION, "another organization with the same IČO or DIČ exists");
            attempt.failed(self.store(), organization, before, reason, self.now).await?;
            return Err(ConfirmError::Collision);
        }
        let mut change = register(before, &participant, network, source, self.now);
        if let Some(registered) = change.take_if(|change| attempt.is_entered(self.ports, change)) {
            let whose = (network, &participant);
            let prepared = prepare(self.ports, whose, organization, source, None).await;
            prepared.map_err(KeepError::from)?;
            change = Some(registered.before_its_entry());
        }
        match self.end(&claim, change.as_ref().map(|change| (before, change))).await {
            Ok(()) => Ok(confirmed),
            Err(error) => self.refused(&claim, before, &participant, error).await,
        }
    }

    async fn end(
        &self,
        claim: &ClaimRecord,
        change: Option<(&peppol_connector::registration::AccountRecord, &RegistrationChange)>,
    ) -> Result<(), KeepError> {
        let events = change.map(|(_, change)| change.published(claim.organization)).transpose()?;
        let events = events.unwrap_or_default();
        let change = change.map(|(before, change)| AccountChange {
            before,
            after: &change.after,
            audit: change.entry(),
            events: &events,
        });
        let id = claim.claim.id;
        Ok(self.store().confirm_claim(claim.organization, id, change, self.now).await?)
    }

    async fn refused(
        &self,
        claim: &ClaimRecord,
        before: &peppol_connector::registration::AccountRecord,
        participant: &ParticipantId,
        error: KeepError,
    ) -> Result<ClaimAnswer, ConfirmError> {
        let (network, source) = (claim.claim.network, ParticipantSource::PartnerClaim);
        let attempt = Attempt { by: None, participant, network, source };
        match attempt.refused(self.store(), claim.organization, before, error, self.now).await {
            KeepError::Taken(_) => Err(ConfirmError::Collision),
            // this claim or another one was confirmed at the same time: read it again
            KeepError::Store(StoreError::NotFound) => {
                Err(KeepError::Store(StoreError::Conflict).into())
            }
            error => Err(error.into()),
        }
    }
}
