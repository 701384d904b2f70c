//! What the profile EN 16931 of Factur-X refuses of documents that EN 16931 takes: each is named before anything is written.

use crate::hybrids::{codes, hybrid_of, hybrid_of_any};

/// Rule and place of what is refused of the golden invoice with one text in the place of another.
fn refused(from: &str, to: &str) -> Vec<(String, String)> {
    let ubl = fixtures::text("golden/ubl/bis-billing-3/invoice.xml");
    assert!(ubl.contains(from), "{from}");
    let made = hybrid_of(&ubl.replacen(from, to, 1));
    made.written.findings.into_iter().map(|one| (one.code, one.field)).collect()
}

fn pair(code: &str, field: &str) -> Vec<(String, String)> {
    vec![(code.to_owned(), field.to_owned())]
}

const SELLER: &str = "/Invoice/cac:AccountingSupplierParty/cac:Party";
const BUYER: &str = "/Invoice/cac:AccountingCustomerParty/cac:Party";

#[test]
fn codes_that_its_lists_lack_are_refused() {
    let scheme = "<cbc:EndpointID schemeID=\"0245\">";
    let found = refused(scheme, &scheme.replace("0245", "0219"));
    assert_eq!(found, pair("FACTUR_X_CODE", &format!("{SELLER}/cbc:EndpointID")));
    let name = "<cac:PartyName>";
    let id = |scheme| {
        format!(
            "<cac:PartyIdentification><cbc:ID schemeID='{scheme}'>2020</cbc:ID></cac:PartyIdentification>{name}"
        )
    };
    assert_eq!(refused(name, &id("0088")), []);
    let field = format!("{SELLER}/cac:PartyIdentification/cbc:ID");
    assert_eq!(refused(name, &id("0245")), pair("FACTUR_X_CODE", &field));
}

/// Split payment of Italy: EN 16931 has the category, the profile has not.
#[test]
fn split_payment_is_refused() {
    let ubl = fixtures::text("golden/ubl/bis-billing-3/invoice.xml");
    let made = hybrid_of(&ubl.replace("<cbc:ID>S</cbc:ID>", "<cbc:ID>B</cbc:ID>"));
    let fields: Vec<_> = made
        .written
        .findings
        .iter()
        .filter(|one| one.code == "FACTUR_X_CODE")
        .map(|one| &*one.field)
        .collect();
    for place in ["cac:TaxCategory/cbc:ID", "cac:ClassifiedTaxCategory/cbc:ID"] {
        assert!(fields.iter().any(|field| field.ends_with(place)), "{fields:?}");
    }
}

#[test]
fn a_group_that_lacks_what_its_schema_asks_for_is_refused() {
    let delivery = "<cac:Delivery>";
    let attached = |attributes: &str| {
        let seller = "<cac:AccountingSupplierParty>";
        let file = format!(
            "<cac:AdditionalDocumentReference><cbc:ID>A</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject {attributes}>\
             QQ==</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>{seller}"
        );
        refused(seller, &file)
    };
    let file =
        "/Invoice/cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject";
    assert_eq!(attached("mimeCode='text/csv' filename='a.csv'"), []);
    assert_eq!(attached("mimeCode='text/csv'"), pair("FACTUR_X_MISSING", file));
    let card = "<cac:PaymentMeans><cbc:PaymentMeansCode>1</cbc:PaymentMeansCode><cac:CardAccount><cbc:HolderName>A</cbc:HolderName>\
                </cac:CardAccount></cac:PaymentMeans>";
    let ubl = fixtures::text("golden/ubl/bis-billing-3/invoice.xml");
    let (before, rest) = ubl.split_once("<cac:PaymentMeans>").expect("means");
    let by_card =
        format!("{before}{card}{}", rest.split_once("</cac:PaymentMeans>").expect("end").1);
    assert!(by_card.contains(delivery));
    assert!(codes(&hybrid_of(&by_card)).contains(&"FACTUR_X_MISSING"));
}

#[test]
fn a_second_identifier_of_the_buyer_is_refused() {
    let ubl = fixtures::text("golden/ubl/bis-billing-3/invoice.xml");
    let (seller, buyer) = ubl.split_once("<cac:AccountingCustomerParty>").expect("a buyer");
    let ids = ["A", "B"].map(|id| {
        format!("<cac:PartyIdentification><cbc:ID>{id}</cbc:ID></cac:PartyIdentification>")
    });
    let name =
        if buyer.contains("<cac:PartyName>") { "<cac:PartyName>" } else { "<cac:PostalAddress>" };
    let buyer = buyer.replacen(name, &format!("{}{name}", ids.concat()), 1);
    let made = hybrid_of(&format!("{seller}<cac:AccountingCustomerParty>{buyer}"));
    let found: Vec<_> = made.written.findings.iter().map(|one| (&*one.code, &*one.field)).collect();
    let field = format!("{BUYER}/cac:PartyIdentification[2]/cbc:ID");
    assert_eq!(found, [("FACTUR_X_REPEATED", &*field)]);
}

#[test]
fn what_is_due_says_when() {
    let ubl = fixtures::text("golden/ubl/bis-billing-3/invoice.xml");
    let (before, rest) = ubl.split_once("<cbc:DueDate>").expect("a due date");
    let mut without = format!("{before}{}", rest.split_once("</cbc:DueDate>").expect("its end").1);
    if let Some((before, rest)) = without.clone().split_once("<cac:PaymentTerms>") {
        without = format!("{before}{}", rest.split_once("</cac:PaymentTerms>").expect("its end").1);
    }
    let made = hybrid_of(&without);
    let found: Vec<_> = made.written.findings.iter().map(|one| (&*one.code, &*one.field)).collect();
    assert_eq!(found, [("BR-CO-25", "/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount")]);
}

/// A code in small letters is written as the profile has it, and CII is written by the profile's narrower schema.
#[test]
fn what_can_be_written_as_the_profile_takes_it_is() {
    let ubl = fixtures::text("golden/ubl/bis-billing-3/reverse-charge.xml");
    let made = hybrid_of(&ubl.replace(">VATEX-EU-AE<", ">vatex-eu-ae<"));
    assert_eq!(codes(&made), Vec::<&str>::new());
    assert!(String::from_utf8_lossy(&made.written.xml).contains(">VATEX-EU-AE<"));
    let cii = fixtures::text("documents/cii/invoice.xml");
    let total = "<ram:GrandTotalAmount>";
    let third = cii.replacen(
        total,
        &format!("<ram:TaxTotalAmount currencyID=\"HUF\">1</ram:TaxTotalAmount>{total}"),
        1,
    );
    assert_ne!(third, cii);
    let made = hybrid_of_any(&third);
    assert_eq!(codes(&made), Vec::<&str>::new());
    assert_eq!(made.written.losses.len(), 2, "{:?}", made.written.losses);
    assert!(!String::from_utf8_lossy(&made.written.xml).contains("HUF"));
}
