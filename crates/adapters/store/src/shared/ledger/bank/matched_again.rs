//! Lines that fitted no open invoice and are matched again.

use super::{
    super::super::{
        invoicing::invoices::payments::{locked, save},
        sql::*,
    },
    keep::proposal_row,
    rows::{LINE_COLUMNS, LineRow},
};
use access::OrganizationId;
use bank_statements::{LineRecord, LineState, MatchedAgain};
use invoicing::{
    InvoiceId,
    paying::{PaymentError, Settlement},
};
use money::Currency;

/// The most lines, the newest first.
const MOST: i64 = 1_000;

pub(super) async fn unmatched(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    currency: Currency,
) -> Result<Vec<LineRecord>> {
    let query = sql!(
        "SELECT {} FROM bank_statement_lines
         WHERE organization_id = {} AND currency = {} AND state = 'unmatched'
         ORDER BY created_at DESC, id DESC LIMIT {}",
        LINE_COLUMNS,
        organization,
        currency.code(),
        MOST
    );
    let rows: Vec<LineRow> = query.all(conn).await?;
    rows.into_iter().map(LineRow::into_domain).collect()
}

/// Decides and stores them under the lock of their invoice.
pub(super) async fn match_again<D>(
    conn: &mut Conn,
    organization: OrganizationId,
    invoice: InvoiceId,
    decide: D,
) -> std::result::Result<(), PaymentError>
where
    D: Fn(&Settlement) -> std::result::Result<Vec<MatchedAgain>, PaymentError>,
{
    let again = decide(&locked(conn, organization, invoice).await?)?;
    Ok(keep(conn, organization, &again).await?)
}

/// Stores them with their proposals and payments, in the order of the payments; statements are counted after
/// everything else that is locked.
///
/// # Errors
/// [`StoreError::Conflict`]: one was matched in the meantime.
pub(in super::super) async fn keep(
    conn: &mut Conn,
    organization: OrganizationId,
    again: &[MatchedAgain],
) -> Result<()> {
    for MatchedAgain { line, proposals, payment } in again {
        let update = sql!(
            "UPDATE bank_statement_lines SET state = {}, reason = {}, invoice_id = {}
             WHERE organization_id = {} AND id = {} AND state = 'unmatched'",
            line.state.name(),
            line.reason.name(),
            line.invoice.map(|invoice| invoice.0),
            organization,
            line.id.0
        );
        if update.execute(conn).await? == 0 {
            return Err(StoreError::Conflict);
        }
        let rows = proposals.iter().map(|proposal| proposal_row(organization, proposal));
        if let Some(insert) = insert_all(rows) {
            insert.once().execute(conn).await?;
        }
        if let Some(payment) = payment {
            save(conn, payment).await?;
        }
    }
    let mut lines: Vec<_> = again.iter().map(|it| &it.line).collect();
    lines.sort_unstable_by_key(|line| (line.statement, line.id));
    for line in lines {
        count(conn, organization, line).await?;
    }
    Ok(())
}

async fn count(conn: &mut Conn, organization: OrganizationId, line: &LineRecord) -> Result<()> {
    let is_recorded = line.state == LineState::Recorded;
    let counts = sql!(
        "UPDATE bank_statements SET unmatched = unmatched - 1, recorded = recorded + {},
           proposed = proposed + {}
         WHERE organization_id = {} AND id = {}",
        i32::from(is_recorded),
        i32::from(!is_recorded),
        organization,
        line.statement.0
    );
    counts.execute(conn).await.map(drop)
}
