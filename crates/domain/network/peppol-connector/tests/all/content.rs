//! What a sent document says to a reader.

use peppol_connector::documents::{
    Adjustment, DocumentContent, MAX_LINES_TAKEN, PayeeAccount, PrecedingInvoice, read_content,
};
use rust_decimal::dec;
use time::macros::date;
use xml::Parsed;

const NAMESPACES: &str = r#"xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2""#;

fn invoice(price: &str) -> String {
    format!(
        r#"<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" {NAMESPACES}>
  <cbc:ID>EXT-1</cbc:ID>
  <cbc:Note>first</cbc:Note><cbc:Note>second</cbc:Note>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cbc:BuyerReference>stredisko 12</cbc:BuyerReference>
  <cac:OrderReference><cbc:ID>OBJ-7</cbc:ID></cac:OrderReference>
  <cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>EXT-0</cbc:ID>
    <cbc:IssueDate>2026-10-01</cbc:IssueDate></cac:InvoiceDocumentReference></cac:BillingReference>
  <cac:AccountingSupplierParty><cac:Party>
    <cac:PostalAddress><cbc:StreetName>Hlavná 1</cbc:StreetName>
      <cbc:AdditionalStreetName>2. poschodie</cbc:AdditionalStreetName>
      <cbc:CityName>Žilina</cbc:CityName><cbc:PostalZone>01001</cbc:PostalZone>
      <cac:Country><cbc:IdentificationCode>SK</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
    <cac:PartyTaxScheme><cbc:CompanyID>SK2023456789</cbc:CompanyID></cac:PartyTaxScheme>
    <cac:PartyTaxScheme><cbc:CompanyID>2023456789</cbc:CompanyID></cac:PartyTaxScheme>
    <cac:PartyLegalEntity><cbc:RegistrationName>Dodávateľ</cbc:RegistrationName>
      <cbc:CompanyID>12345678</cbc:CompanyID></cac:PartyLegalEntity>
  </cac:Party></cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty><cac:Party>
    <cac:PostalAddress><cac:Country><cbc:IdentificationCode>AT</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
    <cac:PartyTaxScheme><cbc:CompanyID>ATU12345678</cbc:CompanyID></cac:PartyTaxScheme>
    <cac:PartyLegalEntity><cbc:RegistrationName>Kunde</cbc:RegistrationName>
      <cbc:CompanyID>FN12345a</cbc:CompanyID></cac:PartyLegalEntity>
  </cac:Party></cac:AccountingCustomerParty>
  <cac:Delivery><cbc:ActualDeliveryDate>2026-11-20</cbc:ActualDeliveryDate></cac:Delivery>
  <cac:PaymentMeans><cbc:PaymentMeansCode>58</cbc:PaymentMeansCode>
    <cac:PayeeFinancialAccount><cbc:ID>SK31</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>
  <cac:PaymentTerms><cbc:Note>30 days</cbc:Note></cac:PaymentTerms>
  <cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator>
    <cbc:AllowanceChargeReason>discount</cbc:AllowanceChargeReason>
    <cbc:Amount currencyID="EUR">5.00</cbc:Amount>
    <cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>20</cbc:Percent></cac:TaxCategory></cac:AllowanceCharge>
  <cac:TaxTotal><cbc:TaxAmount currencyID="EUR">3.00</cbc:TaxAmount>
    <cac:TaxSubtotal><cbc:TaxableAmount currencyID="EUR">15.00</cbc:TaxableAmount>
      <cbc:TaxAmount currencyID="EUR">3.00</cbc:TaxAmount>
      <cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>20</cbc:Percent></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
  <cac:TaxTotal><cbc:TaxAmount currencyID="CZK">75.00</cbc:TaxAmount></cac:TaxTotal>
  <cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="C62">20</cbc:InvoicedQuantity>
    <cbc:LineExtensionAmount currencyID="EUR">20.00</cbc:LineExtensionAmount>
    <cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:Amount currencyID="EUR">1.50</cbc:Amount></cac:AllowanceCharge>
    <cac:Item><cbc:Description>long</cbc:Description><cbc:Name>short</cbc:Name>
      <cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>20</cbc:Percent></cac:ClassifiedTaxCategory></cac:Item>
    <cac:Price><cbc:PriceAmount currencyID="EUR">{price}</cbc:PriceAmount><cbc:BaseQuantity>10</cbc:BaseQuantity></cac:Price>
  </cac:InvoiceLine>
</Invoice>"#
    )
}

#[test]
fn the_project_is_read_where_the_syntax_has_it() {
    let read = |root: &str, inside: &str| {
        let xml = format!(
            r#"<{root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:{root}-2" {NAMESPACES}>
              {inside}</{root}>"#
        );
        let content = read_content(&Parsed::read(xml.as_bytes()).expect("XML")).expect("UBL");
        content.texts.project_reference
    };
    let project = "<cac:ProjectReference><cbc:ID>P-1</cbc:ID></cac:ProjectReference>";
    assert_eq!(read("Invoice", project).as_deref(), Some("P-1"));
    let document = |code: &str| {
        format!(
            "<cac:AdditionalDocumentReference><cbc:ID>D-{code}</cbc:ID>\
             <cbc:DocumentTypeCode>{code}</cbc:DocumentTypeCode></cac:AdditionalDocumentReference>"
        )
    };
    let both = format!("{}{}", document("130"), document("50"));
    assert_eq!(read("CreditNote", &both).as_deref(), Some("D-50"));
    assert_eq!(read("CreditNote", &document("130")), None);
}

#[test]
fn every_term_of_a_page_is_read() {
    let xml = invoice("9.25");
    let content = read_content(&Parsed::read(xml.as_bytes()).expect("XML")).expect("UBL");
    assert_eq!(content.texts.note.as_deref(), Some("first\nsecond\n30 days"));
    assert_eq!(content.texts.order_number.as_deref(), Some("OBJ-7"));
    assert_eq!(content.texts.buyer_reference.as_deref(), Some("stredisko 12"));
    assert_eq!(content.delivery_date, Some(date!(2026 - 11 - 20)));
    let original =
        PrecedingInvoice { number: "EXT-0".into(), issue_date: Some(date!(2026 - 10 - 01)) };
    assert_eq!(content.original, Some(original));
    assert_eq!(content.payment_means.as_deref(), Some("58"));
    assert_eq!(content.account, Some(PayeeAccount { iban: "SK31".into(), bic: None }));
    let (vat, currency) = content.accounting_vat.expect("in another currency");
    assert_eq!((vat, currency.code()), (dec!(75), "CZK"));

    let [line] = &content.lines[..] else { panic!("one line") };
    assert_eq!((line.description.as_str(), line.unit.as_str()), ("short\nlong", "C62"));
    assert_eq!(
        (line.quantity, line.unit_price, line.net_amount),
        (dec!(20), dec!(0.925), dec!(20))
    );
    assert_eq!((line.vat_category.as_str(), line.vat_rate), ("S", dec!(20)));
    assert_eq!(line.adjustments.iter().map(|one| one.amount).collect::<Vec<_>>(), [dec!(1.50)]);
    let discount = Adjustment {
        reason: Some("discount".into()),
        amount: dec!(-5),
        vat_category: Some("S".into()),
        vat_rate: dec!(20),
    };
    assert_eq!(content.adjustments, [discount]);
    let [row] = &content.vat[..] else { panic!("one rate") };
    assert_eq!((row.taxable_amount, row.tax_amount, row.rate), (dec!(15), dec!(3), dec!(20)));
    assert_eq!(content.left_out, 0);
}

/// The invoice with other groups in place of its one.
fn with(from: &str, to: &str, groups: &str) -> DocumentContent {
    let xml = invoice("1");
    let (before, rest) = xml.split_once(from).expect("the group");
    let (_, after) = rest.split_once(to).expect("its end");
    let xml = format!("{before}{groups}{after}");
    read_content(&Parsed::read(xml.as_bytes()).expect("XML")).expect("UBL")
}

#[test]
fn parts_of_two_groups_are_never_shown_as_one() {
    let means = |parts: &str| format!("<cac:PaymentMeans>{parts}</cac:PaymentMeans>");
    let account = |id: &str, bic: &str| {
        let bic = match bic {
            "" => String::new(),
            bic => format!(
                "<cac:FinancialInstitutionBranch><cbc:ID>{bic}</cbc:ID></cac:FinancialInstitutionBranch>"
            ),
        };
        format!("<cac:PayeeFinancialAccount><cbc:ID>{id}</cbc:ID>{bic}</cac:PayeeFinancialAccount>")
    };
    let code = |code: &str| format!("<cbc:PaymentMeansCode>{code}</cbc:PaymentMeansCode>");
    let (a, b) = (account("SK31", ""), account("DE89", "COBADEFF"));
    for (groups, expected) in [
        (means(&a) + &means(&b), (None, "SK31", None)),
        (means(&b) + &means(&a), (None, "DE89", Some("COBADEFF"))),
        (means(&a) + &means(&a) + &means(&b), (None, "SK31", None)),
        // the way of paying belongs to the account
        (means(&code("48")) + &means(&(code("58") + &b)), (Some("58"), "DE89", Some("COBADEFF"))),
        (means(&(code("30") + &a)) + &means(&(code("58") + &b)), (Some("30"), "SK31", None)),
        (means(&a) + &means(&code("48")), (None, "SK31", None)),
    ] {
        let content = with("<cac:PaymentMeans>", "</cac:PaymentMeans>", &groups);
        let account = content.account.expect("an account");
        let read = (content.payment_means.as_deref(), &*account.iban, account.bic.as_deref());
        assert_eq!(read, expected, "{groups}");
    }
    let earlier = |number: &str, day: &str| {
        format!(
            "<cac:BillingReference><cac:InvoiceDocumentReference>{number}{day}</cac:InvoiceDocumentReference></cac:BillingReference>"
        )
    };
    let (one, two) = ("<cbc:ID>FA-1</cbc:ID>", "<cbc:ID>FA-2</cbc:ID>");
    let day = "<cbc:IssueDate>2026-10-15</cbc:IssueDate>";
    for (groups, number, issue_date) in [
        (earlier(one, "") + &earlier(two, day), "FA-1", None),
        (earlier(one, day) + &earlier(two, ""), "FA-1", Some(date!(2026 - 10 - 15))),
        (earlier("", day) + &earlier(two, ""), "FA-2", None),
    ] {
        let content = with("<cac:BillingReference>", "</cac:BillingReference>", &groups);
        let expected = PrecedingInvoice { number: number.into(), issue_date };
        assert_eq!(content.original, Some(expected), "{groups}");
    }
    let delivery = |parts: &str| format!("<cac:Delivery>{parts}</cac:Delivery>");
    let place = "<cac:DeliveryLocation><cac:Address><cbc:CityName>Brno</cbc:CityName></cac:Address></cac:DeliveryLocation>";
    let day = "<cbc:ActualDeliveryDate>2026-11-02</cbc:ActualDeliveryDate>";
    for (groups, day, city) in [
        (delivery(place) + &delivery(day), None, Some("Brno")),
        (delivery(day) + &delivery(place), Some(date!(2026 - 11 - 02)), None),
        (
            delivery("") + &delivery(&format!("{day}{place}")),
            Some(date!(2026 - 11 - 02)),
            Some("Brno"),
        ),
    ] {
        let content = with("<cac:Delivery>", "</cac:Delivery>", &groups);
        let address = content.delivery_address.map(|address| address.city);
        assert_eq!((content.delivery_date, address.as_deref()), (day, city), "{groups}");
    }
    let category = |parts: &str| format!("<cac:TaxCategory>{parts}</cac:TaxCategory>");
    let groups = format!(
        "<cac:AllowanceCharge><cbc:ChargeIndicator>1</cbc:ChargeIndicator><cbc:Amount>5</cbc:Amount>{}{}</cac:AllowanceCharge>",
        category("<cbc:ID>E</cbc:ID>"),
        category("<cbc:ID>S</cbc:ID><cbc:Percent>20</cbc:Percent>"),
    );
    let content = with("<cac:AllowanceCharge>", "</cac:AllowanceCharge>", &groups);
    let [charge] = &content.adjustments[..] else { panic!("one charge") };
    assert_eq!((charge.vat_category.as_deref(), charge.vat_rate), (Some("E"), dec!(0)));
    assert_eq!(charge.amount, dec!(5), "1 is true");
    // VAT in the accounting currency by its rows, before that in the document's
    let rows = |currency: &str, tax: &str| {
        format!(
            "<cac:TaxTotal><cbc:TaxAmount currencyID=\"{currency}\">{tax}</cbc:TaxAmount><cac:TaxSubtotal>
               <cbc:TaxAmount currencyID=\"{currency}\">{tax}</cbc:TaxAmount></cac:TaxSubtotal></cac:TaxTotal>"
        )
    };
    let content = with(
        "<cac:TaxTotal>",
        "</cac:TaxTotal>",
        &(rows("CZK", "7<!-- -->5.00") + &rows("EUR", "3.00")),
    );
    let [row] = &content.vat[..] else { panic!("one rate") };
    assert_eq!(row.tax_amount, dec!(3));
    assert_eq!(content.accounting_vat.map(|(vat, _)| vat), Some(dec!(75)));
}

#[test]
fn the_tax_point_goes_before_the_delivery() {
    let day =
        "<cac:Delivery><cbc:ActualDeliveryDate>2026-11-02</cbc:ActualDeliveryDate></cac:Delivery>";
    let stated = "<cbc:TaxPointDate>2026-10-31</cbc:TaxPointDate>";
    let period = "<cac:InvoicePeriod><cbc:EndDate>2026-09-30</cbc:EndDate><cbc:DescriptionCode>35</cbc:DescriptionCode></cac:InvoicePeriod>";
    let (october, september) = (date!(2026 - 10 - 31), date!(2026 - 09 - 30));
    let november = date!(2026 - 11 - 02);
    for (groups, delivered, tax_point) in [
        (format!("{stated}{day}"), Some(november), Some(october)),
        (stated.to_owned(), Some(october), Some(october)),
        (day.to_owned(), Some(november), Some(november)),
        (format!("{period}{day}"), Some(november), Some(november)),
        (period.to_owned(), None, Some(september)),
        (String::new(), None, None),
    ] {
        let content = with("<cac:Delivery>", "</cac:Delivery>", &groups);
        assert_eq!((content.delivery_date, content.tax_point), (delivered, tax_point), "{groups}");
    }
}

#[test]
fn parties_have_the_numbers_of_their_country() {
    let xml = invoice("1");
    let content = read_content(&Parsed::read(xml.as_bytes()).expect("XML")).expect("UBL");
    let (seller, buyer) = (content.seller, content.buyer);
    assert_eq!((seller.name.as_str(), seller.ico.as_deref()), ("Dodávateľ", Some("12345678")));
    assert_eq!(seller.ic_dph.as_deref(), Some("SK2023456789"));
    assert_eq!((seller.dic.as_deref(), seller.vat_payer), (Some("2023456789"), true));
    let address = seller.address.expect("there");
    assert_eq!(
        (address.street.as_str(), address.city.as_str()),
        ("Hlavná 1, 2. poschodie", "Žilina")
    );
    assert_eq!((buyer.ico, buyer.dic.as_deref()), (None, Some("ATU12345678")));
    assert_eq!((buyer.ic_dph, buyer.vat_payer), (None, true));
}

#[test]
fn so_much_is_taken_and_the_rest_is_counted() {
    let line = |charges: usize| {
        let charge = "<cac:AllowanceCharge><cbc:Amount>1</cbc:Amount></cac:AllowanceCharge>";
        format!("<cac:InvoiceLine>{}</cac:InvoiceLine>", charge.repeat(charges))
    };
    let lines = format!("{}{}", line(103), line(0).repeat(MAX_LINES_TAKEN + 5));
    let xml = invoice("1")
        .replace("<cac:InvoiceLine><cbc:ID>", &format!("{lines}<cac:InvoiceLine><cbc:ID>"));
    let content = read_content(&Parsed::read(xml.as_bytes()).expect("XML")).expect("UBL");
    assert_eq!(content.lines.len(), MAX_LINES_TAKEN);
    assert_eq!(content.lines[0].adjustments.len(), 100);
    // 1,007 lines, 103 charges in the first
    assert_eq!(content.left_out, 7 + 3);
    let row = "<cac:TaxSubtotal/>".repeat(1_500);
    let charges = "<cac:AllowanceCharge/>".repeat(1_500);
    let xml = invoice("1")
        .replace("<cac:TaxSubtotal>", &format!("{row}<cac:TaxSubtotal>"))
        .replace("<cac:TaxTotal>", &format!("{charges}<cac:TaxTotal>"));
    let content = read_content(&Parsed::read(xml.as_bytes()).expect("XML")).expect("UBL");
    assert_eq!((content.vat.len(), content.adjustments.len()), (MAX_LINES_TAKEN, MAX_LINES_TAKEN));
    assert_eq!(content.left_out, 501 + 2_001);
}

#[test]
fn what_cannot_be_calculated_with_is_not_read() {
    let long = invoice(&"9".repeat(60));
    assert_eq!(read_content(&Parsed::read(long.as_bytes()).expect("XML")), None);
    let other = "<Order xmlns='urn:x'/>";
    assert_eq!(read_content(&Parsed::read(other.as_bytes()).expect("XML")), None);
}
