//! Why there is no PDF.

use crate::gate::Busy;
use invoice_pdf::PdfError;
use persistence::StoreError;
use use_cases::invoicing::{details::DetailsError, ubl::UblError};

/// Why there is no file.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// No such invoice, or it cannot be read now.
    #[error(transparent)]
    Details(#[from] DetailsError),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It has no document yet, or no storage.
    #[error(transparent)]
    Ubl(#[from] UblError),
    /// The page could not be made.
    #[error(transparent)]
    Pdf(#[from] PdfError),
    /// Too many are being made.
    #[error(transparent)]
    Busy(#[from] Busy),
    /// The page cannot be told from others.
    #[error(transparent)]
    Key(#[from] serde_json::Error),
    /// What a recorded document says cannot be shown: its amounts have too many digits, or it has more
    /// lines than a page.
    #[error("the document cannot be read as a page")]
    Unreadable,
    /// The rendering thread was lost.
    #[error("rendering was interrupted")]
    Interrupted,
}
