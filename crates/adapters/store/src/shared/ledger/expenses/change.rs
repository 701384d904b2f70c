//! Expenses change under their lock.

use super::{
    super::{super::sql::*, stock::keep_stock},
    identities,
    rows::{ExpenseColumns, ExpenseRow, find_row, payment_row, payments, select_payments},
};
use crate::sql_types::AsMoney;
use access::OrganizationId;
use expenses::{Expense, ExpenseChange, ExpenseId, SettledExpense};
use stock::Following;

/// The expense with its payments, locked until the transaction ends.
pub(in super::super::super) async fn locked(
    conn: &mut Conn,
    organization: OrganizationId,
    id: ExpenseId,
) -> Result<SettledExpense> {
    let lock = find_row(organization, id).then(sql!(" {for_change}"));
    let expense = lock.one::<ExpenseRow>(conn).await?.into_domain(organization)?;
    let payments = payments(select_payments(organization, id).all(conn).await?)?;
    Ok(SettledExpense { expense, payments })
}

/// Within the caller's transaction.
pub(in super::super::super) async fn save(
    conn: &mut Conn,
    before: &Expense,
    change: &ExpenseChange,
) -> Result<()> {
    match change {
        ExpenseChange::Nothing => Ok(()),
        ExpenseChange::Saved(after) => {
            update(conn, after).await?;
            identities::take(conn, after).await?;
            let decided = after.review.decided_at.unwrap_or(after.created_at);
            keep_stock(conn, Following::expense(before, after), decided).await
        }
        ExpenseChange::Paid(after, payment) => {
            update(conn, after).await?;
            let row = payment_row(after.organization, after.id, payment);
            row.insert().execute(conn).await.map(drop)
        }
        ExpenseChange::TakenBack(after, payment) => {
            update(conn, after).await?;
            let delete = sql!(
                "DELETE FROM expense_payments
                 WHERE organization_id = {} AND expense_id = {} AND id = {}",
                after.organization,
                after.id.0,
                payment.id
            );
            delete.execute(conn).await.map(drop)
        }
        ExpenseChange::Deleted => {
            identities::leave(conn, before.organization, before.id).await?;
            let delete = sql!(
                "DELETE FROM expenses WHERE organization_id = {} AND id = {}",
                before.organization,
                before.id.0
            );
            delete.execute(conn).await.map(drop)
        }
    }
}

/// Updates the columns of an expense that can change: its supplier, its document and its currency cannot.
async fn update(conn: &mut Conn, after: &Expense) -> Result<()> {
    let columns = ExpenseColumns::of(after)?;
    let content = &after.content;
    let update = sql!(
        "UPDATE expenses
         SET number = {number}, status = {status}, payment_status = {payment_status},
           subtotal = {subtotal}, project_id = {project},
           total = {total}, paid_amount = {paid_amount}, owed = {owed}, issue_date = {issue_date},
           due_date = {due_date}, version = {version}, content = {content}, review = {review}
         WHERE organization_id = {organization} AND id = {id}",
        number = &content.number,
        status = after.status.name(),
        payment_status = after.payment_status().name(),
        subtotal = AsMoney(content.totals.subtotal),
        project = content.project_id.map(|project| project.0),
        total = AsMoney(content.totals.total),
        paid_amount = AsMoney(after.paid_amount),
        owed = after.amount_owed().map(AsMoney),
        issue_date = content.issue_date,
        due_date = content.due_date,
        version = after.version,
        content = &columns.content,
        review = &columns.review,
        organization = after.organization,
        id = after.id.0,
    );
    update.execute(conn).await.map(drop)
}
