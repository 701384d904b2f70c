use serde::{Deserialize, Serialize};

persistence::named! {
    /// Whether a period is invoiced when it begins or when it has ended.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Billing {
        /// From the period's first day.
        #[default]
        InAdvance = "in_advance",
        /// From the first day behind the period.
        InArrears = "in_arrears",
    }
}

persistence::named! {
    /// The tax point (BT-72, `delivery_date`) of a contract's invoices. It does not move when an invoice is
    /// issued late.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum TaxPoint {
        /// The day on which the invoice was to be issued.
        #[default]
        DueDay = "due_day",
        /// The first day of the period.
        PeriodStart = "period_start",
        /// The last day of the period: § 19(3) of Act 222/2004 takes it at the latest.
        PeriodEnd = "period_end",
    }
}

persistence::named! {
    /// What happens to an invoice after it was issued.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Sending {
        /// It is not sent automatically.
        #[default]
        None = "none",
        /// It is sent over Peppol, in the network of the contract.
        Peppol = "peppol",
    }
}
