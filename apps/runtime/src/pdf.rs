//! The PDF of an invoice, set on a thread of the pool.

use crate::{
    Part, Timing,
    gate::{Busy, Gate, Pass},
    page::invoice_page,
    pdf_cache::{PdfCache, PdfKey},
    recorded_page::recorded_page,
    secrets::sha256,
    wiring::App,
};
use bytes::Bytes;
use invoice_pdf::{EmbeddedUbl, InvoicePage, Language, PdfError};
use invoicing::{
    AnyDocument, AnyInvoice, InvoiceFilter, InvoiceId, InvoiceStore, LogoStore, Origin, References,
};
use persistence::StoreError;
use std::{
    sync::{Arc, LazyLock, Mutex, PoisonError},
    thread::available_parallelism,
};
use use_cases::{
    Context, DetailsError, InvoiceDetails, MadePdf, UblError, UblFile, UblSource, hand_out_pdf,
    invoice_details, ubl_of,
};

/// PDFs that may wait until one of those that are being made is ready.
const WAITING: u32 = 64;

/// Bytes of PDFs that are kept.
const KEPT_BYTES: usize = 32 * 1024 * 1024;

/// Lines of a page beyond which its PDF is made when no other such one is: it takes about 100 MB.
const LONG: usize = 200;

/// What makes PDFs: one on each core at once.
#[derive(Debug)]
pub struct Pdfs {
    gate: Gate,
    cache: PdfCache,
    long: Mutex<()>,
}

impl Default for Pdfs {
    fn default() -> Self {
        let cores =
            available_parallelism().map_or(1, |cores| u32::try_from(cores.get()).unwrap_or(1));
        Self {
            gate: Gate::new(cores, WAITING),
            cache: PdfCache::new(KEPT_BYTES),
            long: Mutex::default(),
        }
    }
}

/// A file to hand out.
pub struct PdfFile {
    /// The invoice number with its extension.
    pub name: String,
    /// The content.
    pub bytes: Bytes,
    /// Where the UBL inside comes from.
    pub source: UblSource,
}

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

/// The PDF of an invoice with its UBL inside: same invoice, same bytes. One that was made before is handed
/// out again. It waits for its turn before anything is loaded, so that those who are turned away cost
/// nothing.
///
/// # Errors
/// See [`RenderError`].
pub async fn render_pdf(
    context: Context<'_, App>,
    id: InvoiceId,
    language: Language,
    timing: &Timing,
) -> Result<PdfFile, RenderError> {
    let turn = timing.wait(Part::Render, context.ports.pdfs.turn()).await?;
    let Making { name, source, make } = prepare(&context, id, language).await?;
    let bytes = timing.wait(Part::Render, turn.make(make)).await?;
    keep(&context, id, language, &bytes).await?;
    Ok(PdfFile { name, bytes, source })
}

/// How the newest invoice would look if it were issued now, with the logo and the colour of today. It holds
/// no UBL, and nothing is kept.
///
/// # Errors
/// [`StoreError::NotFound`] within where nothing was issued yet; see [`RenderError`].
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

/// The same as [`render_pdf`] for work that nobody times.
///
/// # Errors
/// See [`RenderError`].
pub(crate) async fn render_untimed(
    context: Context<'_, App>,
    id: InvoiceId,
    language: Language,
) -> Result<PdfFile, RenderError> {
    let turn = context.ports.pdfs.turn().await?;
    let Making { name, source, make } = prepare(&context, id, language).await?;
    let bytes = turn.make(make).await?;
    keep(&context, id, language, &bytes).await?;
    Ok(PdfFile { name, bytes, source })
}

/// A PDF that is to be made.
struct Making {
    name: String,
    source: UblSource,
    make: Box<dyn FnOnce() -> Result<Bytes, RenderError> + Send>,
}

async fn prepare(
    context: &Context<'_, App>,
    id: InvoiceId,
    language: Language,
) -> Result<Making, RenderError> {
    let details = invoice_details(context, id).await?;
    let ubl = ubl_of(context, &details.invoice).await?;
    let logo = logo(context, &details.invoice).await?;
    let (name, source) = (format!("{}.pdf", ubl.number), ubl.source);
    let pdfs = Arc::clone(&context.ports.pdfs);
    let make = Box::new(move || {
        let page = whole_page(&details, logo, ubl, language).ok_or(RenderError::Unreadable);
        page.and_then(|page| pdfs.made(page))
    });
    Ok(Making { name, source, make })
}

/// Keeps that the file is handed out.
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

/// What makes the PDFs of this process.
static RENDERER: LazyLock<String> = LazyLock::new(invoice_pdf::renderer);

/// The logo that the invoice was issued with.
async fn logo(
    context: &Context<'_, App>,
    invoice: &AnyInvoice,
) -> Result<Option<Vec<u8>>, StoreError> {
    let AnyDocument::Issued(document) = &invoice.document else { return Ok(None) };
    let Some(sha256) = &document.branding.logo else { return Ok(None) };
    match context.ports.store.logo(invoice.organization, sha256).await {
        Ok(logo) => Ok(Some(logo.content)),
        // it was replaced just when the invoice was issued
        Err(StoreError::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The page with its logo, and the UBL inside.
fn whole_page(
    details: &InvoiceDetails,
    logo: Option<Vec<u8>>,
    ubl: UblFile,
    language: Language,
) -> Option<InvoicePage> {
    let file_name = format!("{}.xml", ubl.number);
    let ubl = Some(EmbeddedUbl { file_name, bytes: ubl.bytes });
    Some(InvoicePage { logo, ubl, ..page(details, language)? })
}

fn render(mut page: InvoicePage) -> Result<Bytes, PdfError> {
    let pdf = match invoice_pdf::render(&page) {
        // an invoice without its logo is better than none: of a JPEG not every pixel was looked at
        Err(error @ (PdfError::Logo(_) | PdfError::Typeset(_))) if page.logo.is_some() => {
            tracing::warn!(invoice.number = page.number, %error, "the logo cannot be printed");
            page.logo = None;
            invoice_pdf::render(&page)
        }
        pdf => pdf,
    };
    Ok(Bytes::from(pdf?.bytes))
}

/// The page of an invoice; none of a document that cannot be read as one.
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

/// A place among the PDFs that are being made.
pub(crate) struct Turn(Pass);

impl Turn {
    /// Makes one on a thread of the pool.
    ///
    /// # Errors
    /// Those of `make`, and [`RenderError::Interrupted`].
    pub(crate) async fn make<T: Send + 'static>(
        self,
        make: impl FnOnce() -> Result<T, RenderError> + Send + 'static,
    ) -> Result<T, RenderError> {
        let Self(pass) = self;
        let making = tokio::task::spawn_blocking(move || {
            let made = make();
            // not before: a caller that goes away does not stop the thread
            drop(pass);
            made
        });
        making.await.map_err(|_| RenderError::Interrupted)?
    }
}

impl Pdfs {
    /// Waits for a place.
    ///
    /// # Errors
    /// [`Busy`] when too many wait.
    pub(crate) async fn turn(&self) -> Result<Turn, Busy> {
        Ok(Turn(self.gate.enter(1).await?))
    }

    /// The PDF of a page: one that was made before, or a new one.
    fn made(&self, page: InvoicePage) -> Result<Bytes, RenderError> {
        let key = PdfKey::of(&page)?;
        if let Some(bytes) = self.cache.get(&key) {
            return Ok(bytes);
        }
        let is_long = page.lines.len() > LONG;
        let _alone = is_long.then(|| self.long.lock().unwrap_or_else(PoisonError::into_inner));
        // another may have made it while this one waited
        if let Some(bytes) = self.cache.get(&key) {
            return Ok(bytes);
        }
        let bytes = render(page)?;
        self.cache.put(key, &bytes);
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::build;

    fn a_page(lines: usize) -> InvoicePage {
        let draft = build::draft(build::organization().id);
        let issued = draft.issue("FA20260001").expect("an invoice").invoice;
        let document = issued.document.clone();
        let mut page = invoice_page(&issued.into(), &document, Language::default());
        page.lines = vec![page.lines[0].clone(); lines];
        page
    }

    #[tokio::test]
    async fn a_pdf_is_made_once() {
        if cfg!(not(feature = "pdf")) {
            return;
        }
        let pdfs = Pdfs::default();
        let first = pdfs.made(a_page(1)).expect("a PDF");
        let again = pdfs.made(a_page(1)).expect("a PDF");
        assert_eq!(first.as_ptr(), again.as_ptr(), "the same bytes, not a copy");
        let other = pdfs.made(a_page(2)).expect("a PDF");
        assert_ne!(first, other);
    }

    #[tokio::test]
    async fn so_many_wait_and_the_rest_are_turned_away() {
        let pdfs = Pdfs { gate: Gate::new(1, 0), ..Pdfs::default() };
        let pass = pdfs.gate.enter(1).await.expect("the first");
        assert!(pdfs.gate.enter(1).await.is_err());
        drop(pass);
        assert!(pdfs.gate.enter(1).await.is_ok());
    }
}
