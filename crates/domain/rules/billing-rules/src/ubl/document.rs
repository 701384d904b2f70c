//! Rules of the document as a whole.

use super::category_counts::Place;
use super::context::Ubl;
use super::entry::{Entry, Outcome, Test, Tested, equals, fatal, holds};
use super::tax::Code;
use crate::decimals::decimals;
use crate::index::{Attribute, Element};
use crate::logic::either;
use crate::names::Name;
use crate::names::ubl::{cac, cbc};
use crate::number::XsDecimal;
use crate::verdict::{StylesheetAborted, Value};

const SELLER_NAME: &[Name] =
    &[cac::ACCOUNTING_SUPPLIER_PARTY, cac::PARTY, cac::PARTY_LEGAL_ENTITY, cbc::REGISTRATION_NAME];
const BUYER_NAME: &[Name] =
    &[cac::ACCOUNTING_CUSTOMER_PARTY, cac::PARTY, cac::PARTY_LEGAL_ENTITY, cbc::REGISTRATION_NAME];

/// Rules of `Invoice` and `CreditNote` besides those of VAT categories.
pub(crate) static ROWS: &[Entry] = &[
    fatal(
        "BR-01",
        &["BT-24"],
        Test::HasText(&[cbc::CUSTOMIZATION_ID]),
        "The document does not say which specification it follows.",
        "Add cbc:CustomizationID, such as urn:cen.eu:en16931:2017.",
    ),
    fatal(
        "BR-02",
        &["BT-1"],
        Test::HasText(&[cbc::ID]),
        "The document has no number.",
        "Add cbc:ID with the document's number.",
    ),
    fatal(
        "BR-03",
        &["BT-2"],
        Test::HasText(&[cbc::ISSUE_DATE]),
        "The document has no issue date.",
        "Add cbc:IssueDate as YYYY-MM-DD.",
    ),
    fatal(
        "BR-04",
        &["BT-3"],
        Test::Check(has_type),
        "The document has no type code.",
        "Add cbc:InvoiceTypeCode, such as 380, or cbc:CreditNoteTypeCode, such as 381.",
    ),
    fatal(
        "BR-05",
        &["BT-5"],
        Test::HasText(&[cbc::DOCUMENT_CURRENCY_CODE]),
        "The document has no currency.",
        "Add cbc:DocumentCurrencyCode, such as EUR.",
    ),
    fatal(
        "BR-06",
        &["BT-27"],
        Test::HasText(SELLER_NAME),
        "The seller has no name.",
        "Add cac:PartyLegalEntity/cbc:RegistrationName to the seller's party.",
    ),
    fatal(
        "BR-07",
        &["BT-44"],
        Test::HasText(BUYER_NAME),
        "The buyer has no name.",
        "Add cac:PartyLegalEntity/cbc:RegistrationName to the buyer's party.",
    ),
    fatal(
        "BR-08",
        &["BG-5"],
        Test::Reaches(&[cac::ACCOUNTING_SUPPLIER_PARTY, cac::PARTY, cac::POSTAL_ADDRESS]),
        "The seller has no postal address.",
        "Add cac:PostalAddress to the seller's party.",
    ),
    fatal(
        "BR-10",
        &["BG-8"],
        Test::Reaches(&[cac::ACCOUNTING_CUSTOMER_PARTY, cac::PARTY, cac::POSTAL_ADDRESS]),
        "The buyer has no postal address.",
        "Add cac:PostalAddress to the buyer's party.",
    ),
    fatal(
        "BR-16",
        &["BG-25"],
        Test::HasEither(cac::INVOICE_LINE, cac::CREDIT_NOTE_LINE),
        "The document has no lines.",
        "Add at least one cac:InvoiceLine, or cac:CreditNoteLine in a credit note.",
    ),
    fatal(
        "BR-53",
        &["BT-6", "BT-111"],
        Test::Check(has_tax_in_tax_currency),
        "No VAT total is given in the VAT accounting currency.",
        "Add a cac:TaxTotal/cbc:TaxAmount whose currencyID is the cbc:TaxCurrencyCode.",
    ),
    fatal(
        "BR-CO-03",
        &["BT-7", "BT-8"],
        Test::Check(one_tax_point),
        "Both a VAT point date and a VAT point date code are given.",
        "Keep either cbc:TaxPointDate or cac:InvoicePeriod/cbc:DescriptionCode.",
    ),
    fatal(
        "BR-CO-15",
        &["BT-109", "BT-110", "BT-112"],
        Test::Check(total_with_vat),
        "The total with VAT is given as {found}, but the total without VAT plus the VAT total makes {expected}.",
        "Give one VAT total in the document's currency and add it to the total without VAT.",
    ),
    fatal(
        "BR-CO-18",
        &["BG-23"],
        Test::Reaches(&[cac::TAX_TOTAL, cac::TAX_SUBTOTAL]),
        "The document has no VAT breakdown.",
        "Add a cac:TaxSubtotal to cac:TaxTotal for each VAT category and rate.",
    ),
    fatal(
        "BR-DEC-13",
        &["BT-110"],
        Test::Check(|ubl, _| nested_decimals(ubl, cbc::DOCUMENT_CURRENCY_CODE)),
        "The VAT total has more than two decimals.",
        "Round the VAT total to two decimals.",
    ),
    fatal(
        "BR-DEC-15",
        &["BT-111"],
        Test::Check(|ubl, _| nested_decimals(ubl, cbc::TAX_CURRENCY_CODE)),
        "The VAT total in the accounting currency has more than two decimals.",
        "Round the VAT total to two decimals.",
    ),
    fatal(
        "BR-B-01",
        &["BT-95", "BT-102", "BT-151"],
        Test::Check(split_payment_is_italian),
        "Split payment (B) is used outside Italy.",
        "Use category B only where every country of the document is IT.",
    ),
    fatal(
        "BR-B-02",
        &["BG-20", "BG-21", "BG-25", "BT-95", "BT-102", "BT-118", "BT-151"],
        Test::Check(split_payment_is_alone),
        "Split payment (B) stands beside the standard rate (S).",
        "Use either B or S throughout the document.",
    ),
    fatal(
        "BR-O-11",
        &["BG-23", "BT-118"],
        Test::Check(|ubl, _| only_outside_scope(ubl, Place::Breakdown)),
        "The VAT breakdown has \"not subject to VAT\" (O) beside other categories.",
        "Issue another document for what is subject to VAT.",
    ),
    fatal(
        "BR-O-12",
        &["BG-23", "BG-25", "BT-118", "BT-151"],
        Test::Check(|ubl, _| only_outside_scope(ubl, Place::Item)),
        "A line is subject to VAT though the breakdown is \"not subject to VAT\" (O).",
        "Issue another document for what is subject to VAT.",
    ),
    fatal(
        "BR-O-13",
        &["BG-20", "BG-23", "BT-95", "BT-118"],
        Test::Check(|ubl, _| only_outside_scope(ubl, Place::Allowance)),
        "An allowance is subject to VAT though the breakdown is \"not subject to VAT\" (O).",
        "Issue another document for what is subject to VAT.",
    ),
    fatal(
        "BR-O-14",
        &["BG-21", "BG-23", "BT-102", "BT-118"],
        Test::Check(|ubl, _| only_outside_scope(ubl, Place::Charge)),
        "A charge is subject to VAT though the breakdown is \"not subject to VAT\" (O).",
        "Issue another document for what is subject to VAT.",
    ),
    fatal(
        "BR-IC-11",
        &["BG-14", "BG-23", "BT-72", "BT-118"],
        Test::Check(supply_has_time),
        "An intra-community supply (K) does not say when it was delivered.",
        "Add cac:Delivery/cbc:ActualDeliveryDate or cac:InvoicePeriod.",
    ),
    fatal(
        "BR-IC-12",
        &["BG-23", "BT-80", "BT-118"],
        Test::Check(supply_has_country),
        "An intra-community supply (K) does not say to which country it went.",
        "Add cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode.",
    ),
];

fn has_type(ubl: &Ubl<'_, '_>, document: Element) -> Tested {
    let invoice = ubl.has_text(document, cbc::INVOICE_TYPE_CODE);
    holds(either(invoice, || ubl.has_text(document, cbc::CREDIT_NOTE_TYPE_CODE))?)
}

fn has_tax_in_tax_currency(ubl: &Ubl<'_, '_>, document: Element) -> Tested {
    for currency in ubl.children_named(document, cbc::TAX_CURRENCY_CODE) {
        let currency = ubl.value(currency);
        let given = ubl
            .named(cac::TAX_TOTAL)
            .flat_map(|total| ubl.children_named(total, cbc::TAX_AMOUNT))
            .any(|amount| ubl.attribute(amount, Attribute::CurrencyId) == Some(&currency));
        if !given {
            return Ok(Outcome::Fails);
        }
    }
    Ok(Outcome::Holds)
}

fn one_tax_point(ubl: &Ubl<'_, '_>, document: Element) -> Tested {
    let code = ubl.first_at(document, &[cac::INVOICE_PERIOD, cbc::DESCRIPTION_CODE]);
    holds(code.is_none() || !ubl.has_child(document, cbc::TAX_POINT_DATE))
}

/// In the order in which the official engine reads the values.
fn total_with_vat(ubl: &Ubl<'_, '_>, document: Element) -> Tested {
    for currency in ubl.children_named(document, cbc::DOCUMENT_CURRENCY_CODE) {
        let without = totals(ubl, document, cbc::TAX_EXCLUSIVE_AMOUNT)?;
        let Some(without_vat) = without.first() else {
            return Ok(unknown(
                ubl,
                document,
                "the total without VAT that it starts from is missing",
            ));
        };
        let taxes = taxes_in(ubl, document, &ubl.value(currency))?;
        let tax = match &taxes[..] {
            [tax] => tax,
            [] => return Ok(unknown(ubl, document, NO_TAX)),
            _ => return Ok(unknown(ubl, document, SEVERAL_TAXES)),
        };
        if without.len() > 1 {
            return Err(StylesheetAborted::too_many(document));
        }
        let expected = without_vat.plus(tax).rounded_to_cents();
        let with_vat = totals(ubl, document, cbc::TAX_INCLUSIVE_AMOUNT)?;
        if !with_vat.contains(&expected) {
            let outcome = equals(Some(expected), with_vat.first().cloned(), false)?;
            return Ok(match total_given(ubl, document) {
                Some(total) => outcome.at(ubl, total, cbc::TAX_INCLUSIVE_AMOUNT),
                None => outcome,
            });
        }
    }
    Ok(Outcome::Holds)
}

const NO_TAX: &str = "the document has no VAT total (cac:TaxTotal/cbc:TaxAmount) in its currency";
const SEVERAL_TAXES: &str =
    "the document has several VAT totals (cac:TaxTotal/cbc:TaxAmount) in its currency";

/// The total with VAT cannot be calculated, for this reason.
fn unknown(ubl: &Ubl<'_, '_>, document: Element, why: &'static str) -> Outcome {
    let total = total_given(ubl, document);
    let at = total.and_then(|total| ubl.child(total, cbc::TAX_INCLUSIVE_AMOUNT));
    let actual = at.and_then(|amount| ubl.decimal(amount).ok());
    Outcome::Differs { expected: Value::Unknown(why), actual, at }
}

/// The totals that have one with VAT.
fn total_given(ubl: &Ubl<'_, '_>, document: Element) -> Option<Element> {
    let mut totals = ubl.children_named(document, cac::LEGAL_MONETARY_TOTAL);
    totals.find(|total| ubl.has_child(*total, cbc::TAX_INCLUSIVE_AMOUNT))
}

/// The amounts in the currency, at most one of each `TaxTotal`.
fn taxes_in(
    ubl: &Ubl<'_, '_>,
    document: Element,
    currency: &str,
) -> Result<Vec<XsDecimal>, StylesheetAborted> {
    let mut taxes = Vec::new();
    for total in ubl.children_named(document, cac::TAX_TOTAL) {
        let mut found = None;
        for amount in ubl.children_named(total, cbc::TAX_AMOUNT) {
            if ubl.attribute(amount, Attribute::CurrencyId) == Some(currency)
                && found.replace(amount).is_some()
            {
                return Err(StylesheetAborted::too_many(amount));
            }
        }
        if let Some(amount) = found {
            taxes.push(ubl.decimal(amount)?);
        }
    }
    Ok(taxes)
}

fn totals(
    ubl: &Ubl<'_, '_>,
    document: Element,
    name: Name,
) -> Result<Vec<XsDecimal>, StylesheetAborted> {
    let mut found = Vec::new();
    for total in ubl.children_named(document, cac::LEGAL_MONETARY_TOTAL) {
        found.extend(ubl.child_decimal(total, name)?);
    }
    Ok(found)
}

/// The official rule looks for the currency inside the amount, where it never stands in a document
/// that keeps to the schema.
fn nested_decimals(ubl: &Ubl<'_, '_>, currency: Name) -> Tested {
    let mut found = None;
    for total in ubl.named(cac::TAX_TOTAL) {
        for amount in ubl.children_named(total, cbc::TAX_AMOUNT) {
            let own = ubl.attribute(amount, Attribute::CurrencyId);
            let same = ubl
                .children_named(amount, currency)
                .any(|nested| own == Some(ubl.value(nested).as_ref()));
            if same && found.replace(amount).is_some() {
                return Err(StylesheetAborted::too_many(amount));
            }
        }
    }
    holds(found.is_none_or(|amount| decimals(&ubl.value(amount)) <= 2))
}

fn split_payment_is_italian(ubl: &Ubl<'_, '_>, _: Element) -> Tested {
    let used = [Place::TaxCategory, Place::Item]
        .into_iter()
        .any(|place| ubl.category_counts.at(place, Code::B).exact > 0);
    holds(!used || ubl.named(cbc::IDENTIFICATION_CODE).all(|code| ubl.is(code, "IT")))
}

fn split_payment_is_alone(ubl: &Ubl<'_, '_>, _: Element) -> Tested {
    let places = [Place::Breakdown, Place::DocumentAllowanceCharge, Place::Item];
    let used = |code| places.into_iter().any(|place| ubl.category_counts.at(place, code).exact > 0);
    holds(!used(Code::B) || !used(Code::S))
}

fn only_outside_scope(ubl: &Ubl<'_, '_>, place: Place) -> Tested {
    let outside = ubl.category_counts.at(Place::Breakdown, Code::O).vat > 0;
    holds(!outside || ubl.category_counts.vat_of_other_codes(place, Code::O) == 0)
}

fn is_intra_community(ubl: &Ubl<'_, '_>) -> bool {
    ubl.category_counts.at(Place::Breakdown, Code::K).vat > 0
}

fn supply_has_time(ubl: &Ubl<'_, '_>, document: Element) -> Tested {
    if !is_intra_community(ubl) {
        return Ok(Outcome::Holds);
    }
    let date = ubl.only_at(document, &[cac::DELIVERY, cbc::ACTUAL_DELIVERY_DATE]);
    let is_dated = date.map(|date| date.is_some_and(|date| ubl.value(date).chars().count() > 1));
    let mut periods = ubl.children_named(document, cac::INVOICE_PERIOD);
    holds(either(is_dated, || Ok(periods.any(|period| ubl.has_children(period))))?)
}

fn supply_has_country(ubl: &Ubl<'_, '_>, document: Element) -> Tested {
    const COUNTRY: &[Name] = &[
        cac::DELIVERY,
        cac::DELIVERY_LOCATION,
        cac::ADDRESS,
        cac::COUNTRY,
        cbc::IDENTIFICATION_CODE,
    ];
    if !is_intra_community(ubl) {
        return Ok(Outcome::Holds);
    }
    let country = ubl.only_at(document, COUNTRY)?;
    holds(country.is_some_and(|country| ubl.value(country).chars().count() > 1))
}
