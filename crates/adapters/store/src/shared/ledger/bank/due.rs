//! The job that matches lines that wait, when more is open of an invoice than before.

use super::super::super::{queue::job_row, sql::*};
use bank_statements::MATCH_JOB;
use invoicing::{AnyInvoice, recording::InvoiceContent};
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
