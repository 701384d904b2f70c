//! The PDF of an invoice, set on a thread of the pool.

use crate::{
    http::{Part, Timing},
    wiring::App,
};
use actix_web::web;
use invoice_pdf::{EmbeddedUbl, Language, PdfError};
use invoicing::{Invoice, InvoiceStore};
use persistence::StoreError;
use use_cases::{Context, ubl_preview};
use uuid::Uuid;

/// A file to hand out.
pub struct PdfFile {
    /// The invoice number with its extension.
    pub name: String,
    /// The content.
    pub bytes: Vec<u8>,
}

/// Why there is no file.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// No such invoice, or no storage.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The page could not be made.
    #[error(transparent)]
    Pdf(#[from] PdfError),
    /// The rendering thread was lost.
    #[error("rendering was interrupted")]
    Interrupted,
}

/// The PDF of an invoice with its UBL inside, made on demand: same invoice, same bytes.
///
/// # Errors
/// See [`RenderError`].
pub async fn render_pdf(
    context: Context<'_, App>,
    id: Uuid,
    language: Language,
    timing: &Timing,
) -> Result<PdfFile, RenderError> {
    let invoice = context.ports.store.invoice(context.organization, id).await?;
    let name = invoice.document.number.clone();
    let ubl = ubl_preview(&context, &invoice);
    let rendering = web::block(move || pdf(&invoice, ubl, language));
    let bytes =
        timing.wait(Part::Render, rendering).await.map_err(|_| RenderError::Interrupted)??;
    Ok(PdfFile { name: format!("{name}.pdf"), bytes })
}

fn pdf(invoice: &Invoice, ubl: String, language: Language) -> Result<Vec<u8>, PdfError> {
    let mut page = crate::page::invoice_page(invoice, language);
    let file_name = format!("{}.xml", invoice.document.number);
    page.ubl = Some(EmbeddedUbl { file_name, bytes: ubl.into_bytes() });
    Ok(invoice_pdf::render(&page)?.bytes)
}
