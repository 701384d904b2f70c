use crate::memory::{
    Result,
    store::{Data, MemoryStore},
};
use ::provider_reports::{
    EarlierReport, EndUser, ExchangeLog, LoggedExchange, ProviderReport, ProviderReportId,
    ProviderReportStore, ServiceMessageArrival,
};
use access::OrganizationId;
use jobs::NewJob;
use peppol_connector::{
    identifiers::Network,
    inbox::{Arrival, ArrivingDocument},
};
use peppol_statistics::Month;
use persistence::{Cursor, Listed, Page, StoreError};
use std::cmp::Reverse;
use time::OffsetDateTime;

impl ExchangeLog for MemoryStore {
    async fn end_user(&self, organization: OrganizationId) -> Result<EndUser> {
        let data = self.call("end_user")?;
        let of = data.organizations.get(&organization).ok_or(StoreError::NotFound)?;
        Ok(EndUser::of(organization, of.address.country.clone(), of.ico.as_deref()))
    }

    async fn log_exchange(&self, exchange: &LoggedExchange) -> Result<()> {
        self.data().provider.log([exchange.clone()]);
        Ok(())
    }

    async fn keep_service_message(&self, message: &ServiceMessageArrival<'_>) -> Result<Arrival> {
        let mut data = self.call("keep_service_message")?;
        if let Some(before) = data.provider.before(message.arriving) {
            return Ok(before);
        }
        data.provider.messages.push(message.arriving.clone());
        data.provider.log(message.exchange.clone());
        Ok(Arrival::Kept)
    }

    async fn service_message_before(&self, arriving: &ArrivingDocument) -> Result<Option<Arrival>> {
        Ok(self.data().provider.before(arriving))
    }

    async fn exchanges(
        &self,
        network: Network,
        month: Month,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<LoggedExchange>> {
        let data = self.data();
        let is_after = |one: &LoggedExchange| {
            let Cursor { created_at, id } = one.cursor();
            after.is_none_or(|after| (created_at, id) > (after.created_at, after.id))
        };
        let rows = data
            .provider
            .all()
            .filter(|one| one.network == network && month.contains(one.at) && is_after(one));
        Ok(Page::of_one_more(rows.take(usize::from(limit) + 1).cloned().collect(), limit))
    }

    async fn first_exchange(&self, network: Network) -> Result<Option<OffsetDateTime>> {
        Ok(self.data().provider.all().find(|one| one.network == network).map(|one| one.at))
    }
}

impl ProviderReportStore for MemoryStore {
    async fn keep_provider_reports(
        &self,
        reports: &[(ProviderReport, NewJob)],
        earlier: EarlierReport,
        now: OffsetDateTime,
    ) -> Result<usize> {
        let mut data = self.data();
        let mut kept = 0;
        for (report, job) in reports {
            kept += data.keep_provider_report(report, job, earlier, now)?;
        }
        Ok(kept)
    }

    async fn provider_report(&self, id: ProviderReportId) -> Result<ProviderReport> {
        self.call("provider_report")?.provider.report(id).cloned().ok_or(StoreError::NotFound)
    }

    async fn provider_reports(&self, network: Network, limit: u16) -> Result<Vec<ProviderReport>> {
        let mut own = self.call("provider_reports")?.provider.reports.clone();
        own.retain(|report| report.network == network && report.replaced_at.is_none());
        own.sort_by_key(|report| (Reverse(report.month), report.kind.name()));
        own.truncate(limit.into());
        Ok(own)
    }

    async fn replaced_reports(&self, network: Network, limit: u16) -> Result<Vec<ProviderReport>> {
        let mut own = self.data().provider.reports.clone();
        own.retain(|report| report.network == network && report.replaced_at.is_some());
        own.sort_by_key(|of| (Reverse((of.month, of.replaced_at)), of.kind.name()));
        own.truncate(limit.into());
        Ok(own)
    }

    async fn provider_report_failed(&self, id: ProviderReportId, error: &str) -> Result<()> {
        if let Some(report) = self.data().provider.report(id) {
            report.attempts += 1;
            report.error = Some(error.to_owned());
        }
        Ok(())
    }

    async fn provider_report_sent(
        &self,
        id: ProviderReportId,
        receipt: &[u8],
        now: OffsetDateTime,
    ) -> Result<()> {
        let mut data = self.data();
        if let Some(report) = data.provider.report(id).filter(|report| report.sent_at.is_none()) {
            report.attempts += 1;
            (report.error, report.sent_at) = (None, Some(now));
            report.receipt = Some(receipt.to_vec());
        }
        Ok(())
    }
}

impl Data {
    fn keep_provider_report(
        &mut self,
        report: &ProviderReport,
        job: &NewJob,
        earlier: EarlierReport,
        now: OffsetDateTime,
    ) -> Result<usize> {
        let key = |of: &ProviderReport| (of.network, of.month, of.kind);
        let all = &mut self.provider.reports;
        let stands =
            |other: &&mut ProviderReport| key(other) == key(report) && other.replaced_at.is_none();
        if let Some(standing) = all.iter_mut().find(stands) {
            if earlier == EarlierReport::Stays {
                return Ok(0);
            }
            standing.replaced_at = Some(now);
        }
        all.push(report.clone());
        self.enqueue(job, now).map(|_| 1)
    }
}
