use serde::Serialize;
use service_day::iso_date;
use time::Date;

/// The data of `usage.limit_exceeded`. The specification shows no fields: these are ours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UsageData {
    /// `free`, `basic`, `pro`, `enterprise`.
    pub plan: &'static str,
    /// First day of the month.
    #[serde(with = "iso_date")]
    pub period_start: Date,
    /// Last day of the month.
    #[serde(with = "iso_date")]
    pub period_end: Date,
    /// Transactions that the plan includes a month.
    pub included: u64,
    /// Transactions so far, the one that went over included.
    pub used: u64,
}
