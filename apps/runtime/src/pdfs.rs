//! Renders PDFs on threads of the pool, one on each core at a time, and caches them.

use crate::{
    gate::{Busy, Gate, Pass},
    pdf_cache::{PdfCache, PdfKey},
    render_error::RenderError,
};
use bytes::Bytes;
use invoice_pdf::{FontFolder, InvoicePage, PdfError, SetOffPage};
use std::{
    io,
    path::Path,
    sync::{Mutex, PoisonError},
    thread::available_parallelism,
};

/// The most PDFs that wait for a thread.
const WAITING: u32 = 64;

/// The size of the cache, in bytes.
const KEPT_BYTES: usize = 32 * 1024 * 1024;

/// The number of lines beyond which a PDF is rendered only when no other such one is: it takes about 100 MB.
const LONG: usize = 200;

/// Renders PDFs, one on each core at a time.
#[derive(Debug)]
pub struct Pdfs {
    gate: Gate,
    cache: PdfCache,
    long: Mutex<()>,
    fonts: FontFolder,
}

impl Default for Pdfs {
    fn default() -> Self {
        let cores =
            available_parallelism().map_or(1, |cores| u32::try_from(cores.get()).unwrap_or(1));
        Self {
            gate: Gate::new(cores, WAITING),
            cache: PdfCache::new(KEPT_BYTES),
            long: Mutex::default(),
            fonts: FontFolder::default(),
        }
    }
}

/// The permission to render one PDF.
pub(crate) struct Turn(Pass);

impl Turn {
    /// Renders a PDF on a thread of the pool.
    ///
    /// # Errors
    /// The errors of `make`, and [`RenderError::Interrupted`].
    pub(crate) async fn make<T: Send + 'static>(
        self,
        make: impl FnOnce() -> Result<T, RenderError> + Send + 'static,
    ) -> Result<T, RenderError> {
        let Self(pass) = self;
        let making = tokio::task::spawn_blocking(move || {
            let made = make();
            // the permission is dropped only here, because a caller that goes away does not stop the thread
            drop(pass);
            made
        });
        making.await.map_err(|_| RenderError::Interrupted)?
    }
}

impl Pdfs {
    /// With further fonts from a folder, if one is given.
    ///
    /// # Errors
    /// The errors of reading the folder.
    pub fn with_fonts(folder: Option<&Path>) -> io::Result<Self> {
        let Some(folder) = folder else { return Ok(Self::default()) };
        let (fonts, broken) = FontFolder::open(folder)?;
        for file in broken {
            tracing::warn!(file = %file.display(), "this file of BILLHOOK_FONTS holds no font");
        }
        tracing::info!(files = fonts.len(), "further fonts for PDFs");
        Ok(Self { fonts, ..Self::default() })
    }

    /// Waits for a turn.
    ///
    /// # Errors
    /// [`Busy`] when too many wait.
    pub(crate) async fn turn(&self) -> Result<Turn, Busy> {
        Ok(Turn(self.gate.enter(1).await?))
    }

    /// The PDF of a page, from the cache or rendered now.
    ///
    /// # Errors
    /// [`RenderError::Pdf`], [`RenderError::Key`].
    pub(crate) fn made(&self, page: InvoicePage) -> Result<Bytes, RenderError> {
        let key = PdfKey::of(&page)?;
        if let Some(bytes) = self.cache.get(&key) {
            return Ok(bytes);
        }
        let is_long = page.lines.len() > LONG;
        let _alone = is_long.then(|| self.long.lock().unwrap_or_else(PoisonError::into_inner));
        // another caller may have rendered it while this one waited
        if let Some(bytes) = self.cache.get(&key) {
            return Ok(bytes);
        }
        let bytes = render(page, &self.fonts)?;
        self.cache.put(key, &bytes);
        Ok(bytes)
    }

    /// The PDF of the agreement on the set-off `ident`.
    ///
    /// # Errors
    /// [`PdfError`].
    pub(crate) fn agreement(&self, page: &SetOffPage, ident: &str) -> Result<Bytes, PdfError> {
        let pdf = invoice_pdf::render_set_off(page, &self.fonts)?;
        warn_of_lacking(ident, &pdf.lacking);
        Ok(Bytes::from(pdf.bytes))
    }
}

fn render(mut page: InvoicePage, fonts: &FontFolder) -> Result<Bytes, PdfError> {
    let pdf = match invoice_pdf::render(&page, fonts) {
        // an invoice without its logo is better than none: not every pixel of a JPEG is checked when it is uploaded
        Err(error @ (PdfError::Logo(_) | PdfError::Typeset(_))) if page.logo.is_some() => {
            tracing::warn!(invoice.number = page.number, %error, "logo cannot be printed: the PDF is made without it");
            page.logo = None;
            invoice_pdf::render(&page, fonts)
        }
        pdf => pdf,
    };
    let pdf = pdf?;
    warn_of_lacking(&page.number, &pdf.lacking);
    Ok(Bytes::from(pdf.bytes))
}

/// Logs which characters of a document could not be printed; its page says only that there are some.
fn warn_of_lacking(document: &str, lacking: &[char]) {
    const MOST: usize = 20;
    if lacking.is_empty() {
        return;
    }
    let codes = lacking.iter().take(MOST).map(|c| format!("U+{:04X}", u32::from(*c)));
    let codes = codes.collect::<Vec<_>>().join(" ");
    tracing::warn!(
        document,
        lacking = lacking.len(),
        codes,
        "no font has some characters of a PDF"
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::invoice_page;
    use invoice_pdf::Language;
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
