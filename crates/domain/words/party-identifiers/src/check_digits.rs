//! Check digits of Slovak and Czech numbers. They warn: a number that fails is mistyped, and some that authorities
//! gave out long ago fail too.

/// An IČO of eight digits: weights 8 to 2, modulo 11.
#[must_use]
pub fn ico_checks(ico: &str) -> bool {
    let Some([first @ .., check]) = digits::<8>(ico) else { return false };
    let sum: u32 = first.iter().zip((2..=8).rev()).map(|(digit, weight)| digit * weight).sum();
    (11 - sum % 11) % 10 == check
}

/// A Slovak DIČ of ten digits, with or without `SK` before it: divisible by 11.
#[must_use]
pub fn slovak_tax_number_checks(number: &str) -> bool {
    let number = number.strip_prefix("SK").unwrap_or(number);
    let Some(digits) = digits::<10>(number) else { return false };
    digits.iter().fold(0, |rest, digit| (rest * 10 + digit) % 11) == 0
}

/// The national numbers in a Slovak or Czech IBAN: prefix and number, each by its weights, modulo 11. IBANs of other
/// countries have none that are known here.
#[must_use]
pub fn national_account_checks(iban: &str) -> bool {
    const WEIGHTS: [u32; 10] = [6, 3, 7, 9, 10, 5, 8, 4, 2, 1];
    if !iban.starts_with("SK") && !iban.starts_with("CZ") {
        return true;
    }
    let prefix = iban.get(8..14).and_then(digits::<6>);
    let Some((prefix, number)) = prefix.zip(iban.get(14..).and_then(digits::<10>)) else {
        return false;
    };
    let weighed = |digits: &[u32], weights: &[u32]| -> u32 {
        digits.iter().zip(weights).map(|(digit, weight)| digit * weight).sum()
    };
    weighed(&prefix, &WEIGHTS[4..]).is_multiple_of(11)
        && weighed(&number, &WEIGHTS).is_multiple_of(11)
}

fn digits<const N: usize>(text: &str) -> Option<[u32; N]> {
    let read: Option<Vec<u32>> = text.bytes().map(|byte| char::from(byte).to_digit(10)).collect();
    read?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slovak_numbers() {
        for (ico, checks) in [
            ("31333532", true),
            ("35763469", true),
            ("00151653", true),
            ("25596641", true),
            ("12345679", true),
            ("12345678", false),
            ("31333523", false),
            ("3133353", false),
            ("", false),
        ] {
            assert_eq!(ico_checks(ico), checks, "{ico}");
        }
        for (number, checks) in [
            ("2020317068", true),
            ("SK2020317068", true),
            ("2023456789", false),
            ("SK2023456789", false),
            ("2020317086", false),
            ("202031706", false),
        ] {
            assert_eq!(slovak_tax_number_checks(number), checks, "{number}");
        }
    }

    #[test]
    fn accounts() {
        for (iban, checks) in [
            ("SK3112000000198742637541", true),
            ("SK0412000000198742637542", false),
            ("CZ6508000000192000145399", true),
            ("CZ6908000000192000145398", false),
            ("DE89370400440532013000", true),
            ("SK", false),
        ] {
            assert_eq!(national_account_checks(iban), checks, "{iban}");
        }
    }
}
