//! Any file of an invoice, read: UBL, CII, or a PDF with one of them in it.

use cii_builder::Context;
use cii_to_ubl::{NotCii, Target, convert_for};
use factur_x::{Doubt, Hybrid, HybridError, Level, is_pdf};
use peppol_connector::documents::{OtherDocument, read_facts};
use peppol_connector::{identifiers::Root, repair::Finding};
use xml::{Parsed, Unreadable, white_space::trimmed};

use crate::{Loss, lacking::misshapen};

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
    /// In what CII that came has not its schema's shape.
    pub misshapen: Vec<Finding>,
    /// In what the pages and the XML of a hybrid file disagree.
    pub doubts: Vec<Doubt>,
}

impl Opened {
    /// Whether it is CII by EN 16931 and by nothing that asks for less or for more.
    pub(crate) fn is_plain_cii(&self) -> bool {
        let guideline = Parsed::read(&self.xml).ok().and_then(|document| {
            document.text_at(&GUIDELINE).map(|guideline| trimmed(&guideline).to_owned())
        });
        self.was_cii && guideline.as_deref() == Some(Context::EN16931.guideline)
    }
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

/// Opens a file. An invalid document is opened as well: what it lacks a format says, and of CII its shape.
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
            // for whom it is, is not known here: what Peppol has no room for stays
            let converted = convert_for(&document, Target::En16931)?;
            let losses = converted.losses.into_iter().map(Loss::from);
            (Some(converted.ubl), losses.collect())
        }
    };
    let misshapen = if was_cii { misshapen(&document) } else { Vec::new() };
    drop(document);
    let ubl = ubl.unwrap_or_else(|| xml.clone());
    Ok(Opened { xml, ubl, was_cii, losses, misshapen, doubts: Vec::new() })
}

/// Where CII names its specification (BT-24).
const GUIDELINE: [&str; 3] =
    ["ExchangedDocumentContext", "GuidelineSpecifiedDocumentContextParameter", "ID"];

/// The profile of a CII document that is no invoice by EN 16931: MINIMUM or BASIC WL.
#[must_use]
pub fn below_en16931(document: &Parsed<'_>) -> Option<Level> {
    let guideline = document.text_at(&GUIDELINE)?;
    Level::of_guideline(trimmed(&guideline)).filter(|level| !level.is_invoice())
}
