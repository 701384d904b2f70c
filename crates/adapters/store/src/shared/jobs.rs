//! The durable queue.

use super::super::{Backend, Conn, FOR_UPDATE, Lane, SKIP_LOCKED};
use super::{
    issued_rows::NewRow,
    keyset::page,
    statement::{Statement, Value},
};
use crate::{
    error::{known, translate},
    sql_types::{AsId, AsInstant, BigInt, Id, Instant, Nullable, Text},
};
use ::jobs::{
    Claimed, Job, JobFilter, JobId, JobQueue, JobState, Kind, Lost, NewJob, Outcome, QueueCount,
};
use access::OrganizationId;
use diesel::{OptionalExtension, Queryable};
use diesel_async::RunQueryDsl;
use persistence::{Cursor, Page, StoreError};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

type Result<T> = std::result::Result<T, StoreError>;

const COLUMNS: &str = "jobs.id, jobs.kind, jobs.organization_id, jobs.subject_id, jobs.key, \
                       jobs.state, jobs.state_at, jobs.attempts, jobs.last_error, jobs.created_at";

pub(super) type Columns = (
    Id,
    Text,
    Nullable<Id>,
    Nullable<Id>,
    Nullable<Text>,
    Text,
    Instant,
    BigInt,
    Nullable<Text>,
    Instant,
);

#[derive(Queryable)]
struct Row {
    id: Uuid,
    kind: String,
    organization: Option<Uuid>,
    subject: Option<Uuid>,
    key: Option<String>,
    state: String,
    state_at: OffsetDateTime,
    attempts: i64,
    last_error: Option<String>,
    created_at: OffsetDateTime,
}

impl Row {
    fn into_domain(self) -> Result<Job> {
        Ok(Job {
            id: JobId(self.id),
            kind: self.kind,
            organization: self.organization.map(OrganizationId),
            subject: self.subject,
            key: self.key,
            state: known("job state", &self.state, JobState::of(&self.state, self.state_at))?,
            attempts: u32::try_from(self.attempts).unwrap_or(u32::MAX),
            last_error: self.last_error,
            created_at: self.created_at,
        })
    }
}

impl JobQueue for Backend {
    async fn enqueue(&self, job: &NewJob, now: OffsetDateTime) -> Result<bool> {
        let mut conn = self.writer().await?;
        let NewRow { into, values } = job_row(job, now);
        let insert = Statement::<()>::new("INSERT INTO ").sql(into).sql(" VALUES (").values(values);
        let inserted = insert.sql(") ON CONFLICT (key) DO NOTHING").execute(&mut conn).await;
        inserted.map(|rows| rows > 0).map_err(translate)
    }

    async fn claim_jobs(
        &self,
        kinds: &[Kind],
        now: OffsetDateTime,
        lease: Duration,
        limit: u16,
    ) -> Result<Vec<Claimed>> {
        if kinds.is_empty() || limit == 0 {
            return Ok(Vec::new());
        }
        let token = Uuid::new_v4();
        let mut conn = self.writer().await?;
        let take = take(kinds, now, now.saturating_add(lease), limit, token);
        let rows: Vec<Row> = take.load(&mut conn).await.map_err(translate)?;
        let jobs = rows.into_iter().map(Row::into_domain).collect::<Result<Vec<_>>>()?;
        Ok(jobs.into_iter().map(|job| Claimed { job, token }).collect())
    }

    async fn next_job_at(&self, kinds: &[Kind]) -> Result<Option<OffsetDateTime>> {
        if kinds.is_empty() {
            return Ok(None);
        }
        let mut conn = self.reader().await?;
        next(kinds).get_result(lane!(conn)).await.map_err(translate)
    }

    async fn conclude_job(
        &self,
        claimed: &Claimed,
        outcome: &Outcome,
        now: OffsetDateTime,
    ) -> Result<std::result::Result<(), Lost>> {
        let mut conn = self.writer().await?;
        let statement = match outcome {
            Outcome::Done => Statement::<()>::new("DELETE FROM jobs"),
            Outcome::Again { at, error } => left("waiting", *at, error.as_deref()),
            Outcome::Dead { error } => left("dead", now, Some(error)),
        };
        let statement = statement
            .sql(" WHERE id = ")
            .value(AsId(claimed.job.id.0))
            .sql(" AND token = ")
            .value(AsId(claimed.token))
            .sql(" AND state = 'running'");
        let rows = statement.execute(&mut conn).await.map_err(translate)?;
        Ok(if rows > 0 { Ok(()) } else { Err(Lost) })
    }

    async fn jobs(
        &self,
        filter: JobFilter<'_>,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<Job>> {
        if [filter.kind, filter.state].into_iter().flatten().any(|text| text.contains('\0')) {
            return Ok(Page::empty());
        }
        let mut conn = self.reader().await?;
        let query = one_more_than(limit, filter, after);
        let rows: Vec<Row> = query.load(lane!(conn)).await.map_err(translate)?;
        page(rows, limit, Row::into_domain)
    }

    async fn job(&self, id: JobId) -> Result<Option<Job>> {
        let mut conn = self.reader().await?;
        let query = Statement::<Columns>::new("SELECT ")
            .sql(COLUMNS)
            .sql(" FROM jobs WHERE id = ")
            .value(AsId(id.0));
        let row: Option<Row> = query.get_result(lane!(conn)).await.optional().map_err(translate)?;
        row.map(Row::into_domain).transpose()
    }

    async fn job_counts(&self) -> Result<Vec<QueueCount>> {
        let mut conn = self.reader().await?;
        counts(lane!(conn)).await
    }

    async fn revive_job(&self, id: JobId, now: OffsetDateTime) -> Result<bool> {
        let mut conn = self.writer().await?;
        revive(&mut conn, id, now).await
    }
}

/// The row of a new job.
pub(super) fn job_row(job: &NewJob, now: OffsetDateTime) -> NewRow<'_> {
    NewRow {
        into: "jobs (id, kind, organization_id, subject_id, key, state, state_at, attempts, \
               created_at)",
        values: vec![
            AsId(job.id.0).into(),
            job.kind.0.into(),
            job.organization.map(AsId::from).into(),
            job.subject.map(AsId).into(),
            job.key.as_deref().into(),
            "waiting".into(),
            AsInstant(job.run_at).into(),
            Value::BigInt(0),
            AsInstant(now).into(),
        ],
    }
}

/// Up to the condition: the job leaves its worker.
pub(super) fn left<'a>(
    state: &'static str,
    at: OffsetDateTime,
    error: Option<&'a str>,
) -> Statement<'a> {
    Statement::new("UPDATE jobs SET token = NULL, state = ")
        .value(state)
        .sql(", state_at = ")
        .value(AsInstant(at))
        .sql(", last_error = ")
        .value(error)
}

/// The due jobs become this worker's, in one statement. Each kind is read in the order of its index
/// (`jobs_due`), and the longest due of all are taken.
pub(super) fn take(
    kinds: &[Kind],
    now: OffsetDateTime,
    until: OffsetDateTime,
    limit: u16,
    token: Uuid,
) -> Statement<'static, Columns> {
    let limit = i64::from(limit);
    let mut statement = Statement::new("WITH due AS (SELECT id FROM (");
    for (i, kind) in kinds.iter().enumerate() {
        statement = statement
            .sql(if i == 0 { "SELECT * FROM (" } else { " UNION ALL SELECT * FROM (" })
            .sql("SELECT id, state_at FROM jobs WHERE kind = ")
            .value(kind.0)
            .sql(" AND state <> 'dead' AND state_at <= ")
            .value(AsInstant(now))
            .sql(" ORDER BY state_at LIMIT ")
            .value(limit)
            .sql(FOR_UPDATE)
            .sql(SKIP_LOCKED)
            .sql(") AS of_kind");
    }
    statement
        .sql(") AS of_all ORDER BY state_at LIMIT ")
        .value(limit)
        .sql(") UPDATE jobs SET state = 'running', state_at = ")
        .value(AsInstant(until))
        .sql(", token = ")
        .value(AsId(token))
        .sql(", attempts = attempts + 1 WHERE id IN (SELECT id FROM due) RETURNING ")
        .sql(COLUMNS)
}

/// The first time at which a job of these kinds can be taken.
pub(super) fn next(kinds: &[Kind]) -> Statement<'static, Nullable<Instant>> {
    let mut statement = Statement::new("SELECT min(state_at) FROM (");
    for (i, kind) in kinds.iter().enumerate() {
        statement = statement
            .sql(if i == 0 { "SELECT * FROM (" } else { " UNION ALL SELECT * FROM (" })
            .sql("SELECT state_at FROM jobs WHERE kind = ")
            .value(kind.0)
            .sql(" AND state <> 'dead' ORDER BY state_at LIMIT 1) AS of_kind");
    }
    statement.sql(") AS of_all")
}

/// Rows of a page, and one that tells whether there are more.
pub(super) fn one_more_than(
    limit: u16,
    filter: JobFilter<'_>,
    after: Option<Cursor>,
) -> Statement<'_, Columns> {
    let mut query = Statement::new("SELECT ").sql(COLUMNS).sql(" FROM jobs WHERE true");
    if let Some(kind) = filter.kind {
        query = query.sql(" AND kind = ").value(kind);
    }
    if let Some(state) = filter.state {
        query = query.sql(" AND state = ").value(state);
    }
    if let Some(Cursor { created_at, id }) = after {
        // the first term lets the index seek, the second breaks the tie
        query = query
            .sql(" AND created_at <= ")
            .value(AsInstant(created_at))
            .sql(" AND (created_at < ")
            .value(AsInstant(created_at))
            .sql(" OR id < ")
            .value(AsId(id))
            .sql(")");
    }
    query.sql(" ORDER BY created_at DESC, id DESC LIMIT ").value(i64::from(limit) + 1)
}

async fn counts(conn: &mut Lane<'_>) -> Result<Vec<QueueCount>> {
    let query = Statement::<(Text, Text, BigInt)>::new(
        "SELECT kind, state, count(*) FROM jobs GROUP BY kind, state ORDER BY kind, state",
    );
    let rows: Vec<(String, String, i64)> = query.load(conn).await.map_err(translate)?;
    let counted =
        |(kind, state, count)| QueueCount { kind, state, count: i64::unsigned_abs(count) };
    Ok(rows.into_iter().map(counted).collect())
}

async fn revive(conn: &mut Conn, id: JobId, now: OffsetDateTime) -> Result<bool> {
    let revive = "UPDATE jobs SET state = 'waiting', attempts = 0, state_at = ";
    let statement = Statement::<()>::new(revive)
        .value(AsInstant(now))
        .sql(" WHERE id = ")
        .value(AsId(id.0))
        .sql(" AND state = 'dead'");
    statement.execute(conn).await.map(|rows| rows > 0).map_err(translate)
}
