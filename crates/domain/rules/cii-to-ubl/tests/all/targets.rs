//! What depends on who takes the UBL, and on where the seller is.

use cii_to_ubl::{Target, convert_for};
use xml::Parsed;

const HEAD: &str = "<rsm:CrossIndustryInvoice \
    xmlns:rsm='urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100' \
    xmlns:ram='urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100'>";

fn ubl(content: &str, target: Target) -> String {
    let cii = format!("{HEAD}{content}</rsm:CrossIndustryInvoice>");
    let made = convert_for(&Parsed::read(cii.as_bytes()).expect("XML"), target).expect("CII");
    assert_eq!(made.losses, []);
    String::from_utf8(made.ubl).expect("UTF-8")
}

#[test]
fn notes_stay_apart_but_for_peppol() {
    let notes = "<rsm:ExchangedDocument>\
        <ram:IncludedNote><ram:Content>One</ram:Content><ram:SubjectCode>REG</ram:SubjectCode></ram:IncludedNote>\
        <ram:IncludedNote><ram:Content>Two</ram:Content><ram:SubjectCode>AAI</ram:SubjectCode></ram:IncludedNote>\
        </rsm:ExchangedDocument>";
    let of = |target| ubl(notes, target).matches("<cbc:Note>").count();
    assert_eq!((of(Target::Peppol), of(Target::En16931)), (1, 2));
    let apart = ubl(notes, Target::En16931);
    assert!(apart.contains("<cbc:Note>#REG#One</cbc:Note>"), "{apart}");
    assert!(apart.contains("<cbc:Note>#AAI#Two</cbc:Note>"), "{apart}");
}

#[test]
fn a_tax_registration_has_the_scheme_of_the_sellers_country() {
    for (country, scheme) in [("DE", "FC"), ("NO", "TAX"), ("SE", "TAX"), ("SK", "TAX")] {
        let seller = format!(
            "<rsm:SupplyChainTradeTransaction><ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty>\
             <ram:PostalTradeAddress><ram:CountryID>{country}</ram:CountryID></ram:PostalTradeAddress>\
             <ram:SpecifiedTaxRegistration><ram:ID schemeID='FC'>Foretaksregisteret</ram:ID></ram:SpecifiedTaxRegistration>\
             </ram:SellerTradeParty></ram:ApplicableHeaderTradeAgreement></rsm:SupplyChainTradeTransaction>"
        );
        let made = ubl(&seller, Target::Peppol);
        let written = made.split_once("<cac:TaxScheme>").expect("a scheme").1;
        assert!(written.trim_start().starts_with(&format!("<cbc:ID>{scheme}</cbc:ID>")), "{made}");
    }
}
