//! Rules of what an element holds, whatever it stands for: amounts and attachments, known by the ends
//! of their names.

use std::sync::OnceLock;

use super::context::Ubl;
use crate::decimals::decimals;
use crate::index::{Attribute, Element};
use crate::names::ubl::cac;
use crate::names::{NAMES, Name};
use crate::rule::Rule;
use crate::verdict::Hits;

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

/// The rules of data types.
pub(super) static ALL: [&Rule; 3] = [&AMOUNT_DECIMALS, &BINARY_TYPE, &BINARY_NAME];

/// What an element's name says of its type.
#[derive(Clone, Copy)]
pub(super) enum Kind {
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

/// The kinds by the numbers of the names.
pub(super) fn kinds() -> &'static [Kind] {
    static KINDS: OnceLock<Vec<Kind>> = OnceLock::new();
    KINDS.get_or_init(|| {
        let kind = |number| Name::of_number(number).local().map_or(Kind::Unknown, kind_of);
        (0..NAMES as u16).map(kind).collect()
    })
}

/// Tries the rules of data types on an element, whatever it is.
pub(super) fn check(ubl: &Ubl<'_, '_>, kinds: &[Kind], element: Element, hits: &mut Hits) {
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
