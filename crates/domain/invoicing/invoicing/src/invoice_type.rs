use serde::{Deserialize, Serialize};

/// What kind of document it is. Each has its own number series.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum InvoiceType {
    /// A commercial invoice.
    #[default]
    Invoice,
    /// A request to pay in advance; no tax document, never sent over Peppol.
    Proforma,
    /// An invoice that the buyer writes for the supplier (self-billing).
    SelfInvoice,
    /// The invoice that settles advances.
    FinalInvoice,
    /// Lowers an earlier invoice.
    CreditNote,
    /// Raises an earlier invoice.
    DebitNote,
}

impl InvoiceType {
    /// Every type.
    pub const ALL: [InvoiceType; 6] = [
        InvoiceType::Invoice,
        InvoiceType::Proforma,
        InvoiceType::SelfInvoice,
        InvoiceType::FinalInvoice,
        InvoiceType::CreditNote,
        InvoiceType::DebitNote,
    ];

    /// The name in the API and in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            InvoiceType::Invoice => "invoice",
            InvoiceType::Proforma => "proforma",
            InvoiceType::SelfInvoice => "self_invoice",
            InvoiceType::FinalInvoice => "final_invoice",
            InvoiceType::CreditNote => "credit_note",
            InvoiceType::DebitNote => "debit_note",
        }
    }

    /// Whether what is paid of it comes in; of a credit note and a self-invoice it goes out.
    #[must_use]
    pub const fn is_receivable(self) -> bool {
        !matches!(self, InvoiceType::CreditNote | InvoiceType::SelfInvoice)
    }

    /// Whether it may refer to an original invoice (BG-3).
    #[must_use]
    pub const fn is_note(self) -> bool {
        matches!(self, InvoiceType::CreditNote | InvoiceType::DebitNote)
    }
}
