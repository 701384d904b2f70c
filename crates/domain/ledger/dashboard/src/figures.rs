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

/// The window in time and network of the figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Today. Amounts that were due before are overdue.
    pub today: Date,
    /// The month of payments, VAT, received documents and expenses.
    pub month: Month,
    /// The network of received documents, their expenses and contracts: that of the key.
    pub network: Network,
}

/// A sum in one currency at one exchange rate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amounts {
    pub currency: CurrencyCode,
    /// Units of the currency for one unit of the firm's home currency, as stored with the invoices. `None` in the
    /// home currency, and when the rate is unknown.
    pub exchange_rate: Option<Decimal>,
    /// The number of invoices, payments or documents.
    pub count: u64,
    pub amount: Decimal,
}

/// An outstanding amount of customers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owed {
    /// Whether the due date has passed.
    pub overdue: bool,
    pub amounts: Amounts,
}

/// An outstanding amount of expenses, owed to suppliers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payable {
    /// Whether the due date has passed.
    pub overdue: bool,
    /// Whether it still needs an approval.
    pub waits: bool,
    pub amounts: Amounts,
}

/// The VAT at one rate; negative when credit notes exceed invoices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vat {
    /// The rate in percent.
    pub rate: u8,
    pub currency: CurrencyCode,
    pub exchange_rate: Option<Decimal>,
    pub taxable_amount: Decimal,
    pub tax_amount: Decimal,
}

/// The sums that a store provides.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Figures {
    /// The outstanding amounts of issued invoices, final invoices and debit notes.
    pub owed: Vec<Owed>,
    /// The incoming payments of the month.
    pub paid: Vec<Amounts>,
    /// The VAT of documents that were issued here with a tax point in the month.
    pub vat: Vec<Vat>,
    /// The amounts due in the month: of received documents without an expense, and of expenses.
    pub received: Vec<Amounts>,
    /// The outstanding amounts of expenses, whatever their due date.
    pub payable: Vec<Payable>,
    /// The number of contracts whose invoice could not be issued.
    pub contracts_stuck: u64,
}
