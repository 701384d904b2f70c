//! Elements that only some references to documents may have.

use super::{name, unused};
use crate::index::{Element, Index};
use crate::names::{Name, ram};
use crate::rule::Rule;
use crate::verdict::Hits;

/// Elements that only the additional documents of these type codes may have.
static BY_TYPE: [(Name, &[&str], &Rule); 5] = [
    (ram("URIID"), &["916"], &CII_DT_015),
    (name::TYPE_CODE, &["50", "130", "916"], &CII_DT_018),
    (name::NAME, &["916"], &CII_DT_021),
    (name::ATTACHMENT, &["916"], &CII_DT_022),
    (name::REFERENCE_CODE, &["130"], &CII_DT_024),
];

/// Runs the rules on an element whose name ends in `ReferencedDocument`.
pub(super) fn check(index: &Index<'_>, document: Element, hits: &mut Hits) {
    unused::check_referenced_document(index, document, hits);
    let additional = index.name(document) == name::ADDITIONAL_DOCUMENT;
    for (child, types, rule) in BY_TYPE {
        let Some(found) = index.child(document, child) else { continue };
        let of_type = || {
            index
                .children_named(document, name::TYPE_CODE)
                .any(|code| types.iter().any(|known| index.is(code, known)))
        };
        if !(additional && of_type()) {
            hits.push(rule, found);
        }
    }
    if let Some(date) = index.child(document, name::FORMATTED_ISSUE)
        && index.name(document) != name::INVOICE_REFERENCE
    {
        hits.push(&CII_DT_027, date);
    }
}

static CII_DT_015: Rule = Rule::fatal(
    "CII-DT-015",
    &[],
    "An address of a document stands with a reference that is no supporting document (916).",
    "Remove the element, or give the reference the type that the element is for.",
);

static CII_DT_018: Rule = Rule::fatal(
    "CII-DT-018",
    &[],
    "A type code stands with a reference that has none, or the type code is not allowed.",
    "Use 50 (tender), 130 (object) or 916 (supporting document) on additional documents only.",
);

static CII_DT_021: Rule = Rule::fatal(
    "CII-DT-021",
    &[],
    "A document name stands with a reference that is no supporting document (916).",
    "Remove the element, or give the reference the type that the element is for.",
);

static CII_DT_022: Rule = Rule::fatal(
    "CII-DT-022",
    &[],
    "An attachment stands with a reference that is no supporting document (916).",
    "Remove the element, or give the reference the type that the element is for.",
);

static CII_DT_024: Rule = Rule::fatal(
    "CII-DT-024",
    &[],
    "A reference type stands with a reference that is no invoiced object (130).",
    "Remove the element, or give the reference the type that the element is for.",
);

static CII_DT_027: Rule = Rule::fatal(
    "CII-DT-027",
    &[],
    "A date stands with a reference other than that to a preceding invoice.",
    "Remove the date.",
);

/// The rules of this file.
pub(super) static RULES: [&Rule; 6] =
    [&CII_DT_015, &CII_DT_018, &CII_DT_021, &CII_DT_022, &CII_DT_024, &CII_DT_027];
