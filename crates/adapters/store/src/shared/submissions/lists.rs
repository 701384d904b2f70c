//! Reads submissions: the newest first, by keyset.

use super::{super::sql::*, recorded, rows::SubmissionRow, staged::bytes};
use access::OrganizationId;
use peppol_connector::{
    DocumentBytes, RecordedInvoice, RecordedInvoiceId, SEND_JOB, State, SubmissionFilter,
    SubmissionId, SubmissionLists, SubmissionRecord,
};
use persistence::{Cursor, Page};
use time::OffsetDateTime;

/// The condition of the index of open submissions, word for word.
const IS_OPEN: &str = " AND s.state IN ('queued', 'sending')";

columns! {
    struct HistoryRow {
        held: bool,
        created_at: OffsetDateTime,
        updated_at: OffsetDateTime,
        sent_at: Option<OffsetDateTime>,
        delivered_at: Option<OffsetDateTime>,
        transaction_id: Option<String>,
        error: Option<String>,
        run_at: Option<OffsetDateTime>,
    }
}

type RecordRow = Both<SubmissionRow, HistoryRow>;

fn into_domain(Both(submission, history): RecordRow) -> Result<SubmissionRecord> {
    Ok(SubmissionRecord {
        submission: submission.into_domain()?,
        run_at: history.run_at,
        held: history.held,
        created_at: history.created_at,
        updated_at: history.updated_at,
        sent_at: history.sent_at,
        delivered_at: history.delivered_at,
        transaction_id: history.transaction_id,
        error: history.error,
    })
}

impl SubmissionLists for Backend {
    async fn submissions(
        &self,
        organization: OrganizationId,
        filter: &SubmissionFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<SubmissionRecord>> {
        if contains_nul([&filter.number]) {
            return Ok(Page::empty());
        }
        let mut conn = self.reader().await?;
        let rows = query(limit, organization, filter, after).all(read_conn!(conn)).await?;
        page(rows, limit, into_domain)
    }

    async fn submission_record(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> Result<SubmissionRecord> {
        let mut conn = self.reader().await?;
        let query = select(organization, None).then(sql!(" AND s.id = {}", id.0));
        into_domain(query.one(read_conn!(conn)).await?)
    }

    async fn submission_bytes(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> Result<DocumentBytes> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT sent, original FROM submission_documents
             WHERE organization_id = {} AND submission_id = {}",
            organization,
            id.0
        );
        let (sent, original): (Vec<u8>, Option<Vec<u8>>) = query.one(read_conn!(conn)).await?;
        Ok(bytes(sent, original))
    }

    async fn submission_receipts(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> Result<Vec<Vec<u8>>> {
        let mut conn = self.reader().await?;
        let (receipts, _) =
            concurrently!(conn: receipts(organization, id), exists(organization, id));
        Ok(receipts)
    }

    async fn latest_submission(
        &self,
        organization: OrganizationId,
        invoice: RecordedInvoiceId,
    ) -> Result<Option<SubmissionRecord>> {
        let mut conn = self.reader().await?;
        let row: Option<RecordRow> = latest(organization, invoice).first(read_conn!(conn)).await?;
        row.map(into_domain).transpose()
    }

    async fn recorded_invoice(
        &self,
        organization: OrganizationId,
        id: RecordedInvoiceId,
    ) -> Result<(RecordedInvoice, OffsetDateTime)> {
        let mut conn = self.reader().await?;
        recorded::recorded_invoice(read_conn!(conn), organization, id).await
    }

    async fn ahead_in_queue(&self, run_at: OffsetDateTime) -> Result<u64> {
        let mut conn = self.reader().await?;
        let count: i64 = ahead(run_at).one(read_conn!(conn)).await?;
        Ok(count.unsigned_abs())
    }
}

/// The submissions of an organization; those with a number by the invoice that has it, which an index
/// finds: `CROSS` keeps SQLite from walking the whole list instead.
fn select(organization: OrganizationId, number: Option<&str>) -> Statement<'_> {
    let from = match number {
        None => sql!("submissions AS s WHERE s.organization_id = {}", organization),
        Some(number) => sql!(
            "(SELECT r.id FROM recorded_invoices AS r
                WHERE r.organization_id = {organization} AND r.number = {number}
              UNION SELECT r.id FROM invoices AS r
                WHERE r.organization_id = {organization} AND r.number = {number}) AS numbered
             CROSS JOIN submissions AS s
             WHERE s.invoice_id = numbered.id AND s.organization_id = {organization}",
            organization = organization,
            number = number,
        ),
    };
    sql!(
        "SELECT {}, s.held, s.created_at, s.updated_at, s.sent_at, s.delivered_at,
           s.transaction_id, s.error,
           (SELECT j.state_at FROM jobs AS j
            WHERE j.subject_id = s.id AND j.kind = {} AND j.state = 'waiting' LIMIT 1) AS run_at
         FROM {}",
        SubmissionRow::COLUMNS,
        SEND_JOB.0,
        from
    )
}

/// Rows of a page, and one that shows whether there are more.
pub(super) fn query<'a>(
    limit: u16,
    organization: OrganizationId,
    filter: &'a SubmissionFilter,
    after: Option<Cursor>,
) -> Statement<'a> {
    let after = after.map(|Cursor { created_at, id }| {
        // the first term lets the index seek, the second breaks the tie
        sql!(
            " AND s.created_at <= {at} AND (s.created_at < {at} OR s.id < {id})",
            at = created_at,
            id = id
        )
    });
    // what is held is queued: so the index of open submissions finds it
    let held = filter.held.map(|held| match held {
        true => sql!(" AND s.held{}", Fragment(IS_OPEN)),
        false => sql!(" AND NOT s.held"),
    });
    let states = &filter.states;
    let found = select(organization, filter.number.as_deref())
        .and((!states.is_empty()).then(|| in_states(states)))
        .and(held)
        .and(filter.invoice.map(|invoice| sql!(" AND s.invoice_id = {}", invoice.0)))
        .and(after);
    newest(found, i64::from(limit) + 1)
}

fn newest(query: Statement<'_>, count: i64) -> Statement<'_> {
    query.then(sql!(" ORDER BY s.created_at DESC, s.id DESC LIMIT {}", count))
}

/// The names stand in the text, so that the indexes of open and of failed submissions are used, which
/// have only those rows.
fn in_states(states: &[State]) -> Statement<'static> {
    if states.iter().all(|state| *state == State::Failed) {
        return sql!(" AND s.state = 'failed'");
    }
    let names = State::ALL.iter().filter(|state| states.contains(state));
    let names: Vec<_> = names.map(|state| format!("'{}'", state.name())).collect();
    let open = states.iter().all(|state| matches!(state, State::Queued | State::Sending));
    let open = if open { IS_OPEN } else { "" };
    Statement::text(format!(" AND s.state IN ({}){open}", names.join(", ")))
}

pub(super) fn latest<'a>(
    organization: OrganizationId,
    invoice: RecordedInvoiceId,
) -> Statement<'a> {
    newest(select(organization, None).then(sql!(" AND s.invoice_id = {}", invoice.0)), 1)
}

/// Those that a worker has were due before.
pub(super) fn ahead<'a>(run_at: OffsetDateTime) -> Statement<'a> {
    sql!(
        "SELECT count(*) FROM jobs
         WHERE kind = {} AND state <> 'dead' AND (state = 'running' OR state_at < {})",
        SEND_JOB.0,
        run_at
    )
}

async fn receipts(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: SubmissionId,
) -> Result<Vec<Vec<u8>>> {
    let query = sql!(
        "SELECT evidence FROM submission_receipts
         WHERE organization_id = {} AND submission_id = {} ORDER BY received_at, id",
        organization,
        id.0
    );
    query.all(conn).await
}

/// # Errors
/// [`StoreError::NotFound`] when there is no such submission.
async fn exists(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: SubmissionId,
) -> Result<()> {
    let query = sql!(
        "SELECT true FROM submissions WHERE organization_id = {} AND id = {}",
        organization,
        id.0
    );
    query.one::<bool>(conn).await.map(drop)
}
