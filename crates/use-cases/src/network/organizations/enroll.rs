use super::keep::{Attempt, KeepError, keep};
use crate::{
    context::Context,
    network::publishing::{entry_of, prepare},
    ports::Ports,
    retry::{MayConflict, retry_on_conflict},
};
use access::KeyScope;
use events::ParticipantSource;
use organizations::{EnrollRequest, OrganizationStore};
use peppol_connector::{
    identifiers::ParticipantId,
    ports::{AccountStore, Cause, TokenVerifier, VerificationError},
    registration::{
        AccountRecord, CannotDeactivate, CannotRegister, EnrollDecision, EnrollError, Environment,
        PeppolAccount, RegisteredElsewhere, RegistrationChange, Warning, deactivate,
        decide_enrollment, register, register_sender, registrable,
    },
};
use peppol_publishing::{Entry, MigrationKey, NotMigrationKey};
use time::OffsetDateTime;

/// Why an organization was not enrolled.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
#[refusal("registration")]
pub enum EnrollFailure {
    /// The token was refused.
    #[error(transparent)]
    Token(#[from] EnrollError),
    /// The organization cannot be registered in this network.
    #[error(transparent)]
    Cannot(#[from] CannotRegister),
    /// `migrationCode` does not have the form of a migration key.
    #[error(transparent)]
    MigrationCode(#[from] NotMigrationKey),
    /// The tax authority cannot be reached; nothing was changed.
    #[error("the token cannot be verified now")]
    Unverified(#[source] Cause),
    /// This installation is not connected to the tax authority.
    #[error("this installation verifies no live tokens")]
    NotVerifiable,
    /// The registration was not stored.
    #[error(transparent)]
    Keep(#[from] KeepError),
}

/// The result of an enrollment.
#[derive(Debug)]
pub struct Enrolled {
    /// The registration after the enrollment.
    pub account: AccountRecord,
    /// The participant's entry in the SML, if the caller may see it: see [`entry_of`].
    pub entry: Option<Entry>,
    /// A warning for the answer.
    pub warning: Option<Warning>,
}

impl MayConflict for EnrollFailure {
    fn is_conflict(&self) -> bool {
        matches!(self, EnrollFailure::Keep(error) if error.is_conflict())
    }
}

/// Enrolls an organization (`POST …/peppol/enroll`). An enrolled organization is left unchanged.
///
/// # Errors
/// [`EnrollFailure`]; a failed registration is published as an event.
pub async fn enroll<P: Ports>(
    context: &Context<'_, P>,
    request: &EnrollRequest,
) -> Result<Enrolled, EnrollFailure> {
    let now = context.now();
    let kept = retry_on_conflict(|| Enrolling { context, now }.attempt(request)).await?;
    let (account, warning) = kept;
    let entry = entry_of(context.database(), context.organization, &account).await;
    Ok(Enrolled { account, entry: entry.map_err(KeepError::from)?, warning })
}

/// The registration after an attempt, and a warning.
type Kept = (AccountRecord, Option<Warning>);

/// An enrollment at a moment.
#[derive(Clone, Copy)]
struct Enrolling<'a, P> {
    context: &'a Context<'a, P>,
    now: OffsetDateTime,
}

impl<P: Ports> Enrolling<'_, P> {
    async fn attempt(self, request: &EnrollRequest) -> Result<Kept, EnrollFailure> {
        let Self { context, now } = self;
        let (store, organization, tier) = (context.database(), context.organization, context.tier);
        let before = store.account(organization).await.map_err(KeepError::from)?;
        let environment = Environment::of(tier, before.registered_at, before.strict_sandbox, now);
        let (token, code) = (request.token.as_deref(), request.migration_code.as_deref());
        let decision = match decide_enrollment(environment, token, code) {
            Err(error) if error.event_code().is_none() => return Err(error.into()),
            decision => decision,
        };
        let network = environment.network();
        let participant = registrable(&before, network)?;
        let source = ParticipantSource::ApiEnroll;
        let by = context.actor;
        let attempt = Attempt { by, participant: &participant, network, source };
        let (change, warning) = match self.decided(&before, &attempt, decision).await {
            Err(EnrollFailure::Token(error)) => {
                let reason = (error.event_code().unwrap_or_default(), &*error.to_string());
                attempt.failed(store, organization, &before, reason, now).await?;
                return Err(error.into());
            }
            decided => decided?,
        };
        let Some(change) = change else { return Ok((before, warning)) };
        let mut change = change.by(by);
        if attempt.is_entered(context.ports, &change) {
            let code = code.map(str::trim).filter(|code| !code.is_empty());
            let key = code.map(MigrationKey::new).transpose()?;
            let prepared =
                prepare(context.ports, (network, &participant), organization, source, key);
            prepared.await.map_err(KeepError::from)?;
            change = change.before_its_entry();
        }
        if let Err(error) = keep(store, organization, &before, &change, now).await {
            return Err(attempt.refused(store, organization, &before, error, now).await.into());
        }
        Ok((change.after, warning))
    }

    /// The change to make, if any. The authority is not asked about a registration that exists already.
    async fn decided(
        &self,
        before: &AccountRecord,
        &Attempt { participant, network, source, .. }: &Attempt<'_>,
        decision: Result<EnrollDecision<'_>, EnrollError>,
    ) -> Result<(Option<RegistrationChange>, Option<Warning>), EnrollFailure> {
        let registered = || register(before, participant, network, source, self.now);
        match decision? {
            EnrollDecision::Enroll { warning } => Ok((registered(), warning)),
            EnrollDecision::SendOnly { held_by } => {
                let held_by = RegisteredElsewhere {
                    ap_host: held_by.ap_host.to_owned(),
                    cert_org: held_by.cert_org.to_owned(),
                };
                let change =
                    register_sender(before, participant, network, held_by, source, self.now);
                Ok((change, None))
            }
            EnrollDecision::Verify { .. } if before.account == PeppolAccount::Enrolled(network) => {
                Ok((None, None))
            }
            EnrollDecision::Verify { token, migration_code } => {
                self.verify(participant, &token, migration_code).await?;
                Ok((registered(), None))
            }
        }
    }

    async fn verify(
        &self,
        participant: &ParticipantId,
        token: &str,
        migration_code: Option<&str>,
    ) -> Result<(), EnrollFailure> {
        let verified =
            self.context.ports.verifier().verify(participant, token, migration_code).await;
        verified.map_err(|error| match error {
            VerificationError::Invalid => EnrollError::Invalid.into(),
            VerificationError::Unreachable(cause) => EnrollFailure::Unverified(cause),
            VerificationError::NotConfigured => EnrollFailure::NotVerifiable,
        })
    }
}

/// Deactivates an organization's registration (`POST …/peppol/deactivate`). An inactive one is left unchanged.
///
/// # Errors
/// The registration cannot be given up, or the change was not stored.
pub async fn deactivate_account<P: Ports>(
    context: &Context<'_, P>,
) -> Result<Result<AccountRecord, CannotDeactivate>, KeepError> {
    retry_on_conflict(|| decide_and_deactivate(context)).await
}

/// The same, limited to organizations within the key's reach.
///
/// # Errors
/// [`KeepError`], [`StoreError::NotFound`](persistence::StoreError::NotFound) beyond its reach.
pub async fn deactivate_reached<P: Ports>(
    context: &Context<'_, P>,
    reach: KeyScope,
) -> Result<Result<AccountRecord, CannotDeactivate>, KeepError> {
    context.database().organization_record(reach, context.organization).await?;
    deactivate_account(context).await
}

async fn decide_and_deactivate<P: Ports>(
    context: &Context<'_, P>,
) -> Result<Result<AccountRecord, CannotDeactivate>, KeepError> {
    let (store, now) = (context.database(), context.now());
    let before = store.account(context.organization).await?;
    let change = match deactivate(&before, context.network(), now) {
        Ok(Some(change)) => change.by(context.actor),
        Ok(None) => return Ok(Ok(before)),
        Err(error) => return Ok(Err(error)),
    };
    keep(store, context.organization, &before, &change, now).await?;
    Ok(Ok(change.after))
}
