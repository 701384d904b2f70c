use crate::ports::{Ports, Runtime};
use access::{Credential, OrganizationId, Tier};
use invoicing::{InvoiceId, states::Links};
use peppol_connector::{
    identifiers::{MessageId, Network, StagedId, SubmissionId},
    sending::NewIds,
    submissions::JobId,
};
use time::{Date, OffsetDateTime};

/// The context of one use case: its tenant, the tier of the caller's key, the caller, and the ports.
#[derive(Debug)]
pub struct Context<'a, P> {
    /// The ports: database, network, mail and the rest.
    pub ports: &'a P,
    /// The tenant.
    pub organization: OrganizationId,
    /// The tier of the caller's key.
    pub tier: Tier,
    /// The caller: a key, an application or a person. `None` when the service runs the use case by itself, in a job.
    pub actor: Option<Credential>,
}

impl<P> Clone for Context<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Context<'_, P> {}

impl<'a, P: Ports> Context<'a, P> {
    /// A context without a caller.
    pub const fn new(ports: &'a P, organization: OrganizationId, tier: Tier) -> Self {
        Self { ports, organization, tier, actor: None }
    }

    /// The same context with this caller.
    #[must_use]
    pub const fn by(self, actor: Credential) -> Self {
        Self { actor: Some(actor), ..self }
    }

    pub(crate) fn database(&self) -> &'a P::Database {
        self.ports.database()
    }

    /// The civil day in Europe/Bratislava.
    pub(crate) fn today(&self) -> Date {
        self.ports.runtime().today()
    }

    pub(crate) fn now(&self) -> OffsetDateTime {
        self.ports.runtime().now()
    }

    /// The Peppol network of the key's tier.
    #[must_use]
    pub const fn network(&self) -> Network {
        Network::of(self.tier)
    }

    /// The base of the links in events.
    pub(crate) fn links(&self) -> Links {
        Links::to(self.ports.base_url())
    }

    /// Fresh ids for the rows that a send may store.
    pub(crate) fn new_ids(&self) -> NewIds {
        let runtime = self.ports.runtime();
        NewIds {
            submission: SubmissionId(runtime.new_id()),
            invoice: InvoiceId(runtime.new_id()),
            job: JobId(runtime.new_id()),
            staged: StagedId(runtime.new_id()),
            message: MessageId(runtime.random_id()),
        }
    }
}
