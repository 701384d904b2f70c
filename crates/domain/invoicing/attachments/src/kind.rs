//! The kinds of files that can be delivered.

use std::fmt;

/// A kind of attachment that Peppol BIS Billing 3.0 delivers (BT-125-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Portable Document Format.
    Pdf,
    /// PNG image.
    Png,
    /// JPEG image.
    Jpeg,
    /// Comma-separated values; only with a file name that ends in `.csv`.
    Csv,
    /// Office Open XML workbook without macros.
    Xlsx,
    /// OpenDocument spreadsheet without macros.
    Ods,
}

impl Kind {
    /// All kinds, in the order of the BIS.
    pub const ALL: [Self; 6] = [Self::Pdf, Self::Png, Self::Jpeg, Self::Csv, Self::Xlsx, Self::Ods];

    /// The MIME code as written to the document (BT-125-1, MIMEMediaType code list).
    #[must_use]
    pub const fn mime_code(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Csv => "text/csv",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Ods => "application/vnd.oasis.opendocument.spreadsheet",
        }
    }

    /// The kind with a MIME code; letter case does not matter (RFC 2045, section 5.1).
    #[must_use]
    pub(crate) fn from_mime_code(mime_code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.mime_code().eq_ignore_ascii_case(mime_code))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pdf => "PDF",
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
            Self::Csv => "CSV",
            Self::Xlsx => "XLSX",
            Self::Ods => "ODS",
        })
    }
}
