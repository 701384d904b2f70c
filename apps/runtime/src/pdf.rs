//! The PDF of an invoice: loads its parts, renders it, and records that it was handed out.

pub use crate::render_error::RenderError;
use crate::{
    Part, Timing, page::invoice_page, recorded_page::recorded_page, secrets::sha256, wiring::App,
};
use bytes::Bytes;
use document_formats::{Loss, PdfFormat};
use invoice_pdf::{EmbeddedXml, InvoicePage, Language, Level};
use invoicing::{
    AnyInvoice, InvoiceFilter, InvoiceId, InvoiceStore, References,
    recording::{AnyDocument, Origin},
    records::LogoStore,
};
use persistence::StoreError;
use std::sync::{Arc, LazyLock};
use use_cases::{
    Context,
    invoicing::{
        details::{InvoiceDetails, invoice_details},
        formats::{FormattedFile, hybrid_of},
        hand_out_pdf::{MadePdf, hand_out_pdf},
        ubl::{UblFile, UblSource, ubl_of},
    },
};

/// A PDF to hand out.
pub struct PdfFile {
    /// The invoice number with its extension.
    pub name: String,
    /// The content.
    pub bytes: Bytes,
    /// Where the embedded XML comes from.
    pub source: UblSource,
    /// What of a document of another system the embedded XML has no place for.
    pub losses: Vec<Loss>,
}

/// The PDF of an invoice with its XML inside; the same invoice gives the same bytes. A cached PDF is handed out again.
/// Waits for a turn before anything is loaded, so that refused callers cost nothing.
///
/// # Errors
/// See [`RenderError`].
pub async fn render_pdf(
    context: Context<'_, App>,
    id: InvoiceId,
    (language, format): (Language, PdfFormat),
    timing: &Timing,
) -> Result<PdfFile, RenderError> {
    let turn = timing.wait(Part::Render, context.ports.pdfs.turn()).await?;
    let Making { name, source, losses, make } = prepare(&context, id, language, format).await?;
    let bytes = timing.wait(Part::Render, turn.make(make)).await?;
    keep(&context, id, language, &bytes).await?;
    Ok(PdfFile { name, bytes, source, losses })
}

/// A sample: the newest invoice as it would look if it were issued now, with the current logo and colour. It embeds no
/// XML, and nothing is stored.
///
/// # Errors
/// [`StoreError::NotFound`] inside [`RenderError`] when no invoice was issued yet; see [`RenderError`].
pub async fn render_sample(
    context: Context<'_, App>,
    language: Language,
    timing: &Timing,
) -> Result<Bytes, RenderError> {
    let turn = timing.wait(Part::Render, context.ports.pdfs.turn()).await?;
    let (store, owner) = (&context.ports.store, context.organization);
    let filter = InvoiceFilter { origin: Some(Origin::Native), ..InvoiceFilter::default() };
    let newest = store.invoices(owner, &filter, None, 1).await?.rows.pop();
    let newest = newest.ok_or(StoreError::NotFound)?;
    let mut details = invoice_details(&context, newest.id).await?;
    let records = store.issuing_records(owner, &References::default()).await?;
    if let AnyDocument::Issued(document) = &mut details.invoice.document {
        document.branding = records.organization.branding;
    }
    let logo = logo(&context, &details.invoice).await?;
    let pdfs = Arc::clone(&context.ports.pdfs);
    let make = move || {
        let page = page(&details, language).ok_or(RenderError::Unreadable)?;
        pdfs.made(InvoicePage { logo, ..page })
    };
    timing.wait(Part::Render, turn.make(make)).await
}

/// The same as [`render_pdf`] for background work, without timing.
///
/// # Errors
/// See [`RenderError`].
pub(crate) async fn render_untimed(
    context: Context<'_, App>,
    id: InvoiceId,
    (language, format): (Language, PdfFormat),
) -> Result<PdfFile, RenderError> {
    let turn = context.ports.pdfs.turn().await?;
    let Making { name, source, losses, make } = prepare(&context, id, language, format).await?;
    let bytes = turn.make(make).await?;
    keep(&context, id, language, &bytes).await?;
    Ok(PdfFile { name, bytes, source, losses })
}

/// The parts of a PDF that is to be rendered.
struct Making {
    name: String,
    source: UblSource,
    losses: Vec<Loss>,
    make: Box<dyn FnOnce() -> Result<Bytes, RenderError> + Send>,
}

async fn prepare(
    context: &Context<'_, App>,
    id: InvoiceId,
    language: Language,
    format: PdfFormat,
) -> Result<Making, RenderError> {
    let details = invoice_details(context, id).await?;
    let (xml, losses, profile) = match format {
        PdfFormat::Ubl => (ubl_of(context, &details.invoice).await?, Vec::new(), None),
        PdfFormat::FacturX => {
            let (made, profile) = hybrid_of(context, &details.invoice).await?;
            let FormattedFile { file, losses } = made;
            (file, losses, Some(profile))
        }
    };
    let logo = logo(context, &details.invoice).await?;
    let (name, source) = (format!("{}.pdf", xml.number), xml.source);
    let pdfs = Arc::clone(&context.ports.pdfs);
    let make = Box::new(move || {
        let page = whole_page(&details, logo, (xml, profile), language);
        let page = page.ok_or(RenderError::Unreadable);
        page.and_then(|page| pdfs.made(page))
    });
    Ok(Making { name, source, losses, make })
}

/// Records that the file was handed out.
async fn keep(
    context: &Context<'_, App>,
    invoice: InvoiceId,
    language: Language,
    bytes: &[u8],
) -> Result<(), StoreError> {
    let made = MadePdf {
        invoice,
        sha256: sha256(bytes),
        size: bytes.len() as u64,
        renderer: &RENDERER,
        language: language.code(),
    };
    hand_out_pdf(context, made).await
}

/// The name and version of the PDF renderer.
static RENDERER: LazyLock<String> = LazyLock::new(invoice_pdf::renderer);

/// Loads the logo that the invoice was issued with.
async fn logo(
    context: &Context<'_, App>,
    invoice: &AnyInvoice,
) -> Result<Option<Vec<u8>>, StoreError> {
    let AnyDocument::Issued(document) = &invoice.document else { return Ok(None) };
    let Some(sha256) = &document.branding.logo else { return Ok(None) };
    match context.ports.store.logo(invoice.organization, sha256).await {
        Ok(logo) => Ok(Some(logo.content)),
        // the logo was replaced while the invoice was being issued
        Err(StoreError::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The page with its logo and embedded XML, which has the name of its profile in a hybrid invoice.
fn whole_page(
    details: &InvoiceDetails,
    logo: Option<Vec<u8>>,
    (xml, profile): (UblFile, Option<Level>),
    language: Language,
) -> Option<InvoicePage> {
    let own_name = || format!("{}.xml", xml.number);
    let file_name = profile.map_or_else(own_name, |profile| profile.file_name().to_owned());
    let xml = Some(EmbeddedXml { file_name, profile, bytes: xml.bytes });
    Some(InvoicePage { logo, xml, ..page(details, language)? })
}

/// The page of an invoice; `None` for a document that cannot be shown as one.
#[must_use]
pub fn page(
    InvoiceDetails { invoice, content }: &InvoiceDetails,
    language: Language,
) -> Option<InvoicePage> {
    match &invoice.document {
        AnyDocument::Issued(document) => Some(invoice_page(invoice, document, language)),
        AnyDocument::Recorded(_) => {
            let content = content.as_ref().filter(|content| content.left_out == 0)?;
            recorded_page(invoice, content, language)
        }
    }
}
