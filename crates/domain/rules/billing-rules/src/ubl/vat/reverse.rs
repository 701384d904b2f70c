//! Reverse charge and intra-community supply: the buyer accounts for the tax.

use super::family::{BY_VAT, Base, Exemption, Family, Parties, Rate, Use};
use crate::rule::Rule;
use crate::ubl::tax::Code;

/// Category AE: reverse charge.
pub(super) static REVERSE_CHARGE: Family = Family {
    code: Code::Ae,
    use_: Use::Once,
    parties: Parties::SellerAndBuyer,
    rate: Rate::Zero,
    base: Base::Exact,
    exemption: Exemption::Needed,
    calls: [BY_VAT, BY_VAT, BY_VAT],
    rules: [
        Rule::fatal(
            "BR-AE-01",
            &["BG-20", "BG-21", "BG-23", "BG-25", "BT-95", "BT-102", "BT-118", "BT-151"],
            "The document uses VAT category reverse charge (AE), but its breakdown has it {found} times instead of once.",
            "Give the VAT breakdown one cac:TaxSubtotal of the category.",
        ),
        Rule::fatal(
            "BR-AE-02",
            &["BG-25", "BT-31", "BT-32", "BT-47", "BT-48", "BT-63", "BT-151"],
            "A line has VAT category reverse charge (AE), but the seller or the buyer lacks its identifier.",
            "Add the seller's tax identifier and the buyer's VAT identifier or legal registration number.",
        ),
        Rule::fatal(
            "BR-AE-03",
            &["BG-20", "BT-31", "BT-32", "BT-47", "BT-48", "BT-63", "BT-95"],
            "An allowance has VAT category reverse charge (AE), but the seller or the buyer lacks its identifier.",
            "Add the seller's tax identifier and the buyer's VAT identifier or legal registration number.",
        ),
        Rule::fatal(
            "BR-AE-04",
            &["BG-21", "BT-31", "BT-32", "BT-47", "BT-48", "BT-63", "BT-102"],
            "A charge has VAT category reverse charge (AE), but the seller or the buyer lacks its identifier.",
            "Add the seller's tax identifier and the buyer's VAT identifier or legal registration number.",
        ),
        Rule::fatal(
            "BR-AE-05",
            &["BG-25", "BT-151", "BT-152"],
            "The line's VAT rate is not 0 in category reverse charge (AE).",
            "Write 0 to cbc:Percent.",
        ),
        Rule::fatal(
            "BR-AE-06",
            &["BG-20", "BT-95", "BT-96"],
            "The allowance's VAT rate is not 0 in category reverse charge (AE).",
            "Write 0 to cbc:Percent.",
        ),
        Rule::fatal(
            "BR-AE-07",
            &["BG-21", "BT-102", "BT-103"],
            "The charge's VAT rate is not 0 in category reverse charge (AE).",
            "Write 0 to cbc:Percent.",
        ),
        Rule::fatal(
            "BR-AE-08",
            &["BG-23", "BT-92", "BT-95", "BT-99", "BT-102", "BT-116", "BT-118", "BT-131", "BT-151"],
            "The taxable amount of category reverse charge (AE) is given as {found}, but lines, charges and allowances make {expected}.",
            "Add up line net amounts and charges of the category and subtract its allowances.",
        ),
        Rule::fatal(
            "BR-AE-09",
            &["BG-23", "BT-117", "BT-118"],
            "The tax of category reverse charge (AE) is {found}, not 0.",
            "Write 0.00 to cbc:TaxAmount of the subtotal.",
        ),
        Rule::fatal(
            "BR-AE-10",
            &["BG-23", "BT-118", "BT-120", "BT-121"],
            "The breakdown gives no reason for category reverse charge (AE).",
            "Add cbc:TaxExemptionReason or cbc:TaxExemptionReasonCode.",
        ),
    ],
};

/// Category K: intra-community supply.
pub(super) static INTRA_COMMUNITY: Family = Family {
    code: Code::K,
    use_: Use::Once,
    parties: Parties::SellerVatAndBuyerVat,
    rate: Rate::Zero,
    base: Base::Exact,
    exemption: Exemption::Needed,
    calls: [BY_VAT, BY_VAT, BY_VAT],
    rules: [
        Rule::fatal(
            "BR-IC-01",
            &["BG-20", "BG-21", "BG-23", "BG-25", "BT-95", "BT-102", "BT-118", "BT-151"],
            "The document uses VAT category intra-community supply (K), but its breakdown has it {found} times instead of once.",
            "Give the VAT breakdown one cac:TaxSubtotal of the category.",
        ),
        Rule::fatal(
            "BR-IC-02",
            &["BG-25", "BT-31", "BT-48", "BT-63", "BT-151"],
            "A line has VAT category intra-community supply (K), but the seller or the buyer lacks its VAT identifier.",
            "Add the VAT identifiers of the seller (or its tax representative) and of the buyer.",
        ),
        Rule::fatal(
            "BR-IC-03",
            &["BG-20", "BT-31", "BT-48", "BT-63", "BT-95"],
            "An allowance has VAT category intra-community supply (K), but the seller or the buyer lacks its VAT identifier.",
            "Add the VAT identifiers of the seller (or its tax representative) and of the buyer.",
        ),
        Rule::fatal(
            "BR-IC-04",
            &["BG-21", "BT-31", "BT-48", "BT-63", "BT-102"],
            "A charge has VAT category intra-community supply (K), but the seller or the buyer lacks its VAT identifier.",
            "Add the VAT identifiers of the seller (or its tax representative) and of the buyer.",
        ),
        Rule::fatal(
            "BR-IC-05",
            &["BG-25", "BT-151", "BT-152"],
            "The line's VAT rate is not 0 in category intra-community supply (K).",
            "Write 0 to cbc:Percent.",
        ),
        Rule::fatal(
            "BR-IC-06",
            &["BG-20", "BT-95", "BT-96"],
            "The allowance's VAT rate is not 0 in category intra-community supply (K).",
            "Write 0 to cbc:Percent.",
        ),
        Rule::fatal(
            "BR-IC-07",
            &["BG-21", "BT-102", "BT-103"],
            "The charge's VAT rate is not 0 in category intra-community supply (K).",
            "Write 0 to cbc:Percent.",
        ),
        Rule::fatal(
            "BR-IC-08",
            &["BG-23", "BT-92", "BT-95", "BT-99", "BT-102", "BT-116", "BT-118", "BT-131", "BT-151"],
            "The taxable amount of category intra-community supply (K) is given as {found}, but lines, charges and allowances make {expected}.",
            "Add up line net amounts and charges of the category and subtract its allowances.",
        ),
        Rule::fatal(
            "BR-IC-09",
            &["BG-23", "BT-117", "BT-118"],
            "The tax of category intra-community supply (K) is {found}, not 0.",
            "Write 0.00 to cbc:TaxAmount of the subtotal.",
        ),
        Rule::fatal(
            "BR-IC-10",
            &["BG-23", "BT-118", "BT-120", "BT-121"],
            "The breakdown gives no reason for category intra-community supply (K).",
            "Add cbc:TaxExemptionReason or cbc:TaxExemptionReasonCode.",
        ),
    ],
};
