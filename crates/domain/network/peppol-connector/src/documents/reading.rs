//! Reads the facts of UBL and CII documents.

use crate::{
    documents::{
        elements::{
            Children, MAX_TEXT_TAKEN, Parent, all, anywhere, compact_date, cut, group, iso_date,
            leaf_text, text,
        },
        facts::{DocumentFacts, Endpoint, PartyFacts, Side},
        preceding,
        tax_id::{TaxId, TaxScheme},
    },
    identifiers::Root,
    repair::indicators::loose,
};
use xml::{Node, Parsed};

/// Maximum characters read from a party's name (BT-27, BT-44). No rule limits it.
pub const MAX_NAME_TAKEN: usize = 300;

/// Maximum number of tax registrations read from a party. No rule limits it.
const MAX_TAX_IDS: usize = 20;

/// The document is of another kind: an order, a letter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the root element is {found}; expected a UBL Invoice or CreditNote, or a CII CrossIndustryInvoice"
)]
pub struct OtherDocument {
    /// The root element's name, with its namespace in braces.
    pub found: String,
}

/// Reads the facts of an invoice or credit note.
///
/// # Errors
/// [`OtherDocument`].
pub fn read_facts(document: &Parsed<'_>) -> Result<DocumentFacts, OtherDocument> {
    let element = document.root();
    let name = element.tag_name();
    let namespace = name.namespace().unwrap_or_default();
    let root = Root::of(namespace, name.name()).ok_or_else(|| {
        let (namespace, name) = (cut(namespace.chars()), cut(name.name().chars()));
        OtherDocument { found: format!("{{{namespace}}}{name}") }
    })?;
    Ok(match root {
        Root::UblInvoice | Root::UblCreditNote => ubl(root, element),
        Root::CiiInvoice => cii(element),
    })
}

fn ubl(root: Root, element: Node<'_, '_>) -> DocumentFacts {
    let element = &Children::of(element);
    let at = |path: &[&str]| text(element, path);
    let sum = |name| at(&["LegalMonetaryTotal", name]).and_then(|text| text.parse().ok());
    let due = match root {
        Root::UblCreditNote => anywhere(element, &["PaymentMeans", "PaymentDueDate"]),
        Root::UblInvoice | Root::CiiInvoice => at(&["DueDate"]),
    };
    DocumentFacts {
        root,
        customization: at(&["CustomizationID"]),
        profile: at(&["ProfileID"]),
        type_code: at(&["InvoiceTypeCode"]).or_else(|| at(&["CreditNoteTypeCode"])),
        number: at(&["ID"]),
        issue_date: at(&["IssueDate"]).and_then(|t| iso_date(&t)),
        due_date: due.and_then(|t| iso_date(&t)),
        currency: at(&["DocumentCurrencyCode"]),
        net: sum("TaxExclusiveAmount"),
        total: sum("TaxInclusiveAmount"),
        prepaid: sum("PrepaidAmount"),
        rounding: sum("PayableRoundingAmount"),
        payable: sum("PayableAmount"),
        payment_id: payment(element).and_then(|means| text(means, &["PaymentID"])).or_else(|| {
            anywhere(element, &["PaymentMeans", "PaymentID"]) // it is one for all (BT-83)
        }),
        preceding: preceding::of_ubl(element),
        loose_indicators: loose(element),
        supplier: ubl_party(element, Side::Supplier),
        customer: ubl_party(element, Side::Customer),
    }
}

/// The payment means (BG-16) to pay by: the first with an account, else the first.
pub(crate) fn payment<'a, 'i: 'a>(root: impl Parent<'a, 'i>) -> Option<Node<'a, 'i>> {
    let means = all(root, &["PaymentMeans"]);
    let named = |means: &&Node<'a, 'i>| text(**means, &["PayeeFinancialAccount", "ID"]).is_some();
    means.iter().find(named).or(means.first()).copied()
}

pub(crate) fn ubl_party<'a, 'i: 'a>(root: impl Parent<'a, 'i>, side: Side) -> PartyFacts {
    let Some(party) = group(root, &[side.ubl_name(), "Party"]) else {
        return PartyFacts::default();
    };
    PartyFacts {
        name: text(party, &["PartyLegalEntity", "RegistrationName"])
            .or_else(|| text(party, &["PartyName", "Name"]))
            .map(name),
        country: text(party, &["PostalAddress", "Country", "IdentificationCode"]),
        endpoint: endpoint(party, &["EndpointID"]),
        tax_ids: ubl_tax_ids(party),
        legal_id: named_id(party, &["PartyLegalEntity", "CompanyID"]),
        ids: ids(party, &["PartyIdentification", "ID"]),
        street: joined(party, "PostalAddress", &["StreetName", "AdditionalStreetName"]),
        city: text(party, &["PostalAddress", "CityName"]),
        postal_code: text(party, &["PostalAddress", "PostalZone"]),
        email: text(party, &["Contact", "ElectronicMail"]),
        phone: text(party, &["Contact", "Telephone"]),
    }
}

fn cii(element: Node<'_, '_>) -> DocumentFacts {
    let at = |path: &[&str]| text(element, path);
    let day = |path: &[&str]| at(path).and_then(|t| compact_date(&t));
    const TRADE: &str = "SupplyChainTradeTransaction";
    const SETTLEMENT: &str = "ApplicableHeaderTradeSettlement";
    const CONTEXT: &str = "ExchangedDocumentContext";
    const SUMS: &str = "SpecifiedTradeSettlementHeaderMonetarySummation";
    let sum = |name| at(&[TRADE, SETTLEMENT, SUMS, name]).and_then(|text| text.parse().ok());
    DocumentFacts {
        root: Root::CiiInvoice,
        customization: at(&[CONTEXT, "GuidelineSpecifiedDocumentContextParameter", "ID"]),
        profile: at(&[CONTEXT, "BusinessProcessSpecifiedDocumentContextParameter", "ID"]),
        type_code: at(&["ExchangedDocument", "TypeCode"]),
        number: at(&["ExchangedDocument", "ID"]),
        issue_date: day(&["ExchangedDocument", "IssueDateTime", "DateTimeString"]),
        due_date: anywhere(
            element,
            &[TRADE, SETTLEMENT, "SpecifiedTradePaymentTerms", "DueDateDateTime", "DateTimeString"],
        )
        .and_then(|t| compact_date(&t)),
        currency: at(&[TRADE, SETTLEMENT, "InvoiceCurrencyCode"]),
        net: sum("TaxBasisTotalAmount"),
        total: sum("GrandTotalAmount"),
        prepaid: sum("TotalPrepaidAmount"),
        rounding: sum("RoundingAmount"),
        payable: sum("DuePayableAmount"),
        payment_id: at(&[TRADE, SETTLEMENT, "PaymentReference"]),
        preceding: preceding::of_cii(element),
        loose_indicators: Vec::new(),
        supplier: cii_party(element, "SellerTradeParty"),
        customer: cii_party(element, "BuyerTradeParty"),
    }
}

fn cii_party(root: Node<'_, '_>, element: &str) -> PartyFacts {
    let path = ["SupplyChainTradeTransaction", "ApplicableHeaderTradeAgreement", element];
    let Some(party) = group(root, &path) else {
        return PartyFacts::default();
    };
    PartyFacts {
        name: text(party, &["Name"]).map(name),
        country: text(party, &["PostalTradeAddress", "CountryID"]),
        endpoint: endpoint(party, &["URIUniversalCommunication", "URIID"]),
        tax_ids: cii_tax_ids(party),
        legal_id: named_id(party, &["SpecifiedLegalOrganization", "ID"]),
        // in the order in which the conversion to UBL writes them
        ids: [ids(party, &["ID"]), ids(party, &["GlobalID"])].concat(),
        street: joined(party, "PostalTradeAddress", &["LineOne", "LineTwo"]),
        city: text(party, &["PostalTradeAddress", "CityName"]),
        postal_code: text(party, &["PostalTradeAddress", "PostcodeCode"]),
        email: text(party, &["DefinedTradeContact", "EmailURIUniversalCommunication", "URIID"]),
        phone: text(
            party,
            &["DefinedTradeContact", "TelephoneUniversalCommunication", "CompleteNumber"],
        ),
    }
}

fn endpoint(party: Node<'_, '_>, path: &[&str]) -> Option<Endpoint> {
    group(party, path).map(with_scheme)
}

fn with_scheme(node: Node<'_, '_>) -> Endpoint {
    let scheme = node.attribute("schemeID").map(str::trim).filter(|t| !t.is_empty());
    Endpoint { scheme: scheme.map(|t| cut(t.chars())), value: leaf_text(node, MAX_TEXT_TAKEN) }
}

/// An identifier with a value.
fn named_id(party: Node<'_, '_>, path: &[&str]) -> Option<Endpoint> {
    group(party, path).map(with_scheme).filter(|id| !id.value.is_empty())
}

fn ids(party: Node<'_, '_>, path: &[&str]) -> Vec<Endpoint> {
    let ids = all(party, path).into_iter().take(MAX_TAX_IDS).map(with_scheme);
    ids.filter(|id| !id.value.is_empty()).collect()
}

/// Each tax registration with its scheme.
fn ubl_tax_ids(party: Node<'_, '_>) -> Vec<TaxId> {
    let groups = all(party, &["PartyTaxScheme"]).into_iter().filter_map(|registered| {
        let value = text(registered, &["CompanyID"])?;
        let scheme = text(registered, &["TaxScheme", "ID"]);
        Some(TaxId { scheme: TaxScheme::of(scheme.as_deref()), value })
    });
    groups.take(MAX_TAX_IDS).collect()
}

fn cii_tax_ids(party: Node<'_, '_>) -> Vec<TaxId> {
    let groups = all(party, &["SpecifiedTaxRegistration"]).into_iter().filter_map(|registered| {
        let id = named_id(registered, &["ID"])?;
        Some(TaxId { scheme: TaxScheme::of(id.scheme.as_deref()), value: id.value })
    });
    groups.take(MAX_TAX_IDS).collect()
}

/// The parts of an address that are present, joined.
fn joined(party: Node<'_, '_>, address: &str, names: &[&str]) -> Option<String> {
    let parts: Vec<_> = names.iter().filter_map(|name| text(party, &[address, name])).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn name(text: String) -> String {
    let name: String = text.chars().take(MAX_NAME_TAKEN).collect();
    name.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CBC: &str = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2";
    const CAC: &str = "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2";
    const INVOICE: &str = "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2";

    fn facts(body: &str) -> DocumentFacts {
        let document =
            format!("<Invoice xmlns='{INVOICE}' xmlns:b='{CBC}' xmlns:a='{CAC}'>{body}</Invoice>");
        read_facts(&Parsed::read(document.as_bytes()).expect("XML")).expect("an invoice")
    }

    fn supplier(party: &str) -> PartyFacts {
        let party = format!(
            "<a:AccountingSupplierParty><a:Party>{party}</a:Party></a:AccountingSupplierParty>"
        );
        facts(&party).supplier
    }

    #[test]
    fn every_text_is_cut_when_it_is_read() {
        let long = "ž".repeat(100_000);
        let read = facts(&format!(
            "<b:CustomizationID>{long}</b:CustomizationID><b:ProfileID>{long}</b:ProfileID>
             <b:ID>{long}</b:ID><b:InvoiceTypeCode>{long}</b:InvoiceTypeCode>
             <b:DocumentCurrencyCode>{long}</b:DocumentCurrencyCode>
             <a:PaymentMeans><b:PaymentID>{long}</b:PaymentID></a:PaymentMeans>"
        ));
        for text in [
            read.customization,
            read.profile,
            read.number,
            read.type_code,
            read.currency,
            read.payment_id,
        ] {
            assert_eq!(text.expect("a text").chars().count(), MAX_TEXT_TAKEN);
        }
        let party = supplier(&format!(
            "<b:EndpointID schemeID='{long}'>{long}</b:EndpointID>
             <a:PartyLegalEntity><b:RegistrationName>{long}</b:RegistrationName></a:PartyLegalEntity>"
        ));
        assert_eq!(party.name.expect("a name").chars().count(), MAX_NAME_TAKEN);
        let endpoint = party.endpoint.expect("an address");
        assert_eq!(endpoint.value.chars().count(), MAX_TEXT_TAKEN);
        assert_eq!(endpoint.scheme.expect("a scheme").chars().count(), MAX_TEXT_TAKEN);
    }

    #[test]
    fn so_many_tax_identifiers_are_taken() {
        let ids: String = (0..1_000)
            .map(|n| {
                format!("<a:PartyTaxScheme><b:CompanyID>SK{n:010}</b:CompanyID></a:PartyTaxScheme>")
            })
            .collect();
        assert_eq!(supplier(&ids).tax_ids.len(), MAX_TAX_IDS);
    }

    #[test]
    fn what_is_around_a_text_does_not_count() {
        let blank = " ".repeat(10_000);
        let read = facts(&format!("<b:ID>{blank}FA<!-- {blank} -->1{blank}</b:ID>"));
        assert_eq!(read.number.as_deref(), Some("FA1"));
    }

    #[test]
    fn another_root_is_named_in_short() {
        let document = format!("<{} xmlns='{}'/>", "x".repeat(10_000), "y".repeat(10_000));
        let other =
            read_facts(&Parsed::read(document.as_bytes()).expect("XML")).expect_err("other");
        assert_eq!(other.found.chars().count(), 2 * MAX_TEXT_TAKEN + 2);
    }
}
