//! Locks a line with its proposals when its payment is removed.

use super::{
    super::super::{
        invoicing::invoices::payments::{locked, save},
        sql::*,
    },
    keep::proposal_row,
    proposals::ProposalColumns,
    rows::{LINE_COLUMNS, LineRow},
};
use access::OrganizationId;
use bank_statements::{LineId, LineRecord, LineState, PaidLine, ProposalRecord, Reopened};
use idempotency::Answer;
use invoicing::{
    InvoiceId,
    paying::{PaymentError, Settlement},
};

pub(super) async fn reopen<D>(
    conn: &mut Conn,
    organization: OrganizationId,
    (line, invoice): (LineId, InvoiceId),
    decide: D,
) -> std::result::Result<Answer, PaymentError>
where
    D: Fn(&PaidLine, &Settlement) -> std::result::Result<(Reopened, Answer), PaymentError>,
{
    // the line first, as an answer to a proposal does
    let lock = sql!(
        "SELECT {} FROM bank_statement_lines WHERE organization_id = {} AND id = {} {for_update}",
        LINE_COLUMNS,
        organization,
        line.0
    );
    let line = lock.one::<LineRow>(conn).await?.into_domain()?;
    let proposals = of_line(conn, organization, line.id).await?;
    let paid = PaidLine { line, proposals };
    let settlement = locked(conn, organization, invoice).await?;
    let (reopened, answer) = decide(&paid, &settlement)?;
    save(conn, &reopened.payment).await?;
    keep(conn, organization, &paid.line, &reopened).await?;
    Ok(answer)
}

async fn of_line(
    conn: &mut Conn,
    organization: OrganizationId,
    line: LineId,
) -> Result<Vec<ProposalRecord>> {
    let query = sql!(
        "SELECT {} FROM payment_proposals AS p
         WHERE p.organization_id = {} AND p.line_id = {} ORDER BY p.id",
        ProposalColumns::ALL,
        organization,
        line.0
    );
    let rows: Vec<ProposalColumns> = query.all(conn).await?;
    rows.into_iter().map(ProposalColumns::into_domain).collect()
}

async fn keep(
    conn: &mut Conn,
    organization: OrganizationId,
    line: &LineRecord,
    reopened: &Reopened,
) -> Result<()> {
    for proposal in &reopened.proposals {
        let again = sql!(
            " ON CONFLICT (organization_id, id)
              DO UPDATE SET state = excluded.state, decided_at = excluded.decided_at"
        );
        proposal_row(organization, proposal).insert().then(again).execute(conn).await?;
    }
    let proposed = sql!(
        "UPDATE bank_statement_lines SET state = {}, reason = {}, invoice_id = NULL
         WHERE organization_id = {} AND id = {}",
        LineState::Proposed.name(),
        reopened.reason.name(),
        organization,
        line.id.0
    );
    proposed.execute(conn).await?;
    let counts = sql!(
        "UPDATE bank_statements SET recorded = recorded - 1, proposed = proposed + 1
         WHERE organization_id = {} AND id = {}",
        organization,
        line.statement.0
    );
    counts.execute(conn).await.map(drop)
}
