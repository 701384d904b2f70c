//! The extension over UBL.

use super::super::extension::{self, BR_DEX_04, BR_DEX_05, BR_DEX_06, BR_DEX_08};
use super::{payments, sub_lines};
use crate::index::{Attribute, Element, Index};
use crate::names::ubl::{cac, cbc};
use crate::verdict::{Hits, StylesheetAborted};
use xml::white_space::normalized;

/// Checks a document of the extension.
pub(super) fn check(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    for attachment in index.named(cbc::EMBEDDED_DOCUMENT_BINARY_OBJECT) {
        extension::attachment(index, attachment, hits);
    }
    sub_lines::check(index, hits)?;
    payments::check(index, hits)?;
    for id in index.named(cbc::ID) {
        match index.parent_name(id) {
            cac::PARTY_IDENTIFICATION if !is_creditor(index, id) => {
                extension::identifier(index, id, &BR_DEX_04, hits);
            }
            cac::STANDARD_ITEM_IDENTIFICATION => {
                extension::identifier(index, id, &BR_DEX_06, hits);
            }
            cac::DELIVERY_LOCATION => extension::identifier(index, id, &BR_DEX_08, hits),
            _ => {}
        }
    }
    for id in index.named(cbc::COMPANY_ID) {
        if index.parent_name(id) == cac::PARTY_LEGAL_ENTITY {
            extension::identifier(index, id, &BR_DEX_05, hits);
        }
    }
    for address in index.named(cbc::ENDPOINT_ID) {
        extension::address(index, address, hits);
    }
    Ok(())
}

/// Whether it is the SEPA creditor identifier of seller or payee (BT-90).
fn is_creditor(index: &Index<'_>, id: Element) -> bool {
    let scheme = index.attribute(id, Attribute::SchemeId).unwrap_or_default();
    normalized(scheme) == "SEPA"
        && [cac::ACCOUNTING_SUPPLIER_PARTY, cac::PAYEE_PARTY]
            .into_iter()
            .any(|party| index.has_ancestor(id, party))
}
