//! Lists by keyset: the newest first, by time and id.

use super::super::{Db, Lane, sign_of_dates};
use super::keyset::{page, text_that_cannot_be};
use crate::{
    error::translate,
    names,
    schema::invoices,
    sql_types::{AsId, AsInstant},
};
use access::OrganizationId;
use diesel::{
    dsl::{AsSelect, IntoBoxed, Select, sql},
    prelude::*,
    sql_types::Date as SqlDate,
};
use diesel_async::RunQueryDsl;
use invoicing::{InvoiceFilter, InvoiceSummary};
use persistence::{Cursor, Page, StoreError};
use rust_decimal::Decimal;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = invoices, check_for_backend(Db))]
pub(super) struct SummaryRow {
    id: Uuid,
    invoice_type: String,
    number: String,
    status: String,
    customer_id: Uuid,
    customer_name: String,
    subtotal: Decimal,
    vat_total: Decimal,
    total: Decimal,
    paid_amount: Decimal,
    currency: String,
    exchange_rate: Option<Decimal>,
    issue_date: Date,
    due_date: Date,
    created_at: OffsetDateTime,
}

impl SummaryRow {
    fn into_domain(self) -> Result<InvoiceSummary, StoreError> {
        Ok(InvoiceSummary {
            id: self.id,
            invoice_type: names::invoice_type(&self.invoice_type)?,
            number: self.number,
            status: names::invoice_status(&self.status)?,
            customer_id: self.customer_id,
            customer_name: self.customer_name,
            subtotal: self.subtotal,
            vat_total: self.vat_total,
            total: self.total,
            paid_amount: self.paid_amount,
            currency: names::currency(&self.currency)?,
            exchange_rate: self.exchange_rate,
            issue_date: self.issue_date,
            due_date: self.due_date,
            created_at: self.created_at,
        })
    }
}

pub(super) type Query<'a> = IntoBoxed<'a, Select<invoices::table, AsSelect<SummaryRow, Db>>, Db>;

fn filtered<'a>(mut query: Query<'a>, filter: &'a InvoiceFilter) -> Query<'a> {
    use invoices::dsl;
    if let Some(status) = filter.status {
        query = query.filter(dsl::status.eq(status.name()));
    }
    if let Some(invoice_type) = filter.invoice_type {
        query = query.filter(dsl::invoice_type.eq(invoice_type.name()));
    }
    if let Some(customer) = filter.customer_id {
        query = query.filter(dsl::customer_id.eq(AsId(customer)));
    }
    if let Some(number) = &filter.number {
        query = query.filter(dsl::number.eq(number));
    }
    if let Some(currency) = filter.currency {
        query = query.filter(dsl::currency.eq(currency.code()));
    }
    dated(query, filter)
}

fn dated<'a>(mut query: Query<'a>, filter: &InvoiceFilter) -> Query<'a> {
    let sign = sign_of_dates(filter);
    let issue_date = || sql::<SqlDate>(sign).sql("invoices.issue_date");
    let due_date = || sql::<SqlDate>(sign).sql("invoices.due_date");
    if let Some(from) = filter.issued_from {
        query = query.filter(issue_date().ge(from));
    }
    if let Some(to) = filter.issued_to {
        query = query.filter(issue_date().le(to));
    }
    if let Some(from) = filter.due_from {
        query = query.filter(due_date().ge(from));
    }
    if let Some(to) = filter.due_to {
        query = query.filter(due_date().le(to));
    }
    query
}

pub(super) async fn invoices(
    conn: &mut Lane<'_>,
    organization: OrganizationId,
    filter: &InvoiceFilter,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<InvoiceSummary>, StoreError> {
    if text_that_cannot_be([&filter.number]) {
        return Ok(Page::empty());
    }
    let query = one_more_than(limit, organization, filter, after);
    let rows: Vec<SummaryRow> = query.load(conn).await.map_err(translate)?;
    page(rows, limit, SummaryRow::into_domain)
}

/// Rows of a page, and one that tells whether there are more.
pub(super) fn one_more_than(
    limit: u16,
    organization: OrganizationId,
    filter: &InvoiceFilter,
    after: Option<Cursor>,
) -> Query<'_> {
    use invoices::dsl;
    let all = dsl::invoices.select(SummaryRow::as_select()).into_boxed();
    let own = all.filter(dsl::organization_id.eq(AsId::from(organization)));
    let mut query = filtered(own, filter);
    if let Some(Cursor { created_at, id }) = after {
        // the first term lets the index seek, the second breaks the tie
        query = query
            .filter(dsl::created_at.le(AsInstant(created_at)))
            .filter(dsl::created_at.lt(AsInstant(created_at)).or(dsl::id.lt(AsId(id))));
    }
    query.order((dsl::created_at.desc(), dsl::id.desc())).limit(i64::from(limit) + 1)
}
