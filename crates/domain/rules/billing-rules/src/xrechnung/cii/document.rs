//! Germany's rules on the document as a whole.

use super::super::rules::{BR_DE, BR_DE_TMP_32};
use super::Invoice;
use super::names::*;
use crate::german::{REGISTERED_CATEGORIES, USUAL_TYPES, discount, file_names};
use crate::index::{Attribute, Element, Index};
use crate::names::Name;
use crate::peppol::reading::{any_is_one_of, exists, normalized_at, require};
use crate::verdict::{Hits, StylesheetAborted};
use xml::white_space::normalized;

const TAX_OF_LINE: [Name; 3] = [LINE, LINE_SETTLEMENT, TAX];

/// Checks them.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    let root = Element::ROOT;
    direct_debit(invoice, hits);
    require(hits, BR_DE.payment, root, invoice.has(&[SETTLEMENT, PAYMENT_MEANS]));
    require(hits, BR_DE.buyer_reference, root, invoice.gives(&[AGREEMENT, BUYER_REFERENCE]));
    require(hits, BR_DE.registration, root, !has_vat(invoice) || is_registered(invoice));
    let code = normalized_at(index, root, &[DOCUMENT, TYPE_CODE])?;
    require(hits, BR_DE.type_code, root, USUAL_TYPES.contains(&code.as_ref()));
    let terms = invoice.at(&[SETTLEMENT, PAYMENT_TERMS]);
    let texts = terms.filter_map(|terms| index.child(terms, DESCRIPTION));
    require(hits, BR_DE.discount, root, discount::are_well_formed(index, texts)?);
    let references = index.named(ADDITIONAL_DOCUMENT);
    let differ = file_names::differ(index, references, &[ATTACHMENT]);
    require(hits, BR_DE.file_names, root, differ);
    let corrects = invoice.has(&[SETTLEMENT, INVOICE_REFERENCE]);
    require(hits, BR_DE.correction, root, code != "384" || corrects);
    for &transaction in &invoice.transactions {
        require(hits, &BR_DE_TMP_32, transaction, says_when(index, transaction));
    }
    for tax in invoice.at(&[SETTLEMENT, TAX]) {
        let mut rates = index.children_named(tax, RATE);
        require(hits, BR_DE.rate, tax, rates.any(|rate| !index.is_blank(rate)));
    }
    Ok(())
}

/// BR-DE-30 and 31: of a direct debit, creditor and debited account are given.
fn direct_debit(invoice: &Invoice<'_, '_>, hits: &mut Hits) {
    let mandate = invoice.has(&[SETTLEMENT, PAYMENT_TERMS, MANDATE]);
    let creditor = invoice.has(&[SETTLEMENT, CREDITOR_REFERENCE]);
    let account = invoice.has(&[SETTLEMENT, PAYMENT_MEANS, DEBTOR_ACCOUNT, IBAN]);
    let none = !mandate && !creditor && !account;
    let root = Element::ROOT;
    require(hits, BR_DE.creditor, root, none || (creditor && (mandate || account)));
    require(hits, BR_DE.debited_account, root, none || (account && (mandate || creditor)));
}

/// Whether a VAT category is used for which the seller has to be registered. The official test compares types and
/// categories of all lines, and of allowances the whole text of the tax with its type.
fn has_vat(invoice: &Invoice<'_, '_>) -> bool {
    let index = invoice.index;
    let any = |path: &[Name], name, texts: &[&str]| {
        invoice.at(path).any(|tax| any_is_one_of(index, tax, &[name], texts))
    };
    let of_lines = any(&TAX_OF_LINE, TYPE_CODE, &["VAT"])
        && any(&TAX_OF_LINE, CATEGORY_CODE, &REGISTERED_CATEGORIES);
    let allowances = [SETTLEMENT, ALLOWANCE_CHARGE, CATEGORY_TAX];
    of_lines
        || (invoice.at(&allowances).any(|tax| index.is(tax, "VAT"))
            && any(&allowances, CATEGORY_CODE, &REGISTERED_CATEGORIES))
}

fn is_registered(invoice: &Invoice<'_, '_>) -> bool {
    let index = invoice.index;
    let is_number = |id: Element| {
        let scheme = normalized(index.attribute(id, Attribute::SchemeId).unwrap_or_default());
        matches!(scheme.as_ref(), "VA" | "FC") && !index.is_blank(id)
    };
    invoice.at(&[AGREEMENT, SELLER, TAX_REGISTRATION, ID]).any(is_number)
        || invoice.has(&[AGREEMENT, REPRESENTATIVE])
}

/// Whether the invoice says when it was delivered: for the whole, or each line for itself.
fn says_when(index: &Index<'_>, transaction: Element) -> bool {
    exists(index, transaction, &[DELIVERY, DELIVERY_EVENT, OCCURRENCE])
        || exists(index, transaction, &[SETTLEMENT, PERIOD])
        || index
            .children_named(transaction, LINE)
            .all(|line| exists(index, line, &[LINE_SETTLEMENT, PERIOD]))
}
