#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod counting;
mod document;
mod end_users;
mod exchange;
mod month;
mod rules;
mod seat_id;
mod transactions;

pub use counting::{Counted, Counter, NotCounted, counted};
pub use document::{Header, end_user_report, transaction_report};
pub use end_users::{EndUserKey, EndUserStatistics, EndUsers};
pub use exchange::{Direction, Exchange, Identifier};
pub use month::{Month, NoMonth, ReportTiming};
pub use rules::{END_USERS, TRANSACTIONS, detect, is_listed_country};
pub use seat_id::{NoSeatId, SeatId};
pub use transactions::{ByProvider, TransactionKey, TransactionStatistics, Transactions};

/// What one of the two reports is called in the network, and where it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Report {
    /// The document type, of the scheme `busdox-docid-qns`.
    pub document_type: &'static str,
    /// The process, of the scheme `cenbii-procid-ubl`.
    pub process: &'static str,
    /// The participant that receives it: OpenPeppol.
    pub receiver: &'static str,
}

impl Report {
    /// The transaction statistics report, TSR 1.0.
    pub const TRANSACTIONS: Self = Self {
        document_type: "urn:fdc:peppol:transaction-statistics-report:1.0::TransactionStatisticsReport\
            ##urn:fdc:peppol.eu:edec:trns:transaction-statistics-reporting:1.0::1.0",
        process: "urn:fdc:peppol.eu:edec:bis:reporting:1.0",
        receiver: "9925:be0848934496",
    };
    /// The end-user statistics report, EUSR 1.1.
    pub const END_USERS: Self = Self {
        document_type: "urn:fdc:peppol:end-user-statistics-report:1.1::EndUserStatisticsReport\
            ##urn:fdc:peppol.eu:edec:trns:end-user-statistics-report:1.1::1.1",
        ..Self::TRANSACTIONS
    };
}
