//! From elements to their rules: each element is taken by the first context of a pattern that it
//! matches, and by that one only.

use super::attributes::Attributes;
use super::context::Ubl;
use super::entry::{Entry, run};
use super::forbidden::Forbidden;
use super::tax::{Indicator, has_vat_scheme};
use super::{charge, codes, data_types, document, line, party, payment, reference};
use super::{repeated, totals, vat};
use crate::index::Element;
use crate::names::ubl::{cac, cbc};
use crate::names::{CREDIT_NOTE, INVOICE, Name};
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

static ONE_EXEMPTION: &[Entry] = &[super::entry::fatal(
    "UBL-SR-32",
    &["BT-120"],
    super::entry::Test::AtMostOne(&[cac::TAX_CATEGORY, cbc::TAX_EXEMPTION_REASON]),
    "The VAT breakdown has several exemption reasons.",
    "Keep one cbc:TaxExemptionReason.",
)];

/// The rule of the breakdown's reasons.
pub(super) fn rules() -> impl Iterator<Item = &'static Rule> {
    ONE_EXEMPTION.iter().map(|entry| &entry.rule)
}

/// What a context comes to; the error is that the official engine gives up.
type Walked = Result<(), StylesheetAborted>;

/// Tries all rules on all elements.
pub(super) fn walk(ubl: &Ubl<'_, '_>, hits: &mut Hits) -> Walked {
    let kinds = data_types::kinds();
    let mut rest = ubl.is_billing().then(|| (Forbidden::new(ubl.len()), Attributes::new()));
    for element in ubl.all() {
        contexts(ubl, element, hits)?;
        codes::check(ubl, element, hits);
        data_types::check(ubl, kinds, element, hits);
        if let Some((forbidden, attributes)) = &mut rest {
            forbidden.check(ubl, element, hits);
            attributes.check(ubl, element, hits);
        }
    }
    Ok(())
}

/// The table of contexts: an element's name leads to its rules in one step, because most elements
/// have none. Where the name is not enough, the element's place decides.
fn contexts(ubl: &Ubl<'_, '_>, element: Element, hits: &mut Hits) -> Walked {
    let mut try_all = |table: &'static [Entry]| run(ubl, element, table, hits);
    match ubl.name(element) {
        // The document, its lines and totals.
        INVOICE | CREDIT_NOTE if element == Element::ROOT => whole(ubl, element, hits),
        cac::INVOICE_LINE | cac::CREDIT_NOTE_LINE => try_all(line::ROWS),
        cac::INVOICE_PERIOD if ubl.is_of_line(element) => try_all(line::LINE_PERIOD),
        cac::INVOICE_PERIOD => try_all(line::PERIOD),
        cac::LEGAL_MONETARY_TOTAL => try_all(totals::ROWS),
        cac::TAX_TOTAL if ubl.is_top(element) => try_all(totals::TAX_TOTAL),
        cac::TAX_SUBTOTAL => subtotal(ubl, element, hits),
        cac::TAX_CATEGORY | cac::CLASSIFIED_TAX_CATEGORY => vat::category(ubl, element, hits),
        cac::ALLOWANCE_CHARGE => allowance_charge(ubl, element, hits),
        // References to other documents, and how it is paid.
        cac::BILLING_REFERENCE => try_all(reference::PRECEDING),
        cac::ADDITIONAL_DOCUMENT_REFERENCE => try_all(reference::ADDITIONAL),
        cac::PAYMENT_MEANS => {
            try_all(payment::MEANS)?;
            try_all(payment::REPEATED)
        }
        cac::PAYEE_FINANCIAL_ACCOUNT if payment::is_of_transfer(ubl, element) => {
            try_all(payment::ACCOUNT)
        }
        cbc::PRIMARY_ACCOUNT_NUMBER_ID if is_of_card(ubl, element) => try_all(payment::CARD),
        // Items.
        cac::ADDITIONAL_ITEM_PROPERTY => try_all(line::PROPERTY),
        cbc::ID if is_of_item(ubl, element, cac::STANDARD_ITEM_IDENTIFICATION) => {
            try_all(line::STANDARD_ID)
        }
        cbc::ITEM_CLASSIFICATION_CODE
            if is_of_item(ubl, element, cac::COMMODITY_CLASSIFICATION) =>
        {
            try_all(line::CLASSIFICATION)
        }
        // Parties, and where it is delivered to.
        cac::ACCOUNTING_SUPPLIER_PARTY => try_all(party::SELLER),
        cac::PARTY if ubl.parent_name(element) == cac::ACCOUNTING_SUPPLIER_PARTY => {
            try_all(party::SELLER_PARTY)
        }
        cac::PAYEE_PARTY => try_all(party::PAYEE),
        cac::TAX_REPRESENTATIVE_PARTY => try_all(party::REPRESENTATIVE),
        cac::DELIVERY => try_all(party::DELIVERY),
        cac::PARTY_TAX_SCHEME => registration(ubl, element, hits),
        cac::POSTAL_ADDRESS => postal_address(ubl, element, hits),
        cac::ADDRESS => address(ubl, element, hits),
        cbc::ENDPOINT_ID => endpoint(ubl, element, hits),
        _ => Ok(()),
    }
}

fn whole(ubl: &Ubl<'_, '_>, document: Element, hits: &mut Hits) -> Walked {
    run(ubl, document, document::ROWS, hits)?;
    run(ubl, document, repeated::ROWS, hits)?;
    vat::presence(ubl, hits)
}

fn subtotal(ubl: &Ubl<'_, '_>, subtotal: Element, hits: &mut Hits) -> Walked {
    run(ubl, subtotal, ONE_EXEMPTION, hits)?;
    if ubl.parent_name(subtotal) == cac::TAX_TOTAL {
        return run(ubl, subtotal, totals::SUBTOTAL, hits);
    }
    Ok(())
}

fn is_of_card(ubl: &Ubl<'_, '_>, number: Element) -> bool {
    ubl.is_under(number, &[cac::CARD_ACCOUNT, cac::PAYMENT_MEANS])
}

/// Whether the element's parent has this name and stands directly below the item of a line.
fn is_of_item(ubl: &Ubl<'_, '_>, element: Element, parent: Name) -> bool {
    ubl.parent(element).is_some_and(|at| ubl.name(at) == parent && ubl.is_of_line_item(at))
}

fn registration(ubl: &Ubl<'_, '_>, registration: Element, hits: &mut Hits) -> Walked {
    run(ubl, registration, party::TAX_REGISTRATION, hits)?;
    // A scheme that cannot be read does not match the context.
    if has_vat_scheme(ubl, registration).unwrap_or(false) {
        return run(ubl, registration, party::VAT_REGISTRATION, hits);
    }
    Ok(())
}

fn address(ubl: &Ubl<'_, '_>, address: Element, hits: &mut Hits) -> Walked {
    run(ubl, address, party::ADDRESS, hits)?;
    if ubl.is_under(address, &[cac::DELIVERY_LOCATION, cac::DELIVERY]) {
        return run(ubl, address, party::DELIVERY_ADDRESS, hits);
    }
    Ok(())
}

fn postal_address(ubl: &Ubl<'_, '_>, address: Element, hits: &mut Hits) -> Walked {
    run(ubl, address, party::ADDRESS, hits)?;
    let rules = match ubl.parent_name(address) {
        cac::PARTY if is_of(ubl, address, cac::ACCOUNTING_CUSTOMER_PARTY) => party::BUYER_ADDRESS,
        cac::PARTY if is_of(ubl, address, cac::ACCOUNTING_SUPPLIER_PARTY) => party::SELLER_ADDRESS,
        cac::TAX_REPRESENTATIVE_PARTY => party::REPRESENTATIVE_ADDRESS,
        _ => return Ok(()),
    };
    run(ubl, address, rules, hits)
}

fn endpoint(ubl: &Ubl<'_, '_>, endpoint: Element, hits: &mut Hits) -> Walked {
    if is_of(ubl, endpoint, cac::ACCOUNTING_CUSTOMER_PARTY) {
        return run(ubl, endpoint, party::BUYER_ENDPOINT, hits);
    }
    if is_of(ubl, endpoint, cac::ACCOUNTING_SUPPLIER_PARTY) {
        return run(ubl, endpoint, party::SELLER_ENDPOINT, hits);
    }
    Ok(())
}

/// Whether the element stands directly in the `Party` of the seller or the buyer, as `role` says.
fn is_of(ubl: &Ubl<'_, '_>, element: Element, role: Name) -> bool {
    ubl.is_under(element, &[cac::PARTY, role])
}

/// One that is both an allowance and a charge is taken as an allowance; one whose indicator cannot
/// be read matches no context.
fn allowance_charge(ubl: &Ubl<'_, '_>, element: Element, hits: &mut Hits) -> Walked {
    let Ok(indicator) = Indicator::of(ubl, element) else { return Ok(()) };
    let [any, of_document, of_line] = match indicator {
        Indicator { allowance: true, .. } => {
            [charge::ANY_ALLOWANCE, charge::DOCUMENT_ALLOWANCE, charge::LINE_ALLOWANCE]
        }
        Indicator { charge: true, .. } => {
            [charge::ANY_CHARGE, charge::DOCUMENT_CHARGE, charge::LINE_CHARGE]
        }
        _ => return Ok(()),
    };
    run(ubl, element, any, hits)?;
    if ubl.is_top(element) {
        return run(ubl, element, of_document, hits);
    }
    if ubl.is_of_line(element) {
        return run(ubl, element, of_line, hits);
    }
    Ok(())
}
