//! The numbers that firms and their accounts are known by: their forms, and their normal forms.
//!
//! | to | begin with |
//! |---|---|
//! | check a VAT number of a member state | [`is_vat_number`] |
//! | check an account | [`iban`], [`bic`] |
//! | see whether a number is mistyped | [`ico_checks`], [`slovak_tax_number_checks`], [`national_account_checks`] |
//! | check a participant of the Peppol network | [`peppol_id`], [`fits_code_list`] |
//!
//! It is pure and knows no party: text in, a normal form or the reason out.
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod account;
mod check_digits;
mod code_list;
mod fault;
mod form;
mod network;
mod peppol_id;
mod vat_number;

pub use account::{bic, iban};
pub use check_digits::{ico_checks, national_account_checks, slovak_tax_number_checks};
pub use code_list::{fits_code_list, is_service_provider};
pub use fault::{AccountNumberFault, PeppolIdFault};
pub use network::{
    DOCUMENT_TYPE_SCHEME, MAX_DOCUMENT_TYPE_LENGTH, MAX_PROCESS_LENGTH, PARTICIPANT_SCHEME,
    PROCESS_SCHEME, WILDCARD_SCHEME,
};
pub use peppol_id::{MAX_PARTICIPANT_VALUE, is_address_scheme, is_participant_value, peppol_id};
pub use vat_number::{VatState, country_of_vat_prefix, is_vat_number, vat_prefix_of_country};

/// A number as it is compared: uppercase, without the white space, dots and dashes that people part it with.
#[must_use]
pub fn number(text: &str) -> String {
    let parts = |c: &char| c.is_whitespace() || matches!(c, '.' | '-' | '\u{2010}'..='\u{2015}');
    text.chars().filter(|c| !parts(c)).flat_map(char::to_uppercase).collect()
}

/// A tax number in the form in which it is kept and compared: [`number`], and a Greek VAT number with its prefix `EL`, for
/// which some write the country code `GR`. Other texts that begin so stay as they are.
#[must_use]
pub fn vat_number(text: &str) -> String {
    let number = number(text);
    let digits = |rest: &&str| rest.len() == 9 && rest.bytes().all(|byte| byte.is_ascii_digit());
    match number.strip_prefix("GR").filter(digits) {
        Some(rest) => format!("EL{rest}"),
        None => number,
    }
}

/// Uppercase without white space: the form in which numbers are kept.
#[must_use]
pub fn compact(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_uppercase).collect()
}

refusals::list![AccountNumberFault, PeppolIdFault];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greek_number_begins_with_el() {
        for (written, kept) in [
            ("GR123456789", "EL123456789"),
            ("gr 123.456.789", "EL123456789"),
            ("EL\u{2014}123456789", "EL123456789"),
            ("GRUPA 12345", "GRUPA12345"),
            ("GR12345678X", "GR12345678X"),
            ("GR1234567890", "GR1234567890"),
            ("sk 2020-317-068", "SK2020317068"),
        ] {
            assert_eq!(vat_number(written), kept);
        }
    }
}
