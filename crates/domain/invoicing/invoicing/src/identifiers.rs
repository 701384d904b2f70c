//! The forms of Slovak and other identifiers, and their normal forms.

use crate::faults::IdentifierFault;
use party_identifiers::{compact, is_vat_number, vat_number};

/// The normal form of a vehicle's plate, by which it is found: uppercase, without white space.
#[must_use]
pub(crate) fn normalize_plate(text: &str) -> String {
    compact(text)
}

/// A plate in its normal form: 1 to 20 letters, digits and hyphens.
pub(crate) fn plate(text: &str) -> Result<String, IdentifierFault> {
    let plate = normalize_plate(text);
    let valid = (1..=20).contains(&plate.chars().count())
        && plate.chars().all(|c| c.is_alphanumeric() || c == '-');
    valid.then_some(plate).ok_or(IdentifierFault::Plate)
}

fn all_digits(text: &str, length: std::ops::RangeInclusive<usize>) -> bool {
    length.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}

/// IČO: exactly eight digits.
pub(crate) fn ico(text: &str) -> Result<String, IdentifierFault> {
    let text = vat_number(text);
    all_digits(&text, 8..=8).then_some(text).ok_or(IdentifierFault::Ico)
}

/// DIČ: ten digits, the VAT number of a member state of the EU, or, as the specification has it, a
/// country code with eight to ten digits.
pub(crate) fn dic(text: &str) -> Result<String, IdentifierFault> {
    let text = vat_number(text);
    let foreign = text.get(..2).is_some_and(|c| c.bytes().all(|b| b.is_ascii_uppercase()))
        && text.get(2..).is_some_and(|digits| all_digits(digits, 8..=10));
    if foreign || all_digits(&text, 10..=10) || is_vat_number(&text) {
        Ok(text)
    } else {
        Err(IdentifierFault::Dic)
    }
}

/// IČ DPH of a customer: `SK` with ten digits (Customer object, `ic_dph`).
pub(crate) fn slovak_ic_dph(text: &str) -> Result<String, IdentifierFault> {
    let text = vat_number(text);
    let is_slovak = text.strip_prefix("SK").is_some_and(|digits| all_digits(digits, 10..=10));
    is_slovak.then_some(text).ok_or(IdentifierFault::SlovakIcDph)
}

/// IČ DPH of the firm itself: `SK` with ten digits, or the VAT number of another member state.
pub(crate) fn ic_dph(text: &str) -> Result<String, IdentifierFault> {
    let text = vat_number(text);
    is_vat_number(&text).then_some(text).ok_or(IdentifierFault::IcDph)
}

/// ISO 3166-1 alpha-2 in form: two letters.
pub(crate) fn country(text: &str) -> Result<String, IdentifierFault> {
    let text = text.trim().to_ascii_uppercase();
    let valid = text.len() == 2 && text.bytes().all(|b| b.is_ascii_uppercase());
    valid.then_some(text).ok_or(IdentifierFault::Country)
}

/// Longest e-mail address.
const MAX_EMAIL: usize = 254;

/// An e-mail address.
pub(crate) fn email(text: &str) -> Result<String, IdentifierFault> {
    use validator::ValidateEmail;
    let text = text.trim();
    if text.len() > MAX_EMAIL {
        Err(IdentifierFault::EmailTooLong)
    } else if !text.validate_email() {
        Err(IdentifierFault::Email)
    } else {
        Ok(text.to_owned())
    }
}

/// A telephone number in E.164: `+` and 7 to 15 digits. Separators and a leading `00` are
/// normalized; a national number cannot be.
pub(crate) fn phone(text: &str) -> Result<String, IdentifierFault> {
    const WRONG: IdentifierFault = IdentifierFault::Phone;
    let compact: String = text
        .chars()
        .filter(|c| !matches!(c, ' ' | '\u{a0}' | '-' | '/' | '.' | '(' | ')'))
        .collect();
    let digits = compact.strip_prefix('+').or_else(|| compact.strip_prefix("00")).ok_or(WRONG)?;
    if all_digits(digits, 7..=15) && !digits.starts_with('0') {
        Ok(format!("+{digits}"))
    } else {
        Err(WRONG)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_take_their_normal_form() {
        assert_eq!(ico("12345678").as_deref(), Ok("12345678"));
        assert_eq!(dic("cz 1234 5678").as_deref(), Ok("CZ12345678"));
        assert_eq!(dic("2020 202 020").as_deref(), Ok("2020202020"));
        assert_eq!(dic("atu 1234 5678").as_deref(), Ok("ATU12345678"));
        assert_eq!(dic("GB123456789").as_deref(), Ok("GB123456789"));
        assert_eq!(ic_dph("nl 1234.56789b01").as_deref(), Ok("NL123456789B01"));
        assert_eq!(dic("BE0123.456.749").as_deref(), Ok("BE0123456749"));
        assert_eq!(dic("GR 094014201").as_deref(), Ok("EL094014201"), "Greece is EL");
        assert_eq!(dic("EL094014201").as_deref(), Ok("EL094014201"));
        assert_eq!(ico("31 333 532").as_deref(), Ok("31333532"));
        assert_eq!(slovak_ic_dph("sk 2020-317-068").as_deref(), Ok("SK2020317068"));
        assert_eq!(ic_dph("sk2020202020").as_deref(), Ok("SK2020202020"));
        assert_eq!(country("sk").as_deref(), Ok("SK"));
        assert_eq!(phone("00421 (905) 123-456").as_deref(), Ok("+421905123456"));
        assert_eq!(phone("+421/905 123 456").as_deref(), Ok("+421905123456"));
        assert_eq!(email("a@b.sk").as_deref(), Ok("a@b.sk"));
        assert_eq!(normalize_plate("ba 123 xy"), "BA123XY");
        assert_eq!(plate(" b-mw 1234 ").as_deref(), Ok("B-MW1234"));
    }

    #[test]
    fn other_forms_are_refused() {
        for text in ["1234567", "123456789", "1234567a", "١٢٣٤٥٦٧٨", ""] {
            assert!(ico(text).is_err(), "{text}");
        }
        for text in ["123456789", "SK123", "1K12345678", "ÁÁ12345678", "SK12345678901", "IT123"] {
            assert!(dic(text).is_err(), "{text}");
        }
        for text in ["2020202020", "CZ20202020201", "SK202020202", "GB123456789", "AT12345678"] {
            assert!(ic_dph(text).is_err(), "{text}");
        }
        for text in
            ["2020202020", "ATU12345678", "EL094014201", "SK202020202", "SK20202020201", "SK"]
        {
            let refused = slovak_ic_dph(text).expect_err(text).to_string();
            assert!(refused.contains("dic") && refused.contains("peppol_id"), "{refused}");
        }
        for text in ["0905123456", "+421", "+0905123456", "+4219051234567890", "abc"] {
            assert!(phone(text).is_err(), "{text}");
        }
        for text in ["a", "a@", "@b.sk", "a b@c.sk"] {
            assert!(email(text).is_err(), "{text}");
        }
        assert!(email(&format!("a@{}.sk", "b".repeat(260))).is_err());
        assert!(country("SVK").is_err());
        for text in ["", " ", "BA\u{0}1", "BA_1", &"1".repeat(21)] {
            assert!(plate(text).is_err(), "{text}");
        }
    }
}
