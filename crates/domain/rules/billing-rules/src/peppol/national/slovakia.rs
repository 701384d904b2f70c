//! Slovakia: what the Slovak Peppol authority asks of domestic invoices, as warnings. The rules on addresses look
//! at the countries of the addresses, the one on corrections at those of the VAT numbers first.

use super::super::facts::Facts;
use super::super::names::*;
use super::super::reading::{normalized_at, require};
use crate::index::Element;
use crate::logic::{Truth, both, either};
use crate::names::Name;
use crate::release::Release;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

/// The rules of this file.
pub(in crate::peppol) const RULES: &[&Rule] = &[&R001, &R002, &R003, &R004, &R005, &R006, &R007];

/// Checks them.
pub(super) fn check(facts: &Facts<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = facts.index;
    if !hits.asks(&R001) {
        return Ok(());
    }
    if facts.both_reside_in("SK").unwrap_or(false) {
        let seller: [&'static Rule; 3] = [&R002, &R003, &R004];
        addresses(facts, ACCOUNTING_SUPPLIER_PARTY, seller, hits);
        addresses(facts, ACCOUNTING_CUSTOMER_PARTY, [&R005, &R006, &R007], hits);
    }
    if both_are_registered(facts).unwrap_or(false) {
        for invoice in index.named(INVOICE) {
            let referenced = Ok(index.has_child(invoice, BILLING_REFERENCE));
            let other_type = normalized_at(index, invoice, &[INVOICE_TYPE_CODE]);
            require(hits, &R001, invoice, either(referenced, || Ok(other_type? != "384"))?);
        }
    }
    Ok(())
}

/// Whether the countries of both parties, by their VAT numbers or else their addresses, are Slovakia.
pub(in crate::peppol) fn both_are_registered(facts: &Facts<'_, '_>) -> Truth {
    let of_seller = facts.seller_country().map(|country| country == "SK");
    both(of_seller, || Ok(facts.buyer_country()? == "SK"))
}

/// Street, city and post code of the party's address.
fn addresses(facts: &Facts<'_, '_>, of: Name, rules: [&'static Rule; 3], hits: &mut Hits) {
    let index = facts.index;
    for address in index.named(POSTAL_ADDRESS).filter(|at| index.is_under(*at, &[PARTY, of])) {
        for (rule, part) in rules.into_iter().zip([STREET_NAME, CITY_NAME, POSTAL_ZONE]) {
            require(hits, rule, address, has(facts, address, part));
        }
    }
}

fn has(facts: &Facts<'_, '_>, address: Element, part: Name) -> bool {
    facts.index.has_child(address, part)
}

static R001: Rule = Rule::warning(
    "SK-R-001",
    &["BT-3", "BG-3"],
    "The corrected invoice (type 384) between two Slovak parties does not say which invoice it corrects.",
    "Add BillingReference with the number of the preceding invoice.",
)
.since(Release::November2026);
static R002: Rule = Rule::warning(
    "SK-R-002",
    &["BT-35"],
    "The Slovak seller's address has no street.",
    "Add StreetName to the seller's PostalAddress.",
)
.since(Release::November2026);
static R003: Rule = Rule::warning(
    "SK-R-003",
    &["BT-37"],
    "The Slovak seller's address has no city.",
    "Add CityName to the seller's PostalAddress.",
)
.since(Release::November2026);
static R004: Rule = Rule::warning(
    "SK-R-004",
    &["BT-38"],
    "The Slovak seller's address has no post code.",
    "Add PostalZone to the seller's PostalAddress.",
)
.since(Release::November2026);
static R005: Rule = Rule::warning(
    "SK-R-005",
    &["BT-50"],
    "The Slovak buyer's address has no street.",
    "Add StreetName to the buyer's PostalAddress.",
)
.since(Release::November2026);
static R006: Rule = Rule::warning(
    "SK-R-006",
    &["BT-52"],
    "The Slovak buyer's address has no city.",
    "Add CityName to the buyer's PostalAddress.",
)
.since(Release::November2026);
static R007: Rule = Rule::warning(
    "SK-R-007",
    &["BT-53"],
    "The Slovak buyer's address has no post code.",
    "Add PostalZone to the buyer's PostalAddress.",
)
.since(Release::November2026);
