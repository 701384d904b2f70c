//! The XML of a hybrid PDF: its profile, and what is lacking for each.

use access::Tier;
use document_formats::{
    HybridXml, XmlFormat, hybrid_of_document, hybrid_of_file, hybrid_of_ubl, lacking, of_file,
    of_ubl, opened,
};
use factur_x::Level;
use invoicing::{
    CustomerInput, InvoiceRequest,
    terms::{HeaderTexts, Term},
};
use rust_decimal::dec;
use testkit::invoices::*;
use ubl_builder::Options;
use vat_categories::TaxTreatment;

const LIVE: Options<'static> = Options { network: Tier::Live, attachments: &[] };

fn codes(hybrid: &HybridXml) -> Vec<&str> {
    hybrid.findings.iter().map(|one| &*one.code).collect()
}

#[test]
fn a_german_buyer_gets_xrechnung_where_the_invoice_fulfils_it() {
    let german = |texts| {
        let customer = CustomerInput {
            peppol_id: text("9930:DE123456789"),
            ..foreign_customer("Möbel Huber GmbH", "DE123456789", "DE")
        };
        let work = treated("Beratung", dec!(640.50), TaxTreatment::ReverseChargeService);
        let request = InvoiceRequest { customer: Some(customer), texts, ..with_items(vec![work]) };
        hybrid_of_document(&issued(&request, &slovak(), "FA20260042"), &LIVE).expect("written")
    };
    for (texts, level) in [
        (HeaderTexts::one(Term::BuyerReference, "991-01484-64"), Level::Xrechnung),
        // a private buyer has no Leitweg-ID
        (HeaderTexts::default(), Level::En16931),
    ] {
        let made = german(texts);
        assert_eq!((made.level, codes(&made)), (level, vec![]));
        let said = opened(&made.written.xml).expect("opened");
        assert_eq!(factur_x::Level::of_guideline(&guideline(&said.xml)), Some(level));
    }
}

#[test]
fn an_ordinary_invoice_of_ours_has_a_hybrid_pdf() {
    let made =
        hybrid_of_document(&issued(&request(), &slovak(), "FA20260042"), &LIVE).expect("written");
    assert_eq!((made.level, codes(&made)), (Level::En16931, vec![]));
}

fn guideline(xml: &[u8]) -> String {
    let text = String::from_utf8_lossy(xml);
    let context =
        text.split_once("<ram:GuidelineSpecifiedDocumentContextParameter>").expect("a guideline").1;
    let id = context.split_once("<ram:ID>").expect("an id").1;
    id.split_once('<').expect("its end").0.to_owned()
}

/// A golden document with one text in the place of another.
fn with(name: &str, from: &str, to: &str) -> String {
    let ubl = fixtures::text(&format!("golden/ubl/bis-billing-3/{name}.xml"));
    assert!(ubl.contains(from), "{from}");
    ubl.replacen(from, to, 1)
}

#[test]
fn a_delivery_is_asked_for() {
    let ubl = fixtures::text("golden/ubl/bis-billing-3/invoice.xml");
    let (start, end) = ("<cac:Delivery>", "</cac:Delivery>");
    let (before, rest) = ubl.split_once(start).expect("a delivery");
    let undated = format!("{before}{}", rest.split_once(end).expect("its end").1);
    let made = hybrid_of_ubl(undated.as_bytes()).expect("written");
    assert_eq!(codes(&made), ["BR-FX-EN-04"]);
    assert!(made.findings[0].field.ends_with("ActualDeliverySupplyChainEvent"));
    let party = "<cac:AccountingSupplierParty>";
    let period = "<cac:InvoicePeriod><cbc:StartDate>2026-11-01</cbc:StartDate><cbc:EndDate>2026-11-30</cbc:EndDate></cac:InvoicePeriod>";
    let dated = undated.replacen(party, &format!("{period}{party}"), 1);
    assert_eq!(codes(&hybrid_of_ubl(dated.as_bytes()).expect("written")), Vec::<&str>::new());
    let advance = undated.replacen(">380<", ">386<", 1);
    assert!(!codes(&hybrid_of_ubl(advance.as_bytes()).expect("written")).contains(&"BR-FX-EN-04"));
}

#[test]
fn several_preceding_invoices_are_for_the_profile_and_not_for_d16b() {
    let group = "<cac:BillingReference>";
    let more = "<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>FA0</cbc:ID></cac:InvoiceDocumentReference></cac:BillingReference>";
    let ubl = with("credit-note", group, &format!("{more}{group}"));
    let made = hybrid_of_ubl(ubl.as_bytes()).expect("written");
    assert_eq!(codes(&made), Vec::<&str>::new());
    assert_eq!(
        String::from_utf8_lossy(&made.written.xml)
            .matches("<ram:InvoiceReferencedDocument>")
            .count(),
        2
    );
    let cii = of_ubl(ubl.as_bytes(), XmlFormat::Cii).expect("written");
    let found = lacking(&cii.xml, XmlFormat::Cii, document_formats::Origin::Elsewhere);
    assert_eq!(found.len(), 1);
    assert!(found[0].message.contains("BG-3"), "{}", found[0].message);
}

#[test]
fn cii_is_named_by_the_profile_that_it_is_handed_out_as() {
    let plain = fixtures::text("documents/cii/invoice.xml");
    let id = guideline(plain.as_bytes());
    for (specification, stays) in [
        ("urn:cen.eu:en16931:2017", true),
        ("urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended", false),
        ("urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic", false),
    ] {
        let cii = plain.replacen(&id, specification, 1);
        let file = opened(cii.as_bytes()).expect("opened");
        let made = of_file(&file, XmlFormat::Cii).expect("written");
        assert_eq!(guideline(&made.xml), "urn:cen.eu:en16931:2017", "{specification}");
        assert_eq!(made.xml == file.xml, stays, "{specification}");
        let hybrid = hybrid_of_file(&file).expect("written");
        assert_eq!(guideline(&hybrid.written.xml), "urn:cen.eu:en16931:2017", "{specification}");
    }
}

#[test]
fn cii_without_its_delivery_is_told() {
    let cii = fixtures::text("documents/cii/card.xml");
    let (start, end) =
        ("<ram:ApplicableHeaderTradeDelivery>", "</ram:ApplicableHeaderTradeDelivery>");
    let (before, rest) = cii.split_once(start).expect("there");
    let without = format!("{before}{}", rest.split_once(end).expect("its end").1);
    let file = opened(without.as_bytes()).expect("opened");
    let told: Vec<_> = file.misshapen.iter().map(|one| &*one.message).collect();
    assert!(told.len() == 1 && told[0].contains("ApplicableHeaderTradeDelivery"), "{told:?}");
    assert!(opened(cii.as_bytes()).expect("opened").misshapen.is_empty());
}

#[test]
fn ubl_is_judged_by_en_16931() {
    let name = "<cbc:RegistrationName>";
    let ubl = with("invoice", name, "<cbc:RegistrationName/><!--");
    let ubl = ubl.replacen("</cbc:RegistrationName>", "-->", 1);
    let found = lacking(ubl.as_bytes(), XmlFormat::Ubl, document_formats::Origin::Elsewhere);
    assert!(found.iter().any(|one| one.code == "BR-06"), "{found:?}");
}
