//! Germany: contacts and addresses.

use super::super::names::*;
use super::super::reading::{any_given, normalized_at, require};
use crate::index::{Element, Index};
use crate::names::Name;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

/// The rules of this file.
pub(super) const RULES: &[&Rule] =
    &[&R002, &R003, &R004, &R005, &R006, &R007, &R027, &R028, &R008, &R009, &R010, &R011];

const SELLER: &[Name] = &[ACCOUNTING_SUPPLIER_PARTY];
const SELLER_ADDRESS: &[Name] = &[ACCOUNTING_SUPPLIER_PARTY, PARTY, POSTAL_ADDRESS];
const SELLER_CONTACT: &[Name] = &[ACCOUNTING_SUPPLIER_PARTY, PARTY, CONTACT];
const BUYER_ADDRESS: &[Name] = &[ACCOUNTING_CUSTOMER_PARTY, PARTY, POSTAL_ADDRESS];
const DELIVERY_ADDRESS: &[Name] = &[DELIVERY, DELIVERY_LOCATION, ADDRESS];

/// Checks them.
pub(super) fn check(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    for seller in index.path(Element::ROOT, SELLER) {
        let contact = index.first_at(seller, &[PARTY, CONTACT]);
        require(hits, &R002, seller, contact.is_some());
    }
    for contact in index.path(Element::ROOT, SELLER_CONTACT) {
        seller_contact(index, contact, hits)?;
    }
    for (path, city, post_code) in [
        (SELLER_ADDRESS, &R003, &R004),
        (BUYER_ADDRESS, &R008, &R009),
        (DELIVERY_ADDRESS, &R010, &R011),
    ] {
        for address in index.path(Element::ROOT, path) {
            require(hits, city, address, any_given(index, address, &[CITY_NAME]));
            require(hits, post_code, address, any_given(index, address, &[POSTAL_ZONE]));
        }
    }
    Ok(())
}

fn seller_contact(
    index: &Index<'_>,
    contact: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    require(hits, &R005, contact, any_given(index, contact, &[NAME]));
    require(hits, &R006, contact, any_given(index, contact, &[TELEPHONE]));
    require(hits, &R007, contact, any_given(index, contact, &[ELECTRONIC_MAIL]));
    let telephone = normalized_at(index, contact, &[TELEPHONE])?;
    let digits = telephone.bytes().filter(u8::is_ascii_digit).count();
    require(hits, &R027, contact, digits >= 3);
    let mail = normalized_at(index, contact, &[ELECTRONIC_MAIL])?;
    require(hits, &R028, contact, is_mail_address(&mail));
    Ok(())
}

/// One at sign between something and a domain of two parts or more, without white space.
fn is_mail_address(mail: &str) -> bool {
    let Some((name, domain)) = mail.split_once('@') else { return false };
    !name.is_empty()
        && !mail.contains(' ')
        && !domain.contains('@')
        && domain.contains('.')
        && domain.split('.').all(|part| !part.is_empty())
}

static R002: Rule =
    Rule::fatal("DE-R-002", &["BG-6"], "The German seller gives no contact.", "Add Party/Contact.");
static R003: Rule = Rule::fatal(
    "DE-R-003",
    &["BT-37"],
    "The German seller's address has no city.",
    "Add CityName.",
);
static R004: Rule = Rule::fatal(
    "DE-R-004",
    &["BT-38"],
    "The German seller's address has no post code.",
    "Add PostalZone.",
);
static R005: Rule = Rule::fatal(
    "DE-R-005",
    &["BT-41"],
    "The German seller's contact has no name.",
    "Add Contact/Name.",
);
static R006: Rule = Rule::fatal(
    "DE-R-006",
    &["BT-42"],
    "The German seller's contact has no telephone number.",
    "Add Contact/Telephone.",
);
static R007: Rule = Rule::fatal(
    "DE-R-007",
    &["BT-43"],
    "The German seller's contact has no mail address.",
    "Add Contact/ElectronicMail.",
);
static R027: Rule = Rule::warning(
    "DE-R-027",
    &["BT-42"],
    "The telephone number of the German seller's contact has fewer than three digits.",
    "Give the whole number.",
);
static R028: Rule = Rule::warning(
    "DE-R-028",
    &["BT-43"],
    "The mail address of the German seller's contact is none.",
    "Write it as name@example.com.",
);
static R008: Rule =
    Rule::fatal("DE-R-008", &["BT-52"], "The German buyer's address has no city.", "Add CityName.");
static R009: Rule = Rule::fatal(
    "DE-R-009",
    &["BT-53"],
    "The German buyer's address has no post code.",
    "Add PostalZone.",
);
static R010: Rule = Rule::fatal(
    "DE-R-010",
    &["BG-15", "BT-77"],
    "The address of delivery has no city.",
    "Add CityName.",
);
static R011: Rule = Rule::fatal(
    "DE-R-011",
    &["BG-15", "BT-78"],
    "The address of delivery has no post code.",
    "Add PostalZone.",
);
