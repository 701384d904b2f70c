//! How documents count in the totals of a project.

use dashboard::Amounts;
use invoicing::InvoiceType;
use money::{CurrencyCode, Decimal};
use time::Date;

/// The kind of a sum of a project's documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProjectFlow {
    /// Invoices, final invoices and debit notes to customers, without VAT.
    Invoiced,
    /// Credit notes to customers, without VAT.
    Credited,
    /// Expenses and self-billed invoices, with or without VAT as [`Cost`] says. Credit notes of suppliers are
    /// subtracted.
    Spent,
    /// The payments of customers, less what was refunded for credit notes.
    Paid,
    /// The outstanding amounts of customers.
    Open,
}

/// Whether the VAT of a supplier is a cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// It is not a cost: the organization is a VAT payer and deducts it.
    WithoutVat,
    /// It is a cost: the organization cannot deduct it.
    WithVat,
}

/// A sum of documents of a project in one month, currency and exchange rate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectAmounts {
    /// The kind of the sum.
    pub flow: ProjectFlow,
    /// A day of the month.
    pub day: Date,
    /// The sum.
    pub amounts: Amounts,
}

/// An amount, and the number of documents in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Part {
    /// The number of documents with an amount other than 0.
    pub count: u64,
    /// The sum.
    pub amount: Decimal,
}

/// Invoices of one type in one month, currency and exchange rate, without drafts and cancelled ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceSums {
    /// A day of the month of the documents: see [`invoicing::recording::Header::tax_day`].
    pub day: Date,
    /// The type of the documents.
    pub invoice_type: InvoiceType,
    /// Whether they are self-billed: the organization is the buyer and wrote them for the supplier.
    pub self_billed: bool,
    /// Whether the VAT of suppliers was a cost on the day of the documents.
    pub cost: Cost,
    /// The currency (BT-5).
    pub currency: CurrencyCode,
    /// Units of the currency for one unit of the organization's home currency.
    pub exchange_rate: Option<Decimal>,
    /// The number of documents.
    pub count: u64,
    /// The sum without VAT (BT-109).
    pub subtotal: Decimal,
    /// The sum with VAT (BT-112).
    pub total: Decimal,
    /// The amounts paid. A proforma that another document settles counts there, so it has no part here.
    pub paid: Part,
    /// The amounts that customers owe, by [`invoicing::is_owed`].
    pub open: Part,
}

/// Expenses of one month and currency, without rejected ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpenseSums {
    /// A day of the month of the issue dates.
    pub day: Date,
    /// Whether the VAT of suppliers was a cost on the day of the documents.
    pub cost: Cost,
    /// The currency (BT-5).
    pub currency: CurrencyCode,
    /// The number of documents.
    pub count: u64,
    /// The sum without VAT; credit notes are negative.
    pub subtotal: Decimal,
    /// The sum with VAT; credit notes are negative.
    pub total: Decimal,
}

impl Cost {
    /// The cost for an organization, depending on whether it is a VAT payer.
    #[must_use]
    pub const fn of_payer(is_payer: bool) -> Self {
        if is_payer { Cost::WithoutVat } else { Cost::WithVat }
    }

    const fn of(self, subtotal: Decimal, total: Decimal) -> Decimal {
        match self {
            Cost::WithoutVat => subtotal,
            Cost::WithVat => total,
        }
    }
}

impl InvoiceSums {
    /// The sums in the totals of the project. A proforma is not a tax document, so only its payment counts. A taxed
    /// advance counts as an invoice and the final invoice with the rest, so that together they count once.
    #[must_use]
    pub fn amounts(&self) -> Vec<ProjectAmounts> {
        let spent = self.cost.of(self.subtotal, self.total);
        let (flow, amount) = match (self.invoice_type, self.self_billed) {
            (InvoiceType::CreditNote, true) => (ProjectFlow::Spent, -spent),
            (InvoiceType::SelfInvoice, _) | (_, true) => (ProjectFlow::Spent, spent),
            (InvoiceType::CreditNote, false) => (ProjectFlow::Credited, self.subtotal),
            (InvoiceType::Proforma, false) => return self.payment(),
            _ => (ProjectFlow::Invoiced, self.subtotal),
        };
        let document = self.sum(flow, Part { count: self.count, amount });
        match flow {
            ProjectFlow::Spent => vec![document],
            _ => std::iter::once(document).chain(self.payment()).collect(),
        }
    }

    /// The payments and outstanding amounts. The payment of a credit note is a refund.
    fn payment(&self) -> Vec<ProjectAmounts> {
        let is_credit = self.invoice_type == InvoiceType::CreditNote;
        let sign = if is_credit { Decimal::NEGATIVE_ONE } else { Decimal::ONE };
        let paid = Part { amount: sign * self.paid.amount, ..self.paid };
        let parts = [(ProjectFlow::Paid, paid), (ProjectFlow::Open, self.open)];
        let there = parts.into_iter().filter(|(_, part)| part.count > 0);
        there.map(|(flow, part)| self.sum(flow, part)).collect()
    }

    fn sum(&self, flow: ProjectFlow, Part { count, amount }: Part) -> ProjectAmounts {
        let (currency, exchange_rate) = (self.currency, self.exchange_rate);
        ProjectAmounts {
            flow,
            day: self.day,
            amounts: Amounts { currency, exchange_rate, count, amount },
        }
    }
}

impl ExpenseSums {
    /// The sum in the totals of the project. Expenses store no exchange rate.
    #[must_use]
    pub const fn amounts(&self) -> ProjectAmounts {
        let amount = self.cost.of(self.subtotal, self.total);
        let amounts =
            Amounts { currency: self.currency, exchange_rate: None, count: self.count, amount };
        ProjectAmounts { flow: ProjectFlow::Spent, day: self.day, amounts }
    }
}
