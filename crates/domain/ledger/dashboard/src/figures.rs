use money::{CurrencyCode, Decimal};
use peppol_connector::identifiers::Network;
use time::{Date, Duration};

/// A calendar month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Month {
    pub first: Date,
    pub last: Date,
}

impl Month {
    /// The month of a day.
    #[must_use]
    pub fn of(day: Date) -> Self {
        let days = day.month().length(day.year());
        let first = day.saturating_sub(Duration::days(i64::from(day.day()) - 1));
        Self { first, last: first.saturating_add(Duration::days(i64::from(days) - 1)) }
    }
}

/// What is summed up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// What fell due before it is overdue.
    pub today: Date,
    /// Of payments, VAT, received documents and expenses.
    pub month: Month,
    /// Of received documents, their expenses and contracts: that of the key.
    pub network: Network,
}

/// A sum in one currency at one exchange rate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amounts {
    pub currency: CurrencyCode,
    /// Units of the currency per one unit of the firm's own, as kept with the invoices; none in the
    /// firm's own currency, and where no rate is known.
    pub exchange_rate: Option<Decimal>,
    /// How many invoices, payments or documents.
    pub count: u64,
    pub amount: Decimal,
}

/// What customers owe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owed {
    /// Whether the due date has passed.
    pub overdue: bool,
    pub amounts: Amounts,
}

/// What is owed to suppliers, by expenses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payable {
    /// Whether the due date has passed.
    pub overdue: bool,
    /// Whether somebody has to approve it first.
    pub waits: bool,
    pub amounts: Amounts,
}

/// VAT at one rate; negative where credit notes outweigh.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vat {
    /// Per cent.
    pub rate: u8,
    pub currency: CurrencyCode,
    pub exchange_rate: Option<Decimal>,
    pub taxable_amount: Decimal,
    pub tax_amount: Decimal,
}

/// What a store sums up.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Figures {
    /// Outstanding of issued invoices, final invoices and debit notes.
    pub owed: Vec<Owed>,
    /// Payments of the month that came in.
    pub paid: Vec<Amounts>,
    /// Of what has its tax point in the month and was issued here.
    pub vat: Vec<Vat>,
    /// What falls due in the month: received documents of which no expense was made, and expenses.
    pub received: Vec<Amounts>,
    /// Outstanding of expenses, whenever they fall due.
    pub payable: Vec<Payable>,
    /// Contracts of which an invoice could not be issued.
    pub contracts_stuck: u64,
}
