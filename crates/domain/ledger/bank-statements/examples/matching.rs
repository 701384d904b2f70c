//! Matches 5,000 lines with 20,000 open invoices as often as is said: `time cargo run --release -p bank-statements
//! --example matching -- 10`. It has no clock: without rounds it makes the data alone.

use bank_statements::{
    Candidates, Format, Incoming, KnownLines, Line, Moment, OpenInvoice, Place, ReadLine, Reading,
    Statement, import,
};
use invoicing::{BankAccount, BankAccountId, ContactId, Firm, InvoiceId, Party};
use money::{Currency, Decimal};
use std::{cell::Cell, process::ExitCode};
use time::macros::{date, datetime};
use uuid::Uuid;

const INVOICES: u128 = 20_000;
const LINES: u128 = 5_000;

fn amount(n: u128) -> Decimal {
    Decimal::new(i64::try_from(1_000 + n % 500).unwrap_or_default(), 2)
}

/// Each invoice with a contact of its own, of a firm that has ten.
fn candidates() -> Candidates {
    let customer = |n: u128| ContactId(Uuid::from_u128(n));
    let open = |n: u128| OpenInvoice {
        id: InvoiceId(Uuid::from_u128(n)),
        number: format!("FA2026{n:05}"),
        symbol: Some(format!("2026{n:05}")),
        customer_id: customer(n),
        outstanding: amount(n),
        issued_on: date!(2026 - 11 - 01),
    };
    let firm = |n: u128| Firm::of(&Party::new("ACME").with_ico(&format!("{:08}", 10_000 + n / 10)));
    Candidates {
        invoices: (0..INVOICES).map(open).collect(),
        payers: (0..INVOICES / 10).map(|n| (account(n), [customer(n * 10)].into())).collect(),
        firms: (0..INVOICES).map(|n| (customer(n), firm(n))).collect(),
        paid: Vec::new(),
        waiting: Vec::new(),
        returns: Vec::new(),
    }
}

fn account(n: u128) -> String {
    format!("SK{n:022}")
}

/// A third each with a symbol, with a number in the message, and with neither.
fn statement() -> Statement {
    let line = |n: u128| {
        let mut line = bare(n);
        match n % 3 {
            0 => line.variable_symbol = Some(format!("2026{n:05}")),
            1 => line.message = Some(format!("úhrada FA 2026 {n:05}, ďakujeme")),
            _ => {}
        }
        ReadLine { place: Place::Whole, currency: None, line }
    };
    Statement {
        format: Format::Camt053,
        account: None,
        currency: None,
        number: None,
        pending: 0,
        lines: (0..LINES).map(line).collect(),
        reading: Reading::default(),
    }
}

fn bare(n: u128) -> Line {
    Line {
        booked_on: date!(2026 - 11 - 28),
        amount: amount(n),
        variable_symbol: None,
        constant_symbol: None,
        specific_symbol: None,
        counterparty_account: Some(account(n % 2_500)),
        counterparty_name: None,
        message: None,
        other_texts: None,
        bank_reference: Some(format!("R{n:08}")),
        reversal: false,
        unproven: None,
        direction_unknown: false,
    }
}

fn main() -> ExitCode {
    let rounds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1);
    let account = BankAccount {
        id: BankAccountId(Uuid::nil()),
        currency: Currency::Eur,
        iban: account(0),
        bic: None,
        bank_name: None,
        is_default: true,
    };
    let moment = Moment {
        now: datetime!(2026-11-28 10:00 UTC),
        today: date!(2026 - 11 - 28),
        sha256: [0; 32],
    };
    let (statement, candidates, next) = (statement(), candidates(), Cell::new(1));
    let new_id = || Uuid::from_u128(next.replace(next.get() + 1));
    for _ in 0..rounds {
        let incoming = Incoming::of(&statement);
        let known = KnownLines::default();
        let made =
            import((&statement, &incoming), &account, &known, &candidates, (moment, &new_id));
        let Ok(made) = made else { return ExitCode::FAILURE };
        println!("{:?}", made.record.counts);
    }
    ExitCode::SUCCESS
}
