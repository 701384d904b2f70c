//! The extension's rules that are the same over UBL and CII: kinds of attachments, schemes of identifiers.

use super::schemes::{EAS, ICD, Schemes};
use crate::index::{Attribute, Element, Index};
use crate::rule::Rule;
use crate::verdict::Hits;

/// The kinds of file that an attachment may be.
const MEDIA_TYPES: [&str; 7] = [
    "application/pdf",
    "image/png",
    "image/jpeg",
    "text/csv",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.oasis.opendocument.spreadsheet",
    "application/xml",
];

/// BR-DEX-01 of an attachment.
pub(super) fn attachment(index: &Index<'_>, attachment: Element, hits: &mut Hits) {
    let kind = index.attribute(attachment, Attribute::MimeCode);
    if !kind.is_some_and(|kind| MEDIA_TYPES.contains(&kind)) {
        hits.push(&BR_DEX_01, attachment);
    }
}

/// An identifier that has a scheme is of a known one.
pub(super) fn identifier(index: &Index<'_>, id: Element, rule: &'static Rule, hits: &mut Hits) {
    scheme(index, id, (rule, &ICD), hits);
}

/// BR-DEX-07 of an electronic address.
pub(super) fn address(index: &Index<'_>, address: Element, hits: &mut Hits) {
    scheme(index, address, (&BR_DEX_07, &EAS), hits);
}

fn scheme(
    index: &Index<'_>,
    id: Element,
    (rule, schemes): (&'static Rule, &Schemes),
    hits: &mut Hits,
) {
    if index.has(id, Attribute::SchemeId) && !schemes.know(index, id, Attribute::SchemeId) {
        hits.push(rule, id);
    }
}

/// The rules of this file.
pub(super) static RULES: [&Rule; 6] =
    [&BR_DEX_01, &BR_DEX_04, &BR_DEX_05, &BR_DEX_06, &BR_DEX_07, &BR_DEX_08];

static BR_DEX_01: Rule = Rule::fatal(
    "BR-DEX-01",
    &["BT-125"],
    "An attachment is of a kind that the extension does not know.",
    "Attach PDF, PNG, JPEG, CSV, XLSX, ODS or XML and name the kind in mimeCode.",
);
pub(super) static BR_DEX_04: Rule = Rule::fatal(
    "BR-DEX-04",
    &["BT-29", "BT-46", "BT-60"],
    "The scheme of a party's identifier is none of ISO 6523 or XR01 to XR03.",
    "Name a code of the list in schemeID; in UBL, SEPA of seller and payee as well.",
);
pub(super) static BR_DEX_05: Rule = Rule::fatal(
    "BR-DEX-05",
    &["BT-30", "BT-47", "BT-61"],
    "The scheme of a registration number is none of ISO 6523 or XR01 to XR03.",
    "Name a code of the list in schemeID, or leave the attribute out.",
);
pub(super) static BR_DEX_06: Rule = Rule::fatal(
    "BR-DEX-06",
    &["BT-157"],
    "The scheme of an item's standard identifier is none of ISO 6523 or XR01 to XR03.",
    "Name a code of the list in schemeID, 0160 for a GTIN.",
);
static BR_DEX_07: Rule = Rule::fatal(
    "BR-DEX-07",
    &["BT-34", "BT-49"],
    "The scheme of an electronic address is none of the EAS list of CEN 1.3.15 or XR01 to XR03.",
    "Name a code of the list in schemeID.",
);
pub(super) static BR_DEX_08: Rule = Rule::fatal(
    "BR-DEX-08",
    &["BT-71"],
    "The scheme of the place of delivery is none of ISO 6523 or XR01 to XR03.",
    "Name a code of the list in schemeID, or leave the attribute out.",
);
