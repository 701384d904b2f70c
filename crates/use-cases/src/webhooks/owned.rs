use super::WebhookError;
use crate::{
    context::Context,
    people::sign_in::Proven,
    ports::{Ports, Runtime},
};
use access::{
    AccessError, Credential, KeyScope, OrganizationId, PartnerId, Plan, Scope, Scopes, Tier, UserId,
};
use invoicing::{InvoiceStore, References};
use organizations::{OrganizationFilter, OrganizationStore};
use persistence::StoreError;
use time::OffsetDateTime;
use webhooks::{
    Endpoint, EndpointId, Owner,
    endpoints::{Maker, Refused},
    ports::EndpointStore,
};

/// The owner of the endpoints in a use case: the organization of a [`Context`], or a partner.
#[derive(Debug)]
pub struct Owned<'a, P> {
    pub ports: &'a P,
    pub owner: Owner,
    /// Proof that the caller may get a secret.
    proven: Option<Proven>,
    /// The caller and its credential.
    pub(super) by: Option<Maker>,
}

impl<P> Clone for Owned<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Owned<'_, P> {}

impl<'a, P> From<&Context<'a, P>> for Owned<'a, P> {
    fn from(context: &Context<'a, P>) -> Self {
        let owner = Owner::Organization(context.organization);
        let by = context.actor.map(|who| Maker { who, tier: context.tier });
        Self { ports: context.ports, owner, proven: Proven::by_call(context), by }
    }
}

impl<'a, P: Ports> Owned<'a, P> {
    /// The endpoints of an owner, for a signed-in member who views this tier and has these scopes there.
    ///
    /// # Errors
    /// [`AccessError::MissingRoleScope`]: webhooks are settings.
    pub fn by_member(
        ports: &'a P,
        owner: Owner,
        (user, tier): (UserId, Tier),
        scopes: Scopes,
    ) -> Result<Self, AccessError> {
        if !scopes.has(Scope::SettingsUpdate) {
            return Err(AccessError::MissingRoleScope(Scope::SettingsUpdate));
        }
        let by = Some(Maker { who: Credential::Person(user), tier });
        Ok(Self { ports, owner, proven: None, by })
    }

    /// The same with the proof of a recent sign-in or a confirmed password.
    #[must_use]
    pub fn proven(self, proven: Option<Proven>) -> Self {
        Self { proven, ..self }
    }

    /// Requires a proof: a secret outlives the session, so an unattended open browser must not reveal one.
    ///
    /// # Errors
    /// [`WebhookError::SignInAgain`].
    pub(super) fn require_proof(&self) -> Result<(), WebhookError> {
        self.proven.map(drop).ok_or(WebhookError::SignInAgain)
    }

    /// The endpoint, if the caller may see it.
    ///
    /// # Errors
    /// [`StoreError::NotFound`]; storage failures.
    pub(super) async fn endpoint(&self, id: EndpointId) -> Result<Endpoint, StoreError> {
        let endpoint = self.database().endpoint(self.owner, id).await?;
        self.may_know(&endpoint).then_some(endpoint).ok_or(StoreError::NotFound)
    }

    /// A sandbox application sees only its own endpoints: other endpoints may get real events, and their secrets
    /// belong to the company.
    pub(super) fn may_know(&self, endpoint: &Endpoint) -> bool {
        self.by.is_none_or(|by| !by.is_limited_to_sandbox() || endpoint.made_by == Some(by))
    }

    /// Checks that the caller may see the endpoint.
    ///
    /// # Errors
    /// As [`Owned::endpoint`].
    pub(super) async fn require_known(&self, id: EndpointId) -> Result<(), StoreError> {
        match self.by {
            Some(by) if by.is_limited_to_sandbox() => self.endpoint(id).await.map(drop),
            _ => Ok(()),
        }
    }

    pub(super) fn database(&self) -> &'a P::Database {
        self.ports.database()
    }

    pub(super) fn now(&self) -> OffsetDateTime {
        self.ports.runtime().now()
    }

    /// The plan of the organization; partners have none.
    pub(super) async fn plan(&self) -> Result<Option<Plan>, StoreError> {
        let Owner::Organization(organization) = self.owner else { return Ok(None) };
        let records = self.database().issuing_records(organization, &References::default()).await?;
        Ok(Some(records.organization.plan))
    }

    /// Requires a plan with webhooks.
    ///
    /// # Errors
    /// The plan has no webhooks.
    pub(super) async fn require_plan(&self) -> Result<(), WebhookError> {
        match (self.owner, self.plan().await?) {
            (Owner::Partner(_), _) => Ok(()),
            (_, Some(plan)) if plan.has_webhooks() => Ok(()),
            (_, plan) => Err(WebhookError::Refused(Refused::Plan(plan.unwrap_or(Plan::Free)))),
        }
    }

    /// Whether the owner is a partner who manages this organization.
    pub(super) async fn manages(&self, organization: OrganizationId) -> Result<bool, StoreError> {
        let Owner::Partner(partner) = self.owner else { return Ok(false) };
        let reach = KeyScope::Partner(partner);
        match self.database().organization_record(reach, organization).await {
            Ok(_) => Ok(true),
            Err(StoreError::NotFound) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The organization that a test of this endpoint is about. For a partner: the only one that the endpoint is
    /// limited to, else the newest that it manages.
    ///
    /// # Errors
    /// [`WebhookError::ManagesNone`].
    pub(super) async fn subject(&self, of: &Endpoint) -> Result<OrganizationId, WebhookError> {
        match (self.owner, of.only) {
            (Owner::Organization(own), _) => Ok(own),
            (Owner::Partner(_), Some(only)) => Ok(only),
            (Owner::Partner(partner), None) => self.newest(partner).await,
        }
    }

    async fn newest(&self, partner: PartnerId) -> Result<OrganizationId, WebhookError> {
        let (reach, any) = (KeyScope::Partner(partner), OrganizationFilter::default());
        let page = self.database().organization_records(reach, &any, None, 1).await?;
        let newest = page.rows.first().ok_or(WebhookError::ManagesNone)?;
        Ok(newest.organization.id)
    }
}
