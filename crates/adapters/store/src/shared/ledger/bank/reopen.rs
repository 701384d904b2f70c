//! Locks the line with its proposals that a payment was made of, when the payment is removed.

use super::{
    super::super::{
        invoicing::invoices::payments::{locked, save},
        sql::*,
    },
    keep::proposal_row,
    matched_again,
    proposals::ProposalColumns,
    rows::{LINE_COLUMNS, LineRow},
};
use access::OrganizationId;
use bank_statements::{
    LineId, LineRecord, LineState, PaidLine, ProposalRecord, Reopened, TakenBack,
};
use idempotency::Answer;
use invoicing::{
    InvoiceId, PaymentId,
    paying::{PaymentError, Settlement},
};

pub(super) async fn take_back<D>(
    conn: &mut Conn,
    organization: OrganizationId,
    (payment, invoice): (PaymentId, InvoiceId),
    decide: D,
) -> std::result::Result<Answer, PaymentError>
where
    D: Fn(Option<&PaidLine>, &Settlement) -> std::result::Result<(TakenBack, Answer), PaymentError>,
{
    // the line first, as an answer to a proposal does
    let paid = paid_line(conn, organization, LineId::of_payment(payment)).await?;
    let settlement = locked(conn, organization, invoice).await?;
    let (taken_back, answer) = decide(paid.as_ref(), &settlement)?;
    save(conn, &taken_back.payment).await?;
    if let Some((paid, reopened)) = paid.as_ref().zip(taken_back.reopened.as_ref()) {
        keep(conn, organization, &paid.line, reopened).await?;
    }
    matched_again::keep(conn, organization, &taken_back.again).await?;
    Ok(answer)
}

async fn paid_line(
    conn: &mut Conn,
    organization: OrganizationId,
    line: LineId,
) -> Result<Option<PaidLine>> {
    let lock = sql!(
        "SELECT {} FROM bank_statement_lines WHERE organization_id = {} AND id = {} {for_update}",
        LINE_COLUMNS,
        organization,
        line.0
    );
    let Some(line) = lock.first::<LineRow>(conn).await? else { return Ok(None) };
    let line = line.into_domain()?;
    let proposals = of_line(conn, organization, line.id).await?;
    Ok(Some(PaidLine { line, proposals }))
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
