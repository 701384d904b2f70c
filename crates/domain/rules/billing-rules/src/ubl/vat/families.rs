//! The nine families, and what their rules say.

use super::family::{
    BY_VAT, Base, Calls, Exemption, Family, Parties, Rate, Use, all, exact, exact_vat, vat,
};
use crate::rule::Rule;
use crate::ubl::tax::Code;

/// What a rule says of a category. The name of the category stands within the texts, which are put together when
/// this is compiled.
macro_rules! says {
    (entry UNTAXED $category:literal) => {
        concat!(
            "The document uses VAT category ",
            $category,
            ", but its breakdown has it {found} times instead of once."
        )
    };
    (entry TAXED $category:literal) => {
        concat!(
            "VAT category ",
            $category,
            " stands in the breakdown or in the lines, allowances and charges, but not in both."
        )
    };
    (Seller) => {
        "the seller has no tax identifier."
    };
    (SellerVat) => {
        "the seller has no VAT identifier."
    };
    (SellerAndBuyer) => {
        "the seller or the buyer lacks its identifier."
    };
    (SellerVatAndBuyerVat) => {
        "the seller or the buyer lacks its VAT identifier."
    };
    (NoVat) => {
        "a party has a VAT identifier."
    };
    (Zero) => {
        "not 0"
    };
    (Positive) => {
        "not above 0"
    };
    (NotNegative) => {
        "missing or below 0"
    };
    (None) => {
        "given though there is none"
    };
    (tax UNTAXED $category:literal) => {
        concat!("The tax of category ", $category, " is {found}, not 0.")
    };
    (tax TAXED $category:literal) => {
        concat!(
            "The tax of category ",
            $category,
            " is given as {found}, but the taxable amount times the rate makes {expected}."
        )
    };
    (Needed) => {
        "no reason for"
    };
    (Forbidden) => {
        "a reason for exemption in"
    };
}

/// A family: the beginning of its rules' ids, its code and name, whether it is taxed, whose identifiers it needs and
/// which terms the rules on them name, its rates, and whether it needs a reason.
macro_rules! family {
    (
        $id:literal, $code:ident, $category:literal,
        $kind:ident, $parties:ident, $terms:ident, $rate:ident, $exemption:ident
    ) => {
        family(
            Code::$code,
            &$kind,
            (Parties::$parties, &$terms),
            Rate::$rate,
            Exemption::$exemption,
            [
                (concat!($id, "-01"), says!(entry $kind $category)),
                (concat!($id, "-02"), concat!("A line has VAT category ", $category, ", but ", says!($parties))),
                (concat!($id, "-03"), concat!("An allowance has VAT category ", $category, ", but ", says!($parties))),
                (concat!($id, "-04"), concat!("A charge has VAT category ", $category, ", but ", says!($parties))),
                (concat!($id, "-05"), concat!("The line's VAT rate is ", says!($rate), " in category ", $category, ".")),
                (concat!($id, "-06"), concat!("The allowance's VAT rate is ", says!($rate), " in category ", $category, ".")),
                (concat!($id, "-07"), concat!("The charge's VAT rate is ", says!($rate), " in category ", $category, ".")),
                (
                    concat!($id, "-08"),
                    concat!(
                        "The taxable amount of category ",
                        $category,
                        " is given as {found}, but lines, charges and allowances make {expected}."
                    ),
                ),
                (concat!($id, "-09"), says!(tax $kind $category)),
                (concat!($id, "-10"), concat!("The breakdown gives ", says!($exemption), " category ", $category, ".")),
            ],
        )
    };
}

/// All families.
pub(super) static FAMILIES: [Family; 9] = [
    family! { "BR-AE", Ae, "reverse charge (AE)", UNTAXED, SellerAndBuyer, ANY_AND_BUYER, Zero, Needed },
    family! { "BR-E", E, "exempt from VAT (E)", UNTAXED, Seller, ANY, Zero, Needed },
    Family {
        calls: [BY_VAT, Calls { first: all, second: vat }, Calls { first: all, second: vat }],
        ..family! { "BR-G", G, "export outside the EU (G)", UNTAXED, SellerVat, VAT, Zero, Needed }
    },
    family! { "BR-IC", K, "intra-community supply (K)", UNTAXED, SellerVatAndBuyerVat, VAT_OF_BOTH, Zero, Needed },
    Family {
        use_: Use::AtLeastOnce { used: vat, present: exact, absent: vat },
        calls: [BY_VAT, BY_VAT, Calls { first: vat, second: exact_vat }],
        ..family! { "BR-AF", L, "Canary Islands tax (IGIC) (L)", TAXED, Seller, ANY, NotNegative, Forbidden }
    },
    Family {
        use_: Use::AtLeastOnce { used: vat, present: exact_vat, absent: vat },
        ..family! { "BR-AG", M, "tax of Ceuta and Melilla (IPSI) (M)", TAXED, Seller, ANY, NotNegative, Forbidden }
    },
    family! { "BR-O", O, "not subject to VAT (O)", UNTAXED, NoVat, VAT_OF_BOTH, None, Needed },
    Family {
        base: Base::PerRateUsed,
        calls: [Calls { first: vat, second: all }, BY_VAT, BY_VAT],
        ..family! { "BR-S", S, "standard rated (S)", TAXED, Seller, ANY, Positive, Forbidden }
    },
    family! { "BR-Z", Z, "zero rated (Z)", UNTAXED, Seller, ANY_OF_ZERO, Zero, Forbidden },
];

/// All rules of all families.
pub(in crate::ubl) fn rules() -> impl Iterator<Item = &'static Rule> {
    FAMILIES.iter().flat_map(|family| &family.rules)
}

pub(super) fn family_of(code: Code) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.code == code)
}

type Terms = &'static [&'static str];

/// What goes with being taxed or not.
struct Kind {
    use_: Use,
    base: Base,
    entry_hint: &'static str,
    base_terms: Terms,
    base_hint: &'static str,
    tax_terms: Terms,
    tax_hint: &'static str,
}

const UNTAXED: Kind = Kind {
    use_: Use::Once,
    base: Base::Exact,
    entry_hint: "Give the VAT breakdown one cac:TaxSubtotal of the category.",
    base_terms: &[
        "BG-23", "BT-92", "BT-95", "BT-99", "BT-102", "BT-116", "BT-118", "BT-131", "BT-151",
    ],
    base_hint: "Add up line net amounts and charges of the category and subtract its allowances.",
    tax_terms: &["BG-23", "BT-117", "BT-118"],
    tax_hint: "Write 0.00 to cbc:TaxAmount of the subtotal.",
};

const TAXED: Kind = Kind {
    use_: Use::AtLeastOnce { used: all, present: all, absent: all },
    base: Base::PerRate,
    entry_hint: "Give the VAT breakdown a cac:TaxSubtotal for each rate of the category that is used.",
    base_terms: &[
        "BG-23", "BT-92", "BT-95", "BT-96", "BT-99", "BT-102", "BT-103", "BT-116", "BT-118",
        "BT-119", "BT-131", "BT-151", "BT-152",
    ],
    base_hint: "Add up line net amounts and charges of the category and rate and subtract its allowances.",
    tax_terms: &["BG-23", "BT-116", "BT-117", "BT-118", "BT-119"],
    tax_hint: "Multiply the taxable amount by the rate and round to two decimals.",
};

/// Terms of the rules on identifiers: because of a line, an allowance, a charge.
const ANY: [Terms; 3] = [
    &["BG-25", "BT-31", "BT-32", "BT-63", "BT-151"],
    &["BG-20", "BT-31", "BT-32", "BT-63", "BT-95"],
    &["BG-21", "BT-31", "BT-32", "BT-63", "BT-102"],
];
const ANY_OF_ZERO: [Terms; 3] =
    [&["BT-31", "BT-32", "BT-63", "BT-151"], ANY[1], &["BT-31", "BT-32", "BT-63", "BT-102"]];
const VAT: [Terms; 3] = [
    &["BG-25", "BT-31", "BT-63", "BT-151"],
    &["BG-20", "BT-31", "BT-63", "BT-95"],
    &["BG-21", "BT-31", "BT-63", "BT-102"],
];
const VAT_OF_BOTH: [Terms; 3] = [
    &["BG-25", "BT-31", "BT-48", "BT-63", "BT-151"],
    &["BG-20", "BT-31", "BT-48", "BT-63", "BT-95"],
    &["BG-21", "BT-31", "BT-48", "BT-63", "BT-102"],
];
const ANY_AND_BUYER: [Terms; 3] = [
    &["BG-25", "BT-31", "BT-32", "BT-47", "BT-48", "BT-63", "BT-151"],
    &["BG-20", "BT-31", "BT-32", "BT-47", "BT-48", "BT-63", "BT-95"],
    &["BG-21", "BT-31", "BT-32", "BT-47", "BT-48", "BT-63", "BT-102"],
];

const fn family(
    code: Code,
    kind: &Kind,
    (parties, terms): (Parties, &[Terms; 3]),
    rate: Rate,
    exemption: Exemption,
    texts: [(&'static str, &'static str); 10],
) -> Family {
    let of_parties = parties.hint();
    let of_rate = rate.hint();
    let rules = [
        rule(texts[0], USED, kind.entry_hint),
        rule(texts[1], terms[0], of_parties),
        rule(texts[2], terms[1], of_parties),
        rule(texts[3], terms[2], of_parties),
        rule(texts[4], &["BG-25", "BT-151", "BT-152"], of_rate),
        rule(texts[5], &["BG-20", "BT-95", "BT-96"], of_rate),
        rule(texts[6], &["BG-21", "BT-102", "BT-103"], of_rate),
        rule(texts[7], kind.base_terms, kind.base_hint),
        rule(texts[8], kind.tax_terms, kind.tax_hint),
        rule(texts[9], &["BG-23", "BT-118", "BT-120", "BT-121"], exemption.hint()),
    ];
    let (use_, base) = (kind.use_, kind.base);
    Family { code, rules, use_, parties, rate, base, exemption, calls: [BY_VAT; 3] }
}

const USED: Terms = &["BG-20", "BG-21", "BG-23", "BG-25", "BT-95", "BT-102", "BT-118", "BT-151"];

const fn rule((id, says): (&'static str, &'static str), terms: Terms, hint: &'static str) -> Rule {
    Rule::fatal(id, terms, says, hint)
}
