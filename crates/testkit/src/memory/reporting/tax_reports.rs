use crate::memory::{
    Result,
    store::{Data, MemoryStore},
};
use ::tax_reports::{
    Decided, Earlier, Firm, GivenUp, KeptReport, MadeDocument, REPORT_WITHIN, ReportAbout,
    ReportId, ReportSource, ReportState, ReportedDocument, TaxReport, TaxReportStore,
};
use access::OrganizationId;
use peppol_connector::{
    identifiers::{InvoiceId, Network, ParticipantId},
    inbox::ReceivedDocument,
    sending::Submission,
    submissions::ReportDue,
};
use persistence::StoreError;
use time::OffsetDateTime;

/// Whether it is of a document that was sent.
const fn is_sent(kept: &KeptReport) -> bool {
    !matches!(kept.source, ReportSource::Received(_))
}

impl TaxReportStore for MemoryStore {
    async fn reporting_firm(&self, organization: OrganizationId) -> Result<Firm> {
        let data = self.data();
        let firm = data.organization(organization)?;
        Ok(Firm { country: firm.address.country.clone(), vat_number: firm.ic_dph.clone() })
    }

    async fn tax_report(&self, organization: OrganizationId, id: ReportId) -> Result<KeptReport> {
        self.data().tax_reports.one(organization, id).cloned()
    }

    async fn earlier_reports(
        &self,
        organization: OrganizationId,
        report: &KeptReport,
    ) -> Result<Vec<Earlier>> {
        let data = self.data();
        let earlier = data.tax_reports.of(organization).rev().filter(|other| {
            other.report.original == report.report.original
                && other.report.network == report.report.network
                && is_sent(other) == is_sent(report)
                && other.report.id < report.report.id
                && other.given_up_at.is_none()
        });
        let earlier = earlier.map(|kept| {
            let TaxReport { state, due_at, deletes, .. } = kept.report;
            Earlier { state, due_at, sent_at: kept.sent_at, deletes }
        });
        Ok(earlier.take(20).collect())
    }

    async fn invoice_reports(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
    ) -> Result<Vec<KeptReport>> {
        let document = ReportedDocument::Sent { invoice_id: invoice };
        let data = self.data();
        let own = data.tax_reports.of(organization).rev();
        Ok(own.filter(|kept| kept.report.document == document).cloned().collect())
    }

    async fn withdraw_report(
        &self,
        organization: OrganizationId,
        report: &KeptReport,
        due: &ReportDue,
        now: OffsetDateTime,
    ) -> Result<()> {
        let mut data = self.data();
        let source = ReportSource::Withdrawn(report.report.id);
        if data.tax_reports.of(organization).any(|other| other.source == source) {
            return Ok(());
        }
        let other = (report.report.network, &report.counterparty);
        data.report(organization, due, (report.report.document, source), other, now)
    }

    async fn forget_deletion(&self, organization: OrganizationId, id: ReportId) -> Result<()> {
        let mut data = self.data();
        let is_open =
            |kept: &KeptReport| kept.report.deletes && kept.report.state == ReportState::Queued;
        data.tax_reports
            .retain(|owner, kept| (owner, kept.report.id) != (organization, id) || !is_open(kept));
        Ok(())
    }

    async fn report_failed(
        &self,
        organization: OrganizationId,
        id: ReportId,
        given_up: Option<&GivenUp>,
    ) -> Result<()> {
        let mut data = self.data();
        let kept = data.tax_reports.one_mut(organization, id)?;
        kept.attempts += 1;
        if kept.report.state == ReportState::Queued {
            kept.given_up_at = given_up.map(|given_up| given_up.at);
            kept.report.issues = given_up.map_or_else(Vec::new, |one| one.issues.clone());
        }
        Ok(())
    }

    async fn reports_due_by(&self, at: OffsetDateTime) -> Result<u64> {
        let data = self.data();
        let open = data.tax_reports.all().filter(|(_, kept)| {
            let TaxReport { state, due_at, .. } = &kept.report;
            *state == ReportState::Queued && *due_at <= at && kept.given_up_at.is_none()
        });
        Ok(open.count() as u64)
    }

    async fn keep_tax_document(
        &self,
        organization: OrganizationId,
        id: ReportId,
        made: &MadeDocument,
    ) -> Result<MadeDocument> {
        let mut data = self.data();
        let kept = data.tax_reports.one_mut(organization, id)?;
        Ok(kept.made.get_or_insert_with(|| made.clone()).clone())
    }

    async fn keep_report_receipt(
        &self,
        organization: OrganizationId,
        id: ReportId,
        _: &[u8],
        now: OffsetDateTime,
    ) -> Result<()> {
        let mut data = self.data();
        let kept = data.tax_reports.one_mut(organization, id)?;
        kept.report = kept.report.clone().sent();
        kept.attempts += 1;
        kept.given_up_at = None;
        kept.sent_at.get_or_insert(now);
        Ok(())
    }

    async fn decide_report(&self, organization: OrganizationId, decided: &Decided) -> Result<()> {
        let mut data = self.data();
        let kept = data.tax_reports.one_mut(organization, decided.report.id);
        let kept = kept.map_err(|_| StoreError::Conflict)?;
        if kept.report.state.is_decided() {
            return Err(StoreError::Conflict);
        }
        kept.report = decided.report.clone();
        kept.given_up_at = None;
        data.add_events(std::slice::from_ref(&decided.event));
        Ok(())
    }

    async fn report_sent_as(
        &self,
        network: Network,
        id: ReportId,
    ) -> Result<Option<(OrganizationId, KeptReport)>> {
        let data = self.data();
        let of = |kept: &KeptReport| (kept.report.id, kept.report.network);
        let found = data.tax_reports.all().find(|(_, kept)| of(kept) == (id, network));
        Ok(found.map(|(owner, kept)| (owner, kept.clone())))
    }

    async fn latest_report(
        &self,
        organization: OrganizationId,
        about: ReportAbout,
    ) -> Result<Option<KeptReport>> {
        let data = self.data();
        let mut own = data.tax_reports.of(organization).rev();
        let found = own.find(|kept| match about {
            ReportAbout::Invoice(invoice, network) => {
                kept.report.document == ReportedDocument::Sent { invoice_id: invoice }
                    && kept.report.network == network
            }
            ReportAbout::Received(id) => kept.source == ReportSource::Received(id),
        });
        Ok(found.cloned())
    }
}

impl Data {
    pub(in crate::memory) fn report_sent(
        &mut self,
        owner: OrganizationId,
        due: &ReportDue,
        submission: &Submission,
        now: OffsetDateTime,
    ) -> Result<()> {
        let document = ReportedDocument::Sent { invoice_id: submission.invoice };
        let source = ReportSource::Sent(submission.id);
        let other = (submission.network, &submission.receiver);
        self.report(owner, due, (document, source), other, now)
    }

    pub(in crate::memory) fn report_received(
        &mut self,
        owner: OrganizationId,
        due: &ReportDue,
        received: &ReceivedDocument,
    ) -> Result<()> {
        let record = &received.record;
        let document = ReportedDocument::Received { received_document_id: record.id };
        let source = ReportSource::Received(record.id);
        let other = (record.network, &record.sender);
        self.report(owner, due, (document, source), other, record.received_at)
    }

    fn report(
        &mut self,
        owner: OrganizationId,
        due: &ReportDue,
        (document, source): (ReportedDocument, ReportSource),
        (network, counterparty): (Network, &ParticipantId),
        now: OffsetDateTime,
    ) -> Result<()> {
        let report = TaxReport {
            id: due.report,
            network,
            document,
            original: due.original,
            state: ReportState::Queued,
            issues: Vec::new(),
            decided_at: None,
            due_at: now + REPORT_WITHIN,
            deletes: matches!(source, ReportSource::Withdrawn(_)),
        };
        let counterparty = counterparty.clone();
        let kept = KeptReport {
            report,
            source,
            counterparty,
            made: None,
            sent_at: None,
            attempts: 0,
            given_up_at: None,
        };
        self.tax_reports.put(owner, kept);
        self.enqueue(&due.queued(owner, now), now).map(drop)
    }
}
