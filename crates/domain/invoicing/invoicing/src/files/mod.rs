//! Attachments, and the log of the PDFs that were handed out.

mod change;
mod pdf_log;
mod stored_file;

pub use change::{AttachmentStore, FilesChange, FilesChangeKind, FilesError, FilesRefused};
pub use pdf_log::{HandedOutPdf, PdfLog};
pub use stored_file::StoredFile;
