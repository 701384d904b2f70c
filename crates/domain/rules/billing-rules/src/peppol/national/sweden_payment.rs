//! Sweden: how Swedish sellers are paid.

use super::super::names::*;
use super::super::reading::{any_is, any_is_one_of, is_number, normalized_at, require};
use crate::index::{Element, Index};
use crate::rule::Rule;
use crate::verdict::Hits;

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[&R007, &R010, &R008, &R009, &R011, &R012];

/// Checks them.
pub(super) fn check(index: &Index<'_>, domestic: bool, hits: &mut Hits) {
    for means in index.named(PAYMENT_MEANS) {
        match giro(index, means).as_deref() {
            Some("SE:PLUSGIRO") => accounts(index, means, (&R007, &R010), 2, hits),
            Some("SE:BANKGIRO") => accounts(index, means, (&R008, &R009), 7, hits),
            _ => {}
        }
        if any_is_one_of(index, means, &[PAYMENT_MEANS_CODE], &["50", "56"]) {
            hits.push(&R011, means);
        } else if domestic && any_is(index, means, &[PAYMENT_MEANS_CODE], "31") {
            hits.push(&R012, means);
        }
    }
}

/// The branch that stands for one of the giros.
fn giro(index: &Index<'_>, means: Element) -> Option<String> {
    let code = normalized_at(index, means, &[PAYMENT_MEANS_CODE]).ok()?;
    let branch = [PAYEE_FINANCIAL_ACCOUNT, FINANCIAL_INSTITUTION_BRANCH, ID];
    let branch = normalized_at(index, means, &branch).ok()?;
    (code == "30").then(|| branch.into_owned())
}

/// Accounts are numbers of `shortest` to eight characters.
fn accounts(
    index: &Index<'_>,
    means: Element,
    (numeric, length): (&'static Rule, &'static Rule),
    shortest: usize,
    hits: &mut Hits,
) {
    for id in index.path(means, &[PAYEE_FINANCIAL_ACCOUNT, ID]) {
        let account = index.normalized(id);
        require(hits, numeric, id, is_number(&account));
        require(hits, length, id, (shortest..=8).contains(&account.chars().count()));
    }
}

static R007: Rule = Rule::warning(
    "SE-R-007",
    &["BT-84"],
    "The Plusgiro account \"{found}\" is no number.",
    "Give its digits without a hyphen.",
);
static R010: Rule = Rule::warning(
    "SE-R-010",
    &["BT-84"],
    "The Plusgiro account \"{found}\" has not 2 to 8 characters.",
    "Give its digits without a hyphen.",
);
static R008: Rule = Rule::warning(
    "SE-R-008",
    &["BT-84"],
    "The Bankgiro account \"{found}\" is no number.",
    "Give its digits without a hyphen.",
);
static R009: Rule = Rule::warning(
    "SE-R-009",
    &["BT-84"],
    "The Bankgiro account \"{found}\" has neither 7 nor 8 characters.",
    "Give its digits without a hyphen.",
);
static R011: Rule = Rule::warning(
    "SE-R-011",
    &["BT-81"],
    "Payment means 50 or 56 are not how Bankgiro and Plusgiro are stated in Sweden.",
    "Use code 30 and FinancialInstitutionBranch/ID SE:BANKGIRO or SE:PLUSGIRO.",
);
static R012: Rule = Rule::warning(
    "SE-R-012",
    &["BT-81"],
    "A transfer between Swedish parties is stated by another payment means code than 31.",
    "Use 30.",
);
