//! Lines that fitted no open invoice and are matched again.

use super::{
    super::super::{
        invoicing::invoices::payments::{locked, save},
        sql::*,
    },
    counts::Counts,
    keep::proposal_row,
    lines,
};
use access::OrganizationId;
use bank_statements::{LineRecord, LineState, MatchedAgain};
use invoicing::{
    InvoiceId,
    paying::{PaymentError, Settlement},
};

/// Decides and stores them under their locks and that of their invoice.
pub(super) async fn match_again<D>(
    conn: &mut Conn,
    organization: OrganizationId,
    (lines, invoice): (&[LineRecord], InvoiceId),
    decide: D,
) -> std::result::Result<(), PaymentError>
where
    D: Fn(&Settlement) -> std::result::Result<Vec<MatchedAgain>, PaymentError>,
{
    let ids: Vec<_> = lines.iter().map(|line| line.id).collect();
    let mut now = lines::locked(conn, organization, &ids).await?;
    let settlement = locked(conn, organization, invoice).await?;
    let mut read: Vec<_> = lines.iter().collect();
    read.sort_by_key(|line| line.id);
    now.retain(|line| line.state == LineState::Unmatched);
    if !now.iter().eq(read) {
        return Err(StoreError::Conflict.into());
    }
    Ok(keep(conn, organization, &decide(&settlement)?).await?)
}

/// Stores them with their proposals and payments, in the order of the payments.
async fn keep(conn: &mut Conn, organization: OrganizationId, again: &[MatchedAgain]) -> Result<()> {
    let mut counts = Counts::default();
    for MatchedAgain { line, proposals, payment } in again {
        counts.moved(line.statement, LineState::Unmatched, line.state);
        lines::keep(conn, organization, line).await?;
        let rows = proposals.iter().map(|proposal| proposal_row(organization, proposal));
        if let Some(insert) = insert_all(rows) {
            insert.once().execute(conn).await?;
        }
        if let Some(payment) = payment {
            save(conn, payment).await?;
        }
    }
    counts.keep(conn, organization).await
}
