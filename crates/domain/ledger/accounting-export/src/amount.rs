use money::Decimal;

/// An amount with two decimals after a point, as accounting programs read it.
#[must_use]
pub fn amount(amount: Decimal) -> String {
    format!("{:.2}", money::round(amount))
}
