//! Contacts and addresses, over UBL.

use super::{GermanRules, texts};
use crate::index::{Element, Index};
use crate::names::Name;
use crate::peppol::names::*;
use crate::peppol::reading::{any_given, normalized_at, require};
use crate::verdict::{Hits, StylesheetAborted};

const SELLER: &[Name] = &[ACCOUNTING_SUPPLIER_PARTY];
const SELLER_ADDRESS: &[Name] = &[ACCOUNTING_SUPPLIER_PARTY, PARTY, POSTAL_ADDRESS];
const SELLER_CONTACT: &[Name] = &[ACCOUNTING_SUPPLIER_PARTY, PARTY, CONTACT];
const BUYER_ADDRESS: &[Name] = &[ACCOUNTING_CUSTOMER_PARTY, PARTY, POSTAL_ADDRESS];
const DELIVERY_ADDRESS: &[Name] = &[DELIVERY, DELIVERY_LOCATION, ADDRESS];

/// Checks them.
pub(super) fn check(
    index: &Index<'_>,
    rules: &GermanRules,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    for seller in index.path(Element::ROOT, SELLER) {
        let contact = index.first_at(seller, &[PARTY, CONTACT]);
        require(hits, rules.contact, seller, contact.is_some());
    }
    for contact in index.path(Element::ROOT, SELLER_CONTACT) {
        seller_contact(index, contact, rules, hits)?;
    }
    for (path, [city, post_code]) in [
        (SELLER_ADDRESS, rules.seller_address),
        (BUYER_ADDRESS, rules.buyer_address),
        (DELIVERY_ADDRESS, rules.delivery_address),
    ] {
        for address in index.path(Element::ROOT, path) {
            require(hits, city, address, any_given(index, address, &[CITY_NAME]));
            require(hits, post_code, address, any_given(index, address, &[POSTAL_ZONE]));
        }
    }
    Ok(())
}

fn seller_contact(
    index: &Index<'_>,
    contact: Element,
    rules: &GermanRules,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    for (rule, name) in rules.contact_parts.into_iter().zip([NAME, TELEPHONE, ELECTRONIC_MAIL]) {
        require(hits, rule, contact, any_given(index, contact, &[name]));
    }
    let telephone = normalized_at(index, contact, &[TELEPHONE])?;
    require(hits, rules.telephone, contact, texts::is_telephone(&telephone));
    let mail = normalized_at(index, contact, &[ELECTRONIC_MAIL])?;
    require(hits, rules.mail, contact, texts::is_mail_address(&mail));
    Ok(())
}
