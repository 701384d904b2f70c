//! Issues a period's invoice, in one transaction with the row that makes it unique.

use super::{
    super::super::{super::issue::issue_within, queue::enqueue, sql::*},
    locked::locked,
    periods::period_row,
    rows::update,
};
use access::OrganizationId;
use contracts::{Contract, PeriodIssued};
use idempotency::Answer;
use invoicing::{Draft, Invoice, Issued};

/// The contract is locked first, so that only one transaction issues its next period.
pub(super) async fn period(
    conn: &mut Conn,
    organization: OrganizationId,
    before: &Contract,
    draft: &Draft,
    decide: impl Fn(&Invoice) -> PeriodIssued + Send + Sync,
) -> Result<Invoice> {
    locked(conn, organization, before).await?;
    // no caller waits for an answer
    let respond = |_: &Issued<'_>| Ok(Answer { status: 201, body: Vec::new() });
    let (invoice, _) = issue_within(conn, draft, None, respond).await?;
    let PeriodIssued { after, invoice: of_period, job } = decide(&invoice);
    period_row(organization, &of_period).insert().execute(conn).await?;
    update(conn, organization, &after).await?;
    enqueue(conn, job.as_ref(), invoice.created_at).await?;
    Ok(invoice)
}
