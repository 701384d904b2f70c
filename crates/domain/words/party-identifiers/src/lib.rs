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

/// A VAT number as it is compared: [`number`], and Greece by its prefix `EL`, which some write as `GR`.
#[must_use]
pub fn vat_number(text: &str) -> String {
    let number = number(text);
    match number.strip_prefix("GR") {
        Some(rest) => format!("EL{rest}"),
        None => number,
    }
}

/// A tax number as people write it, in the form in which it is kept: uppercase, without the white space, dots and
/// dashes that group it, and with the prefix `EL` of Greece where its country code stands.
#[must_use]
pub fn tax_number(text: &str) -> String {
    let grouping = |c: &char| c.is_whitespace() || matches!(c, '.' | '-' | '\u{2010}'..='\u{2013}');
    let number: String =
        text.chars().filter(|c| !grouping(c)).flat_map(char::to_uppercase).collect();
    let greek = number.strip_prefix("GR").filter(|rest| rest.len() == 9);
    greek.map(|rest| format!("EL{rest}")).unwrap_or(number)
}

/// Uppercase without white space: the form in which numbers are kept.
#[must_use]
pub fn compact(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_uppercase).collect()
}

refusals::list![AccountNumberFault, PeppolIdFault];
