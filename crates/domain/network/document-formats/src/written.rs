//! Writing a format.

use crate::{
    Opened, Origin, XmlFormat,
    draft::{Draft, as_cii, as_ubl},
    lacking::{Judged, lacking},
    trace::{Trace, path},
};
use cii_builder::{CiiError, Context};
use cii_to_ubl::Target;
use invoicing::Document;
use peppol_connector::repair::{Finding, Severity};
use ubl_builder::{Options, Profile, build, build_by};
use xml::{Parsed, Place, Sources, Unreadable};

/// Something that the format has no place for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// Where it stands in the document that was given, as findings say it.
    pub path: String,
    /// What stands there, cut where it is long.
    pub value: String,
}

impl Loss {
    /// What is lost of a document, at its places.
    pub(crate) fn all(given: &Parsed<'_>, lost: Vec<(Place, String)>) -> Vec<Loss> {
        let told = |(place, value)| Some(Loss { path: path(given, &place)?, value });
        lost.into_iter().filter_map(told).collect()
    }
}

/// A document in a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The XML in UTF-8.
    pub xml: Vec<u8>,
    /// What of the original is not in it; nothing of an invoice of ours.
    pub losses: Vec<Loss>,
    /// What the format asks for and the document lacks, each with the place where it is given: in the request of an invoice
    /// of ours, else in the document that was read. Empty when it may go out.
    pub findings: Vec<Finding>,
}

/// Why a document cannot be written in a format.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// It is no UBL invoice, or larger than what may be read.
    #[error(transparent)]
    Cii(CiiError),
    /// An amount would change its currency.
    #[error("{}", .0.message)]
    OtherCurrency(Box<Finding>),
    /// It cannot be read, or what was written of it is larger than what may be read.
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
    let xml = xml_of_document(document, options, format)?;
    let origin = Origin::of(document);
    let findings = lacking(&Judged { document: &Parsed::read(&xml)?, origin, trace: None }, format);
    Ok(Written { xml, losses: Vec::new(), findings })
}

pub(crate) fn xml_of_document(
    document: &Document,
    options: &Options<'_>,
    format: XmlFormat,
) -> Result<Vec<u8>, FormatError> {
    let made = match (format, format.context()) {
        (_, Some(context)) => {
            cii_builder::build(document, options, context).map_err(FormatError::Cii)?.xml
        }
        (XmlFormat::XrechnungUbl, _) => build_by(document, options, &Profile::XRECHNUNG).xml,
        _ => build(document, options).xml,
    };
    Ok(made.into_bytes())
}

/// A UBL document that others wrote, in a format. As XRechnung in UBL it is written anew, by the terms of EN 16931.
///
/// # Errors
/// [`FormatError`].
pub fn of_ubl(ubl: &Parsed<'_>, format: XmlFormat) -> Result<Written, FormatError> {
    let of_ubl = |context| as_cii(ubl, context).map_err(|error| FormatError::of(error, ubl, None));
    let draft = match (format, format.context()) {
        (XmlFormat::Ubl, _) => return Ok(as_it_is(ubl, format)),
        (_, Some(context)) => of_ubl(context)?,
        (_, None) => {
            let made = of_ubl(&Context::XRECHNUNG)?;
            let read = Parsed::read(&made.xml)?;
            made.then(&read, as_ubl(&read, Target::En16931)?, ubl)
        }
    };
    draft.written(ubl, format)
}

/// A file that was opened, in a format. UBL as `ubl` and CII by EN 16931 as `cii` stay as they are; other CII is written by the
/// terms of EN 16931, so that it keeps its rules under its name.
///
/// # Errors
/// [`FormatError`].
pub fn of_file(file: &Opened<'_, '_>, format: XmlFormat) -> Result<Written, FormatError> {
    let given = file.given;
    let Some(ubl) = &file.converted else { return of_ubl(given, format) };
    match (format, format.context()) {
        (XmlFormat::Cii, _) if file.is_plain_cii() => Ok(as_it_is(given, format)),
        (_, Some(context)) => {
            let read = Parsed::read(&ubl.xml)?;
            let cii = as_cii(&read, context);
            let cii = cii.map_err(|error| FormatError::of(error, given, Some(&ubl.sources)))?;
            ubl.then(&read, cii, given).written(given, format)
        }
        (XmlFormat::XrechnungUbl, _) => as_ubl(given, XRECHNUNG)?.written(given, format),
        (XmlFormat::Ubl | XmlFormat::Cii | XmlFormat::XrechnungCii, None) => {
            ubl.clone().written(given, format)
        }
    }
}

const XRECHNUNG: Target = Target::Specification {
    customization: Profile::XRECHNUNG.customization_id,
    process: Profile::XRECHNUNG.profile_id,
};

/// The document that was given, judged.
fn as_it_is(given: &Parsed<'_>, format: XmlFormat) -> Written {
    let judged = Judged { document: given, origin: Origin::Elsewhere, trace: None };
    let xml = given.text().as_bytes().to_vec();
    Written { xml, losses: Vec::new(), findings: lacking(&judged, format) }
}

impl Draft {
    /// The draft as a document of its format, judged.
    fn written(self, given: &Parsed<'_>, format: XmlFormat) -> Result<Written, FormatError> {
        self.judged(given, |judged| lacking(judged, format))
    }

    /// The draft as a document, with what is found of it.
    pub(crate) fn judged(
        self,
        given: &Parsed<'_>,
        found: impl FnOnce(&Judged<'_, '_>) -> Vec<Finding>,
    ) -> Result<Written, FormatError> {
        let Draft { xml, lost, sources } = self;
        let trace = Some(Trace { given, sources: &sources });
        let document = &Parsed::read(&xml)?;
        let findings = found(&Judged { document, origin: Origin::Elsewhere, trace });
        Ok(Written { losses: Loss::all(given, lost), findings, xml })
    }
}

impl FormatError {
    /// Why there is no CII of a document that was given, or of the UBL that was made of it, where that has sources.
    pub(crate) fn of(error: CiiError, given: &Parsed<'_>, sources: Option<&Sources>) -> Self {
        let CiiError::OtherCurrency(found) = &error else { return Self::Cii(error) };
        let own = Place::element(found.element);
        let place = sources.map_or(Some(own.clone()), |sources| sources.trace(&own));
        Self::OtherCurrency(Box::new(Finding {
            field: place.and_then(|place| path(given, &place)).unwrap_or_default(),
            code: "AMOUNT_OTHER_CURRENCY".to_owned(),
            message: found.to_string(),
            severity: Severity::Error,
            rules: None,
        }))
    }

    /// What of the document is in the way; `None` where it cannot be read.
    #[must_use]
    pub fn finding(&self) -> Option<Finding> {
        match self {
            Self::OtherCurrency(finding) => Some(Finding::clone(finding)),
            Self::Cii(_) | Self::Unreadable(_) | Self::NotCii(_) => None,
        }
    }
}
