//! Writing a format.

use crate::{Opened, XmlFormat};
use cii_builder::{CiiError, Context};
use cii_to_ubl::{Target, convert_for};
use invoicing::Document;
use peppol_connector::repair::{Finding, Severity};
use ubl_builder::{Options, Profile, build, build_by};
use xml::{Parsed, Unreadable};

/// Something that the format has no place for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// Where it stands in what was read, or in the CII that it is carried over by.
    pub path: String,
    /// What stands there, cut where it is long.
    pub value: String,
}

impl From<cii_to_ubl::Loss> for Loss {
    fn from(cii_to_ubl::Loss { path, value, .. }: cii_to_ubl::Loss) -> Self {
        Self { path, value }
    }
}

impl From<cii_builder::Loss> for Loss {
    fn from(cii_builder::Loss { path, value }: cii_builder::Loss) -> Self {
        Self { path, value }
    }
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
    let losses = made.losses.into_iter().map(Loss::from).collect();
    if format.context().is_some() {
        return Ok(Written { xml: made.xml.into_bytes(), losses });
    }
    let again = convert_for(&Parsed::read(made.xml.as_bytes())?, Target::En16931)?;
    let of_second_half = again.losses.into_iter().map(Loss::from).collect();
    Ok(Written { xml: again.ubl, losses: [losses, of_second_half].concat() })
}

/// A file that was opened, in a format. CII by EN 16931 stays as it is; other CII is written by the terms of EN 16931, so that
/// it keeps its rules under its name.
///
/// # Errors
/// [`FormatError`].
pub fn of_file(file: &Opened, format: XmlFormat) -> Result<Written, FormatError> {
    if format == XmlFormat::Cii && file.is_plain_cii() {
        return Ok(Written { xml: file.xml.clone(), losses: Vec::new() });
    }
    carried_over(file, format)
}

/// A file in a format by way of its UBL, with what either way loses.
pub(crate) fn carried_over(file: &Opened, format: XmlFormat) -> Result<Written, FormatError> {
    let made = of_ubl(&file.ubl, format)?;
    Ok(Written { losses: [&*file.losses, &*made.losses].concat(), ..made })
}

impl FormatError {
    /// What of the document is in the way; `None` where it cannot be read.
    #[must_use]
    pub fn finding(&self) -> Option<Finding> {
        let Self::Cii(CiiError::OtherCurrency(found)) = self else { return None };
        Some(Finding {
            field: found.path.clone(),
            code: "AMOUNT_OTHER_CURRENCY".to_owned(),
            message: self.to_string(),
            severity: Severity::Error,
            rules: None,
        })
    }
}
