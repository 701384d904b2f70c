//! The sums of the documents of a project: one row for each month, currency and exchange rate, and for each type of
//! invoice.

use super::super::{super::sql::*, dashboard::IS_OWED};
use crate::{names, sql_types::AsExact};
use ::projects::{Cost, ExpenseSums, InvoiceSums, Part, ProjectAmounts, ProjectId, ProjectSpan};
use access::OrganizationId;
use rust_decimal::Decimal;
use time::Date;

columns! {
    struct InvoiceRow {
        day: Date,
        invoice_type: String,
        self_billed: bool,
        deducts: bool,
        currency: String,
        exchange_rate: Option<AsExact>,
        documents: i64,
        subtotal: Decimal,
        total: Decimal,
        paid: Decimal,
        paid_documents: i64,
        owed: Decimal,
        owed_documents: i64,
    }
}

columns! {
    struct ExpenseRow {
        day: Date,
        deducts: bool,
        currency: String,
        documents: i64,
        subtotal: Decimal,
        total: Decimal,
    }
}

impl InvoiceRow {
    fn into_domain(self) -> Result<InvoiceSums> {
        let part = |count: i64, amount| Part { count: count.unsigned_abs(), amount };
        Ok(InvoiceSums {
            day: self.day,
            invoice_type: names::invoice_type(&self.invoice_type)?,
            self_billed: self.self_billed,
            cost: Cost::of_payer(self.deducts),
            currency: names::currency_code(&self.currency)?,
            exchange_rate: self.exchange_rate.map(|AsExact(rate)| rate),
            count: self.documents.unsigned_abs(),
            subtotal: self.subtotal,
            total: self.total,
            paid: part(self.paid_documents, self.paid),
            open: part(self.owed_documents, self.owed),
        })
    }
}

impl ExpenseRow {
    fn into_domain(self) -> Result<ExpenseSums> {
        Ok(ExpenseSums {
            day: self.day,
            cost: Cost::of_payer(self.deducts),
            currency: names::currency_code(&self.currency)?,
            count: self.documents.unsigned_abs(),
            subtotal: self.subtotal,
            total: self.total,
        })
    }
}

pub(super) async fn of(
    store: &Backend,
    organization: OrganizationId,
    id: ProjectId,
    span: &ProjectSpan,
) -> Result<Vec<ProjectAmounts>> {
    let mut conn = store.reader().await?;
    let (invoices, expenses) = concurrently!(conn:
        invoices(organization, id, span),
        expenses(organization, id, span),
    );
    let invoices = invoices.iter().flat_map(InvoiceSums::amounts);
    Ok(invoices.chain(expenses.iter().map(ExpenseSums::amounts)).collect())
}

async fn invoices(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: ProjectId,
    span: &ProjectSpan,
) -> Result<Vec<InvoiceSums>> {
    let rows: Vec<InvoiceRow> = invoices_query(organization, id, span).all(conn).await?;
    rows.into_iter().map(InvoiceRow::into_domain).collect()
}

/// Groups are named by their positions: PostgreSQL takes a value that is bound twice for two.
pub(super) fn invoices_query(
    organization: OrganizationId,
    id: ProjectId,
    span: &ProjectSpan,
) -> Statement<'static> {
    let documents = sql!(
        "SELECT {first_of_month} AS day, invoice_type, self_billed, deducts, currency, exchange_rate,
           CAST(count(*) AS bigint) AS documents, sum(subtotal) AS subtotal, sum(total) AS total,
           sum(paid) AS paid,
           CAST(sum(CASE WHEN paid <> 0 THEN 1 ELSE 0 END) AS bigint) AS paid_documents,
           sum(owed) AS owed,
           CAST(sum(CASE WHEN owed <> 0 THEN 1 ELSE 0 END) AS bigint) AS owed_documents
         FROM (
           SELECT documents.*, {} AS deducts FROM (
             SELECT coalesce(i.tax_date, i.issue_date) AS day, i.organization_id, i.invoice_type,
               i.currency, coalesce(i.self_billed, false) AS self_billed, i.exchange_rate,
               i.subtotal, i.total,
               CASE WHEN i.invoice_type = 'proforma' AND i.settled_by IS NOT NULL THEN 0
                 ELSE i.paid_amount END AS paid,
               CASE WHEN {} THEN i.outstanding ELSE 0 END AS owed
             FROM invoices AS i
             WHERE i.organization_id = {} AND i.project_id = {}
               AND i.status NOT IN ('draft', 'pending_approval', 'cancelled')
           ) AS documents
         ) AS documents WHERE 1 = 1",
        deducts(span),
        IS_OWED,
        organization,
        id.0
    );
    within(documents, span).then(sql!(" GROUP BY 1, 2, 3, 4, 5, 6"))
}

async fn expenses(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: ProjectId,
    span: &ProjectSpan,
) -> Result<Vec<ExpenseSums>> {
    let rows: Vec<ExpenseRow> = expenses_query(organization, id, span).all(conn).await?;
    rows.into_iter().map(ExpenseRow::into_domain).collect()
}

/// Expenses that were entered are visible to the keys of both networks.
pub(super) fn expenses_query(
    organization: OrganizationId,
    id: ProjectId,
    span: &ProjectSpan,
) -> Statement<'static> {
    let network = span.network.name();
    let documents = sql!(
        "SELECT {first_of_month} AS day, deducts, currency, CAST(count(*) AS bigint) AS documents,
           sum(subtotal) AS subtotal, sum(total) AS total
         FROM (
           SELECT documents.*, {} AS deducts FROM (
             SELECT issue_date AS day, organization_id, currency,
               CASE WHEN expense_type = 'credit_note' THEN -coalesce(subtotal, total)
                 ELSE coalesce(subtotal, total) END AS subtotal,
               CASE WHEN expense_type = 'credit_note' THEN -total ELSE total END AS total
             FROM expenses
             WHERE organization_id = {} AND project_id = {} AND status <> 'rejected'
               AND coalesce(network, {}) = {}
           ) AS documents
         ) AS documents WHERE 1 = 1",
        deducts(span),
        organization,
        id.0,
        network,
        network
    );
    within(documents, span).then(sql!(" GROUP BY 1, 2, 3"))
}

/// Whether the organization deducted VAT on the day of a document: as before the first change after it, or as today.
fn deducts(span: &ProjectSpan) -> Statement<'static> {
    sql!(
        "coalesce((
           SELECT h.vat_payer FROM former_vat_statuses h
           WHERE h.organization_id = documents.organization_id AND h.until > documents.day
           ORDER BY h.until LIMIT 1
         ), {})",
        span.cost == Cost::WithoutVat
    )
}

fn within(documents: Statement<'static>, span: &ProjectSpan) -> Statement<'static> {
    documents
        .and(span.from.map(|day| sql!(" AND day >= {}", day)))
        .and(span.to.map(|day| sql!(" AND day <= {}", day)))
}
