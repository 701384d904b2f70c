//! The XML of a hybrid PDF: of the best profile that the document fulfils.

use crate::{
    Opened, Origin, XmlFormat,
    lacking::{is_further_preceding, judged},
    written::{FormatError, Written, carried_over, of_document, of_file, of_ubl},
};
use billing_rules::RuleSet;
use factur_x::Level;
use invoicing::Document;
use peppol_connector::repair::{Finding, Severity};
use ubl_builder::Options;
use xml::{Parsed, Unreadable, white_space::trimmed};

/// The XML of a hybrid PDF, and its profile.
#[derive(Debug, Clone)]
pub struct HybridXml {
    /// XRECHNUNG for a German buyer where the document fulfils it, else EN 16931.
    pub level: Level,
    /// The XML.
    pub written: Written,
    /// What even the profile EN 16931 asks for and the document lacks. Empty when the PDF may go out.
    pub findings: Vec<Finding>,
}

/// The XML of the hybrid PDF of an invoice of ours.
///
/// # Errors
/// [`FormatError`].
pub fn hybrid_of_document(
    document: &Document,
    options: &Options<'_>,
) -> Result<HybridXml, FormatError> {
    let is_german = document.buyer.country() == Some(GERMANY);
    best(is_german, Origin::of(document), |level| {
        of_document(document, options, XmlFormat::of_profile(level))
    })
}

/// The XML of the hybrid PDF of a UBL document that others wrote.
///
/// # Errors
/// [`FormatError`].
pub fn hybrid_of_ubl(ubl: &[u8]) -> Result<HybridXml, FormatError> {
    let is_german = is_for_germany(ubl)?;
    best(is_german, Origin::Elsewhere, |level| of_ubl(ubl, XmlFormat::of_profile(level)))
}

/// The same of a file that was opened. CII stays as it is where it names EN 16931 and says nothing else.
///
/// # Errors
/// [`FormatError`].
pub fn hybrid_of_file(file: &Opened) -> Result<HybridXml, FormatError> {
    let is_german = is_for_germany(&file.ubl)?;
    best(is_german, Origin::Elsewhere, |level| match XmlFormat::of_profile(level) {
        // the profile has no room for more
        XmlFormat::Cii if !file.losses.is_empty() => carried_over(file, XmlFormat::Cii),
        format => of_file(file, format),
    })
}

const GERMANY: &str = "DE";

fn is_for_germany(ubl: &[u8]) -> Result<bool, Unreadable> {
    let country =
        ["AccountingCustomerParty", "Party", "PostalAddress", "Country", "IdentificationCode"];
    Ok(Parsed::read(ubl)?.text_at(&country).as_deref().map(trimmed) == Some(GERMANY))
}

/// XRECHNUNG is what German authorities take, and asks for what a private buyer has not, such as a Leitweg-ID (BT-10).
fn best(
    is_german: bool,
    origin: Origin,
    write: impl Fn(Level) -> Result<Written, FormatError>,
) -> Result<HybridXml, FormatError> {
    let of = |level| {
        let written = write(level)?;
        let findings = lacking(&written.xml, level, origin);
        Ok::<_, FormatError>(HybridXml { level, written, findings })
    };
    if is_german {
        let german = of(Level::Xrechnung)?;
        if german.findings.is_empty() {
            return Ok(german);
        }
    }
    of(Level::En16931)
}

/// What a profile refuses. EN 16931 takes several preceding invoices, other than CII D16B, and wants to know when or in which
/// period was delivered.
fn lacking(xml: &[u8], level: Level, origin: Origin) -> Vec<Finding> {
    if level == Level::Xrechnung {
        return crate::lacking(xml, XmlFormat::XrechnungCii, origin);
    }
    let mut findings = judged(xml, RuleSet::En16931Cii, origin, &|one| !is_further_preceding(one));
    let undated = Parsed::read(xml).is_ok_and(|document| !is_dated(&document));
    findings.extend(undated.then(|| no_delivery(origin)));
    findings
}

fn no_delivery(origin: Origin) -> Finding {
    let of_document = "/rsm:CrossIndustryInvoice/rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeDelivery\
                       /ram:ActualDeliverySupplyChainEvent";
    Finding {
        field: crate::places::place("BT-72", origin).unwrap_or_else(|| of_document.to_owned()),
        code: "BR-FX-EN-04".to_owned(),
        message: "The profile EN 16931 of Factur-X and ZUGFeRD asks for the day of delivery (BT-72), for the period of the \
                  invoice (BG-14), or for a period of every line (BG-26). Say one of them."
            .to_owned(),
        severity: Severity::Error,
        rules: None,
    }
}

/// Type of an advance invoice, before anything was delivered.
const ADVANCE: &str = "386";

/// Whether a CII document says when was delivered, as BR-FX-EN-04 of ZUGFeRD 2.4 has it.
fn is_dated(document: &Parsed<'_>) -> bool {
    let is_advance = document.text_at(&["ExchangedDocument", "TypeCode"]);
    let is_advance = is_advance.is_some_and(|code| trimmed(&code) == ADVANCE);
    let period = |of: &'static str| {
        let groups = document.root().descendants().filter(move |node| is(*node, of));
        groups.map(|group| group.children().any(|node| is(node, "BillingSpecifiedPeriod")))
    };
    let is_delivered = document.root().descendants().any(|node| is(node, "OccurrenceDateTime"));
    is_advance
        || is_delivered
        || period("ApplicableHeaderTradeSettlement").any(|has| has)
        || period("SpecifiedLineTradeSettlement").all(|has| has)
}

fn is(node: roxmltree::Node<'_, '_>, name: &str) -> bool {
    node.is_element() && node.tag_name().name() == name
}
