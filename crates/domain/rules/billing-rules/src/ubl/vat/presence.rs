//! Rules -01 to -04: a category that the document uses stands in the breakdown, and the parties have
//! the identifiers that it calls for.

use super::families::FAMILIES;
use super::family::{Family, Parties, Use};
use crate::index::Element;
use crate::logic::{Truth, both, either};
use crate::names::Name;
use crate::names::ubl::{cac, cbc};
use crate::ubl::category_counts::{Count, Place};
use crate::ubl::context::Ubl;
use crate::ubl::tax::{Code, is_vat_by_its_scheme};
use crate::verdict::{Hits, StylesheetAborted, Value};

/// Tries them on the document.
pub(in crate::ubl) fn presence(
    ubl: &Ubl<'_, '_>,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    for family in &FAMILIES {
        if !stands_in_breakdown(ubl, family) {
            let count = ubl.category_counts.at(Place::Breakdown, family.code).vat as usize;
            hits.push_with(&family.rules[0], Element::ROOT, Value::Count(1), Value::Count(count));
        }
        let of_document = family.code == Code::O;
        let places = [
            Place::Item,
            if of_document { Place::DocumentAllowance } else { Place::Allowance },
            if of_document { Place::DocumentCharge } else { Place::Charge },
        ];
        for (row, (place, calls)) in places.into_iter().zip(family.calls).enumerate() {
            let count = ubl.category_counts.at(place, family.code);
            let identified =
                both(Ok((calls.first)(count) > 0), || are_identified(ubl, family.parties));
            if !either(identified, || Ok((calls.second)(count) == 0))? {
                hits.push(&family.rules[row + 1], Element::ROOT);
            }
        }
    }
    Ok(())
}

fn stands_in_breakdown(ubl: &Ubl<'_, '_>, family: &Family) -> bool {
    let at = |place| ubl.category_counts.at(place, family.code);
    let breakdown: Count = at(Place::Breakdown);
    match family.use_ {
        Use::Once => {
            let used = at(Place::TaxCategory).vat + at(Place::Item).vat > 0;
            !used || breakdown.vat == 1
        }
        Use::AtLeastOnce { used, present, absent } => {
            let used = used(at(Place::AllowanceCharge)) + used(at(Place::Item)) > 0;
            if used { present(breakdown) > 0 } else { absent(breakdown) == 0 }
        }
    }
}

const SELLER: &[Name] = &[cac::ACCOUNTING_SUPPLIER_PARTY, cac::PARTY];
const BUYER: &[Name] = &[cac::ACCOUNTING_CUSTOMER_PARTY, cac::PARTY];
const REPRESENTATIVE: &[Name] = &[cac::TAX_REPRESENTATIVE_PARTY];

fn are_identified(ubl: &Ubl<'_, '_>, parties: Parties) -> Truth {
    let seller_has_any = || Ok(has(ubl, SELLER, &[cac::PARTY_TAX_SCHEME, cbc::COMPANY_ID]));
    let registered = || Ok(has(ubl, BUYER, &[cac::PARTY_LEGAL_ENTITY, cbc::COMPANY_ID]));
    let representative = || has_vat(ubl, REPRESENTATIVE);
    let none = |party| has_vat(ubl, party).map(|has| !has);
    match parties {
        Parties::Seller => either(seller_has_any(), representative),
        Parties::SellerVat => either(has_vat(ubl, SELLER), representative),
        Parties::SellerAndBuyer => {
            let seller = either(seller_has_any(), representative);
            both(seller, || either(has_vat(ubl, BUYER), registered))
        }
        Parties::SellerVatAndBuyerVat => {
            let seller = either(has_vat(ubl, SELLER), representative);
            both(seller, || has_vat(ubl, BUYER))
        }
        Parties::NoVat => {
            let neither = both(none(SELLER), || none(REPRESENTATIVE));
            both(neither, || none(BUYER))
        }
    }
}

/// Whether the party, anywhere in the document, has something at the path.
fn has(ubl: &Ubl<'_, '_>, party: &[Name], path: &[Name]) -> bool {
    ubl.named(party[0])
        .flat_map(|outer| ubl.path(outer, &party[1..]))
        .any(|inner| ubl.first_at(inner, path).is_some())
}

/// Whether the party has a VAT identifier.
fn has_vat(ubl: &Ubl<'_, '_>, party: &[Name]) -> Truth {
    for outer in ubl.named(party[0]) {
        for inner in ubl.path(outer, &party[1..]) {
            for registration in ubl.children_named(inner, cac::PARTY_TAX_SCHEME) {
                if is_vat_by_its_scheme(ubl, registration)?
                    && ubl.has_child(registration, cbc::COMPANY_ID)
                {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}
