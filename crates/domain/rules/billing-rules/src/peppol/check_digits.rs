//! Check digits of identifiers, each computed as the official rules do, oddities included.

use super::reading::{all_digits, is_digits, is_integer, substring, substring_from};

/// GS1: the last digit against weights 3 and 1 from the right. Any length passes.
pub(super) fn has_gs1_check_digit(text: &str) -> bool {
    let Some((check, digits)) = check_and_digits(text) else { return false };
    let sum: u64 =
        digits.enumerate().map(|(i, digit)| digit * if i % 2 == 0 { 3 } else { 1 }).sum();
    (10 - sum % 10) % 10 == check
}

/// The Norwegian organization number: the last digit against weights 2 to 7 from the right.
pub(super) fn is_mod11(text: &str) -> bool {
    let positive = text.bytes().any(|byte| byte != b'0');
    let Some((check, digits)) = check_and_digits(text) else { return false };
    let sum: u64 = digits.enumerate().map(|(i, digit)| digit * (i as u64 % 6 + 2)).sum();
    positive && (11 - sum % 11) % 11 == check
}

/// The last digit, and the others from the right; nothing if there is anything but digits.
fn check_and_digits(text: &str) -> Option<(u64, impl Iterator<Item = u64>)> {
    let (last, others) = text.as_bytes().split_last().filter(|_| all_digits(text))?;
    Some((u64::from(last - b'0'), others.iter().rev().map(|byte| u64::from(byte - b'0'))))
}

/// Ten digits as Belgian enterprise numbers have them, the last two against the rest modulo 97.
pub(super) fn has_belgian_check_digits(text: &str) -> bool {
    let number = |part: &str| part.parse::<u64>().unwrap_or(0);
    is_digits(text, 10) && 97 - number(&text[..8]) % 97 == number(&text[8..])
}

/// The Belgian enterprise number, which begins with 0 or 1.
pub(super) fn is_belgian(text: &str) -> bool {
    text.starts_with(['0', '1']) && has_belgian_check_digits(text)
}

/// The Belgian VAT number in any case of its letters: `BE` and the enterprise number.
pub(super) fn is_belgian_vat(text: &str) -> bool {
    text.to_uppercase().strip_prefix("BE").is_some_and(is_belgian)
}

/// The Luxembourg VAT number in any case of its letters: `LU` and eight digits, the last two against the rest modulo
/// 89.
pub(super) fn is_luxembourg_vat(text: &str) -> bool {
    let number = |part: &str| part.parse::<u64>().unwrap_or(0);
    text.to_uppercase().strip_prefix("LU").is_some_and(|digits| {
        is_digits(digits, 8) && number(&digits[..6]) % 89 == number(&digits[6..])
    })
}

/// The Luxembourg matricule of companies: year, legal form from 20, number, and a check digit modulo 11. The form 24
/// has a second way to compute it.
pub(super) fn is_luxembourg_matricule(text: &str) -> bool {
    const WEIGHTS: [u64; 10] = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];
    let digits: Vec<u64> = text.bytes().map(|byte| u64::from(byte.wrapping_sub(b'0'))).collect();
    let [.., check] = digits[..] else { return false };
    if !is_digits(text, 11) {
        return false;
    }
    let form = digits[4] * 10 + digits[5];
    let rest = digits.iter().zip(WEIGHTS).map(|(digit, weight)| digit * weight).sum::<u64>() % 11;
    let usual = if rest == 0 { 0 } else { 11 - rest };
    let of_form_24 = match rest {
        0 => 1,
        1 => 0,
        rest => 12 - rest,
    };
    form >= 20 && (check == usual || (form == 24 && check == of_form_24))
}

/// The Danish numbers: `DK` and eight digits.
pub(super) fn is_danish_with_prefix(text: &str) -> bool {
    text.strip_prefix("DK").is_some_and(|digits| is_digits(digits, 8))
}

/// The Italian IPA code: six letters and digits.
pub(super) fn is_italian_office(text: &str) -> bool {
    text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// The Italian tax code: sixteen characters in a pattern, or an integer of eleven.
pub(super) fn is_italian_tax_code(text: &str) -> bool {
    match text.chars().count() {
        11 => is_integer(text),
        16 => {
            let letters = |start, length| {
                substring(text, start, length).bytes().all(|byte| byte.is_ascii_alphabetic())
            };
            let integer = |start, length| is_integer(substring(text, start, length));
            letters(1, 6)
                && integer(7, 2)
                && letters(9, 1)
                && integer(10, 2)
                && integer(15, 1)
                && letters(16, 1)
        }
        _ => false,
    }
}

/// The Italian VAT number, wherever the text begins with `IT`. Nothing where the official engine
/// gives up: a sign or blank where it wants a digit.
pub(super) fn is_italian_vat(text: &str) -> Option<bool> {
    let code = substring_from(text, 3);
    if !matches!(substring(text, 1, 2), "IT" | "it") {
        return Some(true);
    }
    if code.chars().count() != 11 || !is_integer(code) {
        return Some(false);
    }
    if !all_digits(code) {
        return None;
    }
    let sum: u32 =
        code.bytes().enumerate().map(|(i, byte)| luhn(u32::from(byte - b'0'), i % 2 == 1)).sum();
    Some(sum.is_multiple_of(10))
}

/// A digit, doubled if it is its turn, the digits of the result added up.
const fn luhn(digit: u32, doubled: bool) -> u32 {
    let value = if doubled { digit * 2 } else { digit };
    value / 10 + value % 10
}

/// The Swedish organization number by Luhn: the first nine digits against the tenth. Nothing where
/// the official engine gives up: digits of another script.
pub(super) fn is_swedish(text: &str) -> Option<bool> {
    if text.is_empty() || !text.chars().all(is_any_digit) {
        return Some(false);
    }
    let main = substring(text, 1, 9);
    if !all_digits(main) {
        return None;
    }
    let digits = main.bytes().rev().map(|byte| u32::from(byte - b'0'));
    let sum: u32 = digits.enumerate().map(|(i, digit)| luhn(digit, i % 2 == 0)).sum();
    let check = substring(text, 10, 1);
    Some(check.parse() == Ok((10 - sum % 10) % 10))
}

/// `\d`: a decimal digit of any script. Each script's ten follow each other, zero first.
fn is_any_digit(character: char) -> bool {
    character.is_ascii_digit()
        || (!character.is_ascii()
            && unicode_digits().any(|zero| {
                let at = u32::from(character);
                (zero..zero + 10).contains(&at)
            }))
}

/// The zeros of the scripts (Unicode 15, general category Nd).
fn unicode_digits() -> impl Iterator<Item = u32> {
    ZEROS.iter().copied()
}

const ZEROS: [u32; 67] = [
    0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6,
    0xE50, 0xED0, 0xF20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50,
    0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10,
    0x104A0, 0x10D30, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0, 0x11650,
    0x116C0, 0x11730, 0x118E0, 0x11950, 0x11C50, 0x11D50, 0x11DA0, 0x11F50, 0x16A60, 0x16AC0,
    0x16B50, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E4F0, 0x1E950,
    0x1FBF0,
];

/// The Australian Business Number: eleven digits, weighted, modulo 89.
pub(super) fn is_australian(text: &str) -> bool {
    const WEIGHTS: [i64; 11] = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
    let digits = text.bytes().map(|byte| i64::from(byte) - i64::from(b'0'));
    let sum: i64 = digits.zip(WEIGHTS).map(|(digit, weight)| digit * weight).sum();
    is_digits(text, 11) && (sum - WEIGHTS[0]) % 89 == 0
}

/// The Dutch VAT number: `NL`, nine digits, `B`, two digits.
pub(super) fn is_dutch_vat(text: &str) -> bool {
    let Some((number, branch)) = text.strip_prefix("NL").and_then(|rest| rest.split_once('B'))
    else {
        return false;
    };
    is_digits(number, 9) && is_digits(branch, 2)
}

/// The Greek tax number: the ninth character against powers of two. Anything after it is ignored.
pub(super) fn is_greek(text: &str) -> bool {
    let digit = |place: usize| substring(text, place, 1).parse::<u32>().ok();
    let sum = (1..=8).try_fold(0, |sum, place| Some(sum + (digit(place)? << (9 - place))));
    sum.is_some_and(|sum| Some(sum % 11 % 10) == digit(9))
}

/// The IBAN of the text, white space removed: shape and remainder.
pub(crate) fn is_iban(text: &str) -> bool {
    let bytes: Vec<u8> = text.bytes().filter(|&byte| !xml::white_space::is_space(byte)).collect();
    let Some((head, account)) = bytes.split_first_chunk::<4>() else { return false };
    let shaped = head[..2].iter().all(u8::is_ascii_uppercase)
        && head[2..].iter().all(u8::is_ascii_digit)
        && account.len() <= 30
        && account.iter().all(u8::is_ascii_alphanumeric);
    // Small letters count on from where capitals end: the official rule does not raise them.
    let value = |&byte: &u8| u64::from(if byte > 64 { byte - 55 } else { byte - 48 });
    shaped
        && account
            .iter()
            .chain(head)
            .map(value)
            .fold(0, |rest, value| (rest * if value > 9 { 100 } else { 10 } + value) % 97)
            == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_the_countries() {
        let gs1 = has_gs1_check_digit;
        assert!(gs1("5790000435975") && gs1("0") && !gs1("7") && !gs1(""));
        assert!(is_mod11("987654325") && !is_mod11("000000000"));
        assert!(is_belgian("0403019261") && !is_belgian("0403019262"));
        assert!(has_belgian_check_digits("2000000042") && !is_belgian_vat("BE2000000042"));
        assert!(is_belgian_vat("be0403019261") && !is_belgian_vat("BE403019261"));
        assert!(is_luxembourg_vat("lu12345613") && !is_luxembourg_vat("LU12345612"));
        assert_eq!(is_italian_vat("IT12345670785"), Some(true));
        assert_eq!(is_italian_vat("IT+2345670785"), None);
        assert_eq!(is_swedish("5567321707"), Some(true));
        assert_eq!(is_swedish("٥٥٦٧٣٢١٧٠٧"), None);
        assert!(is_australian("51824753556"));
        assert!(is_greek("123456783") && !is_greek("12345678"));
        assert!(is_iban("SK31 1200 0000 1987 4263 7541") && !is_iban("SK3212000000198742637541"));
    }
}
