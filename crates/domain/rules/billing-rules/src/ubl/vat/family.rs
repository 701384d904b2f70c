//! How the families differ.

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
    /// Which categories call for the parties' identifiers: of items, allowances, charges.
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

/// Which identifiers the parties need.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Parties {
    /// The seller a tax identifier of any kind, or its representative a VAT identifier.
    Seller,
    /// The seller or its representative a VAT identifier.
    SellerVat,
    /// As `Seller`, and the buyer a VAT identifier or legal registration.
    SellerAndBuyer,
    /// As `SellerVat`, and the buyer a VAT identifier.
    SellerVatAndBuyerVat,
    /// Nobody may have a VAT identifier.
    NoVat,
}

/// The rates allowed.
#[derive(Clone, Copy)]
pub(super) enum Rate {
    Zero,
    Positive,
    NotNegative,
    None,
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

/// Those whose tax scheme is VAT.
pub(super) fn vat(count: Count) -> u32 {
    count.vat
}

/// Those whose code has no white space around it.
pub(super) fn exact(count: Count) -> u32 {
    count.exact
}

/// Both.
pub(super) fn exact_vat(count: Count) -> u32 {
    count.exact_vat
}

/// The usual call: VAT categories.
pub(super) const BY_VAT: Calls = Calls { first: vat, second: vat };
