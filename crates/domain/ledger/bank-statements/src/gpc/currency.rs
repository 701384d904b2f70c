//! Currencies by their numbers.

use crate::Fault;
use money::{Currency, CurrencyCode};

/// What stands there in the central bank's own form of ABO: the kind of the data, and no currency.
const KIND_OF_DATA: &str = "1101";

/// The currency of a movement, if its record says one.
///
/// # Errors
/// [`Fault::NotACurrency`]: it says one that no account is kept in here.
pub(super) fn read(text: &str) -> Result<Option<CurrencyCode>, Fault> {
    if text == KIND_OF_DATA || text.bytes().all(|byte| byte == b'0') {
        return Ok(None);
    }
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse::<u16>().ok().filter(|_| is_number);
    let known = Currency::ALL.iter().find(|currency| Some(number_of(**currency)) == number);
    known.map(|currency| Some((*currency).into())).ok_or(Fault::NotACurrency)
}

/// The number of ISO 4217.
const fn number_of(currency: Currency) -> u16 {
    match currency {
        Currency::Eur => 978,
        Currency::Czk => 203,
        Currency::Usd => 840,
        Currency::Gbp => 826,
        Currency::Pln => 985,
        Currency::Chf => 756,
        Currency::Huf => 348,
        Currency::Ron => 946,
        Currency::Bgn => 975,
        Currency::Sek => 752,
        Currency::Dkk => 208,
        Currency::Nok => 578,
        Currency::Hrk => 191,
        Currency::Rsd => 941,
        Currency::Uah => 980,
        Currency::Rub => 643,
        Currency::Try => 949,
        Currency::Cny => 156,
        Currency::Jpy => 392,
        Currency::Cad => 124,
        Currency::Aud => 36,
    }
}
