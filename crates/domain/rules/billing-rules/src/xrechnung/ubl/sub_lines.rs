//! Sub lines of the extension (BR-DEX-02 and 03).

use crate::index::{Element, Index};
use crate::logic::{Truth, both};
use crate::names::ubl::{cac, cbc};
use crate::names::{INVOICE, Name, cac as aggregate};
use crate::number::XsDecimal;
use crate::peppol::reading::require;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

const SUB_LINE: Name = aggregate("SubInvoiceLine");

/// Checks an invoice; credit notes are not asked.
pub(super) fn check(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    if index.name(Element::ROOT) != INVOICE {
        return Ok(());
    }
    let right = both(lines_add_up(index), || sub_lines_add_up(index))?;
    require(hits, &BR_DEX_02, Element::ROOT, right);
    let taxed_once = index
        .named(SUB_LINE)
        .flat_map(|line| index.children_named(line, cac::ITEM))
        .all(|item| index.count(item, cac::CLASSIFIED_TAX_CATEGORY) == 1);
    require(hits, &BR_DEX_03, Element::ROOT, taxed_once);
    Ok(())
}

/// Whether each line with sub lines is as much as they are; the first that is not decides.
fn lines_add_up(index: &Index<'_>) -> Truth {
    for line in index.children_named(Element::ROOT, cac::INVOICE_LINE) {
        if index.has_child(line, SUB_LINE) && !adds_up(index, line)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The same for sub lines, of which all are looked at.
fn sub_lines_add_up(index: &Index<'_>) -> Truth {
    let mut all = true;
    for line in index.named(SUB_LINE) {
        if index.has_child(line, SUB_LINE) {
            all &= adds_up(index, line)?;
        }
    }
    Ok(all)
}

fn adds_up(index: &Index<'_>, line: Element) -> Truth {
    let Some(amount) = index.child_decimal(line, cbc::LINE_EXTENSION_AMOUNT)? else {
        return Ok(false);
    };
    let mut sum = XsDecimal::ZERO;
    for sub_line in index.children_named(line, SUB_LINE) {
        if let Some(part) = index.child_decimal(sub_line, cbc::LINE_EXTENSION_AMOUNT)? {
            sum = sum.plus(&part);
        }
    }
    Ok(amount == sum)
}

/// The rules of this file.
pub(super) static RULES: [&Rule; 2] = [&BR_DEX_02, &BR_DEX_03];

static BR_DEX_02: Rule = Rule::warning(
    "BR-DEX-02",
    &["BT-131"],
    "A line's net amount is not the sum of its sub lines.",
    "Let the net amount of each line that has sub lines be their sum.",
);
static BR_DEX_03: Rule = Rule::fatal(
    "BR-DEX-03",
    &["BT-151"],
    "A sub line has no VAT category, or several.",
    "Give each sub line's item one ClassifiedTaxCategory.",
);
