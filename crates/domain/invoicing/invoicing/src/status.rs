use serde::{Deserialize, Serialize};

persistence::named! {
    /// The status of an invoice.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum InvoiceStatus {
        /// Not yet issued.
        Draft = "draft",
        /// Waits for an approval before it is issued.
        PendingApproval = "pending_approval",
        /// It has its number, and nothing is paid.
        Issued = "issued",
        /// Sent to the buyer.
        Sent = "sent",
        /// Paid in full.
        Paid = "paid",
        /// Paid in part.
        PartiallyPaid = "partially_paid",
        /// Past its due date.
        Overdue = "overdue",
        /// Void.
        Cancelled = "cancelled",
    }
}
