//! Writing a format.

use crate::XmlFormat;
use cii_builder::{CiiError, Context};
use factur_x::Level;
use invoicing::Document;
use ubl_builder::{Options, Profile, build, build_by};
use xml::{Parsed, Unreadable, white_space::trimmed};

/// Something that the format has no place for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// Where it stands in what was read.
    pub path: String,
    /// What stands there, cut where it is long.
    pub value: String,
}

/// A document in a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The XML in UTF-8.
    pub xml: Vec<u8>,
    /// What of the original is not in it; nothing of an invoice of ours.
    pub losses: Vec<Loss>,
}

/// Why a document cannot be written in a format.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// It is no UBL invoice, or larger than what may be read.
    #[error(transparent)]
    Cii(#[from] CiiError),
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// What was written as CII is none: a fault of ours.
    #[error(transparent)]
    NotCii(#[from] cii_to_ubl::NotCii),
}

/// An invoice of ours in a format.
///
/// # Errors
/// [`FormatError`] for one that is larger than what may be read.
pub fn of_document(
    document: &Document,
    options: &Options<'_>,
    format: XmlFormat,
) -> Result<Written, FormatError> {
    let xml = match (format, format.context()) {
        (_, Some(context)) => cii_builder::build(document, options, context)?.xml,
        (XmlFormat::XrechnungUbl, _) => build_by(document, options, &Profile::XRECHNUNG).xml,
        _ => build(document, options).xml,
    };
    Ok(Written { xml: xml.into_bytes(), losses: Vec::new() })
}

/// A UBL document that others wrote, in a format. As XRechnung in UBL it is written anew, by the terms of EN 16931.
///
/// # Errors
/// [`FormatError`].
pub fn of_ubl(ubl: &[u8], format: XmlFormat) -> Result<Written, FormatError> {
    if format == XmlFormat::Ubl {
        return Ok(Written { xml: ubl.to_vec(), losses: Vec::new() });
    }
    let context = format.context().unwrap_or(&Context::XRECHNUNG);
    let made = cii_builder::of_ubl(&Parsed::read(ubl)?, Some(context))?;
    let losses = made.losses.into_iter();
    let losses = losses.map(|cii_builder::Loss { path, value }| Loss { path, value }).collect();
    let xml = match format.context() {
        Some(_) => made.xml.into_bytes(),
        None => cii_to_ubl::convert(&Parsed::read(made.xml.as_bytes())?)?.ubl,
    };
    Ok(Written { xml, losses })
}

/// The profile of the hybrid PDF of an invoice: XRechnung for a German buyer, who takes no other.
#[must_use]
pub fn profile(document: &Document) -> Level {
    profile_for(document.buyer.country())
}

/// The profile of the hybrid PDF of a UBL document that others wrote.
///
/// # Errors
/// [`Unreadable`].
pub fn profile_of_ubl(ubl: &[u8]) -> Result<Level, Unreadable> {
    let country =
        ["AccountingCustomerParty", "Party", "PostalAddress", "Country", "IdentificationCode"];
    Ok(profile_for(Parsed::read(ubl)?.text_at(&country).as_deref().map(trimmed)))
}

/// The profile for a buyer of a country, ISO 3166-1.
fn profile_for(country: Option<&str>) -> Level {
    if country == Some("DE") { Level::Xrechnung } else { Level::En16931 }
}
