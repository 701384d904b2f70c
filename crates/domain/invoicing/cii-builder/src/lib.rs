#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod agreement;
mod charges;
mod context;
mod conversion;
mod day;
mod delivery;
mod header;
mod lines;
mod loss;
mod parties;
mod payment;
mod references;
mod settlement;
mod totals;
mod tree;

pub use context::Context;
pub use loss::{Loss, MOST_LOSSES, OtherCurrency};

use conversion::Conversion;
use invoicing::Document;
use std::ops::Range;
use ubl_builder::{Options, Profile};
use xml::{Parsed, Sources, Unreadable};

/// A document in CII, and what of the UBL it is made of is not in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cii {
    /// The text, in UTF-8 with an XML declaration.
    pub xml: String,
    /// What the UBL says and EN 16931 has no term for; nothing of a document of ours.
    pub losses: Vec<Loss>,
    /// Where in the UBL the elements of the CII come from.
    pub sources: Sources,
    /// The bytes of the text that name the specification.
    context: Range<usize>,
}

impl Cii {
    /// The same document by another specification: BT-24 and, where the UBL names none, BT-23 are all that differs. `ubl` is
    /// what it was written of.
    #[must_use]
    pub fn by(self, ubl: &Parsed<'_>, context: &Context) -> Cii {
        let mut c = Conversion::new(ubl.root());
        header::context(&mut c, ubl.root(), Some(context));
        let (mut xml, mut sources) = c.begun();
        let (old, new) = (self.context.end, xml.len());
        for (at, place) in self.sources.iter().filter(|(at, _)| *at >= old) {
            sources.note(at - old + new, place.clone());
        }
        xml.push_str(self.xml.get(old..).unwrap_or_default());
        Cii { xml, losses: self.losses, sources, context: self.context.start..new }
    }
}

/// Why there is no CII of a document.
#[derive(Debug, thiserror::Error)]
pub enum CiiError {
    /// Its root is neither that of an invoice nor that of a credit note.
    #[error("the document is no UBL Invoice or CreditNote")]
    NotUbl,
    /// An amount would change its currency.
    #[error(transparent)]
    OtherCurrency(#[from] OtherCurrency),
    /// The UBL of the document cannot be read again: it is larger than any document may be.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
}

/// Writes a document as CII by a specification. What differs between specifications is decided where the UBL is
/// written: of XRechnung the buyer reference and the contact, among others.
///
/// # Errors
/// [`CiiError::Unreadable`] for a document that is larger than what may be read.
pub fn build(
    document: &Document,
    options: &Options<'_>,
    context: &Context,
) -> Result<Cii, CiiError> {
    let is_german = context.guideline == Profile::XRECHNUNG.customization_id;
    let profile = if is_german { &Profile::XRECHNUNG } else { Profile::of(document) };
    let ubl = ubl_builder::build_by(document, options, profile);
    of_ubl(&Parsed::read(ubl.xml.as_bytes())?, Some(context))
}

/// Writes a UBL document as CII by the bindings of EN 16931-3-2 (UBL) and EN 16931-3-3 (CII), by a specification or
/// by its own. Nothing is checked and nothing calculated but a gross price that UBL says by its discount alone.
///
/// # Errors
/// [`CiiError::NotUbl`], [`CiiError::OtherCurrency`].
pub fn of_ubl(ubl: &Parsed<'_>, context: Option<&Context>) -> Result<Cii, CiiError> {
    let root = ubl.root();
    if !tree::is_invoice(root) {
        return Err(CiiError::NotUbl);
    }
    let mut c = Conversion::new(root);
    let start = c.length();
    header::context(&mut c, root, context);
    let context = start..c.length();
    header::document(&mut c, root);
    c.part("SupplyChainTradeTransaction", |c| {
        lines::write(c, root);
        agreement::write(c, root);
        delivery::write(c, root);
        settlement::write(c, root);
    });
    let (xml, losses, sources) = c.finish(root)?;
    Ok(Cii { xml, losses, sources, context })
}
