//! The rules that each VAT category has, one family a category, in the same ten roles.

use super::category::Category;
use crate::rule::Rule;

/// What a rule of a family asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// An entry of the breakdown for what is used.
    Entry,
    /// The identifiers of the parties, because of a line.
    LineParties,
    /// The same because of an allowance.
    AllowanceParties,
    /// The same because of a charge.
    ChargeParties,
    /// The rate of a line.
    LineRate,
    /// The rate of an allowance.
    AllowanceRate,
    /// The rate of a charge.
    ChargeRate,
    /// The taxable amount of an entry.
    Basis,
    /// The tax amount of an entry.
    Tax,
    /// The exemption reason of an entry.
    Reason,
}

/// The rules of one category.
pub(super) struct Family {
    pub(super) category: Category,
    pub(super) rules: [Rule; 10],
}

impl Family {
    /// The rule of the role.
    pub(super) const fn rule(&self, role: Role) -> &Rule {
        &self.rules[role as usize]
    }
}

impl Category {
    /// The rules of the category; the split payment has none of this kind.
    pub(super) fn family(self) -> Option<&'static Family> {
        FAMILIES.get(self as usize)
    }
}

/// The ids of the ten rules of a family.
macro_rules! ids {
    ($of:literal) => {
        [
            concat!($of, "-01"),
            concat!($of, "-02"),
            concat!($of, "-03"),
            concat!($of, "-04"),
            concat!($of, "-05"),
            concat!($of, "-06"),
            concat!($of, "-07"),
            concat!($of, "-08"),
            concat!($of, "-09"),
            concat!($of, "-10"),
        ]
    };
}

/// The families, in the order of the categories.
pub(super) static FAMILIES: [Family; 9] = [
    Family {
        category: Category::ReverseCharge,
        rules: family(ids!("BR-AE"), &SELLER_AND_BUYER, &ZERO, &TAX_ZERO, &REASON),
    },
    Family {
        category: Category::Igic,
        rules: family(ids!("BR-AF"), &SELLER, &POSITIVE, &TAX_PRODUCT, &NO_REASON),
    },
    Family {
        category: Category::Ipsi,
        rules: family(ids!("BR-AG"), &SELLER, &NOT_NEGATIVE, &TAX_PRODUCT, &NO_REASON),
    },
    Family {
        category: Category::Exempt,
        rules: family(ids!("BR-E"), &SELLER, &ZERO, &TAX_ZERO, &REASON),
    },
    Family {
        category: Category::Export,
        rules: family(ids!("BR-G"), &SELLER_VAT, &ZERO, &TAX_ZERO, &REASON),
    },
    Family {
        category: Category::IntraCommunity,
        rules: family(ids!("BR-IC"), &SELLER_AND_BUYER_VAT, &ZERO, &TAX_ZERO, &REASON),
    },
    Family {
        category: Category::OutOfScope,
        rules: family(ids!("BR-O"), &NOBODY, &NO_RATE, &TAX_ZERO, &REASON),
    },
    Family {
        category: Category::Standard,
        rules: family(ids!("BR-S"), &SELLER, &POSITIVE, &TAX_PRODUCT, &NO_REASON),
    },
    Family {
        category: Category::Zero,
        rules: family(ids!("BR-Z"), &SELLER, &ZERO, &TAX_ZERO, &NO_REASON),
    },
];

/// Message and hint.
struct Words(&'static str, &'static str);

static SELLER: Words = Words(
    "The VAT category {found} is used here, but the seller has neither a VAT identifier nor a tax registration \
     identifier, and no tax representative has a VAT identifier.",
    "Give the seller's VAT identifier (scheme VA) or tax registration identifier (scheme FC), or the VAT identifier \
     of the seller's tax representative.",
);

static SELLER_VAT: Words = Words(
    "The VAT category {found} is used here, but neither the seller nor a tax representative has a VAT identifier.",
    "Give the VAT identifier of the seller or of the seller's tax representative (scheme VA).",
);

static SELLER_AND_BUYER: Words = Words(
    "The VAT category {found} is used here, but the identifiers that it needs of seller and buyer are not there.",
    "Give a VAT identifier or tax registration identifier of the seller, and a VAT identifier or legal registration \
     identifier of the buyer.",
);

static SELLER_AND_BUYER_VAT: Words = Words(
    "The VAT category {found} is used here, but not both the seller (or the tax representative) and the buyer have a \
     VAT identifier.",
    "Give the VAT identifiers (scheme VA) of the seller and of the buyer.",
);

static NOBODY: Words = Words(
    "The VAT category {found} is used here, but the seller, the tax representative or the buyer has a VAT identifier.",
    "Remove the VAT identifiers, or use the VAT category that the supply really has.",
);

static POSITIVE: Words = Words(
    "The VAT category is {expected}, but the rate is \"{found}\" and not greater than zero.",
    "Give the rate in per cent.",
);

static NOT_NEGATIVE: Words = Words(
    "The VAT category is {expected}, but the rate is \"{found}\" and not zero or greater.",
    "Give the rate in per cent; write 0 where no tax is due.",
);

static ZERO: Words = Words(
    "The VAT category is {expected}, but the rate is \"{found}\" and not zero.",
    "Write the rate 0, or use the VAT category that the rate belongs to.",
);

static NO_RATE: Words = Words(
    "The VAT category is {expected}, which has no rate, but the rate {found} is given.",
    "Remove the rate.",
);

static TAX_ZERO: Words = Words(
    "No tax is due in this VAT category, but the tax amount is \"{found}\".",
    "Write the tax amount 0.00.",
);

static TAX_PRODUCT: Words = Words(
    "The tax amount is {found}, but the taxable amount and the rate call for {expected}.",
    "Multiply the taxable amount by the rate and round to two decimals.",
);

static REASON: Words = Words(
    "No tax is charged in this VAT category, but no reason is given for that.",
    "Give an exemption reason or an exemption reason code.",
);

static NO_REASON: Words = Words(
    "An exemption reason is given, but this VAT category is not exempt from tax.",
    "Remove the exemption reason and its code.",
);

static ENTRY: Words = Words(
    "The VAT breakdown does not have the entry, or not the one entry, that the uses of the VAT category {found} call \
     for.",
    "Write one entry of the VAT breakdown for each category and rate that lines, allowances and charges use, and none \
     for others.",
);

static BASIS: Words = Words(
    "The taxable amount is {found}, but the lines, charges and allowances of this VAT category and rate come to \
     {expected}.",
    "Add up the net amounts of the lines and the charges and take off the allowances.",
);

const LINE: &[&str] = &["BG-25", "BT-151"];
const LINE_RATE: &[&str] = &["BG-25", "BT-151", "BT-152"];
const ALLOWANCE: &[&str] = &["BG-20", "BT-95"];
const ALLOWANCE_RATE: &[&str] = &["BG-20", "BT-95", "BT-96"];
const CHARGE: &[&str] = &["BG-21", "BT-102"];
const CHARGE_RATE: &[&str] = &["BG-21", "BT-102", "BT-103"];

const fn family(
    ids: [&'static str; 10],
    parties: &Words,
    rate: &Words,
    tax: &Words,
    reason: &Words,
) -> [Rule; 10] {
    [
        rule(ids[0], &["BG-23", "BT-118"], &ENTRY),
        rule(ids[1], LINE, parties),
        rule(ids[2], ALLOWANCE, parties),
        rule(ids[3], CHARGE, parties),
        rule(ids[4], LINE_RATE, rate),
        rule(ids[5], ALLOWANCE_RATE, rate),
        rule(ids[6], CHARGE_RATE, rate),
        rule(ids[7], &["BG-23", "BT-116"], &BASIS),
        rule(ids[8], &["BG-23", "BT-117"], tax),
        rule(ids[9], &["BG-23", "BT-120", "BT-121"], reason),
    ]
}

const fn rule(id: &'static str, terms: &'static [&'static str], words: &Words) -> Rule {
    Rule::fatal(id, terms, words.0, words.1)
}
