use super::super::{super::sql::*, expenses::rows::ExpenseRow};
use crate::{names, network_names, sql_types::AsMoney};
use access::OrganizationId;
use expenses::ExpenseId;
use invoicing::InvoiceId;
use offsets::{
    ExpenseBalance, InvoiceBalance, Offset, OffsetFilter, OffsetId, OffsetRecord, PageNumber,
};
use rust_decimal::Decimal;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

columns! {
    pub(super) struct OffsetRow {
        offset_id: Uuid,
        invoice_id: Uuid,
        expense_id: Uuid,
        amount: Decimal,
        offset_currency: String,
        offset_date: Date,
        reference: Option<String>,
        note: Option<String>,
        invoice_outstanding: Decimal,
        expense_outstanding: Decimal,
        offset_network: Option<String>,
        offset_at: OffsetDateTime,
    }
}

/// The columns of `offsets f`.
const OFFSET: Fragment = Fragment(
    "f.id AS offset_id, f.invoice_id, f.expense_id, f.amount, f.currency AS offset_currency,
     f.offset_date, f.reference, f.note, f.invoice_outstanding, f.expense_outstanding,
     f.network AS offset_network, f.created_at AS offset_at",
);

impl OffsetRow {
    pub(super) fn into_domain(self) -> Result<Offset> {
        Ok(Offset {
            id: OffsetId(self.offset_id),
            invoice: InvoiceId(self.invoice_id),
            expense: ExpenseId(self.expense_id),
            amount: self.amount,
            currency: names::currency_code(&self.offset_currency)?,
            date: self.offset_date,
            reference: self.reference,
            note: self.note,
            invoice_outstanding: self.invoice_outstanding,
            expense_outstanding: self.expense_outstanding,
            network: self.offset_network.as_deref().map(network_names::network).transpose()?,
            created_at: self.offset_at,
        })
    }
}

/// The value of a column that only older versions read. The posting has the state of a set-off in an accounting
/// program.
const KEPT_FOR_OLDER: &str = "pending";

pub(super) fn offset_row(organization: OrganizationId, offset: &Offset) -> NewRow<'_> {
    row!("offsets",
        organization_id: organization,
        id: offset.id.0,
        invoice_id: offset.invoice.0,
        expense_id: offset.expense.0,
        amount: AsMoney(offset.amount),
        currency: offset.currency.code(),
        offset_date: offset.date,
        reference: offset.reference.as_deref(),
        note: offset.note.as_deref(),
        invoice_outstanding: AsMoney(offset.invoice_outstanding),
        expense_outstanding: AsMoney(offset.expense_outstanding),
        accounting_status: KEPT_FOR_OLDER,
        network: offset.network.map(|network| network.name()),
        created_at: offset.created_at,
    )
}

columns! {
    /// The invoice of a set-off as it is now.
    pub(super) struct InvoiceSide {
        invoice_total: Decimal,
        invoice_paid: Decimal,
        invoice_open: Decimal,
        invoice_status: String,
    }
}

impl InvoiceSide {
    fn into_domain(self, id: InvoiceId) -> Result<InvoiceBalance> {
        Ok(InvoiceBalance {
            id,
            total: self.invoice_total,
            paid_amount: self.invoice_paid,
            outstanding: self.invoice_open,
            status: names::invoice_status(&self.invoice_status)?,
        })
    }
}

/// A set-off, its invoice and its expense.
pub(super) struct RecordRow(OffsetRow, InvoiceSide, ExpenseRow, Uuid);

impl FromRow for RecordRow {
    fn from_row<'a>(row: &impl diesel::row::Row<'a, Db>) -> diesel::deserialize::Result<Self> {
        let owner = <Self as FromRow>::column(row, "organization_id")?;
        let (offset, invoice) = (OffsetRow::from_row(row)?, InvoiceSide::from_row(row)?);
        Ok(Self(offset, invoice, ExpenseRow::from_row(row)?, owner))
    }
}

impl RecordRow {
    pub(super) fn into_domain(self) -> Result<OffsetRecord> {
        let Self(offset, invoice, expense, owner) = self;
        let offset = offset.into_domain()?;
        let invoice = invoice.into_domain(offset.invoice)?;
        let expense = ExpenseBalance::of(&expense.into_domain(OrganizationId(owner))?);
        Ok(OffsetRecord { offset, invoice, expense })
    }
}

/// Set-offs with their documents; a condition may be appended.
fn records(organization: OrganizationId) -> Statement<'static> {
    sql!(
        "SELECT {}, i.total AS invoice_total, i.paid_amount AS invoice_paid,
           i.outstanding AS invoice_open, i.status AS invoice_status,
           e.organization_id, e.id, e.status, e.paid_amount, e.received_id, e.network,
           e.created_at, e.version, e.content, e.review
         FROM offsets f
         JOIN invoices i ON i.organization_id = f.organization_id AND i.id = f.invoice_id
         JOIN expenses e ON e.organization_id = f.organization_id AND e.id = f.expense_id
         WHERE f.organization_id = {}",
        OFFSET,
        organization
    )
}

pub(super) fn find_offset(organization: OrganizationId, id: OffsetId) -> Statement<'static> {
    sql!(
        "SELECT {} FROM offsets f WHERE f.organization_id = {} AND f.id = {}",
        OFFSET,
        organization,
        id.0
    )
}

pub(super) fn find_record(organization: OrganizationId, id: OffsetId) -> Statement<'static> {
    records(organization).then(sql!(" AND f.id = {}", id.0))
}

pub(super) fn list(
    organization: OrganizationId,
    filter: OffsetFilter,
    page: PageNumber,
) -> Statement<'static> {
    let skipped = i64::try_from(page.skipped()).unwrap_or(i64::MAX);
    let shown = sql!(
        " ORDER BY f.created_at DESC, f.id DESC LIMIT {} OFFSET {}",
        i64::from(page.per_page),
        skipped
    );
    filtered(records(organization), filter).then(shown)
}

pub(super) fn count(organization: OrganizationId, filter: OffsetFilter) -> Statement<'static> {
    let all = sql!("SELECT count(*) FROM offsets f WHERE f.organization_id = {}", organization);
    filtered(all, filter)
}

fn filtered(query: Statement<'static>, filter: OffsetFilter) -> Statement<'static> {
    let seen = |network: &'static str| sql!(" AND (f.network IS NULL OR f.network = {})", network);
    query
        .and(filter.seen_from.map(|network| seen(network.name())))
        .and(filter.invoice.map(|invoice| sql!(" AND f.invoice_id = {}", invoice.0)))
        .and(filter.expense.map(|expense| sql!(" AND f.expense_id = {}", expense.0)))
}
