//! The XML of a hybrid PDF: of the best profile that the document fulfils.

use crate::{
    Opened, Origin, XmlFormat,
    draft::Draft,
    lacking::{Judged, is_further_preceding, refused},
    places::place,
    written::{FormatError, Written, xml_of_document},
};
use billing_rules::RuleSet;
use cii_builder::{Cii, Context};
use factur_x::{Level, Refused};
use invoicing::Document;
use peppol_connector::repair::{Finding, Severity};
use ubl_builder::Options;
use xml::{Parsed, white_space::trimmed};

/// The XML of a hybrid PDF, and its profile.
#[derive(Debug, Clone)]
pub struct HybridXml {
    /// XRECHNUNG for a German buyer where the document fulfils it, else EN 16931.
    pub level: Level,
    /// The XML. Its findings are what even the profile EN 16931 asks for; there are none when the PDF may go out.
    pub written: Written,
}

/// The XML of the hybrid PDF of an invoice of ours. It is written anew for the second profile: what XRechnung wants of an invoice
/// of ours differs in more than its name, such as the number of a card.
///
/// # Errors
/// [`FormatError`].
pub fn hybrid_of_document(
    document: &Document,
    options: &Options<'_>,
) -> Result<HybridXml, FormatError> {
    let of = |level| {
        let xml = xml_of_document(document, options, XmlFormat::of_profile(level))?;
        let judged =
            Judged { document: &Parsed::read(&xml)?, origin: Origin::of(document), trace: None };
        let findings = lacking(&judged, level);
        Ok::<_, FormatError>(HybridXml {
            level,
            written: Written { xml, losses: Vec::new(), findings },
        })
    };
    if document.buyer.country() == Some(GERMANY) {
        let german = of(Level::Xrechnung)?;
        if german.written.findings.is_empty() {
            return Ok(german);
        }
    }
    of(Level::En16931)
}

/// The XML of the hybrid PDF of a UBL document that others wrote.
///
/// # Errors
/// [`FormatError`].
pub fn hybrid_of_ubl(ubl: &Parsed<'_>) -> Result<HybridXml, FormatError> {
    best(ubl, None)
}

/// The same of a file that was opened, `ubl` being what [`Opened::with_ubl`] has of it. CII is written anew, too: the profile has a
/// narrower schema than CII has.
///
/// # Errors
/// [`FormatError`].
pub fn hybrid_of_file(file: &Opened<'_, '_>, ubl: &Parsed<'_>) -> Result<HybridXml, FormatError> {
    best(ubl, file.converted.as_ref().map(|draft| Before { given: file.given, draft }))
}

const GERMANY: &str = "DE";

/// The CII that a UBL document was made of.
#[derive(Clone, Copy)]
struct Before<'t, 'i> {
    given: &'t Parsed<'i>,
    draft: &'t Draft,
}

fn is_for_germany(ubl: &Parsed<'_>) -> bool {
    let country =
        ["AccountingCustomerParty", "Party", "PostalAddress", "Country", "IdentificationCode"];
    ubl.text_at(&country).as_deref().map(trimmed) == Some(GERMANY)
}

/// XRECHNUNG is what German authorities take, and asks for what a private buyer has not, such as a Leitweg-ID (BT-10). It is written
/// once: by the other profile nothing but its head differs.
fn best(ubl: &Parsed<'_>, before: Option<Before<'_, '_>>) -> Result<HybridXml, FormatError> {
    let write = |context| {
        let sources = before.map(|it| &it.draft.sources);
        cii_builder::of_ubl(ubl, Some(context)).map_err(|error| match before {
            Some(before) => FormatError::of(error, before.given, sources),
            None => FormatError::of(error, ubl, None),
        })
    };
    if !is_for_germany(ubl) {
        return of_profile(Level::En16931, write(&Context::EN16931)?, ubl, before);
    }
    let cii = write(&Context::XRECHNUNG)?;
    let german = of_profile(Level::Xrechnung, cii.clone(), ubl, before)?;
    if german.written.findings.is_empty() {
        return Ok(german);
    }
    of_profile(Level::En16931, cii.by(ubl, &Context::EN16931), ubl, before)
}

/// CII as the XML of a profile, judged.
fn of_profile(
    level: Level,
    cii: Cii,
    ubl: &Parsed<'_>,
    before: Option<Before<'_, '_>>,
) -> Result<HybridXml, FormatError> {
    let draft = Draft::from(cii);
    let found = |judged: &Judged<'_, '_>| lacking(judged, level);
    let written = match before {
        Some(Before { given, draft: before }) => {
            before.then(ubl, draft, given).judged(given, found)?
        }
        None => draft.judged(ubl, found)?,
    };
    Ok(HybridXml { level, written })
}

/// What a profile refuses. EN 16931 takes several preceding invoices, other than CII D16B.
fn lacking(judged: &Judged<'_, '_>, level: Level) -> Vec<Finding> {
    let mut findings = match level {
        Level::Xrechnung => refused(judged, RuleSet::XrechnungCii, &|_| true),
        _ => refused(judged, RuleSet::En16931Cii, &|one| !is_further_preceding(one)),
    };
    let of_profile = factur_x::refused(judged.document, level).into_iter();
    findings.extend(of_profile.map(|refused| finding(refused, judged)));
    findings
}

fn finding(refused: Refused, judged: &Judged<'_, '_>) -> Finding {
    let of_request = refused.term.and_then(|term| place(term, judged.origin));
    Finding {
        field: of_request.unwrap_or_else(|| judged.path(refused.offset)),
        code: refused.rule.to_owned(),
        message: refused.message,
        severity: Severity::Error,
        rules: None,
    }
}
