//! The differences between the families.

use crate::rule::Rule;
use crate::ubl::category_counts::Count;
use crate::ubl::tax::Code;

/// The rules of one VAT category code.
pub(super) struct Family {
    pub(super) code: Code,
    /// The rules -01 to -10.
    pub(super) rules: [Rule; 10],
    pub(super) use_: Use,
    pub(super) parties: Parties,
    pub(super) rate: Rate,
    pub(super) base: Base,
    pub(super) exemption: Exemption,
    /// The categories that require the parties' identifiers: of items, allowances, charges.
    pub(super) calls: [Calls; 3],
}

/// How often the breakdown must have the category when the document uses it.
#[derive(Clone, Copy)]
pub(super) enum Use {
    /// Exactly once.
    Once,
    /// At least once, and not at all otherwise. Only some counts matter to the official rule.
    AtLeastOnce { used: fn(Count) -> u32, present: fn(Count) -> u32, absent: fn(Count) -> u32 },
}

/// The identifiers that the parties need.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Parties {
    /// The seller a tax identifier of any kind, or its representative a VAT identifier.
    Seller,
    /// The seller or its representative a VAT identifier.
    SellerVat,
    /// As `Seller`, and the buyer needs a VAT identifier or legal registration.
    SellerAndBuyer,
    /// As `SellerVat`, and the buyer needs a VAT identifier.
    SellerVatAndBuyerVat,
    /// No party may have a VAT identifier.
    NoVat,
}

impl Parties {
    /// How to fix it where they lack them.
    pub(super) const fn hint(self) -> &'static str {
        match self {
            Self::Seller => {
                "Add a cac:PartyTaxScheme with cbc:CompanyID to the seller, or name its tax representative with its VAT identifier."
            }
            Self::SellerVat => "Add the seller's VAT identifier, or its tax representative's.",
            Self::SellerAndBuyer => {
                "Add the seller's tax identifier and the buyer's VAT identifier or legal registration number."
            }
            Self::SellerVatAndBuyerVat => {
                "Add the VAT identifiers of the seller (or its tax representative) and of the buyer."
            }
            Self::NoVat => {
                "Leave out the VAT identifiers of seller, buyer and tax representative, or choose another category."
            }
        }
    }
}

/// The rates allowed.
#[derive(Clone, Copy)]
pub(super) enum Rate {
    Zero,
    Positive,
    NotNegative,
    None,
}

impl Rate {
    /// How to fix another rate.
    pub(super) const fn hint(self) -> &'static str {
        match self {
            Self::Zero => "Write 0 to cbc:Percent.",
            Self::Positive => "Write the rate to cbc:Percent, such as 23.",
            Self::NotNegative => "Write a rate of 0 or more to cbc:Percent.",
            Self::None => "Leave cbc:Percent out.",
        }
    }
}

/// How the taxable amount must be right.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    /// Exactly the sum of all of the category.
    Exact,
    /// Less than one off the sum of the category and rate, if any line has the rate.
    PerRateUsed,
    /// The same, whether or not a line has the rate.
    PerRate,
}

/// Whether a reason for not taxing must or must not be given.
#[derive(Clone, Copy)]
pub(super) enum Exemption {
    Needed,
    Forbidden,
}

impl Exemption {
    /// How to fix one that lacks, or is too much.
    pub(super) const fn hint(self) -> &'static str {
        match self {
            Self::Needed => "Add cbc:TaxExemptionReason or cbc:TaxExemptionReasonCode.",
            Self::Forbidden => "Leave out cbc:TaxExemptionReason and cbc:TaxExemptionReasonCode.",
        }
    }
}

/// Which counts call for the identifiers: they are called for when the first is there and they are
/// missing, and also when only the second is there.
#[derive(Clone, Copy)]
pub(super) struct Calls {
    pub(super) first: fn(Count) -> u32,
    pub(super) second: fn(Count) -> u32,
}

/// Every category of the code.
pub(super) fn all(count: Count) -> u32 {
    count.all
}

/// The count of those whose tax scheme is VAT.
pub(super) fn vat(count: Count) -> u32 {
    count.vat
}

/// The count of those whose code has no white space around it.
pub(super) fn exact(count: Count) -> u32 {
    count.exact
}

/// The count of those with both.
pub(super) fn exact_vat(count: Count) -> u32 {
    count.exact_vat
}

/// The usual call: VAT categories.
pub(super) const BY_VAT: Calls = Calls { first: vat, second: vat };
