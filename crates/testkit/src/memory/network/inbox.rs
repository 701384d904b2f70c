use super::{
    super::{Data, MemoryStore},
    NetworkData, Result,
    page::{Order, page},
};
use access::OrganizationId;
use events::NewEvent;
use peppol_connector::{
    Arrival, AuditAction, InboxStore, Network, ReceivedDocument, ReceivedFilter, ReceivedId,
    ReceivedRecord,
};
use persistence::{Cursor, Page, StoreError};
use time::OffsetDateTime;

impl InboxStore for MemoryStore {
    async fn receive(
        &self,
        organization: OrganizationId,
        document: &ReceivedDocument,
        event: &NewEvent,
    ) -> Result<Arrival> {
        self.data().receive(organization, document, std::slice::from_ref(event))
    }

    async fn received(
        &self,
        organization: OrganizationId,
        filter: &ReceivedFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<ReceivedRecord>> {
        let data = self.data();
        let own = data.network.received.iter().filter(|((owner, _), _)| *owner == organization);
        let records = own.map(|(_, document)| &document.record);
        let rows = records.filter(|record| matches(record, filter)).cloned().collect();
        let order = if filter.oldest_first { Order::OldestFirst } else { Order::NewestFirst };
        Ok(page(rows, order, after, limit, |row| (row.received_at, row.id.0)))
    }

    async fn received_record(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<ReceivedRecord> {
        self.data().received(organization, id).map(|document| document.record.clone())
    }

    async fn received_bytes(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<Vec<u8>> {
        self.data().received(organization, id).map(|document| document.bytes.to_vec())
    }

    async fn received_evidence(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<Vec<u8>> {
        self.data().received(organization, id).map(|document| document.evidence.to_vec())
    }

    async fn acknowledge(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
        now: OffsetDateTime,
    ) -> Result<OffsetDateTime> {
        let mut data = self.data();
        let document = data.network.received.get_mut(&(organization, id));
        let record = &mut document.ok_or(StoreError::NotFound)?.record;
        if let Some(first) = record.acknowledged_at {
            return Ok(first);
        }
        record.acknowledged_at = Some(now);
        let (number, owner) = (record.number.clone(), (organization, record.network));
        let kind = AuditAction::Acknowledged;
        data.add_line(owner, now, kind, Some(id.0), number.as_deref(), None);
        Ok(now)
    }
}

impl NetworkData {
    /// What an organization has received in a network.
    pub(in crate::memory) fn received_of(
        &self,
        owner: OrganizationId,
        network: Network,
    ) -> impl Iterator<Item = &ReceivedRecord> {
        let own = self.received.iter().filter(move |((of, _), _)| *of == owner);
        own.map(|(_, document)| &document.record).filter(move |record| record.network == network)
    }
}

impl Data {
    /// Keeps a document that arrived, once.
    pub(super) fn receive(
        &mut self,
        organization: OrganizationId,
        document: &ReceivedDocument,
        events: &[NewEvent],
    ) -> Result<Arrival> {
        self.organizations.get(&organization).ok_or(StoreError::NotFound)?;
        let record = &document.record;
        let message = (record.network, record.message_id);
        let as4 = document
            .message
            .as_ref()
            .map(|message| (record.network, message.provider.clone(), message.message_id.clone()));
        let by_as4 = as4.as_ref().and_then(|ids| self.network.as4_messages.get(ids));
        if let Some(first) = by_as4.or_else(|| self.network.messages.get(&message)) {
            return self.repeated(organization, *first, document);
        }
        let key = (organization, record.id);
        if self.network.received.contains_key(&key) {
            return Err(StoreError::Taken("received document".into()));
        }
        self.network.messages.insert(message, key);
        self.network.as4_messages.extend(as4.map(|ids| (ids, key)));
        self.network.received.insert(key, document.clone());
        let (at, id, number) = (record.received_at, Some(record.id.0), record.number.as_deref());
        let owner = (organization, record.network);
        self.add_line(owner, at, AuditAction::Received, id, number, None);
        if let Some(due) = &document.report {
            self.report_received(organization, due, document)?;
        }
        self.add_events(events);
        self.add_status(organization, document)?;
        Ok(Arrival::Kept)
    }

    pub(in crate::memory) fn received(
        &self,
        owner: OrganizationId,
        id: ReceivedId,
    ) -> Result<&ReceivedDocument> {
        self.network.received.get(&(owner, id)).ok_or(StoreError::NotFound)
    }

    /// What was answered when the message came first, unless it came for somebody else.
    fn repeated(
        &self,
        organization: OrganizationId,
        (owner, id): (OrganizationId, ReceivedId),
        again: &ReceivedDocument,
    ) -> Result<Arrival> {
        if owner != organization {
            return Err(StoreError::Taken("message id".into()));
        }
        let first = self.received(owner, id)?;
        Ok(Arrival::Repeated {
            transaction_id: first.record.transaction_id.clone(),
            evidence: first.evidence.to_vec(),
            same_document: first.bytes == again.bytes,
        })
    }
}

fn matches(record: &ReceivedRecord, filter: &ReceivedFilter) -> bool {
    !invoice_responses::is_response(&record.document_type)
        && filter.network.is_none_or(|network| network == record.network)
        && filter.acknowledged.is_none_or(|taken| taken == record.acknowledged_at.is_some())
        && filter.sender.as_ref().is_none_or(|sender| *sender == record.sender)
        && filter.number.as_ref().is_none_or(|number| Some(number) == record.number.as_ref())
        && filter.from.is_none_or(|from| from <= record.received_at)
        && filter.to.is_none_or(|to| record.received_at < to)
}
