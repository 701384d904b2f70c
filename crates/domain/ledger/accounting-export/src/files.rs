//! The files of an export.

use serde::{Deserialize, Serialize};

/// A file of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExportFile {
    /// The CSV with a row for each document.
    Documents,
    /// The CSV with a row for each VAT category and rate of a document.
    Vat,
    /// The CSV with the sums of the period.
    Totals,
    /// The XML for Pohoda.
    Pohoda,
    /// The ZIP with PDFs and XMLs.
    Archive,
    /// The directory of the ZIP, which is appended to it in the last step.
    Directory,
}

impl ExportFile {
    /// The files that can be downloaded.
    pub const ALL: [ExportFile; 5] = [
        ExportFile::Documents,
        ExportFile::Vat,
        ExportFile::Totals,
        ExportFile::Pohoda,
        ExportFile::Archive,
    ];

    /// The name of the file, which is also used in paths and in the database.
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

    /// The media type.
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

/// The size of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileSize {
    pub file: ExportFile,
    pub bytes: u64,
    pub parts: u32,
}
