use crate::{
    AnyInvoice, Document, InvoiceId, InvoiceStatus, InvoiceType, Party, VatBreakdown,
    corrections::{StandingNote, TaxedGroup, VatLeft},
    figures::Balance,
    recording::content::InvoiceContent,
    states::InvoiceState,
};
use money::{CurrencyCode, Decimal};
use persistence::ids::ProjectId;
use time::Date;
use vat_categories::VatCategory;

/// The facts of an earlier invoice that a note to it depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OriginalInvoice {
    pub id: InvoiceId,
    pub number: String,
    pub issue_date: Date,
    pub currency: CurrencyCode,
    pub invoice_type: InvoiceType,
    pub self_billed: bool,
    pub status: InvoiceStatus,
    /// Its tax point (BT-72), or else its issue date: its VAT rates are those of that day.
    pub tax_date: Date,
    /// The sum without VAT (BT-109).
    pub subtotal: Decimal,
    /// How much credit notes may still take back, and how much is still to pay: a credit note is set against that first.
    pub balance: Balance,
    /// Whether it is an advance, and something is left of the document that settles it.
    pub is_settled: bool,
    /// The other party as the invoice names it; `None` for a recorded one, of which only the name is known.
    pub customer: Option<Party>,
    /// The VAT groups that it taxed; `None` for a recorded one, of which only the totals are known.
    pub taxed: Option<Vec<TaxedGroup>>,
    /// BT-120 of what is exempt (E) of it: a credit note that gives none has it too.
    pub exemption_reason: Option<String>,
    /// Whether it has rows that take an advance off: a credit note takes them back by rows below zero.
    pub takes_off: bool,
    /// The project that it belongs to: a note that names none belongs to it too.
    pub project_id: Option<ProjectId>,
    /// The notes to it that are in force, the oldest first.
    pub notes: Vec<StandingNote>,
}

impl OriginalInvoice {
    /// The facts of an invoice that was issued here or recorded.
    #[must_use]
    pub fn of(state: InvoiceState) -> Self {
        let InvoiceState { invoice, notes, advances, .. } = state;
        let document = invoice.document.issued();
        let header = invoice.document.header();
        Self {
            id: invoice.id,
            number: header.number.to_owned(),
            issue_date: header.issue_date,
            currency: header.currency,
            invoice_type: header.invoice_type,
            self_billed: header.self_billed,
            status: invoice.status,
            tax_date: tax_date(&invoice),
            subtotal: header.totals.subtotal,
            balance: invoice.balance(),
            is_settled: advances.is_settled,
            customer: document.map(|document| document.customer().clone()),
            taxed: invoice.document.taxed(),
            exemption_reason: document.and_then(exemption_reason),
            takes_off: document
                .is_some_and(|it| it.lines.iter().any(|line| line.advance.is_some())),
            project_id: header.project_id,
            notes,
        }
    }

    /// The VAT that credit notes may still take back; `None` for a recorded invoice.
    #[must_use]
    pub fn vat_left(&self) -> Option<VatLeft> {
        self.taxed.as_ref().map(|taxed| VatLeft::of(taxed, &self.notes))
    }
}

fn exemption_reason(document: &Document) -> Option<String> {
    let exempt = |row: &&VatBreakdown| row.category == VatCategory::Exempt;
    document.vat_breakdown.iter().find(exempt)?.exemption_reason.clone()
}

fn tax_date(invoice: &AnyInvoice) -> Date {
    let delivered = invoice.document.issued().and_then(|document| document.delivery_date);
    delivered.unwrap_or(invoice.document.header().issue_date)
}
