use serde::Serialize;

/// What a document is called where people read it (BT-3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentKind {
    /// An ordinary invoice.
    Invoice,
    /// A request for payment that is no tax document.
    Proforma,
    /// An invoice that the buyer issued in the seller's name.
    SelfInvoice,
    /// The invoice that settles earlier payments.
    FinalInvoice,
    /// A correction downwards.
    CreditNote,
    /// A correction upwards.
    DebitNote,
}

impl DocumentKind {
    /// Every kind.
    pub const ALL: [Self; 6] = [
        Self::Invoice,
        Self::Proforma,
        Self::SelfInvoice,
        Self::FinalInvoice,
        Self::CreditNote,
        Self::DebitNote,
    ];
}
