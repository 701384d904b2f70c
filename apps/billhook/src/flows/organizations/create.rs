use access::{PartnerId, Tier};
use events::Unwritable;
use idempotency::{Answer, Claim, UnwritableAnswer};
use invoicing::Organization;
use organizations::{
    Created, Creation, NotRegistered, OrganizationError, OrganizationStore, create,
};
use persistence::StoreError;
use time::OffsetDateTime;

/// Why an organization was not made.
#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    /// The store's refusal.
    #[error(transparent)]
    Refused(#[from] OrganizationError),
    /// No event can be written of it.
    #[error(transparent)]
    Event(#[from] Unwritable),
    /// No answer can be written of it.
    #[error(transparent)]
    Answer(#[from] UnwritableAnswer),
}

impl From<StoreError> for CreateError {
    fn from(error: StoreError) -> Self {
        CreateError::Refused(error.into())
    }
}

/// An organization to make.
pub struct NewOrganization {
    /// Who makes it,
    pub partner: PartnerId,
    /// with which key.
    pub tier: Tier,
    /// Who it is.
    pub organization: Organization,
    /// "Sandbox like production".
    pub like_production: bool,
}

/// Makes an organization (`POST /v1/agent/organizations`); `respond` writes the answer, which is
/// kept with it.
///
/// # Errors
/// [`CreateError`]; then nothing was kept.
pub async fn create_organization<S: OrganizationStore>(
    store: &S,
    new: NewOrganization,
    claim: Option<&Claim>,
    now: OffsetDateTime,
    respond: impl Fn(&Creation) -> Result<Answer, UnwritableAnswer>,
) -> Result<Answer, CreateError> {
    let NewOrganization { partner, tier, organization, like_production } = new;
    let since = store.partner(partner).await?.since;
    let mut taken = None;
    loop {
        let creation = create(organization.clone(), since, like_production, tier, taken, now)?;
        let answer = respond(&creation)?;
        let answered = claim.map(|claim| (claim, &answer));
        let created = Created { creation: &creation, answer: answered };
        match store.create_organization(partner, created, now).await {
            Err(OrganizationError::ParticipantTaken) if taken.is_none() => {
                taken = Some(NotRegistered);
            }
            result => return result.map(|()| answer).map_err(CreateError::from),
        }
    }
}
