use crate::{context::Context, ports::Ports};
use invoicing::{
    InvoiceId,
    files::{HandedOutPdf, PdfLog},
};
use persistence::StoreError;

/// Metadata of a PDF that was rendered.
#[derive(Debug, Clone, Copy)]
pub struct MadePdf<'a> {
    /// The invoice that it shows.
    pub invoice: InvoiceId,
    /// SHA-256 of its bytes.
    pub sha256: [u8; 32],
    /// Size in bytes.
    pub size: u64,
    /// The renderer's name and version.
    pub renderer: &'a str,
    /// The language as an ISO 639-1 code.
    pub language: &'a str,
}

/// Records the hash of a PDF before it is handed out, so that the organization can prove later that a file is the one
/// that its customer got.
///
/// # Errors
/// Storage failures; the PDF must not be handed out then.
pub async fn hand_out_pdf<P: Ports>(
    context: &Context<'_, P>,
    pdf: MadePdf<'_>,
) -> Result<(), StoreError> {
    let MadePdf { invoice, sha256, size, renderer, language } = pdf;
    let (renderer, language) = (renderer.to_owned(), language.to_owned());
    let (tier, at) = (context.tier, context.now());
    let kept = HandedOutPdf { invoice, sha256, size, renderer, language, tier, at };
    context.database().keep_pdf(context.organization, &kept).await
}
