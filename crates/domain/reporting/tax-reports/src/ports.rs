use crate::{Decided, Earlier, Firm, GivenUp, KeptReport, MadeDocument, ReportAbout, ReportId};
use access::OrganizationId;
use peppol_connector::{
    identifiers::{InvoiceId, Network},
    submissions::ReportDue,
};
use persistence::StoreError;
use std::future::Future;
use time::OffsetDateTime;

type Result<T> = std::result::Result<T, StoreError>;

/// Where reports are kept. One comes to be, with its job, in the transaction that makes it due:
/// [`peppol_connector::ports::SubmissionStore::advance`] with [`peppol_connector::submissions::Effect::Report`], or
/// [`peppol_connector::ports::InboxStore::receive`].
pub trait TaxReportStore: Send + Sync {
    /// What decides whether an organization reports.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn reporting_firm(
        &self,
        organization: OrganizationId,
    ) -> impl Future<Output = Result<Firm>> + Send;

    /// One report.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn tax_report(
        &self,
        organization: OrganizationId,
        id: ReportId,
    ) -> impl Future<Output = Result<KeptReport>> + Send;

    /// The last of the earlier reports of the same document, in the same network and direction, the newest first,
    /// without those that were given up.
    fn earlier_reports(
        &self,
        organization: OrganizationId,
        report: &KeptReport,
    ) -> impl Future<Output = Result<Vec<Earlier>>> + Send;

    /// An attempt brought no receipt: counts it. With `given_up` no other follows by itself and the report says why,
    /// unless the authority has the report: its answer may overtake the receipt.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn report_failed(
        &self,
        organization: OrganizationId,
        id: ReportId,
        given_up: Option<&GivenUp>,
    ) -> impl Future<Output = Result<()>> + Send;

    /// The last reports of an invoice that was sent, in all networks, the newest first.
    fn invoice_reports(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
    ) -> impl Future<Output = Result<Vec<KeptReport>>> + Send;

    /// Keeps a report that deletes this one, with its job, unless there is one.
    fn withdraw_report(
        &self,
        organization: OrganizationId,
        report: &KeptReport,
        due: &ReportDue,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<()>> + Send;

    /// Forgets a report that has nothing to delete, if it was not sent.
    fn forget_deletion(
        &self,
        organization: OrganizationId,
        id: ReportId,
    ) -> impl Future<Output = Result<()>> + Send;

    /// How many reports are not with the authority that must be by then, or before.
    fn reports_due_by(&self, at: OffsetDateTime) -> impl Future<Output = Result<u64>> + Send;

    /// Keeps the document of a report, unless it has one: then that one stays. Returns the one that is kept.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn keep_tax_document(
        &self,
        organization: OrganizationId,
        id: ReportId,
        made: &MadeDocument,
    ) -> impl Future<Output = Result<MadeDocument>> + Send;

    /// The authority's access point has a report: keeps its receipt, and the state [`crate::TaxReport::sent`] says,
    /// also when the decision came before.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn keep_report_receipt(
        &self,
        organization: OrganizationId,
        id: ReportId,
        evidence: &[u8],
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<()>> + Send;

    /// Keeps the authority's decision with its event; a report that was given up is not any more.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when it is decided already; nothing is kept then.
    fn decide_report(
        &self,
        organization: OrganizationId,
        decided: &Decided,
    ) -> impl Future<Output = Result<()>> + Send;

    /// Whose report went over a network under this message id: the authority's answer names it.
    fn report_sent_as(
        &self,
        network: Network,
        id: ReportId,
    ) -> impl Future<Output = Result<Option<(OrganizationId, KeptReport)>>> + Send;

    /// The newest report of a document.
    fn latest_report(
        &self,
        organization: OrganizationId,
        about: ReportAbout,
    ) -> impl Future<Output = Result<Option<KeptReport>>> + Send;
}
