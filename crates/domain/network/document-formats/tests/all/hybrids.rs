//! The XML of a hybrid PDF: its profile, and what is lacking for each.

use access::Tier;
use document_formats::{
    HybridXml, XmlFormat, hybrid_of_document, hybrid_of_file, of_file, of_ubl, opened,
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
use xml::Parsed;

const LIVE: Options<'static> = Options { network: Tier::Live, attachments: &[] };

/// The hybrid of a UBL document.
pub fn hybrid_of(ubl: &str) -> HybridXml {
    let read = Parsed::read(ubl.as_bytes()).expect("read");
    document_formats::hybrid_of_ubl(&read).expect("written")
}

/// The hybrid of a document in either syntax.
pub fn hybrid_of_any(document: &str) -> HybridXml {
    let read = Parsed::read(document.as_bytes()).expect("read");
    let file = opened(&read).expect("opened");
    file.with_ubl(|ubl| hybrid_of_file(&file, ubl)).expect("read").expect("written")
}

pub fn codes(hybrid: &HybridXml) -> Vec<&str> {
    hybrid.written.findings.iter().map(|one| &*one.code).collect()
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
        let said = guideline(&made.written.xml);
        assert_eq!(factur_x::Level::of_guideline(&said), Some(level));
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

/// ZUGFeRD 2.4 asks for it between two parties in Germany alone.
#[test]
fn a_delivery_is_asked_for_between_germans() {
    let ubl = fixtures::text("golden/ubl/bis-billing-3/invoice.xml");
    let (start, end) = ("<cac:Delivery>", "</cac:Delivery>");
    let (before, rest) = ubl.split_once(start).expect("a delivery");
    let abroad = format!("{before}{}", rest.split_once(end).expect("its end").1);
    assert_eq!(codes(&hybrid_of(&abroad)), Vec::<&str>::new());
    let country = "<cbc:IdentificationCode>SK</cbc:IdentificationCode>";
    assert_eq!(abroad.matches(country).count(), 2);
    let undated = abroad.replace(country, &country.replace("SK", "DE"));
    let made = hybrid_of(&undated);
    assert_eq!(codes(&made), ["BR-FX-EN-04"]);
    // nothing of the delivery was given
    assert_eq!(made.written.findings[0].field, "/Invoice");
    let with = |group: &str, before: &str| undated.replacen(before, &format!("{group}{before}"), 1);
    let period = "<cac:InvoicePeriod><cbc:StartDate>2026-11-01</cbc:StartDate><cbc:EndDate>2026-11-30</cbc:EndDate></cac:InvoicePeriod>";
    let in_period = with(period, "<cac:AccountingSupplierParty>");
    assert_eq!(codes(&hybrid_of(&in_period)), ["BR-FX-EN-04"]);
    let advice =
        "<cac:DespatchDocumentReference><cbc:ID>D-1</cbc:ID></cac:DespatchDocumentReference>";
    let party = "<cac:AccountingSupplierParty>";
    let with_advice = in_period.replacen(party, &format!("{advice}{party}"), 1);
    assert_eq!(codes(&hybrid_of(&with_advice)), Vec::<&str>::new());
    let advance = undated.replacen(">380<", ">386<", 1);
    assert!(!codes(&hybrid_of(&advance)).contains(&"BR-FX-EN-04"));
}

#[test]
fn several_preceding_invoices_are_for_the_profile_and_not_for_d16b() {
    let group = "<cac:BillingReference>";
    let more = "<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>FA0</cbc:ID></cac:InvoiceDocumentReference></cac:BillingReference>";
    let ubl = with("credit-note", group, &format!("{more}{group}"));
    let made = hybrid_of(&ubl);
    assert_eq!(codes(&made), Vec::<&str>::new());
    assert_eq!(
        String::from_utf8_lossy(&made.written.xml)
            .matches("<ram:InvoiceReferencedDocument>")
            .count(),
        2
    );
    let read = Parsed::read(ubl.as_bytes()).expect("read");
    let found = of_ubl(&read, XmlFormat::Cii).expect("written").findings;
    assert_eq!(found.len(), 1);
    assert!(found[0].message.contains("BG-3"), "{}", found[0].message);
    assert_eq!(found[0].field, "/CreditNote/cac:BillingReference[2]/cac:InvoiceDocumentReference");
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
        let read = Parsed::read(cii.as_bytes()).expect("read");
        let file = opened(&read).expect("opened");
        let made = of_file(&file, XmlFormat::Cii).expect("written");
        assert_eq!(guideline(&made.xml), "urn:cen.eu:en16931:2017", "{specification}");
        assert_eq!(made.xml == cii.as_bytes(), stays, "{specification}");
        let hybrid = hybrid_of_any(&cii);
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
    let read = Parsed::read(without.as_bytes()).expect("read");
    let file = opened(&read).expect("opened");
    let told: Vec<_> = file.misshapen.iter().map(|one| &*one.message).collect();
    assert!(told.len() == 1 && told[0].contains("ApplicableHeaderTradeDelivery"), "{told:?}");
    let read = Parsed::read(cii.as_bytes()).expect("read");
    assert!(opened(&read).expect("opened").misshapen.is_empty());
}

#[test]
fn ubl_is_judged_by_en_16931() {
    let name = "<cbc:RegistrationName>";
    let ubl = with("invoice", name, "<cbc:RegistrationName/><!--");
    let ubl = ubl.replacen("</cbc:RegistrationName>", "-->", 1);
    let read = Parsed::read(ubl.as_bytes()).expect("read");
    let found = of_ubl(&read, XmlFormat::Ubl).expect("written").findings;
    assert!(found.iter().any(|one| one.code == "BR-06"), "{found:?}");
}

/// Of others' UBL for a German buyer that is no XRechnung: it is parsed once, and so is the XML of either profile.
#[test]
fn a_hybrid_parses_nothing_twice() {
    let country = "<cbc:IdentificationCode>SK</cbc:IdentificationCode>";
    let ubl = fixtures::text("golden/ubl/bis-billing-3/invoice.xml");
    let german = ubl.replace(country, &country.replace("SK", "DE"));
    for (ubl, parses) in [(&ubl, 2), (&german, 3)] {
        let before = xml::parses_on_this_thread();
        let made = hybrid_of(ubl);
        assert_eq!((made.level, codes(&made)), (Level::En16931, vec![]));
        assert_eq!(xml::parses_on_this_thread() - before, parses);
        assert_eq!(guideline(&made.written.xml), "urn:cen.eu:en16931:2017");
    }
}
