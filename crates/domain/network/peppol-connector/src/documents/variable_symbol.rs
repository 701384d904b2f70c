//! The variable symbol of a recorded invoice (send rule 8).

/// Maximum number of digits of a variable symbol.
const DIGITS: usize = 10;

/// The digits of `cac:PaymentMeans/cbc:PaymentID` (BT-83), else those of the document number (BT-1); the last ten of
/// them. `None` when neither has a digit.
#[must_use]
pub(crate) fn recorded_variable_symbol(payment_id: Option<&str>, number: &str) -> Option<String> {
    payment_id.and_then(last_digits).or_else(|| last_digits(number))
}

fn last_digits(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let from = digits.len().saturating_sub(DIGITS);
    (!digits.is_empty()).then(|| digits[from..].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_payment_id_goes_before_the_number() {
        for (payment_id, number, symbol) in [
            (Some("2026000123"), "FA-7", Some("2026000123")),
            (Some("VS 2026/77"), "FA-7", Some("202677")),
            (Some("no digits"), "FA-7", Some("7")),
            (Some(""), "FA-7", Some("7")),
            (None, "FA20260001", Some("20260001")),
            (None, "2026-11/000123456", Some("1000123456")),
            (Some("123456789012"), "1", Some("3456789012")),
            (Some("٣"), "ABC", None),
        ] {
            assert_eq!(recorded_variable_symbol(payment_id, number).as_deref(), symbol);
        }
    }
}
