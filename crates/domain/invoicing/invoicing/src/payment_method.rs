use serde::{Deserialize, Serialize};

persistence::named! {
    /// How the invoice is paid (BG-16).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum PaymentMethod {
        /// Credit transfer.
        #[default]
        BankTransfer = "bank_transfer",
        /// In cash.
        Cash = "cash",
        /// Payment card.
        Card = "card",
        /// By an online payment service.
        Online = "online",
        /// By set-off against a claim of the buyer.
        Offset = "offset",
    }
}

impl PaymentMethod {
    /// The methods that an incoming payment can have (Other invoice operations, payments).
    pub const RECORDED: [PaymentMethod; 4] = [
        PaymentMethod::BankTransfer,
        PaymentMethod::Cash,
        PaymentMethod::Card,
        PaymentMethod::Offset,
    ];

    /// The method of a payment means type code (BT-81, UNCL4461), also of codes that we do not write: 58 is a SEPA
    /// transfer. `None` for other means, such as a direct debit or a cheque.
    #[must_use]
    pub fn of_means(code: &str) -> Option<Self> {
        match code {
            "10" => Some(PaymentMethod::Cash),
            "30" | "31" | "42" | "58" => Some(PaymentMethod::BankTransfer),
            "48" | "54" | "55" => Some(PaymentMethod::Card),
            "68" => Some(PaymentMethod::Online),
            "97" => Some(PaymentMethod::Offset),
            _ => None,
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
