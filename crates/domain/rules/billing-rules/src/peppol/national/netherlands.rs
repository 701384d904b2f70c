//! The Netherlands: sellers with an address in NL.

use super::super::facts::Facts;
use super::super::names::*;
use super::super::reading::{exists, normalized_at, require};
use crate::index::{Attribute, Element, Index};
use crate::logic::Truth;
use crate::number::XsDecimal;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[&R001, &R002, &R003, &R004, &R005, &R006, &R007, &R008, &R009];

/// Checks them.
pub(super) fn check(facts: &Facts<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = facts.index;
    let domestic = facts.buyer_resides_in("NL").unwrap_or(false);
    for code in index.named(CREDIT_NOTE_TYPE_CODE) {
        let path = &[BILLING_REFERENCE, INVOICE_DOCUMENT_REFERENCE, ID];
        require(hits, &R001, code, exists(index, Element::ROOT, path));
    }
    addresses(facts, domestic, hits);
    legal_ids(index, domestic, hits);
    for total in index.named(LEGAL_MONETARY_TOTAL) {
        require(hits, &R007, total, is_payable(index, total)?);
    }
    for means in index.named(PAYMENT_MEANS).filter(|_| domestic) {
        let code = normalized_at(index, means, &[PAYMENT_MEANS_CODE])?;
        let known = matches!(code.as_ref(), "30" | "48" | "49" | "57" | "58" | "59");
        require(hits, &R008, means, known);
    }
    // looked up once: it may take a walk over all lines
    let mut ordered = None;
    for line in index.named(LINE_ID) {
        if index.parent_name(line) == ORDER_LINE_REFERENCE {
            let order = || exists(index, Element::ROOT, &[ORDER_REFERENCE, ID]);
            require(hits, &R009, line, *ordered.get_or_insert_with(order));
        }
    }
    Ok(())
}

fn addresses(facts: &Facts<'_, '_>, domestic: bool, hits: &mut Hits) {
    let index = facts.index;
    let represented = facts.representative_resides_in("NL").unwrap_or(false);
    for address in index.named(POSTAL_ADDRESS) {
        let rule = if index.is_under(address, &[PARTY, ACCOUNTING_SUPPLIER_PARTY]) {
            &R002
        } else if domestic && index.is_under(address, &[PARTY, ACCOUNTING_CUSTOMER_PARTY]) {
            &R004
        } else if represented && index.parent_name(address) == TAX_REPRESENTATIVE_PARTY {
            &R006
        } else {
            continue;
        };
        let complete = [STREET_NAME, CITY_NAME, POSTAL_ZONE];
        require(hits, rule, address, complete.iter().all(|&name| index.has_child(address, name)));
    }
}

fn legal_ids(index: &Index<'_>, domestic: bool, hits: &mut Hits) {
    for id in index.named(COMPANY_ID) {
        let of = |party| index.is_under(id, &[PARTY_LEGAL_ENTITY, PARTY, party]);
        let rule = if of(ACCOUNTING_SUPPLIER_PARTY) {
            &R003
        } else if domestic && of(ACCOUNTING_CUSTOMER_PARTY) {
            &R005
        } else {
            continue;
        };
        let scheme = index.attribute(id, Attribute::SchemeId).unwrap_or_default();
        let known = scheme.split(' ').any(|part| part == "0106" || part == "0190");
        require(hits, rule, id, known && !index.is_blank(id));
    }
}

/// Whether the seller owes the amount, or says how to pay it.
fn is_payable(index: &Index<'_>, total: Element) -> Truth {
    if index.any_named(PAYMENT_MEANS) {
        return Ok(true);
    }
    let payable = index.child_decimal(total, PAYABLE_AMOUNT);
    match index.name(Element::ROOT) {
        INVOICE => Ok(payable?.is_some_and(|amount| amount <= XsDecimal::ZERO)),
        CREDIT_NOTE => Ok(payable?.is_some_and(|amount| amount >= XsDecimal::ZERO)),
        _ => Ok(false),
    }
}

static R001: Rule = Rule::fatal(
    "NL-R-001",
    &["BT-25"],
    "A Dutch seller's credit note does not say which invoice it credits.",
    "Add BillingReference/InvoiceDocumentReference/ID.",
);
static R002: Rule = Rule::fatal(
    "NL-R-002",
    &["BT-35", "BT-37", "BT-38"],
    "The Dutch seller's address lacks the street, the city or the post code.",
    "Add StreetName, CityName and PostalZone.",
);
static R003: Rule = Rule::fatal(
    "NL-R-003",
    &["BT-30"],
    "The Dutch seller's legal identifier is neither a KVK number nor an OIN.",
    "Give it with schemeID 0106 (KVK) or 0190 (OIN).",
);
static R004: Rule = Rule::fatal(
    "NL-R-004",
    &["BT-50", "BT-52", "BT-53"],
    "The Dutch buyer's address lacks the street, the city or the post code.",
    "Add StreetName, CityName and PostalZone.",
);
static R005: Rule = Rule::fatal(
    "NL-R-005",
    &["BT-47"],
    "The Dutch buyer's legal identifier is neither a KVK number nor an OIN.",
    "Give it with schemeID 0106 (KVK) or 0190 (OIN).",
);
static R006: Rule = Rule::fatal(
    "NL-R-006",
    &["BT-64", "BT-66", "BT-67"],
    "The Dutch tax representative's address lacks the street, the city or the post code.",
    "Add StreetName, CityName and PostalZone.",
);
static R007: Rule = Rule::fatal(
    "NL-R-007",
    &["BG-16", "BT-115"],
    "The buyer is to pay a Dutch seller but is not told how.",
    "Add PaymentMeans.",
);
static R008: Rule = Rule::fatal(
    "NL-R-008",
    &["BT-81"],
    "The payment means code is none that Dutch parties use among themselves.",
    "Use 30, 48, 49, 57, 58 or 59.",
);
static R009: Rule = Rule::fatal(
    "NL-R-009",
    &["BT-13", "BT-132"],
    "A line refers to an order line but the document to no order.",
    "Add OrderReference/ID.",
);
