use serde::{Deserialize, Serialize};

/// What a supplier's document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExpenseType {
    /// An invoice.
    #[default]
    Invoice,
    /// A correction downwards.
    CreditNote,
    /// A correction upwards.
    DebitNote,
}

impl ExpenseType {
    /// Every type.
    pub const ALL: [ExpenseType; 3] =
        [ExpenseType::Invoice, ExpenseType::CreditNote, ExpenseType::DebitNote];

    /// The name in the API and in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ExpenseType::Invoice => "invoice",
            ExpenseType::CreditNote => "credit_note",
            ExpenseType::DebitNote => "debit_note",
        }
    }
}

/// Where an expense stands on its way into the accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExpenseStatus {
    /// Its figures are still being read, for example from a scan.
    Processing,
    /// Something about it has to be looked at first.
    NeedsReview,
    /// Ready to be approved.
    #[default]
    PendingApproval,
    /// For the accounts.
    Approved,
    /// Not owed.
    Rejected,
}

impl ExpenseStatus {
    /// Every status.
    pub const ALL: [ExpenseStatus; 5] = [
        ExpenseStatus::Processing,
        ExpenseStatus::NeedsReview,
        ExpenseStatus::PendingApproval,
        ExpenseStatus::Approved,
        ExpenseStatus::Rejected,
    ];

    /// Those that a caller may put an expense in without deciding on it.
    pub const OPEN: [ExpenseStatus; 3] =
        [ExpenseStatus::Processing, ExpenseStatus::NeedsReview, ExpenseStatus::PendingApproval];

    /// The name in the API and in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ExpenseStatus::Processing => "processing",
            ExpenseStatus::NeedsReview => "needs_review",
            ExpenseStatus::PendingApproval => "pending_approval",
            ExpenseStatus::Approved => "approved",
            ExpenseStatus::Rejected => "rejected",
        }
    }

    /// Whether nobody has decided on it yet.
    #[must_use]
    pub const fn is_open(self) -> bool {
        !matches!(self, ExpenseStatus::Approved | ExpenseStatus::Rejected)
    }
}

/// How far an expense is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaymentStatus {
    /// Nothing.
    Unpaid,
    /// A part.
    PartiallyPaid,
    /// All of it.
    Paid,
}

impl PaymentStatus {
    /// Every status.
    pub const ALL: [PaymentStatus; 3] =
        [PaymentStatus::Unpaid, PaymentStatus::PartiallyPaid, PaymentStatus::Paid];

    /// The name in the API and in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PaymentStatus::Unpaid => "unpaid",
            PaymentStatus::PartiallyPaid => "partially_paid",
            PaymentStatus::Paid => "paid",
        }
    }
}
