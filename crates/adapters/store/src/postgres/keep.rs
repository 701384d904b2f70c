//! Everything that issuing keeps, as one statement.

use super::shared::{
    idempotency::{answered, under_claim},
    issued_rows::{Texts, invoice_row, rows_beside},
    statement::Statement,
};
use crate::sql_types::BigInt;
use idempotency::{Answer, Claim};
use invoicing::{Issued, StoreError};

/// Inserts the invoice if its number is free, and only then what belongs to it, and completes the
/// claim. Returns how many invoices were inserted and how many claims completed (1 without one).
pub(super) fn keep<'a>(
    issued: &'a Issued<'_>,
    texts: &'a Texts,
    answer: &'a Answer,
    claim: Option<&'a Claim>,
) -> Result<Statement<'a, (BigInt, BigInt)>, StoreError> {
    let row = invoice_row(issued, texts);
    let mut statement = Statement::new("WITH invoice AS (INSERT INTO ")
        .sql(row.into)
        .sql(" VALUES (")
        .values(row.values)
        .sql(") ON CONFLICT (organization_id, number) DO NOTHING RETURNING 1)");
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
        .then(under_claim(issued.invoice.organization, claim))
        .sql(" RETURNING 1) SELECT (SELECT count(*) FROM invoice), (SELECT count(*) FROM answer)"))
}
