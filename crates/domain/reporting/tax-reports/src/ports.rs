use crate::{Decided, Earlier, Firm, GivenUp, KeptReport, MadeDocument, ReportAbout, ReportId};
use access::OrganizationId;
use peppol_connector::{
    identifiers::{InvoiceId, Network},
    submissions::ReportDue,
};
use persistence::{StoreError, port};
use time::OffsetDateTime;

type Result<T> = std::result::Result<T, StoreError>;

port! {
    /// The store of reports. A report is created, with its job, in the transaction that makes it due:
    /// [`peppol_connector::ports::SubmissionStore::advance`] with [`peppol_connector::submissions::Effect::Report`], or
    /// [`peppol_connector::ports::InboxStore::receive`].
    pub trait TaxReportStore: Send + Sync {
        /// The data that decide whether an organization reports.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn reporting_firm(&self, organization: OrganizationId) -> Result<Firm>;

        /// One report.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn tax_report(&self, organization: OrganizationId, id: ReportId) -> Result<KeptReport>;

        /// The last of the earlier reports of the same document, in the same network and direction, the newest first,
        /// without those that were given up.
        async fn earlier_reports(
            &self, organization: OrganizationId, report: &KeptReport
        ) -> Result<Vec<Earlier>>;

        /// An attempt brought no receipt: counts it. With `given_up` no other follows by itself and the report says why,
        /// unless the authority has the report: its answer may overtake the receipt.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn report_failed(
            &self, organization: OrganizationId, id: ReportId, given_up: Option<&GivenUp>
        ) -> Result<()>;

        /// The last reports of an invoice that was sent, in all networks, the newest first.
        async fn invoice_reports(
            &self, organization: OrganizationId, invoice: InvoiceId
        ) -> Result<Vec<KeptReport>>;

        /// Keeps a report that deletes this one, with its job, unless there is one.
        async fn withdraw_report(
            &self, organization: OrganizationId, report: &KeptReport, due: &ReportDue,
            now: OffsetDateTime
        ) -> Result<()>;

        /// Forgets a report that has nothing to delete, if it was not sent.
        async fn forget_deletion(&self, organization: OrganizationId, id: ReportId) -> Result<()>;

        /// How many reports are not with the authority that must be by then, or before.
        async fn reports_due_by(&self, at: OffsetDateTime) -> Result<u64>;

        /// Keeps the document of a report, unless it has one: then that one stays. Returns the one that is kept.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn keep_tax_document(
            &self, organization: OrganizationId, id: ReportId, made: &MadeDocument
        ) -> Result<MadeDocument>;

        /// The authority's access point has a report: keeps its receipt, and the state [`crate::TaxReport::sent`] says,
        /// also when the decision came before.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn keep_report_receipt(
            &self, organization: OrganizationId, id: ReportId, evidence: &[u8], now: OffsetDateTime
        ) -> Result<()>;

        /// Keeps the authority's decision with its event; a report that was given up is not any more.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it is decided already; nothing is kept then.
        async fn decide_report(&self, organization: OrganizationId, decided: &Decided) -> Result<()>;

        /// The report that was sent over a network under this message id, which the authority's answer names.
        async fn report_sent_as(
            &self, network: Network, id: ReportId
        ) -> Result<Option<(OrganizationId, KeptReport)>>;

        /// The newest report of a document.
        async fn latest_report(
            &self, organization: OrganizationId, about: ReportAbout
        ) -> Result<Option<KeptReport>>;
    }
}
