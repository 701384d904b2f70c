//! The document as a whole, over UBL.

use super::{GermanRules, REGISTERED_CATEGORIES, USUAL_TYPES, discount, file_names, texts};
use super::{ubl_parties, ubl_payment};
use crate::index::{Attribute, Element, Index};
use crate::logic::either;
use crate::peppol::names::*;
use crate::peppol::reading::{any_given, any_is_one_of, exists, normalized_at, require, value_at};
use crate::verdict::{Hits, StylesheetAborted};

const ROOT: Element = Element::ROOT;

/// Checks a UBL invoice or credit note.
pub(crate) fn check(
    index: &Index<'_>,
    rules: &GermanRules,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    document(index, rules, hits)?;
    let links = [ADDITIONAL_DOCUMENT_REFERENCE, ATTACHMENT, EXTERNAL_REFERENCE];
    for link in index.path(ROOT, &links) {
        require(hits, rules.link, link, texts::is_absolute(&value_at(index, link, &[URI])?));
    }
    ubl_parties::check(index, rules, hits)?;
    ubl_payment::check(index, rules.means, hits)?;
    for subtotal in index.path(ROOT, &[TAX_TOTAL, TAX_SUBTOTAL]) {
        require(hits, rules.rate, subtotal, any_given(index, subtotal, &[TAX_CATEGORY, PERCENT]));
    }
    Ok(())
}

fn document(
    index: &Index<'_>,
    rules: &GermanRules,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    require(hits, rules.payment, ROOT, index.has_child(ROOT, PAYMENT_MEANS));
    require(hits, rules.buyer_reference, ROOT, any_given(index, ROOT, &[BUYER_REFERENCE]));
    require(hits, rules.registration, ROOT, !has_vat(index) || is_registered(index));
    let is = |name, codes: &[&str]| {
        normalized_at(index, ROOT, &[name]).map(|code| codes.contains(&code.as_ref()))
    };
    let any =
        |codes: &[&str]| either(is(INVOICE_TYPE_CODE, codes), || is(CREDIT_NOTE_TYPE_CODE, codes));
    require(hits, rules.type_code, ROOT, any(&USUAL_TYPES)?);
    let terms = index.children_named(ROOT, PAYMENT_TERMS);
    let notes = terms.filter_map(|terms| index.child(terms, NOTE));
    require(hits, rules.discount, ROOT, discount::are_well_formed(index, notes)?);
    let references = index.children_named(ROOT, ADDITIONAL_DOCUMENT_REFERENCE);
    let attached = [ATTACHMENT, EMBEDDED_DOCUMENT_BINARY_OBJECT];
    require(hits, rules.file_names, ROOT, file_names::differ(index, references, &attached));
    if !exists(index, ROOT, &[BILLING_REFERENCE, INVOICE_DOCUMENT_REFERENCE]) {
        require(hits, rules.correction, ROOT, !any(&["384"])?);
    }
    if exists(index, ROOT, &[PAYMENT_MEANS, PAYMENT_MANDATE]) {
        require(hits, rules.creditor, ROOT, has_creditor_id(index));
        let account = [PAYMENT_MEANS, PAYMENT_MANDATE, PAYER_FINANCIAL_ACCOUNT, ID];
        require(hits, rules.debited_account, ROOT, exists(index, ROOT, &account));
    }
    Ok(())
}

/// Whether a VAT category is used for which the seller has to be registered.
fn has_vat(index: &Index<'_>) -> bool {
    let codes = &REGISTERED_CATEGORIES;
    let of_allowances = index.children_named(ROOT, ALLOWANCE_CHARGE).any(|allowance| {
        any_is_one_of(index, allowance, &[CHARGE_INDICATOR], &["false", "true"])
            && any_is_one_of(index, allowance, &[TAX_CATEGORY, ID], codes)
    });
    of_allowances
        || [INVOICE_LINE, CREDIT_NOTE_LINE].into_iter().any(|line| {
            any_is_one_of(index, ROOT, &[line, ITEM, CLASSIFIED_TAX_CATEGORY, ID], codes)
        })
}

fn is_registered(index: &Index<'_>) -> bool {
    let numbers = [ACCOUNTING_SUPPLIER_PARTY, PARTY, PARTY_TAX_SCHEME, COMPANY_ID];
    index.has_child(ROOT, TAX_REPRESENTATIVE_PARTY) || any_given(index, ROOT, &numbers)
}

/// Whether seller or payee have a SEPA creditor identifier.
fn has_creditor_id(index: &Index<'_>) -> bool {
    let seller = [ACCOUNTING_SUPPLIER_PARTY, PARTY, PARTY_IDENTIFICATION, ID];
    let payee = [PAYEE_PARTY, PARTY_IDENTIFICATION, ID];
    let mut ids = index.path(ROOT, &seller).chain(index.path(ROOT, &payee));
    ids.any(|id| index.attribute(id, Attribute::SchemeId) == Some("SEPA"))
}
