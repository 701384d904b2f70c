//! Germany: contacts and addresses.

use crate::rule::Rule;

/// The rules of this file.
pub(super) const RULES: &[&Rule] =
    &[&R002, &R003, &R004, &R005, &R006, &R007, &R027, &R028, &R008, &R009, &R010, &R011];

pub(super) static R002: Rule =
    Rule::fatal("DE-R-002", &["BG-6"], "The German seller gives no contact.", "Add Party/Contact.");
pub(super) static R003: Rule = Rule::fatal(
    "DE-R-003",
    &["BT-37"],
    "The German seller's address has no city.",
    "Add CityName.",
);
pub(super) static R004: Rule = Rule::fatal(
    "DE-R-004",
    &["BT-38"],
    "The German seller's address has no post code.",
    "Add PostalZone.",
);
pub(super) static R005: Rule = Rule::fatal(
    "DE-R-005",
    &["BT-41"],
    "The German seller's contact has no name.",
    "Add Contact/Name.",
);
pub(super) static R006: Rule = Rule::fatal(
    "DE-R-006",
    &["BT-42"],
    "The German seller's contact has no telephone number.",
    "Add Contact/Telephone.",
);
pub(super) static R007: Rule = Rule::fatal(
    "DE-R-007",
    &["BT-43"],
    "The German seller's contact has no mail address.",
    "Add Contact/ElectronicMail.",
);
pub(super) static R027: Rule = Rule::warning(
    "DE-R-027",
    &["BT-42"],
    "The telephone number of the German seller's contact has fewer than three digits.",
    "Give the whole number.",
);
pub(super) static R028: Rule = Rule::warning(
    "DE-R-028",
    &["BT-43"],
    "The mail address of the German seller's contact is none.",
    "Write it as name@example.com.",
);
pub(super) static R008: Rule =
    Rule::fatal("DE-R-008", &["BT-52"], "The German buyer's address has no city.", "Add CityName.");
pub(super) static R009: Rule = Rule::fatal(
    "DE-R-009",
    &["BT-53"],
    "The German buyer's address has no post code.",
    "Add PostalZone.",
);
pub(super) static R010: Rule = Rule::fatal(
    "DE-R-010",
    &["BG-15", "BT-77"],
    "The address of delivery has no city.",
    "Add CityName.",
);
pub(super) static R011: Rule = Rule::fatal(
    "DE-R-011",
    &["BG-15", "BT-78"],
    "The address of delivery has no post code.",
    "Add PostalZone.",
);
