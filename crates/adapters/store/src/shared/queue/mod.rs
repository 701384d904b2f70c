//! The durable queue.

mod claim;

use super::sql::*;
use crate::error::require_known;
use access::OrganizationId;
use jobs::{
    ClaimToken, Claimed, Job, JobFilter, JobId, JobKind, JobOutcome, JobQueue, JobState, Lost,
    NewJob, OldestDue, QueueCount, SubjectId, Turn,
};
use persistence::{Cursor, Page};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

pub(super) use claim::{next, oldest, take};

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
            state: require_known(
                "job state",
                &self.state,
                JobState::of(&self.state, self.state_at),
            )?,
            attempts: u32::try_from(self.attempts).unwrap_or(u32::MAX),
            last_error: self.last_error,
            created_at: self.created_at,
        })
    }
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
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
        reading!(self, conn => next(kinds).one(conn))
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
            JobOutcome::Again { at, error } => release("waiting", *at, error.as_deref()),
            JobOutcome::PutBack { at } => sql!(
                "UPDATE jobs SET token = NULL, state = 'waiting', state_at = {}, attempts = attempts - 1",
                *at
            ),
            JobOutcome::Dead { error } => release("dead", now, Some(error)),
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
        self.page(query(limit, filter, after), limit, JobRow::into_domain).await
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

/// The counts by kind and state.
fn counts(rows: Vec<(String, String, i64)>) -> Result<Vec<QueueCount>> {
    let counted =
        |(kind, state, count)| QueueCount { kind, state, count: i64::unsigned_abs(count) };
    Ok(rows.into_iter().map(counted).collect())
}

fn dead() -> Statement<'static> {
    sql!("SELECT kind, 'dead', count(*) FROM jobs WHERE state = 'dead' GROUP BY kind ORDER BY kind")
}

/// Puts a job into the queue, unless one with its key exists.
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

/// Releases the job from its worker; a condition must be appended.
pub(super) fn release<'a>(
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

/// Makes the job due with its attempts counted from the start; a condition must be appended.
pub(super) fn restart<'a>(at: OffsetDateTime) -> Statement<'a> {
    sql!(
        "UPDATE jobs SET token = NULL, state = 'waiting', attempts = 0, state_at = {},
           last_error = NULL {from before}",
        at
    )
}

/// The rows of a page and one more, which shows whether more follow.
pub(super) fn query(limit: u16, filter: JobFilter<'_>, after: Option<Cursor>) -> Statement<'_> {
    let filtered = sql!("SELECT {} FROM jobs WHERE true", COLUMNS)
        .and(filter.kind.map(|kind| sql!(" AND kind = {}", kind)))
        .and(filter.state.map(|state| sql!(" AND state = {}", state)));
    page_query(filtered, after, limit)
}
