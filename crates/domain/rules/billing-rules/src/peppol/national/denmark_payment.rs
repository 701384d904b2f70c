//! Denmark: how invoices between Danish parties are paid.

use super::super::names::*;
use super::super::reading::{
    any_is, any_is_one_of, normalized_text_at, require, substring, text_at, value_at,
};
use crate::index::{Element, Index};
use crate::logic::both;
use crate::names::Name;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[&R005, &R006, &R007, &R008, &R009, &R010, &R011];

const ACCOUNT: &[Name] = &[PAYEE_FINANCIAL_ACCOUNT, ID];
const BRANCH: &[Name] = &[PAYEE_FINANCIAL_ACCOUNT, FINANCIAL_INSTITUTION_BRANCH, ID];
const MANDATE: &[Name] = &[PAYMENT_MANDATE, ID];
const PAYER_ACCOUNT: &[Name] = &[PAYMENT_MANDATE, PAYER_FINANCIAL_ACCOUNT, ID];

/// Checks them.
pub(super) fn check(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    for means in index.named(PAYMENT_MEANS) {
        if index.parent_name(means) == INVOICE {
            known_code(index, means, hits)?;
            accounts(index, means, hits)?;
            giro(index, means, hits)?;
            fik(index, means, hits)?;
        }
    }
    Ok(())
}

/// A code is looked for between blanks, so that "1 10" passes as well.
fn known_code(index: &Index<'_>, means: Element, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let code = value_at(index, means, &[PAYMENT_MEANS_CODE])?;
    let known = " 1 10 31 42 48 49 50 58 59 93 97 ".contains(&format!(" {code} "));
    require(hits, &R005, means, known);
    Ok(())
}

fn accounts(index: &Index<'_>, means: Element, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    if any_is_one_of(index, means, &[PAYMENT_MEANS_CODE], &["31", "42"]) {
        require(hits, &R006, means, both_given(index, means, ACCOUNT, BRANCH)?);
    }
    if any_is(index, means, &[PAYMENT_MEANS_CODE], "49") {
        require(hits, &R007, means, both_given(index, means, MANDATE, PAYER_ACCOUNT)?);
    }
    Ok(())
}

fn both_given(
    index: &Index<'_>,
    means: Element,
    first: &[Name],
    second: &[Name],
) -> Result<bool, StylesheetAborted> {
    let given = |path| normalized_text_at(index, means, path).map(|text| !text.is_empty());
    both(given(first), || given(second))
}

/// Giro: kind of card 01, 04 or 15.
fn giro(index: &Index<'_>, means: Element, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    if !any_is(index, means, &[PAYMENT_MEANS_CODE], "50") {
        return Ok(());
    }
    let payment = value_at(index, means, &[PAYMENT_ID])?;
    let kind = substring(&payment, 1, 3);
    let complete = matches!(kind, "01#" | "04#" | "15#") && {
        let account = value_at(index, means, ACCOUNT)?;
        matches!(account.len(), 7 | 8) && account.bytes().all(|byte| byte.is_ascii_digit())
    };
    require(hits, &R008, means, complete);
    let instructed = !matches!(kind, "04#" | "15#") || payment.chars().count() == 19;
    require(hits, &R009, means, instructed);
    Ok(())
}

/// FIK: kind of card 71, 73 or 75.
fn fik(index: &Index<'_>, means: Element, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    if !any_is(index, means, &[PAYMENT_MEANS_CODE], "93") {
        return Ok(());
    }
    let payment = value_at(index, means, &[PAYMENT_ID])?;
    let kind = substring(&payment, 1, 3);
    let complete = matches!(kind, "71#" | "73#" | "75#")
        && text_at(index, means, ACCOUNT)?.is_some_and(|account| account.chars().count() == 8);
    require(hits, &R010, means, complete);
    let long = matches!(payment.chars().count(), 18 | 19);
    require(hits, &R011, means, !matches!(kind, "71#" | "75#") || long);
    Ok(())
}

static R005: Rule = Rule::fatal(
    "DK-R-005",
    &["BT-81"],
    "The payment means code is none that Denmark uses.",
    "Use 1, 10, 31, 42, 48, 49, 50, 58, 59, 93 or 97.",
);
static R006: Rule = Rule::fatal(
    "DK-R-006",
    &["BT-84", "BT-86"],
    "A Danish transfer (31, 42) lacks the account or the registration number.",
    "Give PayeeFinancialAccount/ID and FinancialInstitutionBranch/ID.",
);
static R007: Rule = Rule::fatal(
    "DK-R-007",
    &["BT-89", "BT-91"],
    "A Danish direct debit (49) lacks the mandate or the payer's account.",
    "Give PaymentMandate/ID and PayerFinancialAccount/ID.",
);
static R008: Rule = Rule::fatal(
    "DK-R-008",
    &["BT-83", "BT-84"],
    "A Danish giro payment (50) lacks the kind of card or a giro account of 7 or 8 digits.",
    "Begin PaymentID with 01#, 04# or 15# and give the account in PayeeFinancialAccount/ID.",
);
static R009: Rule = Rule::fatal(
    "DK-R-009",
    &["BT-83"],
    "A Danish giro payment of kind 04 or 15 lacks its 16-digit instruction.",
    "Write PaymentID such as 04#1234567890123456.",
);
static R010: Rule = Rule::fatal(
    "DK-R-010",
    &["BT-83", "BT-84"],
    "A Danish FIK payment (93) lacks the kind of card or a creditor number of 8 characters.",
    "Begin PaymentID with 71#, 73# or 75# and give the number in PayeeFinancialAccount/ID.",
);
static R011: Rule = Rule::fatal(
    "DK-R-011",
    &["BT-83"],
    "A Danish FIK payment of kind 71 or 75 lacks its instruction of 15 or 16 digits.",
    "Write PaymentID such as 71#123456789012345.",
);
