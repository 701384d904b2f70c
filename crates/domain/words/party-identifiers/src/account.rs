//! Accounts: IBAN (ISO 13616) and BIC (ISO 9362).

use crate::AccountNumberFault;
use crate::{compact, form::has_form};

/// Lengths of the IBANs of the countries that the SWIFT registry names and firms here deal with; of
/// others the length is between [`SHORTEST`] and [`LONGEST`].
const LENGTHS: [(&str, usize); 45] = [
    ("AD", 24),
    ("AE", 23),
    ("AL", 28),
    ("AT", 20),
    ("BA", 20),
    ("BE", 16),
    ("BG", 22),
    ("CH", 21),
    ("CY", 28),
    ("CZ", 24),
    ("DE", 22),
    ("DK", 18),
    ("EE", 20),
    ("ES", 24),
    ("FI", 18),
    ("FR", 27),
    ("GB", 22),
    ("GE", 22),
    ("GI", 23),
    ("GR", 27),
    ("HR", 21),
    ("HU", 28),
    ("IE", 22),
    ("IL", 23),
    ("IS", 26),
    ("IT", 27),
    ("LI", 21),
    ("LT", 20),
    ("LU", 20),
    ("LV", 21),
    ("MC", 27),
    ("MD", 24),
    ("ME", 22),
    ("MK", 19),
    ("MT", 31),
    ("NL", 18),
    ("NO", 15),
    ("PL", 28),
    ("PT", 25),
    ("RO", 24),
    ("RS", 22),
    ("SE", 24),
    ("SI", 19),
    ("SK", 24),
    ("UA", 29),
];

/// Shortest and longest IBAN of any country.
const SHORTEST: usize = 15;
const LONGEST: usize = 34;

/// An IBAN in its normal form: uppercase, without spaces.
///
/// # Errors
/// What is wrong with it: its characters, its length, or its check digits (ISO 7064 MOD 97-10).
pub fn iban(text: &str) -> Result<String, AccountNumberFault> {
    let text = compact(text);
    let shaped = has_form(text.get(..4).unwrap_or_default(), "@@99")
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase());
    if !shaped {
        return Err(AccountNumberFault::Iban);
    }
    let of_country = LENGTHS.iter().find(|(country, _)| text.starts_with(country));
    let fits = match of_country {
        Some((_, length)) => text.len() == *length,
        None => (SHORTEST..=LONGEST).contains(&text.len()),
    };
    if !fits {
        return Err(AccountNumberFault::IbanLength);
    }
    if rest_by_97(&text) != 1 {
        return Err(AccountNumberFault::IbanCheckDigits);
    }
    Ok(text)
}

/// The number of an IBAN modulo 97: its first four characters at the end, letters as 10 to 35.
fn rest_by_97(iban: &str) -> u32 {
    let (head, account) = iban.split_at(4);
    account.bytes().chain(head.bytes()).fold(0, |rest, byte| match byte {
        b'0'..=b'9' => (rest * 10 + u32::from(byte - b'0')) % 97,
        letter => (rest * 100 + u32::from(letter - b'A') + 10) % 97,
    })
}

/// A BIC in its normal form: uppercase, 8 or 11 characters.
///
/// # Errors
/// That it has another form.
pub fn bic(text: &str) -> Result<String, AccountNumberFault> {
    let text = compact(text);
    let valid = has_form(&text, "????@@??") || has_form(&text, "????@@?????");
    valid.then_some(text).ok_or(AccountNumberFault::Bic)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ibans_of_the_registry_pass() {
        for text in [
            "SK31 1200 0000 1987 4263 7541",
            "cz65 0800 0000 1920 0014 5399",
            "AT61 1904 3002 3457 3201",
            "DE89 3704 0044 0532 0130 00",
            "NO93 8601 1117 947",
            "MT84 MALT 0110 0001 2345 MTLC AST0 01S",
            "SA03 8000 0000 6080 1016 7519",
        ] {
            assert_eq!(iban(text).as_deref(), Ok(&*compact(text)), "{text}");
        }
    }

    #[test]
    fn mistyped_ones_are_refused_with_a_reason() {
        for (text, part) in [
            ("", "two letters"),
            ("SK", "two letters"),
            ("1234567890123456", "two letters"),
            ("SK3112000000198742637541x-", "two letters"),
            ("SK311200000019874263754", "long"),
            ("XK05121201234567890612345678901234567", "long"),
            ("SK3212000000198742637541", "check digits"),
            ("SK3112000000198742637514", "check digits"),
        ] {
            let wrong = iban(text).expect_err(text).to_string();
            assert!(wrong.contains(part), "{text}: {wrong}");
        }
    }

    #[test]
    fn bics_have_eight_or_eleven_characters() {
        assert_eq!(bic("tatrskbx").as_deref(), Ok("TATRSKBX"));
        assert_eq!(bic("GIBA CZ PX XXX").as_deref(), Ok("GIBACZPXXXX"));
        for text in ["", "TATRSKB", "TATRSKBXX", "TATR11BX", "TATRSKBXXXXX"] {
            assert!(bic(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_breaks_it(text in any::<String>()) {
            let _ = (iban(&text), bic(&text));
        }

        /// Two neighbours that change places, and a wrong digit, are always noticed.
        #[test]
        fn a_typing_error_is_noticed(place in 4_usize..24, digit in 0_u8..10) {
            let right = "SK3112000000198742637541";
            let mut bytes = right.as_bytes().to_vec();
            bytes[place] = b'0' + digit;
            let text = String::from_utf8(bytes).expect("ASCII");
            prop_assert_eq!(iban(&text).is_ok(), text == right);
        }
    }
}
