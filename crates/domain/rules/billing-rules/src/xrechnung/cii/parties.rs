//! Germany's rules on contacts, addresses and external documents.

use super::super::rules::BR_DE;
use super::Invoice;
use super::names::*;
use crate::german::texts;
use crate::index::Element;
use crate::names::Name;
use crate::peppol::reading::{any_given, any_is, exists, normalized_at, require, value_at};
use crate::verdict::{Hits, StylesheetAborted};

const TELEPHONE_NUMBER: [Name; 2] = [TELEPHONE, COMPLETE_NUMBER];
const MAIL_ADDRESS: [Name; 2] = [EMAIL, URI_ID];

/// Checks them.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    for seller in invoice.at(&[AGREEMENT, SELLER]) {
        require(hits, BR_DE.contact, seller, index.has_child(seller, CONTACT));
    }
    for contact in invoice.at(&[AGREEMENT, SELLER, CONTACT]) {
        seller_contact(invoice, contact, hits)?;
    }
    for (path, [city, post_code]) in [
        ([AGREEMENT, SELLER, ADDRESS], BR_DE.seller_address),
        ([AGREEMENT, BUYER, ADDRESS], BR_DE.buyer_address),
        ([DELIVERY, SHIP_TO, ADDRESS], BR_DE.delivery_address),
    ] {
        for address in invoice.at(&path) {
            require(hits, city, address, any_given(index, address, &[CITY]));
            require(hits, post_code, address, any_given(index, address, &[POST_CODE]));
        }
    }
    for document in invoice.at(&[AGREEMENT, ADDITIONAL_DOCUMENT]) {
        if any_is(index, document, &[TYPE_CODE], "916") && exists(index, document, &[URI_ID]) {
            let address = value_at(index, document, &[URI_ID])?;
            require(hits, BR_DE.link, document, texts::is_absolute(&address));
        }
    }
    Ok(())
}

fn seller_contact(
    invoice: &Invoice<'_, '_>,
    contact: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    let [name, telephone, mail] = BR_DE.contact_parts;
    let given = |path: &[Name]| any_given(index, contact, path);
    require(hits, name, contact, given(&[PERSON]) || given(&[DEPARTMENT]));
    require(hits, telephone, contact, given(&TELEPHONE_NUMBER));
    require(hits, mail, contact, given(&MAIL_ADDRESS));
    let number = normalized_at(index, contact, &TELEPHONE_NUMBER)?;
    require(hits, BR_DE.telephone, contact, texts::is_telephone(&number));
    let address = normalized_at(index, contact, &MAIL_ADDRESS)?;
    require(hits, BR_DE.mail, contact, texts::is_mail_address(&address));
    Ok(())
}
