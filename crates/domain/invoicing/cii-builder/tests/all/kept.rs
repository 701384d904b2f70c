//! What was changed without a word once: currencies, business processes, notes, references of lines, tax registrations.

use crate::terms::{cii, told};
use cii_builder::{CiiError, Context, of_ubl};
use xml::Parsed;

fn invoice() -> String {
    fixtures::text("golden/ubl/bis-billing-3/invoice.xml")
}

/// The invoice with one text in the place of another, which has to be there.
fn with(from: &str, to: &str) -> String {
    let ubl = invoice();
    assert!(ubl.contains(from), "{from}");
    ubl.replacen(from, to, 1)
}

/// The texts of the elements of a name.
fn said(xml: &str, name: &str) -> Vec<String> {
    let tree = roxmltree::Document::parse(xml).expect("XML");
    let all = tree.descendants().filter(|node| node.tag_name().name() == name);
    all.map(|node| {
        node.descendants().filter_map(|it| it.text().filter(|_| it.is_text())).collect::<String>()
    })
    .map(|text| text.trim().to_owned())
    .collect()
}

const PROCESS: &str = "BusinessProcessSpecifiedDocumentContextParameter";

#[test]
fn a_business_process_is_the_documents_own() {
    let own = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";
    let of_its_own = with(own, "A1");
    let none = with(&format!("<cbc:ProfileID>{own}</cbc:ProfileID>"), "");
    for (context, without) in [
        (Some(&Context::EN16931), vec![]),
        (Some(&Context::XRECHNUNG), vec![own.to_owned()]),
        (None, vec![]),
    ] {
        assert_eq!(said(&cii(&of_its_own, context).xml, PROCESS), ["A1"]);
        assert_eq!(said(&cii(&none, context).xml, PROCESS), without);
    }
}

#[test]
fn an_amount_in_another_currency_is_an_error() {
    for name in ["LineExtensionAmount", "PriceAmount", "PayableAmount", "TaxableAmount"] {
        let ubl = with(
            &format!("<cbc:{name} currencyID=\"EUR\""),
            &format!("<cbc:{name} currencyID=\"USD\""),
        );
        let refused = of_ubl(&Parsed::read(ubl.as_bytes()).expect("read"), None).expect_err(name);
        let CiiError::OtherCurrency(found) = refused else { panic!("{refused}") };
        let start = ubl.get(found.element..).expect("within");
        assert!(start.starts_with(&format!("<cbc:{name} currencyID=\"USD\"")), "{start}");
        assert_eq!((&*found.found, &*found.currency), ("USD", "EUR"));
    }
}

#[test]
fn vat_in_the_accounting_currency_stands_beside_the_total() {
    let ubl = fixtures::text("golden/ubl/bis-billing-3/foreign-currency.xml");
    let made = cii(&ubl, Some(&Context::EN16931));
    assert_eq!(made.losses, []);
    assert_eq!(said(&made.xml, "TaxTotalAmount").len(), 2);
}

#[test]
fn an_accounting_currency_that_is_the_documents_is_left_out() {
    let code = "<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>";
    let ubl = with(code, &format!("{code}<cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>"));
    let made = cii(&ubl, None);
    assert_eq!((said(&made.xml, "TaxCurrencyCode"), made.losses), (vec![], vec![]));
}

#[test]
fn the_day_of_the_vat_point_stands_once_and_its_code_in_each_row() {
    let row = |ubl: &str| {
        let (start, end) = ("<cac:TaxSubtotal>", "</cac:TaxSubtotal>");
        let from = ubl.find(start).expect("a row");
        ubl[from..from + ubl[from..].find(end).expect("its end") + end.len()].to_owned()
    };
    let twice = |ubl: String| ubl.replacen(&row(&ubl), &row(&ubl).repeat(2), 1);
    let currency = "<cbc:DocumentCurrencyCode>";
    let day = with(currency, &format!("<cbc:TaxPointDate>2026-11-30</cbc:TaxPointDate>{currency}"));
    let made = cii(&twice(day), None);
    assert_eq!(
        (said(&made.xml, "TaxPointDate"), made.losses),
        (vec!["20261130".to_owned()], vec![])
    );
    let supplier = "<cac:AccountingSupplierParty>";
    let code =
        "<cac:InvoicePeriod><cbc:DescriptionCode>35</cbc:DescriptionCode></cac:InvoicePeriod>";
    let made = cii(&twice(with(supplier, &format!("{code}{supplier}"))), None);
    let codes = said(&made.xml, "DueDateTypeCode");
    assert!(codes.len() >= 2 && codes.iter().all(|code| code == "29"), "{codes:?}");
}

#[test]
fn hashes_around_no_subject_are_text() {
    let currency = "<cbc:DocumentCurrencyCode>";
    for (note, content, subject) in
        [("#REG#HRB 1", "HRB 1", Some("REG")), ("#XYZ#Projekt", "#XYZ#Projekt", None)]
    {
        let bare = without_note(&invoice());
        let ubl = bare.replacen(currency, &format!("<cbc:Note>{note}</cbc:Note>{currency}"), 1);
        let xml = cii(&ubl, None).xml;
        let header = xml.split_once("</rsm:ExchangedDocument>").expect("a header").0;
        assert!(header.contains(&format!("<ram:Content>{content}</ram:Content>")), "{header}");
        assert_eq!(said(&xml, "SubjectCode"), subject.into_iter().collect::<Vec<_>>());
    }
}

fn without_note(ubl: &str) -> String {
    let Some((before, rest)) = ubl.split_once("<cbc:Note>") else { return ubl.to_owned() };
    format!("{before}{}", rest.split_once("</cbc:Note>").map_or("", |(_, after)| after))
}

#[test]
fn a_reference_of_a_line_is_its_object_by_its_type_alone() {
    let item = "<cac:Item>";
    let reference = |code: &str| {
        with(
            item,
            &format!(
                "<cac:DocumentReference><cbc:ID>D-1</cbc:ID>{code}</cac:DocumentReference>{item}"
            ),
        )
    };
    let of_object = reference("<cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>");
    assert_eq!(
        said(&cii(&of_object, None).xml, "TypeCode").iter().filter(|it| *it == "130").count(),
        1
    );
    assert_eq!(told(&of_object), []);
    let of_tender = reference("<cbc:DocumentTypeCode>50</cbc:DocumentTypeCode>");
    assert!(!said(&cii(&of_tender, None).xml, "TypeCode").contains(&"130".to_owned()));
    let told: Vec<_> = told(&of_tender).into_iter().map(|(_, value)| value).collect();
    assert_eq!(told, ["D-1", "50"]);
}

#[test]
fn a_tax_registration_of_the_buyer_is_told() {
    let ubl = invoice();
    let (before, buyer) = ubl.split_once("<cac:AccountingCustomerParty>").expect("a buyer");
    let legal = "<cac:PartyLegalEntity>";
    let number = "<cac:PartyTaxScheme><cbc:CompanyID>2020</cbc:CompanyID><cac:TaxScheme><cbc:ID>TAX</cbc:ID>\
                  </cac:TaxScheme></cac:PartyTaxScheme>";
    let buyer = buyer.replacen(legal, &format!("{number}{legal}"), 1);
    let ubl = format!("{before}<cac:AccountingCustomerParty>{buyer}");
    let told: Vec<_> = told(&ubl).into_iter().map(|(_, value)| value).collect();
    assert_eq!(told, ["2020", "TAX"]);
    assert!(!cii(&ubl, None).xml.contains("\"FC\">2020<"));
}

#[test]
fn a_code_of_an_exemption_is_in_capitals() {
    let ubl = fixtures::text("golden/ubl/bis-billing-3/reverse-charge.xml");
    assert!(ubl.contains(">VATEX-EU-AE<"));
    let made = cii(&ubl.replace(">VATEX-EU-AE<", "> vatex-eu-ae <"), None);
    assert_eq!(made.losses, []);
    assert!(said(&made.xml, "ExemptionReasonCode").iter().all(|code| code == "VATEX-EU-AE"));
}
