use crate::http::{Part, Timing};
use access::{OrganizationId, Tier};
use actix_web::web;
use invoice_pdf::{EmbeddedUbl, Language, PdfError};
use invoicing::{Invoice, InvoiceStore, StoreError};
use ubl_builder::Options;
use uuid::Uuid;

/// A file to hand out.
pub struct RenderedFile {
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
    store: &impl InvoiceStore,
    organization: OrganizationId,
    id: Uuid,
    tier: Tier,
    language: Language,
    timing: &Timing,
) -> Result<RenderedFile, RenderError> {
    let invoice = timing.wait(Part::Db, store.invoice(organization, id)).await?;
    let name = invoice.document.number.clone();
    let rendering = web::block(move || pdf(&invoice, tier, language));
    let bytes =
        timing.wait(Part::Render, rendering).await.map_err(|_| RenderError::Interrupted)??;
    Ok(RenderedFile { name: format!("{name}.pdf"), bytes })
}

fn pdf(invoice: &Invoice, tier: Tier, language: Language) -> Result<Vec<u8>, PdfError> {
    let mut page = crate::page::invoice_page(invoice, language);
    page.ubl = Some(EmbeddedUbl {
        file_name: format!("{}.xml", invoice.document.number),
        bytes: preview(invoice, tier).into_bytes(),
    });
    Ok(invoice_pdf::render(&page)?.bytes)
}

fn preview(invoice: &Invoice, network: Tier) -> String {
    ubl_builder::build(&invoice.document, &Options { network, attachments: &[] }).xml
}

/// The UBL of an invoice as it would be sent now, without its attachments: a preview.
///
/// # Errors
/// See [`RenderError`].
pub async fn render_xml(
    store: &impl InvoiceStore,
    organization: OrganizationId,
    id: Uuid,
    tier: Tier,
    timing: &Timing,
) -> Result<RenderedFile, RenderError> {
    let invoice = timing.wait(Part::Db, store.invoice(organization, id)).await?;
    let xml = timing.time(Part::Render, || preview(&invoice, tier));
    let name = format!("{}.xml", invoice.document.number);
    Ok(RenderedFile { name, bytes: xml.into_bytes() })
}
