//! The taxes of the Canary Islands and of Ceuta and Melilla.

use super::family::{
    BY_VAT, Base, Calls, Exemption, Family, Parties, Rate, Use, exact, exact_vat, vat,
};
use crate::rule::Rule;
use crate::ubl::tax::Code;

/// Category L: Canary Islands tax (IGIC).
pub(super) static CANARY: Family = Family {
    code: Code::L,
    use_: Use::AtLeastOnce { used: vat, present: exact, absent: vat },
    parties: Parties::Seller,
    rate: Rate::NotNegative,
    base: Base::PerRate,
    exemption: Exemption::Forbidden,
    calls: [BY_VAT, BY_VAT, Calls { first: vat, second: exact_vat }],
    rules: [
        Rule::fatal(
            "BR-AF-01",
            &["BG-20", "BG-21", "BG-23", "BG-25", "BT-95", "BT-102", "BT-118", "BT-151"],
            "VAT category Canary Islands tax (IGIC) (L) stands in the breakdown or in the lines, allowances and charges, but not in both.",
            "Give the VAT breakdown a cac:TaxSubtotal for each rate of the category that is used.",
        ),
        Rule::fatal(
            "BR-AF-02",
            &["BG-25", "BT-31", "BT-32", "BT-63", "BT-151"],
            "A line has VAT category Canary Islands tax (IGIC) (L), but the seller has no tax identifier.",
            "Add a cac:PartyTaxScheme with cbc:CompanyID to the seller, or name its tax representative with its VAT identifier.",
        ),
        Rule::fatal(
            "BR-AF-03",
            &["BG-20", "BT-31", "BT-32", "BT-63", "BT-95"],
            "An allowance has VAT category Canary Islands tax (IGIC) (L), but the seller has no tax identifier.",
            "Add a cac:PartyTaxScheme with cbc:CompanyID to the seller, or name its tax representative with its VAT identifier.",
        ),
        Rule::fatal(
            "BR-AF-04",
            &["BG-21", "BT-31", "BT-32", "BT-63", "BT-102"],
            "A charge has VAT category Canary Islands tax (IGIC) (L), but the seller has no tax identifier.",
            "Add a cac:PartyTaxScheme with cbc:CompanyID to the seller, or name its tax representative with its VAT identifier.",
        ),
        Rule::fatal(
            "BR-AF-05",
            &["BG-25", "BT-151", "BT-152"],
            "The line's VAT rate is missing or below 0 in category Canary Islands tax (IGIC) (L).",
            "Write a rate of 0 or more to cbc:Percent.",
        ),
        Rule::fatal(
            "BR-AF-06",
            &["BG-20", "BT-95", "BT-96"],
            "The allowance's VAT rate is missing or below 0 in category Canary Islands tax (IGIC) (L).",
            "Write a rate of 0 or more to cbc:Percent.",
        ),
        Rule::fatal(
            "BR-AF-07",
            &["BG-21", "BT-102", "BT-103"],
            "The charge's VAT rate is missing or below 0 in category Canary Islands tax (IGIC) (L).",
            "Write a rate of 0 or more to cbc:Percent.",
        ),
        Rule::fatal(
            "BR-AF-08",
            &[
                "BG-23", "BT-92", "BT-95", "BT-96", "BT-99", "BT-102", "BT-103", "BT-116",
                "BT-118", "BT-119", "BT-131", "BT-151", "BT-152",
            ],
            "The taxable amount of category Canary Islands tax (IGIC) (L) is given as {found}, but lines, charges and allowances make {expected}.",
            "Add up line net amounts and charges of the category and rate and subtract its allowances.",
        ),
        Rule::fatal(
            "BR-AF-09",
            &["BG-23", "BT-116", "BT-117", "BT-118", "BT-119"],
            "The tax of category Canary Islands tax (IGIC) (L) is given as {found}, but the taxable amount times the rate makes {expected}.",
            "Multiply the taxable amount by the rate and round to two decimals.",
        ),
        Rule::fatal(
            "BR-AF-10",
            &["BG-23", "BT-118", "BT-120", "BT-121"],
            "The breakdown gives a reason for exemption in category Canary Islands tax (IGIC) (L).",
            "Leave out cbc:TaxExemptionReason and cbc:TaxExemptionReasonCode.",
        ),
    ],
};

/// Category M: tax of Ceuta and Melilla (IPSI).
pub(super) static CEUTA: Family = Family {
    code: Code::M,
    use_: Use::AtLeastOnce { used: vat, present: exact_vat, absent: vat },
    parties: Parties::Seller,
    rate: Rate::NotNegative,
    base: Base::PerRate,
    exemption: Exemption::Forbidden,
    calls: [BY_VAT, BY_VAT, BY_VAT],
    rules: [
        Rule::fatal(
            "BR-AG-01",
            &["BG-20", "BG-21", "BG-23", "BG-25", "BT-95", "BT-102", "BT-118", "BT-151"],
            "VAT category tax of Ceuta and Melilla (IPSI) (M) stands in the breakdown or in the lines, allowances and charges, but not in both.",
            "Give the VAT breakdown a cac:TaxSubtotal for each rate of the category that is used.",
        ),
        Rule::fatal(
            "BR-AG-02",
            &["BG-25", "BT-31", "BT-32", "BT-63", "BT-151"],
            "A line has VAT category tax of Ceuta and Melilla (IPSI) (M), but the seller has no tax identifier.",
            "Add a cac:PartyTaxScheme with cbc:CompanyID to the seller, or name its tax representative with its VAT identifier.",
        ),
        Rule::fatal(
            "BR-AG-03",
            &["BG-20", "BT-31", "BT-32", "BT-63", "BT-95"],
            "An allowance has VAT category tax of Ceuta and Melilla (IPSI) (M), but the seller has no tax identifier.",
            "Add a cac:PartyTaxScheme with cbc:CompanyID to the seller, or name its tax representative with its VAT identifier.",
        ),
        Rule::fatal(
            "BR-AG-04",
            &["BG-21", "BT-31", "BT-32", "BT-63", "BT-102"],
            "A charge has VAT category tax of Ceuta and Melilla (IPSI) (M), but the seller has no tax identifier.",
            "Add a cac:PartyTaxScheme with cbc:CompanyID to the seller, or name its tax representative with its VAT identifier.",
        ),
        Rule::fatal(
            "BR-AG-05",
            &["BG-25", "BT-151", "BT-152"],
            "The line's VAT rate is missing or below 0 in category tax of Ceuta and Melilla (IPSI) (M).",
            "Write a rate of 0 or more to cbc:Percent.",
        ),
        Rule::fatal(
            "BR-AG-06",
            &["BG-20", "BT-95", "BT-96"],
            "The allowance's VAT rate is missing or below 0 in category tax of Ceuta and Melilla (IPSI) (M).",
            "Write a rate of 0 or more to cbc:Percent.",
        ),
        Rule::fatal(
            "BR-AG-07",
            &["BG-21", "BT-102", "BT-103"],
            "The charge's VAT rate is missing or below 0 in category tax of Ceuta and Melilla (IPSI) (M).",
            "Write a rate of 0 or more to cbc:Percent.",
        ),
        Rule::fatal(
            "BR-AG-08",
            &[
                "BG-23", "BT-92", "BT-95", "BT-96", "BT-99", "BT-102", "BT-103", "BT-116",
                "BT-118", "BT-119", "BT-131", "BT-151", "BT-152",
            ],
            "The taxable amount of category tax of Ceuta and Melilla (IPSI) (M) is given as {found}, but lines, charges and allowances make {expected}.",
            "Add up line net amounts and charges of the category and rate and subtract its allowances.",
        ),
        Rule::fatal(
            "BR-AG-09",
            &["BG-23", "BT-116", "BT-117", "BT-118", "BT-119"],
            "The tax of category tax of Ceuta and Melilla (IPSI) (M) is given as {found}, but the taxable amount times the rate makes {expected}.",
            "Multiply the taxable amount by the rate and round to two decimals.",
        ),
        Rule::fatal(
            "BR-AG-10",
            &["BG-23", "BT-118", "BT-120", "BT-121"],
            "The breakdown gives a reason for exemption in category tax of Ceuta and Melilla (IPSI) (M).",
            "Leave out cbc:TaxExemptionReason and cbc:TaxExemptionReasonCode.",
        ),
    ],
};
