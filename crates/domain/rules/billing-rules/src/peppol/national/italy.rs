//! Italy: sellers whose country is IT.

use super::super::facts::Facts;
use super::super::names::*;
use super::super::reading::{exists, normalized_at, require};
use crate::index::{Element, Index};
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[&R001, &R002, &R003, &R004];

/// Checks them.
pub(super) fn check(facts: &Facts<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = facts.index;
    for party in index.named(PARTY) {
        if index.parent_name(party) != ACCOUNTING_SUPPLIER_PARTY {
            continue;
        }
        for scheme in index.children_named(party, PARTY_TAX_SCHEME) {
            registration(index, scheme, hits)?;
        }
        let has = |name| exists(index, party, &[POSTAL_ADDRESS, name]);
        require(hits, &R002, party, has(STREET_NAME));
        require(hits, &R003, party, has(CITY_NAME));
        require(hits, &R004, party, has(POSTAL_ZONE));
    }
    Ok(())
}

fn registration(
    index: &Index<'_>,
    scheme: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    if normalized_at(index, scheme, &[TAX_SCHEME, ID]).is_ok_and(|kind| kind != "VAT") {
        let number = normalized_at(index, scheme, &[COMPANY_ID])?;
        let shaped = (11..=16).contains(&number.len())
            && number.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        require(hits, &R001, scheme, shaped);
    }
    Ok(())
}

static R001: Rule = Rule::fatal(
    "IT-R-001",
    &["BT-32"],
    "The Italian seller's tax registration is not 11 to 16 capital letters and digits.",
    "Give the fiscal code without blanks.",
);
static R002: Rule = Rule::fatal(
    "IT-R-002",
    &["BT-35"],
    "The Italian seller's address has no street.",
    "Add StreetName.",
);
static R003: Rule = Rule::fatal(
    "IT-R-003",
    &["BT-37"],
    "The Italian seller's address has no city.",
    "Add CityName.",
);
static R004: Rule = Rule::fatal(
    "IT-R-004",
    &["BT-38"],
    "The Italian seller's address has no post code.",
    "Add PostalZone.",
);
