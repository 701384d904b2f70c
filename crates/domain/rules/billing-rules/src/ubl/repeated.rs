//! Rules on how often things may stand in the document.

use super::context::Ubl;
use super::entry::{Entry, Test, Tested, fatal, holds};
use super::party::is_sepa;
use super::reference::is_invoiced_object;
use crate::index::{Attribute, Element};
use crate::names::Name;
use crate::names::ubl::{cac, cbc};

const SELLER: &[Name; 2] = &[cac::ACCOUNTING_SUPPLIER_PARTY, cac::PARTY];
const BUYER: &[Name; 2] = &[cac::ACCOUNTING_CUSTOMER_PARTY, cac::PARTY];
const SELLER_NAME: &[Name] =
    &[cac::ACCOUNTING_SUPPLIER_PARTY, cac::PARTY, cac::PARTY_LEGAL_ENTITY, cbc::REGISTRATION_NAME];
const BUYER_NAME: &[Name] =
    &[cac::ACCOUNTING_CUSTOMER_PARTY, cac::PARTY, cac::PARTY_LEGAL_ENTITY, cbc::REGISTRATION_NAME];

/// Rules on how often things may stand in the document.
pub(crate) static ROWS: &[Entry] = &[
    once(
        "UBL-SR-01",
        &["BT-12"],
        &[cac::CONTRACT_DOCUMENT_REFERENCE, cbc::ID],
        "The contract is given more than once.",
    ),
    once(
        "UBL-SR-02",
        &["BT-15"],
        &[cac::RECEIPT_DOCUMENT_REFERENCE, cbc::ID],
        "The receiving advice is given more than once.",
    ),
    once(
        "UBL-SR-03",
        &["BT-16"],
        &[cac::DESPATCH_DOCUMENT_REFERENCE, cbc::ID],
        "The despatch advice is given more than once.",
    ),
    fatal(
        "UBL-SR-04",
        &["BT-18"],
        Test::Check(one_invoiced_object),
        "The invoiced object is given more than once.",
        KEEP_ONE,
    ),
    once(
        "UBL-SR-05",
        &["BT-20"],
        &[cac::PAYMENT_TERMS, cbc::NOTE],
        "The payment terms are given more than once.",
    ),
    once(
        "UBL-SR-08",
        &["BG-14"],
        &[cac::INVOICE_PERIOD],
        "The invoicing period is given more than once.",
    ),
    once("UBL-SR-09", &["BT-27"], SELLER_NAME, "The seller's name is given more than once."),
    once(
        "UBL-SR-10",
        &["BT-28"],
        &[cac::ACCOUNTING_SUPPLIER_PARTY, cac::PARTY, cac::PARTY_NAME, cbc::NAME],
        "The seller's trading name is given more than once.",
    ),
    once(
        "UBL-SR-11",
        &["BT-30"],
        &[cac::ACCOUNTING_SUPPLIER_PARTY, cac::PARTY, cac::PARTY_LEGAL_ENTITY, cbc::COMPANY_ID],
        "The seller's legal registration number is given more than once.",
    ),
    fatal(
        "UBL-SR-12",
        &["BT-31"],
        Test::Check(|ubl, e| one_registration(ubl, e, SELLER, Tax::Vat)),
        "The seller's VAT identifier is given more than once.",
        KEEP_ONE,
    ),
    fatal(
        "UBL-SR-13",
        &["BT-32"],
        Test::Check(|ubl, e| one_registration(ubl, e, SELLER, Tax::Other)),
        "The seller's tax registration is given more than once.",
        KEEP_ONE,
    ),
    once(
        "UBL-SR-14",
        &["BT-33"],
        &[
            cac::ACCOUNTING_SUPPLIER_PARTY,
            cac::PARTY,
            cac::PARTY_LEGAL_ENTITY,
            cbc::COMPANY_LEGAL_FORM,
        ],
        "The seller's legal information is given more than once.",
    ),
    once("UBL-SR-15", &["BT-44"], BUYER_NAME, "The buyer's name is given more than once."),
    once(
        "UBL-SR-16",
        &["BT-46"],
        &[cac::ACCOUNTING_CUSTOMER_PARTY, cac::PARTY, cac::PARTY_IDENTIFICATION, cbc::ID],
        "The buyer's identifier is given more than once.",
    ),
    once(
        "UBL-SR-17",
        &["BT-47"],
        &[cac::ACCOUNTING_CUSTOMER_PARTY, cac::PARTY, cac::PARTY_LEGAL_ENTITY, cbc::COMPANY_ID],
        "The buyer's legal registration number is given more than once.",
    ),
    fatal(
        "UBL-SR-18",
        &["BT-48"],
        Test::Check(|ubl, e| one_registration(ubl, e, BUYER, Tax::Vat)),
        "The buyer's VAT identifier is given more than once.",
        KEEP_ONE,
    ),
    once("UBL-SR-24", &["BG-13"], &[cac::DELIVERY], "The delivery is given more than once."),
    fatal(
        "UBL-SR-29",
        &["BT-90"],
        Test::Check(one_creditor),
        "The SEPA creditor's identifier is given more than once.",
        KEEP_ONE,
    ),
    once(
        "UBL-SR-39",
        &["BT-11"],
        &[cac::PROJECT_REFERENCE, cbc::ID],
        "The project is given more than once.",
    ),
    once(
        "UBL-SR-40",
        &["BT-45"],
        &[cac::ACCOUNTING_CUSTOMER_PARTY, cac::PARTY, cac::PARTY_NAME, cbc::NAME],
        "The buyer's trading name is given more than once.",
    ),
    fatal(
        "UBL-SR-44",
        &["BT-83"],
        Test::Check(|ubl, _| holds(all_equal(ubl, cbc::PAYMENT_ID))),
        "The payment means have different remittance texts.",
        "Write the same cbc:PaymentID to all payment means.",
    ),
    once(
        "UBL-SR-45",
        &["BT-9"],
        &[cac::PAYMENT_MEANS, cbc::PAYMENT_DUE_DATE],
        "The due date is given more than once.",
    ),
    fatal(
        "UBL-SR-46",
        &["BT-82"],
        Test::Check(one_means_name),
        "The text of the payment means is given more than once.",
        KEEP_ONE,
    ),
    fatal(
        "UBL-SR-47",
        &["BT-81"],
        Test::Check(|ubl, _| holds(all_equal(ubl, cbc::PAYMENT_MEANS_CODE))),
        "The payment means have different type codes.",
        "Write the same cbc:PaymentMeansCode to all payment means.",
    ),
    once(
        "UBL-SR-49",
        &["BT-8"],
        &[cac::INVOICE_PERIOD, cbc::DESCRIPTION_CODE],
        "The VAT point date code is given more than once.",
    ),
    once(
        "UBL-SR-54",
        &["BG-18"],
        &[cac::PAYMENT_MEANS, cac::CARD_ACCOUNT],
        "The payment card is given more than once.",
    ),
    once(
        "UBL-SR-55",
        &["BG-19"],
        &[cac::PAYMENT_MEANS, cac::PAYMENT_MANDATE],
        "The direct debit mandate is given more than once.",
    ),
    once(
        "UBL-SR-56",
        &["BT-17"],
        &[cac::ORIGINATOR_DOCUMENT_REFERENCE, cbc::ID],
        "The tender or lot is given more than once.",
    ),
];

const KEEP_ONE: &str = "Keep one of them.";

const fn once(
    id: &'static str,
    terms: &'static [&'static str],
    path: &'static [Name],
    message: &'static str,
) -> Entry {
    fatal(id, terms, Test::AtMostOne(path), message, KEEP_ONE)
}

fn one_invoiced_object(ubl: &Ubl<'_, '_>, document: Element) -> Tested {
    let ids: usize = ubl
        .children_named(document, cac::ADDITIONAL_DOCUMENT_REFERENCE)
        .filter(|&reference| is_invoiced_object(ubl, reference))
        .map(|reference| ubl.count(reference, cbc::ID))
        .sum();
    holds(ids <= 1)
}

/// What a party is registered for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tax {
    Vat,
    Other,
}

/// Whether the party has at most one identifier of VAT, or of another tax. White space around the
/// scheme's name counts here.
fn one_registration(ubl: &Ubl<'_, '_>, document: Element, party: &[Name; 2], tax: Tax) -> Tested {
    let mut ids = 0;
    for registration in ubl.path(document, &[party[0], party[1], cac::PARTY_TAX_SCHEME]) {
        for scheme in ubl.children_named(registration, cac::TAX_SCHEME) {
            let id = ubl.only(scheme, cbc::ID)?;
            let is_vat = id.is_some_and(|id| ubl.value(id).eq_ignore_ascii_case("VAT"));
            if is_vat == (tax == Tax::Vat) {
                ids += ubl.count(registration, cbc::COMPANY_ID);
                break;
            }
        }
    }
    holds(ids <= 1)
}

fn one_creditor(ubl: &Ubl<'_, '_>, _: Element) -> Tested {
    let creditors = ubl
        .named(cac::PARTY_IDENTIFICATION)
        .flat_map(|identification| ubl.children_named(identification, cbc::ID))
        .filter(|&id| is_sepa(ubl, id))
        .count();
    holds(creditors <= 1)
}

fn one_means_name(ubl: &Ubl<'_, '_>, document: Element) -> Tested {
    let names = ubl
        .children_named(document, cac::PAYMENT_MEANS)
        .flat_map(|means| ubl.children_named(means, cbc::PAYMENT_MEANS_CODE))
        .filter(|&code| ubl.has(code, Attribute::Name))
        .count();
    holds(names <= 1)
}

/// Whether all elements of the name have the same text.
fn all_equal(ubl: &Ubl<'_, '_>, name: Name) -> bool {
    let mut all = ubl.named(name);
    let Some(first) = all.next() else { return true };
    let first = ubl.value(first);
    all.all(|other| ubl.is(other, &first))
}
