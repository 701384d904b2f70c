use money::Decimal;

/// An amount as accounting programs read it: two decimals behind a point.
#[must_use]
pub fn amount(amount: Decimal) -> String {
    format!("{:.2}", money::round(amount))
}
