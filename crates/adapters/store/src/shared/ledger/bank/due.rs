//! The job that matches lines that wait, when more is open of an invoice than before.

use super::super::super::{queue::job_row, sql::*};
use crate::names;
use access::OrganizationId;
use bank_statements::MATCH_JOB;
use events::{Body, EventName};
use invoicing::{AnyInvoice, InvoiceStatus, recording::InvoiceContent};
use jobs::{JobId, NewJob, SubjectId};
use time::OffsetDateTime;
use uuid::Uuid;

/// Puts the job into the queue, if any line in the invoice's currency waits.
pub(in super::super::super) async fn match_what_waits(
    conn: &mut Conn,
    before: Option<&AnyInvoice>,
    after: &AnyInvoice,
    at: OffsetDateTime,
) -> Result<()> {
    if !after.is_more_open_than(before) {
        return Ok(());
    }
    let about = (after.organization, SubjectId(after.id.0));
    let currency = after.document.header().currency;
    let job = NewJob::about(about, JobId(Uuid::now_v7()), MATCH_JOB, at);
    let if_any = sql!(
        " WHERE EXISTS (SELECT 1 FROM bank_statement_lines
           WHERE organization_id = {} AND currency = {} AND state = 'unmatched')",
        after.organization,
        currency.code()
    );
    job_row(&job, at).insert_select().then(if_any).execute(conn).await.map(drop)
}

/// Puts the job into the queue for each invoice that is new by the events of these places in the feed, where any line of
/// its organization waits. Issuing an invoice does not look for lines: it is one statement, and has to stay one.
pub(in super::super::super) async fn match_what_waits_for_new(
    conn: &mut Conn,
    (after, to): (i64, i64),
) -> Result<()> {
    let rows: Vec<(Uuid, String, OffsetDateTime)> = new_invoices(after, to).all(conn).await?;
    let mut jobs = Vec::new();
    for (organization, payload, at) in rows {
        let Some(about) = Body::stored(payload).about_invoice() else { continue };
        // a body that is not understood must not hold up the feed
        let status = names::invoice_status(&about.status).ok();
        if status.is_some_and(|it| it.is_issued() && it != InvoiceStatus::Paid) {
            let about = (OrganizationId(organization), SubjectId(about.invoice_id.0));
            jobs.push((NewJob::about(about, JobId(Uuid::now_v7()), MATCH_JOB, at), at));
        }
    }
    match insert_all(jobs.iter().map(|(job, at)| job_row(job, *at))) {
        Some(insert) => insert.once().execute(conn).await.map(drop),
        None => Ok(()),
    }
}

/// The bodies of those events. One line is looked for at each, in the order of the index of those that wait: a join, or a
/// search in no order, could read all lines.
pub(super) fn new_invoices(after: i64, to: i64) -> Statement<'static> {
    sql!(
        "SELECT e.organization_id, e.payload, e.created_at FROM events AS e
         WHERE e.seq > {} AND e.seq <= {} AND e.name = {} AND (
           SELECT 1 FROM bank_statement_lines AS l
           WHERE l.organization_id = e.organization_id AND l.state = 'unmatched'
           ORDER BY l.currency LIMIT 1) IS NOT NULL
         ORDER BY e.seq",
        after,
        to,
        EventName::InvoiceCreated.as_str()
    )
}
