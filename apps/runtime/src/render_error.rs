//! Why a PDF cannot be rendered.

use crate::gate::Busy;
use invoice_pdf::PdfError;
use persistence::StoreError;
use use_cases::invoicing::{details::DetailsError, formats::InvoiceFormatError, ubl::UblError};

/// Why a file cannot be rendered.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
#[refusal("page")]
pub enum RenderError {
    /// The invoice does not exist, or cannot be read now.
    #[error(transparent)]
    #[refusal(internal)]
    Details(#[from] DetailsError),
    /// Storage failed.
    #[error(transparent)]
    #[refusal(internal)]
    Store(#[from] StoreError),
    /// It has no document yet, or storage failed.
    #[error(transparent)]
    #[refusal(internal)]
    Ubl(#[from] UblError),
    /// Its XML cannot be had in the format of a hybrid PDF.
    #[error(transparent)]
    #[refusal(internal)]
    Format(#[from] InvoiceFormatError),
    /// The PDF could not be rendered.
    #[error(transparent)]
    Pdf(#[from] PdfError),
    /// Too many are being rendered.
    #[error(transparent)]
    Busy(#[from] Busy),
    /// The page cannot be written as JSON, so it has no cache key.
    #[error(transparent)]
    #[refusal(internal)]
    Key(#[from] serde_json::Error),
    /// A recorded document cannot be shown: its amounts have too many digits, or it has more lines than a page allows.
    #[error("the document cannot be read as a page")]
    Unreadable,
    /// The rendering thread was lost.
    #[error("rendering was interrupted")]
    #[refusal(internal)]
    Interrupted,
}
