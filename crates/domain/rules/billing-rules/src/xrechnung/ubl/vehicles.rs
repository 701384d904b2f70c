//! Clean vehicles over UBL.

use super::super::vehicles::{
    ATTRIBUTE, BR_DE_CVD_01, BR_DE_CVD_02, BR_DE_CVD_03, Item, classification, cleanness,
    is_category,
};
use super::ROOT;
use crate::index::{Element, Index};
use crate::names::ubl::{cac, cbc};
use crate::names::{INVOICE, Name};
use crate::peppol::reading::{any_given, any_is, require};
use crate::verdict::{Hits, StylesheetAborted};

const CODE: [Name; 2] = [cac::COMMODITY_CLASSIFICATION, cbc::ITEM_CLASSIFICATION_CODE];

/// Checks an invoice or credit note for vehicles.
pub(super) fn check(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    for (rule, reference) in [
        (&BR_DE_CVD_02, cac::ORIGINATOR_DOCUMENT_REFERENCE),
        (&BR_DE_CVD_01, cac::CONTRACT_DOCUMENT_REFERENCE),
    ] {
        require(hits, rule, ROOT, any_given(index, ROOT, &[reference, cbc::ID]));
    }
    // One of either kind of line will do, though only those of the document's kind are checked.
    let mut any = false;
    let own = if index.name(ROOT) == INVOICE { cac::INVOICE_LINE } else { cac::CREDIT_NOTE_LINE };
    for line in [cac::INVOICE_LINE, cac::CREDIT_NOTE_LINE] {
        for item in index.path(ROOT, &[line, cac::ITEM]) {
            let vehicle = vehicle(index, item);
            any |= vehicle.is_vehicle();
            if line == own {
                vehicle.check(item, hits);
                parts(index, item, hits)?;
            }
        }
    }
    require(hits, &BR_DE_CVD_03, ROOT, any);
    Ok(())
}

fn vehicle(index: &Index<'_>, item: Element) -> Item {
    Item {
        categories: index.path(item, &CODE).filter(|&code| is_category(index, code)).count(),
        attributes: attributes(index, item).count(),
    }
}

/// The attributes of the name `cva`.
fn attributes(index: &Index<'_>, item: Element) -> impl Iterator<Item = Element> {
    index
        .children_named(item, cac::ADDITIONAL_ITEM_PROPERTY)
        .filter(|&property| any_is(index, property, &[cbc::NAME], ATTRIBUTE))
}

fn parts(index: &Index<'_>, item: Element, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    for code in index.path(item, &CODE) {
        classification(index, code, hits);
    }
    for attribute in attributes(index, item) {
        cleanness(index, attribute, index.only(attribute, cbc::VALUE)?, hits);
    }
    Ok(())
}
