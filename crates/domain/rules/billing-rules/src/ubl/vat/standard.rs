//! Standard rated.

use super::family::{BY_VAT, Base, Calls, Exemption, Family, Parties, Rate, Use, all, vat};
use crate::rule::Rule;
use crate::ubl::tax::Code;

/// Category S: standard rated.
pub(super) static STANDARD: Family = Family {
    code: Code::S,
    use_: Use::AtLeastOnce { used: all, present: all, absent: all },
    parties: Parties::Seller,
    rate: Rate::Positive,
    base: Base::PerRateUsed,
    exemption: Exemption::Forbidden,
    calls: [Calls { first: vat, second: all }, BY_VAT, BY_VAT],
    rules: [
        Rule::fatal(
            "BR-S-01",
            &["BG-20", "BG-21", "BG-23", "BG-25", "BT-95", "BT-102", "BT-118", "BT-151"],
            "VAT category standard rated (S) stands in the breakdown or in the lines, allowances and charges, but not in both.",
            "Give the VAT breakdown a cac:TaxSubtotal for each rate of the category that is used.",
        ),
        Rule::fatal(
            "BR-S-02",
            &["BG-25", "BT-31", "BT-32", "BT-63", "BT-151"],
            "A line has VAT category standard rated (S), but the seller has no tax identifier.",
            "Add a cac:PartyTaxScheme with cbc:CompanyID to the seller, or name its tax representative with its VAT identifier.",
        ),
        Rule::fatal(
            "BR-S-03",
            &["BG-20", "BT-31", "BT-32", "BT-63", "BT-95"],
            "An allowance has VAT category standard rated (S), but the seller has no tax identifier.",
            "Add a cac:PartyTaxScheme with cbc:CompanyID to the seller, or name its tax representative with its VAT identifier.",
        ),
        Rule::fatal(
            "BR-S-04",
            &["BG-21", "BT-31", "BT-32", "BT-63", "BT-102"],
            "A charge has VAT category standard rated (S), but the seller has no tax identifier.",
            "Add a cac:PartyTaxScheme with cbc:CompanyID to the seller, or name its tax representative with its VAT identifier.",
        ),
        Rule::fatal(
            "BR-S-05",
            &["BG-25", "BT-151", "BT-152"],
            "The line's VAT rate is not above 0 in category standard rated (S).",
            "Write the rate to cbc:Percent, such as 23.",
        ),
        Rule::fatal(
            "BR-S-06",
            &["BG-20", "BT-95", "BT-96"],
            "The allowance's VAT rate is not above 0 in category standard rated (S).",
            "Write the rate to cbc:Percent, such as 23.",
        ),
        Rule::fatal(
            "BR-S-07",
            &["BG-21", "BT-102", "BT-103"],
            "The charge's VAT rate is not above 0 in category standard rated (S).",
            "Write the rate to cbc:Percent, such as 23.",
        ),
        Rule::fatal(
            "BR-S-08",
            &[
                "BG-23", "BT-92", "BT-95", "BT-96", "BT-99", "BT-102", "BT-103", "BT-116",
                "BT-118", "BT-119", "BT-131", "BT-151", "BT-152",
            ],
            "The taxable amount of category standard rated (S) is given as {found}, but lines, charges and allowances make {expected}.",
            "Add up line net amounts and charges of the category and rate and subtract its allowances.",
        ),
        Rule::fatal(
            "BR-S-09",
            &["BG-23", "BT-116", "BT-117", "BT-118", "BT-119"],
            "The tax of category standard rated (S) is given as {found}, but the taxable amount times the rate makes {expected}.",
            "Multiply the taxable amount by the rate and round to two decimals.",
        ),
        Rule::fatal(
            "BR-S-10",
            &["BG-23", "BT-118", "BT-120", "BT-121"],
            "The breakdown gives a reason for exemption in category standard rated (S).",
            "Leave out cbc:TaxExemptionReason and cbc:TaxExemptionReasonCode.",
        ),
    ],
};
