use serde::{Deserialize, Serialize};

/// How the invoice is paid (BG-16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaymentMethod {
    /// Credit transfer.
    #[default]
    BankTransfer,
    /// In cash.
    Cash,
    /// By payment card.
    Card,
    /// By an online payment service.
    Online,
    /// By set-off against a claim of the buyer.
    Offset,
}

impl PaymentMethod {
    /// Every method.
    pub const ALL: [PaymentMethod; 5] = [
        PaymentMethod::BankTransfer,
        PaymentMethod::Cash,
        PaymentMethod::Card,
        PaymentMethod::Online,
        PaymentMethod::Offset,
    ];

    /// The name in the API and in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PaymentMethod::BankTransfer => "bank_transfer",
            PaymentMethod::Cash => "cash",
            PaymentMethod::Card => "card",
            PaymentMethod::Online => "online",
            PaymentMethod::Offset => "offset",
        }
    }

    /// The payment means type code (BT-81, UNCL4461).
    #[must_use]
    pub const fn means_code(self) -> &'static str {
        match self {
            PaymentMethod::BankTransfer => "30",
            PaymentMethod::Cash => "10",
            PaymentMethod::Card => "48",
            PaymentMethod::Online => "68",
            PaymentMethod::Offset => "97",
        }
    }
}
