//! VAT numbers of the member states of the European Union.
//!
//! Source: the structures that the Commission publishes for VIES ("What is the format of a VAT
//! number?", Council Regulation (EU) 904/2010), with the Dutch number as the Dutch tax authority has
//! issued it since 2020. The form decides, and nothing else: check digits are left to VIES, which
//! knows whether a number is in use.

use crate::form::has_form;

/// A state and the forms of its VAT numbers.
#[derive(Debug, PartialEq, Eq)]
pub struct VatState {
    /// In front of the number: ISO 3166-1, but `EL` for Greece and `XI` for Northern Ireland.
    pub prefix: &'static str,
    /// ISO 3166-1 of the state, for its addresses.
    pub country: &'static str,
    /// What may follow the prefix: see [`has_form`].
    forms: &'static [&'static str],
    /// A number of the form, for messages and tests.
    pub example: &'static str,
}

const fn state(
    prefix: &'static str,
    forms: &'static [&'static str],
    example: &'static str,
) -> VatState {
    VatState { prefix, country: prefix, forms, example }
}

/// Every member state, and Northern Ireland, whose goods are traded as if it were one (Protocol,
/// Article 8). By prefix.
static STATES: [VatState; 28] = [
    state("AT", &["U99999999"], "ATU12345678"),
    state("BE", &["0999999999", "1999999999"], "BE0123456749"),
    state("BG", &["999999999", "9999999999"], "BG123456789"),
    state("CY", &["99999999@"], "CY12345678X"),
    state("CZ", &["99999999", "999999999", "9999999999"], "CZ12345678"),
    state("DE", &["999999999"], "DE123456789"),
    state("DK", &["99999999"], "DK12345678"),
    state("EE", &["999999999"], "EE123456789"),
    VatState { prefix: "EL", country: "GR", forms: &["999999999"], example: "EL123456789" },
    // one end of the number is a letter, or both are
    state("ES", &["@9999999?", "99999999@"], "ESX1234567X"),
    state("FI", &["99999999"], "FI12345678"),
    state("FR", &["??999999999"], "FR12345678901"),
    state("HR", &["99999999999"], "HR12345678901"),
    state("HU", &["99999999"], "HU12345678"),
    state("IE", &["9!99999@", "9999999@@"], "IE1234567WA"),
    state("IT", &["99999999999"], "IT12345678903"),
    state("LT", &["999999999", "999999999999"], "LT123456789"),
    state("LU", &["99999999"], "LU12345678"),
    state("LV", &["99999999999"], "LV12345678901"),
    state("MT", &["99999999"], "MT12345678"),
    state("NL", &["999999999B99"], "NL123456789B01"),
    state("PL", &["9999999999"], "PL1234567890"),
    state("PT", &["999999999"], "PT123456789"),
    state(
        "RO",
        &["99", "999", "9999", "99999", "999999", "9999999", "99999999", "999999999", "9999999999"],
        "RO1234567890",
    ),
    state("SE", &["999999999999"], "SE123456789701"),
    state("SI", &["99999999"], "SI12345678"),
    state("SK", &["9999999999"], "SK2020202020"),
    VatState {
        prefix: "XI",
        country: "GB",
        forms: &["999999999", "999999999999", "GD999", "HA999"],
        example: "XI123456789",
    },
];

impl VatState {
    /// Every state, by prefix.
    #[must_use]
    pub fn all() -> &'static [VatState] {
        &STATES
    }
}

/// The state that a VAT number names with its first two letters.
fn vat_state(number: &str) -> Option<&'static VatState> {
    let prefix = number.get(..2)?;
    STATES.iter().find(|state| state.prefix == prefix)
}

/// Whether a text, in its normal form, has the form of a VAT number of the state that it names.
#[must_use]
pub fn is_vat_number(number: &str) -> bool {
    let Some(state) = vat_state(number) else { return false };
    let rest = &number[2..];
    state.forms.iter().any(|form| has_form(rest, form))
}

/// The country (ISO 3166-1) of the two letters that a VAT number begins with.
#[must_use]
pub fn country_of_vat_prefix(prefix: &str) -> &str {
    STATES.iter().find(|state| state.prefix == prefix).map_or(prefix, |state| state.country)
}

/// The two letters that VAT numbers of a country (ISO 3166-1) begin with.
#[must_use]
pub fn vat_prefix_of_country(country: &str) -> &str {
    // those of Northern Ireland begin with XI, and are not all of the country
    let of = |state: &&VatState| state.country == country && state.prefix != "XI";
    STATES.iter().find(of).map_or(country, |state| state.prefix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_state_takes_its_example() {
        let members: Vec<_> = VatState::all().iter().map(|state| state.prefix).collect();
        assert_eq!(members.len(), 28);
        assert!(members.is_sorted());
        for state in VatState::all() {
            assert!(is_vat_number(state.example), "{}", state.example);
            assert!(state.example.starts_with(state.prefix));
        }
    }

    #[test]
    fn other_forms_are_none() {
        for number in [
            "AT12345678",
            "ATU1234567",
            "BE2123456789",
            "BE012345678",
            "BG12345678",
            "CY123456789",
            "CZ1234567",
            "CZ12345678901",
            "DE12345678",
            "DK1234567",
            "GR123456789",
            "ES123456789",
            "FRab123456789",
            "IE12345678",
            "IE1234567",
            "IT1234567890",
            "LT1234567890",
            "NL123456789A01",
            "NL123456789B1",
            "RO1",
            "RO12345678901",
            "SE1234567890",
            "SK202020202",
            "XI12",
            "GB123456789",
            "CHE123456789",
            "ÁT12345678",
            "AT",
            "A",
            "",
        ] {
            assert!(!is_vat_number(number), "{number}");
        }
    }

    #[test]
    fn numbers_in_use_have_their_form() {
        for number in [
            "BE1234567894", // numbers that begin with 1 are given out since 2023
            "ESB12345674",
            "ES12345678Z",
            "IE6388047V", // Google Ireland
            "IE9S99999L",
            "IE9+99999L",
            "FRK7399859412",
            "LT100001919017",
            "NL004495445B01",
            "RO18547290",
            "XIGD001",
        ] {
            assert!(is_vat_number(number), "{number}");
        }
    }

    #[test]
    fn two_prefixes_are_no_country() {
        assert_eq!(country_of_vat_prefix("EL"), "GR");
        assert_eq!(country_of_vat_prefix("XI"), "GB");
        assert_eq!(country_of_vat_prefix("NL"), "NL");
        assert_eq!(country_of_vat_prefix("CH"), "CH");
    }

    proptest! {
        #[test]
        fn no_text_breaks_it(text in any::<String>()) {
            let _ = is_vat_number(&text);
            let _ = country_of_vat_prefix(&text);
        }
    }
}
