//! The amounts to pay to suppliers: of a received document until an expense is made of it, then of the expense.

use super::super::super::{receiving::counts_once, sql::*};
use crate::sql_types::AsExact;
use access::OrganizationId;
use dashboard::{Amounts, Payable, Window};
use rust_decimal::Decimal;

columns! {
    struct DocumentsRow {
        currency: String,
        payable: AsExact,
        documents: i64,
    }
}

columns! {
    struct ExpensesRow {
        currency: String,
        amount: Decimal,
        documents: i64,
    }
}

/// A received document may have any amount in any currency. Equal amounts are counted here, and the caller sums them
/// up exactly.
pub(super) async fn documents(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    window: &Window,
) -> Result<Vec<Amounts>> {
    let rows: Vec<DocumentsRow> = documents_query(organization, window).all(conn).await?;
    let row = |row: DocumentsRow| {
        let AsExact(payable) = row.payable;
        let count = row.documents.unsigned_abs();
        amounts(&row.currency, count, payable.checked_mul(Decimal::from(count))?)
    };
    Ok(rows.into_iter().filter_map(row).collect())
}

pub(super) fn documents_query(organization: OrganizationId, window: &Window) -> Statement<'static> {
    sql!(
        "SELECT currency, payable, count(*) AS documents FROM received_documents AS r
         WHERE organization_id = {} AND network = {} AND due_date >= {} AND due_date <= {}
           AND due_date IS NOT NULL AND currency IS NOT NULL AND payable IS NOT NULL
           AND coalesce(type_code, '') <> '381' AND {}
         GROUP BY 1, 2",
        organization,
        window.network.name(),
        window.month.first,
        window.month.last,
        counts_once(organization, window.network, None)
    )
}

/// Expenses that were entered are visible to the keys of both networks.
pub(super) async fn expenses(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    window: &Window,
) -> Result<Vec<Amounts>> {
    let rows: Vec<ExpensesRow> = expenses_query(organization, window).all(conn).await?;
    let row = |row: ExpensesRow| amounts(&row.currency, row.documents.unsigned_abs(), row.amount);
    Ok(rows.into_iter().filter_map(row).collect())
}

pub(super) fn expenses_query(organization: OrganizationId, window: &Window) -> Statement<'static> {
    let network = window.network.name();
    sql!(
        "SELECT currency, sum(owed) AS amount, count(*) AS documents FROM expenses
         WHERE organization_id = {} AND due_date >= {} AND due_date <= {} AND owed IS NOT NULL
           AND coalesce(network, {}) = {}
         GROUP BY 1",
        organization,
        window.month.first,
        window.month.last,
        network,
        network
    )
}

columns! {
    struct PayableRow {
        currency: String,
        overdue: bool,
        waits: bool,
        documents: i64,
        amount: Decimal,
    }
}

/// The amounts owed to suppliers, whenever they fall due.
pub(super) async fn payable(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    window: &Window,
) -> Result<Vec<Payable>> {
    let rows: Vec<PayableRow> = payable_query(organization, window).all(conn).await?;
    let row = |row: PayableRow| {
        let amounts = amounts(&row.currency, row.documents.unsigned_abs(), row.amount)?;
        Some(Payable { overdue: row.overdue, waits: row.waits, amounts })
    };
    Ok(rows.into_iter().filter_map(row).collect())
}

pub(super) fn payable_query(organization: OrganizationId, window: &Window) -> Statement<'static> {
    let network = window.network.name();
    sql!(
        "SELECT currency, coalesce(due_date < {}, false) AS overdue,
           status = 'pending_approval' AS waits, count(*) AS documents, sum(owed) AS amount
         FROM expenses
         WHERE organization_id = {} AND owed IS NOT NULL AND coalesce(network, {}) = {}
         GROUP BY 1, 2, 3",
        window.today,
        organization,
        network,
        network
    )
}

/// `None` when the currency is not a valid one.
fn amounts(currency: &str, count: u64, amount: Decimal) -> Option<Amounts> {
    Some(Amounts { currency: currency.parse().ok()?, exchange_rate: None, count, amount })
}
