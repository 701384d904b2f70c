//! Germany: how documents between German parties are paid.

use super::super::check_digits::is_iban;
use super::super::names::*;
use super::super::reading::{normalized_at, require, value_at};
use crate::index::{Element, Index};
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

/// The rules of this file.
pub(super) const RULES: &[&Rule] =
    &[&R019, &R023_1, &R023_2, &R024_1, &R024_2, &R020, &R025_1, &R025_2];

/// Checks them.
pub(super) fn check(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    for means in index.children_named(Element::ROOT, PAYMENT_MEANS) {
        // With two codes it is none of these means.
        let Ok(code) = normalized_at(index, means, &[PAYMENT_MEANS_CODE]) else { continue };
        let has = |name| index.has_child(means, name);
        let (account, card) = (has(PAYEE_FINANCIAL_ACCOUNT), has(CARD_ACCOUNT));
        let mandate = has(PAYMENT_MANDATE);
        match code.as_ref() {
            "30" | "58" => {
                if code == "58" {
                    let iban = value_at(index, means, &[PAYEE_FINANCIAL_ACCOUNT, ID])?;
                    require(hits, &R019, means, is_iban(&iban));
                }
                require(hits, &R023_1, means, account);
                require(hits, &R023_2, means, !card && !mandate);
            }
            "48" | "54" | "55" => {
                require(hits, &R024_1, means, card);
                require(hits, &R024_2, means, !account && !mandate);
            }
            "59" => {
                let payer = [PAYMENT_MANDATE, PAYER_FINANCIAL_ACCOUNT, ID];
                require(hits, &R020, means, is_iban(&value_at(index, means, &payer)?));
                require(hits, &R025_1, means, mandate);
                require(hits, &R025_2, means, !account && !card);
            }
            _ => {}
        }
    }
    Ok(())
}

static R019: Rule = Rule::warning(
    "DE-R-019",
    &["BT-81", "BT-84"],
    "The account of a SEPA transfer is no IBAN.",
    "Check PayeeFinancialAccount/ID.",
);
static R023_1: Rule = Rule::fatal(
    "DE-R-023-1",
    &["BG-17", "BT-81"],
    "A transfer names no account to pay to.",
    "Add PayeeFinancialAccount.",
);
static R023_2: Rule = Rule::fatal(
    "DE-R-023-2",
    &["BG-18", "BG-19", "BT-81"],
    "A transfer has a payment card or a mandate of direct debit.",
    "Leave CardAccount and PaymentMandate out, or use another payment means code.",
);
static R024_1: Rule = Rule::fatal(
    "DE-R-024-1",
    &["BG-18", "BT-81"],
    "A payment by card says nothing about the card.",
    "Add CardAccount.",
);
static R024_2: Rule = Rule::fatal(
    "DE-R-024-2",
    &["BG-17", "BG-19", "BT-81"],
    "A payment by card has an account or a mandate of direct debit.",
    "Leave PayeeFinancialAccount and PaymentMandate out, or use another payment means code.",
);
static R020: Rule = Rule::warning(
    "DE-R-020",
    &["BT-81", "BT-91"],
    "The account of a SEPA direct debit is no IBAN.",
    "Check PaymentMandate/PayerFinancialAccount/ID.",
);
static R025_1: Rule = Rule::fatal(
    "DE-R-025-1",
    &["BG-19", "BT-81"],
    "A direct debit has no mandate.",
    "Add PaymentMandate.",
);
static R025_2: Rule = Rule::fatal(
    "DE-R-025-2",
    &["BG-17", "BG-18", "BT-81"],
    "A direct debit has an account to pay to or a payment card.",
    "Leave PayeeFinancialAccount and CardAccount out, or use another payment means code.",
);
