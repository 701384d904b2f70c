use serde::{Deserialize, Serialize};

persistence::named! {
    /// The type of a supplier's document.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ExpenseType {
        /// An invoice.
        #[default]
        Invoice = "invoice",
        /// A correction downwards.
        CreditNote = "credit_note",
        /// A correction upwards.
        DebitNote = "debit_note",
    }
}

persistence::named! {
    /// The status of an expense on its way into the accounts.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ExpenseStatus {
        /// Its figures are still being read, for example from a scan.
        Processing = "processing",
        /// It needs a review: see its reasons.
        NeedsReview = "needs_review",
        /// Ready to be approved.
        #[default]
        PendingApproval = "pending_approval",
        /// Approved for the accounts.
        Approved = "approved",
        /// Rejected: it is not owed.
        Rejected = "rejected",
    }
}

impl ExpenseStatus {
    /// The statuses that a caller may set without deciding on the expense.
    pub const OPEN: [ExpenseStatus; 3] =
        [ExpenseStatus::Processing, ExpenseStatus::NeedsReview, ExpenseStatus::PendingApproval];

    /// Whether it is neither approved nor rejected yet.
    #[must_use]
    pub const fn is_open(self) -> bool {
        !matches!(self, ExpenseStatus::Approved | ExpenseStatus::Rejected)
    }
}

persistence::named! {
    /// How far an expense is paid.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum PaymentStatus {
        /// Nothing is paid.
        Unpaid = "unpaid",
        /// A part is paid.
        PartiallyPaid = "partially_paid",
        /// All of it is paid.
        Paid = "paid",
    }
}
