//! A payment that the tests of all standards encode.

use super::*;
use rust_decimal::dec;
use time::macros::date;

pub(super) fn transfer() -> Transfer<'static> {
    Transfer {
        iban: "SK9611000000002918599669".into(),
        bic: "TATRSKBX".into(),
        amount: dec!(1234.56),
        currency: "EUR",
        due: Some(date!(2026 - 12 - 05)),
        variable_symbol: "2026000123",
        constant_symbol: "0308",
        beneficiary: "Žltý kôň s.r.o.",
        street: "Námestie SNP 1".into(),
        city: "974 01 Banská Bystrica".into(),
        message: "2026000123",
    }
}
