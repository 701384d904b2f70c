use crate::{
    idempotent::{IdempotencyError, with_idempotency_key},
    ports::{Ports, Runtime},
};
use access::{Credential, PartnerId, Tier};
use events::Unwritable;
use idempotency::{Answer, Fingerprint, Lease, Scope, UnwritableAnswer};
use organizations::{
    Created, Creation, NewOrganization, NotRegistered, OrganizationError, OrganizationStore, create,
};
use persistence::StoreError;
use time::OffsetDateTime;

/// Why an organization was not created.
#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    /// The store refused it.
    #[error(transparent)]
    Refused(#[from] OrganizationError),
    /// The event cannot be serialized.
    #[error(transparent)]
    Event(#[from] Unwritable),
    /// The answer cannot be serialized.
    #[error(transparent)]
    Unwritable(#[from] UnwritableAnswer),
}

impl From<StoreError> for CreateError {
    fn from(error: StoreError) -> Self {
        CreateError::Refused(error.into())
    }
}

/// Creates an organization (`POST /v1/agent/organizations`), once per idempotency key; `respond` builds the answer,
/// which is stored with it. The violations of the request are in `new`: a key that was used with another body is
/// reported before them.
///
/// # Errors
/// [`CreateError`], [`IdempotencyError`] and the error in `new`; nothing was stored then.
pub async fn create_organization<P, E>(
    ports: &P,
    (partner, tier, by): (PartnerId, Tier, Credential),
    new: Result<NewOrganization, E>,
    lease: Option<(Lease, Fingerprint)>,
    respond: impl Fn(&Creation) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, E>
where
    P: Ports,
    E: From<CreateError> + From<IdempotencyError>,
{
    let work = async {
        let creating = Creating { partner, tier, by, now: ports.runtime().now() };
        let key = lease.as_ref().map(|(lease, _)| lease);
        Ok(creating.decide_and_keep(ports.database(), new?, key, respond).await?)
    };
    with_idempotency_key(ports, Scope::Partner(partner), lease.as_ref(), work).await
}

/// The creator of an organization, the tier of the key, and the time.
#[derive(Clone, Copy)]
struct Creating {
    partner: PartnerId,
    tier: Tier,
    by: Credential,
    now: OffsetDateTime,
}

impl Creating {
    async fn decide_and_keep(
        self,
        store: &impl OrganizationStore,
        NewOrganization { organization, strict_sandbox }: NewOrganization,
        lease: Option<&Lease>,
        respond: impl Fn(&Creation) -> Result<Answer, UnwritableAnswer>,
    ) -> Result<Answer, CreateError> {
        let Self { partner, tier, by, now } = self;
        let since = store.partner(partner).await?.since;
        let mut taken = None;
        loop {
            let creation = create(organization.clone(), since, strict_sandbox, tier, taken, now)?;
            let creation = creation.by(by);
            let answer = respond(&creation)?;
            let answered = lease.map(|lease| (lease, &answer));
            let created = Created { creation: &creation, answer: answered };
            match store.create_organization(partner, created, now).await {
                // the organization is created without a registration then
                Err(OrganizationError::ParticipantTaken) if taken.is_none() => {
                    taken = Some(NotRegistered);
                }
                result => return result.map(|()| answer).map_err(CreateError::from),
            }
        }
    }
}
