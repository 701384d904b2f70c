use serde::{Deserialize, Serialize};

persistence::named! {
    /// The type of a document. Each has its own number series.
    #[derive(
        Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
    )]
    #[serde(rename_all = "snake_case")]
    pub enum InvoiceType {
        /// A commercial invoice.
        #[default]
        Invoice = "invoice",
        /// A request to pay in advance; no tax document, never sent over Peppol.
        Proforma = "proforma",
        /// An invoice that the buyer writes for the supplier (self-billing).
        SelfInvoice = "self_invoice",
        /// The invoice that settles advances.
        FinalInvoice = "final_invoice",
        /// Lowers an earlier invoice.
        CreditNote = "credit_note",
        /// Raises an earlier invoice.
        DebitNote = "debit_note",
    }
}

impl InvoiceType {
    /// Whether its payments come in; for a credit note and a self-invoice they go out.
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
