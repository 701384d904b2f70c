//! Seller, buyer, payee and the seller's tax representative.

use super::context::Ubl;
use super::entry::{Entry, Outcome, Test, Tested, fatal, holds};
use super::tax::{has_vat_scheme, is_vat_by_its_scheme};
use crate::index::{Attribute, Element};
use crate::logic::{Truth, either};
use crate::names::Name;
use crate::names::ubl::{cac, cbc};

/// Country prefixes of VAT identifiers, as one text: the official rule looks for the identifier's
/// first two characters anywhere in it.
static VAT_PREFIXES: &str = include_str!("codes/vat_prefixes.txt");

const SELLER_NAME: &[Name] =
    &[cac::ACCOUNTING_SUPPLIER_PARTY, cac::PARTY, cac::PARTY_LEGAL_ENTITY, cbc::REGISTRATION_NAME];
const COUNTRY: &[Name] = &[cac::COUNTRY, cbc::IDENTIFICATION_CODE];
const NAME: &[Name] = &[cac::PARTY_NAME, cbc::NAME];
const ADD_COUNTRY: &str = "Add cac:Country with cbc:IdentificationCode, such as SK.";
const ADD_SCHEME: &str = "Add the attribute schemeID, such as 0245.";

/// Rules of the seller's and the buyer's electronic address.
pub(crate) static SELLER_ENDPOINT: &[Entry] = &[fatal(
    "BR-62",
    &["BT-34"],
    Test::HasAttribute(Attribute::SchemeId),
    "The seller's electronic address {found} does not say its scheme.",
    ADD_SCHEME,
)];
pub(crate) static BUYER_ENDPOINT: &[Entry] = &[fatal(
    "BR-63",
    &["BT-49"],
    Test::HasAttribute(Attribute::SchemeId),
    "The buyer's electronic address {found} does not say its scheme.",
    ADD_SCHEME,
)];

/// Rules of postal addresses.
pub(crate) static SELLER_ADDRESS: &[Entry] = &[fatal(
    "BR-09",
    &["BG-5", "BT-40"],
    Test::HasText(COUNTRY),
    "The seller's address has no country code.",
    ADD_COUNTRY,
)];
pub(crate) static BUYER_ADDRESS: &[Entry] = &[fatal(
    "BR-11",
    &["BT-55"],
    Test::HasText(COUNTRY),
    "The buyer's address has no country code.",
    ADD_COUNTRY,
)];
pub(crate) static REPRESENTATIVE_ADDRESS: &[Entry] = &[fatal(
    "BR-20",
    &["BG-4", "BG-11", "BG-12", "BT-69"],
    Test::HasText(COUNTRY),
    "The tax representative's address has no country code.",
    ADD_COUNTRY,
)];
pub(crate) static DELIVERY_ADDRESS: &[Entry] = &[fatal(
    "BR-57",
    &["BG-15", "BT-80"],
    Test::Reaches(COUNTRY),
    "The delivery address has no country code.",
    ADD_COUNTRY,
)];
pub(crate) static ADDRESS: &[Entry] = &[fatal(
    "UBL-SR-51",
    &["BT-162", "BT-163", "BT-164", "BT-165"],
    Test::AtMostOne(&[cac::ADDRESS_LINE]),
    "The address has more than one additional line.",
    "Keep one cac:AddressLine.",
)];

/// Rules of `AccountingSupplierParty`.
pub(crate) static SELLER: &[Entry] = &[fatal(
    "BR-CO-26",
    &["BT-29", "BT-30", "BT-31"],
    Test::Check(seller_is_identified),
    "The seller has no identifier by which a machine can tell it.",
    "Add a VAT identifier, an identifier of the party or its legal registration number.",
)];

/// Rules of the seller's `Party`.
pub(crate) static SELLER_PARTY: &[Entry] = &[fatal(
    "UBL-SR-42",
    &["BT-31", "BT-32"],
    Test::Check(|ubl, party| holds(ubl.count(party, cac::PARTY_TAX_SCHEME) <= 2)),
    "The seller has more than two tax registrations.",
    "Keep at most two cac:PartyTaxScheme: VAT and one other.",
)];

/// Rules of VAT registrations of any party.
pub(crate) static VAT_REGISTRATION: &[Entry] = &[fatal(
    "BR-CO-09",
    &["BT-31", "BT-48", "BT-63"],
    Test::Check(vat_prefix_is_known),
    "The VAT identifier {found} does not begin with a country's prefix.",
    "Begin it with the country's two letters, such as SK; Greece may use EL.",
)];

/// Rules of tax registrations of any party.
pub(crate) static TAX_REGISTRATION: &[Entry] = &[fatal(
    "UBL-SR-53",
    &["BT-31"],
    Test::Check(tax_registration_is_whole),
    "The tax registration lacks its identifier or its tax scheme.",
    "Give cac:PartyTaxScheme both cbc:CompanyID and cac:TaxScheme/cbc:ID, or leave it out.",
)];

/// Rules of `PayeeParty`.
pub(crate) static PAYEE: &[Entry] = &[
    fatal(
        "BR-17",
        &["BG-4", "BG-10", "BT-59"],
        Test::Check(payee_is_another),
        "The payee has no name, or has the seller's own name or identifier.",
        "Name the payee in cac:PartyName, or leave cac:PayeeParty out when the seller is paid.",
    ),
    fatal(
        "UBL-SR-19",
        &["BT-59"],
        Test::Check(|ubl, payee| payee_repeats(ubl, payee, NAME)),
        "The payee has several names, or the seller's.",
        "Keep one cac:PartyName/cbc:Name.",
    ),
    fatal(
        "UBL-SR-20",
        &["BT-60"],
        Test::Check(payee_identifiers),
        "The payee has several identifiers, or the seller's name.",
        "Keep one cac:PartyIdentification besides the SEPA creditor's.",
    ),
    fatal(
        "UBL-SR-21",
        &["BT-61"],
        Test::Check(|ubl, payee| {
            payee_repeats(ubl, payee, &[cac::PARTY_LEGAL_ENTITY, cbc::COMPANY_ID])
        }),
        "The payee has several legal registration numbers, or the seller's name.",
        "Keep one cac:PartyLegalEntity/cbc:CompanyID.",
    ),
];

/// Rules of `TaxRepresentativeParty`.
pub(crate) static REPRESENTATIVE: &[Entry] = &[
    fatal(
        "BR-18",
        &["BG-4", "BG-11", "BT-62"],
        Test::HasText(NAME),
        "The tax representative has no name.",
        "Add cac:PartyName/cbc:Name.",
    ),
    fatal(
        "BR-19",
        &["BG-4", "BG-11", "BG-12"],
        Test::Has(cac::POSTAL_ADDRESS),
        "The tax representative has no postal address.",
        "Add cac:PostalAddress with the country's code.",
    ),
    fatal(
        "BR-56",
        &["BG-11", "BT-63"],
        Test::Check(representative_has_vat),
        "The tax representative has no VAT identifier.",
        "Add cac:PartyTaxScheme with cbc:CompanyID and the tax scheme VAT.",
    ),
    fatal(
        "UBL-SR-22",
        &["BT-62"],
        Test::AtMostOne(NAME),
        "The tax representative has several names.",
        "Keep one cac:PartyName/cbc:Name.",
    ),
    fatal(
        "UBL-SR-23",
        &["BT-63"],
        Test::AtMostOne(&[cac::PARTY_TAX_SCHEME, cbc::COMPANY_ID]),
        "The tax representative has several VAT identifiers.",
        "Keep one cac:PartyTaxScheme/cbc:CompanyID.",
    ),
];

/// Rules of `Delivery`.
pub(crate) static DELIVERY: &[Entry] = &[fatal(
    "UBL-SR-25",
    &["BT-70"],
    Test::AtMostOne(&[cac::DELIVERY_PARTY, cac::PARTY_NAME, cbc::NAME]),
    "The party delivered to has several names.",
    "Keep one cac:DeliveryParty/cac:PartyName/cbc:Name.",
)];

/// All tables.
pub(crate) static ALL: &[&[Entry]] = &[
    SELLER,
    SELLER_PARTY,
    SELLER_ENDPOINT,
    SELLER_ADDRESS,
    BUYER_ENDPOINT,
    BUYER_ADDRESS,
    PAYEE,
    REPRESENTATIVE,
    REPRESENTATIVE_ADDRESS,
    VAT_REGISTRATION,
    TAX_REGISTRATION,
    DELIVERY,
    DELIVERY_ADDRESS,
    ADDRESS,
];

fn seller_is_identified(ubl: &Ubl<'_, '_>, seller: Element) -> Tested {
    let parties = || ubl.children_named(seller, cac::PARTY);
    let has_own = parties()
        .flat_map(|party| ubl.children_named(party, cac::PARTY_IDENTIFICATION))
        .flat_map(|identification| ubl.children_named(identification, cbc::ID))
        .any(|id| ubl.attribute(id, Attribute::SchemeId) != Some("SEPA"));
    let is_registered =
        ubl.first_at(seller, &[cac::PARTY, cac::PARTY_LEGAL_ENTITY, cbc::COMPANY_ID]).is_some();
    holds(either(is_registered_for_vat(ubl, seller), || Ok(has_own || is_registered))?)
}

fn is_registered_for_vat(ubl: &Ubl<'_, '_>, seller: Element) -> Truth {
    for registration in ubl.path(seller, &[cac::PARTY, cac::PARTY_TAX_SCHEME]) {
        if has_vat_scheme(ubl, registration)? && ubl.has_child(registration, cbc::COMPANY_ID) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn vat_prefix_is_known(ubl: &Ubl<'_, '_>, registration: Element) -> Tested {
    let Some(id) = ubl.only(registration, cbc::COMPANY_ID)? else { return Ok(Outcome::Holds) };
    let id = ubl.value(id);
    let end = id.char_indices().nth(2).map_or(id.len(), |(at, _)| at);
    let prefix = &id[..end];
    let (_, codes) = VAT_PREFIXES.split_once('\n').unwrap_or_default();
    holds(codes.lines().any(|line| format!(" {line} ").contains(prefix)))
}

fn tax_registration_is_whole(ubl: &Ubl<'_, '_>, registration: Element) -> Tested {
    let scheme = ubl.first_at(registration, &[cac::TAX_SCHEME, cbc::ID]);
    holds(scheme.is_some() && ubl.has_child(registration, cbc::COMPANY_ID))
}

/// Whether some value at the one path is equal to some value at the other.
fn share(ubl: &Ubl<'_, '_>, one: Element, path: &[Name], other: Element, others: &[Name]) -> bool {
    ubl.path(one, path).any(|mine| {
        let mine = ubl.value(mine);
        ubl.path(other, others).any(|theirs| ubl.value(theirs) == mine)
    })
}

fn payee_is_another(ubl: &Ubl<'_, '_>, payee: Element) -> Tested {
    let Some(parent) = ubl.parent(payee) else { return Ok(Outcome::Fails) };
    let seller = |last: &[Name; 2]| [cac::ACCOUNTING_SUPPLIER_PARTY, cac::PARTY, last[0], last[1]];
    let name = [cac::PARTY_NAME, cbc::NAME];
    let id = [cac::PARTY_IDENTIFICATION, cbc::ID];
    holds(
        ubl.first_at(payee, NAME).is_some()
            && !share(ubl, payee, &name, parent, &seller(&name))
            && !share(ubl, payee, &id, parent, &seller(&id)),
    )
}

/// Whether one of the payee's names differs from one of the seller's: the official rules of the
/// payee's cardinalities ask for that as well.
fn is_named_otherwise(ubl: &Ubl<'_, '_>, payee: Element) -> bool {
    let Some(parent) = ubl.parent(payee) else { return false };
    ubl.path(payee, NAME).any(|mine| {
        let mine = ubl.value(mine);
        ubl.path(parent, SELLER_NAME).any(|theirs| ubl.value(theirs) != mine)
    })
}

fn payee_repeats(ubl: &Ubl<'_, '_>, payee: Element, path: &[Name]) -> Tested {
    holds(ubl.path(payee, path).nth(1).is_none() && is_named_otherwise(ubl, payee))
}

fn payee_identifiers(ubl: &Ubl<'_, '_>, payee: Element) -> Tested {
    let second = ubl
        .path(payee, &[cac::PARTY_IDENTIFICATION, cbc::ID])
        .filter(|&id| !is_sepa(ubl, id))
        .nth(1);
    holds(second.is_none() && is_named_otherwise(ubl, payee))
}

/// Whether the identifier is a SEPA creditor's.
pub(crate) fn is_sepa(ubl: &Ubl<'_, '_>, id: Element) -> bool {
    ubl.attribute(id, Attribute::SchemeId).is_some_and(|scheme| scheme.to_uppercase() == "SEPA")
}

fn representative_has_vat(ubl: &Ubl<'_, '_>, representative: Element) -> Tested {
    for registration in ubl.children_named(representative, cac::PARTY_TAX_SCHEME) {
        if is_vat_by_its_scheme(ubl, registration)? && ubl.has_child(registration, cbc::COMPANY_ID)
        {
            return Ok(Outcome::Holds);
        }
    }
    Ok(Outcome::Fails)
}
