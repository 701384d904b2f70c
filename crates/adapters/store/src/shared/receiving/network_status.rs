//! The network status of many invoices, in one query for a list of them.

use super::super::sql::*;
use crate::{error::require_known, network_names as names};
use access::OrganizationId;
use invoice_responses::{InvoiceStatus, NetworkStatus};
use peppol_connector::identifiers::{InvoiceId, Network};
use uuid::Uuid;

columns! {
    struct StatusRow {
        invoice_id: Uuid,
        state: String,
        held: bool,
        answer: Option<String>,
    }
}

impl StatusRow {
    fn into_domain(self) -> Result<NetworkStatus> {
        let answer = |name: String| {
            let found = InvoiceStatus::ALL.iter().copied().find(|status| status.name() == name);
            require_known("response", &name, found)
        };
        Ok(NetworkStatus {
            invoice: InvoiceId(self.invoice_id),
            state: names::state(&self.state)?,
            held: self.held,
            answer: self.answer.map(answer).transpose()?,
        })
    }
}

/// The invoices that were sent, in no order.
pub(super) async fn of(
    store: &Backend,
    organization: OrganizationId,
    network: Network,
    invoices: &[InvoiceId],
) -> Result<Vec<NetworkStatus>> {
    if invoices.is_empty() {
        return Ok(Vec::new());
    }
    let mut conn = store.reader().await?;
    let rows: Vec<StatusRow> = query(organization, network, invoices).all(read_conn!(conn)).await?;
    rows.into_iter().map(StatusRow::into_domain).collect()
}

/// The latest submission of each, with the latest answer to it.
fn query(
    organization: OrganizationId,
    network: Network,
    invoices: &[InvoiceId],
) -> Statement<'static> {
    sql!(
        "SELECT s.invoice_id, s.state, s.held,
           (SELECT r.status FROM received_responses AS r
            WHERE r.organization_id = s.organization_id AND r.submission_id = s.id
            ORDER BY r.received_at DESC, r.id DESC LIMIT 1) AS answer
         FROM submissions AS s
         WHERE s.organization_id = {} AND s.network = {} AND s.invoice_id IN {}
           AND NOT EXISTS (SELECT 1 FROM submissions AS newer
             WHERE newer.organization_id = s.organization_id AND newer.invoice_id = s.invoice_id
               AND newer.network = s.network AND newer.created_at >= s.created_at
               AND (newer.created_at > s.created_at OR newer.id > s.id))",
        organization,
        network.name(),
        list(invoices.iter().map(|id| id.0))
    )
}
