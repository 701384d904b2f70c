//! What a sent document says to a reader.

use peppol_connector::documents::{
    Adjustment, MAX_LINES_TAKEN, PayeeAccount, PrecedingInvoice, read_content,
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
fn every_term_of_a_page_is_read() {
    let xml = invoice("9.25");
    let content = read_content(&Parsed::read(xml.as_bytes()).expect("XML")).expect("UBL");
    assert_eq!(content.notes, ["first", "second", "30 days"]);
    assert_eq!(content.order_number.as_deref(), Some("OBJ-7"));
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
