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

const XRECHNUNG: Target =
    Target::Specification { customization: "urn:xrechnung", process: "urn:billing" };

#[test]
fn a_specification_stands_in_the_place_of_the_documents_and_its_process_where_there_is_none() {
    let context = |name: &str, id: &str| {
        format!(
            "<ram:{name}SpecifiedDocumentContextParameter><ram:ID>{id}</ram:ID></ram:{name}SpecifiedDocumentContextParameter>"
        )
    };
    let guideline = context("Guideline", "urn:cen.eu:en16931:2017");
    let document = |process: &str| {
        format!("<rsm:ExchangedDocumentContext>{process}{guideline}</rsm:ExchangedDocumentContext>")
    };
    for (process, written) in
        [(context("BusinessProcess", "A1"), "A1"), (String::new(), "urn:billing")]
    {
        let made = ubl(&document(&process), XRECHNUNG);
        let expected = format!(
            "<cbc:CustomizationID>urn:xrechnung</cbc:CustomizationID>\n  <cbc:ProfileID>{written}</cbc:ProfileID>"
        );
        assert!(made.contains(&expected), "{made}");
    }
    assert!(ubl(&document(""), Target::En16931).contains(">urn:cen.eu:en16931:2017<"));
}

/// What each leaf of the UBL was made of says the same.
#[test]
fn what_is_written_knows_where_it_comes_from() {
    for name in ["everything", "invoice", "card"] {
        let cii = fixtures::text(&format!("documents/cii/{name}.xml"));
        let read = Parsed::read(cii.as_bytes()).expect("XML");
        let made = convert_for(&read, Target::En16931).expect("CII");
        let written = Parsed::read(&made.ubl).expect("XML");
        let at = |read: &Parsed<'_>, byte: usize| {
            let found =
                read.root().descendants().find(|it| it.is_element() && it.range().start == byte);
            found.and_then(|it| it.text()).unwrap_or_default().trim().replace('-', "")
        };
        let traced: Vec<_> = made.sources.iter().collect();
        assert!(traced.len() > 30, "{}", traced.len());
        for (byte, place) in traced {
            let (ubl, cii) = (at(&written, byte), at(&read, place.element));
            // codes of VAT points have others, and a note its subject before it
            assert!(ubl == cii || ubl.len() <= 2 || ubl.ends_with(&cii), "{ubl:?} of {cii:?}");
        }
    }
}
