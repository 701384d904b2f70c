//! Reads what is kept of submissions: the newest first, by keyset.

use super::{
    super::{
        super::{Backend, Lane},
        keyset::{page, text_that_cannot_be},
        statement::Statement,
    },
    recorded,
    rows::{COLUMNS, Columns, Row},
    staged::bytes,
};
use crate::{
    error::translate,
    sql_types::{AsId, AsInstant, BigInt, Binary, Bool, Instant, Nullable, Text},
};
use access::OrganizationId;
use diesel::{OptionalExtension, Queryable};
use diesel_async::RunQueryDsl;
use peppol_connector::{
    DocumentBytes, RecordedInvoice, RecordedInvoiceId, SEND_JOB, State, SubmissionFilter,
    SubmissionId, SubmissionLists, SubmissionRecord,
};
use persistence::{Cursor, Page, StoreError};
use time::OffsetDateTime;

type Result<T> = std::result::Result<T, StoreError>;

/// The condition of the index of open submissions, word for word.
const IS_OPEN: &str = " AND s.state IN ('queued', 'sending')";

type RecordColumns = (Columns, HistoryColumns);
type HistoryColumns = (
    Bool,
    Instant,
    Instant,
    Nullable<Instant>,
    Nullable<Instant>,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Instant>,
);

#[derive(Queryable)]
struct History {
    held: bool,
    created_at: OffsetDateTime,
    updated_at: OffsetDateTime,
    sent_at: Option<OffsetDateTime>,
    delivered_at: Option<OffsetDateTime>,
    transaction_id: Option<String>,
    error: Option<String>,
    run_at: Option<OffsetDateTime>,
}

fn into_domain((submission, history): (Row, History)) -> Result<SubmissionRecord> {
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
        if text_that_cannot_be([&filter.number]) {
            return Ok(Page::empty());
        }
        let mut conn = self.reader().await?;
        let query = one_more_than(limit, organization, filter, after);
        let rows: Vec<(Row, History)> = query.load(lane!(conn)).await.map_err(translate)?;
        page(rows, limit, into_domain)
    }

    async fn submission_record(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> Result<SubmissionRecord> {
        let mut conn = self.reader().await?;
        let query = select(organization, None).sql(" AND s.id = ").value(AsId(id.0));
        into_domain(query.get_result(lane!(conn)).await.map_err(translate)?)
    }

    async fn submission_bytes(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> Result<DocumentBytes> {
        let mut conn = self.reader().await?;
        let query = Statement::<(Binary, Nullable<Binary>)>::new(
            "SELECT sent, original FROM submission_documents WHERE organization_id = ",
        )
        .value(AsId::from(organization))
        .sql(" AND submission_id = ")
        .value(AsId(id.0));
        let (sent, original) = query.get_result(lane!(conn)).await.map_err(translate)?;
        Ok(bytes(sent, original))
    }

    async fn submission_receipts(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> Result<Vec<Vec<u8>>> {
        let mut conn = self.reader().await?;
        let (receipts, _) = together!(conn: receipts(organization, id), exists(organization, id));
        Ok(receipts)
    }

    async fn latest_submission(
        &self,
        organization: OrganizationId,
        invoice: RecordedInvoiceId,
    ) -> Result<Option<SubmissionRecord>> {
        let mut conn = self.reader().await?;
        let query = latest(organization, invoice);
        let row: Option<(Row, History)> =
            query.get_result(lane!(conn)).await.optional().map_err(translate)?;
        row.map(into_domain).transpose()
    }

    async fn recorded_invoice(
        &self,
        organization: OrganizationId,
        id: RecordedInvoiceId,
    ) -> Result<(RecordedInvoice, OffsetDateTime)> {
        let mut conn = self.reader().await?;
        recorded::recorded_invoice(lane!(conn), organization, id).await
    }

    async fn ahead_in_queue(&self, run_at: OffsetDateTime) -> Result<u64> {
        let mut conn = self.reader().await?;
        let count: i64 = ahead(run_at).get_result(lane!(conn)).await.map_err(translate)?;
        Ok(count.unsigned_abs())
    }
}

/// The submissions of an organization; those with a number by the invoice that has it, which an index
/// finds: `CROSS` keeps SQLite from walking the whole list instead.
fn select(organization: OrganizationId, number: Option<&str>) -> Statement<'_, RecordColumns> {
    let mut query = Statement::new("SELECT ")
        .sql(COLUMNS)
        .sql(
            ", s.held, s.created_at, s.updated_at, s.sent_at, s.delivered_at, s.transaction_id, \
             s.error, (SELECT j.state_at FROM jobs AS j WHERE j.subject_id = s.id AND j.kind = ",
        )
        .value(SEND_JOB.0)
        .sql(" AND j.state = 'waiting' LIMIT 1) FROM ");
    if let Some(number) = number {
        for table in ["(SELECT r.id FROM recorded_invoices", " UNION SELECT r.id FROM invoices"] {
            query = query
                .sql(table)
                .sql(" AS r WHERE r.organization_id = ")
                .value(AsId::from(organization))
                .sql(" AND r.number = ")
                .value(number);
        }
        query = query.sql(") AS numbered CROSS JOIN ");
    }
    let by_invoice = number.map_or("", |_| "s.invoice_id = numbered.id AND ");
    query
        .sql("submissions AS s WHERE ")
        .sql(by_invoice)
        .sql("s.organization_id = ")
        .value(AsId::from(organization))
}

/// Rows of a page, and one that tells whether there are more.
pub(in super::super) fn one_more_than<'a>(
    limit: u16,
    organization: OrganizationId,
    filter: &'a SubmissionFilter,
    after: Option<Cursor>,
) -> Statement<'a, RecordColumns> {
    let mut query = filtered(select(organization, filter.number.as_deref()), filter);
    if let Some(Cursor { created_at: at, id }) = after {
        // the first term lets the index seek, the second breaks the tie
        query = query
            .sql(" AND s.created_at <= ")
            .value(AsInstant(at))
            .sql(" AND (s.created_at < ")
            .value(AsInstant(at))
            .sql(" OR s.id < ")
            .value(AsId(id))
            .sql(")");
    }
    newest(query, i64::from(limit) + 1)
}

fn newest<Row>(query: Statement<'_, Row>, count: i64) -> Statement<'_, Row> {
    query.sql(" ORDER BY s.created_at DESC, s.id DESC LIMIT ").value(count)
}

/// What is held is queued: so the index of open submissions finds it.
fn filtered<'a>(
    mut query: Statement<'a, RecordColumns>,
    filter: &SubmissionFilter,
) -> Statement<'a, RecordColumns> {
    if !filter.states.is_empty() {
        query = query.sql(in_states(&filter.states));
    }
    match filter.held {
        Some(true) => query = query.sql(" AND s.held").sql(IS_OPEN),
        Some(false) => query = query.sql(" AND NOT s.held"),
        None => {}
    }
    match filter.invoice {
        Some(invoice) => query.sql(" AND s.invoice_id = ").value(AsId(invoice.0)),
        None => query,
    }
}

/// The names stand in the text, so that the indexes of open and of failed submissions are used, which
/// have only those rows.
fn in_states(states: &[State]) -> String {
    if states.iter().all(|state| *state == State::Failed) {
        return " AND s.state = 'failed'".to_owned();
    }
    let names = State::ALL.iter().filter(|state| states.contains(state));
    let names: Vec<_> = names.map(|state| format!("'{}'", state.name())).collect();
    let open = states.iter().all(|state| matches!(state, State::Queued | State::Sending));
    let open = if open { IS_OPEN } else { "" };
    format!(" AND s.state IN ({}){open}", names.join(", "))
}

pub(in super::super) fn latest<'a>(
    organization: OrganizationId,
    invoice: RecordedInvoiceId,
) -> Statement<'a, RecordColumns> {
    newest(select(organization, None).sql(" AND s.invoice_id = ").value(AsId(invoice.0)), 1)
}

/// Those that a worker has were due before.
pub(in super::super) fn ahead<'a>(run_at: OffsetDateTime) -> Statement<'a, BigInt> {
    Statement::new("SELECT count(*) FROM jobs WHERE kind = ")
        .value(SEND_JOB.0)
        .sql(" AND state <> 'dead' AND (state = 'running' OR state_at < ")
        .value(AsInstant(run_at))
        .sql(")")
}

async fn receipts(
    conn: &mut Lane<'_>,
    organization: OrganizationId,
    id: SubmissionId,
) -> Result<Vec<Vec<u8>>> {
    let query = Statement::<Binary>::new(
        "SELECT evidence FROM submission_receipts WHERE organization_id = ",
    )
    .value(AsId::from(organization))
    .sql(" AND submission_id = ")
    .value(AsId(id.0))
    .sql(" ORDER BY received_at, id");
    query.load(conn).await.map_err(translate)
}

/// # Errors
/// [`StoreError::NotFound`] when there is no such submission.
async fn exists(conn: &mut Lane<'_>, organization: OrganizationId, id: SubmissionId) -> Result<()> {
    let query = Statement::<Bool>::new("SELECT true FROM submissions WHERE organization_id = ")
        .value(AsId::from(organization))
        .sql(" AND id = ")
        .value(AsId(id.0));
    let _: bool = query.get_result(conn).await.map_err(translate)?;
    Ok(())
}
