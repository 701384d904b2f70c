//! Exact decimal amounts.
//!
//! Everything that is money in Billhook is a [`rust_decimal::Decimal`]; this crate is where such a
//! number is read from text ([`parse`]), multiplied ([`line_net`], [`vat_amount`]) and rounded
//! ([`round`]). No other place rounds.
//!
//! | to | begin with |
//! |---|---|
//! | read an amount | [`parse_amount`], any decimal [`parse`] |
//! | calculate a line | [`line_net`], [`vat_amount`] |
//! | round | [`round`] |
//! | name a currency | [`Currency`], any of ISO 4217 [`CurrencyCode`] |
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod amount;
mod currency;
mod currency_code;
mod parse;

pub use amount::{
    AMOUNT_DECIMALS, AmountError, MAX_AMOUNT, in_home_currency, line_net, round, round_in,
    vat_amount,
};
pub use currency::{Currency, Ended, UnknownCurrency};
pub use currency_code::CurrencyCode;
pub use parse::{Digits, ParseError, parse, parse_amount};
pub use rust_decimal::Decimal;

refusals::list![AmountError, ParseError, UnknownCurrency];
