#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod conversion;
mod delivery;
mod document;
mod document_kind;
mod item;
mod ledger;
mod lines;
mod loss;
mod notes;
mod parties;
mod parts;
mod payment;
mod period;
mod price;
mod references;
mod target;
mod taxes;
mod totals;
mod tree;
mod value;
mod walk;

use xml::{Parsed, Sources};

pub use loss::{Loss, LossKind, MOST_LOSSES};
pub use target::Target;

/// A document in UBL, and what of the original is not in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Converted {
    /// A UBL Invoice or CreditNote in UTF-8, with the prefixes `cac` and `cbc`.
    pub ubl: Vec<u8>,
    /// What the UBL does not say, in the order of the original; at most [`MOST_LOSSES`], of which
    /// the last then counts the rest.
    pub losses: Vec<Loss>,
    /// Where in the original the elements of the UBL come from.
    pub sources: Sources,
}

/// The document is another one: UBL, ZUGFeRD 1.0, an order.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the root element is {found}; expected a CII CrossIndustryInvoice (D16B, version 100)")]
pub struct NotCii {
    /// The root, with its namespace in braces, cut where it is long.
    pub found: String,
}

/// Converts a CII D16B document for Peppol: [`convert_for`] with [`Target::Peppol`].
///
/// # Errors
/// [`NotCii`].
pub fn convert(cii: &Parsed<'_>) -> Result<Converted, NotCii> {
    convert_for(cii, Target::Peppol)
}

/// Converts a CII D16B document by the bindings of EN 16931-3-2 (UBL) and EN 16931-3-3 (CII).
///
/// Nothing is checked: an invalid document gives an invalid one, which the rules of UBL find. Nothing
/// is calculated: amounts stand as they stood. The specification and process identifiers (BT-24,
/// BT-23) are carried, too, unless the target is a specification.
///
/// # Errors
/// [`NotCii`].
pub fn convert_for(cii: &Parsed<'_>, target: Target) -> Result<Converted, NotCii> {
    let root = cii.root();
    if !tree::is(root, tree::RSM, "CrossIndustryInvoice") {
        return Err(NotCii { found: tree::described(root) });
    }
    let (ubl, ledger, sources) = document::converted(root, &target);
    Ok(Converted { ubl: ubl.into_bytes(), losses: walk::losses(root, &ledger), sources })
}
