//! Lists of invoices by keyset: the newest first, by time and id.

use super::super::super::{super::date_index_hint, ledger::dashboard::IS_OWED, sql::*};
use crate::{names, sql_types::AsExact};
use access::OrganizationId;
use invoicing::{ContactId, InvoiceFilter, InvoiceId, InvoiceSummary};
use persistence::Cursor;
use rust_decimal::Decimal;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

columns! {
    pub(super) struct SummaryRow {
        id: Uuid,
        origin: String,
        invoice_type: String,
        number: Option<String>,
        status: String,
        customer_id: Uuid,
        customer_name: String,
        subtotal: Decimal,
        vat_total: Decimal,
        total: Decimal,
        paid_amount: Decimal,
        credited_amount: Decimal,
        outstanding: Decimal,
        currency: String,
        exchange_rate: Option<AsExact>,
        issue_date: Date,
        due_date: Option<Date>,
        created_at: OffsetDateTime,
    }
}

impl SummaryRow {
    pub(super) fn into_domain(self) -> Result<InvoiceSummary> {
        Ok(InvoiceSummary {
            id: InvoiceId(self.id),
            origin: names::origin(&self.origin)?,
            invoice_type: names::invoice_type(&self.invoice_type)?,
            number: self.number.unwrap_or_default(),
            status: names::invoice_status(&self.status)?,
            customer_id: ContactId(self.customer_id),
            customer_name: self.customer_name,
            subtotal: self.subtotal,
            vat_total: self.vat_total,
            total: self.total,
            paid_amount: self.paid_amount,
            credited_amount: self.credited_amount,
            outstanding: self.outstanding,
            currency: names::currency_code(&self.currency)?,
            exchange_rate: self.exchange_rate.map(|AsExact(rate)| rate),
            issue_date: self.issue_date,
            due_date: self.due_date,
            created_at: self.created_at,
        })
    }
}

/// The rows of a page and one more, which shows whether more follow.
pub(in super::super::super) fn query(
    limit: u16,
    organization: OrganizationId,
    filter: &InvoiceFilter,
    after: Option<Cursor>,
) -> Statement<'_> {
    let own = sql!(
        "SELECT id, origin, invoice_type, number, status, customer_id, customer_name, subtotal,
           vat_total, total, paid_amount, credited_amount, outstanding, currency, exchange_rate,
           issue_date, due_date, created_at
         FROM invoices WHERE organization_id = {}",
        organization
    );
    let filtered = own
        .and(filter.origin.map(|origin| sql!(" AND origin = {}", origin.name())))
        .and(filter.status.map(|status| sql!(" AND status = {}", status.name())))
        .and(filter.invoice_type.map(|kind| sql!(" AND invoice_type = {}", kind.name())))
        .and(filter.customer_id.map(|customer| sql!(" AND customer_id = {}", customer)))
        .and(filter.project_id.map(|project| sql!(" AND project_id = {}", project.0)))
        .and(filter.number.as_deref().map(|number| sql!(" AND number = {}", number)))
        .and(filter.currency.map(|currency| sql!(" AND currency = {}", currency.code())));
    page_query(standing(dated(filtered, filter), filter), after, limit)
}

/// The conditions of owed invoices, and of those paid in a span of days.
fn standing<'a>(query: Statement<'a>, filter: &InvoiceFilter) -> Statement<'a> {
    let paid = |(from, to): (Date, Date)| {
        sql!(
            " AND EXISTS (SELECT 1 FROM payments AS p
               WHERE p.organization_id = invoices.organization_id AND p.invoice_id = invoices.id
                 AND p.incoming AND p.paid_on >= {} AND p.paid_on <= {})",
            from,
            to
        )
    };
    let query = query.and(filter.open_advances.then(|| {
        sql!(
            " AND invoice_type IN ('proforma', 'invoice') AND origin = 'native' AND status = 'paid'
              AND paid_amount > 0 AND credited_amount = 0 AND settled_by IS NULL"
        )
    }));
    query.and(filter.owed.then(|| sql!(" AND {}", IS_OWED))).and(filter.paid_between.map(paid))
}

fn dated<'a>(query: Statement<'a>, filter: &InvoiceFilter) -> Statement<'a> {
    let hint = date_index_hint(filter);
    query
        .and(filter.issued_from.map(|day| sql!(" AND {}issue_date >= {}", hint, day)))
        .and(filter.issued_to.map(|day| sql!(" AND {}issue_date <= {}", hint, day)))
        .and(filter.due_from.map(|day| sql!(" AND {}due_date >= {}", hint, day)))
        .and(filter.due_to.map(|day| sql!(" AND {}due_date <= {}", hint, day)))
}
