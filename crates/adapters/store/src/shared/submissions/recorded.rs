//! Invoices that were recorded when they were sent.

use super::super::super::{Db, Lane};
use crate::{error::translate, schema::recorded_invoices, sql_types::AsId};
use access::OrganizationId;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use peppol_connector::{RecordedInvoice, RecordedInvoiceId};
use persistence::StoreError;
use rust_decimal::Decimal;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = recorded_invoices, check_for_backend(Db))]
struct Row {
    id: Uuid,
    number: String,
    variable_symbol: Option<String>,
    type_code: Option<String>,
    issue_date: Option<Date>,
    due_date: Option<Date>,
    currency: Option<String>,
    payable: Option<Decimal>,
    counterparty: Option<String>,
    created_at: OffsetDateTime,
}

/// A recorded invoice, and when it was recorded.
pub(super) async fn recorded_invoice(
    conn: &mut Lane<'_>,
    organization: OrganizationId,
    id: RecordedInvoiceId,
) -> Result<(RecordedInvoice, OffsetDateTime), StoreError> {
    let row: Row = recorded_invoices::table
        .find((AsId::from(organization), AsId(id.0)))
        .select(Row::as_select())
        .first(conn)
        .await
        .map_err(translate)?;
    let invoice = RecordedInvoice {
        id: RecordedInvoiceId(row.id),
        number: row.number,
        variable_symbol: row.variable_symbol,
        type_code: row.type_code,
        issue_date: row.issue_date,
        due_date: row.due_date,
        currency: row.currency,
        payable: row.payable,
        counterparty: row.counterparty,
    };
    Ok((invoice, row.created_at))
}
