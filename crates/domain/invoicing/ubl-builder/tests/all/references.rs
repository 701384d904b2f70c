//! What the buyer finds a document by (BT-10, BT-13): PEPPOL-EN16931-R003 wants one of the two. The project (BT-11).

use access::Tier;
use invoicing::{
    InvoiceRequest, InvoiceType,
    terms::{HeaderTexts, Term},
};
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

#[test]
fn a_project_is_named_as_the_syntax_has_it() {
    for (invoice_type, reference, expected) in [
        (
            InvoiceType::Invoice,
            "P-1",
            "<cac:ProjectReference><cbc:ID>P-1</cbc:ID></cac:ProjectReference>",
        ),
        (
            InvoiceType::CreditNote,
            "P & 1",
            "<cac:AdditionalDocumentReference><cbc:ID>P &amp; 1</cbc:ID>\
             <cbc:DocumentTypeCode>50</cbc:DocumentTypeCode></cac:AdditionalDocumentReference>",
        ),
    ] {
        let written = |texts| {
            let invoice_type = Some(invoice_type);
            let request = InvoiceRequest { invoice_type, texts, ..request() };
            let document = issued(&request, &slovak(), "1");
            build(&document, &Options { network: Tier::Live, attachments: &[] }).xml
        };
        let xml = written(HeaderTexts::one(Term::ProjectReference, reference));
        let packed: String = xml.lines().map(str::trim).collect();
        assert!(packed.contains(expected), "{xml}");
        let none = written(HeaderTexts::default());
        assert!(!none.contains("ProjectReference") && !none.contains("DocumentTypeCode"), "{none}");
    }
}
