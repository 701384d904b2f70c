use crate::memory::{
    Result,
    network::NetworkData,
    page::{Order, page_in},
    store::{Data, MemoryStore},
};
use ::provider_reports::LoggedExchange;
use access::{Credential, OrganizationId};
use events::NewEvent;
use peppol_connector::{
    audit::AuditAction,
    identifiers::{MessageId, Network, ParticipantId, ReceivedId},
    inbox::{
        Arrival, ArrivingDocument, ReceivedDocument, ReceivedFilter, ReceivedMessage,
        ReceivedRecord, ReceivedVolume,
    },
    ports::InboxStore,
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

    async fn arrived_before(&self, arriving: &ArrivingDocument) -> Result<Option<Arrival>> {
        let data = self.data();
        let message = arriving.message.as_ref();
        let first = data.network.first((arriving.network, arriving.message_id), message);
        let first = first.map(|(owner, id)| data.network.received.one(owner, id)).transpose()?;
        let first = first.filter(|first| first.record.receiver == arriving.receiver);
        Ok(first.map(|first| again(first, &arriving.document)))
    }

    async fn received_volume(
        &self,
        organization: OrganizationId,
        sender: &ParticipantId,
        since: OffsetDateTime,
    ) -> Result<ReceivedVolume> {
        let data = self.data();
        let mut volume = ReceivedVolume::default();
        for document in data.network.received.of(organization) {
            let record = &document.record;
            if record.received_at > since {
                volume.of_company += record.size;
                volume.of_sender += if record.sender == *sender { record.size } else { 0 };
            }
        }
        Ok(volume)
    }

    async fn received(
        &self,
        organization: OrganizationId,
        filter: &ReceivedFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<ReceivedRecord>> {
        let data = self.data();
        let records = data.network.received.of(organization).map(|document| &document.record);
        let rows = records.filter(|record| matches(record, filter)).cloned();
        let order = if filter.oldest_first { Order::OldestFirst } else { Order::NewestFirst };
        Ok(page_in(rows, order, after, limit))
    }

    async fn received_record(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<ReceivedRecord> {
        self.data().network.received.one(organization, id).map(|document| document.record.clone())
    }

    async fn received_bytes(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<Vec<u8>> {
        self.data().network.received.one(organization, id).map(|document| document.bytes.to_vec())
    }

    async fn received_evidence(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<Vec<u8>> {
        self.data()
            .network
            .received
            .one(organization, id)
            .map(|document| document.evidence.to_vec())
    }

    async fn acknowledge(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
        by: Option<Credential>,
        now: OffsetDateTime,
    ) -> Result<OffsetDateTime> {
        let mut data = self.data();
        let record = &mut data.network.received.one_mut(organization, id)?.record;
        if let Some(first) = record.acknowledged_at {
            return Ok(first);
        }
        record.acknowledged_at = Some(now);
        let (number, owner) = (record.number.clone(), (organization, record.network));
        let kind = AuditAction::Acknowledged;
        data.add_line(owner, now, kind, Some(id.into()), number.as_deref(), None).actor = by;
        Ok(now)
    }
}

impl NetworkData {
    /// The document that came in a message first: by its own ids, else by our key.
    fn first(
        &self,
        key: (Network, MessageId),
        message: Option<&ReceivedMessage>,
    ) -> Option<(OrganizationId, ReceivedId)> {
        let by_as4 = message.and_then(|message| self.as4_messages.get(&as4_ids(key.0, message)));
        by_as4.or_else(|| self.messages.get(&key)).copied()
    }

    /// The documents that an organization has received in a network.
    pub(in crate::memory) fn received_of(
        &self,
        owner: OrganizationId,
        network: Network,
    ) -> impl Iterator<Item = &ReceivedRecord> {
        let own = self.received.of(owner).map(|document| &document.record);
        own.filter(move |record| record.network == network)
    }
}

impl Data {
    /// Keeps a document that arrived, once.
    pub(in crate::memory) fn receive(
        &mut self,
        organization: OrganizationId,
        document: &ReceivedDocument,
        events: &[NewEvent],
    ) -> Result<Arrival> {
        self.must_exist(organization)?;
        let record = &document.record;
        let message = (record.network, record.message_id);
        if let Some(first) = self.network.first(message, document.message.as_ref()) {
            return self.repeated(organization, first, document);
        }
        let same = self.network.received.of(organization).find(|one| is_same(one, document));
        if let Some(first) = same {
            return Ok(again(first, &document.bytes));
        }
        let as4 = document.message.as_ref().map(|message| as4_ids(record.network, message));
        let key = (organization, record.id);
        self.network.received.add(organization, document.clone(), "received document")?;
        self.network.messages.insert(message, key);
        self.network.as4_messages.extend(as4.map(|ids| (ids, key)));
        let (at, id, number) =
            (record.received_at, Some(record.id.into()), record.number.as_deref());
        let owner = (organization, record.network);
        self.add_line(owner, at, AuditAction::Received, id, number, None);
        if let Some(due) = &document.report {
            self.report_received(organization, due, document)?;
        }
        if document.counts {
            self.count_transaction(organization, at)?;
        }
        self.add_events(events);
        self.add_status(organization, document)?;
        self.provider.log(LoggedExchange::received(document));
        Ok(Arrival::Kept)
    }

    /// The answer to a repeated message, unless its first arrival was for another organization.
    fn repeated(
        &self,
        organization: OrganizationId,
        (owner, id): (OrganizationId, ReceivedId),
        document: &ReceivedDocument,
    ) -> Result<Arrival> {
        if owner != organization {
            return Err(StoreError::Taken("message id".into()));
        }
        Ok(self::again(self.network.received.one(owner, id)?, &document.bytes))
    }
}

/// The answer to a repeated message.
fn again(first: &ReceivedDocument, bytes: &[u8]) -> Arrival {
    Arrival::Repeated {
        transaction_id: first.record.transaction_id.clone(),
        evidence: first.evidence.to_vec(),
        same_document: *first.bytes == *bytes,
    }
}

/// Whether both are the same document, whichever access point sent it.
fn is_same(one: &ReceivedDocument, other: &ReceivedDocument) -> bool {
    let instance = |document: &ReceivedDocument| {
        document.message.as_ref().map(|message| message.instance.clone())
    };
    let (a, b) = (&one.record, &other.record);
    instance(one).is_some()
        && instance(one) == instance(other)
        && (a.network, &a.sender, &a.receiver) == (b.network, &b.sender, &b.receiver)
        && one.bytes == other.bytes
}

fn as4_ids(network: Network, message: &ReceivedMessage) -> (Network, String, String) {
    (network, message.provider.clone(), message.message_id.clone())
}

fn matches(record: &ReceivedRecord, filter: &ReceivedFilter) -> bool {
    !invoice_responses::is_response(&record.document_type)
        && filter.network.is_none_or(|network| network == record.network)
        && filter.acknowledged.is_none_or(|taken| taken == record.acknowledged_at.is_some())
        && filter.sender.as_ref().is_none_or(|sender| *sender == record.sender)
        && filter.receiver.as_ref().is_none_or(|receiver| *receiver == record.receiver)
        && filter.number.as_ref().is_none_or(|number| Some(number) == record.number.as_ref())
        && filter.from.is_none_or(|from| from <= record.received_at)
        && filter.to.is_none_or(|to| record.received_at < to)
}
