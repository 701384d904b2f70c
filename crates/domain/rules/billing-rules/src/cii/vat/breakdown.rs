//! The entries of the VAT breakdown.

use super::category::Category;
use super::rules::{Family, Role};
use super::{delivery, general};
use crate::cii::invoice::Invoice;
use crate::cii::name;
use crate::index::Element;
use crate::number::untyped::{compare_with_double, compare_with_integer};
use crate::number::{XsDecimal, double};
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted, Value};

/// Runs the rules on each entry.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    for entry in index.named(name::TAX) {
        if index.parent_name(entry) != name::SETTLEMENT {
            continue;
        }
        // The categories L, M and O have rules on the entry itself, and these take the place of the general ones.
        match proper_category(invoice, entry) {
            Some(Category::OutOfScope) => check_out_of_scope(invoice, entry, hits)?,
            Some(category) => check_islands(invoice, entry, category, hits),
            None => general::check(invoice, entry, hits)?,
        }
        let mut codes = [0; 10];
        for code in index.children_named(entry, name::CATEGORY_CODE) {
            if let Some(category) = Category::of_code(&index.value(code)) {
                codes[category as usize] += 1;
            }
        }
        for (category, times) in Category::ALL.into_iter().zip(codes) {
            hits.times(times, |hits| check_code(invoice, entry, category, hits))?;
        }
    }
    Ok(())
}

/// The category of an entry whose rules are on the entry itself.
fn proper_category(invoice: &Invoice<'_, '_>, entry: Element) -> Option<Category> {
    let own = [Category::Igic, Category::Ipsi, Category::OutOfScope];
    let category = own.into_iter().find(|own| invoice.has_category(entry, own.code()))?;
    let proper = in_transaction(invoice, entry) && invoice.is_vat_context(entry);
    proper.then_some(category)
}

fn in_transaction(invoice: &Invoice<'_, '_>, entry: Element) -> bool {
    invoice.index.is_under(entry, &[name::SETTLEMENT, name::TRANSACTION])
}

/// The rules on a category code of an entry.
fn check_code(
    invoice: &Invoice<'_, '_>,
    entry: Element,
    category: Category,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let Some(family) = category.family() else { return Ok(()) };
    match category {
        Category::Standard => check_standard(invoice, entry, family, hits),
        Category::Zero => check_untaxed(invoice, entry, family, hits),
        Category::Igic | Category::Ipsi | Category::OutOfScope => Ok(()),
        _ if in_transaction(invoice, entry) && invoice.is_vat_context(entry) => {
            check_untaxed(invoice, entry, family, hits)?;
            if category == Category::IntraCommunity {
                delivery::check(invoice, entry, hits);
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Z, E, AE, G and K: no tax, and a basis that may be off by less than one.
fn check_untaxed(
    invoice: &Invoice<'_, '_>,
    entry: Element,
    family: &'static Family,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    let basis = index.only(entry, name::BASIS_AMOUNT)?;
    let good = match basis {
        None => None,
        Some(basis) => {
            let found = index.double(basis)?;
            let sum = invoice.tax_sums().of_category(family.category)?;
            let near = sum.to_f64();
            (!(found - 1.0 < near && found + 1.0 > near)).then_some(sum)
        }
    };
    match (basis, good) {
        (None, _) => hits.push(family.rule(Role::Basis), entry),
        (Some(basis), Some(sum)) => off(family.rule(Role::Basis), invoice, basis, sum, hits),
        _ => {}
    }
    check_no_tax(invoice, entry, family, hits)?;
    check_reason(invoice, entry, family, hits);
    Ok(())
}

fn check_standard(
    invoice: &Invoice<'_, '_>,
    entry: Element,
    family: &'static Family,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    let mut last = None;
    for rate in index.children_named(entry, name::RATE) {
        let rate = index.decimal(rate)?;
        if last.as_ref() == Some(&rate) {
            continue;
        }
        let sum = invoice.tax_sums().of_rate(&rate)?;
        last = Some(rate);
        if !any_basis_is(invoice, entry, &sum)? {
            let basis = index.child(entry, name::BASIS_AMOUNT).unwrap_or(entry);
            off(family.rule(Role::Basis), invoice, basis, sum, hits);
            break;
        }
    }
    check_product(invoice, entry, family, hits)?;
    check_reason(invoice, entry, family, hits);
    Ok(())
}

/// Whether any taxable amount of the entry is exactly the sum.
fn any_basis_is(
    invoice: &Invoice<'_, '_>,
    entry: Element,
    sum: &XsDecimal,
) -> Result<bool, StylesheetAborted> {
    let sum = sum.to_f64();
    for basis in invoice.index.children_named(entry, name::BASIS_AMOUNT) {
        let order = compare_with_double(&invoice.index.value(basis), sum);
        if order.ok_or(StylesheetAborted::bad_cast(basis))?.is_eq() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The tax is the product of basis and rate, off by less than one. The rate makes it a calculation in doubles.
fn check_product(
    invoice: &Invoice<'_, '_>,
    entry: Element,
    family: &'static Family,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    let Some(tax) = index.child_decimal(entry, name::CALCULATED_AMOUNT)? else {
        hits.push(family.rule(Role::Tax), entry);
        return Ok(());
    };
    let basis = index.child_decimal(entry, name::BASIS_AMOUNT)?;
    let rate = index.only(entry, name::RATE)?.map(|rate| index.double(rate)).transpose()?;
    let (Some(basis), Some(rate)) = (basis, rate) else {
        hits.push(family.rule(Role::Tax), entry);
        return Ok(());
    };
    let wanted = double::round(basis.abs().to_f64() * rate) / 100.0;
    let one = XsDecimal::whole(1);
    let (less, more) = (tax.abs().minus(&one).to_f64(), tax.abs().plus(&one).to_f64());
    if !(less < wanted && more > wanted) {
        let expected = Value::Owned(format!("{wanted:.2}").into());
        hits.push_with(family.rule(Role::Tax), entry, expected, Value::Decimal(tax));
    }
    Ok(())
}

fn check_no_tax(
    invoice: &Invoice<'_, '_>,
    entry: Element,
    family: &'static Family,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    for tax in index.children_named(entry, name::CALCULATED_AMOUNT) {
        let order = compare_with_integer(&index.value(tax), 0);
        if order.ok_or(StylesheetAborted::bad_cast(tax))?.is_eq() {
            return Ok(());
        }
    }
    let place = index.child(entry, name::CALCULATED_AMOUNT).unwrap_or(entry);
    hits.push(family.rule(Role::Tax), place);
    Ok(())
}

fn check_reason(
    invoice: &Invoice<'_, '_>,
    entry: Element,
    family: &'static Family,
    hits: &mut Hits,
) {
    let taxed = matches!(
        family.category,
        Category::Standard | Category::Zero | Category::Igic | Category::Ipsi
    );
    let index = invoice.index;
    let reason = index.has_child(entry, name::EXEMPTION_REASON)
        || index.has_child(entry, name::EXEMPTION_CODE);
    if reason == taxed {
        hits.push(family.rule(Role::Reason), entry);
    }
}

/// L and M. The official rules on their amounts look in the wrong place and never fail.
fn check_islands(invoice: &Invoice<'_, '_>, entry: Element, category: Category, hits: &mut Hits) {
    if let Some(family) = category.family() {
        check_reason(invoice, entry, family, hits);
    }
}

fn check_out_of_scope(
    invoice: &Invoice<'_, '_>,
    entry: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let Some(family) = Category::OutOfScope.family() else { return Ok(()) };
    let sum = match invoice.index.child(entry, name::BASIS_AMOUNT) {
        Some(_) => invoice.tax_sums().of_category(Category::OutOfScope)?,
        None => XsDecimal::ZERO,
    };
    if !any_basis_is(invoice, entry, &sum)? {
        let basis = invoice.index.child(entry, name::BASIS_AMOUNT).unwrap_or(entry);
        off(family.rule(Role::Basis), invoice, basis, sum, hits);
    }
    check_no_tax(invoice, entry, family, hits)?;
    check_reason(invoice, entry, family, hits);
    let counts = invoice.category_counts();
    if counts.other_than_o {
        hits.push(&BR_O_11, entry);
        hits.push(&BR_O_12, entry);
    }
    if counts.charge_other_than_o {
        hits.push(&BR_O_13, entry);
        hits.push(&BR_O_14, entry);
    }
    Ok(())
}

fn off(
    rule: &'static Rule,
    invoice: &Invoice<'_, '_>,
    basis: Element,
    sum: XsDecimal,
    hits: &mut Hits,
) {
    let found = invoice.index.normalized(basis).into_owned();
    hits.push_with(rule, basis, Value::Decimal(sum), Value::Owned(found.into()));
}

/// The rules of this file.
pub(super) static RULES: [&Rule; 16] = [
    &general::BR_45,
    &general::BR_46,
    &general::BR_47,
    &general::BR_48,
    &general::BR_CO_03,
    &general::BR_CO_17,
    &general::BR_DEC_19,
    &general::BR_DEC_20,
    &delivery::BR_IC_11,
    &delivery::BR_IC_12,
    &BR_O_11,
    &BR_O_12,
    &BR_O_13,
    &BR_O_14,
    &super::entries::BR_B_01,
    &super::entries::BR_B_02,
];

static BR_O_11: Rule = Rule::fatal(
    "BR-O-11",
    &["BG-23", "BT-118"],
    "The breakdown says \"not subject to VAT\", but there are taxes of other categories.",
    "Put what is subject to VAT on an invoice of its own.",
);

static BR_O_12: Rule = Rule::fatal(
    "BR-O-12",
    &["BG-23", "BG-25", "BT-118", "BT-151"],
    "The breakdown says \"not subject to VAT\", but there are lines of other VAT categories.",
    "Put what is subject to VAT on an invoice of its own.",
);

static BR_O_13: Rule = Rule::fatal(
    "BR-O-13",
    &["BG-20", "BG-23", "BT-95", "BT-118"],
    "The breakdown says \"not subject to VAT\", but there are allowances of other VAT categories.",
    "Put what is subject to VAT on an invoice of its own.",
);

static BR_O_14: Rule = Rule::fatal(
    "BR-O-14",
    &["BG-21", "BG-23", "BT-102", "BT-118"],
    "The breakdown says \"not subject to VAT\", but there are charges of other VAT categories.",
    "Put what is subject to VAT on an invoice of its own.",
);
