use crate::memory::{
    Result,
    sending::JobRow,
    store::{Data, MemoryStore},
};
use jobs::{
    ClaimToken, Claimed, Job, JobFilter, JobId, JobKind, JobOutcome, JobQueue, JobState, Lost,
    NewJob, OldestDue, QueueCount, Turn, Whose,
};
use persistence::{Cursor, Page, StoreError};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

impl JobQueue for MemoryStore {
    async fn enqueue(&self, job: &NewJob, now: OffsetDateTime) -> Result<bool> {
        self.data().enqueue(job, now)
    }

    async fn claim_in_turn(
        &self,
        turn: Turn<'_>,
        now: OffsetDateTime,
        lease: Duration,
    ) -> Result<Vec<Claimed>> {
        let token = ClaimToken(Uuid::new_v4());
        let mut data = self.data();
        let mut due: Vec<&mut JobRow> = data.sends.jobs.values_mut().collect();
        due.retain(|row| is_of(&row.job, turn.kinds) && row.job.state.at() <= now);
        due.retain(|row| !turn.full.contains(&row.job.organization));
        due.sort_by_key(|row| row.job.state.at());
        let mut due = in_turn(due);
        due.retain(|(round, _)| *round < turn.each);
        let take = |row: &mut JobRow| {
            row.job.state = JobState::Running { until: now.saturating_add(lease) };
            row.job.attempts += 1;
            row.token = Some(token);
            Claimed { job: row.job.clone(), token }
        };
        let due = due.into_iter().map(|(_, row)| row);
        Ok(due.take(turn.limit.into()).map(take).collect())
    }

    async fn next_job_at(&self, kinds: &[JobKind]) -> Result<Option<OffsetDateTime>> {
        let data = self.data();
        let jobs = data.sends.jobs.values().filter(|row| is_of(&row.job, kinds));
        Ok(jobs.map(|row| row.job.state.at()).min())
    }

    async fn recall_jobs(
        &self,
        kinds: &[JobKind],
        latest: OffsetDateTime,
        now: OffsetDateTime,
    ) -> Result<usize> {
        let mut data = self.data();
        let mut late: Vec<&mut JobRow> = data.sends.jobs.values_mut().collect();
        late.retain(|row| is_of(&row.job, kinds) && row.job.state.at() > latest);
        for row in &mut late {
            row.job.state = JobState::Waiting { run_at: now };
            row.token = None;
        }
        Ok(late.len())
    }

    async fn conclude_job(
        &self,
        claimed: &Claimed,
        outcome: &JobOutcome,
        now: OffsetDateTime,
    ) -> Result<Result<(), Lost>> {
        let mut data = self.data();
        let row = data.sends.jobs.get_mut(&claimed.job.id);
        let Some(row) = row.filter(|row| row.token == Some(claimed.token)) else {
            return Ok(Err(Lost));
        };
        let (state, error) = match outcome {
            JobOutcome::Done => {
                data.sends.jobs.remove(&claimed.job.id);
                return Ok(Ok(()));
            }
            JobOutcome::Again { at, error } => (JobState::Waiting { run_at: *at }, error.clone()),
            JobOutcome::PutBack { at } => {
                row.job.attempts = row.job.attempts.saturating_sub(1);
                (JobState::Waiting { run_at: *at }, row.job.last_error.clone())
            }
            JobOutcome::Dead { error } => (JobState::Dead { since: now }, Some(error.clone())),
        };
        row.leave(state, error);
        Ok(Ok(()))
    }

    async fn jobs(
        &self,
        filter: JobFilter<'_>,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<Job>> {
        let data = self.data();
        let place = |job: &Job| (job.created_at, job.id.0);
        let mut rows: Vec<Job> = data.sends.jobs.values().map(|row| row.job.clone()).collect();
        rows.retain(|job| filter.kind.is_none_or(|kind| kind == job.kind));
        rows.retain(|job| filter.state.is_none_or(|state| state == job.state.name()));
        rows.retain(|job| after.is_none_or(|after| place(job) < (after.created_at, after.id.0)));
        rows.sort_by_key(|job| Reverse(place(job)));
        Ok(Page::of_one_more(rows, limit))
    }

    async fn job(&self, id: JobId) -> Result<Option<Job>> {
        Ok(self.data().sends.jobs.get(&id).map(|row| row.job.clone()))
    }

    async fn job_counts(&self) -> Result<Vec<QueueCount>> {
        let data = self.data();
        let mut counts: BTreeMap<(String, &str), u64> = BTreeMap::new();
        for JobRow { job, .. } in data.sends.jobs.values() {
            *counts.entry((job.kind.clone(), job.state.name())).or_default() += 1;
        }
        let counted = |((kind, state), count): ((String, &str), u64)| QueueCount {
            kind,
            state: state.to_owned(),
            count,
        };
        Ok(counts.into_iter().map(counted).collect())
    }

    async fn dead_jobs(&self) -> Result<Vec<QueueCount>> {
        let all = self.job_counts().await?;
        Ok(all.into_iter().filter(|count| count.state == "dead").collect())
    }

    async fn oldest_due(&self) -> Result<Vec<OldestDue>> {
        let data = self.data();
        let mut oldest: BTreeMap<String, OffsetDateTime> = BTreeMap::new();
        for JobRow { job, .. } in data.sends.jobs.values() {
            if !matches!(job.state, JobState::Dead { .. }) {
                let at = oldest.entry(job.kind.clone()).or_insert(job.state.at());
                *at = (*at).min(job.state.at());
            }
        }
        Ok(oldest.into_iter().map(|(kind, since)| OldestDue { kind, since }).collect())
    }

    async fn revive_job(&self, id: JobId, now: OffsetDateTime) -> Result<bool> {
        let mut data = self.data();
        let row = data.sends.jobs.get_mut(&id);
        let row = row.filter(|row| matches!(row.job.state, JobState::Dead { .. }));
        let Some(row) = row else { return Ok(false) };
        row.job.state = JobState::Waiting { run_at: now };
        row.job.attempts = 0;
        Ok(true)
    }
}

/// The first of each organization, then the second of each: with its round.
fn in_turn(due: Vec<&mut JobRow>) -> Vec<(u16, &mut JobRow)> {
    let mut rounds: HashMap<Whose, u16> = HashMap::new();
    let numbered = due.into_iter().map(|row| {
        let next = rounds.entry(row.job.organization).or_default();
        let round = *next;
        *next += 1;
        (round, row)
    });
    let mut rows: Vec<_> = numbered.collect();
    rows.sort_by_key(|(round, _)| *round);
    rows
}

/// Whether a worker of these kinds may ever take it.
fn is_of(job: &Job, kinds: &[JobKind]) -> bool {
    !matches!(job.state, JobState::Dead { .. }) && kinds.iter().any(|kind| kind.0 == job.kind)
}

impl JobRow {
    pub(super) fn leave(&mut self, state: JobState, error: Option<String>) {
        self.job.state = state;
        self.job.last_error = error;
        self.token = None;
    }
}

impl Data {
    pub(in crate::memory) fn enqueue(&mut self, job: &NewJob, now: OffsetDateTime) -> Result<bool> {
        job.organization.map_or(Ok(()), |organization| self.must_exist(organization))?;
        let mut known = self.sends.jobs.values();
        if job.key.is_some() && known.any(|row| row.job.key == job.key) {
            return Ok(false);
        }
        if self.sends.jobs.contains_key(&job.id) {
            return Err(StoreError::Taken("job".into()));
        }
        let kept = Job {
            id: job.id,
            kind: job.kind.0.to_owned(),
            organization: job.organization,
            subject: job.subject,
            key: job.key.clone(),
            state: JobState::Waiting { run_at: job.run_at },
            attempts: 0,
            last_error: None,
            created_at: now,
        };
        self.sends.jobs.insert(job.id, JobRow { job: kept, token: None });
        Ok(true)
    }
}
