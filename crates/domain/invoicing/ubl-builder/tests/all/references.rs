//! What the buyer finds a document by (BT-10, BT-13): PEPPOL-EN16931-R003 wants one of the two.

use access::Tier;
use invoicing::{InvoiceRequest, terms::HeaderTexts};
use testkit::invoices::{issued, request, slovak, text};
use ubl_builder::{Options, build};

#[test]
fn a_document_names_a_buyer_reference_or_an_order() {
    for (order, reference, in_ubl) in [
        (None, None, (Some("20260042"), None)),
        (Some("OBJ-1"), None, (None, Some("OBJ-1"))),
        (None, Some("stredisko 12"), (Some("stredisko 12"), None)),
        (Some("OBJ-1"), Some("stredisko 12"), (Some("stredisko 12"), Some("OBJ-1"))),
        (Some(" "), Some(""), (Some("20260042"), None)),
    ] {
        let texts = HeaderTexts {
            order_number: order.and_then(text),
            buyer_reference: reference.and_then(text),
            ..HeaderTexts::default()
        };
        let document = issued(&InvoiceRequest { texts, ..request() }, &slovak(), "FA20260042");
        let ubl = build(&document, &Options { network: Tier::Live, attachments: &[] });
        let xml = roxmltree::Document::parse(&ubl.xml).expect("XML");
        let children = || xml.root_element().children();
        let named = |name: &str| children().find(|node| node.tag_name().name() == name);
        let order = named("OrderReference").and_then(|node| node.first_element_child());
        let said =
            (named("BuyerReference").and_then(|node| node.text()), order.and_then(|id| id.text()));
        assert_eq!(said, in_ubl);
    }
}
