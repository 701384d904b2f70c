//! What a document says that it follows (BT-24), where that is more than was checked.

use std::borrow::Cow;
use std::fmt;

use xml::Parsed;

use crate::rule_set::RuleSet;

/// A specification that a document names and whose own rules were not run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherSpecification {
    /// What people call it; nothing where it is not known here.
    pub name: Option<&'static str>,
    /// The identifier in the document, cut to 200 characters.
    pub identifier: String,
    rule_set: RuleSet,
}

/// Specifications by a part of their identifiers, in small letters.
const KNOWN: &[(&str, &str)] = &[
    ("poacc:selfbilling:3", "Peppol BIS Self-Billing"),
    ("poacc:billing:3", "Peppol BIS Billing"),
    ("xrechnung", "XRechnung"),
    ("urn:peppol:pint", "Peppol PINT"),
    ("urn:peppol:france", "France CTC"),
    ("cpro.gouv.fr", "France CTC"),
    ("ctc-fr", "France CTC"),
    ("factur-x.eu", "Factur-X"),
    ("zugferd", "ZUGFeRD"),
    ("nlcius", "NLCIUS (SI-UBL)"),
    ("cius-ro", "CIUS-RO (Romania)"),
    ("cius-pt", "CIUS-PT (Portugal)"),
    ("cius-at", "CIUS-AT (Austria)"),
    ("ubl.be", "UBL.BE (Belgium)"),
    ("mfin.gov.hr", "the Croatian CIUS (eRačun)"),
    ("mfin.gov.rs", "the Serbian CIUS"),
    ("anskaffelser.no", "EHF (Norway)"),
];

/// The specification that the document names, if its own rules are not those of the set.
pub fn other_specification(document: &Parsed<'_>, rule_set: RuleSet) -> Option<OtherSpecification> {
    let identifier: String = identifier(document)?.trim().chars().take(200).collect();
    let small = identifier.to_lowercase();
    if small.is_empty() || small == "urn:cen.eu:en16931:2017" {
        return None;
    }
    let name = KNOWN.iter().find(|known| small.contains(known.0)).map(|known| known.1);
    let checked = match rule_set {
        RuleSet::PeppolUbl => Some("Peppol BIS Billing"),
        RuleSet::PeppolSelfbillingUbl => Some("Peppol BIS Self-Billing"),
        RuleSet::XrechnungUbl | RuleSet::XrechnungCii => Some("XRechnung"),
        RuleSet::En16931Ubl | RuleSet::En16931Cii => None,
    };
    (name.is_none() || name != checked).then_some(OtherSpecification { name, identifier, rule_set })
}

/// The specification identifier, in UBL or CII; no tree is made for it.
pub(crate) fn identifier<'d>(document: &'d Parsed<'_>) -> Option<Cow<'d, str>> {
    const CII: [&str; 3] =
        ["ExchangedDocumentContext", "GuidelineSpecifiedDocumentContextParameter", "ID"];
    document.text_at(&["CustomizationID"]).or_else(|| document.text_at(&CII))
}

impl fmt::Display for OtherSpecification {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name {
            Some(name) => write!(out, "the document names {name} ({})", self.identifier)?,
            None => write!(out, "the document names another specification ({})", self.identifier)?,
        }
        write!(out, ", whose own rules were not run, only those of {}", self.rule_set.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(identifier: &str, rule_set: RuleSet) -> Option<Option<&'static str>> {
        let text = format!("<a><CustomizationID> {identifier}\n</CustomizationID></a>");
        let document = Parsed::read(text.as_bytes()).expect("well-formed");
        other_specification(&document, rule_set).map(|other| other.name)
    }

    #[test]
    fn what_was_not_checked_is_named() {
        let (cen, peppol) = (RuleSet::En16931Ubl, RuleSet::PeppolUbl);
        let core = "urn:cen.eu:en16931:2017";
        let billing = format!("{core}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0");
        let german = format!("{core}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0");
        assert_eq!(named(core, cen), None);
        assert_eq!(named("", cen), None);
        assert_eq!(named(&billing, peppol), None);
        assert_eq!(named(&billing, cen), Some(Some("Peppol BIS Billing")));
        assert_eq!(
            named(&billing, RuleSet::PeppolSelfbillingUbl),
            Some(Some("Peppol BIS Billing"))
        );
        assert_eq!(named(&german, cen), Some(Some("XRechnung")));
        assert_eq!(named(&german, RuleSet::XrechnungUbl), None);
        assert_eq!(named("urn:peppol:pint:billing-1@aunz-1", cen), Some(Some("Peppol PINT")));
        let french = format!("{core}#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr");
        assert_eq!(named(&french, cen), Some(Some("France CTC")));
        assert_eq!(named("urn:example:own", cen), Some(None));
    }

    #[test]
    fn an_identifier_is_read_whole_whatever_splits_it() {
        let german =
            "urn:cen.eu:en16931:2017#compliant#urn:xein<!-- x -->kauf.de:kosit:xrechnung_3.0";
        for german in [german.to_owned(), german.replace("<!-- x -->", "<?x?>")] {
            assert_eq!(named(&german, RuleSet::En16931Ubl), Some(Some("XRechnung")), "{german}");
            assert_eq!(named(&german, RuleSet::XrechnungUbl), None, "{german}");
        }
        let core = "urn:cen<![CDATA[.eu]]>:en16931:2017";
        assert_eq!(named(core, RuleSet::En16931Ubl), None);
    }

    #[test]
    fn a_cross_industry_invoice_names_it_elsewhere() {
        let text = "<a><ExchangedDocumentContext><GuidelineSpecifiedDocumentContextParameter>\
            <ID>urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic</ID>\
            </GuidelineSpecifiedDocumentContextParameter></ExchangedDocumentContext></a>";
        let document = Parsed::read(text.as_bytes()).expect("well-formed");
        let other = other_specification(&document, RuleSet::En16931Cii).expect("another");
        assert!(other.to_string().contains("Factur-X"), "{other}");
    }
}
