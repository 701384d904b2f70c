//! Clean vehicles (CVD): what an item says of a vehicle, the same over UBL and CII.

use super::schemes::ITEM_TYPES;
use crate::index::{Attribute, Element, Index};
use crate::peppol::reading::require;
use crate::rule::Rule;
use crate::verdict::Hits;

/// The categories of vehicles.
const CATEGORIES: [&str; 6] = ["M1", "M2", "M3", "N1", "N2", "N3"];
/// What a vehicle is.
const CLEANNESS: [&str; 3] = ["clean", "zero-emission", "other"];
/// The list of classifications, and the attribute of items.
pub(super) const LIST: &str = "CVD";
pub(super) const ATTRIBUTE: &str = "cva";

/// What an item says of a vehicle.
pub(super) struct Item {
    /// Its classifications by the list of vehicle categories.
    pub(super) categories: usize,
    /// Its attributes of the name `cva`.
    pub(super) attributes: usize,
}

impl Item {
    /// Whether it is a vehicle, with category and attribute.
    pub(super) const fn is_vehicle(&self) -> bool {
        self.categories > 0 && self.attributes > 0
    }

    /// BR-DE-CVD-06-a and 06-b: one of the two asks for exactly one of the other.
    pub(super) fn check(&self, item: Element, hits: &mut Hits) {
        require(hits, &BR_DE_CVD_06_A, item, self.categories == 0 || self.attributes == 1);
        require(hits, &BR_DE_CVD_06_B, item, self.attributes == 0 || self.categories == 1);
    }
}

/// Whether the classification is exactly of the list of vehicle categories.
pub(super) fn is_category(index: &Index<'_>, code: Element) -> bool {
    index.attribute(code, Attribute::ListId) == Some(LIST)
}

/// BR-TMP-CVD-01 and BR-DE-CVD-04 of a classification.
pub(super) fn classification(index: &Index<'_>, code: Element, hits: &mut Hits) {
    require(hits, &BR_TMP_CVD_01, code, ITEM_TYPES.know(index, code, Attribute::ListId));
    let list = index.attribute(code, Attribute::ListId).unwrap_or_default();
    if xml::white_space::normalized(list) == LIST {
        let category = index.normalized(code);
        require(hits, &BR_DE_CVD_04, code, CATEGORIES.contains(&category.as_ref()));
    }
}

/// BR-DE-CVD-05 of an attribute `cva`, whose value is the only element given.
pub(super) fn cleanness(
    index: &Index<'_>,
    attribute: Element,
    value: Option<Element>,
    hits: &mut Hits,
) {
    let known = value.is_some_and(|value| CLEANNESS.contains(&index.normalized(value).as_ref()));
    require(hits, &BR_DE_CVD_05, attribute, known);
}

/// The rules of this file.
pub(super) static RULES: [&Rule; 8] = [
    &BR_DE_CVD_01,
    &BR_DE_CVD_02,
    &BR_DE_CVD_03,
    &BR_DE_CVD_04,
    &BR_DE_CVD_05,
    &BR_DE_CVD_06_A,
    &BR_DE_CVD_06_B,
    &BR_TMP_CVD_01,
];

pub(super) static BR_DE_CVD_01: Rule = Rule::fatal(
    "BR-DE-CVD-01",
    &["BT-12"],
    "An invoice for vehicles has no contract reference.",
    "Give the contract reference.",
);
pub(super) static BR_DE_CVD_02: Rule = Rule::fatal(
    "BR-DE-CVD-02",
    &["BT-17"],
    "An invoice for vehicles has no reference to the tender.",
    "Give the tender or lot reference.",
);
pub(super) static BR_DE_CVD_03: Rule = Rule::fatal(
    "BR-DE-CVD-03",
    &["BT-158", "BT-160"],
    "No item of an invoice for vehicles has both a vehicle category and the attribute cva.",
    "Classify an item with listID CVD and give it the attribute cva.",
);
static BR_DE_CVD_04: Rule = Rule::fatal(
    "BR-DE-CVD-04",
    &["BT-158"],
    "The vehicle category \"{found}\" is not known.",
    "Use M1, M2, M3, N1, N2 or N3.",
);
static BR_DE_CVD_05: Rule = Rule::fatal(
    "BR-DE-CVD-05",
    &["BT-161"],
    "The value of the attribute cva is not known.",
    "Use clean, zero-emission or other.",
);
static BR_DE_CVD_06_A: Rule = Rule::fatal(
    "BR-DE-CVD-06-a",
    &["BT-158", "BT-160"],
    "An item with a vehicle category has no attribute cva, or several.",
    "Give the item one attribute cva.",
);
static BR_DE_CVD_06_B: Rule = Rule::fatal(
    "BR-DE-CVD-06-b",
    &["BT-158", "BT-160"],
    "An item with the attribute cva has no vehicle category, or several.",
    "Classify the item once with listID CVD.",
);
static BR_TMP_CVD_01: Rule = Rule::fatal(
    "BR-TMP-CVD-01",
    &["BT-158"],
    "The list of an item's classification is none of UNTDID 7143 or CVD.",
    "Name a code of the list in listID.",
);
