//! Zero rated.

use super::family::{BY_VAT, Base, Exemption, Family, Parties, Rate, Use};
use crate::rule::Rule;
use crate::ubl::tax::Code;

/// Category Z: zero rated.
pub(super) static ZERO: Family = Family {
    code: Code::Z,
    use_: Use::Once,
    parties: Parties::Seller,
    rate: Rate::Zero,
    base: Base::Exact,
    exemption: Exemption::Forbidden,
    calls: [BY_VAT, BY_VAT, BY_VAT],
    rules: [
        Rule::fatal(
            "BR-Z-01",
            &["BG-20", "BG-21", "BG-23", "BG-25", "BT-95", "BT-102", "BT-118", "BT-151"],
            "The document uses VAT category zero rated (Z), but its breakdown has it {found} times instead of once.",
            "Give the VAT breakdown one cac:TaxSubtotal of the category.",
        ),
        Rule::fatal(
            "BR-Z-02",
            &["BT-31", "BT-32", "BT-63", "BT-151"],
            "A line has VAT category zero rated (Z), but the seller has no tax identifier.",
            "Add a cac:PartyTaxScheme with cbc:CompanyID to the seller, or name its tax representative with its VAT identifier.",
        ),
        Rule::fatal(
            "BR-Z-03",
            &["BG-20", "BT-31", "BT-32", "BT-63", "BT-95"],
            "An allowance has VAT category zero rated (Z), but the seller has no tax identifier.",
            "Add a cac:PartyTaxScheme with cbc:CompanyID to the seller, or name its tax representative with its VAT identifier.",
        ),
        Rule::fatal(
            "BR-Z-04",
            &["BT-31", "BT-32", "BT-63", "BT-102"],
            "A charge has VAT category zero rated (Z), but the seller has no tax identifier.",
            "Add a cac:PartyTaxScheme with cbc:CompanyID to the seller, or name its tax representative with its VAT identifier.",
        ),
        Rule::fatal(
            "BR-Z-05",
            &["BG-25", "BT-151", "BT-152"],
            "The line's VAT rate is not 0 in category zero rated (Z).",
            "Write 0 to cbc:Percent.",
        ),
        Rule::fatal(
            "BR-Z-06",
            &["BG-20", "BT-95", "BT-96"],
            "The allowance's VAT rate is not 0 in category zero rated (Z).",
            "Write 0 to cbc:Percent.",
        ),
        Rule::fatal(
            "BR-Z-07",
            &["BG-21", "BT-102", "BT-103"],
            "The charge's VAT rate is not 0 in category zero rated (Z).",
            "Write 0 to cbc:Percent.",
        ),
        Rule::fatal(
            "BR-Z-08",
            &["BG-23", "BT-92", "BT-95", "BT-99", "BT-102", "BT-116", "BT-118", "BT-131", "BT-151"],
            "The taxable amount of category zero rated (Z) is given as {found}, but lines, charges and allowances make {expected}.",
            "Add up line net amounts and charges of the category and subtract its allowances.",
        ),
        Rule::fatal(
            "BR-Z-09",
            &["BG-23", "BT-117", "BT-118"],
            "The tax of category zero rated (Z) is {found}, not 0.",
            "Write 0.00 to cbc:TaxAmount of the subtotal.",
        ),
        Rule::fatal(
            "BR-Z-10",
            &["BG-23", "BT-118", "BT-120", "BT-121"],
            "The breakdown gives a reason for exemption in category zero rated (Z).",
            "Leave out cbc:TaxExemptionReason and cbc:TaxExemptionReasonCode.",
        ),
    ],
};
