//! From elements to their rules: each element is taken by the first context of a pattern that it
//! matches, and by that one only.

use std::sync::OnceLock;

use super::attributes::Attributes;
use super::context::Ubl;
use super::entry::{Entry, run};
use super::forbidden::Forbidden;
use super::tax::{Indicator, has_vat_scheme};
use super::{charge, codes, document, line, party, payment, reference, repeated, totals, vat};
use crate::decimals::decimals;
use crate::index::{Attribute, Element};
use crate::names::ubl::{cac, cbc};
use crate::names::{CREDIT_NOTE, INVOICE, NAMES, Name};
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

static AMOUNT_DECIMALS: Rule = Rule::fatal(
    "UBL-DT-01",
    &[],
    "The amount {found} has more than two decimals.",
    "Round the amount to two decimals.",
);
static BINARY_TYPE: Rule = Rule::fatal(
    "UBL-DT-06",
    &["BT-125-1"],
    "The attachment does not say its media type.",
    "Add the attribute mimeCode, such as application/pdf.",
);
static BINARY_NAME: Rule = Rule::fatal(
    "UBL-DT-07",
    &["BT-125-2"],
    "The attachment has no file name.",
    "Add the attribute filename.",
);
static ONE_EXEMPTION: &[Entry] = &[super::entry::fatal(
    "UBL-SR-32",
    &["BT-120"],
    super::entry::Test::AtMostOne(&[cac::TAX_CATEGORY, cbc::TAX_EXEMPTION_REASON]),
    "The VAT breakdown has several exemption reasons.",
    "Keep one cbc:TaxExemptionReason.",
)];

/// Rules of data types and the one of the breakdown's reasons.
pub(super) fn rules() -> impl Iterator<Item = &'static Rule> {
    [&AMOUNT_DECIMALS, &BINARY_TYPE, &BINARY_NAME]
        .into_iter()
        .chain(ONE_EXEMPTION.iter().map(|e| &e.rule))
}

/// Tries all rules on all elements.
pub(super) fn walk(ubl: &Ubl<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let kinds = kinds();
    let mut rest = ubl.is_billing().then(|| (Forbidden::new(ubl.len()), Attributes::new()));
    for element in ubl.all() {
        aggregate(ubl, element, hits)?;
        codes::check(ubl, element, hits);
        match kinds[ubl.name(element).index()] {
            Kind::Plain => {}
            Kind::Amount => amount(ubl, element, hits),
            Kind::Binary => binary(ubl, element, hits),
            Kind::Unknown => match kind_of(ubl.node(element).tag_name().name()) {
                Kind::Amount => amount(ubl, element, hits),
                Kind::Binary => binary(ubl, element, hits),
                _ => {}
            },
        }
        if let Some((forbidden, attributes)) = &mut rest {
            forbidden.check(ubl, element, hits);
            attributes.check(ubl, element, hits);
        }
    }
    Ok(())
}

/// What an element's name says of its type.
#[derive(Clone, Copy)]
enum Kind {
    Plain,
    Amount,
    Binary,
    Unknown,
}

fn kind_of(local: &str) -> Kind {
    if local.ends_with("BinaryObject") {
        Kind::Binary
    } else if local.ends_with("Amount") && !local.ends_with("PriceAmount") {
        Kind::Amount
    } else {
        Kind::Plain
    }
}

fn kinds() -> &'static [Kind] {
    static KINDS: OnceLock<Vec<Kind>> = OnceLock::new();
    KINDS.get_or_init(|| {
        let kind = |number| Name::of_number(number).local().map_or(Kind::Unknown, kind_of);
        (0..NAMES as u16).map(kind).collect()
    })
}

/// The amounts of a price with an allowance may have more decimals.
fn amount(ubl: &Ubl<'_, '_>, amount: Element, hits: &mut Hits) {
    if decimals(&ubl.value(amount)) > 2 {
        let of_price = std::iter::successors(ubl.parent(amount), |&at| ubl.parent(at))
            .any(|at| ubl.name(at) == cac::PRICE && ubl.has_child(at, cac::ALLOWANCE_CHARGE));
        if !of_price {
            hits.push(&AMOUNT_DECIMALS, amount);
        }
    }
}

fn binary(ubl: &Ubl<'_, '_>, object: Element, hits: &mut Hits) {
    if !ubl.has(object, Attribute::MimeCode) {
        hits.push(&BINARY_TYPE, object);
    }
    if !ubl.has(object, Attribute::Filename) {
        hits.push(&BINARY_NAME, object);
    }
}

fn aggregate(
    ubl: &Ubl<'_, '_>,
    element: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let mut try_all = |table: &'static [Entry]| run(ubl, element, table, hits);
    match ubl.name(element) {
        INVOICE | CREDIT_NOTE if element == Element::ROOT => {
            try_all(document::ROWS)?;
            try_all(repeated::ROWS)?;
            vat::presence(ubl, hits)
        }
        cac::INVOICE_LINE | cac::CREDIT_NOTE_LINE => try_all(line::ROWS),
        cac::LEGAL_MONETARY_TOTAL => try_all(totals::ROWS),
        cac::TAX_TOTAL if ubl.is_top(element) => try_all(totals::TAX_TOTAL),
        cac::TAX_SUBTOTAL => subtotal(ubl, element, hits),
        cac::TAX_CATEGORY | cac::CLASSIFIED_TAX_CATEGORY => vat::category(ubl, element, hits),
        cac::ALLOWANCE_CHARGE => allowance_charge(ubl, element, hits),
        cac::INVOICE_PERIOD => match ubl.parent_name(element) {
            cac::INVOICE_LINE | cac::CREDIT_NOTE_LINE => try_all(line::LINE_PERIOD),
            _ => try_all(line::PERIOD),
        },
        _ => of_payment(ubl, element, hits),
    }
}

fn subtotal(ubl: &Ubl<'_, '_>, element: Element, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    run(ubl, element, ONE_EXEMPTION, hits)?;
    if ubl.parent_name(element) == cac::TAX_TOTAL {
        return run(ubl, element, totals::SUBTOTAL, hits);
    }
    Ok(())
}

/// References to other documents, and how it is paid.
fn of_payment(
    ubl: &Ubl<'_, '_>,
    element: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let mut try_all = |table: &'static [Entry]| run(ubl, element, table, hits);
    match ubl.name(element) {
        cac::BILLING_REFERENCE => try_all(reference::PRECEDING),
        cac::ADDITIONAL_DOCUMENT_REFERENCE => try_all(reference::ADDITIONAL),
        cac::PAYMENT_MEANS => {
            try_all(payment::MEANS)?;
            try_all(payment::REPEATED)
        }
        cac::PAYEE_FINANCIAL_ACCOUNT if payment::is_of_transfer(ubl, element) => {
            try_all(payment::ACCOUNT)
        }
        cbc::PRIMARY_ACCOUNT_NUMBER_ID
            if ubl.is_under(element, &[cac::CARD_ACCOUNT, cac::PAYMENT_MEANS]) =>
        {
            try_all(payment::CARD)
        }
        _ => of_item(ubl, element, hits),
    }
}

fn of_item(ubl: &Ubl<'_, '_>, element: Element, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let mut try_all = |table: &'static [Entry]| run(ubl, element, table, hits);
    match ubl.name(element) {
        cac::ADDITIONAL_ITEM_PROPERTY => try_all(line::PROPERTY),
        cbc::ID if is_of_item(ubl, element, cac::STANDARD_ITEM_IDENTIFICATION) => {
            try_all(line::STANDARD_ID)
        }
        cbc::ITEM_CLASSIFICATION_CODE
            if is_of_item(ubl, element, cac::COMMODITY_CLASSIFICATION) =>
        {
            try_all(line::CLASSIFICATION)
        }
        _ => of_party(ubl, element, hits),
    }
}

fn is_of_item(ubl: &Ubl<'_, '_>, element: Element, parent: Name) -> bool {
    ubl.parent_name(element) == parent
        && (ubl.is_under(element, &[parent, cac::ITEM, cac::INVOICE_LINE])
            || ubl.is_under(element, &[parent, cac::ITEM, cac::CREDIT_NOTE_LINE]))
}

fn of_party(ubl: &Ubl<'_, '_>, element: Element, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let mut try_all = |table: &'static [Entry]| run(ubl, element, table, hits);
    let of = |party| ubl.is_under(element, &[cac::PARTY, party]);
    match ubl.name(element) {
        cac::ACCOUNTING_SUPPLIER_PARTY => try_all(party::SELLER),
        cac::PARTY if ubl.parent_name(element) == cac::ACCOUNTING_SUPPLIER_PARTY => {
            try_all(party::SELLER_PARTY)
        }
        cac::PAYEE_PARTY => try_all(party::PAYEE),
        cac::TAX_REPRESENTATIVE_PARTY => try_all(party::REPRESENTATIVE),
        cac::DELIVERY => try_all(party::DELIVERY),
        cac::PARTY_TAX_SCHEME => {
            try_all(party::TAX_REGISTRATION)?;
            // A scheme that cannot be read does not match the context.
            if has_vat_scheme(ubl, element).unwrap_or(false) {
                return try_all(party::VAT_REGISTRATION);
            }
            Ok(())
        }
        cac::POSTAL_ADDRESS | cac::ADDRESS => address(ubl, element, hits),
        cbc::ENDPOINT_ID if of(cac::ACCOUNTING_CUSTOMER_PARTY) => try_all(party::BUYER_ENDPOINT),
        cbc::ENDPOINT_ID if of(cac::ACCOUNTING_SUPPLIER_PARTY) => try_all(party::SELLER_ENDPOINT),
        _ => Ok(()),
    }
}

fn address(ubl: &Ubl<'_, '_>, element: Element, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let mut try_all = |table: &'static [Entry]| run(ubl, element, table, hits);
    let of = |party| ubl.is_under(element, &[cac::PARTY, party]);
    try_all(party::ADDRESS)?;
    if ubl.name(element) == cac::ADDRESS {
        if ubl.is_under(element, &[cac::DELIVERY_LOCATION, cac::DELIVERY]) {
            return try_all(party::DELIVERY_ADDRESS);
        }
        return Ok(());
    }
    match ubl.parent_name(element) {
        cac::PARTY if of(cac::ACCOUNTING_CUSTOMER_PARTY) => try_all(party::BUYER_ADDRESS),
        cac::PARTY if of(cac::ACCOUNTING_SUPPLIER_PARTY) => try_all(party::SELLER_ADDRESS),
        cac::TAX_REPRESENTATIVE_PARTY => try_all(party::REPRESENTATIVE_ADDRESS),
        _ => Ok(()),
    }
}

/// One that is both an allowance and a charge is taken as an allowance; one whose indicator cannot
/// be read matches no context.
fn allowance_charge(
    ubl: &Ubl<'_, '_>,
    element: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let Ok(indicator) = Indicator::of(ubl, element) else { return Ok(()) };
    let mut try_all = |table: &'static [Entry]| run(ubl, element, table, hits);
    let of_line = matches!(ubl.parent_name(element), cac::INVOICE_LINE | cac::CREDIT_NOTE_LINE);
    match indicator {
        Indicator { allowance: true, .. } => {
            try_all(charge::ANY_ALLOWANCE)?;
            if ubl.is_top(element) {
                try_all(charge::DOCUMENT_ALLOWANCE)?;
            } else if of_line {
                try_all(charge::LINE_ALLOWANCE)?;
            }
        }
        Indicator { charge: true, .. } => {
            try_all(charge::ANY_CHARGE)?;
            if ubl.is_top(element) {
                try_all(charge::DOCUMENT_CHARGE)?;
            } else if of_line {
                try_all(charge::LINE_CHARGE)?;
            }
        }
        _ => {}
    }
    Ok(())
}
