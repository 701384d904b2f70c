//! Documents for tests.

use accounting_export::{Direction, DocumentId, Entry, EntryKind, Partner, VatLine};
use money::{Currency, Decimal};
use rust_decimal::dec;
use time::macros::date;
use uuid::Uuid;

/// An invoice with a net amount of 100.00 for each of these VAT rates.
pub(crate) fn entry(direction: Direction, rates: &[Decimal]) -> Entry {
    let line =
        |rate: &Decimal| VatLine { category: "S".into(), rate: *rate, base: dec!(100), tax: *rate };
    Entry {
        id: DocumentId(Uuid::from_u128(7)),
        direction,
        kind: EntryKind::Invoice,
        number: "FA/1".into(),
        variable_symbol: Some("20260001".into()),
        issue_date: date!(2026 - 11 - 02),
        tax_date: date!(2026 - 11 - 02),
        due_date: None,
        partner: partner(),
        currency: Currency::Eur.into(),
        exchange_rate: None,
        vat: rates.iter().map(line).collect(),
        net: dec!(100),
        tax: dec!(23),
        total: dec!(123),
        rounding: Decimal::ZERO,
        outstanding: dec!(123),
        accounting_vat: None,
        status: "issued",
    }
}

/// The other party.
pub(crate) fn partner() -> Partner {
    Partner { name: "Žltá & spol.".into(), country: "SK".into(), ..Partner::default() }
}
