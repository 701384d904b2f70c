//! What a file turns out to be instead of a document that can be delivered, and what shows it.

use refusals::Refusal;
use thiserror::Error;

/// A kind of file that is known and cannot be delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Refusal)]
#[refusal("file_kind")]
pub enum KnownKind {
    /// An OLE compound file.
    #[error("an old Office file (DOC, XLS) or an encrypted workbook")]
    OldOffice,
    /// GIF.
    #[error("a GIF image")]
    Gif,
    /// RTF.
    #[error("an RTF document")]
    Rtf,
    /// An executable of Windows.
    #[error("a program")]
    Program,
    /// 7z.
    #[error("a 7z archive")]
    SevenZip,
    /// RAR.
    #[error("a RAR archive")]
    Rar,
    /// gzip.
    #[error("a gzip archive")]
    Gzip,
    /// A zip archive that is no document.
    #[error("a zip archive")]
    Zip,
    /// An OpenDocument file that is no spreadsheet.
    #[error("another kind of document")]
    OtherOpenDocument,
    /// Word.
    #[error("a Word document (DOCX)")]
    Word,
    /// PowerPoint.
    #[error("a presentation (PPTX)")]
    Presentation,
    /// Another Office Open XML file.
    #[error("another kind of Office file")]
    OtherOffice,
}

/// What a damaged file lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Refusal)]
#[refusal("file_damage")]
pub enum Damage {
    /// The end of a JPEG.
    #[error("its end marker is missing")]
    NoEnd,
    /// The header of a PNG.
    #[error("its header (IHDR) is missing")]
    NoHeader,
}

/// What shows that a package unpacks to more than it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Refusal)]
#[refusal("zip_bomb")]
pub enum BombSign {
    /// The ratio of one entry.
    #[error("an entry grows more than 200 times")]
    Ratio,
    /// All entries together.
    #[error("more than 100 MB")]
    Size,
    /// The number of entries.
    #[error("too many entries")]
    Entries,
    /// One of the entries that are read.
    #[error("an index entry is too long")]
    Index,
}

/// What shows that a package is made to be read in two ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Refusal)]
#[refusal("zip_structure")]
pub enum MaliciousSign {
    /// The marks of OpenDocument and of Office Open XML.
    #[error("two kinds of document in one")]
    TwoKinds,
    /// A path that leaves the folder.
    #[error("an entry points out of the package")]
    PointsOutside,
    /// References or a DOCTYPE among the content types.
    #[error("disguised content types")]
    DisguisedTypes,
    /// More entries than the directory says.
    #[error("entries that are not counted")]
    Uncounted,
    /// Bytes that belong to no entry.
    #[error("data before or within the archive")]
    DataBetween,
    /// A local header that names its entry otherwise.
    #[error("an entry with two names")]
    TwoNames,
    /// One name twice.
    #[error("entries of the same name")]
    SameName,
    /// Bytes in front.
    #[error("data before the first entry")]
    DataBefore,
    /// Overlapping entries.
    #[error("entries lie over each other")]
    Overlap,
}
