use serde::{Deserialize, Serialize};

/// Whether a period is invoiced when it begins or when it has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Billing {
    /// From the period's first day.
    #[default]
    InAdvance,
    /// From the first day behind the period.
    InArrears,
}

impl Billing {
    /// Both.
    pub const ALL: [Self; 2] = [Self::InAdvance, Self::InArrears];

    /// The name in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::InAdvance => "in_advance",
            Self::InArrears => "in_arrears",
        }
    }
}

/// The tax point (BT-72, `delivery_date`) of a contract's invoices. It does not move when an invoice is
/// issued late.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaxPoint {
    /// The day on which the invoice was to be issued.
    #[default]
    DueDay,
    /// The first day of the period.
    PeriodStart,
    /// The last day of the period: § 19(3) of Act 222/2004 takes it at the latest.
    PeriodEnd,
}

impl TaxPoint {
    /// All.
    pub const ALL: [Self; 3] = [Self::DueDay, Self::PeriodStart, Self::PeriodEnd];

    /// The name in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DueDay => "due_day",
            Self::PeriodStart => "period_start",
            Self::PeriodEnd => "period_end",
        }
    }
}

/// What happens to an invoice once it was issued.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sending {
    /// It stays until somebody sends it.
    #[default]
    None,
    /// It is sent over Peppol, in the network of the contract.
    Peppol,
}

impl Sending {
    /// Both.
    pub const ALL: [Self; 2] = [Self::None, Self::Peppol];

    /// The name in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Peppol => "peppol",
        }
    }
}
