//! What stands in a group belongs together (EN 16931-1): of two groups none lends a part to the other, whichever reader
//! looks, and nothing is found deeper than its group.

use peppol_connector::documents::{read_content, read_facts};
use xml::Parsed;

/// All that is read of a document.
fn read(document: &str) -> String {
    let document = Parsed::read(document.as_bytes()).expect("XML");
    let facts = read_facts(&document).expect("an invoice");
    format!("{facts:?}{:?}", read_content(&document))
}

/// The document with one text replaced.
fn with(document: &str, from: &str, to: &str) -> String {
    assert!(document.contains(from), "the fixture lacks {from}");
    document.replacen(from, to, 1)
}

/// What the second group says, and no other.
const STRAY: [&str; 4] = ["STRAY", "2031-", "2031, ordinal", "77.77"];

#[track_caller]
fn takes_nothing_from(document: &str) {
    let read = read(document);
    for stray in STRAY {
        assert!(!read.contains(stray), "{stray}: {read}");
    }
}

#[test]
fn the_groups_of_ubl_lend_each_other_nothing() {
    let ubl = fixtures::text("documents/ubl/invoice.xml");
    takes_nothing_from(&ubl);
    let at = |end: &str, group: &str| with(&ubl, end, &format!("{end}{group}"));
    for (end, group) in [
        // a preceding invoice without a day (BG-3), and another with one
        (
            "<cbc:ID>2026-0099</cbc:ID>",
            "</cac:InvoiceDocumentReference></cac:BillingReference><cac:BillingReference>\
             <cac:InvoiceDocumentReference><cbc:ID>STRAY</cbc:ID>\
             <cbc:IssueDate>2031-01-01</cbc:IssueDate></cac:InvoiceDocumentReference>\
             </cac:BillingReference><cac:BillingReference><cac:InvoiceDocumentReference>",
        ),
        // parties, addresses and contacts that are not the seller's own
        (
            "<cbc:EndpointID schemeID=\"0245\">2020123456</cbc:EndpointID>",
            "<cac:AgentParty><cbc:EndpointID>STRAY</cbc:EndpointID><cac:PostalAddress>\
             <cbc:CityName>STRAY</cbc:CityName></cac:PostalAddress><cac:Contact>\
             <cbc:Telephone>STRAY</cbc:Telephone></cac:Contact></cac:AgentParty>",
        ),
        (
            "<cbc:CityName>Trnava</cbc:CityName>",
            "<cac:Country><cbc:Name>STRAY</cbc:Name></cac:Country>",
        ),
        // of a line: a price's discount and a delivery are not the line's
        (
            "<cac:InvoiceLine>",
            "<cac:Delivery><cbc:Quantity>77.77</cbc:Quantity><cbc:ActualDeliveryDate>2031-01-01\
             </cbc:ActualDeliveryDate></cac:Delivery><cac:SubInvoiceLine>\
             <cbc:LineExtensionAmount>77.77</cbc:LineExtensionAmount></cac:SubInvoiceLine>",
        ),
        // of the totals: a withholding tax has a breakdown of its own
        ("<cac:LegalMonetaryTotal>", "<cac:X><cbc:PayableAmount>77.77</cbc:PayableAmount></cac:X>"),
    ] {
        takes_nothing_from(&at(end, group));
    }
}

#[test]
fn the_groups_of_cii_lend_each_other_nothing() {
    let cii = fixtures::text("documents/cii/everything.xml");
    for (end, group) in [
        (
            "<ram:SellerTradeParty>",
            "<ram:InvoiceeTradeParty><ram:Name>STRAY</ram:Name><ram:PostalTradeAddress>\
             <ram:CountryID>STRAY</ram:CountryID></ram:PostalTradeAddress></ram:InvoiceeTradeParty>",
        ),
        (
            "<ram:ApplicableHeaderTradeDelivery>",
            "<ram:ShipToTradeParty><ram:Name>STRAY</ram:Name><ram:PostalTradeAddress>\
             <ram:CountryID>STRAY</ram:CountryID></ram:PostalTradeAddress></ram:ShipToTradeParty>",
        ),
        (
            "<ram:ApplicableHeaderTradeSettlement>",
            "<ram:PayeeTradeParty><ram:Name>STRAY</ram:Name></ram:PayeeTradeParty>\
             <ram:SpecifiedAdvancePayment><ram:PaidAmount>77.77</ram:PaidAmount>\
             </ram:SpecifiedAdvancePayment>",
        ),
    ] {
        takes_nothing_from(&with(&cii, end, &format!("{end}{group}")));
    }
}
