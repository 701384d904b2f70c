use crate::{context::Context, ports::Ports};
use invoicing::{
    InvoiceId,
    files::{HandedOutPdf, PdfLog},
};
use persistence::StoreError;

/// What is known of a PDF that was made.
#[derive(Debug, Clone, Copy)]
pub struct MadePdf<'a> {
    /// Of which invoice.
    pub invoice: InvoiceId,
    /// Of its bytes.
    pub sha256: [u8; 32],
    /// Their number.
    pub size: u64,
    /// What made it, with its version.
    pub renderer: &'a str,
    /// Its language, as ISO 639-1 has it.
    pub language: &'a str,
}

/// Keeps that a PDF is handed out, before it is: so that the organization can prove later that a file is
/// the one that its customer got.
///
/// # Errors
/// Storage; the PDF is not to be handed out then.
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
