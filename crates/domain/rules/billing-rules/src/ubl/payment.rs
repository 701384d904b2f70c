//! Payment: means, accounts, cards.

use super::context::Ubl;
use super::entry::{Entry, Outcome, Test, Tested, fatal, holds};
use crate::index::Element;
use crate::names::ubl::{cac, cbc};
use crate::rule::Rule;

/// Rules of `PaymentMeans`.
pub(crate) static MEANS: &[Entry] = &[
    fatal(
        "BR-49",
        &["BG-16", "BT-81"],
        Test::Has(cbc::PAYMENT_MEANS_CODE),
        "The payment means have no type code.",
        "Add cbc:PaymentMeansCode, such as 30 for a credit transfer.",
    ),
    fatal(
        "BR-61",
        &["BT-81", "BT-84"],
        Test::Check(transfer_has_account),
        "A credit transfer names no account to pay to.",
        "Add cac:PayeeFinancialAccount/cbc:ID, such as the IBAN.",
    ),
];

/// Rules of `PaymentMeans` on how often things may stand.
pub(crate) static REPEATED: &[Entry] = &[
    fatal(
        "UBL-SR-26",
        &["BT-83"],
        Test::AtMostOne(&[cbc::PAYMENT_ID]),
        "The payment means have several remittance texts.",
        "Keep one cbc:PaymentID.",
    ),
    fatal(
        "UBL-SR-27",
        &["BT-81"],
        Test::AtMostOne(&[cbc::PAYMENT_MEANS_CODE]),
        "The payment means have several type codes.",
        "Keep one cbc:PaymentMeansCode.",
    ),
    fatal(
        "UBL-SR-28",
        &["BT-89"],
        Test::AtMostOne(&[cac::PAYMENT_MANDATE, cbc::ID]),
        "The payment means have several mandate references.",
        "Keep one cac:PaymentMandate/cbc:ID.",
    ),
];

/// Rules of the account of a credit transfer.
pub(crate) static ACCOUNT: &[Entry] = &[fatal(
    "BR-50",
    &["BG-17", "BT-84"],
    Test::HasText(&[cbc::ID]),
    "The account to pay to has no number.",
    "Write the IBAN or account number to cbc:ID.",
)];

/// Rules of a card's number.
pub(crate) static CARD: &[Entry] = &[Entry {
    rule: Rule::warning(
        "BR-51",
        &["BT-87"],
        "The card's number shows more than ten digits.",
        "Show at most the first six and the last four digits.",
    ),
    test: Test::Check(|ubl, number| holds(ubl.normalized(number).chars().count() <= 10)),
}];

/// All tables.
pub(crate) static ALL: &[&[Entry]] = &[MEANS, REPEATED, ACCOUNT, CARD];

fn transfer_has_account(ubl: &Ubl<'_, '_>, means: Element) -> Tested {
    let code = ubl.only(means, cbc::PAYMENT_MEANS_CODE)?;
    let transfer =
        code.is_some_and(|code| ubl.is_normalized(code, "30") || ubl.is_normalized(code, "58"));
    if !transfer {
        return Ok(Outcome::Holds);
    }
    holds(ubl.first_at(means, &[cac::PAYEE_FINANCIAL_ACCOUNT, cbc::ID]).is_some())
}

/// Whether the account belongs to a credit transfer, whose code is written without white space.
pub(crate) fn is_of_transfer(ubl: &Ubl<'_, '_>, account: Element) -> bool {
    let Some(means) = ubl.parent(account).filter(|&p| ubl.name(p) == cac::PAYMENT_MEANS) else {
        return false;
    };
    ubl.children_named(means, cbc::PAYMENT_MEANS_CODE)
        .any(|code| ubl.is(code, "30") || ubl.is(code, "58"))
}
