//! Lists of submissions by keyset: the newest first.

use super::{super::super::sql::*, rows::SubmissionRow, staged::bytes};
use access::OrganizationId;
use peppol_connector::{
    identifiers::{InvoiceId, MessageId, Network, SubmissionId},
    ports::SubmissionLists,
    sending::{DocumentBytes, SEND_JOB},
    submissions::{MAX_PLACES, QueuePlaces, State, SubmissionFilter, SubmissionRecord},
};
use persistence::{Cursor, Page, RowId};
use time::OffsetDateTime;
use uuid::Uuid;

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

#[cfg_attr(not(test), compiled_once::compiled_once)]
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
        self.page(query(limit, organization, filter, after), limit, into_domain).await
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
        invoice: InvoiceId,
        network: Network,
    ) -> Result<Option<SubmissionRecord>> {
        let mut conn = self.reader().await?;
        let latest = latest(organization, invoice, network);
        let row: Option<RecordRow> = latest.first(read_conn!(conn)).await?;
        row.map(into_domain).transpose()
    }

    async fn sent_as(
        &self,
        network: Network,
        message_id: MessageId,
    ) -> Result<Option<(OrganizationId, SubmissionId)>> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT organization_id, id FROM submissions WHERE message_id = {} AND network = {}",
            message_id,
            network.name()
        );
        let found: Option<(Uuid, Uuid)> = query.first(read_conn!(conn)).await?;
        Ok(found.map(|(owner, id)| (OrganizationId(owner), SubmissionId(id))))
    }

    async fn needing_operator(&self) -> Result<u64> {
        let mut conn = self.reader().await?;
        let count: i64 = needing_operator().one(read_conn!(conn)).await?;
        Ok(count.unsigned_abs())
    }

    async fn queue_places(
        &self,
        organization: OrganizationId,
        submissions: &[SubmissionId],
    ) -> Result<QueuePlaces> {
        if submissions.is_empty() {
            return Ok(QueuePlaces::default());
        }
        let mut conn = self.reader().await?;
        let running: i64 = running().one(read_conn!(conn)).await?;
        let rows: Vec<(Uuid, i64)> =
            places(organization, submissions).all(read_conn!(conn)).await?;
        let waiting = rows.into_iter().map(|(id, place)| (SubmissionId(id), place.unsigned_abs()));
        Ok(QueuePlaces { running: running.unsigned_abs(), waiting: waiting.collect() })
    }
}

/// The submissions of an organization. Those with a number are found by the invoice that has it, by an index: `CROSS`
/// keeps SQLite from scanning the whole list instead.
fn select(organization: OrganizationId, number: Option<&str>) -> Statement<'_> {
    let from = match number {
        None => sql!("submissions AS s WHERE s.organization_id = {}", organization),
        Some(number) => sql!(
            "(SELECT i.id FROM invoices AS i
                WHERE i.organization_id = {organization} AND i.number = {number}) AS numbered
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
            WHERE j.subject_id = s.id AND j.kind = {} AND j.state = 'waiting'
              AND s.state IN ('queued', 'sending') LIMIT 1) AS run_at
         FROM {}",
        SubmissionRow::COLUMNS,
        SEND_JOB.0,
        from
    )
}

/// The rows of a page and one more, which shows whether more follow.
pub(super) fn query<'a>(
    limit: u16,
    organization: OrganizationId,
    filter: &'a SubmissionFilter,
    after: Option<Cursor>,
) -> Statement<'a> {
    let after = after.map(|Cursor { created_at, id: RowId(id) }| {
        // the first term lets the index seek, the second breaks the tie
        sql!(
            " AND s.created_at <= {at} AND (s.created_at < {at} OR s.id < {id})",
            at = created_at,
            id = id
        )
    });
    // a held submission is queued, so the index of open submissions finds it
    let held = filter.held.map(|held| match held {
        true => sql!(" AND s.held{}", Fragment(IS_OPEN)),
        false => sql!(" AND NOT s.held"),
    });
    let states = &filter.states;
    let found = select(organization, filter.number.as_deref())
        .and(filter.network.map(|network| sql!(" AND s.network = {}", network.name())))
        .and((!states.is_empty()).then(|| in_states(states)))
        .and(held)
        .and(filter.invoice.map(|invoice| sql!(" AND s.invoice_id = {}", invoice.0)))
        .and(after);
    newest(found, i64::from(limit) + 1)
}

fn newest(query: Statement<'_>, count: i64) -> Statement<'_> {
    query.then(sql!(" ORDER BY s.created_at DESC, s.id DESC LIMIT {}", count))
}

/// The states are written into the text, so that the indexes of open and of failed submissions are used, which have
/// only such rows.
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
    invoice: InvoiceId,
    network: Network,
) -> Statement<'a> {
    let of = sql!(" AND s.invoice_id = {} AND s.network = {}", invoice.0, network.name());
    newest(select(organization, None).then(of), 1)
}

pub(super) fn needing_operator() -> Statement<'static> {
    sql!("SELECT count(*) FROM submissions WHERE needs_operator")
}

/// The number of send jobs that workers are running.
pub(super) fn running() -> Statement<'static> {
    sql!("SELECT count(*) FROM jobs WHERE kind = {} AND state = 'running'", SEND_JOB.0)
}

/// The positions of these submissions among the first waiting jobs, in the order in which workers claim them.
pub(super) fn places(
    organization: OrganizationId,
    submissions: &[SubmissionId],
) -> Statement<'static> {
    sql!(
        "SELECT subject_id, place FROM (
           SELECT organization_id, subject_id, row_number() OVER (ORDER BY state_at, id) - 1 AS place
           FROM (SELECT organization_id, subject_id, state_at, id FROM jobs
             WHERE kind = {} AND state <> 'dead' AND state = 'waiting'
             ORDER BY state_at LIMIT {}) AS first) AS placed
         WHERE organization_id = {} AND subject_id IN {}",
        SEND_JOB.0,
        i64::try_from(MAX_PLACES).unwrap_or(i64::MAX),
        organization,
        list(submissions.iter().map(|id| id.0))
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
pub(super) async fn exists(
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
