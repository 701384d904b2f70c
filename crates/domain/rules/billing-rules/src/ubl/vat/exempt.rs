//! Exempt supplies and exports.

use super::family::{BY_VAT, Base, Calls, Exemption, Family, Parties, Rate, Use, all, vat};
use crate::rule::Rule;
use crate::ubl::tax::Code;

/// Category E: exempt from VAT.
pub(super) static EXEMPT: Family = Family {
    code: Code::E,
    use_: Use::Once,
    parties: Parties::Seller,
    rate: Rate::Zero,
    base: Base::Exact,
    exemption: Exemption::Needed,
    calls: [BY_VAT, BY_VAT, BY_VAT],
    rules: [
        Rule::fatal(
            "BR-E-01",
            &["BG-20", "BG-21", "BG-23", "BG-25", "BT-95", "BT-102", "BT-118", "BT-151"],
            "The document uses VAT category exempt from VAT (E), but its breakdown has it {found} times instead of once.",
            "Give the VAT breakdown one cac:TaxSubtotal of the category.",
        ),
        Rule::fatal(
            "BR-E-02",
            &["BG-25", "BT-31", "BT-32", "BT-63", "BT-151"],
            "A line has VAT category exempt from VAT (E), but the seller has no tax identifier.",
            "Add a cac:PartyTaxScheme with cbc:CompanyID to the seller, or name its tax representative with its VAT identifier.",
        ),
        Rule::fatal(
            "BR-E-03",
            &["BG-20", "BT-31", "BT-32", "BT-63", "BT-95"],
            "An allowance has VAT category exempt from VAT (E), but the seller has no tax identifier.",
            "Add a cac:PartyTaxScheme with cbc:CompanyID to the seller, or name its tax representative with its VAT identifier.",
        ),
        Rule::fatal(
            "BR-E-04",
            &["BG-21", "BT-31", "BT-32", "BT-63", "BT-102"],
            "A charge has VAT category exempt from VAT (E), but the seller has no tax identifier.",
            "Add a cac:PartyTaxScheme with cbc:CompanyID to the seller, or name its tax representative with its VAT identifier.",
        ),
        Rule::fatal(
            "BR-E-05",
            &["BG-25", "BT-151", "BT-152"],
            "The line's VAT rate is not 0 in category exempt from VAT (E).",
            "Write 0 to cbc:Percent.",
        ),
        Rule::fatal(
            "BR-E-06",
            &["BG-20", "BT-95", "BT-96"],
            "The allowance's VAT rate is not 0 in category exempt from VAT (E).",
            "Write 0 to cbc:Percent.",
        ),
        Rule::fatal(
            "BR-E-07",
            &["BG-21", "BT-102", "BT-103"],
            "The charge's VAT rate is not 0 in category exempt from VAT (E).",
            "Write 0 to cbc:Percent.",
        ),
        Rule::fatal(
            "BR-E-08",
            &["BG-23", "BT-92", "BT-95", "BT-99", "BT-102", "BT-116", "BT-118", "BT-131", "BT-151"],
            "The taxable amount of category exempt from VAT (E) is given as {found}, but lines, charges and allowances make {expected}.",
            "Add up line net amounts and charges of the category and subtract its allowances.",
        ),
        Rule::fatal(
            "BR-E-09",
            &["BG-23", "BT-117", "BT-118"],
            "The tax of category exempt from VAT (E) is {found}, not 0.",
            "Write 0.00 to cbc:TaxAmount of the subtotal.",
        ),
        Rule::fatal(
            "BR-E-10",
            &["BG-23", "BT-118", "BT-120", "BT-121"],
            "The breakdown gives no reason for category exempt from VAT (E).",
            "Add cbc:TaxExemptionReason or cbc:TaxExemptionReasonCode.",
        ),
    ],
};

/// Category G: export outside the EU.
pub(super) static EXPORT: Family = Family {
    code: Code::G,
    use_: Use::Once,
    parties: Parties::SellerVat,
    rate: Rate::Zero,
    base: Base::Exact,
    exemption: Exemption::Needed,
    calls: [BY_VAT, Calls { first: all, second: vat }, Calls { first: all, second: vat }],
    rules: [
        Rule::fatal(
            "BR-G-01",
            &["BG-20", "BG-21", "BG-23", "BG-25", "BT-95", "BT-102", "BT-118", "BT-151"],
            "The document uses VAT category export outside the EU (G), but its breakdown has it {found} times instead of once.",
            "Give the VAT breakdown one cac:TaxSubtotal of the category.",
        ),
        Rule::fatal(
            "BR-G-02",
            &["BG-25", "BT-31", "BT-63", "BT-151"],
            "A line has VAT category export outside the EU (G), but the seller has no VAT identifier.",
            "Add the seller's VAT identifier, or its tax representative's.",
        ),
        Rule::fatal(
            "BR-G-03",
            &["BG-20", "BT-31", "BT-63", "BT-95"],
            "An allowance has VAT category export outside the EU (G), but the seller has no VAT identifier.",
            "Add the seller's VAT identifier, or its tax representative's.",
        ),
        Rule::fatal(
            "BR-G-04",
            &["BG-21", "BT-31", "BT-63", "BT-102"],
            "A charge has VAT category export outside the EU (G), but the seller has no VAT identifier.",
            "Add the seller's VAT identifier, or its tax representative's.",
        ),
        Rule::fatal(
            "BR-G-05",
            &["BG-25", "BT-151", "BT-152"],
            "The line's VAT rate is not 0 in category export outside the EU (G).",
            "Write 0 to cbc:Percent.",
        ),
        Rule::fatal(
            "BR-G-06",
            &["BG-20", "BT-95", "BT-96"],
            "The allowance's VAT rate is not 0 in category export outside the EU (G).",
            "Write 0 to cbc:Percent.",
        ),
        Rule::fatal(
            "BR-G-07",
            &["BG-21", "BT-102", "BT-103"],
            "The charge's VAT rate is not 0 in category export outside the EU (G).",
            "Write 0 to cbc:Percent.",
        ),
        Rule::fatal(
            "BR-G-08",
            &["BG-23", "BT-92", "BT-95", "BT-99", "BT-102", "BT-116", "BT-118", "BT-131", "BT-151"],
            "The taxable amount of category export outside the EU (G) is given as {found}, but lines, charges and allowances make {expected}.",
            "Add up line net amounts and charges of the category and subtract its allowances.",
        ),
        Rule::fatal(
            "BR-G-09",
            &["BG-23", "BT-117", "BT-118"],
            "The tax of category export outside the EU (G) is {found}, not 0.",
            "Write 0.00 to cbc:TaxAmount of the subtotal.",
        ),
        Rule::fatal(
            "BR-G-10",
            &["BG-23", "BT-118", "BT-120", "BT-121"],
            "The breakdown gives no reason for category export outside the EU (G).",
            "Add cbc:TaxExemptionReason or cbc:TaxExemptionReasonCode.",
        ),
    ],
};
