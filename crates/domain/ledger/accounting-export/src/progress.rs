//! Which documents an export has, and how far it has come.

use crate::{DocumentId, ExportFile, FileSize, Period, Totals};
use peppol_connector::identifiers::Network;
use serde::{Deserialize, Serialize};
use service_day::iso_date;
use time::{Date, OffsetDateTime};

/// Which documents come next: each of them once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Invoices, issued here or recorded.
    #[default]
    Invoices,
    /// Expenses, whether entered or made of a received document.
    Expenses,
    /// Received documents of which no expense was made.
    Received,
    /// What stands behind all documents.
    End,
}

impl Phase {
    /// Those that have documents.
    pub const WITH_DOCUMENTS: [Phase; 3] = [Phase::Invoices, Phase::Expenses, Phase::Received];

    /// The phase behind it.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Phase::Invoices => Phase::Expenses,
            Phase::Expenses => Phase::Received,
            Phase::Received | Phase::End => Phase::End,
        }
    }
}

/// The place of a document in its phase: by issue date, then by when it was kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    #[serde(with = "iso_date")]
    pub issue_date: Date,
    #[serde(with = "time::serde::rfc3339")]
    pub kept_at: OffsetDateTime,
    pub id: DocumentId,
}

/// Which documents an export has: those of a period that were kept before somebody asked for it, so that
/// what comes while it is made neither gets in twice nor in part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selection {
    pub period: Period,
    /// Of received documents, and of expenses that were made of one.
    pub network: Network,
    /// Kept at this time or before.
    pub until: OffsetDateTime,
}

/// How far an export has come.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Progress {
    pub phase: Phase,
    /// The last document of the phase that was looked at.
    pub after: Option<Place>,
    /// Documents that were looked at.
    pub done: u64,
    /// About how many there are to look at.
    pub total: u64,
    /// Received documents that do not say what accounting needs.
    pub unreadable: u64,
    /// Attempts at the next step that failed.
    pub failures: u32,
    pub sizes: Vec<FileSize>,
    /// Files in the archive.
    pub archived: u32,
    pub totals: Totals,
}

impl Progress {
    /// How much of a file there is.
    #[must_use]
    pub fn size(&self, file: ExportFile) -> FileSize {
        let known = self.sizes.iter().find(|size| size.file == file).copied();
        known.unwrap_or(FileSize { file, bytes: 0, parts: 0 })
    }
}
