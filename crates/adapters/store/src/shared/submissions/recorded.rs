//! Invoices that were recorded when they were sent.

use super::super::sql::*;
use crate::sql_types::AsExact;
use access::OrganizationId;
use peppol_connector::{RecordedInvoice, RecordedInvoiceId};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

columns! {
    struct RecordedRow {
        id: Uuid,
        number: String,
        variable_symbol: Option<String>,
        type_code: Option<String>,
        issue_date: Option<Date>,
        due_date: Option<Date>,
        currency: Option<String>,
        payable: Option<AsExact>,
        counterparty: Option<String>,
        created_at: OffsetDateTime,
    }
}

/// A recorded invoice, and when it was recorded.
pub(super) async fn recorded_invoice(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: RecordedInvoiceId,
) -> Result<(RecordedInvoice, OffsetDateTime)> {
    let query = sql!(
        "SELECT id, number, variable_symbol, type_code, issue_date, due_date, currency, payable,
           counterparty, created_at
         FROM recorded_invoices WHERE organization_id = {} AND id = {}",
        organization,
        id.0
    );
    let row: RecordedRow = query.one(conn).await?;
    let invoice = RecordedInvoice {
        id: RecordedInvoiceId(row.id),
        number: row.number,
        variable_symbol: row.variable_symbol,
        type_code: row.type_code,
        issue_date: row.issue_date,
        due_date: row.due_date,
        currency: row.currency,
        payable: row.payable.map(|AsExact(payable)| payable),
        counterparty: row.counterparty,
    };
    Ok((invoice, row.created_at))
}
