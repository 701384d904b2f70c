//! Rules on the document as a whole.

use std::cmp::Ordering;

use super::facts::{Facts, Profile};
use super::names::*;
use super::reading::{any_is, exists, normalized_at, normalized_text_at, require};
use super::variant::Asks;
use crate::index::{Attribute, Element};
use crate::logic::{Truth, both, either};
use crate::names::Name;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted, Value};

/// The rules of this file.
pub(super) const RULES: &[&Rule] =
    &[&R008, &R080, &R001, &R002, &R003, &R053, &R054, &R055, &R005, &R061];

/// Checks them.
pub(super) fn check(facts: &Facts<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    empty_elements(facts, hits);
    for credit_note in facts.index.named(CREDIT_NOTE) {
        if facts.variant.asks == Asks::Peppol {
            project_references(facts, credit_note, hits);
        }
        root(facts, credit_note, hits)?;
    }
    for invoice in facts.index.named(INVOICE) {
        root(facts, invoice, hits)?;
    }
    accounting_currency(facts, hits)?;
    direct_debit(facts, hits);
    Ok(())
}

fn empty_elements(facts: &Facts<'_, '_>, hits: &mut Hits) {
    let index = facts.index;
    for element in index.all() {
        if !index.has_children(element) && index.is_blank(element) {
            hits.push(&R008, element);
        }
    }
}

fn project_references(facts: &Facts<'_, '_>, root: Element, hits: &mut Hits) {
    let index = facts.index;
    let references = index.children_named(root, ADDITIONAL_DOCUMENT_REFERENCE);
    let projects = references.filter(|&r| any_is(index, r, &[DOCUMENT_TYPE_CODE], "50")).count();
    require(hits, &R080, root, projects <= 1);
}

fn root(facts: &Facts<'_, '_>, root: Element, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    require(hits, &R001, root, facts.index.has_child(root, PROFILE_ID));
    if facts.variant.asks == Asks::Peppol {
        identifiers_and_references(facts, root, hits)?;
    }
    tax_totals(facts, root, hits)
}

fn identifiers_and_references(
    facts: &Facts<'_, '_>,
    root: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let (index, variant) = (facts.index, facts.variant);
    if facts.profile? == Profile::Unknown {
        let process = normalized_at(index, Element::ROOT, &[PROFILE_ID])?;
        hits.push_with(variant.r007, root, wanted(variant.processes[0]), said(&process));
    }
    let notes = index.count(root, NOTE);
    if notes > 1 && !facts.both_reside_in("DE")? {
        hits.push_with(&R002, root, Value::Count(1), Value::Count(notes));
    }
    let referenced =
        index.has_child(root, BUYER_REFERENCE) || exists(index, root, &[ORDER_REFERENCE, ID]);
    require(hits, &R003, root, referenced);
    let specification = normalized_text_at(index, root, &[CUSTOMIZATION_ID])?;
    if !specification.starts_with(variant.specification) || specification.contains("::") {
        hits.push_with(variant.r004, root, wanted(variant.specification), said(&specification));
    }
    Ok(())
}

fn tax_totals(
    facts: &Facts<'_, '_>,
    root: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = facts.index;
    let (mut detailed, mut bare) = (0, 0);
    for total in index.children_named(root, TAX_TOTAL) {
        *if index.has_child(total, TAX_SUBTOTAL) { &mut detailed } else { &mut bare } += 1;
    }
    if detailed != 1 {
        hits.push_with(&R053, root, Value::Count(1), Value::Count(detailed));
    }
    let in_other_currency = index.has_child(root, TAX_CURRENCY_CODE);
    if bare != usize::from(in_other_currency) {
        let expected = Value::Count(usize::from(in_other_currency));
        hits.push_with(&R054, root, expected, Value::Count(bare));
    }
    require(hits, &R055, root, !in_other_currency || same_signs(facts, root)?);
    Ok(())
}

fn wanted(text: &'static str) -> Value {
    Value::Text(text)
}

fn said(text: &str) -> Value {
    Value::Owned(text.into())
}

/// Whether the VAT totals in both currencies are on the same side of zero.
fn same_signs(facts: &Facts<'_, '_>, root: Element) -> Truth {
    let on_side = |holds: fn(Ordering) -> bool| {
        both(any_total(facts, root, TAX_CURRENCY_CODE, holds), || {
            any_total(facts, root, DOCUMENT_CURRENCY_CODE, holds)
        })
    };
    // The official engine takes a negative zero for less than zero, and what is not a number
    // for more than any.
    either(on_side(Ordering::is_le), || on_side(Ordering::is_ge))
}

/// Whether any VAT total in the currency that the code names is so.
fn any_total(
    facts: &Facts<'_, '_>,
    root: Element,
    currency: Name,
    holds: fn(Ordering) -> bool,
) -> Truth {
    let index = facts.index;
    for amount in index.path(root, &[TAX_TOTAL, TAX_AMOUNT]) {
        let wanted = normalized_at(index, root, &[currency])?;
        if index.attribute(amount, Attribute::CurrencyId) == Some(&wanted)
            && holds(index.compared_with_zero(amount)?)
        {
            return Ok(true);
        }
    }
    Ok(false)
}

fn accounting_currency(facts: &Facts<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = facts.index;
    for code in index.named(TAX_CURRENCY_CODE) {
        let accounting = normalized_text_at(index, code, &[])?;
        let document = match index.parent(code) {
            Some(parent) => normalized_text_at(index, parent, &[DOCUMENT_CURRENCY_CODE])?,
            None => "".into(),
        };
        require(hits, &R005, code, accounting != document);
    }
    Ok(())
}

fn direct_debit(facts: &Facts<'_, '_>, hits: &mut Hits) {
    let index = facts.index;
    for means in index.named(PAYMENT_MEANS) {
        let code = normalized_at(index, means, &[PAYMENT_MEANS_CODE]);
        if code.is_ok_and(|code| code == "49" || code == "59") {
            require(hits, &R061, means, exists(index, means, &[PAYMENT_MANDATE, ID]));
        }
    }
}

static R008: Rule = Rule::fatal(
    "PEPPOL-EN16931-R008",
    &[],
    "{name} is empty.",
    "Leave out elements that have nothing to say.",
);
static R080: Rule = Rule::fatal(
    "PEPPOL-EN16931-R080",
    &["BT-11"],
    "The credit note refers to more than one project.",
    "Keep one AdditionalDocumentReference with DocumentTypeCode 50.",
);
static R001: Rule = Rule::fatal(
    "PEPPOL-EN16931-R001",
    &["BT-23"],
    "The document does not say which business process it belongs to.",
    "Add ProfileID urn:fdc:peppol.eu:2017:poacc:billing:01:1.0.",
);
static R002: Rule = Rule::fatal(
    "PEPPOL-EN16931-R002",
    &["BT-22"],
    "The document has {found} notes; only documents between two German parties may have several.",
    "Put everything into one Note.",
);
static R003: Rule = Rule::fatal(
    "PEPPOL-EN16931-R003",
    &["BT-10", "BT-13"],
    "The document has neither a buyer reference nor a purchase order reference.",
    "Add BuyerReference or OrderReference/ID, as the buyer asked for.",
);
static R053: Rule = Rule::fatal(
    "PEPPOL-EN16931-R053",
    &["BG-23", "BT-110"],
    "There are {found} tax totals with a VAT breakdown where there should be one.",
    "Put every TaxSubtotal into one TaxTotal.",
);
static R054: Rule = Rule::fatal(
    "PEPPOL-EN16931-R054",
    &["BT-6", "BT-111"],
    "There are {found} tax totals without a VAT breakdown where there should be {expected}.",
    "Give one TaxTotal without subtotals when TaxCurrencyCode is given, and none otherwise.",
);
static R055: Rule = Rule::fatal(
    "PEPPOL-EN16931-R055",
    &["BT-110", "BT-111"],
    "The VAT totals in the document's and in the accounting currency differ in sign or are not both given.",
    "Give the same VAT total in both currencies, each with its currencyID.",
);
static R005: Rule = Rule::fatal(
    "PEPPOL-EN16931-R005",
    &["BT-5", "BT-6"],
    "The VAT accounting currency \"{found}\" is the document's currency.",
    "Leave TaxCurrencyCode out unless VAT is accounted for in another currency.",
);
static R061: Rule = Rule::fatal(
    "PEPPOL-EN16931-R061",
    &["BT-89"],
    "A direct debit does not say which mandate it rests on.",
    "Add PaymentMandate/ID with the mandate's reference.",
);
