//! Keeps expenses unique: by each identity of the supplier, with type, number and year.

use super::super::super::sql::*;
use access::OrganizationId;
use expenses::{Expense, ExpenseId, ExpenseStatus, ExpenseType};
use peppol_connector::identifiers::Network;
use uuid::Uuid;

/// Takes the uniqueness keys of an expense, and frees those that it had. A rejected one has none.
///
/// # Errors
/// [`StoreError::Taken`] with the id of the expense that has one of the keys, or that is made of its document.
pub(super) async fn take(conn: &mut Conn, expense: &Expense) -> Result<()> {
    leave(conn, expense.organization, expense.id).await?;
    if expense.status == ExpenseStatus::Rejected {
        return Ok(());
    }
    let (identities, key) = (expense.content.supplier_identities(), expense.content.document_key());
    if let Some(first) = holder(conn, expense, &identities, &key).await? {
        return Err(StoreError::Taken(first.to_string()));
    }
    let rows = identities.iter().map(|identity| row(expense, identity, &key));
    match insert_all(rows) {
        Some(insert) => insert.once().execute(conn).await.map(drop),
        None => Ok(()),
    }
}

/// Frees the keys.
pub(super) async fn leave(
    conn: &mut Conn,
    organization: OrganizationId,
    id: ExpenseId,
) -> Result<()> {
    let delete = sql!(
        "DELETE FROM expense_identities WHERE organization_id = {} AND expense_id = {}",
        organization,
        id.0
    );
    delete.execute(conn).await.map(drop)
}

async fn holder(
    conn: &mut Conn,
    expense: &Expense,
    identities: &[String],
    (kind, number, year): &(ExpenseType, String, i32),
) -> Result<Option<Uuid>> {
    let of_supplier = sql!(
        "SELECT expense_id FROM expense_identities
         WHERE organization_id = {} AND identity IN {} AND number = {} AND expense_type = {}
           AND year = {} AND network = {} LIMIT 1",
        expense.organization,
        list(identities.iter().map(String::as_str)),
        number.as_str(),
        kind.name(),
        *year,
        network(expense),
    );
    if let Some(first) = of_supplier.first(conn).await? {
        return Ok(Some(first));
    }
    let Some(document) = expense.origin.document() else { return Ok(None) };
    let of_document = sql!(
        "SELECT id FROM expenses WHERE organization_id = {} AND received_id = {}
           AND status <> 'rejected' AND id <> {} LIMIT 1",
        expense.organization,
        document.0,
        expense.id.0,
    );
    of_document.first(conn).await
}

fn row<'a>(
    expense: &'a Expense,
    identity: &'a str,
    (kind, number, year): &'a (ExpenseType, String, i32),
) -> NewRow<'a> {
    row!("expense_identities",
        organization_id: expense.organization,
        network: network(expense),
        identity: identity,
        expense_type: kind.name(),
        number: number.as_str(),
        year: *year,
        expense_id: expense.id.0,
    )
}

const fn network(expense: &Expense) -> &'static str {
    match expense.origin.network() {
        Some(Network::Test) => "test",
        Some(Network::Live) | None => "live",
    }
}
