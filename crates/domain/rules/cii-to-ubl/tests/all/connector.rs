//! What the conversion yields goes on through the connector's repair to a valid BIS document.

use crate::corpus::{self, convert, validate};
use billing_rules::RuleSet;
use peppol_connector::{
    documents::{DocumentFacts, PartyFacts},
    identifiers::{Network, Root},
    repair::{Change, apply, check_applied, suggest},
};
use xml::Parsed;

fn read_facts(bytes: &[u8]) -> Option<DocumentFacts> {
    peppol_connector::documents::read_facts(&Parsed::read(bytes).ok()?).ok()
}

/// The changes that a document needs, made as `autoRepair` makes them: first the conversion, then
/// what is suggested for its result.
fn repaired(cii: &[u8]) -> (Root, Vec<Change>, Vec<u8>) {
    let facts = read_facts(cii).expect("facts of the CII");
    assert_eq!(suggest(&facts, Network::Live), [Change::to_ubl()]);
    let ubl = convert(cii).expect("convertible").ubl;
    let facts = read_facts(&ubl).expect("facts of the UBL");
    let changes = suggest(&facts, Network::Live);
    let done = apply(&Parsed::read(&ubl).expect("XML"), &changes).expect("the changes are made");
    check_applied(&Parsed::read(&done).expect("XML"), &changes).expect("they read back");
    (facts.root, changes, done)
}

fn sample(name: &str) -> Vec<u8> {
    let found = corpus::own().into_iter().find(|sample| sample.name == name);
    found.unwrap_or_else(|| panic!("no {name}")).bytes
}

#[test]
fn an_invoice_of_en_16931_becomes_bis_billing() {
    let (root, changes, done) = repaired(&sample("everything.xml"));
    assert_eq!(root, Root::UblInvoice);
    assert_eq!(
        changes.iter().map(|change| change.code).collect::<Vec<_>>(),
        ["BIS3_CUSTOMIZATION_ID"]
    );
    let report = validate(&done, RuleSet::PeppolUbl);
    assert!(report.valid, "{:?}", report.fired);
}

#[test]
fn a_credit_note_of_xrechnung_becomes_bis_billing() {
    let (root, _, done) = repaired(&sample("credit-note.xml"));
    assert_eq!(root, Root::UblCreditNote);
    let report = validate(&done, RuleSet::PeppolUbl);
    assert!(report.valid, "{:?}", report.fired);
}

#[test]
fn an_invoice_paid_by_card_becomes_bis_billing() {
    let (_, _, done) = repaired(&sample("card.xml"));
    let report = validate(&done, RuleSet::PeppolUbl);
    assert!(report.valid, "{:?}", report.fired);
}

#[test]
fn a_document_without_process_and_addresses_gets_them() {
    let (_, changes, done) = repaired(&sample("billing-rules: cii"));
    let codes: Vec<_> = changes.iter().map(|change| change.code).collect();
    assert_eq!(codes, ["BIS3_CUSTOMIZATION_ID", "BIS3_PROFILE_ID", "ENDPOINT_MISSING"]);
    let text = String::from_utf8(done).expect("UTF-8");
    assert!(
        text.contains("<cbc:EndpointID schemeID=\"0245\">2020123456</cbc:EndpointID>"),
        "{text}"
    );
}

/// Without an address that is there and says nothing: the conversion writes nothing empty.
fn said(mut party: PartyFacts) -> PartyFacts {
    party.endpoint = party.endpoint.filter(|endpoint| !endpoint.value.is_empty());
    // the creditor's identifier (BT-90) is one of the seller's in UBL
    party.ids.retain(|id| id.scheme.as_deref() != Some("SEPA"));
    party
}

#[test]
fn facts_are_the_same_before_and_after() {
    for sample in corpus::all() {
        let Some(before) = read_facts(&sample.bytes) else { continue };
        let done = convert(&sample.bytes).expect("convertible");
        let after = read_facts(&done.ubl).expect("facts of the UBL");
        let name = &sample.name;
        assert_eq!(after.customization, before.customization, "{name}");
        assert_eq!(after.number, before.number, "{name}");
        assert_eq!(after.type_code, before.type_code, "{name}");
        assert_eq!(after.currency, before.currency, "{name}");
        assert_eq!(after.payable, before.payable, "{name}");
        if done.losses.is_empty() {
            assert_eq!(after.issue_date, before.issue_date, "{name}");
            assert_eq!(after.due_date, before.due_date, "{name}");
            assert_eq!(after.payment_id, before.payment_id, "{name}");
            assert_eq!(said(after.supplier), said(before.supplier), "{name}");
            assert_eq!(after.customer, said(before.customer), "{name}");
        }
    }
}
