//! What every invoice must say: the rules on the document element.

use std::collections::HashMap;

use super::invoice::Invoice;
use super::name;
use crate::index::{Attribute, Element};
use crate::names::Name;
use crate::number::XsDecimal;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted, Value};

const AGREEMENT: [Name; 2] = [name::TRANSACTION, name::AGREEMENT];

/// Runs the rules on the document element.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let Some(root) = invoice.root else { return Ok(()) };
    check_document(invoice, root, hits)?;
    check_party(invoice, root, name::SELLER, [&BR_06, &BR_08, &BR_09, &BR_62], hits)?;
    check_party(invoice, root, name::BUYER, [&BR_07, &BR_10, &BR_11, &BR_63], hits)?;
    if !invoice.index.any_named(name::LINE) {
        hits.push(&BR_16, root);
    }
    check_grand_total(invoice, root, hits)
}

fn check_document(
    invoice: &Invoice<'_, '_>,
    root: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    let texts: [(&[Name], &'static Rule); 4] = [
        (&[name::CONTEXT, name::GUIDELINE, name::ID], &BR_01),
        (&[name::DOCUMENT, name::ID], &BR_02),
        (&[name::DOCUMENT, name::TYPE_CODE], &BR_04),
        (&[name::TRANSACTION, name::SETTLEMENT, name::INVOICE_CURRENCY], &BR_05),
    ];
    for (path, rule) in texts {
        if index.only_at(root, path)?.is_none_or(|element| index.is_blank(element)) {
            hits.push(rule, root);
        }
    }
    let date = [name::DOCUMENT, name::ISSUE_DATE, name::DATE_TIME_STRING];
    let mut dates = index
        .path(root, &date)
        .filter(|&date| index.attribute(date, Attribute::Format) == Some("102"));
    let issued = crate::index::single(&mut dates)?;
    if issued.is_none_or(|date| index.is_blank(date)) {
        hits.push(&BR_03, root);
    }
    Ok(())
}

/// Name, address, country and the scheme of the electronic address of a party.
fn check_party(
    invoice: &Invoice<'_, '_>,
    root: Element,
    party: Name,
    [named, addressed, placed, reached]: [&'static Rule; 4],
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    let at = |rest: &[Name]| [&AGREEMENT, &[party][..], rest].concat();
    let blank = |path: &[Name]| -> Result<bool, StylesheetAborted> {
        Ok(index.only_at(root, path)?.is_none_or(|element| index.is_blank(element)))
    };
    if blank(&at(&[name::NAME]))? {
        hits.push(named, root);
    }
    if index.first_at(root, &at(&[name::ADDRESS])).is_none() {
        hits.push(addressed, root);
    }
    if blank(&at(&[name::ADDRESS, name::COUNTRY]))? {
        hits.push(placed, root);
    }
    let mut any = false;
    let mut schemes = Vec::new();
    for party in index.path(root, &at(&[])) {
        if let Some(address) = index.child(party, name::URI_COMMUNICATION) {
            any = true;
            let ids = index.children_named(address, name::URI_ID);
            schemes.extend(ids.filter(|&id| index.has(id, Attribute::SchemeId)));
        }
    }
    let scheme = crate::index::single(schemes.into_iter())?;
    let scheme = scheme.and_then(|id| index.attribute(id, Attribute::SchemeId));
    if any && scheme.is_none_or(xml::white_space::is_blank) {
        hits.push(reached, root);
    }
    Ok(())
}

/// How many tax totals there are in each currency, and the first of them.
fn tax_totals<'i>(invoice: &'i Invoice<'_, '_>) -> HashMap<&'i str, (usize, Element)> {
    let mut taxes = HashMap::new();
    for tax in invoice.at(&invoice.summations, &[name::TAX_TOTAL]) {
        if let Some(currency) = invoice.index.attribute(tax, Attribute::CurrencyId) {
            taxes.entry(currency).or_insert((0, tax)).0 += 1;
        }
    }
    taxes
}

/// BR-CO-15, for each invoice currency. The total may also be the total without VAT.
fn check_grand_total(
    invoice: &Invoice<'_, '_>,
    root: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    let first = |name| -> Result<Option<XsDecimal>, StylesheetAborted> {
        let amount = invoice.summations.iter().find_map(|&part| index.child(part, name));
        amount.map(|amount| index.decimal(amount)).transpose()
    };
    let taxes = tax_totals(invoice);
    for currency in invoice.invoice_currencies() {
        let (grand, basis) = (first(name::GRAND_TOTAL)?, first(name::TAX_BASIS_TOTAL)?);
        // the official engine asks first what costs less, so of amounts that are equal or missing the tax is not read
        let asks_for_tax = grand.is_some() && basis.is_some() && grand != basis;
        let tax = match taxes.get(currency.as_ref()) {
            Some(&(1, tax)) if asks_for_tax => Some(index.decimal(tax)?),
            _ => None,
        };
        let sum = match (&basis, &tax) {
            (Some(basis), Some(tax)) => Some(basis.plus(tax).rounded_to_cents()),
            _ => None,
        };
        let good = grand.is_some() && (grand == sum || grand == basis);
        if !good {
            let given = invoice.at(&invoice.summations, &[name::GRAND_TOTAL]).next();
            let [expected, found] =
                [sum.or(basis), grand].map(|it| it.map_or(Value::None, Value::Decimal));
            hits.push_with(&BR_CO_15, given.unwrap_or(root), expected, found);
            break;
        }
    }
    Ok(())
}

static BR_01: Rule = Rule::fatal(
    "BR-01",
    &["BT-24"],
    "The invoice does not say which specification it follows.",
    "Give the specification identifier (GuidelineSpecifiedDocumentContextParameter/ID).",
);

static BR_02: Rule = Rule::fatal(
    "BR-02",
    &["BT-1"],
    "The invoice has no number.",
    "Give the invoice number (ExchangedDocument/ID).",
);

static BR_03: Rule = Rule::fatal(
    "BR-03",
    &["BT-2"],
    "The invoice has no issue date.",
    "Give the issue date as YYYYMMDD with format=\"102\".",
);

static BR_04: Rule = Rule::fatal(
    "BR-04",
    &["BT-3"],
    "The invoice has no type code.",
    "Give the type code, 380 for a commercial invoice or 381 for a credit note.",
);

static BR_05: Rule = Rule::fatal(
    "BR-05",
    &["BT-5"],
    "The invoice has no currency.",
    "Give the currency code (InvoiceCurrencyCode).",
);

static BR_06: Rule =
    Rule::fatal("BR-06", &["BT-27"], "The seller has no name.", "Give the name of the seller.");

static BR_07: Rule =
    Rule::fatal("BR-07", &["BT-44"], "The buyer has no name.", "Give the name of the buyer.");

static BR_08: Rule = Rule::fatal(
    "BR-08",
    &["BG-5"],
    "The seller has no postal address.",
    "Give the postal address of the seller.",
);

static BR_09: Rule = Rule::fatal(
    "BR-09",
    &["BG-5", "BT-40"],
    "The postal address of the seller has no country.",
    "Give the country code of the seller.",
);

static BR_10: Rule = Rule::fatal(
    "BR-10",
    &["BG-8"],
    "The buyer has no postal address.",
    "Give the postal address of the buyer.",
);

static BR_11: Rule = Rule::fatal(
    "BR-11",
    &["BT-55"],
    "The postal address of the buyer has no country.",
    "Give the country code of the buyer.",
);

static BR_16: Rule =
    Rule::fatal("BR-16", &["BG-25"], "The invoice has no line.", "Write at least one line.");

static BR_62: Rule = Rule::fatal(
    "BR-62",
    &["BT-34"],
    "The electronic address of the seller has no scheme.",
    "Give the scheme (schemeID) of the electronic address.",
);

static BR_63: Rule = Rule::fatal(
    "BR-63",
    &["BT-49"],
    "The electronic address of the buyer has no scheme.",
    "Give the scheme (schemeID) of the electronic address.",
);

static BR_CO_15: Rule = Rule::fatal(
    "BR-CO-15",
    &["BT-109", "BT-110", "BT-112"],
    "The total with VAT is {found}, but the total without VAT and the VAT come to {expected}.",
    "Add the total VAT in the currency of the invoice to the total without VAT.",
);

/// The rules of this file.
pub(super) static RULES: [&Rule; 15] = [
    &BR_01, &BR_02, &BR_03, &BR_04, &BR_05, &BR_06, &BR_07, &BR_08, &BR_09, &BR_10, &BR_11, &BR_16,
    &BR_62, &BR_63, &BR_CO_15,
];
