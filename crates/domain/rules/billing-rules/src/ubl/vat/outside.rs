//! Not subject to VAT.

use super::family::{BY_VAT, Base, Exemption, Family, Parties, Rate, Use};
use crate::rule::Rule;
use crate::ubl::tax::Code;

/// Category O: not subject to VAT.
pub(super) static OUTSIDE: Family = Family {
    code: Code::O,
    use_: Use::Once,
    parties: Parties::NoVat,
    rate: Rate::None,
    base: Base::Exact,
    exemption: Exemption::Needed,
    calls: [BY_VAT, BY_VAT, BY_VAT],
    rules: [
        Rule::fatal(
            "BR-O-01",
            &["BG-20", "BG-21", "BG-23", "BG-25", "BT-95", "BT-102", "BT-118", "BT-151"],
            "The document uses VAT category not subject to VAT (O), but its breakdown has it {found} times instead of once.",
            "Give the VAT breakdown one cac:TaxSubtotal of the category.",
        ),
        Rule::fatal(
            "BR-O-02",
            &["BG-25", "BT-31", "BT-48", "BT-63", "BT-151"],
            "A line has VAT category not subject to VAT (O), but a party has a VAT identifier.",
            "Leave out the VAT identifiers of seller, buyer and tax representative, or choose another category.",
        ),
        Rule::fatal(
            "BR-O-03",
            &["BG-20", "BT-31", "BT-48", "BT-63", "BT-95"],
            "An allowance has VAT category not subject to VAT (O), but a party has a VAT identifier.",
            "Leave out the VAT identifiers of seller, buyer and tax representative, or choose another category.",
        ),
        Rule::fatal(
            "BR-O-04",
            &["BG-21", "BT-31", "BT-48", "BT-63", "BT-102"],
            "A charge has VAT category not subject to VAT (O), but a party has a VAT identifier.",
            "Leave out the VAT identifiers of seller, buyer and tax representative, or choose another category.",
        ),
        Rule::fatal(
            "BR-O-05",
            &["BG-25", "BT-151", "BT-152"],
            "The line's VAT rate is given though there is none in category not subject to VAT (O).",
            "Leave cbc:Percent out.",
        ),
        Rule::fatal(
            "BR-O-06",
            &["BG-20", "BT-95", "BT-96"],
            "The allowance's VAT rate is given though there is none in category not subject to VAT (O).",
            "Leave cbc:Percent out.",
        ),
        Rule::fatal(
            "BR-O-07",
            &["BG-21", "BT-102", "BT-103"],
            "The charge's VAT rate is given though there is none in category not subject to VAT (O).",
            "Leave cbc:Percent out.",
        ),
        Rule::fatal(
            "BR-O-08",
            &["BG-23", "BT-92", "BT-95", "BT-99", "BT-102", "BT-116", "BT-118", "BT-131", "BT-151"],
            "The taxable amount of category not subject to VAT (O) is given as {found}, but lines, charges and allowances make {expected}.",
            "Add up line net amounts and charges of the category and subtract its allowances.",
        ),
        Rule::fatal(
            "BR-O-09",
            &["BG-23", "BT-117", "BT-118"],
            "The tax of category not subject to VAT (O) is {found}, not 0.",
            "Write 0.00 to cbc:TaxAmount of the subtotal.",
        ),
        Rule::fatal(
            "BR-O-10",
            &["BG-23", "BT-118", "BT-120", "BT-121"],
            "The breakdown gives no reason for category not subject to VAT (O).",
            "Add cbc:TaxExemptionReason or cbc:TaxExemptionReasonCode.",
        ),
    ],
};
