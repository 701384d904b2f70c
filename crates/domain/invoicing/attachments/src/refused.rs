//! Why an attachment is refused, in words that say what to send instead.

use crate::Kind;
use crate::signs::{BombSign, Damage, KnownKind, MaliciousSign};

/// Largest number of characters of a file name, which is the limit of file systems.
pub(crate) const MAX_FILENAME_CHARS: usize = 255;

/// Why an attachment cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("attachment")]
pub enum Refused {
    /// The file name is not valid (`filename`).
    #[error("the file name {0}")]
    Filename(FilenameFault),
    /// Belongs to `mime_code`: not on the Peppol BIS list.
    #[error(
        "{declared:?} cannot be delivered; attach PDF, PNG, JPEG, CSV, XLSX or ODS \
         (application/pdf, image/png, image/jpeg, text/csv, \
         application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, \
         application/vnd.oasis.opendocument.spreadsheet)"
    )]
    NotDeliverable {
        /// The beginning of the declared MIME code.
        declared: String,
    },
    /// Belongs to `mime_code`: the content is of another kind.
    #[error("the content is {found}, not {declared}; set mime_code to {mime_code}", mime_code = found.mime_code())]
    OtherKind {
        /// The declared kind.
        declared: Kind,
        /// The kind of the content.
        found: Kind,
    },
    /// Belongs to `filename`: CSV has no signature, so the name must say so.
    #[error("a CSV file needs a file name that ends in .csv")]
    CsvName,
    /// The file is empty (`base64_content`).
    #[error("the file is empty")]
    Empty,
    /// Belongs to `base64_content`: larger than all attachments together may be.
    #[error(
        "the file has {bytes} bytes; all attachments together may have {most} (10 MB)",
        most = crate::MAX_TOTAL_BYTES
    )]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// Belongs to `base64_content`: known by its first bytes, and not deliverable.
    #[error("the file is {found}; attach PDF, PNG, JPEG, CSV, XLSX or ODS")]
    KnownButNotDeliverable {
        /// The kind of the content.
        found: KnownKind,
    },
    /// Belongs to `base64_content`: of no kind that can be delivered.
    #[error("the content is not a PDF, PNG, JPEG, CSV, XLSX or ODS file")]
    Unknown,
    /// Belongs to `base64_content`: begins like its kind, but does not go on so.
    #[error("the {kind} file is damaged: {what}")]
    Damaged {
        /// The kind it begins like.
        kind: Kind,
        /// The missing part.
        what: Damage,
    },
    /// Belongs to `base64_content`: a zip package that is no clean workbook.
    #[error("the file {0}")]
    Package(PackageFault),
}

/// What is wrong with a file name (BT-125-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum FilenameFault {
    /// It is empty, or only has spaces.
    #[error("is empty; name the file, as in \"contract.pdf\"")]
    Empty,
    /// More than `MAX_FILENAME_CHARS` characters.
    #[error("has {chars} characters; at most {most} are allowed", most = MAX_FILENAME_CHARS)]
    TooLong {
        /// The number of characters.
        chars: usize,
    },
    /// A path, or a name that means a directory.
    #[error("contains a path; send the name alone, without / or \\")]
    Path,
    /// A control character, or one that turns the direction of writing around.
    #[error("contains the control character U+{code:04X}; leave it out", code = u32::from(*.0))]
    Control(char),
}

/// What is wrong with a ZIP package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum PackageFault {
    /// Cannot be read as a zip archive.
    #[error("is a damaged zip archive")]
    Damaged,
    /// A zip archive that is neither XLSX nor ODS.
    #[error("is {found}, not an XLSX or ODS workbook; attach PDF, PNG, JPEG, CSV, XLSX or ODS", found = .0)]
    NoWorkbook(KnownKind),
    /// It contains program code.
    #[error("is a workbook with macros; save it without them, as .xlsx or .ods")]
    Macros,
    /// Locked with a password.
    #[error("is encrypted; save it without a password")]
    Encrypted,
    /// Unpacks to far more than it is.
    #[error("unpacks to too much ({sign}); it looks like a zip bomb", sign = .0)]
    Bomb(BombSign),
    /// Entries that lie over each other, bear the same name, or point out of the package.
    #[error("has a malicious zip structure ({sign})", sign = .0)]
    Malicious(MaliciousSign),
}

impl From<PackageFault> for Refused {
    fn from(fault: PackageFault) -> Self {
        Self::Package(fault)
    }
}
