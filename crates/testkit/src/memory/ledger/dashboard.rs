use crate::memory::{
    Result,
    store::{Data, MemoryStore},
};
use access::{OrganizationId, Tier};
use dashboard::{
    Amounts, DashboardStore, Figures, Flow, MonthAmounts, Owed, Payable, Span, Vat, Window,
};
use expenses::{ExpenseStatus, ExpenseType};
use invoicing::{
    AnyInvoice, Payment,
    figures::{RateFigures, VatFigures},
    is_owed,
    recording::InvoiceContent,
};
use money::Decimal;
use peppol_connector::{
    identifiers::Network,
    inbox::{ReceivedRecord, counts_once},
};
use time::Date;
use vat_categories::VatRate;

impl DashboardStore for MemoryStore {
    async fn figures(&self, owner: OrganizationId, window: &Window) -> Result<Figures> {
        let data = self.data();
        let mut figures = Figures::default();
        data.invoices.of(owner).for_each(|invoice| add_figures(invoice, window, &mut figures));
        figures.received = data.due(owner, window);
        figures.payable = data.payable(owner, window);
        figures.contracts_stuck = data.stuck(owner, window.network);
        Ok(figures)
    }

    async fn flows(&self, owner: OrganizationId, span: &Span) -> Result<Vec<MonthAmounts>> {
        let data = self.data();
        let issued = data.invoices.of(owner).flat_map(flows);
        let mut rows: Vec<_> = issued.chain(data.spent(owner, span)).collect();
        rows.retain(|row| (span.first..=span.last).contains(&row.day));
        Ok(rows)
    }
}

/// The amounts of an invoice and of its payments, by their days.
fn flows(invoice: &AnyInvoice) -> Vec<MonthAmounts> {
    let payments = invoice.payments.iter().filter_map(|payment| {
        let amounts = paid(invoice, payment)?;
        Some(MonthAmounts { flow: Flow::Paid, day: payment.date, amounts })
    });
    let issued = invoice.vat_figures().map(|figures| {
        let rates = figures.by_rate.iter();
        let amount = rates.map(|rate| rate.taxable + rate.tax).sum();
        let amounts = amounts(invoice, amount);
        MonthAmounts { flow: Flow::Issued, day: figures.tax_date, amounts }
    });
    payments.chain(issued).collect()
}

/// Adds the amounts of an invoice to the figures.
pub(crate) fn add_figures(invoice: &AnyInvoice, window: &Window, figures: &mut Figures) {
    figures.owed.extend(owed(invoice, window.today));
    let payments = invoice.payments.iter().filter(|payment| in_month(window, payment.date));
    figures.paid.extend(payments.filter_map(|payment| paid(invoice, payment)));
    let vat = invoice.vat_figures().filter(|vat| in_month(window, vat.tax_date));
    figures.vat.extend(vat.iter().flat_map(rows));
}

fn in_month(window: &Window, day: Date) -> bool {
    (window.month.first..=window.month.last).contains(&day)
}

fn owed(invoice: &AnyInvoice, today: Date) -> Option<Owed> {
    let header = invoice.document.header();
    is_owed(header.invoice_type, invoice.status).then(|| Owed {
        overdue: header.due_date.is_some_and(|due| due < today),
        amounts: amounts(invoice, invoice.outstanding()),
    })
}

fn paid(invoice: &AnyInvoice, payment: &Payment) -> Option<Amounts> {
    let header = invoice.document.header();
    header.invoice_type.is_receivable().then(|| amounts(invoice, payment.amount))
}

fn amounts(invoice: &AnyInvoice, amount: Decimal) -> Amounts {
    let header = invoice.document.header();
    let (currency, exchange_rate) = (header.currency, header.exchange_rate);
    Amounts { currency, exchange_rate, count: 1, amount }
}

fn rows(figures: &VatFigures) -> impl Iterator<Item = Vat> {
    let VatFigures { currency, exchange_rate, by_rate, .. } = figures;
    let rows = VatRate::ALL.into_iter().zip(by_rate);
    let there = rows.filter(|(_, row)| **row != RateFigures::default());
    there.map(|(rate, row)| Vat {
        rate: rate.percent(),
        currency: (*currency).into(),
        exchange_rate: *exchange_rate,
        taxable_amount: row.taxable,
        tax_amount: row.tax,
    })
}

impl Data {
    /// Documents of which no expense was made, and expenses.
    fn due(&self, owner: OrganizationId, window: &Window) -> Vec<Amounts> {
        let is_due = |day: Option<Date>| day.is_some_and(|day| in_month(window, day));
        let expenses: Vec<_> = self.expenses_of(owner).collect();
        let has_expense = |id| expenses.iter().any(|expense| expense.origin.document() == Some(id));
        let all: Vec<_> = self.network.received_of(owner, window.network).collect();
        let counts =
            |record: &ReceivedRecord| counts_once(record, all.iter().copied(), has_expense);
        let documents = all.iter().filter(|record| is_due(record.due_date) && counts(record));
        let owed = documents.filter(|record| record.type_code.as_deref() != Some("381"));
        let documents = owed
            .filter_map(|record| Some((record.currency.as_ref()?.parse().ok()?, record.payable?)));
        let seen = expenses.iter().filter(|expense| expense.is_seen_from(window.network));
        let expenses = seen.filter(|expense| is_due(expense.content.due_date));
        let expenses =
            expenses.filter_map(|expense| Some((expense.content.currency, expense.amount_owed()?)));
        let of = |(currency, amount)| Amounts { currency, exchange_rate: None, count: 1, amount };
        documents.chain(expenses).map(of).collect()
    }

    fn payable(&self, owner: OrganizationId, window: &Window) -> Vec<Payable> {
        let row = |expense: &expenses::Expense| {
            let (currency, amount) = (expense.content.currency, expense.amount_owed()?);
            Some(Payable {
                overdue: expense.content.due_date.is_some_and(|due| due < window.today),
                waits: expense.status == ExpenseStatus::PendingApproval,
                amounts: Amounts { currency, exchange_rate: None, count: 1, amount },
            })
        };
        let own = self.expenses_of(owner);
        own.filter(|expense| expense.is_seen_from(window.network)).filter_map(row).collect()
    }

    fn spent(&self, owner: OrganizationId, span: &Span) -> Vec<MonthAmounts> {
        let kept = self.expenses_of(owner).filter(|expense| {
            expense.is_seen_from(span.network) && expense.status != ExpenseStatus::Rejected
        });
        let row = |expense: &expenses::Expense| {
            let content = &expense.content;
            let sign = match content.expense_type {
                ExpenseType::CreditNote => Decimal::NEGATIVE_ONE,
                ExpenseType::Invoice | ExpenseType::DebitNote => Decimal::ONE,
            };
            let amount = sign * content.totals.total;
            let currency = content.currency;
            let amounts = Amounts { currency, exchange_rate: None, count: 1, amount };
            MonthAmounts { flow: Flow::Spent, day: content.issue_date, amounts }
        };
        kept.map(row).collect()
    }

    fn stuck(&self, owner: OrganizationId, network: Network) -> u64 {
        let own = self.contracts.contracts.of(owner).filter(|contract| contract.problem.is_some());
        let seen = own.filter(|c| network == Network::Live || c.tier == Tier::Test);
        seen.count() as u64
    }
}
