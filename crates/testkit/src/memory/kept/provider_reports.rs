//! The message log, and the monthly reports made of it.

use ::provider_reports::{LoggedExchange, ProviderReport, ProviderReportId};
use peppol_connector::{
    identifiers::MessageId,
    inbox::{Arrival, ArrivingDocument},
};
use peppol_statistics::Direction;
use std::collections::BTreeMap;
use time::OffsetDateTime;

/// The log by time and message, and the reports.
#[derive(Clone, Default)]
pub(in crate::memory) struct ProviderData {
    pub(in crate::memory) exchanges: BTreeMap<(OffsetDateTime, MessageId), Vec<LoggedExchange>>,
    pub(in crate::memory) reports: Vec<ProviderReport>,
    pub(in crate::memory) messages: Vec<ArrivingDocument>,
}

impl ProviderData {
    pub(in crate::memory) fn all(&self) -> impl DoubleEndedIterator<Item = &LoggedExchange> {
        self.exchanges.values().flatten()
    }

    /// Keeps exchanges, each once: the first stays.
    pub(in crate::memory) fn log(&mut self, exchanges: impl IntoIterator<Item = LoggedExchange>) {
        let key = |of: &LoggedExchange| (of.network, of.direction == Direction::In, of.message);
        for exchange in exchanges {
            if !self.all().any(|known| key(known) == key(&exchange)) {
                let at = (exchange.at, exchange.message);
                self.exchanges.entry(at).or_default().push(exchange);
            }
        }
    }

    pub(in crate::memory) fn before(&self, arriving: &ArrivingDocument) -> Option<Arrival> {
        let message = arriving.message.as_ref()?;
        let ids = |of: &ArrivingDocument| {
            let message = of.message.as_ref()?;
            Some((of.network, message.provider.clone(), message.message_id.clone()))
        };
        let mut known = self.messages.iter();
        let by_id = known.clone().find(|one| ids(one) == ids(arriving));
        let by_key =
            || known.find(|one| one.network == arriving.network && one.message_id == message.key());
        let first = by_id.or_else(by_key)?;
        Some(Arrival::Repeated {
            transaction_id: first.transaction_id.clone(),
            evidence: first.receipt.to_vec(),
            same_document: first.document == arriving.document,
        })
    }

    pub(in crate::memory) fn report(
        &mut self,
        id: ProviderReportId,
    ) -> Option<&mut ProviderReport> {
        self.reports.iter_mut().find(|report| report.id == id)
    }
}
