//! Everything that issuing saves, as one statement.

use super::{
    Conn,
    next_numbers::Guess,
    shared::{
        idempotency::completed,
        invoices::issued_rows::{OwnedColumns, invoice_row, rows_beside},
        sql::{Result, Statement},
    },
};
use access::OrganizationId;
use idempotency::{Answer, Claim};
use invoicing::Issued;

/// How many invoices were inserted and how many claims completed (1 without one).
pub(super) type Saved = (i64, i64);

/// Inserts the invoice if its number is free, and only then what belongs to it, and completes the
/// claim.
pub(super) fn save<'a>(
    issued: &'a Issued<'_>,
    owned: &'a OwnedColumns,
    answer: &'a Answer,
    claim: Option<&'a Claim>,
) -> Result<Statement<'a>> {
    let invoice = invoice_row(issued, owned).insert_select().then(sql!(" WHERE true"));
    save_from(sql!("WITH "), invoice, issued, owned, answer, claim)
}

/// The same if the claim is still held and the guess is right; the series goes on then.
pub(super) fn save_as_guessed<'a>(
    guess: &Guess,
    issued: &'a Issued<'_>,
    owned: &'a OwnedColumns,
    answer: &'a Answer,
    claim: Option<&'a Claim>,
) -> Result<Statement<'a>> {
    let with = match claim {
        Some(claim) => sql!(
            "WITH held AS ({}), drawn AS ({} AND EXISTS (SELECT 1 FROM held) RETURNING 1), ",
            locked(issued.invoice.organization, claim),
            guess.confirm()
        ),
        None => sql!("WITH drawn AS ({} RETURNING 1), ", guess.confirm()),
    };
    let invoice = invoice_row(issued, owned).insert_select().then(sql!(" FROM drawn"));
    save_from(with, invoice, issued, owned, answer, claim)
}

fn save_from<'a>(
    with: Statement<'a>,
    invoice: Statement<'a>,
    issued: &'a Issued<'_>,
    owned: &'a OwnedColumns,
    answer: &'a Answer,
    claim: Option<&'a Claim>,
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
    let Some(claim) = claim else {
        return Ok(statement.then(sql!(" SELECT (SELECT count(*) FROM invoice), 1::bigint")));
    };
    let (organization, at) = (issued.invoice.organization, issued.invoice.created_at);
    let answer = completed(organization.into(), claim, answer, at);
    Ok(statement.then(sql!(
        ", answer AS ({} RETURNING 1)
         SELECT (SELECT count(*) FROM invoice), (SELECT count(*) FROM answer)",
        answer.after(Some("invoice"))
    )))
}

/// The row of the claim, unless it was lost, locked until the transaction ends.
fn locked(organization: OrganizationId, claim: &Claim) -> Statement<'_> {
    sql!(
        "SELECT 1 FROM idempotency_keys AS k
         WHERE k.organization_id = {organization} AND k.operation = {operation} AND k.key = {key}
           AND k.token = {token} AND k.status IS NULL
         {for_update}",
        organization = organization,
        operation = claim.operation,
        key = claim.key.as_str(),
        token = claim.token,
    )
}

/// Keeps others from taking the claim over until the transaction ends.
pub(super) async fn lock_claim(
    conn: &Conn,
    organization: OrganizationId,
    claim: Option<&Claim>,
) -> Result<()> {
    let Some(claim) = claim else { return Ok(()) };
    locked(organization, claim).execute(&mut &*conn).await.map(drop)
}
