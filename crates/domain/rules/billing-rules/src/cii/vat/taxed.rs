//! The taxes of lines, allowances and charges: parties and rates that their categories ask for.

use std::cmp::Ordering;

use super::category::Category;
use super::category_counts::categories;
use super::identifiers::Identifiers;
use super::rules::Role;
use crate::cii::invoice::Invoice;
use crate::cii::name;
use crate::index::{Element, Index};
use crate::number::untyped::compare_with_integer;
use crate::verdict::{Hits, StylesheetAborted, Value};

/// Runs the rules on each tax of a line and of an allowance or charge.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    for tax in index.named(name::TAX) {
        if index.is_under(tax, &[name::LINE_SETTLEMENT, name::LINE, name::TRANSACTION]) {
            check_tax(invoice, tax, [Role::LineParties, Role::LineRate], hits)?;
        }
    }
    for tax in index.named(name::CATEGORY_TAX) {
        let Some(part) = index.parent(tax) else { continue };
        if index.name(part) != name::ALLOWANCE_CHARGE {
            continue;
        }
        // An indicator that is none makes the rules not apply, as they ask for it in their context.
        if invoice.is_charge(part, false).unwrap_or(false) {
            check_tax(invoice, tax, [Role::AllowanceParties, Role::AllowanceRate], hits)?;
        } else if invoice.is_charge(part, true).unwrap_or(false) {
            check_tax(invoice, tax, [Role::ChargeParties, Role::ChargeRate], hits)?;
        }
    }
    Ok(())
}

fn check_tax(
    invoice: &Invoice<'_, '_>,
    tax: Element,
    roles: [Role; 2],
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let Some(category) = categories(invoice.index, tax).0.first() else { return Ok(()) };
    let Some(family) = category.family() else { return Ok(()) };
    if !invoice.is_vat_context(tax) {
        return Ok(());
    }
    let code = Value::Text(category.code());
    if !has_parties(category, &invoice.identifiers()) {
        hits.push_with(family.rule(roles[0]), tax, Value::None, code.clone());
    }
    if !has_rate(category, invoice.index, tax)? {
        let found = invoice.index.child(tax, name::RATE).map(|rate| invoice.index.value(rate));
        let found = found.map_or(Value::Text("absent"), |rate| Value::Owned(rate.into()));
        hits.push_with(family.rule(roles[1]), tax, code, found);
    }
    Ok(())
}

fn has_parties(category: Category, ids: &Identifiers) -> bool {
    match category {
        Category::ReverseCharge => {
            (ids.seller_vat || ids.seller_tax || ids.representative_vat)
                && (ids.buyer_vat || ids.buyer_legal)
        }
        Category::Export => ids.seller_vat || ids.representative_vat,
        Category::IntraCommunity => (ids.seller_vat || ids.representative_vat) && ids.buyer_vat,
        Category::OutOfScope => {
            !ids.proper_seller_vat && !ids.proper_representative_vat && !ids.buyer_vat
        }
        _ => ids.proper_seller_vat || ids.proper_seller_tax || ids.proper_representative_vat,
    }
}

fn has_rate(
    category: Category,
    index: &Index<'_>,
    tax: Element,
) -> Result<bool, StylesheetAborted> {
    let wanted: fn(Ordering) -> bool = match category {
        Category::OutOfScope => return Ok(!index.has_child(tax, name::RATE)),
        Category::Standard | Category::Igic => Ordering::is_gt,
        Category::Ipsi => Ordering::is_ge,
        _ => Ordering::is_eq,
    };
    for rate in index.children_named(tax, name::RATE) {
        let order = compare_with_integer(&index.value(rate), 0);
        if wanted(order.ok_or(StylesheetAborted::bad_cast(rate))?) {
            return Ok(true);
        }
    }
    Ok(false)
}
