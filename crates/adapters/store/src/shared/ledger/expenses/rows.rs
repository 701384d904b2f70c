use super::super::super::{invoicing::invoices::read::PaymentRow, sql::*};
use crate::{
    error::{backend, require_known},
    network_names,
    sql_types::AsMoney,
};
use access::OrganizationId;
use expenses::{Expense, ExpenseId, ExpenseOrigin, ExpenseStatus};
use invoicing::Payment;
use peppol_connector::identifiers::ReceivedId;
use rust_decimal::Decimal;
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    pub(in super::super::super) struct ExpenseRow {
        id: Uuid,
        status: String,
        paid_amount: Decimal,
        received_id: Option<Uuid>,
        network: Option<String>,
        created_at: OffsetDateTime,
        version: i32,
        content: String,
        review: String,
    }
}

impl ExpenseRow {
    /// The columns of `expenses`.
    pub(super) const COLUMNS: Fragment = Fragment(
        "id, status, paid_amount, received_id, network, created_at, version, content, review",
    );

    pub(in super::super::super) fn into_domain(
        self,
        organization: OrganizationId,
    ) -> Result<Expense> {
        let network = self.network.as_deref().map(network_names::network).transpose()?;
        let origin = match (self.received_id, network) {
            (Some(id), Some(network)) => ExpenseOrigin::Received(ReceivedId(id), network),
            _ => ExpenseOrigin::Entered,
        };
        Ok(Expense {
            id: ExpenseId(self.id),
            organization,
            content: serde_json::from_str(&self.content).map_err(backend)?,
            origin,
            status: status(&self.status)?,
            review: serde_json::from_str(&self.review).map_err(backend)?,
            paid_amount: self.paid_amount,
            version: self.version,
            created_at: self.created_at,
        })
    }
}

pub(super) fn status(name: &str) -> Result<ExpenseStatus> {
    let found = ExpenseStatus::of_name(name);
    require_known("expense status", name, found)
}

/// The [`ExpenseRow`] of an expense.
pub(super) fn find_row(organization: OrganizationId, id: ExpenseId) -> Statement<'static> {
    sql!(
        "SELECT {} FROM expenses WHERE organization_id = {} AND id = {}",
        ExpenseRow::COLUMNS,
        organization,
        id.0
    )
}

/// An expense next to each of its payments, the oldest first, all read by one statement.
pub(super) fn find_settled(organization: OrganizationId, id: ExpenseId) -> Statement<'static> {
    sql!(
        "SELECT e.id, e.status, e.paid_amount, e.received_id, e.network, e.created_at, e.version,
           e.content, e.review, p.id AS payment_id, p.amount, p.paid_on, p.method, p.offset_id
         FROM expenses e
         LEFT JOIN expense_payments p
           ON p.organization_id = e.organization_id AND p.expense_id = e.id
         WHERE e.organization_id = {} AND e.id = {} ORDER BY p.paid_on, p.id",
        organization,
        id.0
    )
}

/// The payments of an expense, the oldest first.
pub(super) fn select_payments(organization: OrganizationId, id: ExpenseId) -> Statement<'static> {
    sql!(
        "SELECT id, amount, paid_on, method, offset_id FROM expense_payments
         WHERE organization_id = {} AND expense_id = {} ORDER BY paid_on, id",
        organization,
        id.0
    )
}

pub(super) fn payments(rows: Vec<PaymentRow>) -> Result<Vec<Payment>> {
    Ok(rows.into_iter().map(Payment::from).collect())
}

/// The owned values that the row borrows.
pub(super) struct ExpenseColumns {
    pub(super) content: String,
    pub(super) review: String,
    search_name: String,
}

impl ExpenseColumns {
    pub(super) fn of(expense: &Expense) -> Result<Self> {
        Ok(Self {
            content: serde_json::to_string(&expense.content).map_err(backend)?,
            review: serde_json::to_string(&expense.review).map_err(backend)?,
            search_name: expense.content.supplier.search_name(),
        })
    }
}

pub(super) fn expense_row<'a>(
    organization: OrganizationId,
    expense: &'a Expense,
    columns: &'a ExpenseColumns,
) -> NewRow<'a> {
    let content = &expense.content;
    row!("expenses",
        organization_id: organization,
        id: expense.id.0,
        expense_type: content.expense_type.name(),
        number: &content.number,
        status: expense.status.name(),
        payment_status: expense.payment_status().name(),
        supplier_id: content.supplier_id,
        search_name: &columns.search_name,
        subtotal: AsMoney(content.totals.subtotal),
        total: AsMoney(content.totals.total),
        paid_amount: AsMoney(expense.paid_amount),
        owed: expense.amount_owed().map(AsMoney),
        currency: content.currency.code(),
        issue_date: content.issue_date,
        due_date: content.due_date,
        project_id: content.project_id.map(|project| project.0),
        received_id: expense.origin.document().map(|id| id.0),
        network: expense.origin.network().map(|network| network.name()),
        created_at: expense.created_at,
        version: expense.version,
        content: &columns.content,
        review: &columns.review,
    )
}

pub(super) fn payment_row<'a>(
    organization: OrganizationId,
    expense: ExpenseId,
    payment: &'a Payment,
) -> NewRow<'a> {
    row!("expense_payments",
        organization_id: organization,
        expense_id: expense.0,
        id: payment.id,
        amount: AsMoney(payment.amount),
        paid_on: payment.date,
        method: &*payment.method,
        offset_id: payment.offset_id,
    )
}
