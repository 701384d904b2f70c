use crate::{EndUser, LoggedExchange, ProviderReport, ProviderReportId, ServiceMessageArrival};
use access::OrganizationId;
use jobs::NewJob;
use peppol_connector::{
    identifiers::Network,
    inbox::{Arrival, ArrivingDocument},
};
use peppol_statistics::Month;
use persistence::{Cursor, Page, StoreError, port};
use time::OffsetDateTime;

type Result<T> = std::result::Result<T, StoreError>;

port! {
    /// The message log: one line for each message that another access point took, or brought.
    pub trait ExchangeLog: Send + Sync {
        /// The company of an organization.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn end_user(&self, organization: OrganizationId) -> Result<EndUser>;

        /// Keeps an exchange, once for each network, direction and message: the first stays.
        async fn log_exchange(&self, exchange: &LoggedExchange) -> Result<()>;

        /// Keeps a message to ourselves with our receipt, and its line of the log, in one transaction, once for each network
        /// and message or instance identifier of an access point: the second time nothing is kept, and what was kept first is
        /// returned.
        async fn keep_service_message(&self, message: &ServiceMessageArrival<'_>) -> Result<Arrival>;

        /// The stored answer to a repeated message for ourselves; `None` when the message is new, or for an
        /// organization.
        async fn service_message_before(&self, arriving: &ArrivingDocument) -> Result<Option<Arrival>>;

        /// The exchanges of a month, the first first, after a place in them.
        async fn exchanges(
            &self, network: Network, month: Month, after: Option<Cursor>, limit: u16
        ) -> Result<Page<LoggedExchange>>;

        /// The time of the first exchange of a network.
        async fn first_exchange(&self, network: Network) -> Result<Option<OffsetDateTime>>;
    }
}

/// The treatment of an earlier report of the same network, month and kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EarlierReport {
    /// It stays, and the other is not kept.
    Stays,
    /// The other takes its place. It is kept too, with its receipt.
    IsReplaced,
}

port! {
    /// The store of the monthly reports.
    pub trait ProviderReportStore: Send + Sync {
        /// Keeps reports with the jobs that send them, where there are none yet or they take the place of earlier ones.
        /// Returns how many were kept.
        async fn keep_provider_reports(
            &self, reports: &[(ProviderReport, NewJob)], earlier: EarlierReport, now: OffsetDateTime
        ) -> Result<usize>;

        /// One report.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn provider_report(&self, id: ProviderReportId) -> Result<ProviderReport>;

        /// The reports of a network that none replaced, the newest month first, at most `limit`.
        async fn provider_reports(&self, network: Network, limit: u16) -> Result<Vec<ProviderReport>>;

        /// The reports of a network that others took the place of: the newest month first, of it the last that was replaced,
        /// at most `limit`.
        async fn replaced_reports(&self, network: Network, limit: u16) -> Result<Vec<ProviderReport>>;

        /// An attempt that brought no receipt, and why.
        async fn provider_report_failed(&self, id: ProviderReportId, error: &str) -> Result<()>;

        /// The receipt came, also of one that was replaced meanwhile.
        async fn provider_report_sent(
            &self, id: ProviderReportId, receipt: &[u8], now: OffsetDateTime
        ) -> Result<()>;
    }
}
