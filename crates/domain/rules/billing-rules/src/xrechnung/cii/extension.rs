//! The extension over CII.

use super::super::extension::{self, BR_DEX_04, BR_DEX_05, BR_DEX_06, BR_DEX_08};
use super::Invoice;
use super::names::*;
use crate::peppol::reading::require;
use crate::rule::Rule;
use crate::verdict::Hits;

/// Checks a document of the extension.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) {
    let index = invoice.index;
    let sub_lines = index.any_named(PARENT_LINE);
    for line in invoice.at(&[LINE, LINE_DOCUMENT]) {
        require(hits, &BR_DEX_15, line, !sub_lines);
    }
    for id in index.named(GLOBAL_ID) {
        let rule = if !index.has_ancestor(id, PRODUCT) && !index.has_ancestor(id, SHIP_TO) {
            &BR_DEX_04
        } else if index.parent_name(id) == PRODUCT {
            &BR_DEX_06
        } else if index.is_under(id, &[SHIP_TO, DELIVERY]) {
            &BR_DEX_08
        } else {
            continue;
        };
        extension::identifier(index, id, rule, hits);
    }
    for id in index.named(ID) {
        if !index.has_ancestor(id, TAX_REGISTRATION) {
            extension::identifier(index, id, &BR_DEX_05, hits);
        }
    }
    for address in index.named(URI_ID) {
        if index.parent_name(address) == URI_COMMUNICATION {
            extension::address(index, address, hits);
        }
    }
    for attachment in index.named(ATTACHMENT) {
        extension::attachment(index, attachment, hits);
    }
}

/// The rules of this file.
pub(super) static RULES: [&Rule; 1] = [&BR_DEX_15];

static BR_DEX_15: Rule = Rule::warning(
    "BR-DEX-15",
    &["BT-126"],
    "The invoice has sub lines, which the extension does not allow over CII yet.",
    "Leave ParentLineID out, or send the invoice in UBL.",
);
