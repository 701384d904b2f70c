//! Everything that issuing saves, as one statement.

use super::shared::{
    idempotency::completed,
    invoices::issued_rows::{OwnedColumns, invoice_row, rows_beside},
    sql::{Result, Statement},
};
use idempotency::Claim;
use invoicing::{Issued, Rendered};

/// Inserts the invoice if its number is free, and only then what belongs to it, and completes the
/// claim. Returns how many invoices were inserted and how many claims completed (1 without one).
pub(super) fn save<'a>(
    issued: &'a Issued<'_>,
    owned: &'a OwnedColumns,
    rendered: &'a Rendered,
    claim: Option<&'a Claim>,
) -> Result<Statement<'a>> {
    let mut statement = sql!(
        "WITH invoice AS ({} ON CONFLICT (organization_id, number) DO NOTHING RETURNING 1)",
        invoice_row(issued, owned).insert()
    );
    let beside = rows_beside(issued, owned, &rendered.event_payload)?;
    for (i, row) in beside.into_iter().enumerate() {
        let name = Statement::text(format!("row_{i}"));
        statement = statement.then(sql!(", {} AS ({} FROM invoice)", name, row.insert_select()));
    }
    let Some(claim) = claim else {
        return Ok(statement.then(sql!(" SELECT (SELECT count(*) FROM invoice), 1::bigint")));
    };
    let (organization, at) = (issued.invoice.organization, issued.invoice.created_at);
    let answer = completed(organization, claim, &rendered.answer, at);
    Ok(statement.then(sql!(
        ", answer AS ({} RETURNING 1)
         SELECT (SELECT count(*) FROM invoice), (SELECT count(*) FROM answer)",
        answer.after(Some("invoice"))
    )))
}
