//! Peppol's rules on the document as a whole.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashSet;

use super::Invoice;
use super::names::*;
use crate::index::{Attribute, Element};
use crate::logic::{Truth, both, either};
use crate::peppol::reading::{exists, normalized_at, normalized_text_at, require};
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted, Value};

/// Checks them.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    for context in index.named(CONTEXT) {
        require(hits, &R001, context, exists(index, context, &[BUSINESS_PROCESS, ID]));
    }
    for settlement in index.named(SETTLEMENT) {
        currencies(invoice, settlement, hits)?;
    }
    for (party, rule) in [(BUYER, &R010), (SELLER, &R020)] {
        for party in index.named(party) {
            require(hits, rule, party, exists(index, party, &[URI_COMMUNICATION, URI_ID]));
        }
    }
    for means in index.named(PAYMENT_MEANS) {
        // With two codes the context does not match.
        let code = normalized_at(index, means, &[TYPE_CODE]);
        if code.is_ok_and(|code| code == "49" || code == "59") {
            let mandate = index
                .parent(means)
                .is_some_and(|settlement| exists(index, settlement, &[PAYMENT_TERMS, MANDATE]));
            require(hits, &R061, means, mandate);
        }
    }
    Ok(())
}

fn currencies(
    invoice: &Invoice<'_, '_>,
    settlement: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    let accounting = index.child(settlement, TAX_CURRENCY);
    if let Some(code) = accounting {
        let own = normalized_text_at(index, settlement, &[TAX_CURRENCY])?;
        let documents = normalized_text_at(index, settlement, &[INVOICE_CURRENCY])?;
        require(hits, &R005, code, own != documents);
    }
    let documents = invoice.currencies(INVOICE_CURRENCY);
    let totals: Vec<_> = index
        .path(settlement, &[SUMMATION, TAX_TOTAL])
        .filter_map(|total| Some((total, index.attribute(total, Attribute::CurrencyId)?)))
        .collect();
    let in_documents = totals.iter().filter(|(_, code)| documents.contains(*code)).count();
    if in_documents > 1 {
        hits.push_with(&R053, settlement, Value::Count(1), Value::Count(in_documents));
    }
    // in another than any of the document's
    let is_other = |code: &str| documents.len() > usize::from(documents.contains(code));
    let in_others = totals.iter().filter(|(_, code)| is_other(code)).count();
    let expected = usize::from(accounting.is_some());
    if in_others != expected {
        hits.push_with(&R054, settlement, Value::Count(expected), Value::Count(in_others));
    }
    if invoice.has(&[SETTLEMENT, TAX_CURRENCY]) && in_documents > 0 {
        let accounting = invoice.currencies(TAX_CURRENCY);
        let any = |codes: &HashSet<Cow<'_, str>>, holds: fn(Ordering) -> bool| -> Truth {
            for (total, code) in &totals {
                if codes.contains(*code) && holds(index.compared_with_zero(*total)?) {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        let on_side =
            |holds: fn(Ordering) -> bool| both(any(&accounting, holds), || any(&documents, holds));
        let same = either(on_side(Ordering::is_lt), || on_side(Ordering::is_ge))?;
        require(hits, &R055, settlement, same);
    }
    Ok(())
}

/// The rules of this file.
pub(super) static RULES: [&Rule; 8] = [&R001, &R005, &R053, &R054, &R055, &R010, &R020, &R061];

static R001: Rule = Rule::fatal(
    "PEPPOL-EN16931-R001",
    &["BT-23"],
    "The document does not say which business process it belongs to.",
    "Give BusinessProcessSpecifiedDocumentContextParameter/ID, urn:fdc:peppol.eu:2017:poacc:billing:01:1.0.",
);
static R005: Rule = Rule::fatal(
    "PEPPOL-EN16931-R005",
    &["BT-5", "BT-6"],
    "The VAT accounting currency \"{found}\" is the document's currency.",
    "Leave TaxCurrencyCode out unless VAT is accounted for in another currency.",
);
static R053: Rule = Rule::fatal(
    "PEPPOL-EN16931-R053",
    &["BT-110"],
    "There are {found} VAT totals in the document's currency where there should be one.",
    "Keep one TaxTotalAmount in the document's currency.",
);
static R054: Rule = Rule::fatal(
    "PEPPOL-EN16931-R054",
    &["BT-6", "BT-111"],
    "There are {found} VAT totals in another currency where there should be {expected}.",
    "Give one when TaxCurrencyCode is given, and none otherwise.",
);
static R055: Rule = Rule::fatal(
    "PEPPOL-EN16931-R055",
    &["BT-110", "BT-111"],
    "The VAT totals in the document's and in the accounting currency differ in sign or are not both given.",
    "Give the same VAT total in both currencies, each with its currencyID.",
);
static R010: Rule = Rule::fatal(
    "PEPPOL-EN16931-R010",
    &["BT-49"],
    "The buyer has no electronic address.",
    "Give URIUniversalCommunication/URIID of the buyer.",
);
static R020: Rule = Rule::fatal(
    "PEPPOL-EN16931-R020",
    &["BT-34"],
    "The seller has no electronic address.",
    "Give URIUniversalCommunication/URIID of the seller.",
);
static R061: Rule = Rule::fatal(
    "PEPPOL-EN16931-R061",
    &["BT-89"],
    "A direct debit does not say which mandate it rests on.",
    "Give SpecifiedTradePaymentTerms/DirectDebitMandateID.",
);
