//! The parties and their identifiers.

use super::codes::VAT_PREFIXES;
use super::invoice::Invoice;
use super::name;
use crate::index::{Attribute, Element};
use crate::names::Name;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

/// Runs the rules on payee, seller, tax representative, place of delivery and VAT identifiers.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    for payee in index.named(name::PAYEE) {
        check_payee(invoice, payee, hits);
    }
    for seller in index.named(name::SELLER) {
        if !is_identified(invoice, seller) {
            hits.push(&BR_CO_26, seller);
        }
    }
    for representative in index.named(name::REPRESENTATIVE) {
        check_representative(invoice, representative, hits)?;
    }
    for &delivery in &invoice.deliveries {
        check_delivery(invoice, delivery, hits)?;
    }
    for registration in index.named(name::TAX_REGISTRATION) {
        for id in vat_ids(invoice, registration) {
            let prefix: String = index.value(id).chars().take(2).collect();
            if !VAT_PREFIXES.has(&prefix) {
                hits.push(&BR_CO_09, id);
            }
        }
    }
    Ok(())
}

/// The payee has a name and is not the seller.
fn check_payee(invoice: &Invoice<'_, '_>, payee: Element, hits: &mut Hits) {
    let index = invoice.index;
    let transaction = index.parent(payee).and_then(|settlement| index.parent(settlement));
    let same = |path: &[Name]| {
        let seller = [&[name::AGREEMENT, name::SELLER], path].concat();
        index.path(payee, path).any(|own| {
            let own = index.value(own);
            transaction.is_some_and(|part| index.path(part, &seller).any(|its| index.is(its, &own)))
        })
    };
    if !index.has_child(payee, name::NAME)
        || same(&[name::NAME])
        || same(&[name::ID])
        || same(&[name::LEGAL_ORGANIZATION, name::ID])
    {
        hits.push(&BR_17, payee);
    }
}

fn is_identified(invoice: &Invoice<'_, '_>, seller: Element) -> bool {
    let index = invoice.index;
    index.has_child(seller, name::ID)
        || index.has_child(seller, name::GLOBAL_ID)
        || index.first_at(seller, &[name::LEGAL_ORGANIZATION, name::ID]).is_some()
        || index
            .children_named(seller, name::TAX_REGISTRATION)
            .any(|registration| vat_ids(invoice, registration).next().is_some())
}

fn check_representative(
    invoice: &Invoice<'_, '_>,
    party: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    if !index.has_text(party, name::NAME)? {
        hits.push(&BR_18, party);
    }
    if !index.has_child(party, name::ADDRESS) {
        hits.push(&BR_19, party);
    }
    let country = index.only_at(party, &[name::ADDRESS, name::COUNTRY])?;
    if country.is_none_or(|country| index.is_blank(country)) {
        hits.push(&BR_20, party);
    }
    let ids = index
        .children_named(party, name::TAX_REGISTRATION)
        .flat_map(|registration| vat_ids(invoice, registration));
    if crate::index::single(ids)?.is_none_or(|id| index.is_blank(id)) {
        hits.push(&BR_56, party);
    }
    Ok(())
}

/// BR-57: an address of delivery has a country.
fn check_delivery(
    invoice: &Invoice<'_, '_>,
    delivery: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    if index.first_at(delivery, &[name::SHIP_TO, name::ADDRESS]).is_none() {
        return Ok(());
    }
    let country = index.only_at(delivery, &[name::SHIP_TO, name::ADDRESS, name::COUNTRY])?;
    if country.is_none_or(|country| index.is_blank(country)) {
        hits.push(&BR_57, delivery);
    }
    Ok(())
}

fn vat_ids<'s>(
    invoice: &'s Invoice<'_, '_>,
    registration: Element,
) -> impl Iterator<Item = Element> + 's {
    let index = invoice.index;
    index
        .children_named(registration, name::ID)
        .filter(move |&id| index.attribute(id, Attribute::SchemeId) == Some("VA"))
}

static BR_17: Rule = Rule::fatal(
    "BR-17",
    &["BG-4", "BG-10", "BT-59"],
    "The payee has no name, or is the seller.",
    "Give the name of the payee, or leave the payee out if it is the seller.",
);

static BR_18: Rule = Rule::fatal(
    "BR-18",
    &["BG-4", "BG-11", "BT-62"],
    "The tax representative of the seller has no name.",
    "Give the name of the tax representative.",
);

static BR_19: Rule = Rule::fatal(
    "BR-19",
    &["BG-4", "BG-11", "BG-12"],
    "The tax representative of the seller has no postal address.",
    "Give the postal address of the tax representative.",
);

static BR_20: Rule = Rule::fatal(
    "BR-20",
    &["BG-4", "BG-11", "BG-12", "BT-69"],
    "The postal address of the tax representative has no country.",
    "Give the country code of the tax representative.",
);

static BR_56: Rule = Rule::fatal(
    "BR-56",
    &["BG-11", "BT-63"],
    "The tax representative of the seller has no VAT identifier.",
    "Give the VAT identifier (scheme VA) of the tax representative.",
);

static BR_57: Rule = Rule::fatal(
    "BR-57",
    &["BG-15", "BT-80"],
    "The address of delivery has no country.",
    "Give the country code of the address of delivery.",
);

static BR_CO_09: Rule = Rule::fatal(
    "BR-CO-09",
    &["BT-31", "BT-48", "BT-63"],
    "The VAT identifier \"{found}\" does not begin with the code of a country.",
    "Put the country code (ISO 3166-1; EL for Greece) before the number.",
);

static BR_CO_26: Rule = Rule::fatal(
    "BR-CO-26",
    &["BT-29", "BT-30", "BT-31"],
    "The seller has no identifier at all.",
    "Give an identifier, a legal registration identifier or a VAT identifier of the seller.",
);

/// The rules of this file.
pub(super) static RULES: [&Rule; 8] =
    [&BR_17, &BR_18, &BR_19, &BR_20, &BR_56, &BR_57, &BR_CO_09, &BR_CO_26];
