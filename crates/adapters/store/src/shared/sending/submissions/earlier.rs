//! An earlier submission of the same document.

use super::super::super::sql::*;
use crate::network_names::state;
use access::OrganizationId;
use invoicing::InvoiceId;
use peppol_connector::{
    identifiers::{Network, SubmissionId},
    sending::{DocumentKey, EarlierSend},
};
use uuid::Uuid;

pub(super) async fn earlier_send(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    network: Network,
    key: &DocumentKey,
) -> Result<Option<EarlierSend>> {
    // a key never contains a NUL, and PostgreSQL refuses it
    if key.as_str().contains('\0') {
        return Ok(None);
    }
    let found: Option<(Uuid, Uuid, String)> = query(organization, network, key).first(conn).await?;
    let earlier = found.map(|(id, invoice, named)| {
        let submission = SubmissionId(id);
        Ok(EarlierSend { submission, invoice: InvoiceId(invoice), state: state(&named)? })
    });
    earlier.transpose()
}

/// By the index that prevents a second one.
pub(super) fn query(
    organization: OrganizationId,
    network: Network,
    key: &DocumentKey,
) -> Statement<'_> {
    sql!(
        "SELECT id, invoice_id, state FROM submissions
         WHERE organization_id = {} AND network = {} AND document_key = {} AND state <> 'failed'",
        organization,
        network.name(),
        key.as_str(),
    )
}
