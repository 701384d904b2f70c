use serde::{Deserialize, Serialize};

persistence::named! {
    /// What a supplier's document is.
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
    /// Where an expense stands on its way into the accounts.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ExpenseStatus {
        /// Its figures are still being read, for example from a scan.
        Processing = "processing",
        /// Something about it has to be looked at first.
        NeedsReview = "needs_review",
        /// Ready to be approved.
        #[default]
        PendingApproval = "pending_approval",
        /// For the accounts.
        Approved = "approved",
        /// Not owed.
        Rejected = "rejected",
    }
}

impl ExpenseStatus {
    /// Those that a caller may put an expense in without deciding on it.
    pub const OPEN: [ExpenseStatus; 3] =
        [ExpenseStatus::Processing, ExpenseStatus::NeedsReview, ExpenseStatus::PendingApproval];

    /// Whether nobody has decided on it yet.
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
        /// Nothing.
        Unpaid = "unpaid",
        /// A part.
        PartiallyPaid = "partially_paid",
        /// All of it.
        Paid = "paid",
    }
}
