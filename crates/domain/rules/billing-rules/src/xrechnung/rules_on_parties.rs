//! Germany's rules on contacts and addresses (BG-5, BG-6, BG-8, BG-15).

use crate::rule::Rule;

pub(super) static BR_DE_2: Rule = Rule::fatal(
    "BR-DE-2",
    &["BG-6"],
    "The seller gives no contact.",
    "Give the seller's contact (BG-6): name, telephone number and mail address.",
);
pub(super) static BR_DE_3: Rule = Rule::fatal(
    "BR-DE-3",
    &["BT-37"],
    "The seller's address has no city.",
    "Give the city of the seller's address.",
);
pub(super) static BR_DE_4: Rule = Rule::fatal(
    "BR-DE-4",
    &["BT-38"],
    "The seller's address has no post code.",
    "Give the post code of the seller's address.",
);
pub(super) static BR_DE_5: Rule = Rule::fatal(
    "BR-DE-5",
    &["BT-41"],
    "The seller's contact has no name.",
    "Give the name of a person or of a department.",
);
pub(super) static BR_DE_6: Rule = Rule::fatal(
    "BR-DE-6",
    &["BT-42"],
    "The seller's contact has no telephone number.",
    "Give the telephone number of the seller's contact.",
);
pub(super) static BR_DE_7: Rule = Rule::fatal(
    "BR-DE-7",
    &["BT-43"],
    "The seller's contact has no mail address.",
    "Give the mail address of the seller's contact.",
);
pub(super) static BR_DE_8: Rule = Rule::fatal(
    "BR-DE-8",
    &["BT-52"],
    "The buyer's address has no city.",
    "Give the city of the buyer's address.",
);
pub(super) static BR_DE_9: Rule = Rule::fatal(
    "BR-DE-9",
    &["BT-53"],
    "The buyer's address has no post code.",
    "Give the post code of the buyer's address.",
);
pub(super) static BR_DE_10: Rule = Rule::fatal(
    "BR-DE-10",
    &["BG-15", "BT-77"],
    "The address of delivery has no city.",
    "Give the city, or leave the address of delivery out.",
);
pub(super) static BR_DE_11: Rule = Rule::fatal(
    "BR-DE-11",
    &["BG-15", "BT-78"],
    "The address of delivery has no post code.",
    "Give the post code, or leave the address of delivery out.",
);
pub(super) static BR_DE_27: Rule = Rule::warning(
    "BR-DE-27",
    &["BT-42"],
    "The telephone number of the seller's contact has fewer than three digits.",
    "Give the whole number.",
);
pub(super) static BR_DE_28: Rule = Rule::warning(
    "BR-DE-28",
    &["BT-43"],
    "The mail address of the seller's contact is none.",
    "Write it as name@example.com.",
);
