//! Clean vehicles over CII.

use super::super::vehicles::{
    ATTRIBUTE, BR_DE_CVD_01, BR_DE_CVD_02, BR_DE_CVD_03, Item, classification, cleanness,
    is_category,
};
use super::Invoice;
use super::names::*;
use crate::index::{Element, Index};
use crate::logic::both;
use crate::names::Name;
use crate::peppol::reading::{any_given, any_is, normalized_at, require};
use crate::verdict::{Hits, StylesheetAborted};

const CODE: [Name; 2] = [CLASSIFICATION, CLASS_CODE];

/// Checks an invoice for vehicles.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    for &transaction in &invoice.transactions {
        let items: Vec<_> = index.path(transaction, &[LINE, PRODUCT]).collect();
        let any = items.iter().any(|&item| vehicle(index, item).is_vehicle());
        require(hits, &BR_DE_CVD_03, transaction, any);
        for item in items {
            vehicle(index, item).check(item, hits);
            parts(index, item, hits)?;
        }
    }
    for agreement in invoice.at(&[AGREEMENT]) {
        let contract = any_given(index, agreement, &[CONTRACT, ISSUER_ASSIGNED]);
        require(hits, &BR_DE_CVD_01, agreement, contract);
        require(hits, &BR_DE_CVD_02, agreement, refers_to_tender(index, agreement)?);
    }
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
        .children_named(item, CHARACTERISTIC)
        .filter(|&attribute| any_is(index, attribute, &[DESCRIPTION], ATTRIBUTE))
}

fn parts(index: &Index<'_>, item: Element, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    for code in index.path(item, &CODE) {
        classification(index, code, hits);
    }
    for attribute in attributes(index, item) {
        cleanness(index, attribute, index.only(attribute, VALUE)?, hits);
    }
    Ok(())
}

/// Whether a document with the type of a tender (50) has a number.
fn refers_to_tender(index: &Index<'_>, agreement: Element) -> Result<bool, StylesheetAborted> {
    for document in index.children_named(agreement, ADDITIONAL_DOCUMENT) {
        let is_tender = normalized_at(index, document, &[TYPE_CODE]).map(|code| code == "50");
        if both(is_tender, || Ok(!normalized_at(index, document, &[ISSUER_ASSIGNED])?.is_empty()))?
        {
            return Ok(true);
        }
    }
    Ok(false)
}
