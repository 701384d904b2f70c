//! Every format of an invoice, and what it lacks for it.

use access::Tier;
use document_formats::{FormatError, Written, XmlFormat, of_document, of_file, of_ubl, opened};
use invoicing::{
    CustomerInput, Document, InvoiceRequest, InvoiceType, IssuingRecords,
    terms::{HeaderTexts, Term},
};
use rust_decimal::dec;
use testkit::invoices::*;
use ubl_builder::Options;
use vat_categories::TaxTreatment;
use xml::Parsed;

const LIVE: Options<'static> = Options { network: Tier::Live, attachments: &[] };

fn to_german(texts: HeaderTexts) -> InvoiceRequest {
    let customer = CustomerInput {
        peppol_id: text("9930:DE123456789"),
        ..foreign_customer("Möbel Huber GmbH", "DE123456789", "DE")
    };
    let work = treated("Beratung", dec!(640.50), TaxTreatment::ReverseChargeService);
    InvoiceRequest { customer: Some(customer), texts, ..with_items(vec![work]) }
}

fn document(request: &InvoiceRequest, records: &IssuingRecords) -> Document {
    issued(request, records, "FA20260042")
}

fn reference() -> HeaderTexts {
    HeaderTexts::one(Term::BuyerReference, "991-01484-64")
}

/// Place and rule of what is lacking.
fn lacks(document: &Document, format: XmlFormat) -> Vec<(String, String)> {
    let findings = of_document(document, &LIVE, format).expect("written").findings;
    findings.into_iter().map(|one| (one.field, one.code)).collect()
}

/// A UBL document in a format.
fn converted(ubl: &str, format: XmlFormat) -> Result<Written, FormatError> {
    of_ubl(&Parsed::read(ubl.as_bytes()).expect("read"), format)
}

fn named(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|(field, code)| ((*field).to_owned(), (*code).to_owned())).collect()
}

#[test]
fn a_whole_invoice_lacks_nothing_in_any_format() {
    let document = document(&to_german(reference()), &slovak());
    for format in XmlFormat::ALL {
        assert_eq!(lacks(&document, format), [], "{format:?}");
        let xml = of_document(&document, &LIVE, format).expect("written").xml;
        let read = Parsed::read(&xml).expect("read");
        let back = opened(&read).expect("opened");
        let is_cii = matches!(format, XmlFormat::Cii | XmlFormat::XrechnungCii);
        let again = of_file(&back, XmlFormat::Ubl).expect("written");
        assert_eq!((back.is_cii(), again.losses), (is_cii, vec![]));
    }
}

#[test]
fn what_is_lacking_is_named_by_its_place_in_the_request() {
    let mut poor = slovak();
    (poor.organization.phone, poor.organization.email) = (None, None);
    poor.organization.address.city = String::new();
    let document = document(&to_german(HeaderTexts::default()), &poor);
    assert_eq!(lacks(&document, XmlFormat::Cii), []);
    let expected = named(&[
        ("buyer_reference", "BR-DE-15"),
        ("organization.address.city", "BR-DE-3"),
        ("organization.email", "BR-DE-7"),
        ("organization.phone", "BR-DE-6"),
    ]);
    for format in [XmlFormat::XrechnungUbl, XmlFormat::XrechnungCii] {
        let mut found = lacks(&document, format);
        found.sort();
        assert_eq!(found, expected, "{format:?}");
    }
}

#[test]
fn of_a_self_billed_invoice_the_customer_is_the_seller() {
    let request = InvoiceRequest {
        invoice_type: Some(InvoiceType::SelfInvoice),
        customer: Some(CustomerInput { phone: None, ..slovak_customer() }),
        texts: reference(),
        ..request()
    };
    let document = document(&request, &slovak());
    let expected = named(&[("customer.phone", "BR-DE-6")]);
    assert_eq!(lacks(&document, XmlFormat::XrechnungCii), expected);
}

#[test]
fn what_others_wrote_is_named_by_its_element() {
    let ubl = fixtures::text("golden/ubl/bis-billing-3/invoice.xml");
    for format in XmlFormat::ALL {
        let made = converted(&ubl, format).expect("written");
        assert_eq!(made.losses, [], "{format:?}");
        let mut found: Vec<_> =
            made.findings.into_iter().map(|one| (one.field, one.code)).collect();
        found.sort();
        // of the document that was given, whatever the syntax of the format is; Peppol took an order in the place of a buyer
        // reference, and no name of a contact
        let expected = match format {
            XmlFormat::XrechnungUbl | XmlFormat::XrechnungCii => named(&[
                ("/Invoice", "BR-DE-15"),
                ("/Invoice/cac:AccountingSupplierParty/cac:Party/cac:Contact", "BR-DE-5"),
            ]),
            XmlFormat::Ubl | XmlFormat::Cii => vec![],
        };
        assert_eq!(found, expected, "{format:?}");
    }
}

#[test]
fn notes_stay_apart_on_every_way() {
    let cii = fixtures::text("documents/cii/everything.xml");
    let notes = |xml: &[u8], tag: &str| String::from_utf8_lossy(xml).matches(tag).count();
    let all = notes(cii.as_bytes(), "<ram:IncludedNote>");
    assert!(all > 2);
    let of_lines = notes(cii.as_bytes(), "<ram:AssociatedDocumentLineDocument>");
    let read = Parsed::read(cii.as_bytes()).expect("read");
    let file = opened(&read).expect("opened");
    let made = of_file(&file, XmlFormat::XrechnungCii).expect("written");
    assert_eq!(notes(&made.xml, "<ram:IncludedNote>"), all, "{of_lines} lines");
    let [ubl, german] = [XmlFormat::Ubl, XmlFormat::XrechnungUbl]
        .map(|format| of_file(&file, format).expect("written").xml);
    assert_eq!(notes(&german, "<cbc:Note>"), notes(&ubl, "<cbc:Note>"));
    assert!(notes(&ubl, "<cbc:Note>") > 2);
}

#[test]
fn an_amount_in_another_currency_is_a_finding() {
    let ubl = fixtures::text("golden/ubl/bis-billing-3/invoice.xml");
    let other = ubl.replacen(
        "<cbc:PayableAmount currencyID=\"EUR\"",
        "<cbc:PayableAmount currencyID=\"USD\"",
        1,
    );
    assert_ne!(other, ubl);
    let refused = converted(&other, XmlFormat::Cii).expect_err("another currency");
    let finding = refused.finding().expect("a finding");
    assert_eq!(
        (&*finding.code, &*finding.field),
        ("AMOUNT_OTHER_CURRENCY", "/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount")
    );
}
