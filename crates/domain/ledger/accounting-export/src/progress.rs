//! The documents of an export, and its progress.

use crate::{DocumentId, ExportFile, FileSize, Period, Totals};
use peppol_connector::identifiers::Network;
use serde::{Deserialize, Serialize};
use service_day::iso_date;
use time::{Date, OffsetDateTime};

/// The phases of an export. Each document belongs to one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Invoices, whether issued here or recorded.
    #[default]
    Invoices,
    /// Expenses, whether entered or created from a received document.
    Expenses,
    /// Received documents without an expense.
    Received,
    /// The end of the files, after all documents.
    End,
}

impl Phase {
    /// The phases that have documents.
    pub const WITH_DOCUMENTS: [Phase; 3] = [Phase::Invoices, Phase::Expenses, Phase::Received];

    /// The phase after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Phase::Invoices => Phase::Expenses,
            Phase::Expenses => Phase::Received,
            Phase::Received | Phase::End => Phase::End,
        }
    }
}

/// The place of a document in its phase: by issue date, then by the time at which it was stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    #[serde(with = "iso_date")]
    pub issue_date: Date,
    #[serde(with = "time::serde::rfc3339")]
    pub kept_at: OffsetDateTime,
    pub id: DocumentId,
}

/// The documents of an export: those of a period that were stored before it was requested. A document that is stored
/// while it is made is not included, neither twice nor in part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selection {
    pub period: Period,
    /// The network of received documents, and of expenses that were created from one.
    pub network: Network,
    /// The latest time at which a document may have been stored.
    pub until: OffsetDateTime,
}

/// The progress of an export.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Progress {
    pub phase: Phase,
    /// The last document of the phase that was processed.
    pub after: Option<Place>,
    /// The number of documents that were processed.
    pub done: u64,
    /// The approximate number of documents to process.
    pub total: u64,
    /// The number of received documents that lack what accounting needs.
    pub unreadable: u64,
    /// The number of failed attempts at the next step.
    pub failures: u32,
    pub sizes: Vec<FileSize>,
    /// The number of files in the archive.
    pub archived: u32,
    pub totals: Totals,
}

impl Progress {
    /// The size of a file so far.
    #[must_use]
    pub fn size(&self, file: ExportFile) -> FileSize {
        let known = self.sizes.iter().find(|size| size.file == file).copied();
        known.unwrap_or(FileSize { file, bytes: 0, parts: 0 })
    }
}
