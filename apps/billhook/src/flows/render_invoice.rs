use crate::http::{Part, Timing};
use access::{OrganizationId, Tier};
use actix_web::web;
use invoice_pdf::{EmbeddedUbl, Language, PdfError};
use invoicing::{Invoice, InvoiceStore};
use peppol_connector::{RecordedInvoiceId, State, SubmissionLists};
use persistence::StoreError;
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

/// Where the UBL of an invoice comes from (`X-Service-Ubl-Source`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UblSource {
    /// What was handed to the network, byte for byte.
    Archive,
    /// What would be sent now, without attachments.
    Preview,
}

/// The UBL of an invoice: what was handed to the network, else a preview. Also of a document that
/// was sent in and recorded.
///
/// # Errors
/// See [`RenderError`].
pub async fn archived_or_preview(
    store: &(impl InvoiceStore + SubmissionLists),
    organization: OrganizationId,
    id: Uuid,
    tier: Tier,
    timing: &Timing,
) -> Result<(RenderedFile, UblSource), RenderError> {
    let latest = store.latest_submission(organization, RecordedInvoiceId(id));
    let latest = timing.wait(Part::Db, latest).await?;
    let handed_over = |state| matches!(state, State::Sending | State::Sent | State::Delivered);
    match latest {
        // a recorded document has no preview: its newest bytes are it, whatever became of them
        Some(record)
            if !record.submission.native || handed_over(record.submission.progress.state) =>
        {
            let bytes = store.submission_bytes(organization, record.submission.id);
            let bytes = timing.wait(Part::Db, bytes).await?.sent.to_vec();
            let name = format!("{}.xml", record.submission.number);
            Ok((RenderedFile { name, bytes }, UblSource::Archive))
        }
        _ => {
            let file = render_xml(store, organization, id, tier, timing).await?;
            Ok((file, UblSource::Preview))
        }
    }
}

/// The UBL of an invoice as it would be sent now, without its attachments: a preview.
///
/// # Errors
/// See [`RenderError`].
async fn render_xml(
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
