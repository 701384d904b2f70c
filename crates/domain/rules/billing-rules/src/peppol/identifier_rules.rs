//! What is said of identifiers that are wrong, by their scheme.

use crate::release::Release;
use crate::rule::Rule;

pub(super) static R040_2026_5: Rule = Rule::fatal(
    "PEPPOL-COMMON-R040",
    &[],
    "\"{found}\" is no Global Location Number (scheme 0088): its check digit is wrong.",
    "Check the GLN's thirteen digits.",
)
.until(Release::May2026);
pub(super) static R040: Rule = Rule::fatal(
    "PEPPOL-COMMON-R040",
    &[],
    "\"{found}\" is no Global Location Number (scheme 0088).",
    "Give thirteen digits; the last is a check digit.",
)
.since(Release::November2026);
pub(super) static R041: Rule = Rule::fatal(
    "PEPPOL-COMMON-R041",
    &[],
    "\"{found}\" is no Norwegian organization number (scheme 0192).",
    "Give nine digits; the last is a check digit.",
);
pub(super) static R042: Rule = Rule::fatal(
    "PEPPOL-COMMON-R042",
    &[],
    "\"{found}\" is no Danish CVR number (scheme 0184).",
    "Give eight digits, with DK before them or not.",
);
pub(super) static R052: Rule = Rule::fatal(
    "PEPPOL-COMMON-R052",
    &[],
    "\"{found}\" is no Danish P number (scheme 0096).",
    "Give ten digits.",
);
pub(super) static R053: Rule = Rule::fatal(
    "PEPPOL-COMMON-R053",
    &[],
    "\"{found}\" is no Danish SE number (scheme 0198).",
    "Give DK and eight digits.",
);
pub(super) static R043_2026_5: Rule = Rule::fatal(
    "PEPPOL-COMMON-R043",
    &[],
    "\"{found}\" is no Belgian enterprise number (scheme 0208).",
    "Give ten digits; the last two are check digits.",
)
.until(Release::May2026);
pub(super) static R043: Rule = Rule::fatal(
    "PEPPOL-COMMON-R043",
    &[],
    "\"{found}\" is no Belgian enterprise number (scheme 0208).",
    "Give ten digits; the first is 0 or 1, the last two are check digits.",
)
.since(Release::November2026);
pub(super) static R062: Rule = Rule::warning(
    "PEPPOL-COMMON-R062",
    &["BT-31", "BT-48", "BT-63"],
    "\"{found}\" begins like a Belgian VAT number but is none.",
    "Give BE and ten digits; the first is 0 or 1, the last two are check digits.",
)
.since(Release::November2026);
pub(super) static R044: Rule = Rule::warning(
    "PEPPOL-COMMON-R044",
    &[],
    "\"{found}\" is no Italian IPA code (scheme 0201).",
    "Give six letters and digits.",
);
pub(super) static R045: Rule = Rule::warning(
    "PEPPOL-COMMON-R045",
    &[],
    "\"{found}\" is no Italian tax code (scheme 0210).",
    "Give the sixteen characters of a person's code or the eleven digits of a company's.",
);
pub(super) static R046: Rule = Rule::warning(
    "PEPPOL-COMMON-R046",
    &[],
    "\"{found}\" is no Italian tax code (scheme 9907).",
    "Give the sixteen characters of a person's code or the eleven digits of a company's.",
);
pub(super) static R047: Rule = Rule::warning(
    "PEPPOL-COMMON-R047",
    &[],
    "\"{found}\" is no Italian VAT number (scheme 0211).",
    "Give IT and eleven digits; the last is a check digit.",
);
pub(super) static R049: Rule = Rule::fatal(
    "PEPPOL-COMMON-R049",
    &[],
    "\"{found}\" is no Swedish organization number (scheme 0007).",
    "Give ten digits without a hyphen; the last is a check digit.",
);
pub(super) static R050: Rule = Rule::fatal(
    "PEPPOL-COMMON-R050",
    &[],
    "\"{found}\" is no Australian Business Number (scheme 0151).",
    "Give eleven digits; the first two are check digits.",
);
const R054_WORDS: Rule = Rule::fatal(
    "PEPPOL-COMMON-R054",
    &[],
    "\"{found}\" is no Dutch KVK number (scheme 0106).",
    "Give eight digits.",
);
pub(super) static R054_2026_5: Rule = R054_WORDS.only_warning().until(Release::May2026);
pub(super) static R054: Rule = R054_WORDS.since(Release::November2026);
const R055_WORDS: Rule = Rule::fatal(
    "PEPPOL-COMMON-R055",
    &[],
    "\"{found}\" is no Dutch OIN (scheme 0190).",
    "Give twenty digits.",
);
pub(super) static R055_2026_5: Rule = R055_WORDS.only_warning().until(Release::May2026);
pub(super) static R055: Rule = R055_WORDS.since(Release::November2026);
const R056_1_WORDS: Rule = Rule::fatal(
    "PEPPOL-COMMON-R056-1",
    &[],
    "\"{found}\" is no Dutch VAT number (scheme 9944).",
    "Give NL, nine digits, B and two digits.",
);
pub(super) static R056_1_2026_5: Rule = R056_1_WORDS.only_warning().until(Release::May2026);
pub(super) static R056_1: Rule = R056_1_WORDS.since(Release::November2026);
const R056_2_WORDS: Rule = Rule::fatal(
    "PEPPOL-COMMON-R056-2",
    &["BT-31", "BT-48", "BT-63"],
    "\"{found}\" begins like a Dutch VAT number but is none.",
    "Give NL, nine digits, B and two digits.",
);
pub(super) static R056_2_2026_5: Rule = R056_2_WORDS.only_warning().until(Release::May2026);
pub(super) static R056_2: Rule = R056_2_WORDS.since(Release::November2026);
const R057_WORDS: Rule = Rule::fatal(
    "PEPPOL-COMMON-R057",
    &[],
    "\"{found}\" is no Dutch establishment number (scheme 0217).",
    "Give twelve digits.",
);
pub(super) static R057_2026_5: Rule = R057_WORDS.only_warning().until(Release::May2026);
pub(super) static R057: Rule = R057_WORDS.since(Release::November2026);
pub(super) static R058: Rule = Rule::warning(
    "PEPPOL-COMMON-R058",
    &["BT-31", "BT-48", "BT-63"],
    "\"{found}\" begins like a Luxembourg VAT number but is none.",
    "Give LU and eight digits; the last two are check digits.",
)
.since(Release::November2026);
pub(super) static R059: Rule = Rule::warning(
    "PEPPOL-COMMON-R059",
    &[],
    "\"{found}\" is no Luxembourg matricule (scheme 0240).",
    "Give eleven digits; the fifth and sixth are the legal form, the last is a check digit.",
)
.since(Release::November2026);
