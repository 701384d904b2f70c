//! The two monthly reports of a service provider to the network (TSR and EUSR): what is logged of each exchange, how
//! a month's reports are made of it, checked, kept, and sent until the deadline. How they count is
//! [`peppol_statistics`]'s.
//!
//! | to | begin with |
//! |---|---|
//! | log an exchange | [`LoggedExchange`], the port [`ExchangeLog`] |
//! | know which month is reported now | [`reported_month`] |
//! | make its reports | [`Draft`] |
//! | send one | [`ProviderReport::message`], [`ProviderReport::next_try`] |
//! | keep them | the port [`ProviderReportStore`] |

#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod exchange;
mod ports;
mod report;
mod schedule;
mod service_message;

pub use exchange::{EndUser, LoggedExchange};
pub use ports::{EarlierReport, ExchangeLog, ProviderReportStore};
pub use report::{
    Draft, InvalidReport, Provider, ProviderReport, ProviderReportId, REPORT_JOB, ReportKind,
};
pub use schedule::{closed_months, late, reported_month};
pub use service_message::ServiceMessageArrival;
