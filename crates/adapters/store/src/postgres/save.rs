//! Saves everything of an issued invoice in one statement.

use super::{
    conn::Conn,
    next_numbers::Guess,
    shared::{
        idempotency::completed,
        invoicing::{
            invoices::{
                file_rows::ONCE,
                invoice_row::invoice_row,
                issued_rows::{OwnedColumns, rows_beside},
            },
            usage::{ONE_MORE, counted},
        },
        sql::{Fragment, NewRow, Result, Statement},
    },
};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use invoicing::{Issued, figures::Usage};

/// The number of inserted invoices, and of completed leases (1 when there is no lease).
pub(super) type Saved = (i64, i64);

/// Inserts the invoice if its number is free, and only then the rows that belong to it, and completes the lease.
pub(super) fn save<'a>(
    issued: &'a Issued<'_>,
    owned: &'a OwnedColumns,
    answer: &'a Answer,
    lease: Option<&'a Lease>,
) -> Result<Statement<'a>> {
    let invoice = own_row(issued, owned).insert_select().then(sql!(" WHERE true"));
    save_from(sql!("WITH "), invoice, issued, owned, answer, lease)
}

/// The same, if the lease is still held and the guess is right; then the series advances.
pub(super) fn save_as_guessed<'a>(
    guess: &Guess,
    issued: &'a Issued<'_>,
    owned: &'a OwnedColumns,
    answer: &'a Answer,
    lease: Option<&'a Lease>,
) -> Result<Statement<'a>> {
    // the lease first, then the month, then the series, so that transactions do not deadlock
    let held = lease.map(|lease| locked(issued.invoice.organization, lease));
    let (mut with, mut drawn) = (sql!("WITH "), guess.confirm());
    for (name, must) in [("held", held), ("room", room(issued))] {
        let Some(must) = must else { continue };
        with = with.then(sql!("{} AS ({}), ", Fragment(name), must));
        drawn = drawn.then(sql!(" AND EXISTS (SELECT 1 FROM {})", Fragment(name)));
    }
    let with = with.then(sql!("drawn AS ({} RETURNING 1), ", drawn));
    let invoice = own_row(issued, owned).insert_select().then(sql!(" FROM drawn"));
    save_from(with, invoice, issued, owned, answer, lease)
}

fn own_row<'a>(issued: &'a Issued<'_>, owned: &'a OwnedColumns) -> NewRow<'a> {
    invoice_row(issued.invoice.organization, &issued.invoice, issued.by, &owned.invoice)
}

/// Locks the month if the plan has a limit; gives a row if there is room.
fn room<'a>(issued: &Issued<'_>) -> Option<Statement<'a>> {
    let usage = issued.usage?;
    let at_most = i64::try_from(usage.at_most?).unwrap_or(i64::MAX);
    Some(sql!(
        "SELECT 1 FROM usage_months AS u WHERE u.organization_id = {} AND u.month = {}
           AND u.invoices < {} {for_change}",
        issued.invoice.organization,
        usage.month.first(),
        at_most
    ))
}

fn save_from<'a>(
    with: Statement<'a>,
    invoice: Statement<'a>,
    issued: &'a Issued<'_>,
    owned: &'a OwnedColumns,
    answer: &'a Answer,
    lease: Option<&'a Lease>,
) -> Result<Statement<'a>> {
    let mut statement = with.then(sql!(
        "invoice AS ({} ON CONFLICT (organization_id, number) DO NOTHING RETURNING 1)",
        invoice
    ));
    let beside = rows_beside(issued, owned)?;
    for (i, row) in beside.into_iter().enumerate() {
        let name = Statement::text(format!("row_{i}"));
        statement = statement.then(sql!(", {} AS ({} FROM invoice)", name, row.insert_select()));
    }
    for (i, row) in owned.contents(issued).into_iter().enumerate() {
        let name = Statement::text(format!("content_{i}"));
        let keep = sql!(", {} AS ({} FROM invoice{})", name, row.insert_select(), ONCE);
        statement = statement.then(keep);
    }
    statement = statement.and(issued.usage.map(|usage| counted_in(issued, usage)));
    let Some(lease) = lease else {
        return Ok(statement.then(sql!(" SELECT (SELECT count(*) FROM invoice), 1::bigint")));
    };
    let (organization, at) = (issued.invoice.organization, issued.invoice.created_at);
    let answer = completed(organization.into(), lease, answer, at);
    Ok(statement.then(sql!(
        ", answer AS ({} RETURNING 1)
         SELECT (SELECT count(*) FROM invoice), (SELECT count(*) FROM answer)",
        answer.after(Some("invoice"))
    )))
}

/// Counts the invoice in its month.
fn counted_in<'a>(issued: &Issued<'_>, usage: &Usage) -> Statement<'a> {
    let row = counted(issued.invoice.organization, usage).insert_select();
    sql!(", counted AS ({} FROM invoice{})", row, ONE_MORE)
}

/// The row of the lease, unless it was lost, locked until the transaction ends.
fn locked(organization: OrganizationId, lease: &Lease) -> Statement<'_> {
    sql!(
        "SELECT 1 FROM idempotency_keys AS k
         WHERE k.organization_id = {organization} AND k.operation = {operation} AND k.key = {key}
           AND k.token = {token} AND k.status IS NULL
         {for_update}",
        organization = organization,
        operation = &*lease.operation,
        key = lease.key.as_str(),
        token = lease.token.0,
    )
}

/// Keeps other processes from taking over the lease until the transaction ends.
pub(super) async fn lock_lease(
    conn: &Conn,
    organization: OrganizationId,
    lease: Option<&Lease>,
) -> Result<()> {
    let Some(lease) = lease else { return Ok(()) };
    locked(organization, lease).execute(&mut &*conn).await.map(drop)
}
