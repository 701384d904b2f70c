//! An export: the request, and its progress.

use crate::ExportFault;
use crate::{ExportFile, FileSize, Period, Progress, Selection};
use access::{OrganizationId, Tier};
use jobs::{Backoff, Jitter, JobId, JobKind, NewJob, SubjectId};
use peppol_connector::identifiers::Network;
use persistence::typed_id;
use time::{Duration, OffsetDateTime};

/// The job that makes an export, step by step.
pub const EXPORT_JOB: JobKind = JobKind("exports.make");

/// How long an export is stored.
pub const RETENTION: Duration = Duration::days(7);

/// The delays between attempts at a step, about an hour in all.
const RETRIES: Backoff =
    Backoff { first: Duration::seconds(5), longest: Duration::minutes(10), attempts: 12 };

/// The maximum number of stored exports of an organization in a tier.
pub const MAX_KEPT_EXPORTS: u32 = 10;

typed_id!(
    /// The id of an export.
    ExportId
);

persistence::named! {
    /// The state of an export.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ExportState {
        /// It was requested, and no step was made.
        Waiting = "waiting",
        /// It contains some of its documents.
        Running = "running",
        /// Its files can be downloaded.
        Ready = "ready",
        /// It could not be made; `error` says why.
        Failed = "failed",
    }
}

/// A stored export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    pub id: ExportId,
    pub period: Period,
    /// Whether it contains PDFs and XMLs.
    pub files: bool,
    /// The tier of the key that requested it. It contains the received documents of that network.
    pub tier: Tier,
    pub state: ExportState,
    pub progress: Progress,
    /// Why it failed.
    pub error: Option<String>,
    pub created_at: OffsetDateTime,
    /// When it became ready, or failed.
    pub finished_at: Option<OffsetDateTime>,
    /// When it is deleted.
    pub expires_at: OffsetDateTime,
    /// The version, which starts at 1 and grows with each step.
    pub version: i32,
}

persistence::listed!(Export: created_at, id);

impl Export {
    /// A requested export of approximately `total` documents.
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

    /// The selection of its documents.
    #[must_use]
    pub const fn selection(&self) -> Selection {
        let network = Network::of(self.tier);
        Selection { period: self.period, network, until: self.created_at }
    }

    /// The job that makes it.
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

    /// The export after a failed attempt at its next step, and the time of the next attempt; without one it has
    /// failed.
    #[must_use]
    pub fn step_failed(&self, now: OffsetDateTime) -> (Self, Option<OffsetDateTime>) {
        let failures = self.progress.failures + 1;
        let Some(at) = RETRIES.next(failures, now, Jitter::default()) else {
            return (self.failed(&ExportFault::Failed, now), None);
        };
        let progress = Progress { failures, ..self.progress.clone() };
        (Self { progress, version: self.version + 1, ..self.clone() }, Some(at))
    }

    /// The export after an error that a retry does not fix.
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

    /// The files that can be downloaded: none until it is ready, and no empty files.
    pub fn downloads(&self) -> impl Iterator<Item = FileSize> {
        let is_ready = self.state == ExportState::Ready;
        let all = ExportFile::ALL.into_iter().map(|file| self.progress.size(file));
        all.filter(move |size| is_ready && size.bytes > 0)
    }

    /// Whether it is ready or failed.
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        matches!(self.state, ExportState::Ready | ExportState::Failed)
    }
}
