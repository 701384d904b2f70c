//! How documents count in the totals of their project.

use dashboard::Amounts;
use invoicing::InvoiceType;
use money::{CurrencyCode, Decimal};
use time::Date;

/// What a project's documents are summed up as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProjectFlow {
    /// Invoices, final invoices and debit notes to customers, without VAT.
    Invoiced,
    /// Credit notes to customers, without VAT.
    Credited,
    /// Expenses and self-billed invoices, as [`Cost`] says; credit notes of suppliers take away.
    Spent,
    /// What customers have paid, less what credit notes have paid back.
    Paid,
    /// What customers still owe.
    Open,
}

/// Whether the VAT of a supplier is a cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// It is not: the organization is a VAT payer and deducts it.
    WithoutVat,
    /// It is.
    WithVat,
}

/// A sum of a project's documents in one month, currency and exchange rate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectAmounts {
    /// As what it counts.
    pub flow: ProjectFlow,
    /// A day of the month.
    pub day: Date,
    /// The sum.
    pub amounts: Amounts,
}

/// An amount, and how many documents it is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Part {
    /// Documents with an amount other than 0.
    pub count: u64,
    /// The sum.
    pub amount: Decimal,
}

/// Invoices of one type in one month, currency and exchange rate, without drafts and cancelled ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceSums {
    /// A day of the month of their days: see [`invoicing::recording::Header::tax_day`].
    pub day: Date,
    /// Their type.
    pub invoice_type: InvoiceType,
    /// Whether the organization is the buyer and wrote them for the supplier.
    pub self_billed: bool,
    /// Whether the VAT of suppliers was a cost on their day.
    pub cost: Cost,
    /// Their currency (BT-5).
    pub currency: CurrencyCode,
    /// Units of the currency for one unit of the organization's own.
    pub exchange_rate: Option<Decimal>,
    /// How many they are.
    pub count: u64,
    /// Without VAT (BT-109).
    pub subtotal: Decimal,
    /// With VAT (BT-112).
    pub total: Decimal,
    /// What is paid of them; nothing of a proforma that another document settles, because it is paid there.
    pub paid: Part,
    /// What customers still owe of them, as [`invoicing::is_owed`] says.
    pub open: Part,
}

/// Expenses of one month and currency, without rejected ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpenseSums {
    /// A day of the month of their issue dates.
    pub day: Date,
    /// Whether the VAT of suppliers was a cost on their day.
    pub cost: Cost,
    /// Their currency (BT-5).
    pub currency: CurrencyCode,
    /// How many they are.
    pub count: u64,
    /// Without VAT; credit notes are negative.
    pub subtotal: Decimal,
    /// With VAT; credit notes are negative.
    pub total: Decimal,
}

impl Cost {
    /// The cost of an organization that is, or is not, a VAT payer.
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
    /// As what the invoices count. A proforma is no tax document, so only its payment counts. An advance that was taxed
    /// counts as the invoice that it is, and the final invoice by its rest: together they count once.
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

    /// What customers have paid and owe; a credit note pays back.
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
    /// As what the expenses count. No exchange rate is kept with an expense.
    #[must_use]
    pub const fn amounts(&self) -> ProjectAmounts {
        let amount = self.cost.of(self.subtotal, self.total);
        let amounts =
            Amounts { currency: self.currency, exchange_rate: None, count: self.count, amount };
        ProjectAmounts { flow: ProjectFlow::Spent, day: self.day, amounts }
    }
}
