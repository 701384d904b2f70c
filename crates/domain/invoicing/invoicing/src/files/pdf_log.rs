//! The log of the PDFs that were handed out: it identifies a PDF of ours years later.

use crate::InvoiceId;
use access::{OrganizationId, Tier};
use persistence::{StoreError, port};
use time::OffsetDateTime;

/// A PDF that was handed out. Its bytes are not stored: the invoice is, and this renderer makes the same bytes of it
/// again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandedOutPdf {
    pub invoice: InvoiceId,
    /// The SHA-256 of the bytes.
    pub sha256: [u8; 32],
    /// The number of bytes.
    pub size: u64,
    /// The renderer with its version.
    pub renderer: String,
    /// Its language, by its ISO 639-1 code.
    pub language: String,
    /// The tier of the key that it was made for, which is the tier of the embedded UBL.
    pub tier: Tier,
    /// When it was handed out for the first time.
    pub at: OffsetDateTime,
}

port! {
    /// The log of the PDFs that were handed out.
    pub trait PdfLog: Send + Sync {
        /// Stores that a PDF was handed out. Storing the same file again changes nothing.
        async fn keep_pdf(&self, organization: OrganizationId, pdf: &HandedOutPdf) -> Result<(), StoreError>;

        /// The PDFs of an invoice that were handed out, the earliest first.
        async fn handed_out_pdfs(
            &self, organization: OrganizationId, invoice: InvoiceId
        ) -> Result<Vec<HandedOutPdf>, StoreError>;

        /// The organizations that handed out a file with this SHA-256, of all organizations: for the operator.
        async fn who_handed_out(
            &self, sha256: &[u8; 32]
        ) -> Result<Vec<(OrganizationId, HandedOutPdf)>, StoreError>;
    }
}
