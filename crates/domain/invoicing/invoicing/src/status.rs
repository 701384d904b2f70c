use serde::{Deserialize, Serialize};

/// Where an invoice stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InvoiceStatus {
    /// Not yet issued.
    Draft,
    /// Waits for an approval before it is issued.
    PendingApproval,
    /// Has its number; nothing paid.
    Issued,
    /// Sent to the buyer.
    Sent,
    /// Paid in full.
    Paid,
    /// Paid in part.
    PartiallyPaid,
    /// Past its due date.
    Overdue,
    /// Void.
    Cancelled,
}

impl InvoiceStatus {
    /// All values.
    pub const ALL: [InvoiceStatus; 8] = [
        InvoiceStatus::Draft,
        InvoiceStatus::PendingApproval,
        InvoiceStatus::Issued,
        InvoiceStatus::Sent,
        InvoiceStatus::Paid,
        InvoiceStatus::PartiallyPaid,
        InvoiceStatus::Overdue,
        InvoiceStatus::Cancelled,
    ];

    /// The name in the API and in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            InvoiceStatus::Draft => "draft",
            InvoiceStatus::PendingApproval => "pending_approval",
            InvoiceStatus::Issued => "issued",
            InvoiceStatus::Sent => "sent",
            InvoiceStatus::Paid => "paid",
            InvoiceStatus::PartiallyPaid => "partially_paid",
            InvoiceStatus::Overdue => "overdue",
            InvoiceStatus::Cancelled => "cancelled",
        }
    }
}
