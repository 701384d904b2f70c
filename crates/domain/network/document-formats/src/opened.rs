//! Any file of an invoice, read: UBL, CII, or a PDF with one of them in it.

use cii_builder::Context;
use cii_to_ubl::{NotCii, Target};
use factur_x::{Doubt, Hybrid, HybridError, Level, is_pdf};
use peppol_connector::documents::{OtherDocument, read_facts};
use peppol_connector::{identifiers::Root, repair::Finding};
use xml::{Parsed, Unreadable, white_space::trimmed};

use crate::{
    draft::{Draft, as_ubl},
    lacking::misshapen,
};

/// The XML of a file.
#[derive(Debug, Clone)]
pub struct Unpacked {
    /// The XML as it is in the file, or the file.
    pub xml: Vec<u8>,
    /// In what the pages and the XML of a hybrid file disagree.
    pub doubts: Vec<Doubt>,
}

/// The XML of a file: of a PDF the invoice that is embedded in it.
///
/// # Errors
/// [`HybridError`] of a PDF without an invoice, or one that may not be read.
pub fn unpacked(file: Vec<u8>) -> Result<Unpacked, HybridError> {
    if !is_pdf(&file) {
        return Ok(Unpacked { xml: file, doubts: Vec::new() });
    }
    let hybrid: Hybrid = factur_x::read(&file)?;
    let doubts = hybrid.doubts();
    Ok(Unpacked { xml: hybrid.xml, doubts })
}

/// A document that was opened.
#[derive(Debug, Clone)]
pub struct Opened<'t, 'i> {
    /// The document.
    pub(crate) given: &'t Parsed<'i>,
    /// It as UBL, if it is CII.
    pub(crate) converted: Option<Draft>,
    /// In what CII that came has not its schema's shape.
    pub misshapen: Vec<Finding>,
}

impl Opened<'_, '_> {
    /// Whether it is CII.
    #[must_use]
    pub const fn is_cii(&self) -> bool {
        self.converted.is_some()
    }

    /// Does something with the document as UBL: as it is, or converted and parsed.
    ///
    /// # Errors
    /// [`Unreadable`] when what was converted is larger than what may be read.
    pub fn with_ubl<T>(&self, then: impl FnOnce(&Parsed<'_>) -> T) -> Result<T, Unreadable> {
        Ok(match &self.converted {
            Some(draft) => then(&Parsed::read(&draft.xml)?),
            None => then(self.given),
        })
    }

    /// Whether it is CII by EN 16931 and by nothing that asks for less or for more.
    pub(crate) fn is_plain_cii(&self) -> bool {
        let guideline = self.given.text_at(&GUIDELINE);
        self.is_cii() && guideline.is_some_and(|name| trimmed(&name) == Context::EN16931.guideline)
    }
}

/// Why there is no invoice in a file.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A PDF without an invoice, or one that may not be read.
    #[error(transparent)]
    Pdf(#[from] HybridError),
    /// Another document than an invoice.
    #[error(transparent)]
    Other(#[from] OtherDocument),
    /// Another document in CII.
    #[error(transparent)]
    NotCii(#[from] NotCii),
}

/// Opens a document. An invalid one is opened as well: what it lacks a format says, and of CII its shape.
///
/// # Errors
/// [`OpenError`].
pub fn opened<'t, 'i>(given: &'t Parsed<'i>) -> Result<Opened<'t, 'i>, OpenError> {
    if let Some(level) = below_en16931(given) {
        return Err(HybridError::NoInvoiceProfile { level }.into());
    }
    if read_facts(given)?.root != Root::CiiInvoice {
        return Ok(Opened { given, converted: None, misshapen: Vec::new() });
    }
    // for whom it is, is not known here: what Peppol has no room for stays
    let converted = Some(as_ubl(given, Target::En16931)?);
    Ok(Opened { given, converted, misshapen: misshapen(given) })
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
