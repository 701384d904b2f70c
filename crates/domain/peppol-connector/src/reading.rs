//! Reading the facts out of UBL and CII.

use crate::{DocumentFacts, Endpoint, PartyFacts, Root, Side};
use time::{Date, macros::format_description};
use xml::{Node, Parsed};

const NAMESPACES: [&str; 5] = [
    crate::repair::CBC,
    crate::repair::CAC,
    "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
    "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
    "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
];

/// Another document: an order, a letter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the root element is {found}; expected a UBL Invoice or CreditNote, or a CII CrossIndustryInvoice"
)]
pub struct OtherDocument {
    /// The root, with its namespace in braces.
    pub found: String,
}

/// Reads the facts.
///
/// # Errors
/// [`OtherDocument`].
pub fn read_facts(document: &Parsed<'_>) -> Result<DocumentFacts, OtherDocument> {
    let element = document.root();
    let name = element.tag_name();
    let namespace = name.namespace().unwrap_or_default();
    let root = Root::of(namespace, name.name())
        .ok_or_else(|| OtherDocument { found: format!("{{{namespace}}}{}", name.name()) })?;
    Ok(match root {
        Root::UblInvoice | Root::UblCreditNote => ubl(root, element),
        Root::CiiInvoice => cii(element),
    })
}

fn ubl(root: Root, element: Node<'_, '_>) -> DocumentFacts {
    let at = |path: &[&str]| text(element, path);
    let due = match root {
        Root::UblCreditNote => at(&["PaymentMeans", "PaymentDueDate"]),
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
        payable: at(&["LegalMonetaryTotal", "PayableAmount"]).and_then(|t| t.parse().ok()),
        payment_id: at(&["PaymentMeans", "PaymentID"]),
        supplier: ubl_party(element, Side::Supplier),
        customer: ubl_party(element, Side::Customer),
    }
}

fn ubl_party(root: Node<'_, '_>, side: Side) -> PartyFacts {
    let Some(party) = all(root, &[side.ubl_name(), "Party"]).into_iter().next() else {
        return PartyFacts::default();
    };
    PartyFacts {
        name: text(party, &["PartyLegalEntity", "RegistrationName"])
            .or_else(|| text(party, &["PartyName", "Name"])),
        country: text(party, &["PostalAddress", "Country", "IdentificationCode"]),
        endpoint: endpoint(party, &["EndpointID"]),
        tax_ids: texts(party, &["PartyTaxScheme", "CompanyID"]),
    }
}

fn cii(element: Node<'_, '_>) -> DocumentFacts {
    let at = |path: &[&str]| text(element, path);
    let day = |path: &[&str]| at(path).and_then(|t| compact_date(&t));
    const TRADE: &str = "SupplyChainTradeTransaction";
    const SETTLEMENT: &str = "ApplicableHeaderTradeSettlement";
    const CONTEXT: &str = "ExchangedDocumentContext";
    DocumentFacts {
        root: Root::CiiInvoice,
        customization: at(&[CONTEXT, "GuidelineSpecifiedDocumentContextParameter", "ID"]),
        profile: at(&[CONTEXT, "BusinessProcessSpecifiedDocumentContextParameter", "ID"]),
        type_code: at(&["ExchangedDocument", "TypeCode"]),
        number: at(&["ExchangedDocument", "ID"]),
        issue_date: day(&["ExchangedDocument", "IssueDateTime", "DateTimeString"]),
        due_date: day(&[
            TRADE,
            SETTLEMENT,
            "SpecifiedTradePaymentTerms",
            "DueDateDateTime",
            "DateTimeString",
        ]),
        currency: at(&[TRADE, SETTLEMENT, "InvoiceCurrencyCode"]),
        payable: at(&[
            TRADE,
            SETTLEMENT,
            "SpecifiedTradeSettlementHeaderMonetarySummation",
            "DuePayableAmount",
        ])
        .and_then(|t| t.parse().ok()),
        payment_id: at(&[TRADE, SETTLEMENT, "PaymentReference"]),
        supplier: cii_party(element, "SellerTradeParty"),
        customer: cii_party(element, "BuyerTradeParty"),
    }
}

fn cii_party(root: Node<'_, '_>, name: &str) -> PartyFacts {
    let path = ["SupplyChainTradeTransaction", "ApplicableHeaderTradeAgreement", name];
    let Some(party) = all(root, &path).into_iter().next() else {
        return PartyFacts::default();
    };
    PartyFacts {
        name: text(party, &["Name"]),
        country: text(party, &["PostalTradeAddress", "CountryID"]),
        endpoint: endpoint(party, &["URIUniversalCommunication", "URIID"]),
        tax_ids: texts(party, &["SpecifiedTaxRegistration", "ID"]),
    }
}

fn endpoint(party: Node<'_, '_>, path: &[&str]) -> Option<Endpoint> {
    let node = all(party, path).into_iter().next()?;
    let scheme = node.attribute("schemeID").map(str::trim).filter(|t| !t.is_empty());
    Some(Endpoint { scheme: scheme.map(str::to_owned), value: whole_text(node).trim().to_owned() })
}

/// The elements at a path of local names, in the namespaces of UBL and CII.
pub(crate) fn all<'a, 'i>(node: Node<'a, 'i>, path: &[&str]) -> Vec<Node<'a, 'i>> {
    path.iter().fold(vec![node], |nodes, name| {
        nodes.into_iter().flat_map(|n| n.children()).filter(|n| is(*n, name)).collect()
    })
}

fn is(node: Node<'_, '_>, name: &str) -> bool {
    let tag = node.tag_name();
    node.is_element()
        && tag.name() == name
        && tag.namespace().is_some_and(|namespace| NAMESPACES.contains(&namespace))
}

fn text(node: Node<'_, '_>, path: &[&str]) -> Option<String> {
    texts(node, path).into_iter().next()
}

fn texts(node: Node<'_, '_>, path: &[&str]) -> Vec<String> {
    let trimmed = |node| whole_text(node).trim().to_owned();
    all(node, path).into_iter().map(trimmed).filter(|text| !text.is_empty()).collect()
}

/// The text of a leaf: a comment in it parts it for the parser, and for nobody else.
fn whole_text(node: Node<'_, '_>) -> String {
    node.children().filter(Node::is_text).filter_map(|child| child.text()).collect()
}

/// `2026-11-21`, with or without a time zone, which says nothing about an invoice's day.
fn iso_date(text: &str) -> Option<Date> {
    Date::parse(text.get(..10)?, format_description!("[year]-[month]-[day]")).ok()
}

/// `20261121` (format 102).
fn compact_date(text: &str) -> Option<Date> {
    Date::parse(text, format_description!("[year][month][day]")).ok()
}
