//! Reading the facts out of UBL and CII.

use crate::{
    documents::{
        facts::{DocumentFacts, Endpoint, PartyFacts, Side},
        tax_id::{TaxId, TaxScheme},
    },
    identifiers::Root,
    repair::indicators::loose,
};
use std::collections::HashMap;
use time::{Date, macros::format_description};
use xml::{Node, Parsed};

const NAMESPACES: [&str; 5] = [
    crate::namespaces::CBC,
    crate::namespaces::CAC,
    "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
    "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
    "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
];

/// Characters that are taken of a party's name (BT-27, BT-44). No rule bounds it.
pub const MAX_NAME_TAKEN: usize = 300;

/// Characters that are taken of any other text: more than are valid anywhere, so that what is cut is
/// refused for its length and not taken for another.
pub const MAX_TEXT_TAKEN: usize = 500;

/// Characters that are taken of a text for people: a note, a description.
pub const MAX_PROSE_TAKEN: usize = 5_000;

/// Tax identifiers that are taken of a party. No rule bounds their number.
const MAX_TAX_IDS: usize = 20;

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
        loose_indicators: loose(element),
        supplier: ubl_party(element, Side::Supplier),
        customer: ubl_party(element, Side::Customer),
    }
}

/// The payment means (BG-16) that a document is paid by: the first with an account, else the first.
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
        // in the order in which the conversion writes them
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

/// An identifier that says something.
fn named_id(party: Node<'_, '_>, path: &[&str]) -> Option<Endpoint> {
    group(party, path).map(with_scheme).filter(|id| !id.value.is_empty())
}

fn ids(party: Node<'_, '_>, path: &[&str]) -> Vec<Endpoint> {
    let ids = all(party, path).into_iter().take(MAX_TAX_IDS).map(with_scheme);
    ids.filter(|id| !id.value.is_empty()).collect()
}

/// Each registration with the scheme that stands beside it.
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

/// An element whose children are asked for by name.
pub(crate) trait Parent<'a, 'i: 'a>: Copy {
    /// Its children of a local name, in the namespaces of UBL and CII.
    fn named(self, name: &str) -> impl Iterator<Item = Node<'a, 'i>>;
}

impl<'a, 'i: 'a> Parent<'a, 'i> for Node<'a, 'i> {
    fn named(self, name: &str) -> impl Iterator<Item = Node<'a, 'i>> {
        self.children().filter(move |node| node.tag_name().name() == name && is_known(*node))
    }
}

/// The children of an element, which is walked once however many of them are asked for. A document has as
/// many as it has lines.
pub(crate) struct Children<'a, 'i>(HashMap<&'a str, Vec<Node<'a, 'i>>>);

impl<'a, 'i: 'a> Children<'a, 'i> {
    pub(crate) fn of(node: Node<'a, 'i>) -> Self {
        let mut children: HashMap<_, Vec<_>> = HashMap::new();
        for child in node.children().filter(|child| is_known(*child)) {
            children.entry(child.tag_name().name()).or_default().push(child);
        }
        Self(children)
    }
}

impl<'a, 'i: 'a> Parent<'a, 'i> for &Children<'a, 'i> {
    fn named(self, name: &str) -> impl Iterator<Item = Node<'a, 'i>> {
        self.0.get(name).into_iter().flatten().copied()
    }
}

/// The first element at a path of local names, by the first element at each step: what is read of it belongs
/// together.
pub(crate) fn group<'a, 'i: 'a>(
    parent: impl Parent<'a, 'i>,
    path: &[&str],
) -> Option<Node<'a, 'i>> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(parent.named(first).next()?, |node, name| node.named(name).next())
}

/// The elements at a path of local names, in all groups on the way.
pub(crate) fn all<'a, 'i: 'a>(parent: impl Parent<'a, 'i>, path: &[&str]) -> Vec<Node<'a, 'i>> {
    let Some((first, rest)) = path.split_first() else { return Vec::new() };
    rest.iter().fold(parent.named(first).collect(), |nodes: Vec<_>, name| {
        nodes.into_iter().flat_map(|node| node.named(name)).collect()
    })
}

fn is_known(node: Node<'_, '_>) -> bool {
    let namespace = node.tag_name().namespace();
    node.is_element() && namespace.is_some_and(|namespace| NAMESPACES.contains(&namespace))
}

/// The first text of a name in the first group that is on the way to it: never of the second group what the first
/// does not say.
pub(crate) fn text<'a, 'i: 'a>(parent: impl Parent<'a, 'i>, path: &[&str]) -> Option<String> {
    first_text(parent, path, MAX_TEXT_TAKEN)
}

/// A text that is read by people: a note, a description.
pub(crate) fn prose<'a, 'i: 'a>(parent: impl Parent<'a, 'i>, path: &[&str]) -> Option<String> {
    first_text(parent, path, MAX_PROSE_TAKEN)
}

fn first_text<'a, 'i: 'a>(
    parent: impl Parent<'a, 'i>,
    path: &[&str],
    taken: usize,
) -> Option<String> {
    let (name, groups) = path.split_last()?;
    match groups {
        [] => texts(parent, &[name], taken).next(),
        _ => texts(group(parent, groups)?, &[name], taken).next(),
    }
}

/// The first text at a path in any group, for what says something alone.
pub(crate) fn anywhere<'a, 'i: 'a>(parent: impl Parent<'a, 'i>, path: &[&str]) -> Option<String> {
    texts(parent, path, MAX_TEXT_TAKEN).next()
}

/// The texts at a path in all groups, each cut to the given number of characters.
pub(crate) fn texts<'a, 'i: 'a>(
    parent: impl Parent<'a, 'i>,
    path: &[&str],
    taken: usize,
) -> impl Iterator<Item = String> {
    all(parent, path)
        .into_iter()
        .map(move |node| leaf_text(node, taken))
        .filter(|text| !text.is_empty())
}

/// The parts of an address that are there.
fn joined(party: Node<'_, '_>, address: &str, names: &[&str]) -> Option<String> {
    let parts: Vec<_> = names.iter().filter_map(|name| text(party, &[address, name])).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The text of a leaf, trimmed and cut: a comment in it parts it for the parser, and for nobody else.
pub(crate) fn leaf_text(node: Node<'_, '_>, taken: usize) -> String {
    let parts = node.children().filter(Node::is_text).filter_map(|child| child.text());
    let text = parts.flat_map(str::chars).skip_while(|c| c.is_whitespace());
    text.take(taken).collect::<String>().trim_end().to_owned()
}

pub(crate) fn cut(text: impl Iterator<Item = char>) -> String {
    text.take(MAX_TEXT_TAKEN).collect()
}

fn name(text: String) -> String {
    let name: String = text.chars().take(MAX_NAME_TAKEN).collect();
    name.trim_end().to_owned()
}

/// `2026-11-21`, with or without a time zone, which says nothing about an invoice's day.
pub(crate) fn iso_date(text: &str) -> Option<Date> {
    Date::parse(text.get(..10)?, format_description!("[year]-[month]-[day]")).ok()
}

/// `20261121` (format 102).
fn compact_date(text: &str) -> Option<Date> {
    Date::parse(text, format_description!("[year][month][day]")).ok()
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
