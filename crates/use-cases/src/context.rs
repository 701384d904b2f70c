use crate::ports::{Ports, Runtime};
use access::{Credential, OrganizationId, Tier};
use invoicing::{InvoiceId, states::Links};
use peppol_connector::{
    identifiers::{MessageId, Network, StagedId, SubmissionId},
    sending::NewIds,
    submissions::JobId,
};
use time::OffsetDateTime;

/// For whom a use case runs, with a key of which tier, and through which ports.
#[derive(Debug)]
pub struct Context<'a, P> {
    /// What it reaches through.
    pub ports: &'a P,
    /// The tenant.
    pub organization: OrganizationId,
    /// The tier of the caller's key.
    pub tier: Tier,
    /// Who asks: a key, an application or a person; none of what the service does by itself.
    pub actor: Option<Credential>,
}

impl<P> Clone for Context<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Context<'_, P> {}

impl<'a, P: Ports> Context<'a, P> {
    /// A context.
    pub const fn new(ports: &'a P, organization: OrganizationId, tier: Tier) -> Self {
        Self { ports, organization, tier, actor: None }
    }

    /// The same, asked for by somebody.
    #[must_use]
    pub const fn by(self, actor: Credential) -> Self {
        Self { actor: Some(actor), ..self }
    }

    pub(crate) fn database(&self) -> &'a P::Database {
        self.ports.database()
    }

    pub(crate) fn now(&self) -> OffsetDateTime {
        self.ports.runtime().now()
    }

    /// The network that the key sends over.
    #[must_use]
    pub const fn network(&self) -> Network {
        Network::of(self.tier)
    }

    /// The links in events.
    pub(crate) fn links(&self) -> Links {
        Links::to(self.ports.base_url())
    }

    /// Ids for what a send may keep.
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
