//! Elements that the European standard has no use for, and elements that may stand once: a table for each context.

mod agreement;
mod anywhere;
mod delivery;
mod document;
mod limit;
mod line;
mod line_agreement;
mod line_settlement;
mod product;
mod settlement;
mod summation;
mod tree;

use super::invoice::Invoice;
use super::name;
use crate::index::{Element, Index};
use crate::names::Name;
use crate::rule::Rule;
use crate::verdict::Hits;
use tree::Table;

static ROOT: Table = Table::new(&document::ROOT);
static CONTEXT: Table = Table::new(&document::CONTEXT);
static DOCUMENT: Table = Table::new(&document::DOCUMENT);
static NOTE: Table = Table::new(&document::NOTE);
static CONTEXT_PARAMETER: Table = Table::new(&document::CONTEXT_PARAMETER);
static LINE: Table = Table::new(&line::LINE);
static LINE_DOCUMENT: Table = Table::new(&line::LINE_DOCUMENT);
static PRODUCT: Table = Table::new(&product::PRODUCT);
static LINE_AGREEMENT: Table = Table::new(&line_agreement::LINE_AGREEMENT);
static LINE_DELIVERY: Table = Table::new(&line::LINE_DELIVERY);
static LINE_SETTLEMENT: Table = Table::new(&line_settlement::LINE_SETTLEMENT);
static AGREEMENT: Table = Table::new(&agreement::AGREEMENT);
static DELIVERY: Table = Table::new(&delivery::DELIVERY);
static SETTLEMENT: Table = Table::new(&settlement::SETTLEMENT);
static SUMMATION: Table = Table::new(&summation::SUMMATION);
static PAYMENT_MEANS: Table = Table::new(&anywhere::PAYMENT_MEANS);
static ALLOWANCE_CHARGE: Table = Table::new(&anywhere::ALLOWANCE_CHARGE);
static PRICE_DISCOUNT: Table = Table::new(&anywhere::PRICE_DISCOUNT);
static REFERENCED_DOCUMENT: Table = Table::new(&anywhere::REFERENCED_DOCUMENT);
static TRADE_TAX: Table = Table::new(&anywhere::TRADE_TAX);
static PERIOD: Table = Table::new(&anywhere::PERIOD);
static ADDRESS: Table = Table::new(&anywhere::ADDRESS);

pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) {
    if let Some(root) = invoice.root {
        check_under(invoice, root, hits);
    }
    check_anywhere(invoice.index, hits);
}

/// The contexts that stand under the document element, by their paths.
fn check_under(invoice: &Invoice<'_, '_>, root: Element, hits: &mut Hits) {
    let index = invoice.index;
    ROOT.check(index, root, hits);
    for child in index.children(root) {
        match index.name(child) {
            name::CONTEXT => CONTEXT.check(index, child, hits),
            name::DOCUMENT => {
                DOCUMENT.check(index, child, hits);
                for note in index.children_named(child, name::INCLUDED_NOTE) {
                    NOTE.check(index, note, hits);
                }
            }
            _ => {}
        }
    }
    each(index, &invoice.agreements, &AGREEMENT, hits);
    each(index, &invoice.deliveries, &DELIVERY, hits);
    each(index, &invoice.settlements, &SETTLEMENT, hits);
    each(index, &invoice.summations, &SUMMATION, hits);
    for &line in &invoice.lines {
        check_line(index, line, hits);
    }
}

/// The contexts that may stand anywhere, whatever the document element is.
fn check_anywhere(index: &Index<'_>, hits: &mut Hits) {
    named(index, name::PAYMENT_MEANS, &PAYMENT_MEANS, hits);
    named(index, name::ALLOWANCE_CHARGE, &ALLOWANCE_CHARGE, hits);
    named(index, name::PERIOD, &PERIOD, hits);
    named(index, name::ADDRESS, &ADDRESS, hits);
    for discount in index.named(name::APPLIED_ALLOWANCE_CHARGE) {
        if index.parent_name(discount) == name::GROSS_PRICE {
            PRICE_DISCOUNT.check(index, discount, hits);
        }
    }
}

/// An element whose name ends in `DocumentContextParameter`.
pub(super) fn check_context_parameter(index: &Index<'_>, element: Element, hits: &mut Hits) {
    CONTEXT_PARAMETER.check(index, element, hits);
}

/// An element whose name ends in `ReferencedDocument`.
pub(super) fn check_referenced_document(index: &Index<'_>, element: Element, hits: &mut Hits) {
    REFERENCED_DOCUMENT.check(index, element, hits);
}

/// An element whose name ends in `TradeTax`.
pub(super) fn check_trade_tax(index: &Index<'_>, element: Element, hits: &mut Hits) {
    TRADE_TAX.check(index, element, hits);
}

fn check_line(index: &Index<'_>, line: Element, hits: &mut Hits) {
    LINE.check(index, line, hits);
    for child in index.children(line) {
        let table = match index.name(child) {
            name::LINE_DOCUMENT => &LINE_DOCUMENT,
            name::PRODUCT => &PRODUCT,
            name::LINE_AGREEMENT => &LINE_AGREEMENT,
            name::LINE_DELIVERY => &LINE_DELIVERY,
            name::LINE_SETTLEMENT => &LINE_SETTLEMENT,
            _ => continue,
        };
        table.check(index, child, hits);
    }
}

fn each(index: &Index<'_>, contexts: &[Element], table: &Table, hits: &mut Hits) {
    for &context in contexts {
        table.check(index, context, hits);
    }
}

fn named(index: &Index<'_>, context: Name, table: &Table, hits: &mut Hits) {
    for element in index.named(context) {
        table.check(index, element, hits);
    }
}

/// All rules of the tables.
pub(super) fn rules() -> impl Iterator<Item = &'static Rule> {
    let tables: [&Table; 22] = [
        &ROOT,
        &CONTEXT,
        &DOCUMENT,
        &NOTE,
        &CONTEXT_PARAMETER,
        &LINE,
        &LINE_DOCUMENT,
        &PRODUCT,
        &LINE_AGREEMENT,
        &LINE_DELIVERY,
        &LINE_SETTLEMENT,
        &AGREEMENT,
        &DELIVERY,
        &SETTLEMENT,
        &SUMMATION,
        &PAYMENT_MEANS,
        &ALLOWANCE_CHARGE,
        &PRICE_DISCOUNT,
        &REFERENCED_DOCUMENT,
        &TRADE_TAX,
        &PERIOD,
        &ADDRESS,
    ];
    tables.into_iter().flat_map(|table| table.limits().iter().map(|limit| &limit.rule))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_is_made_of_known_names() {
        for limits in [
            &document::ROOT[..],
            &document::CONTEXT,
            &document::DOCUMENT,
            &document::NOTE,
            &document::CONTEXT_PARAMETER,
            &line::LINE,
            &line::LINE_DOCUMENT,
            &line::LINE_DELIVERY,
            &product::PRODUCT,
            &line_agreement::LINE_AGREEMENT,
            &line_settlement::LINE_SETTLEMENT,
            &agreement::AGREEMENT,
            &delivery::DELIVERY,
            &settlement::SETTLEMENT,
            &summation::SUMMATION,
            &anywhere::PAYMENT_MEANS,
            &anywhere::ALLOWANCE_CHARGE,
            &anywhere::PRICE_DISCOUNT,
            &anywhere::REFERENCED_DOCUMENT,
            &anywhere::TRADE_TAX,
            &anywhere::PERIOD,
            &anywhere::ADDRESS,
        ] {
            for limit in limits {
                for step in limit.path.split('/') {
                    assert!(tree::name_of(step).is_some(), "{} {step}", limit.rule.id);
                }
            }
        }
    }
}
