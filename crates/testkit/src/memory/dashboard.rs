use super::MemoryStore;
use access::{OrganizationId, Tier};
use dashboard::{Amounts, DashboardStore, Figures, Owed, Vat, Window};
use invoicing::{
    AnyDocument, AnyInvoice, Document, InvoiceContent, InvoiceStatus, InvoiceType, Payment,
};
use money::Decimal;
use peppol_connector::Network;
use persistence::StoreError;
use time::Date;

impl DashboardStore for MemoryStore {
    async fn figures(&self, owner: OrganizationId, window: &Window) -> Result<Figures, StoreError> {
        let data = self.data();
        let invoices: Vec<_> = data.invoices.values().filter(|i| i.organization == owner).collect();
        let in_month = |day: Date| (window.month.first..=window.month.last).contains(&day);
        let mut figures = Figures::default();
        for invoice in invoices {
            figures.owed.extend(owed(invoice, window.today));
            let payments = invoice.payments.iter().filter(|payment| in_month(payment.date));
            figures.paid.extend(payments.filter_map(|payment| paid(invoice, payment)));
            let document = taxed(invoice).filter(|d| d.delivery_date.is_some_and(in_month));
            figures.vat.extend(document.into_iter().flat_map(vat));
        }
        let received = data.network.received_of(owner, window.network);
        let due = received.filter(|record| record.due_date.is_some_and(in_month));
        let due = due.filter(|record| record.type_code.as_deref() != Some("381"));
        figures.received = due
            .filter_map(|record| {
                let (currency, amount) = (record.currency.as_ref()?.parse().ok()?, record.payable?);
                Some(Amounts { currency, exchange_rate: None, count: 1, amount })
            })
            .collect();
        figures.contracts_stuck = data.stuck(owner, window.network);
        Ok(figures)
    }
}

fn owed(invoice: &AnyInvoice, today: Date) -> Option<Owed> {
    let header = invoice.document.header();
    let open = [
        InvoiceStatus::Issued,
        InvoiceStatus::Sent,
        InvoiceStatus::PartiallyPaid,
        InvoiceStatus::Overdue,
    ];
    let types = [InvoiceType::Invoice, InvoiceType::FinalInvoice, InvoiceType::DebitNote];
    let is_owed = open.contains(&invoice.status) && types.contains(&header.invoice_type);
    is_owed.then(|| Owed {
        overdue: header.due_date.is_some_and(|due| due < today),
        amounts: amounts(invoice, header.totals.total - invoice.paid_amount),
    })
}

fn paid(invoice: &AnyInvoice, payment: &Payment) -> Option<Amounts> {
    let outgoing = [InvoiceType::CreditNote, InvoiceType::SelfInvoice];
    let incoming = !outgoing.contains(&invoice.document.header().invoice_type);
    incoming.then(|| amounts(invoice, payment.amount))
}

fn amounts(invoice: &AnyInvoice, amount: Decimal) -> Amounts {
    let header = invoice.document.header();
    let (currency, exchange_rate) = (header.currency, header.exchange_rate);
    Amounts { currency, exchange_rate, count: 1, amount }
}

/// The document whose VAT the organization owes.
fn taxed(invoice: &AnyInvoice) -> Option<&Document> {
    match &invoice.document {
        AnyDocument::Issued(document) if invoice.status.is_issued() && !document.self_billed => {
            Some(document)
        }
        _ => None,
    }
}

fn vat(document: &Document) -> impl Iterator<Item = Vat> {
    let is_credit = document.invoice_type == InvoiceType::CreditNote;
    let sign = if is_credit { Decimal::NEGATIVE_ONE } else { Decimal::ONE };
    document.vat_breakdown.iter().map(move |row| Vat {
        rate: row.rate.percent(),
        currency: document.currency.into(),
        exchange_rate: document.exchange_rate,
        taxable_amount: sign * row.taxable_amount,
        tax_amount: sign * row.tax_amount,
    })
}

impl super::Data {
    fn stuck(&self, owner: OrganizationId, network: Network) -> u64 {
        let own = self.contracts.of(owner).filter(|contract| contract.problem.is_some());
        let seen = own.filter(|c| network == Network::Live || c.tier == Tier::Test);
        seen.count() as u64
    }
}
