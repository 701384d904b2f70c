//! The code lists, each with its rule.

use crate::code_list::CodeList;
use crate::rule::Rule;

pub(super) static INVOICE_TYPES: CodeList = CodeList::new(include_str!("invoice_types.txt"));
pub(super) static CREDIT_NOTE_TYPES: CodeList =
    CodeList::new(include_str!("credit_note_types.txt"));
pub(super) static CURRENCIES: CodeList = CodeList::new(include_str!("currencies.txt"));
pub(super) static REFERENCES: CodeList = CodeList::new(include_str!("reference_qualifiers.txt"));
pub(super) static NOTE_SUBJECTS: CodeList = CodeList::new(include_str!("note_subjects.txt"));
pub(super) static SCHEMES: CodeList = CodeList::new(include_str!("identifier_schemes.txt"));
pub(super) static ITEM_TYPES: CodeList = CodeList::new(include_str!("item_types.txt"));
pub(super) static COUNTRIES: CodeList = CodeList::new(include_str!("countries.txt"));
pub(super) static PAYMENT_MEANS: CodeList = CodeList::new(include_str!("payment_means.txt"));
pub(super) static CHARGE_REASONS: CodeList = CodeList::new(include_str!("charge_reasons.txt"));
pub(super) static EXEMPTIONS: CodeList = CodeList::new(include_str!("exemption_reasons.txt"));
pub(super) static UNITS: CodeList = CodeList::new(include_str!("units.txt"));
pub(super) static ENDPOINTS: CodeList = CodeList::new(include_str!("endpoint_schemes.txt"));
/// UNTDID 2475, the three events that EN 16931 allows.
pub(super) static TAX_POINTS: CodeList = CodeList::new("3 35 432");
/// UNTDID 5305, with split payment.
pub(super) static CATEGORIES: CodeList = CodeList::new("AE L M E S Z G O K B");
/// UNTDID 5189.
pub(super) static ALLOWANCE_REASONS: CodeList =
    CodeList::new("41 42 60 62 63 64 65 66 67 68 70 71 88 95 100 102 103 104 105");
/// The media types of attachments.
pub(super) static MEDIA_TYPES: CodeList = CodeList::new(
    "application/pdf image/png image/jpeg text/csv \
     application/vnd.openxmlformats-officedocument.spreadsheetml.sheet \
     application/vnd.oasis.opendocument.spreadsheet",
);

/// A rule and the list that a value must be from.
pub(in crate::ubl) struct Listed {
    pub(in crate::ubl) rule: Rule,
    pub(super) codes: &'static CodeList,
}

const fn listed(
    codes: &'static CodeList,
    id: &'static str,
    terms: &'static [&'static str],
    message: &'static str,
    hint: &'static str,
) -> Listed {
    Listed { rule: Rule::fatal(id, terms, message, hint), codes }
}

pub(super) static TYPE: Listed = listed(
    &INVOICE_TYPES,
    "BR-CL-01",
    &["BT-3"],
    "The type code {found} is none of UNTDID 1001 for this document.",
    "Use 380 for an invoice, 381 for a credit note.",
);
pub(super) static AMOUNT: Listed = listed(
    &CURRENCIES,
    "BR-CL-03",
    &["BT-5"],
    "The amount's currency {found} is none of ISO 4217.",
    "Use a code such as EUR in currencyID.",
);
pub(super) static CURRENCY: Listed = listed(
    &CURRENCIES,
    "BR-CL-04",
    &["BT-5"],
    "The document's currency {found} is none of ISO 4217.",
    "Use a code such as EUR.",
);
pub(super) static TAX_CURRENCY: Listed = listed(
    &CURRENCIES,
    "BR-CL-05",
    &["BT-6"],
    "The VAT accounting currency {found} is none of ISO 4217.",
    "Use a code such as EUR.",
);
pub(super) static TAX_POINT: Listed = listed(
    &TAX_POINTS,
    "BR-CL-06",
    &["BT-8"],
    "The VAT point date code {found} is not allowed.",
    "Use 3 (issue), 35 (delivery) or 432 (payment).",
);
pub(super) static OBJECT: Listed = listed(
    &REFERENCES,
    "BR-CL-07",
    &["BT-18-1", "BT-128-1"],
    "The invoiced object's scheme {found} is none of UNTDID 1153.",
    "Use a reference qualifier such as AFL.",
);
pub(super) static NOTE: Listed = listed(
    &NOTE_SUBJECTS,
    "BR-CL-08",
    &["BT-21"],
    "The note's subject code is none of UNTDID 4451.",
    "Write a note's subject as #AAI# before its text.",
);
pub(super) static IDENTIFIER: Listed = listed(
    &SCHEMES,
    "BR-CL-10",
    &["BT-29-1", "BT-46-1", "BT-60-1"],
    "The identifier's scheme {found} is none of ISO 6523.",
    "Use a code such as 0245, or SEPA for a creditor's.",
);
pub(super) static REGISTRATION: Listed = listed(
    &SCHEMES,
    "BR-CL-11",
    &["BT-30-1", "BT-47-1", "BT-61-1"],
    "The registration's scheme {found} is none of ISO 6523.",
    "Use a code such as 0158.",
);
pub(super) static CLASSIFICATION: Listed = listed(
    &ITEM_TYPES,
    "BR-CL-13",
    &["BT-158-1"],
    "The classification's list {found} is none of UNTDID 7143.",
    "Use a code such as STI.",
);
pub(super) static COUNTRY: Listed = listed(
    &COUNTRIES,
    "BR-CL-14",
    &["BT-40", "BT-55", "BT-69", "BT-80"],
    "The country {found} is none of ISO 3166-1.",
    "Use a code such as SK.",
);
pub(super) static ORIGIN: Listed = listed(
    &COUNTRIES,
    "BR-CL-15",
    &["BT-159"],
    "The country of origin {found} is none of ISO 3166-1.",
    "Use a code such as SK.",
);
pub(super) static MEANS: Listed = listed(
    &PAYMENT_MEANS,
    "BR-CL-16",
    &["BT-81"],
    "The payment means' code {found} is none of UNTDID 4461.",
    "Use a code such as 30 or 58.",
);
pub(super) static CATEGORY: Listed = listed(
    &CATEGORIES,
    "BR-CL-17",
    &["BT-95", "BT-102", "BT-118"],
    "The VAT category {found} is none of UNTDID 5305.",
    "Use S, Z, E, AE, K, G, O, L or M.",
);
pub(super) static ITEM_CATEGORY: Listed = listed(
    &CATEGORIES,
    "BR-CL-18",
    &["BT-151"],
    "The item's VAT category {found} is none of UNTDID 5305.",
    "Use S, Z, E, AE, K, G, O, L or M.",
);
pub(super) static ALLOWANCE_REASON: Listed = listed(
    &ALLOWANCE_REASONS,
    "BR-CL-19",
    &["BT-98", "BT-140"],
    "The allowance's reason code {found} is none of UNTDID 5189.",
    "Use a code such as 95 (discount).",
);
pub(super) static CHARGE_REASON: Listed = listed(
    &CHARGE_REASONS,
    "BR-CL-20",
    &["BT-105", "BT-145"],
    "The charge's reason code {found} is none of UNTDID 7161.",
    "Use a code such as FC (freight).",
);
pub(super) static ITEM_IDENTIFIER: Listed = listed(
    &SCHEMES,
    "BR-CL-21",
    &["BT-157-1"],
    "The item identifier's scheme {found} is none of ISO 6523.",
    "Use a code such as 0160 (GTIN).",
);
pub(super) static EXEMPTION: Listed = listed(
    &EXEMPTIONS,
    "BR-CL-22",
    &["BT-121"],
    "The exemption reason code {found} is none of the VATEX list.",
    "Use a code such as VATEX-EU-AE.",
);
pub(super) static UNIT: Listed = listed(
    &UNITS,
    "BR-CL-23",
    &["BT-130", "BT-150"],
    "The unit {found} is none of Recommendation 20 and 21.",
    "Use a code such as C62, HUR or KGM.",
);
pub(super) static MEDIA_TYPE: Listed = listed(
    &MEDIA_TYPES,
    "BR-CL-24",
    &["BT-125-1"],
    "The attachment's media type {found} is not allowed.",
    "Attach PDF, PNG, JPEG, CSV, XLSX or ODS.",
);
pub(super) static ENDPOINT: Listed = listed(
    &ENDPOINTS,
    "BR-CL-25",
    &["BT-34-1", "BT-49-1"],
    "The electronic address's scheme {found} is none of the EAS list.",
    "Use a code such as 0245 or 9915.",
);
pub(super) static LOCATION: Listed = listed(
    &SCHEMES,
    "BR-CL-26",
    &["BT-71-1"],
    "The delivery location's scheme {found} is none of ISO 6523.",
    "Use a code such as 0088 (GLN).",
);

/// All of them.
pub(in crate::ubl) static ALL: [&Listed; 23] = [
    &TYPE,
    &AMOUNT,
    &CURRENCY,
    &TAX_CURRENCY,
    &TAX_POINT,
    &OBJECT,
    &NOTE,
    &IDENTIFIER,
    &REGISTRATION,
    &CLASSIFICATION,
    &COUNTRY,
    &ORIGIN,
    &MEANS,
    &CATEGORY,
    &ITEM_CATEGORY,
    &ALLOWANCE_REASON,
    &CHARGE_REASON,
    &ITEM_IDENTIFIER,
    &EXEMPTION,
    &UNIT,
    &MEDIA_TYPE,
    &ENDPOINT,
    &LOCATION,
];
