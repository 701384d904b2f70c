//! Which values must be from which list.

use super::lists::*;
use crate::index::{Attribute, Element};
use crate::names::ubl::{cac, cbc};
use crate::ubl::context::Ubl;
use crate::ubl::reference::is_invoiced_object;
use crate::ubl::tax::Indicator;
use crate::verdict::{Hits, Value};
use xml::white_space::normalized;

/// Tries the rules of code lists on an element, whatever it is.
pub(in crate::ubl) fn check(ubl: &Ubl<'_, '_>, element: Element, hits: &mut Hits) {
    match ubl.name(element) {
        cbc::ID => id(ubl, element, hits),
        cbc::AMOUNT
        | cbc::BASE_AMOUNT
        | cbc::PRICE_AMOUNT
        | cbc::TAX_AMOUNT
        | cbc::TAXABLE_AMOUNT
        | cbc::LINE_EXTENSION_AMOUNT
        | cbc::TAX_EXCLUSIVE_AMOUNT
        | cbc::TAX_INCLUSIVE_AMOUNT
        | cbc::ALLOWANCE_TOTAL_AMOUNT
        | cbc::CHARGE_TOTAL_AMOUNT
        | cbc::PREPAID_AMOUNT
        | cbc::PAYABLE_ROUNDING_AMOUNT
        | cbc::PAYABLE_AMOUNT => currency(ubl, element, hits),
        cbc::INVOICED_QUANTITY | cbc::BASE_QUANTITY | cbc::CREDITED_QUANTITY => {
            attribute(ubl, element, Attribute::UnitCode, &UNIT, hits);
        }
        cbc::ENDPOINT_ID => attribute(ubl, element, Attribute::SchemeId, &ENDPOINT, hits),
        cbc::IDENTIFICATION_CODE => match ubl.parent_name(element) {
            cac::COUNTRY => text(ubl, element, &COUNTRY, hits),
            cac::ORIGIN_COUNTRY => text(ubl, element, &ORIGIN, hits),
            _ => {}
        },
        cbc::INVOICE_TYPE_CODE => text(ubl, element, &TYPE, hits),
        cbc::CREDIT_NOTE_TYPE_CODE => {
            if !CREDIT_NOTE_TYPES.has_normalized(&ubl.value(element)) {
                hits.push(&TYPE.rule, element);
            }
        }
        _ => rare(ubl, element, hits),
    }
}

fn rare(ubl: &Ubl<'_, '_>, element: Element, hits: &mut Hits) {
    let parent = ubl.parent_name(element);
    match ubl.name(element) {
        cbc::DOCUMENT_CURRENCY_CODE => text(ubl, element, &CURRENCY, hits),
        cbc::TAX_CURRENCY_CODE => text(ubl, element, &TAX_CURRENCY, hits),
        cbc::NOTE if ubl.is_top(element) => note(ubl, element, hits),
        cbc::DESCRIPTION_CODE if parent == cac::INVOICE_PERIOD => {
            text(ubl, element, &TAX_POINT, hits);
        }
        cbc::COMPANY_ID if parent == cac::PARTY_LEGAL_ENTITY => {
            attribute(ubl, element, Attribute::SchemeId, &REGISTRATION, hits);
        }
        cbc::ITEM_CLASSIFICATION_CODE if parent == cac::COMMODITY_CLASSIFICATION => {
            attribute(ubl, element, Attribute::ListId, &CLASSIFICATION, hits);
        }
        cbc::PAYMENT_MEANS_CODE if parent == cac::PAYMENT_MEANS => {
            text(ubl, element, &MEANS, hits);
        }
        cbc::ALLOWANCE_CHARGE_REASON_CODE if parent == cac::ALLOWANCE_CHARGE => {
            reason(ubl, element, hits);
        }
        cbc::TAX_EXEMPTION_REASON_CODE => exemption(ubl, element, hits),
        cbc::EMBEDDED_DOCUMENT_BINARY_OBJECT => {
            let media_type = ubl.attribute(element, Attribute::MimeCode);
            if let Some(media_type) = media_type.filter(|media_type| !MEDIA_TYPES.has(media_type)) {
                push(&MEDIA_TYPE, element, media_type, hits);
            }
        }
        _ => {}
    }
}

/// In any case.
fn exemption(ubl: &Ubl<'_, '_>, element: Element, hits: &mut Hits) {
    if !EXEMPTION.codes.has(&normalized(&ubl.value(element).to_uppercase())) {
        hits.push(&EXEMPTION.rule, element);
    }
}

fn push(listed: &'static Listed, element: Element, found: &str, hits: &mut Hits) {
    hits.push_with(&listed.rule, element, Value::None, Value::Owned(found.into()));
}

/// The element's text must be from the list.
fn text(ubl: &Ubl<'_, '_>, element: Element, listed: &'static Listed, hits: &mut Hits) {
    if !hits.codes(&listed.rule, listed.codes).has_normalized(&ubl.value(element)) {
        hits.push(&listed.rule, element);
    }
}

/// The attribute, if there is one, must be from the list.
fn attribute(
    ubl: &Ubl<'_, '_>,
    element: Element,
    attribute: Attribute,
    listed: &'static Listed,
    hits: &mut Hits,
) {
    let codes = hits.codes(&listed.rule, listed.codes);
    let value = ubl.attribute(element, attribute);
    if let Some(value) = value.filter(|value| !codes.has_normalized(value)) {
        push(listed, element, value, hits);
    }
}

/// An amount without a currency has none of the list.
fn currency(ubl: &Ubl<'_, '_>, amount: Element, hits: &mut Hits) {
    let currency = ubl.attribute(amount, Attribute::CurrencyId).unwrap_or_default();
    if currency == ubl.currency.get() && !currency.is_empty() {
        return;
    }
    if hits.codes(&AMOUNT.rule, AMOUNT.codes).has_normalized(currency) {
        ubl.currency.set(currency);
    } else {
        push(&AMOUNT, amount, currency, hits);
    }
}

fn id(ubl: &Ubl<'_, '_>, id: Element, hits: &mut Hits) {
    let scheme = Attribute::SchemeId;
    match ubl.parent_name(id) {
        cac::TAX_CATEGORY => text(ubl, id, &CATEGORY, hits),
        cac::CLASSIFIED_TAX_CATEGORY => text(ubl, id, &ITEM_CATEGORY, hits),
        cac::STANDARD_ITEM_IDENTIFICATION => attribute(ubl, id, scheme, &ITEM_IDENTIFIER, hits),
        cac::DELIVERY_LOCATION => attribute(ubl, id, scheme, &LOCATION, hits),
        cac::PARTY_IDENTIFICATION => party_id(ubl, id, hits),
        cac::ADDITIONAL_DOCUMENT_REFERENCE | cac::DOCUMENT_REFERENCE => {
            let of_object = ubl.parent(id).is_some_and(|parent| is_invoiced_object(ubl, parent));
            if of_object {
                attribute(ubl, id, scheme, &OBJECT, hits);
            }
        }
        _ => {}
    }
}

/// A creditor's identifier may stand at the seller and the payee.
fn party_id(ubl: &Ubl<'_, '_>, id: Element, hits: &mut Hits) {
    let Some(scheme) = ubl.attribute(id, Attribute::SchemeId) else { return };
    let is_creditor = normalized(scheme) == "SEPA"
        && [cac::ACCOUNTING_SUPPLIER_PARTY, cac::PAYEE_PARTY]
            .into_iter()
            .any(|party| ubl.has_ancestor(id, party));
    if !is_creditor {
        attribute(ubl, id, Attribute::SchemeId, &IDENTIFIER, hits);
    }
}

/// One that is both an allowance and a charge is taken as an allowance.
fn reason(ubl: &Ubl<'_, '_>, code: Element, hits: &mut Hits) {
    let Some(parent) = ubl.parent(code) else { return };
    let Ok(indicator) = Indicator::of(ubl, parent) else { return };
    if indicator.allowance {
        text(ubl, code, &ALLOWANCE_REASON, hits);
    } else if indicator.charge {
        text(ubl, code, &CHARGE_REASON, hits);
    }
}

/// A note may begin with a subject of three characters between `#`. The official rule looks for
/// them anywhere in its list, so that "A A" passes.
fn note(ubl: &Ubl<'_, '_>, note: Element, hits: &mut Hits) {
    let text = ubl.value(note);
    let subject = text.split_once('#').and_then(|(_, rest)| rest.split_once('#'));
    let Some((subject, _)) = subject.filter(|(subject, _)| subject.chars().count() == 3) else {
        return;
    };
    let known = NOTE.codes.has(subject)
        || NOTE.codes.iter().collect::<Vec<_>>().join(" ").contains(subject);
    if !known {
        push(&NOTE, note, subject, hits);
    }
}
