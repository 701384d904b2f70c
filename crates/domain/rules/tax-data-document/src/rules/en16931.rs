//! The second layer: the rules of EN 16931 over UBL, and where tax data differ from them.

use billing_rules::Rule;
use billing_rules::machinery::{
    Adaptation, Attribute, CodeList, Element, Hits, Index, Name, StylesheetAborted, Truth, cac,
    cbc, check_en16931_ubl,
};

use super::TAKEN_OVER;
use super::reported::ReportedDocuments;
use super::words::Words;

/// The rules of invoices that tax data take over, and how.
pub(super) static ADAPTATION: Adaptation = Adaptation {
    release: TAKEN_OVER,
    left_out: CodeList::new(include_str!("left_out_en16931.txt")),
    excuses,
    codes,
    instead: |rule| rule,
};

/// The rules below are asked as they are.
pub(super) static AS_THEY_ARE: Adaptation = Adaptation {
    release: TAKEN_OVER,
    left_out: CodeList::new(""),
    excuses: |_, _, _| Ok(false),
    codes: |_| None,
    instead: |rule| rule,
};

static CURRENCIES: CodeList = CodeList::new(include_str!("codes/currencies.txt"));
static DOCUMENT_TYPES: CodeList = CodeList::new(include_str!("codes/document_types.txt"));
static IDENTIFIERS: CodeList = CodeList::new(include_str!("codes/identifier_schemes.txt"));
static ENDPOINTS: CodeList = CodeList::new(include_str!("codes/endpoint_schemes.txt"));

static TAXED: Words = Words::of("BR-S-01");
static SPLIT: Words = Words::of("BR-B-02");
static REGISTRATIONS: Words = Words::of("UBL-SR-42");
static REPRESENTATIVE: Words = Words::of("UBL-SR-23");

/// Runs the layer.
pub(super) fn check<'a>(
    index: &Index<'a>,
    documents: &ReportedDocuments<'a>,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    for part in documents.each(index) {
        hits.of_part((index, part), &ADAPTATION, check_en16931_ubl)?;
        hits.of_part((index, part), &AS_THEY_ARE, differing)?;
    }
    Ok(())
}

/// The rule, if tax data have it.
pub(super) fn taken_over(rule: &'static Rule) -> Option<&'static Rule> {
    let own = [&TAXED, &SPLIT, &REGISTRATIONS, &REPRESENTATIVE];
    let differs = || own.iter().any(|words| words.rule().id == rule.id);
    (!ADAPTATION.left_out.has(rule.id) || differs()).then_some(rule)
}

const PAYMENT_MEANS: Name = cac("PaymentMeans");
const TAX_TOTAL: Name = cac("TaxTotal");
const TAX_SUBTOTAL: Name = cac("TaxSubtotal");
const TAX_AMOUNT: Name = cbc("TaxAmount");
const TAX_CATEGORY: Name = cac("TaxCategory");
const ITEM_CATEGORY: Name = cac("ClassifiedTaxCategory");
const ALLOWANCE_CHARGE: Name = cac("AllowanceCharge");
const PARTY_TAX_SCHEME: Name = cac("PartyTaxScheme");
const ID: Name = cbc("ID");

/// Sums are checked against their parts only where both are reported.
fn excuses(index: &Index<'_>, rule: &Rule, element: Element) -> Truth {
    if stands_elsewhere(index, element) {
        return Ok(true);
    }
    match rule.id {
        "BR-CO-14" => {
            let parts = index.count(element, TAX_SUBTOTAL);
            let parts_with_tax = index
                .children_named(element, TAX_SUBTOTAL)
                .filter(|part| index.has_child(*part, TAX_AMOUNT))
                .count();
            Ok(!index.has_child(element, TAX_AMOUNT) || parts == 0 || parts != parts_with_tax)
        }
        "BR-CO-15" => has_no_tax_in_its_currency(index, element),
        "BR-CO-16" => Ok(!index.has_child(element, const { cbc("TaxInclusiveAmount") })),
        "BR-CO-17" => Ok(!index.has_child(element, TAX_AMOUNT)),
        _ => Ok(false),
    }
}

/// Whether payment means or a part of the VAT breakdown stand anywhere but in the document itself: the
/// contexts of tax data name the whole path.
fn stands_elsewhere(index: &Index<'_>, element: Element) -> bool {
    let parent = index.parent(element);
    match index.name(element) {
        PAYMENT_MEANS => parent != Some(Element::ROOT),
        TAX_SUBTOTAL => parent.and_then(|total| index.parent(total)) != Some(Element::ROOT),
        _ => false,
    }
}

/// Whether no total of VAT is in the document's currency. With two of them the official engine cannot
/// add up.
fn has_no_tax_in_its_currency(index: &Index<'_>, document: Element) -> Truth {
    for currency in index.children_named(document, const { cbc("DocumentCurrencyCode") }) {
        let code = index.value(currency);
        let mut taxes = index
            .path(document, &[TAX_TOTAL, TAX_AMOUNT])
            .filter(|tax| index.attribute(*tax, Attribute::CurrencyId) == Some(&code));
        match (taxes.next(), taxes.next()) {
            (Some(_), Some(second)) => return Err(StylesheetAborted::too_many(second)),
            (Some(_), None) => return Ok(false),
            (None, _) => {}
        }
    }
    Ok(true)
}

/// The code lists are those of May 2025.
fn codes(rule: &Rule) -> Option<&'static CodeList> {
    match rule.id {
        "BR-CL-01" => Some(&DOCUMENT_TYPES),
        "BR-CL-03" | "BR-CL-04" | "BR-CL-05" => Some(&CURRENCIES),
        "BR-CL-10" => Some(&IDENTIFIERS),
        "BR-CL-25" => Some(&ENDPOINTS),
        _ => None,
    }
}

/// The rules that tax data write differently.
fn differing(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    if index.name(Element::ROOT) != billing_rules::machinery::INVOICE {
        return Ok(());
    }
    if uses(index, "S")? && !stands_in_breakdown(index, "S")? {
        hits.push(TAXED.rule(), Element::ROOT);
    }
    if is_split(index) {
        hits.push(SPLIT.rule(), Element::ROOT);
    }
    let seller = const { [cac("AccountingSupplierParty"), cac("Party")] };
    for party in index.path(Element::ROOT, &seller) {
        if index.count(party, PARTY_TAX_SCHEME) > 1 {
            hits.push(REGISTRATIONS.rule(), party);
        }
    }
    for party in index.children_named(Element::ROOT, const { cac("TaxRepresentativeParty") }) {
        let numbers = const { [cac("Party"), PARTY_TAX_SCHEME, cbc("CompanyID")] };
        if index.path(party, &numbers).count() > 1 {
            hits.push(REPRESENTATIVE.rule(), party);
        }
    }
    Ok(())
}

/// Whether items, or allowances and charges, have the VAT category.
fn uses(index: &Index<'_>, code: &str) -> Truth {
    let charges = index.named(ALLOWANCE_CHARGE);
    let of_charges = charges.flat_map(|charge| index.children_named(charge, TAX_CATEGORY));
    any_has(index, of_charges.chain(index.named(ITEM_CATEGORY)), code)
}

fn stands_in_breakdown(index: &Index<'_>, code: &str) -> Truth {
    let path = [TAX_TOTAL, TAX_SUBTOTAL, TAX_CATEGORY];
    any_has(index, index.path(Element::ROOT, &path), code)
}

/// Whether any of the categories has the code; one with two codes is an error.
fn any_has(index: &Index<'_>, mut categories: impl Iterator<Item = Element>, code: &str) -> Truth {
    categories.try_fold(false, |found, category| {
        let id = index.only(category, ID)?;
        Ok(found || id.is_some_and(|id| index.is_normalized(id, code)))
    })
}

/// Whether the document has the category of split payment, and items or charges of the standard rate.
fn is_split(index: &Index<'_>) -> bool {
    let ids =
        |path: &[Name], code: &str| index.path(Element::ROOT, path).any(|id| index.is(id, code));
    let items = |code: &str| {
        let ids = index.named(ITEM_CATEGORY).flat_map(|item| index.children_named(item, ID));
        ids.into_iter().any(|id| index.is(id, code))
    };
    let of_charges = [ALLOWANCE_CHARGE, TAX_CATEGORY, ID];
    let of_breakdown = [TAX_TOTAL, TAX_SUBTOTAL, TAX_CATEGORY, ID];
    (ids(&of_breakdown, "B") || ids(&of_charges, "B") || items("B"))
        && (ids(&of_charges, "S") || items("S"))
}
