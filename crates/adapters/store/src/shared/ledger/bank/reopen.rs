//! Locks the line with its proposals that a payment was made of, when the payment is removed.

use super::{
    super::super::{
        invoicing::invoices::payments::{locked, save},
        sql::*,
    },
    counts::Counts,
    keep::proposal_row,
    lines,
    proposals::ProposalColumns,
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
    let paid = paid_line(conn, organization, LineId::of_payment(payment)).await?;
    let settlement = locked(conn, organization, invoice).await?;
    let (taken_back, answer) = decide(paid.as_ref(), &settlement)?;
    save(conn, &taken_back.payment).await?;
    if let Some((paid, reopened)) = paid.zip(taken_back.reopened) {
        keep(conn, organization, paid.line, &reopened).await?;
    }
    Ok(answer)
}

async fn paid_line(
    conn: &mut Conn,
    organization: OrganizationId,
    line: LineId,
) -> Result<Option<PaidLine>> {
    let Some(line) = lines::locked(conn, organization, &[line]).await?.pop() else {
        return Ok(None);
    };
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
    line: LineRecord,
    reopened: &Reopened,
) -> Result<()> {
    for proposal in &reopened.proposals {
        let again = sql!(
            " ON CONFLICT (organization_id, id)
              DO UPDATE SET state = excluded.state, decided_at = excluded.decided_at"
        );
        proposal_row(organization, proposal).insert().then(again).execute(conn).await?;
    }
    let mut counts = Counts::default();
    counts.moved(line.statement, line.state, LineState::Proposed);
    let (state, reason) = (LineState::Proposed, reopened.reason);
    let proposed = LineRecord { state, reason, invoice: None, invoice_number: None, ..line };
    lines::keep(conn, organization, &proposed).await?;
    counts.keep(conn, organization).await
}
