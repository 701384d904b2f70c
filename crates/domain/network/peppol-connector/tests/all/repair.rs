//! Repairs: what is suggested, and what applying it does to the bytes.

use peppol_connector::{
    documents::{DocumentFacts, Endpoint, Side, TaxId},
    identifiers::{Network, Profile, Root},
    repair::{CannotApply, Change, Severity, Target, check_applied, suggest},
};
use proptest::prelude::*;
use std::error::Error;
use xml::Parsed;

const BILLING: &str = Profile::BILLING.customization_id;
const SELF_BILLING: &str = Profile::SELF_BILLING.customization_id;
const PROCESS: &str = Profile::BILLING.profile_id;
const SELF_PROCESS: &str = Profile::SELF_BILLING.profile_id;

fn read_facts(document: &str) -> Result<DocumentFacts, Box<dyn Error>> {
    Ok(peppol_connector::documents::read_facts(&Parsed::read(document.as_bytes())?)?)
}

/// The document with its changes made, which read back as they should.
fn apply(document: &str, changes: &[Change]) -> Result<String, CannotApply> {
    let document = Parsed::read(document.as_bytes()).expect("readable");
    let repaired = peppol_connector::repair::apply(&document, changes)?;
    check_applied(&Parsed::read(&repaired).map_err(|_| CannotApply::NotUbl)?, changes)?;
    Ok(String::from_utf8(repaired).expect("UTF-8"))
}

/// A document of the right specification and nothing else.
fn facts() -> DocumentFacts {
    DocumentFacts {
        customization: Some(BILLING.to_owned()),
        profile: Some(PROCESS.to_owned()),
        ..DocumentFacts::of(Root::UblInvoice)
    }
}

fn identifiers(customization: Option<&str>, profile: Option<&str>, code: &str) -> Vec<String> {
    let facts = DocumentFacts {
        customization: customization.map(str::to_owned),
        profile: profile.map(str::to_owned),
        type_code: Some(code.to_owned()),
        ..facts()
    };
    suggest(&facts, Network::Live).into_iter().map(|change| change.after).collect()
}

#[test]
fn related_specifications_become_bis_3() {
    for customization in [
        None,
        Some("urn:cen.eu:en16931:2017"),
        Some("urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0"),
        Some("urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.1"),
        Some(
            "urn:www.cenbii.eu:transaction:biitrns010:ver2.0:extended:urn:www.peppol.eu:bis:peppol4a:ver2.0",
        ),
        Some(
            "urn:www.cenbii.eu:transaction:biitrns014:ver2.0:extended:urn:www.peppol.eu:bis:peppol5a:ver2.0",
        ),
        Some("urn:cen.eu:en16931:2017#Compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0"),
        Some("urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0.21"),
    ] {
        assert_eq!(
            identifiers(customization, None, "380"),
            [BILLING, PROCESS],
            "{customization:?}"
        );
        assert_eq!(identifiers(customization, Some(PROCESS), "380"), [BILLING]);
    }
    let plain = Some("urn:cen.eu:en16931:2017");
    for code in ["389", "261", "527"] {
        assert_eq!(identifiers(plain, Some(PROCESS), code), [SELF_BILLING, SELF_PROCESS]);
    }
    assert!(identifiers(None, Some("reporting:1.0"), "388").is_empty());
    assert_eq!(identifiers(Some(BILLING), Some("urn:other"), "380"), [PROCESS]);
    assert_eq!(identifiers(Some(SELF_BILLING), None, "389"), [SELF_PROCESS]);
}

#[test]
fn charge_indicators_are_spelt_out() {
    let charge = |indicator: &str| {
        format!(
            "<a:AllowanceCharge><b:ChargeIndicator>{indicator}</b:ChargeIndicator></a:AllowanceCharge>"
        )
    };
    let document = |indicators: [&str; 5]| {
        let [one, two, three, four, five] = indicators.map(charge);
        format!(
            "<Invoice xmlns='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'
               xmlns:a='urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2'
               xmlns:b='urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2'>
               <b:CustomizationID>{BILLING}</b:CustomizationID><b:ProfileID>{PROCESS}</b:ProfileID>{one}{two}
               <a:InvoiceLine>{three}</a:InvoiceLine><a:InvoiceLine>{four}<a:Price>{five}</a:Price></a:InvoiceLine></Invoice>"
        )
    };
    let written = document(["1", "false", "0", "true", " 1 "]);
    let changes = suggest(&read_facts(&written).expect("facts"), Network::Live);
    let said: Vec<_> = changes.iter().map(|change| (change.code, change.in_words())).collect();
    let change = |words: &str| ("CHARGE_INDICATOR", words.to_owned());
    assert_eq!(said, [change("1 -> true"), change("0 -> false"), change("1 -> true")]);
    let repaired = apply(&written, &changes).expect("applied");
    assert_eq!(repaired, document(["true", "false", "false", "true", "true"]));
    assert_eq!(suggest(&read_facts(&repaired).expect("facts"), Network::Live), []);
    // not any other word, and not without end
    for other in ["yes", "10", "", "TRUE"] {
        let facts = read_facts(&document([other; 5])).expect("facts");
        assert_eq!(facts.loose_indicators, [], "{other}");
    }
    let many = document(["1"; 5])
        .replace("<a:InvoiceLine>", &format!("{}<a:InvoiceLine>", charge("1").repeat(50)));
    assert_eq!(read_facts(&many).expect("facts").loose_indicators, []);
}

#[test]
fn what_is_right_or_something_else_stays() {
    for (customization, profile) in [
        (BILLING, PROCESS),
        (BILLING, "urn:peppol:bis:billing_with_response"),
        (SELF_BILLING, SELF_PROCESS),
        ("urn:peppol:pint:billing-1@ae-1", "urn:peppol:bis:billing"),
        ("urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0", "x"),
        ("urn:cen.eu:en16931:2017#conformant#urn:UBL.BE:1.0.0.20180214", "x"),
        (
            "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0",
            "x",
        ),
        (
            "urn:www.cenbii.eu:transaction:biitrns010:ver2.0:extended:urn:www.peppol.eu:bis:peppol4a:ver2.0:extended:urn:www.simplerinvoicing.org:si:si-ubl:ver1.2",
            "x",
        ),
        (
            "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0#conformant#x",
            "x",
        ),
        ("urn:fdc:peppol.eu:poacc:trns:order:3", "x"),
    ] {
        assert!(
            identifiers(Some(customization), Some(profile), "380").is_empty(),
            "{customization}"
        );
    }
}

/// Country, tax ids, scheme and value (`None`: no address), network; changes as `severity target after`.
type EndpointCase<'a> =
    (Option<&'a str>, &'a [&'a str], Option<(Option<&'a str>, &'a str)>, Network, &'a [&'a str]);

#[test]
fn slovak_addresses_are_mended() {
    use Network::{Live, Test};
    let sk = Some("SK");
    let dic: &[&str] = &["2023456789"];
    let vat: &[&str] = &["SK2023456789"];
    let cases: &[EndpointCase<'_>] = &[
        (sk, vat, None, Live, &["E new 0245:2023456789"]),
        (sk, dic, None, Test, &["E new 9915:2023456789"]),
        (sk, &["SK7020000944"], None, Live, &[]),
        (Some("DE"), &["DE123456789"], None, Live, &[]),
        (sk, vat, Some((Some("0245"), "")), Live, &["E value 2023456789"]),
        (sk, vat, Some((None, "")), Live, &["E scheme 0245", "E value 2023456789"]),
        (sk, vat, Some((Some("0245"), "2023456789")), Live, &[]),
        (sk, vat, Some((Some("9915"), "2023456789")), Test, &[]),
        (sk, vat, Some((Some("9915"), "2023456789")), Live, &["E scheme 0245"]),
        // sent to production tomorrow: in the sandbox that is advice
        (sk, vat, Some((Some("0245"), "2023456789")), Test, &["W scheme 9915"]),
        (sk, vat, Some((Some("0245"), "SK2023456789")), Live, &["E value 2023456789"]),
        (sk, vat, Some((Some("0088"), "2023456789")), Live, &["E scheme 0245"]),
        (sk, vat, Some((Some("SK:DIC"), "2023456789")), Live, &["E scheme 0245"]),
        (sk, vat, Some((None, "SK2023456789")), Live, &["E scheme 0245", "E value 2023456789"]),
        (
            sk,
            &[],
            Some((Some("9950"), "SK2023456789")),
            Live,
            &["W scheme 0245", "W value 2023456789"],
        ),
        // another firm's number, a real GLN, an Austrian test id: not ours to check
        (sk, vat, Some((Some("0088"), "2099999999")), Live, &[]),
        (sk, vat, Some((Some("0088"), "5798000000001")), Live, &[]),
        (Some("AT"), &["ATU1"], Some((Some("9915"), "2023456789")), Live, &[]),
        (sk, vat, Some((Some("9915"), "test")), Live, &[]),
    ];
    for (country, ids, endpoint, network, expected) in cases {
        let mut facts = facts();
        facts.customer.country = country.map(str::to_owned);
        facts.customer.tax_ids = ids.iter().map(|id| TaxId::unsaid(id)).collect();
        facts.customer.endpoint = endpoint.map(|(scheme, value)| Endpoint {
            scheme: scheme.map(str::to_owned),
            value: value.to_owned(),
        });
        let found: Vec<String> = suggest(&facts, *network).iter().map(brief).collect();
        assert_eq!(&found, expected, "{country:?} {ids:?} {endpoint:?} {network:?}");
    }
    // our own firm's address under the VAT scheme is certainly wrong
    let mut facts = facts();
    facts.supplier.endpoint =
        Some(Endpoint { scheme: Some("9950".to_owned()), value: "SK2023456789".to_owned() });
    let found: Vec<String> = suggest(&facts, Network::Live).iter().map(brief).collect();
    assert_eq!(found, ["E scheme 0245", "E value 2023456789"]);
}

fn brief(change: &Change) -> String {
    let severity = if change.severity == Severity::Error { "E" } else { "W" };
    let target = match change.target {
        Target::NewEndpoint(_) => "new",
        Target::Endpoint(_) => "value",
        Target::EndpointScheme(_) => "scheme",
        _ => "other",
    };
    format!("{severity} {target} {}", change.after)
}

#[test]
fn cii_is_converted_not_edited() {
    let changes = suggest(&DocumentFacts::of(Root::CiiInvoice), Network::Live);
    assert_eq!(changes, [Change::to_ubl()]);
    assert_eq!(apply(INVOICE, &changes), Err(CannotApply::NotText));
}

const INVOICE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!-- kept -->
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
    xmlns:a="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
    xmlns:b='urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2'>
  <b:CustomizationID  >urn:cen.eu:en16931:2017</b:CustomizationID>
  <b:ID>FA &amp; 1</b:ID>
  <b:IssueDate>2026-11-21</b:IssueDate>
  <b:InvoiceTypeCode>380</b:InvoiceTypeCode>
  <b:DocumentCurrencyCode>EUR</b:DocumentCurrencyCode>
  <a:AccountingSupplierParty>
    <a:Party>
      <a:PartyName><b:Name>Žaba ™</b:Name></a:PartyName>
      <a:PostalAddress><a:Country><b:IdentificationCode>SK</b:IdentificationCode></a:Country></a:PostalAddress>
      <a:PartyTaxScheme><b:CompanyID>SK2023456789</b:CompanyID></a:PartyTaxScheme>
    </a:Party>
  </a:AccountingSupplierParty>
  <a:AccountingCustomerParty><a:Party x='>' xmlns:q="q"><b:EndpointID
     schemeID='9915' >2120000000</b:EndpointID><a:PostalAddress><a:Country><b:IdentificationCode>SK</b:IdentificationCode></a:Country></a:PostalAddress></a:Party></a:AccountingCustomerParty>
  <a:PaymentMeans><b:PaymentID>2026 01</b:PaymentID></a:PaymentMeans>
  <a:LegalMonetaryTotal><b:TaxInclusiveAmount currencyID="EUR">24.60</b:TaxInclusiveAmount><b:PayableAmount currencyID="EUR">12.30</b:PayableAmount></a:LegalMonetaryTotal>
</Invoice>
"#;

#[test]
fn facts_are_read_from_ubl() {
    let facts = read_facts(INVOICE).expect("facts");
    assert_eq!(facts.number.as_deref(), Some("FA & 1"));
    assert_eq!(facts.payment_id.as_deref(), Some("2026 01"));
    let amounts = [facts.total, facts.payable].map(|amount| amount.map(|a| a.to_string()));
    assert_eq!(amounts, [Some("24.60".to_owned()), Some("12.30".to_owned())]);
    assert_eq!(facts.issue_date.map(|d| d.to_string()).as_deref(), Some("2026-11-21"));
    assert_eq!(facts.supplier.name.as_deref(), Some("Žaba ™"));
    assert_eq!(facts.supplier.slovak_dic(), Some("2023456789"));
    assert_eq!(
        facts.party(Side::Customer).endpoint.as_ref().map(|e| &*e.value),
        Some("2120000000")
    );
}

#[test]
fn changes_are_made_and_nothing_else() {
    let facts = read_facts(INVOICE).expect("facts");
    let changes = suggest(&facts, Network::Live);
    let repaired = apply(INVOICE, &changes).expect("applies");
    let expected = INVOICE
        .replace(">urn:cen.eu:en16931:2017<", &format!(">{BILLING}<"))
        .replace("  <b:ID>FA", &format!("  <b:ProfileID>{PROCESS}</b:ProfileID>\n  <b:ID>FA"))
        .replace(
            "      <a:PartyName>",
            "      <b:EndpointID schemeID=\"0245\">2023456789</b:EndpointID>\n      <a:PartyName>",
        )
        .replace("schemeID='9915'", "schemeID='0245'");
    assert_eq!(repaired, expected);
    // a second time there is nothing to repair
    let again = suggest(&read_facts(&repaired).expect("facts"), Network::Live);
    assert_eq!(again, []);
    assert_eq!(apply(&repaired, &[]).expect("nothing to do"), repaired);
}

#[test]
fn empty_elements_and_missing_attributes_are_filled() {
    for (from, to) in [
        (
            "<b:CustomizationID  >urn:cen.eu:en16931:2017</b:CustomizationID>",
            "<b:CustomizationID/>",
        ),
        (
            "<b:CustomizationID  >urn:cen.eu:en16931:2017</b:CustomizationID>",
            "<b:CustomizationID ></b:CustomizationID>",
        ),
        ("<b:CustomizationID  >urn:cen.eu:en16931:2017</b:CustomizationID>", ""),
        ("<b:CustomizationID  >", "<b:CustomizationID a='>' b=\"/>\">"),
        ("<?xml", "\u{feff}<?xml"),
        (
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<?xml version='1.0' encoding = 'utf-8' standalone='yes'?>",
        ),
        ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", ""),
        ("<a:PartyName>", "<b:EndpointID/><a:PartyName>"),
        ("<a:PartyName>", "<b:EndpointID schemeID=''> </b:EndpointID><a:PartyName>"),
        ("<a:PartyName>", "<b:WebsiteURI>x</b:WebsiteURI><a:PartyName>"),
    ] {
        let xml = INVOICE.replacen(from, to, 1);
        let changes = suggest(&read_facts(&xml).expect("facts"), Network::Live);
        let repaired = apply(&xml, &changes).expect(to);
        let facts = read_facts(&repaired).expect("facts");
        assert_eq!(suggest(&facts, Network::Live), [], "{to}");
        assert_eq!(facts.customization.as_deref(), Some(BILLING), "{to}");
        assert_eq!(facts.profile.as_deref(), Some(PROCESS), "{to}");
        let supplier = facts.supplier.endpoint.expect("an address");
        assert_eq!((supplier.scheme.as_deref(), &*supplier.value), (Some("0245"), "2023456789"));
    }
}

#[test]
fn line_breaks_are_kept_as_they_are() {
    let windows = INVOICE.replace('\n', "\r\n").replace("  <b:ID>", "\r\n\r\n  <b:ID>");
    let changes = suggest(&read_facts(&windows).expect("facts"), Network::Live);
    let repaired = apply(&windows, &changes).expect("applies");
    assert!(repaired.contains("</b:ProfileID>\r\n  <b:ID>"));
    assert_eq!(repaired.matches('\n').count(), repaired.matches("\r\n").count());
    assert_eq!(repaired.matches('\n').count(), windows.matches('\n').count() + 2);
}

#[test]
fn what_cannot_be_placed_is_refused() {
    let changes = suggest(&read_facts(INVOICE).expect("facts"), Network::Live);
    let customization = || "cbc:CustomizationID".to_owned();
    let twice =
        "<b:CustomizationID  >urn:cen.eu:en16931:2017</b:CustomizationID><b:CustomizationID/>";
    for (from, to, error) in [
        (
            "urn:cen.eu:en16931:2017<",
            "urn:cen.eu:en16931:2017<!-- x --><",
            CannotApply::NotPlain(customization()),
        ),
        ("urn:cen.eu:en16931:2017<", "urn:other<", CannotApply::Changed(customization())),
        (
            "<b:CustomizationID  >urn:cen.eu:en16931:2017</b:CustomizationID>",
            twice,
            CannotApply::Ambiguous(customization()),
        ),
        (
            "urn:cen.eu:en16931:2017<",
            "<![CDATA[urn:cen.eu:en16931:2017]]><",
            CannotApply::NotPlain(customization()),
        ),
        ("Invoice-2", "Order-2", CannotApply::NotUbl),
    ] {
        assert_eq!(apply(&INVOICE.replacen(from, to, 1), &changes), Err(error), "{to}");
    }
    let latin: String =
        INVOICE.replace("UTF-8", "ISO-8859-1").chars().filter(char::is_ascii).collect();
    assert_eq!(apply(&latin, &changes), Err(CannotApply::NotUtf8));
    // no prefix for the leaves in scope where the new one would stand
    const BOUND: &str =
        "xmlns:b='urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2'";
    const LEAVES: [&str; 12] = [
        "CustomizationID",
        "ID",
        "IssueDate",
        "InvoiceTypeCode",
        "DocumentCurrencyCode",
        "Name",
        "IdentificationCode",
        "CompanyID",
        "EndpointID",
        "PaymentID",
        "TaxInclusiveAmount",
        "PayableAmount",
    ];
    let unbound = LEAVES.iter().fold(INVOICE.replace(BOUND, ""), |xml, leaf| {
        xml.replace(&format!("<b:{leaf}"), &format!("<b:{leaf} {BOUND}"))
    });
    let profile = CannotApply::NoPlace("cbc:ProfileID".to_owned());
    assert_eq!(apply(&unbound, &changes), Err(profile));
}

#[test]
fn advice_is_not_applied() {
    let mut changes = suggest(&read_facts(INVOICE).expect("facts"), Network::Live);
    for change in &mut changes {
        change.severity = Severity::Warning;
    }
    assert_eq!(apply(INVOICE, &changes).as_deref(), Ok(INVOICE));
}

#[test]
fn changes_are_listed_with_field_before_and_after() {
    let changes = suggest(&read_facts(INVOICE).expect("facts"), Network::Live);
    let [first, _, third, fourth, ..] = &changes[..] else { panic!("four changes") };
    assert_eq!(first.field(), "cbc:CustomizationID");
    assert_eq!(first.in_words(), format!("urn:cen.eu:en16931:2017 -> {BILLING}"));
    assert_eq!(first.before.as_deref(), Some("urn:cen.eu:en16931:2017"));
    assert_eq!(first.after, BILLING);
    assert_eq!(third.field(), "cac:AccountingSupplierParty/cac:Party/cbc:EndpointID");
    assert_eq!(third.before, None);
    assert_eq!(third.in_words(), "added 0245:2023456789");
    assert_eq!(fourth.field(), "cac:AccountingCustomerParty/cac:Party/cbc:EndpointID/@schemeID");
}

proptest! {
    /// Whatever is cut out of the document: applying succeeds and is complete, or refuses; the
    /// amounts are never touched; nothing panics.
    #[test]
    fn damaged_documents_are_repaired_or_refused(
        start in 0usize..INVOICE.len(),
        length in 0usize..200,
        test in any::<bool>(),
    ) {
        let end = (start + length).min(INVOICE.len());
        prop_assume!(INVOICE.is_char_boundary(start) && INVOICE.is_char_boundary(end));
        let xml = format!("{}{}", &INVOICE[..start], &INVOICE[end..]);
        let network = if test { Network::Test } else { Network::Live };
        if let Ok(facts) = read_facts(&xml) {
            let changes = suggest(&facts, network);
            if let Ok(repaired) = apply(&xml, &changes) {
                let repaired = read_facts(&repaired).expect("facts");
                let left = suggest(&repaired, network);
                prop_assert!(left.iter().all(|c| c.severity == Severity::Warning), "{:?}", left);
                prop_assert_eq!(facts.payable, repaired.payable);
                prop_assert_eq!(facts.number, repaired.number);
                prop_assert_eq!(facts.supplier.tax_ids, repaired.supplier.tax_ids);
            }
        }
    }
}

#[test]
fn a_comment_in_a_value_hides_nothing() {
    let commented = INVOICE.replacen("<b:ID>", "<b:ID>A<!-- c -->B", 1);
    assert_ne!(commented, INVOICE);
    let number = read_facts(&commented).expect("facts").number.expect("a number");
    assert!(number.starts_with("AB"), "{number}");
}
