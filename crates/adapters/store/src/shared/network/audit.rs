use super::super::sql::*;
use access::{Credential, OrganizationId};
use peppol_connector::{audit::AuditAction, identifiers::Network};
use time::OffsetDateTime;
use uuid::Uuid;

/// A line of the audit log, stored in the transaction of the change.
pub(in super::super) struct Line<'a> {
    pub(in super::super) organization: OrganizationId,
    pub(in super::super) at: OffsetDateTime,
    pub(in super::super) event: AuditAction,
    pub(in super::super) network: Network,
    pub(in super::super) document: Option<Uuid>,
    pub(in super::super) invoice: Option<Uuid>,
    pub(in super::super) number: Option<&'a str>,
    pub(in super::super) detail: Option<&'a str>,
    pub(in super::super) actor: Option<Credential>,
}

impl<'a> Line<'a> {
    pub(in super::super) const fn new(
        organization: OrganizationId,
        at: OffsetDateTime,
        event: AuditAction,
        network: Network,
    ) -> Self {
        let (document, invoice, number, detail) = (None, None, None, None);
        let actor = None;
        Self { organization, at, event, network, document, invoice, number, detail, actor }
    }

    /// Lines of one instant are ordered by their ids, which grow.
    pub(in super::super) fn row(self) -> NewRow<'a> {
        row!("peppol_trail",
            organization_id: self.organization,
            id: Uuid::now_v7(),
            at: self.at,
            event: self.event.name(),
            network: self.network.name(),
            document_id: self.document,
            invoice_id: self.invoice,
            number: self.number,
            detail: self.detail,
            actor: self.actor.map(|actor| actor.id().0),
            actor_kind: self.actor.map(Credential::kind),
        )
    }
}
