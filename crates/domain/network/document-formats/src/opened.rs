//! Any file of an invoice, read: UBL, CII, or a PDF with one of them in it.

use cii_to_ubl::NotCii;
use factur_x::{Doubt, Hybrid, HybridError, Level, is_pdf};
use peppol_connector::documents::{OtherDocument, read_facts};
use peppol_connector::identifiers::Root;
use xml::{Parsed, Unreadable, white_space::trimmed};

use crate::Loss;

/// A file that was opened.
#[derive(Debug, Clone)]
pub struct Opened {
    /// The XML as it was in the file.
    pub xml: Vec<u8>,
    /// The same as UBL: as it was, or converted.
    pub ubl: Vec<u8>,
    /// Whether it was CII.
    pub was_cii: bool,
    /// What the UBL does not say of it.
    pub losses: Vec<Loss>,
    /// In what the pages and the XML of a hybrid file disagree.
    pub doubts: Vec<Doubt>,
}

/// Why there is no invoice in a file.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A PDF without an invoice, or one that may not be read.
    #[error(transparent)]
    Pdf(#[from] HybridError),
    /// XML that cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// Another document than an invoice.
    #[error(transparent)]
    Other(#[from] OtherDocument),
    /// Another document in CII.
    #[error(transparent)]
    NotCii(#[from] NotCii),
}

/// Opens a file. Nothing of it is judged: an invalid document is opened as well.
///
/// # Errors
/// [`OpenError`].
pub fn opened(bytes: &[u8]) -> Result<Opened, OpenError> {
    if is_pdf(bytes) {
        let hybrid: Hybrid = factur_x::read(bytes)?;
        let doubts = hybrid.doubts();
        return Ok(Opened { doubts, ..of_xml(hybrid.xml)? });
    }
    of_xml(bytes.to_vec())
}

fn of_xml(xml: Vec<u8>) -> Result<Opened, OpenError> {
    let document = Parsed::read(&xml)?;
    if let Some(level) = below_en16931(&document) {
        return Err(HybridError::NoInvoiceProfile { level }.into());
    }
    let was_cii = read_facts(&document)?.root == Root::CiiInvoice;
    let (ubl, losses) = match was_cii {
        false => (None, Vec::new()),
        true => {
            let converted = cii_to_ubl::convert(&document)?;
            let losses = converted.losses.into_iter();
            let losses = losses.map(|loss| Loss { path: loss.path, value: loss.value });
            (Some(converted.ubl), losses.collect())
        }
    };
    drop(document);
    let ubl = ubl.unwrap_or_else(|| xml.clone());
    Ok(Opened { xml, ubl, was_cii, losses, doubts: Vec::new() })
}

/// The profile of a CII document that is no invoice by EN 16931: MINIMUM or BASIC WL.
#[must_use]
pub fn below_en16931(document: &Parsed<'_>) -> Option<Level> {
    let id = ["ExchangedDocumentContext", "GuidelineSpecifiedDocumentContextParameter", "ID"];
    let guideline = document.text_at(&id)?;
    Level::of_guideline(trimmed(&guideline)).filter(|level| !level.is_invoice())
}
