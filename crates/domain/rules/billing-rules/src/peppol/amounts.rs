//! Rules on the currencies of amounts.

use super::codes::CURRENCIES;
use super::facts::Facts;
use super::names::*;
use crate::index::{Attribute, Element};
use crate::names::Name;
use crate::release::Release;
use crate::rule::Rule;
use crate::verdict::{Hits, Value};

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[&R051, &CL007];

/// The elements that are amounts of money, tax amounts aside.
const AMOUNTS: [Name; 12] = [
    AMOUNT,
    BASE_AMOUNT,
    PRICE_AMOUNT,
    TAXABLE_AMOUNT,
    LINE_EXTENSION_AMOUNT,
    TAX_EXCLUSIVE_AMOUNT,
    TAX_INCLUSIVE_AMOUNT,
    ALLOWANCE_TOTAL_AMOUNT,
    CHARGE_TOTAL_AMOUNT,
    PREPAID_AMOUNT,
    PAYABLE_ROUNDING_AMOUNT,
    PAYABLE_AMOUNT,
];

/// Checks them.
pub(super) fn check(facts: &Facts<'_, '_>, hits: &mut Hits) {
    let index = facts.index;
    let document = index.children_named(Element::ROOT, DOCUMENT_CURRENCY_CODE);
    let document: Vec<_> = document.map(|code| index.value(code)).collect();
    let document: Vec<&str> = document.iter().map(AsRef::as_ref).collect();
    let currencies = Currencies { facts, known: document.iter().map(is_known).collect(), document };
    for name in AMOUNTS {
        for amount in index.named(name) {
            currencies.check(amount, true, hits);
        }
    }
    for amount in index.named(TAX_AMOUNT) {
        currencies.check(amount, currencies.is_of_document(amount, hits.release()), hits);
    }
}

fn is_known(code: &&str) -> bool {
    CURRENCIES.has(code)
}

struct Currencies<'f, 'i, 'd> {
    facts: &'f Facts<'i, 'd>,
    /// The document's currency codes; one, unless the document is wrong.
    document: Vec<&'f str>,
    known: Vec<bool>,
}

impl Currencies<'_, '_, '_> {
    fn check(&self, amount: Element, of_document: bool, hits: &mut Hits) {
        let currency = self.facts.index.attribute(amount, Attribute::CurrencyId);
        let place = currency.and_then(|code| self.document.iter().position(|&own| own == code));
        if of_document && place.is_none() {
            let own = self.document.first().map_or(Value::None, |&own| Value::Owned(own.into()));
            let found = currency.map_or(Value::None, |code| Value::Owned(code.into()));
            hits.push_with(&R051, amount, own, found);
        }
        let known = match place {
            Some(place) => self.known[place],
            None => currency.is_some_and(|code| CURRENCIES.has(code)),
        };
        if !known {
            let found = currency.unwrap_or_default();
            hits.push_with(&CL007, amount, Value::None, Value::Owned(found.into()));
        }
    }

    /// Whether the tax amount is to be in the document's currency.
    fn is_of_document(&self, amount: Element, release: Release) -> bool {
        let index = self.facts.index;
        match index.parent_name(amount) {
            TAX_TOTAL => index.parent(amount).is_some_and(|t| index.has_child(t, TAX_SUBTOTAL)),
            TAX_SUBTOTAL => self.facts.variant.breakdown_currency <= release,
            _ => false,
        }
    }
}

static R051: Rule = Rule::fatal(
    "PEPPOL-EN16931-R051",
    &["BT-5", "BT-111"],
    "{name} is in \"{found}\" while the document is in \"{expected}\".",
    "Give every amount in the document's currency, the VAT total in accounting currency aside.",
);
static CL007: Rule = Rule::fatal(
    "PEPPOL-EN16931-CL007",
    &["BT-5", "BT-6"],
    "The currency \"{found}\" of {name} is no ISO 4217 code.",
    "Write the currency as three capital letters, such as EUR.",
);
