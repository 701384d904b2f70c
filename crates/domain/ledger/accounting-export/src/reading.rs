//! Entries of invoices, expenses and received documents.

use crate::{Direction, DocumentId, Entry, EntryKind, Partner, VatLine};
use expenses::{Expense, ExpenseStatus, ExpenseType};
use invoicing::{
    AnyInvoice, ContactId, Document, InvoiceType, Party,
    recording::{AnyDocument, Header, InvoiceContent, RecordedDocument},
};
use money::{CurrencyCode, Decimal, MAX_AMOUNT};
use peppol_connector::{
    documents::{DocumentContent, DocumentFacts, MAX_LINES_TAKEN},
    inbox::ReceivedRecord,
    sending::recorded_document,
};
use time::Date;
use uuid::Uuid;

/// The status of a received document without an expense.
const RECEIVED: &str = "received";

/// The category (UNCL5305) of VAT that was entered without one: standard rated, or zero rated at 0 %.
fn category_of(rate: Decimal) -> String {
    if rate.is_zero() { "Z" } else { "S" }.to_owned()
}

impl Entry {
    /// The entry of an invoice. `content` is the parsed document of a recorded one. `None` for a proforma, a draft or
    /// a cancelled invoice, none of which is a tax document.
    #[must_use]
    pub fn of_invoice(invoice: &AnyInvoice, content: Option<&DocumentContent>) -> Option<Self> {
        let header = invoice.document.header();
        let kind = kind(header.invoice_type)?;
        if !invoice.status.is_issued() {
            return None;
        }
        let direction = if header.self_billed { Direction::Received } else { Direction::Issued };
        let said = match &invoice.document {
            AnyDocument::Issued(document) => Said::issued(document),
            AnyDocument::Recorded(document) => Said::recorded(document, content),
        };
        let (outstanding, status) = (invoice.outstanding(), invoice.status.name());
        Some(said.entry(invoice.id.into(), direction, kind, &header, (outstanding, status)))
    }

    /// The entry of a supplier's invoice; `None` for a rejected one.
    #[must_use]
    pub fn of_expense(expense: &Expense) -> Option<Self> {
        if expense.status == ExpenseStatus::Rejected {
            return None;
        }
        let content = &expense.content;
        let kind = match content.expense_type {
            ExpenseType::Invoice => EntryKind::Invoice,
            ExpenseType::CreditNote => EntryKind::CreditNote,
            ExpenseType::DebitNote => EntryKind::DebitNote,
        };
        let vat = content.vat.iter().map(|row| VatLine {
            category: row.category.clone().unwrap_or_else(|| category_of(row.rate)),
            rate: row.rate,
            base: row.taxable_amount,
            tax: row.tax_amount,
        });
        Some(Self {
            id: expense.id.into(),
            direction: Direction::Received,
            kind,
            number: content.number.clone(),
            variable_symbol: content.variable_symbol.clone(),
            issue_date: content.issue_date,
            tax_date: content.delivery_date.unwrap_or(content.issue_date),
            due_date: content.due_date,
            partner: Partner::of(&content.supplier),
            currency: content.currency,
            exchange_rate: None,
            vat: vat.map(|line| line.signed(kind)).collect(),
            net: kind.sign(content.totals.subtotal),
            tax: kind.sign(content.totals.vat_total),
            accounting_vat: None,
            total: kind.sign(content.totals.total),
            rounding: kind.sign(content.rounding),
            outstanding: kind.sign(expense.outstanding()),
            status: expense.status.name(),
        })
    }

    /// The entry of a document received over the network, from its facts and its content. A self-billed document of a
    /// customer is our invoice. `None` without a number, an issue date, a total or a currency, or with amounts beyond
    /// [`MAX_AMOUNT`].
    #[must_use]
    pub fn of_received(
        record: &ReceivedRecord,
        facts: &DocumentFacts,
        content: Option<&DocumentContent>,
    ) -> Option<Self> {
        let number = facts.number.as_deref()?;
        let document = recorded_document(facts, number, ContactId(Uuid::nil())).ok()?;
        let header = document.header();
        let kind = kind(header.invoice_type)?;
        let direction = if header.self_billed { Direction::Issued } else { Direction::Received };
        let side = if header.self_billed { &facts.customer } else { &facts.supplier };
        let said = Said { partner: Partner::of(&side.to_party()), ..Said::read(content) };
        let payable = header.totals.total + header.rounding - document.prepaid;
        Some(said.entry(record.id.into(), direction, kind, &header, (payable, RECEIVED)))
    }
}

fn kind(invoice_type: InvoiceType) -> Option<EntryKind> {
    match invoice_type {
        InvoiceType::Proforma => None,
        InvoiceType::CreditNote => Some(EntryKind::CreditNote),
        InvoiceType::DebitNote => Some(EntryKind::DebitNote),
        InvoiceType::Invoice | InvoiceType::SelfInvoice | InvoiceType::FinalInvoice => {
            Some(EntryKind::Invoice)
        }
    }
}

/// The facts that different kinds of documents state in different ways.
#[derive(Default)]
struct Said {
    partner: Partner,
    tax_date: Option<Date>,
    vat: Vec<VatLine>,
    accounting_vat: Option<(Decimal, CurrencyCode)>,
}

impl Said {
    fn issued(document: &Document) -> Self {
        let party = if document.self_billed { &document.seller } else { &document.buyer };
        let vat = document.vat_breakdown.iter().map(|row| VatLine {
            category: row.category.to_string(),
            rate: Decimal::from(row.rate.percent()),
            base: row.taxable_amount,
            tax: row.tax_amount,
        });
        Self {
            partner: Partner::of(party),
            tax_date: document.delivery_date,
            vat: vat.collect(),
            accounting_vat: None,
        }
    }

    /// The facts of a recorded invoice. Without its document only the name and the sums are known.
    fn recorded(document: &RecordedDocument, content: Option<&DocumentContent>) -> Self {
        let name =
            || Partner { name: document.header().customer().to_owned(), ..Partner::default() };
        let party = |content: &DocumentContent| -> Party {
            if document.self_billed { content.seller.clone() } else { content.buyer.clone() }
        };
        let partner = content.map_or_else(name, |content| Partner::of(&party(content)));
        Self { partner, ..Self::read(content) }
    }

    /// The VAT breakdown of a document. If one row has an invalid amount, the whole breakdown is left out, because a
    /// part of it would be wrong.
    fn read(content: Option<&DocumentContent>) -> Self {
        let Some(content) = content else { return Self::default() };
        let held = |amount: Decimal| amount.abs() <= MAX_AMOUNT;
        let rows = content.vat.iter();
        let is_whole = content.left_out == 0 || rows.len() < MAX_LINES_TAKEN;
        let all_held = rows.clone().all(|row| held(row.taxable_amount) && held(row.tax_amount));
        let vat = rows.filter(|_| is_whole && all_held).map(|row| VatLine {
            category: row.category.clone(),
            rate: row.rate,
            base: money::round(row.taxable_amount),
            tax: money::round(row.tax_amount),
        });
        Self {
            partner: Partner::default(),
            tax_date: content.tax_point,
            vat: vat.collect(),
            accounting_vat: content.accounting_vat.filter(|(vat, _)| held(*vat)),
        }
    }

    fn entry(
        self,
        id: DocumentId,
        direction: Direction,
        kind: EntryKind,
        header: &Header<'_>,
        (outstanding, status): (Decimal, &'static str),
    ) -> Entry {
        Entry {
            id,
            direction,
            kind,
            number: header.number.to_owned(),
            variable_symbol: header.variable_symbol.map(str::to_owned),
            issue_date: header.issue_date,
            tax_date: self.tax_date.unwrap_or(header.issue_date),
            due_date: header.due_date,
            partner: self.partner,
            currency: header.currency,
            exchange_rate: header.exchange_rate,
            vat: self.vat.into_iter().map(|line| line.signed(kind)).collect(),
            net: kind.sign(header.totals.subtotal),
            tax: kind.sign(header.totals.vat_total),
            accounting_vat: self.accounting_vat.map(|(vat, code)| (kind.sign(vat), code)),
            total: kind.sign(header.totals.total),
            rounding: kind.sign(header.rounding),
            outstanding: kind.sign(outstanding),
            status,
        }
    }
}

impl VatLine {
    fn signed(self, kind: EntryKind) -> Self {
        Self { base: kind.sign(self.base), tax: kind.sign(self.tax), ..self }
    }
}
