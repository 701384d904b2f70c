//! PDFs that were handed out: what tells one of ours from any other file, years later.

use crate::InvoiceId;
use access::{OrganizationId, Tier};
use persistence::{StoreError, port};
use time::OffsetDateTime;

/// A PDF as it was handed out. Its bytes are not kept: the invoice is, and this renderer makes the same
/// bytes of it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandedOutPdf {
    pub invoice: InvoiceId,
    /// The SHA-256 of the bytes.
    pub sha256: [u8; 32],
    /// Their number.
    pub size: u64,
    /// What made it, with its version.
    pub renderer: String,
    /// Its language, as ISO 639-1 has it.
    pub language: String,
    /// Of the key that it was made for: the UBL in it is that of this tier.
    pub tier: Tier,
    /// When it was handed out first.
    pub at: OffsetDateTime,
}

port! {
    /// The log of the PDFs that were handed out.
    pub trait PdfLog: Send + Sync {
        /// Keeps that a PDF was handed out. The same file again changes nothing.
        async fn keep_pdf(&self, organization: OrganizationId, pdf: &HandedOutPdf) -> Result<(), StoreError>;

        /// The PDFs of an invoice that were handed out, the first first.
        async fn handed_out_pdfs(
            &self, organization: OrganizationId, invoice: InvoiceId
        ) -> Result<Vec<HandedOutPdf>, StoreError>;

        /// Who handed out a file with this SHA-256, of all organizations: for the operator.
        async fn who_handed_out(
            &self, sha256: &[u8; 32]
        ) -> Result<Vec<(OrganizationId, HandedOutPdf)>, StoreError>;
    }
}
