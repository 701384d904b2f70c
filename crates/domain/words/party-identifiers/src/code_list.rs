//! What the Peppol code list says of the values of its schemes: the regular expressions and check
//! digits of the participant identifier schemes 9.7 (2026-07), where it states them.

use crate::form::has_form;

/// Whether a participant (`scheme:value`) has the form that the code list asks for. `None`: the list
/// asks for none. Case does not count, as for all participants.
#[must_use]
pub fn fits_code_list(participant: &str) -> Option<bool> {
    let (scheme, value) = participant.split_once(':')?;
    let value = value.to_ascii_uppercase();
    rule_of(scheme).map(|rule| rule(&value))
}

type Rule = fn(&str) -> bool;

fn rule_of(scheme: &str) -> Option<Rule> {
    Some(match scheme {
        "0002" => |v| matches!(v.len(), 9 | 14) && is_luhn(v),
        "0007" => |v| v.len() == 10 && is_luhn(v),
        "0009" => |v| is_digits(v, 14..=14),
        "0060" => |v| is_digits(v, 9..=9),
        "0088" => |v| v.len() == 13 && is_gs1(v),
        "0096" => |v| is_digits(v, 10..=10),
        "0097" => |v| is_digits(v, 11..=16),
        "0106" => |v| is_digits(v, 17..=17),
        "0151" => is_abn,
        "0158" => is_ico,
        "0183" => |v| v.strip_prefix("CHE").is_some_and(|d| mod_11(d, &[5, 4, 3, 2, 7, 6, 5, 4])),
        "0184" => |v| is_digits(v, 8..=8) && !v.starts_with('0'),
        "0190" => |v| is_digits(v, 20..=20),
        "0191" => |v| is_digits(v, 8..=8) && v.starts_with(['1', '7', '8', '9']),
        "0192" => |v| mod_11(v, &[3, 2, 7, 6, 5, 4, 3, 2]),
        "0196" => |v| is_digits(v, 10..=10),
        "0198" => |v| v.strip_prefix("DK").is_some_and(is_danish),
        "0199" => is_lei,
        "0200" => |v| is_digits(v, 9..=9),
        "0201" => |v| has_form(v, "??????"),
        "0204" => is_leitweg,
        "0208" => is_belgian,
        "0211" => |v| v.strip_prefix("IT").is_some_and(|d| d.len() == 11 && is_luhn(d)),
        "0218" => |v| is_digits(v, 9..=9) || is_digits(v, 11..=11),
        "0235" => |v| is_digits(v, 10..=10) && v.starts_with('1'),
        "0240" => |v| is_digits(v, 11..=11),
        "0242" => is_service_provider,
        "0244" => |v| is_digits(v, 13..=13),
        "0245" => is_dic_of_list,
        "0248" => |v| has_form(v, "OM9999999999"),
        "9910" => |v| has_form(v, "HU99999999"),
        "9915" => is_austrian_office,
        _ => return None,
    })
}

/// Whether a text is a service provider's identifier (SPIS 1.0.0), without `0242:`; case does not count.
#[must_use]
pub fn is_service_provider(text: &str) -> bool {
    let (main, rest) = text.split_once('-').map_or((text, None), |(main, rest)| (main, Some(rest)));
    let Some(rest) = rest else { return has_form(main, "999999") };
    let (case, suffix) = rest.split_once('.').map_or((rest, None), |(c, s)| (c, Some(s)));
    let fits = |text: &str, longest: usize, more: &[u8]| {
        let of = |b: u8| b.is_ascii_alphanumeric() || more.contains(&b);
        (3..=longest).contains(&text.len()) && text.bytes().all(of)
    };
    has_form(main, "999999")
        && fits(case, 12, b"_")
        && suffix.is_none_or(|suffix| fits(suffix, 24, b"-._~"))
}

/// A Slovak DIČ: ten digits, the first 1 to 7, divisible by 11.
fn is_dic_of_list(value: &str) -> bool {
    let divisible = value.parse::<u64>().is_ok_and(|number| number % 11 == 0);
    is_digits(value, 10..=10) && value.starts_with(|c| ('1'..='7').contains(&c)) && divisible
}

/// A Slovak IČO: weights 8 to 2; a remainder of 0 gives 1, of 1 gives 0.
fn is_ico(value: &str) -> bool {
    let Some((sum, check)) = weighed(value, &[8, 7, 6, 5, 4, 3, 2]) else { return false };
    (11 - sum % 11) % 10 == check
}

fn is_austrian_office(value: &str) -> bool {
    value.starts_with(|c: char| c.is_ascii_uppercase())
        && value.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
}

fn is_abn(value: &str) -> bool {
    let weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
    let sum: u64 = digits(value).zip(weights).map(|(digit, weight)| digit * weight).sum();
    is_digits(value, 11..=11) && !value.starts_with('0') && (sum - 10).is_multiple_of(89)
}

fn is_danish(value: &str) -> bool {
    let sum: u64 = digits(value).zip([2, 7, 6, 5, 4, 3, 2, 1]).map(|(d, w)| d * w).sum();
    is_digits(value, 8..=8) && sum.is_multiple_of(11)
}

fn is_belgian(value: &str) -> bool {
    let number = |part: Option<&str>| part.and_then(|part| part.parse::<u64>().ok()).unwrap_or(0);
    is_digits(value, 10..=10)
        && value.starts_with(['0', '1'])
        && 97 - number(value.get(..8)) % 97 == number(value.get(8..))
}

/// A legal entity identifier: ISO 7064 modulo 97 over digits and letters.
fn is_lei(value: &str) -> bool {
    let form = has_form(value, "??????????????????99");
    let remainder = value.bytes().fold(0_u64, |rest, byte| match byte {
        b'0'..=b'9' => (rest * 10 + u64::from(byte - b'0')) % 97,
        _ => (rest * 100 + u64::from(byte.saturating_sub(b'A')) + 10) % 97,
    });
    form && remainder == 1
}

/// `[0-9]{2,12}(-[0-9A-Z]{0,30})?-[0-9]{2}`
fn is_leitweg(value: &str) -> bool {
    let Some((front, check)) = value.rsplit_once('-') else { return false };
    let (coarse, fine) = front.split_once('-').unwrap_or((front, ""));
    let fine_fits = fine.len() <= 30 && fine.bytes().all(|b| b.is_ascii_alphanumeric());
    is_digits(check, 2..=2) && is_digits(coarse, 2..=12) && fine_fits
}

fn is_digits(value: &str, length: std::ops::RangeInclusive<usize>) -> bool {
    length.contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit())
}

fn digits(value: &str) -> impl DoubleEndedIterator<Item = u64> {
    value.bytes().map(|byte| u64::from(byte.wrapping_sub(b'0') % 10))
}

/// The weighed sum of all digits but the last, and the last.
fn weighed(value: &str, weights: &[u64]) -> Option<(u64, u64)> {
    let length = weights.len() + 1;
    let sum = digits(value).zip(weights).map(|(digit, weight)| digit * weight).sum();
    is_digits(value, length..=length).then(|| (sum, digits(value).next_back().unwrap_or(0)))
}

fn mod_11(value: &str, weights: &[u64]) -> bool {
    weighed(value, weights).is_some_and(|(sum, check)| (11 - sum % 11) % 11 == check)
}

fn is_gs1(value: &str) -> bool {
    let weigh = |(place, digit): (usize, u64)| digit * if place % 2 == 0 { 1 } else { 3 };
    let sum: u64 = digits(value).rev().enumerate().map(weigh).sum();
    value.bytes().all(|byte| byte.is_ascii_digit()) && sum.is_multiple_of(10)
}

fn is_luhn(value: &str) -> bool {
    let weigh = |(place, digit): (usize, u64)| match (place % 2, digit * 2) {
        (0, _) => digit,
        (_, double) => double / 10 + double % 10,
    };
    let sum: u64 = digits(value).rev().enumerate().map(weigh).sum();
    value.bytes().all(|byte| byte.is_ascii_digit()) && sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_held_against_their_scheme() {
        for (participant, fits) in [
            ("0002:784301772", Some(true)),
            ("0002:784301773", Some(false)),
            ("0088:5798000000001", Some(true)),
            ("0088:5798000000002", Some(false)),
            ("0151:51824753556", Some(true)),
            ("0151:51824753557", Some(false)),
            ("0158:35763469", Some(true)),
            ("0158:35763468", Some(false)),
            ("0183:CHE109322551", Some(true)),
            ("0192:745707327", Some(true)),
            ("0192:745707328", Some(false)),
            ("0198:dk13585628", Some(true)),
            ("0199:5493001KJTIIGC8Y1R12", Some(true)),
            ("0199:5493001KJTIIGC8Y1R13", Some(false)),
            ("0204:991-33333TEST-33", Some(true)),
            ("0204:991", Some(false)),
            ("0208:0848934496", Some(true)),
            ("0208:0848934497", Some(false)),
            ("0245:2900000004", Some(true)),
            ("0245:290000000", Some(false)),
            ("9915:test", Some(true)),
            ("9950:SK2900000004", None),
            ("no colon", None),
        ] {
            assert_eq!(fits_code_list(participant), fits, "{participant}");
        }
    }

    #[test]
    fn providers_have_a_seat_and_perhaps_a_use_case() {
        for (text, good) in [
            ("000028", true),
            ("000028-MLS", true),
            ("000028-mls.sub", true),
            ("000028-MLS.a-b._~c", true),
            ("00028", false),
            ("000028-", false),
            ("000028-ML", false),
            ("000028-MLS.", false),
            ("000028-MLS.ab", false),
            ("000028-ABCDEFGHIJKLM", false),
            ("000028.MLS", false),
            ("00002é", false),
        ] {
            assert_eq!(is_service_provider(text), good, "{text}");
        }
    }

    #[test]
    fn no_text_breaks_a_rule() {
        for scheme in 0..10_000 {
            for value in ["", "é", "0", "-", "CHE", "ITé", "99999999999999999999999999"] {
                let _ = fits_code_list(&format!("{scheme:04}:{value}"));
            }
        }
    }
}
