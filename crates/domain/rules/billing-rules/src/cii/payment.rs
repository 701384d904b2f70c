//! Payment means, documents referred to, and periods.

use super::invoice::Invoice;
use super::name;
use crate::index::{Attribute, Element, Index};
use crate::names::Name;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

/// Runs the rules on payment means, references and periods.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    for means in index.named(name::PAYMENT_MEANS) {
        if !index.has_child(means, name::TYPE_CODE) {
            hits.push(&BR_49, means);
        }
        check_accounts(index, means, hits)?;
    }
    for card in index.named(name::FINANCIAL_CARD) {
        let number = index.only(card, name::ID)?;
        if number.is_some_and(|number| index.normalized(number).chars().count() > 10) {
            hits.push(&BR_51, card);
        }
    }
    for document in index.named(name::ADDITIONAL_DOCUMENT) {
        if !index.has_text(document, name::ISSUER_ASSIGNED)? {
            hits.push(&BR_52, document);
        }
    }
    for document in invoice.of_settlements(name::INVOICE_REFERENCE) {
        if !index.has_text(document, name::ISSUER_ASSIGNED)? {
            hits.push(&BR_55, document);
        }
    }
    for period in index.named(name::PERIOD) {
        check_period(index, period, hits);
    }
    Ok(())
}

/// BR-50 and BR-61: an account for a credit transfer whose code is exactly 30 or 58.
fn check_accounts(
    index: &Index<'_>,
    means: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let transfer = index
        .children_named(means, name::TYPE_CODE)
        .any(|code| index.is(code, "30") || index.is(code, "58"));
    if !transfer {
        return Ok(());
    }
    for account in index.children_named(means, name::CREDITOR_ACCOUNT) {
        if !index.has_text(account, name::IBAN)? && !index.has_text(account, name::PROPRIETARY)? {
            hits.push(&BR_50, account);
        }
        if !index.has_child(account, name::IBAN) && !index.has_child(account, name::PROPRIETARY) {
            hits.push(&BR_61, account);
        }
    }
    Ok(())
}

/// A period has a day, and does not end before it starts. The days are compared as texts.
fn check_period(index: &Index<'_>, period: Element, hits: &mut Hits) {
    let [order, days] = match index.parent_name(period) {
        name::SETTLEMENT => [&BR_29, &BR_CO_19],
        name::LINE_SETTLEMENT => [&BR_30, &BR_CO_20],
        _ => return,
    };
    let (start, end) = (index.has_child(period, name::START), index.has_child(period, name::END));
    if !start && !end {
        hits.push(days, period);
    }
    let earliest = days_of(index, period, name::START).min();
    let latest = days_of(index, period, name::END).max();
    let in_order = earliest.zip(latest).is_some_and(|(start, end)| end >= start);
    if start && end && !in_order {
        hits.push(order, period);
    }
}

fn days_of<'s>(
    index: &'s Index<'_>,
    period: Element,
    name: Name,
) -> impl Iterator<Item = String> + 's {
    index
        .children_named(period, name)
        .flat_map(|day| index.children_named(day, name::DATE_TIME_STRING))
        .filter(|&day| index.attribute(day, Attribute::Format) == Some("102"))
        .map(|day| index.value(day).into_owned())
}

static BR_29: Rule = Rule::fatal(
    "BR-29",
    &["BT-73", "BT-74"],
    "The invoicing period ends before it starts, or its days are not written in the format 102.",
    "Check the two days; write both as YYYYMMDD with format=\"102\".",
);

static BR_30: Rule = Rule::fatal(
    "BR-30",
    &["BT-134", "BT-135"],
    "The period of the line ends before it starts, or its days are not written in the format 102.",
    "Check the two days; write both as YYYYMMDD with format=\"102\".",
);

static BR_49: Rule = Rule::fatal(
    "BR-49",
    &["BG-16", "BT-81"],
    "The payment means has no code.",
    "Give the code, 30 or 58 for a credit transfer.",
);

static BR_50: Rule = Rule::fatal(
    "BR-50",
    &["BG-16", "BT-84"],
    "The payment is a credit transfer, but the account has no number.",
    "Give the IBAN (IBANID) or another account number (ProprietaryID) of the account to be paid to.",
);

static BR_51: Rule = Rule::fatal(
    "BR-51",
    &["BT-97"],
    "The card number has more than ten digits, and a whole card number must never stand on an invoice.",
    "Give the last four to six digits only.",
);

static BR_52: Rule = Rule::fatal(
    "BR-52",
    &["BG-24", "BT-122"],
    "The supporting document has no reference.",
    "Give the reference (IssuerAssignedID).",
);

static BR_55: Rule = Rule::fatal(
    "BR-55",
    &["BG-3", "BT-25"],
    "The preceding invoice has no number.",
    "Give the number of the invoice that is referred to (IssuerAssignedID).",
);

static BR_61: Rule = Rule::fatal(
    "BR-61",
    &["BT-81", "BT-84"],
    "The payment is a credit transfer, but the account has no number element.",
    "Give the IBAN (IBANID) or another account number (ProprietaryID) of the account to be paid to.",
);

static BR_CO_19: Rule = Rule::fatal(
    "BR-CO-19",
    &["BG-14", "BT-73", "BT-74"],
    "The invoicing period has neither a first nor a last day.",
    "Give one of the two, or leave the period out.",
);

static BR_CO_20: Rule = Rule::fatal(
    "BR-CO-20",
    &["BG-26", "BT-134", "BT-135"],
    "The period of the line has neither a first nor a last day.",
    "Give one of the two, or leave the period out.",
);

/// The rules of this file.
pub(super) static RULES: [&Rule; 10] =
    [&BR_29, &BR_30, &BR_49, &BR_50, &BR_51, &BR_52, &BR_55, &BR_61, &BR_CO_19, &BR_CO_20];
