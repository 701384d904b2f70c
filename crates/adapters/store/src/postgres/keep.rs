//! Everything that issuing keeps, as one statement.

use super::{
    Conn,
    next_numbers::Guess,
    shared::{
        idempotency::{answered, under_claim},
        issued_rows::{Texts, invoice_row, rows_beside},
        statement::Statement,
    },
};
use crate::{
    error::translate,
    sql_types::{BigInt, Integer},
};
use access::OrganizationId;
use diesel_async::RunQueryDsl;
use idempotency::{Answer, Claim};
use invoicing::Issued;
use persistence::StoreError;

/// How many invoices were inserted and how many claims completed (1 without one).
type KeptColumns = (BigInt, BigInt);
pub(super) type Kept = (i64, i64);

/// Inserts the invoice if its number is free, and only then what belongs to it, and completes the
/// claim.
pub(super) fn keep<'a>(
    issued: &'a Issued<'_>,
    texts: &'a Texts,
    answer: &'a Answer,
    claim: Option<&'a Claim>,
) -> Result<Statement<'a, KeptColumns>, StoreError> {
    keep_from(Statement::new("WITH "), " WHERE true", issued, texts, answer, claim)
}

/// The same if the claim is still held and the guess is right; the series goes on then.
pub(super) fn keep_as_guessed<'a>(
    guess: &Guess,
    issued: &'a Issued<'_>,
    texts: &'a Texts,
    answer: &'a Answer,
    claim: Option<&'a Claim>,
) -> Result<Statement<'a, KeptColumns>, StoreError> {
    let mut with = Statement::new("WITH ");
    if let Some(claim) = claim {
        with = with
            .sql("held AS (SELECT 1 FROM idempotency_keys AS k")
            .then(under_claim(issued.invoice.organization.into(), claim))
            .sql(" FOR UPDATE), ");
    }
    with = with.sql("drawn AS (").then(guess.confirm());
    if claim.is_some() {
        with = with.sql(" AND EXISTS (SELECT 1 FROM held)");
    }
    keep_from(with.sql(" RETURNING 1), "), " FROM drawn", issued, texts, answer, claim)
}

fn keep_from<'a>(
    with: Statement<'a, KeptColumns>,
    from: &'static str,
    issued: &'a Issued<'_>,
    texts: &'a Texts,
    answer: &'a Answer,
    claim: Option<&'a Claim>,
) -> Result<Statement<'a, KeptColumns>, StoreError> {
    let row = invoice_row(issued, texts);
    let mut statement = with
        .sql("invoice AS (INSERT INTO ")
        .sql(row.into)
        .sql(" SELECT ")
        .values(row.values)
        .sql(from)
        .sql(" ON CONFLICT (organization_id, number) DO NOTHING RETURNING 1)");
    let beside = rows_beside(issued, texts)?;
    for (i, row) in beside.into_iter().enumerate() {
        statement = statement
            .sql(format!(", row_{i} AS (INSERT INTO "))
            .sql(row.into)
            .sql(" SELECT ")
            .values(row.values)
            .sql(" FROM invoice)");
    }
    let Some(claim) = claim else {
        return Ok(statement.sql(" SELECT (SELECT count(*) FROM invoice), 1::bigint"));
    };
    Ok(statement
        .sql(", answer AS (")
        .then(answered(answer, issued.invoice.created_at))
        .sql(" FROM invoice")
        .then(under_claim(issued.invoice.organization.into(), claim))
        .sql(" RETURNING 1) SELECT (SELECT count(*) FROM invoice), (SELECT count(*) FROM answer)"))
}

/// Keeps others from taking the claim over until the transaction ends.
pub(super) async fn lock_claim(
    conn: &Conn,
    organization: OrganizationId,
    claim: Option<&Claim>,
) -> Result<(), StoreError> {
    let Some(claim) = claim else { return Ok(()) };
    let held: Statement<'_, Integer> = Statement::new("SELECT 1 FROM idempotency_keys AS k");
    let held = held.then(under_claim(organization.into(), claim)).sql(" FOR UPDATE");
    held.execute(&mut &*conn).await.map(drop).map_err(translate)
}
