//! The files of an export.

use serde::{Deserialize, Serialize};

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
