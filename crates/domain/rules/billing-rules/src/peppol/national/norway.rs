//! Norway: sellers whose country is NO.

use super::super::check_digits::is_mod11;
use super::super::facts::Facts;
use super::super::names::*;
use super::super::reading::{
    is_digits, normalized_at, require, single, substring, substring_from, value_at,
};
use crate::index::{Element, Index};
use crate::logic::{Truth, both};
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};
use xml::white_space::normalized;

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[&R002, &R001];

/// Checks them.
pub(super) fn check(facts: &Facts<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = facts.index;
    for party in index.named(PARTY) {
        if index.parent_name(party) != ACCOUNTING_SUPPLIER_PARTY {
            continue;
        }
        let register = only_number(index, &schemes(index, party, "TAX")?)?;
        let register = register.map(|number| index.value(number));
        let named = register.is_some_and(|text| normalized(&text) == "Foretaksregisteret");
        require(hits, &R002, party, named);
        require(hits, &R001, party, has_valid_number(index, &schemes(index, party, "VAT")?)?);
    }
    Ok(())
}

/// The party's tax schemes of this kind.
fn schemes(
    index: &Index<'_>,
    party: Element,
    kind: &str,
) -> Result<Vec<Element>, StylesheetAborted> {
    let mut found = Vec::new();
    for scheme in index.children_named(party, PARTY_TAX_SCHEME) {
        if normalized_at(index, scheme, &[TAX_SCHEME, ID])? == kind {
            found.push(scheme);
        }
    }
    Ok(found)
}

/// The only number of all the schemes.
fn only_number(
    index: &Index<'_>,
    schemes: &[Element],
) -> Result<Option<Element>, StylesheetAborted> {
    let numbers = schemes.iter().flat_map(|&scheme| index.children_named(scheme, COMPANY_ID));
    single(numbers)
}

/// Numbers of other countries are not looked at.
fn has_valid_number(index: &Index<'_>, schemes: &[Element]) -> Truth {
    let mut norwegian = false;
    for &scheme in schemes {
        norwegian |= substring(&value_at(index, scheme, &[COMPANY_ID])?, 1, 2) == "NO";
    }
    if !norwegian {
        return Ok(true);
    }
    let shaped = match schemes {
        [one] => value_at(index, *one, &[COMPANY_ID]).map(|number| is_shaped(&number)),
        _ => Err(StylesheetAborted::too_many(schemes[1])),
    };
    both(shaped, || {
        let number = only_number(index, schemes)?;
        Ok(number.is_some_and(|number| is_mod11(substring(&index.value(number), 3, 9))))
    })
}

/// Nine digits and the letters MVA after the country.
fn is_shaped(number: &str) -> bool {
    is_digits(substring(number, 3, 9), 9) && substring_from(number, 12) == "MVA"
}

static R002: Rule = Rule::warning(
    "NO-R-002",
    &["BT-32"],
    "The Norwegian seller does not say that it stands in the register of business enterprises.",
    "Most enterprises have to add a PartyTaxScheme with TaxScheme/ID TAX and CompanyID Foretaksregisteret.",
);
static R001: Rule = Rule::fatal(
    "NO-R-001",
    &["BT-31"],
    "The seller's Norwegian VAT number is invalid.",
    "Give NO, the nine digits of the organization number and MVA.",
);
