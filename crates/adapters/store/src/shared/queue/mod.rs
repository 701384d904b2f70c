//! The durable queue.

use super::sql::*;
use crate::error::known;
use access::OrganizationId;
use jobs::{
    ClaimToken, Claimed, Job, JobFilter, JobId, JobKind, JobOutcome, JobQueue, JobState, Lost,
    NewJob, OldestDue, QueueCount, SubjectId, Turn, Whose,
};
use persistence::{Cursor, Page};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

const COLUMNS: Fragment = Fragment(
    "id, kind, organization_id, subject_id, key, state, state_at, attempts, last_error, created_at",
);

columns! {
    struct JobRow {
        id: Uuid,
        kind: String,
        organization_id: Option<Uuid>,
        subject_id: Option<Uuid>,
        key: Option<String>,
        state: String,
        state_at: OffsetDateTime,
        attempts: i64,
        last_error: Option<String>,
        created_at: OffsetDateTime,
    }
}

impl JobRow {
    fn into_domain(self) -> Result<Job> {
        Ok(Job {
            id: JobId(self.id),
            kind: self.kind,
            organization: self.organization_id.map(OrganizationId),
            subject: self.subject_id.map(SubjectId),
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
        let insert = job_row(job, now).insert().then(sql!(" ON CONFLICT (key) DO NOTHING"));
        Ok(insert.execute(&mut conn).await? > 0)
    }

    async fn claim_in_turn(
        &self,
        turn: Turn<'_>,
        now: OffsetDateTime,
        lease: Duration,
    ) -> Result<Vec<Claimed>> {
        if turn.kinds.is_empty() || turn.limit == 0 {
            return Ok(Vec::new());
        }
        let token = ClaimToken(Uuid::new_v4());
        let mut conn = self.writer().await?;
        let take = take(turn, now, now.saturating_add(lease), token);
        let rows: Vec<JobRow> = take.all(&mut conn).await?;
        let jobs = rows.into_iter().map(JobRow::into_domain).collect::<Result<Vec<_>>>()?;
        Ok(jobs.into_iter().map(|job| Claimed { job, token }).collect())
    }

    async fn next_job_at(&self, kinds: &[JobKind]) -> Result<Option<OffsetDateTime>> {
        if kinds.is_empty() {
            return Ok(None);
        }
        let mut conn = self.reader().await?;
        next(kinds).one(read_conn!(conn)).await
    }

    async fn recall_jobs(
        &self,
        kinds: &[JobKind],
        latest: OffsetDateTime,
        now: OffsetDateTime,
    ) -> Result<usize> {
        if kinds.is_empty() {
            return Ok(0);
        }
        let mut conn = self.writer().await?;
        let recall = sql!(
            "UPDATE jobs SET token = NULL, state = 'waiting', state_at = {}
             WHERE kind IN {} AND state <> 'dead' AND state_at > {}",
            now,
            list(kinds.iter().map(|kind| kind.0)),
            latest
        );
        recall.execute(&mut conn).await
    }

    async fn conclude_job(
        &self,
        claimed: &Claimed,
        outcome: &JobOutcome,
        now: OffsetDateTime,
    ) -> Result<Result<(), Lost>> {
        let mut conn = self.writer().await?;
        let statement = match outcome {
            JobOutcome::Done => sql!("DELETE FROM jobs"),
            JobOutcome::Again { at, error } => left("waiting", *at, error.as_deref()),
            JobOutcome::PutBack { at } => sql!(
                "UPDATE jobs SET token = NULL, state = 'waiting', state_at = {}, attempts = attempts - 1",
                *at
            ),
            JobOutcome::Dead { error } => left("dead", now, Some(error)),
        };
        let of_this = sql!(
            " WHERE id = {} AND token = {} AND state = 'running'",
            claimed.job.id.0,
            claimed.token.0
        );
        let rows = statement.then(of_this).execute(&mut conn).await?;
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
        let rows: Vec<JobRow> = query(limit, filter, after).all(read_conn!(conn)).await?;
        page(rows, limit, JobRow::into_domain)
    }

    async fn job(&self, id: JobId) -> Result<Option<Job>> {
        let mut conn = self.reader().await?;
        let query = sql!("SELECT {} FROM jobs WHERE id = {}", COLUMNS, id.0);
        let row: Option<JobRow> = query.first(read_conn!(conn)).await?;
        row.map(JobRow::into_domain).transpose()
    }

    async fn job_counts(&self) -> Result<Vec<QueueCount>> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT kind, state, count(*) FROM jobs GROUP BY kind, state ORDER BY kind, state"
        );
        counts(query.all(read_conn!(conn)).await?)
    }

    async fn dead_jobs(&self) -> Result<Vec<QueueCount>> {
        let mut conn = self.reader().await?;
        counts(dead().all(read_conn!(conn)).await?)
    }

    async fn oldest_due(&self) -> Result<Vec<OldestDue>> {
        let mut conn = self.reader().await?;
        let rows: Vec<(String, OffsetDateTime)> = oldest().all(read_conn!(conn)).await?;
        Ok(rows.into_iter().map(|(kind, since)| OldestDue { kind, since }).collect())
    }

    async fn revive_job(&self, id: JobId, now: OffsetDateTime) -> Result<bool> {
        let mut conn = self.writer().await?;
        let revive = sql!(
            "UPDATE jobs SET state = 'waiting', attempts = 0, state_at = {}
             WHERE id = {} AND state = 'dead'",
            now,
            id.0
        );
        Ok(revive.execute(&mut conn).await? > 0)
    }
}

/// By kind and state.
fn counts(rows: Vec<(String, String, i64)>) -> Result<Vec<QueueCount>> {
    let counted =
        |(kind, state, count)| QueueCount { kind, state, count: i64::unsigned_abs(count) };
    Ok(rows.into_iter().map(counted).collect())
}

fn dead() -> Statement<'static> {
    sql!("SELECT kind, 'dead', count(*) FROM jobs WHERE state = 'dead' GROUP BY kind ORDER BY kind")
}

/// Puts a job into the queue, unless one with its key is there.
pub(super) async fn enqueue(
    conn: &mut Conn,
    job: Option<&NewJob>,
    now: OffsetDateTime,
) -> Result<()> {
    let Some(job) = job else { return Ok(()) };
    let insert = job_row(job, now).insert().then(sql!(" ON CONFLICT (key) DO NOTHING"));
    insert.execute(conn).await.map(drop)
}

/// The row of a new job.
pub(super) fn job_row(job: &NewJob, now: OffsetDateTime) -> NewRow<'_> {
    row!("jobs",
        id: job.id.0,
        kind: job.kind.0,
        organization_id: job.organization,
        subject_id: job.subject.map(|about| about.0),
        key: job.key.as_deref(),
        state: "waiting",
        state_at: job.run_at,
        attempts: 0_i64,
        created_at: now,
    )
}

/// The job leaves its worker; a condition must follow.
pub(super) fn left<'a>(
    state: &'static str,
    at: OffsetDateTime,
    error: Option<&'a str>,
) -> Statement<'a> {
    sql!(
        "UPDATE jobs SET token = NULL, state = {}, state_at = {}, last_error = {} {from before}",
        state,
        at,
        error
    )
}

/// The job runs again with its attempts counted from the start; a condition must follow.
pub(super) fn restarted<'a>(at: OffsetDateTime) -> Statement<'a> {
    sql!(
        "UPDATE jobs SET token = NULL, state = 'waiting', attempts = 0, state_at = {},
           last_error = NULL {from before}",
        at
    )
}

/// Jobs that are looked at for each that is taken, so that those of one organization are not all that is seen.
const SEEN_FOR_EACH: i64 = 4;

/// The due jobs become this worker's, in one statement. Each kind is read in the order of its index
/// (`jobs_due`), and of the longest due of all the first of each organization are taken, then the second of each.
pub(super) fn take(
    turn: Turn<'_>,
    now: OffsetDateTime,
    until: OffsetDateTime,
    token: ClaimToken,
) -> Statement<'static> {
    let limit = i64::from(turn.limit);
    let seen = if turn.each < turn.limit { limit * SEEN_FOR_EACH } else { limit };
    let due_of = |kind: &JobKind| {
        sql!(
            "SELECT * FROM (SELECT id, state_at, organization_id FROM jobs
               WHERE kind = {kind} AND state <> 'dead' AND state_at <= {now}",
            kind = kind.0,
            now = now,
        )
        .then(not_of(turn.full))
        .then(sql!(
            " ORDER BY state_at LIMIT {seen} {for_update} {skip_locked}) AS of_kind",
            seen = seen
        ))
    };
    sql!(
        "WITH due AS (SELECT id FROM (
           SELECT id, state_at,
             row_number() OVER (PARTITION BY organization_id ORDER BY state_at) AS turn
           FROM ({due}) AS of_all) AS in_turn
         WHERE turn <= {each} ORDER BY turn, state_at LIMIT {limit})
         UPDATE jobs
         SET state = 'running', state_at = {until}, token = {token}, attempts = attempts + 1
         WHERE id IN (SELECT id FROM due)
         RETURNING {columns}",
        due = union_all(turn.kinds.iter().map(due_of)),
        each = i64::from(turn.each),
        limit = limit,
        until = until,
        token = token.0,
        columns = COLUMNS,
    )
}

/// For nobody of these.
fn not_of(full: &[Whose]) -> Statement<'static> {
    let mut organizations = full.iter().flatten().map(|organization| organization.0).peekable();
    let mut condition = match full.contains(&None) {
        true => sql!(" AND organization_id IS NOT NULL"),
        false => sql!(""),
    };
    if organizations.peek().is_some() {
        let named: Vec<Uuid> = organizations.collect();
        condition = condition
            .then(sql!(" AND (organization_id IS NULL OR organization_id NOT IN {})", list(named)));
    }
    condition
}

/// The first job of each kind: goes from one kind to the next in the index.
pub(super) fn oldest() -> Statement<'static> {
    sql!(
        "WITH RECURSIVE kinds (kind) AS (
           SELECT (SELECT kind FROM jobs WHERE state <> 'dead' ORDER BY kind LIMIT 1)
           UNION ALL
           SELECT (SELECT j.kind FROM jobs j WHERE j.state <> 'dead' AND j.kind > k.kind
             ORDER BY j.kind LIMIT 1) FROM kinds k WHERE k.kind IS NOT NULL)
         SELECT kind, since FROM (
           SELECT k.kind, (SELECT j.state_at FROM jobs j WHERE j.kind = k.kind AND j.state <> 'dead'
             ORDER BY j.state_at LIMIT 1) AS since
           FROM kinds k WHERE k.kind IS NOT NULL) AS first WHERE since IS NOT NULL ORDER BY kind"
    )
}

/// The first time at which a job of these kinds can be taken.
pub(super) fn next(kinds: &[JobKind]) -> Statement<'static> {
    let next_of = |kind: &JobKind| {
        sql!(
            "SELECT * FROM (SELECT state_at FROM jobs WHERE kind = {} AND state <> 'dead'
               ORDER BY state_at LIMIT 1) AS of_kind",
            kind.0
        )
    };
    sql!("SELECT min(state_at) FROM ({}) AS of_all", union_all(kinds.iter().map(next_of)))
}

/// At least one.
fn union_all<'a>(queries: impl Iterator<Item = Statement<'a>>) -> Statement<'a> {
    queries.reduce(|all, query| all.then(sql!(" UNION ALL ")).then(query)).unwrap_or(sql!("NULL"))
}

/// Rows of a page, and one that shows whether there are more.
pub(super) fn query(limit: u16, filter: JobFilter<'_>, after: Option<Cursor>) -> Statement<'_> {
    let filtered = sql!("SELECT {} FROM jobs WHERE true", COLUMNS)
        .and(filter.kind.map(|kind| sql!(" AND kind = {}", kind)))
        .and(filter.state.map(|state| sql!(" AND state = {}", state)));
    page_query(filtered, after, limit)
}
