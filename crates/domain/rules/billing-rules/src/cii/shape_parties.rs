//! The shape of parties, references and payment means.

use super::name;
use crate::index::{Element, Index};
use crate::names::Name;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

/// The parties and references of the header.
pub(super) fn check_agreement(
    index: &Index<'_>,
    agreement: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    check_identifiers(index, agreement, name::BUYER, &CII_SR_450, hits);
    check_contact(index, agreement, name::SELLER, &CII_SR_465, hits);
    check_contact(index, agreement, name::BUYER, &CII_SR_466, hits);
    let of_type = |code: &'static str| {
        index.children_named(agreement, name::ADDITIONAL_DOCUMENT).filter(move |&document| {
            index.children_named(document, name::TYPE_CODE).any(|c| index.is(c, code))
        })
    };
    if let Some(second) = of_type("50").nth(1) {
        hits.push(&CII_SR_457, second);
    }
    if let Some(second) = of_type("130").nth(1) {
        hits.push(&CII_SR_458, second);
    }
    check_supporting_documents(index, agreement, hits)
}

/// The place of delivery.
pub(super) fn check_delivery(index: &Index<'_>, delivery: Element, hits: &mut Hits) {
    check_identifiers(index, delivery, name::SHIP_TO, &CII_SR_449, hits);
}

/// Payee and accounts.
pub(super) fn check_settlement(
    index: &Index<'_>,
    settlement: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    check_identifiers(index, settlement, name::PAYEE, &CII_SR_451, hits);
    let mut unnumbered = false;
    for means in index.children_named(settlement, name::PAYMENT_MEANS) {
        // The account is looked at first: where there is one, two codes do no harm.
        let account = |name| index.first_at(means, &[name::CREDITOR_ACCOUNT, name]).is_some();
        if account(name::IBAN) || account(name::PROPRIETARY) {
            continue;
        }
        let code = index.only(means, name::TYPE_CODE)?;
        let is = |text| code.is_some_and(|code| index.is_normalized(code, text));
        unnumbered |= is("30") || is("58");
    }
    if unnumbered {
        hits.push(&CII_SR_470, settlement);
    }
    Ok(())
}

/// A local or a global identifier, not both.
fn check_identifiers(
    index: &Index<'_>,
    part: Element,
    party: Name,
    rule: &'static Rule,
    hits: &mut Hits,
) {
    let has = |id| index.first_at(part, &[party, id]);
    if has(name::GLOBAL_ID).is_some()
        && let Some(id) = has(name::ID)
    {
        hits.push(rule, id);
    }
}

/// A person or a department, not both.
fn check_contact(
    index: &Index<'_>,
    agreement: Element,
    party: Name,
    rule: &'static Rule,
    hits: &mut Hits,
) {
    let has = |name| index.first_at(agreement, &[party, name::CONTACT, name]);
    if has(name::PERSON).is_some()
        && let Some(department) = has(name::DEPARTMENT)
    {
        hits.push(rule, department);
    }
}

/// Supporting documents have one description and one attachment, all of them together as the rule is written.
fn check_supporting_documents(
    index: &Index<'_>,
    agreement: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let (mut names, mut attachments) = (0, 0);
    for document in index.children_named(agreement, name::ADDITIONAL_DOCUMENT) {
        let code = index.only(document, name::TYPE_CODE)?;
        if code.is_some_and(|code| index.is_normalized(code, "916")) {
            names += index.count(document, name::NAME);
            attachments += index.count(document, name::ATTACHMENT);
        }
    }
    if names > 1 {
        hits.push(&CII_SR_475, agreement);
    }
    if attachments > 1 {
        hits.push(&CII_SR_476, agreement);
    }
    Ok(())
}

static CII_SR_450: Rule = Rule::warning(
    "CII-SR-450",
    &[],
    "The buyer has both a local and a global identifier.",
    "Keep one of the two.",
);

static CII_SR_449: Rule = Rule::warning(
    "CII-SR-449",
    &[],
    "The place of delivery has both a local and a global identifier.",
    "Keep one of the two.",
);

static CII_SR_451: Rule = Rule::warning(
    "CII-SR-451",
    &[],
    "The payee has both a local and a global identifier.",
    "Keep one of the two.",
);

static CII_SR_457: Rule = Rule::warning(
    "CII-SR-457",
    &[],
    "There is more than one tender or lot reference.",
    "Keep one reference of the type code 50.",
);

static CII_SR_458: Rule = Rule::warning(
    "CII-SR-458",
    &[],
    "There is more than one object identifier.",
    "Keep one reference of the type code 130.",
);

static CII_SR_465: Rule = Rule::warning(
    "CII-SR-465",
    &["BT-41"],
    "The contact of the seller has both a person and a department.",
    "Keep one of the two.",
);

static CII_SR_466: Rule = Rule::warning(
    "CII-SR-466",
    &["BT-56"],
    "The contact of the buyer has both a person and a department.",
    "Keep one of the two.",
);

static CII_SR_470: Rule = Rule::fatal(
    "CII-SR-470",
    &["BT-84"],
    "The payment is a credit transfer, but the account has no number.",
    "Give the IBAN (IBANID) or another account number (ProprietaryID).",
);

static CII_SR_475: Rule = Rule::warning(
    "CII-SR-475",
    &["BT-123"],
    "The supporting documents have more than one description.",
    "Give one description.",
);

static CII_SR_476: Rule = Rule::warning(
    "CII-SR-476",
    &["BT-125"],
    "The supporting documents have more than one attachment.",
    "Give one attachment.",
);

/// The rules of this file.
pub(super) static RULES: [&Rule; 10] = [
    &CII_SR_450,
    &CII_SR_449,
    &CII_SR_451,
    &CII_SR_457,
    &CII_SR_458,
    &CII_SR_465,
    &CII_SR_466,
    &CII_SR_470,
    &CII_SR_475,
    &CII_SR_476,
];
