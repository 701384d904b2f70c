//! Code lists: a table of elements and attributes with the list that their values are of.

use super::invoice::Invoice;
use super::name;
use crate::code_list::CodeList;
use crate::index::{Attribute, Element, Index};
use crate::names::Name;
use crate::rule::Rule;
use crate::verdict::Hits;

static DOCUMENT_TYPES: CodeList = CodeList::new(include_str!("codes/document_types.txt"));
static NOTE_SUBJECTS: CodeList = CodeList::new(include_str!("codes/note_subjects.txt"));
static COUNTRIES: CodeList = CodeList::new(include_str!("codes/countries.txt"));
static TAX_POINT_CODES: CodeList = CodeList::new(include_str!("codes/tax_point_codes.txt"));
static VAT_CATEGORIES: CodeList = CodeList::new(include_str!("codes/vat_categories.txt"));
static ALLOWANCE_REASONS: CodeList = CodeList::new(include_str!("codes/allowance_reasons.txt"));
/// Prefixes of VAT identifiers.
pub(super) static VAT_PREFIXES: CodeList = CodeList::new(include_str!("codes/vat_prefixes.txt"));
// The other lists are the same for both syntaxes.
static CURRENCIES: CodeList = CodeList::new(include_str!("../ubl/codes/currencies.txt"));
static REFERENCES: CodeList = CodeList::new(include_str!("../ubl/codes/reference_qualifiers.txt"));
static ID_SCHEMES: CodeList = CodeList::new(include_str!("../ubl/codes/identifier_schemes.txt"));
static ITEM_TYPES: CodeList = CodeList::new(include_str!("../ubl/codes/item_types.txt"));
static PAYMENT_MEANS: CodeList = CodeList::new(include_str!("../ubl/codes/payment_means.txt"));
static CHARGE_REASONS: CodeList = CodeList::new(include_str!("../ubl/codes/charge_reasons.txt"));
static EXEMPTIONS: CodeList = CodeList::new(include_str!("../ubl/codes/exemption_reasons.txt"));
static UNITS: CodeList = CodeList::new(include_str!("../ubl/codes/units.txt"));
static ADDRESS_SCHEMES: CodeList = CodeList::new(include_str!("../ubl/codes/endpoint_schemes.txt"));

/// An element whose text, or one of whose attributes, is of a list.
struct Coded {
    name: Name,
    /// Only under this parent.
    under: Option<Name>,
    /// The attribute that holds the code; without it the element is let be.
    attribute: Option<Attribute>,
    list: &'static CodeList,
    rule: &'static Rule,
}

const fn element(
    name: Name,
    under: Option<Name>,
    list: &'static CodeList,
    rule: &'static Rule,
) -> Coded {
    Coded { name, under, attribute: None, list, rule }
}

const fn attribute(
    name: Name,
    under: Option<Name>,
    attribute: Attribute,
    list: &'static CodeList,
    rule: &'static Rule,
) -> Coded {
    Coded { name, under, attribute: Some(attribute), list, rule }
}

static CODED: [Coded; 15] = [
    element(name::TYPE_CODE, Some(name::DOCUMENT), &DOCUMENT_TYPES, &BR_CL_01),
    attribute(name::TAX_TOTAL, None, Attribute::CurrencyId, &CURRENCIES, &BR_CL_03),
    element(name::INVOICE_CURRENCY, None, &CURRENCIES, &BR_CL_04),
    element(name::TAX_CURRENCY, None, &CURRENCIES, &BR_CL_05),
    element(name::DUE_DATE_CODE, None, &TAX_POINT_CODES, &BR_CL_06),
    element(name::REFERENCE_CODE, None, &REFERENCES, &BR_CL_07),
    element(name::SUBJECT_CODE, None, &NOTE_SUBJECTS, &BR_CL_08),
    attribute(name::CLASS_CODE, None, Attribute::ListId, &ITEM_TYPES, &BR_CL_13),
    element(name::COUNTRY, None, &COUNTRIES, &BR_CL_14),
    element(name::TYPE_CODE, Some(name::PAYMENT_MEANS), &PAYMENT_MEANS, &BR_CL_16),
    element(name::CATEGORY_CODE, Some(name::CATEGORY_TAX), &VAT_CATEGORIES, &BR_CL_17),
    element(name::CATEGORY_CODE, Some(name::TAX), &VAT_CATEGORIES, &BR_CL_18),
    attribute(name::BASIS_QUANTITY, None, Attribute::UnitCode, &UNITS, &BR_CL_23),
    attribute(name::BILLED_QUANTITY, None, Attribute::UnitCode, &UNITS, &BR_CL_23),
    attribute(
        name::URI_ID,
        Some(name::URI_COMMUNICATION),
        Attribute::SchemeId,
        &ADDRESS_SCHEMES,
        &BR_CL_25,
    ),
];

/// The kinds of file that an attachment may be.
const MIME_CODES: [&str; 6] = [
    "application/pdf",
    "image/png",
    "image/jpeg",
    "text/csv",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.oasis.opendocument.spreadsheet",
];

/// Runs the rules on all codes of the document.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) {
    let index = invoice.index;
    for coded in &CODED {
        check_coded(index, coded, hits);
    }
    check_global_ids(index, hits);
    check_ids(index, hits);
    check_reasons(invoice, hits);
    for code in index.named(name::EXEMPTION_CODE) {
        let upper = index.normalized(code).to_uppercase();
        if !EXEMPTIONS.has(&upper) {
            hits.push(&BR_CL_22, code);
        }
    }
    for attachment in index.named(name::ATTACHMENT) {
        let code = index.attribute(attachment, Attribute::MimeCode);
        if code.is_some_and(|code| !MIME_CODES.contains(&code)) {
            hits.push(&BR_CL_24, attachment);
        }
    }
}

fn check_coded(index: &Index<'_>, coded: &Coded, hits: &mut Hits) {
    for element in index.named(coded.name) {
        if coded.under.is_some_and(|parent| index.parent_name(element) != parent) {
            continue;
        }
        let good = match coded.attribute {
            None => coded.list.has_normalized(&index.value(element)),
            Some(attribute) => index
                .attribute(element, attribute)
                .is_none_or(|code| coded.list.has_normalized(code)),
        };
        if !good {
            hits.push(coded.rule, element);
        }
    }
}

/// BR-CL-10, BR-CL-21 and BR-CL-26: the first that is for the place.
fn check_global_ids(index: &Index<'_>, hits: &mut Hits) {
    for id in index.named(name::GLOBAL_ID) {
        let Some(scheme) = index.attribute(id, Attribute::SchemeId) else { continue };
        let rule =
            if !index.has_ancestor(id, name::PRODUCT) && !index.has_ancestor(id, name::SHIP_TO) {
                &BR_CL_10
            } else if index.parent_name(id) == name::PRODUCT {
                &BR_CL_21
            } else if index.is_under(id, &[name::SHIP_TO, name::DELIVERY]) {
                &BR_CL_26
            } else {
                continue;
            };
        if !ID_SCHEMES.has_normalized(scheme) {
            hits.push(rule, id);
        }
    }
}

/// BR-CL-11 for identifiers with a scheme, BR-CL-15 for countries of origin without one.
fn check_ids(index: &Index<'_>, hits: &mut Hits) {
    for id in index.named(name::ID) {
        match index.attribute(id, Attribute::SchemeId) {
            Some(scheme) if !index.has_ancestor(id, name::TAX_REGISTRATION) => {
                if !ID_SCHEMES.has_normalized(scheme) {
                    hits.push(&BR_CL_11, id);
                }
            }
            _ => check_origin(index, id, hits),
        }
    }
}

fn check_origin(index: &Index<'_>, id: Element, hits: &mut Hits) {
    if index.parent_name(id) == name::ORIGIN_COUNTRY && !COUNTRIES.has_normalized(&index.value(id))
    {
        hits.push(&BR_CL_15, id);
    }
}

/// BR-CL-19 and BR-CL-20
fn check_reasons(invoice: &Invoice<'_, '_>, hits: &mut Hits) {
    let index = invoice.index;
    for code in index.named(name::REASON_CODE) {
        let Some(part) = index.parent(code) else { continue };
        if index.name(part) != name::ALLOWANCE_CHARGE {
            continue;
        }
        // An indicator that is none makes the rules not apply, as they ask for it in their context.
        let (list, rule) = if invoice.is_charge(part, false).unwrap_or(false) {
            (&ALLOWANCE_REASONS, &BR_CL_19)
        } else if invoice.is_charge(part, true).unwrap_or(false) {
            (&CHARGE_REASONS, &BR_CL_20)
        } else {
            continue;
        };
        if !list.has_normalized(&index.value(code)) {
            hits.push(rule, code);
        }
    }
}

static BR_CL_01: Rule = Rule::fatal(
    "BR-CL-01",
    &[],
    "The type code \"{found}\" is none of the document types that the standard allows.",
    "Use 380 for a commercial invoice, 381 for a credit note, or another code of UNTDID 1001 that the standard allows.",
);

static BR_CL_03: Rule = Rule::fatal(
    "BR-CL-03",
    &[],
    "The currency of the total VAT is no code of ISO 4217.",
    "Use a code of three capital letters, EUR for the euro.",
);

static BR_CL_04: Rule = Rule::fatal(
    "BR-CL-04",
    &[],
    "The invoice currency \"{found}\" is no code of ISO 4217.",
    "Use a code of three capital letters, EUR for the euro.",
);

static BR_CL_05: Rule = Rule::fatal(
    "BR-CL-05",
    &[],
    "The accounting currency \"{found}\" is no code of ISO 4217.",
    "Use a code of three capital letters, EUR for the euro.",
);

static BR_CL_06: Rule = Rule::fatal(
    "BR-CL-06",
    &[],
    "The code of the tax point date, \"{found}\", is not allowed.",
    "Use 5 (invoice date), 29 (delivery date) or 72 (payment date).",
);

static BR_CL_07: Rule = Rule::fatal(
    "BR-CL-07",
    &[],
    "The object identifier has the scheme \"{found}\", which is no code of UNTDID 1153.",
    "Use a code of the list.",
);

static BR_CL_08: Rule = Rule::fatal(
    "BR-CL-08",
    &[],
    "The subject of the note, \"{found}\", is no code of UNTDID 4451.",
    "Use a code of the list.",
);

static BR_CL_10: Rule = Rule::fatal(
    "BR-CL-10",
    &[],
    "The identifier \"{found}\" has a scheme that is not of ISO 6523.",
    "Use an identifier scheme of ISO 6523, 0088 for a GLN or 0160 for a GTIN.",
);

static BR_CL_11: Rule = Rule::fatal(
    "BR-CL-11",
    &[],
    "The registration identifier \"{found}\" has a scheme that is not of ISO 6523.",
    "Use an identifier scheme of ISO 6523, 0088 for a GLN or 0160 for a GTIN.",
);

static BR_CL_13: Rule = Rule::fatal(
    "BR-CL-13",
    &[],
    "The classification \"{found}\" is of a list that is no code of UNTDID 7143.",
    "Use STI for UNSPSC, CV for CPV, or another code of the list.",
);

static BR_CL_14: Rule = Rule::fatal(
    "BR-CL-14",
    &[],
    "The country \"{found}\" is no code of ISO 3166-1.",
    "Use a code of two capital letters.",
);

static BR_CL_15: Rule = Rule::fatal(
    "BR-CL-15",
    &[],
    "The country of origin \"{found}\" is no code of ISO 3166-1.",
    "Use a code of two capital letters.",
);

static BR_CL_16: Rule = Rule::fatal(
    "BR-CL-16",
    &[],
    "The payment means \"{found}\" is no code of UNTDID 4461.",
    "Use 30 or 58 for a credit transfer, 48 for a card, 59 for a direct debit, or another code of the list.",
);

static BR_CL_17: Rule = Rule::fatal(
    "BR-CL-17",
    &[],
    "The VAT category \"{found}\" does not exist.",
    "Use S, Z, E, AE, K, G, O, L, M or B.",
);

static BR_CL_18: Rule = Rule::fatal(
    "BR-CL-18",
    &[],
    "The VAT category \"{found}\" does not exist.",
    "Use S, Z, E, AE, K, G, O, L, M or B.",
);

static BR_CL_19: Rule = Rule::fatal(
    "BR-CL-19",
    &[],
    "The reason of the allowance, \"{found}\", is no code of UNTDID 5189.",
    "Use 95 for a discount, or another code of the list.",
);

static BR_CL_20: Rule = Rule::fatal(
    "BR-CL-20",
    &[],
    "The reason of the charge, \"{found}\", is no code of UNTDID 7161.",
    "Use FC for freight, or another code of the list.",
);

static BR_CL_21: Rule = Rule::fatal(
    "BR-CL-21",
    &[],
    "The standard identifier of the item, \"{found}\", has a scheme that is not of ISO 6523.",
    "Use an identifier scheme of ISO 6523, 0088 for a GLN or 0160 for a GTIN.",
);

static BR_CL_22: Rule = Rule::fatal(
    "BR-CL-22",
    &[],
    "The exemption reason \"{found}\" is no code of the VATEX list.",
    "Use a code of the list.",
);

static BR_CL_23: Rule = Rule::fatal(
    "BR-CL-23",
    &[],
    "The unit of the quantity {found} is no code of Recommendation 20 or 21.",
    "Use C62 for pieces, HUR for hours, KGM for kilograms, or another code of the lists.",
);

static BR_CL_24: Rule = Rule::fatal(
    "BR-CL-24",
    &[],
    "The attached file is of a kind that is not allowed.",
    "Attach PDF, PNG, JPEG, CSV, XLSX or ODS files only.",
);

static BR_CL_25: Rule = Rule::fatal(
    "BR-CL-25",
    &[],
    "The electronic address \"{found}\" has a scheme that is not on the list of electronic address schemes (EAS).",
    "Use a scheme of the list, EM for an e-mail address.",
);

static BR_CL_26: Rule = Rule::fatal(
    "BR-CL-26",
    &[],
    "The identifier of the place of delivery, \"{found}\", has a scheme that is not of ISO 6523.",
    "Use an identifier scheme of ISO 6523, 0088 for a GLN or 0160 for a GTIN.",
);

/// The rules of this file.
pub(super) static RULES: [&Rule; 23] = [
    &BR_CL_01, &BR_CL_03, &BR_CL_04, &BR_CL_05, &BR_CL_06, &BR_CL_07, &BR_CL_08, &BR_CL_10,
    &BR_CL_11, &BR_CL_13, &BR_CL_14, &BR_CL_15, &BR_CL_16, &BR_CL_17, &BR_CL_18, &BR_CL_19,
    &BR_CL_20, &BR_CL_21, &BR_CL_22, &BR_CL_23, &BR_CL_24, &BR_CL_25, &BR_CL_26,
];
