//! An export: what was asked for, and how far it has come.

use crate::ExportFault;
use crate::{ExportFile, FileSize, Period, Progress, Selection};
use access::{OrganizationId, Tier};
use jobs::{Backoff, Jitter, JobId, JobKind, NewJob, SubjectId};
use peppol_connector::identifiers::Network;
use persistence::typed_id;
use time::{Duration, OffsetDateTime};

/// Makes an export, step by step.
pub const EXPORT_JOB: JobKind = JobKind("exports.make");

/// How long an export is kept.
pub const RETENTION: Duration = Duration::days(7);

/// How attempts at a step follow each other, for about an hour.
const RETRIES: Backoff =
    Backoff { first: Duration::seconds(5), longest: Duration::minutes(10), attempts: 12 };

/// Exports of an organization in a tier at a time at most.
pub const MAX_KEPT_EXPORTS: u32 = 10;

typed_id!(
    /// An export.
    ExportId
);

persistence::named! {
    /// Where an export stands.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ExportState {
        /// Nothing is made yet.
        Waiting = "waiting",
        /// Some documents are in it.
        Running = "running",
        /// Its files can be downloaded.
        Ready = "ready",
        /// It cannot be made: `error` says why.
        Failed = "failed",
    }
}

/// An export as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    pub id: ExportId,
    pub period: Period,
    /// Whether it has PDFs and XMLs.
    pub files: bool,
    /// Of the key that asked for it: received documents are those of its network.
    pub tier: Tier,
    pub state: ExportState,
    pub progress: Progress,
    /// Why it failed.
    pub error: Option<String>,
    pub created_at: OffsetDateTime,
    /// When it was ready, or failed.
    pub finished_at: Option<OffsetDateTime>,
    /// When it is deleted.
    pub expires_at: OffsetDateTime,
    /// Grows with each step, from 1.
    pub version: i32,
}

persistence::listed!(Export: created_at, id);

impl Export {
    /// An export that waits to be made, of about so many documents.
    #[must_use]
    pub fn requested(
        id: ExportId,
        (period, files): (Period, bool),
        tier: Tier,
        total: u64,
        now: OffsetDateTime,
    ) -> Self {
        Self {
            id,
            period,
            files,
            tier,
            state: ExportState::Waiting,
            progress: Progress { total, ..Progress::default() },
            error: None,
            created_at: now,
            finished_at: None,
            expires_at: now.saturating_add(RETENTION),
            version: 1,
        }
    }

    /// Which documents it has.
    #[must_use]
    pub const fn selection(&self) -> Selection {
        let network = Network::of(self.tier);
        Selection { period: self.period, network, until: self.created_at }
    }

    /// What makes it.
    #[must_use]
    pub fn job(&self, id: JobId, organization: OrganizationId) -> NewJob {
        NewJob {
            id,
            kind: EXPORT_JOB,
            organization: Some(organization),
            subject: Some(SubjectId(self.id.0)),
            key: Some(format!("{EXPORT_JOB}:{}", self.id)),
            run_at: self.created_at,
        }
    }

    /// The export after an attempt at its next step failed, and when the next attempt may begin; without
    /// one it has failed.
    #[must_use]
    pub fn step_failed(&self, now: OffsetDateTime) -> (Self, Option<OffsetDateTime>) {
        let failures = self.progress.failures + 1;
        let Some(at) = RETRIES.next(failures, now, Jitter::default()) else {
            return (self.failed(&ExportFault::Failed, now), None);
        };
        let progress = Progress { failures, ..self.progress.clone() };
        (Self { progress, version: self.version + 1, ..self.clone() }, Some(at))
    }

    /// The export that cannot be made.
    #[must_use]
    pub fn failed(&self, error: &ExportFault, now: OffsetDateTime) -> Self {
        Self {
            state: ExportState::Failed,
            error: Some(error.to_string()),
            finished_at: Some(now),
            version: self.version + 1,
            ..self.clone()
        }
    }

    /// What can be downloaded: nothing until it is ready, and no file in which nothing would be.
    pub fn downloads(&self) -> impl Iterator<Item = FileSize> {
        let is_ready = self.state == ExportState::Ready;
        let all = ExportFile::ALL.into_iter().map(|file| self.progress.size(file));
        all.filter(move |size| is_ready && size.bytes > 0)
    }

    /// Whether nothing is to be done any more.
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        matches!(self.state, ExportState::Ready | ExportState::Failed)
    }
}
