//! An export: what was asked for, and how far it has come.

use crate::Totals;
use access::Tier;
use invoicing::Violations;
use jobs::JobKind;
use persistence::{Cursor, Listed, typed_id};
use serde::{Deserialize, Serialize};
use time::{Date, Duration, OffsetDateTime};
use uuid::Uuid;

/// Makes the next step of an export.
pub const EXPORT_JOB: JobKind = JobKind("exports.make");

/// How long an export is kept.
pub const RETENTION: Duration = Duration::days(7);

/// Exports of an organization at a time at most.
pub const MAX_KEPT_EXPORTS: u32 = 10;

/// Days of a period at most.
const MAX_DAYS: i64 = 366;

typed_id!(
    /// An export.
    ExportId
);

/// Days from one to another, both inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    pub from: Date,
    pub to: Date,
}

impl Period {
    /// Whether a day is in it.
    #[must_use]
    pub fn contains(&self, day: Date) -> bool {
        (self.from..=self.to).contains(&day)
    }
}

/// An export as a caller asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExportRequest {
    /// Issue dates from.
    pub from: Option<Date>,
    /// To, inside.
    pub to: Option<Date>,
    /// Whether PDFs and XMLs go with it; they do unless the caller says otherwise.
    pub files: Option<bool>,
}

impl ExportRequest {
    /// The period; `found` is what reading has found wrong already.
    ///
    /// # Errors
    /// All that is wrong.
    pub fn check(&self, mut found: Violations) -> Result<Period, Violations> {
        for (day, name) in [(self.from, "from"), (self.to, "to")] {
            if day.is_none() {
                found.add(name, "is required");
            }
        }
        if let (Some(from), Some(to)) = (self.from, self.to) {
            if to < from {
                found.add("to", "must not lie before from");
            } else if (to - from).whole_days() >= MAX_DAYS {
                found.add("to", format!("must be at most {MAX_DAYS} days after from"));
            } else if found.is_empty() {
                return Ok(Period { from, to });
            }
        }
        Err(found)
    }
}

/// Where an export stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportState {
    /// Nothing is made yet.
    Waiting,
    /// Some documents are in it.
    Running,
    /// Its files can be downloaded.
    Ready,
    /// It cannot be made: `error` says why.
    Failed,
}

impl ExportState {
    /// Every state.
    pub const ALL: [ExportState; 4] =
        [ExportState::Waiting, ExportState::Running, ExportState::Ready, ExportState::Failed];

    /// The name in the API and in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ExportState::Waiting => "waiting",
            ExportState::Running => "running",
            ExportState::Ready => "ready",
            ExportState::Failed => "failed",
        }
    }
}

/// A file of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExportFile {
    /// A row for each document.
    Documents,
    /// A row for each VAT category and rate of a document.
    Vat,
    /// The sums of the period.
    Totals,
    /// For Pohoda.
    Pohoda,
    /// PDFs and XMLs.
    Archive,
    /// What becomes the end of the archive.
    Directory,
}

impl ExportFile {
    /// Those that can be downloaded.
    pub const ALL: [ExportFile; 5] = [
        ExportFile::Documents,
        ExportFile::Vat,
        ExportFile::Totals,
        ExportFile::Pohoda,
        ExportFile::Archive,
    ];

    /// The name of the file, also in the path and in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ExportFile::Documents => "documents.csv",
            ExportFile::Vat => "vat.csv",
            ExportFile::Totals => "totals.csv",
            ExportFile::Pohoda => "pohoda.xml",
            ExportFile::Archive => "files.zip",
            ExportFile::Directory => "directory",
        }
    }

    /// The type of its content.
    #[must_use]
    pub const fn content_type(self) -> &'static str {
        match self {
            ExportFile::Documents | ExportFile::Vat | ExportFile::Totals => {
                "text/csv; charset=utf-8"
            }
            ExportFile::Pohoda => "application/xml",
            ExportFile::Archive | ExportFile::Directory => "application/zip",
        }
    }
}

/// How much of a file there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileSize {
    pub file: ExportFile,
    pub bytes: u64,
    pub parts: u32,
}

/// Which documents come next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Invoices.
    #[default]
    Invoices,
    /// What came over the network.
    Received,
    /// None.
    End,
}

/// How far an export has come.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Progress {
    pub phase: Phase,
    /// The last document of the phase that was looked at.
    #[serde(with = "time::serde::rfc3339::option")]
    pub after_at: Option<OffsetDateTime>,
    pub after_id: Option<Uuid>,
    /// Documents that were looked at.
    pub done: u64,
    /// About how many there are to look at.
    pub total: u64,
    pub sizes: Vec<FileSize>,
    /// Files in the archive.
    pub archived: u32,
    pub totals: Totals,
}

impl Progress {
    /// Where the next page begins.
    #[must_use]
    pub fn after(&self) -> Option<Cursor> {
        Some(Cursor { created_at: self.after_at?, id: self.after_id? })
    }

    /// How much of a file there is.
    #[must_use]
    pub fn size(&self, file: ExportFile) -> FileSize {
        let known = self.sizes.iter().find(|size| size.file == file).copied();
        known.unwrap_or(FileSize { file, bytes: 0, parts: 0 })
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

impl Listed for Export {
    fn cursor(&self) -> Cursor {
        Cursor::new(self.created_at, self.id)
    }
}

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
            expires_at: now + RETENTION,
            version: 1,
        }
    }

    /// The export that cannot be made.
    #[must_use]
    pub fn failed(&self, error: &str, now: OffsetDateTime) -> Self {
        Self {
            state: ExportState::Failed,
            error: Some(error.to_owned()),
            finished_at: Some(now),
            version: self.version + 1,
            ..self.clone()
        }
    }

    /// Whether nothing is to be done any more.
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        matches!(self.state, ExportState::Ready | ExportState::Failed)
    }
}
