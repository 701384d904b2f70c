//! Arriving documents: each message is stored once, with everything that belongs to it.

use super::{
    super::{
        super::{commit_mutations, run_mutations},
        events::{ONCE as EVENT_ONCE, event_row},
        network::audit::Line,
        queue::job_row,
        reporting::{
            exchanges::ExchangeColumns,
            tax_reports::{Of, due_row},
        },
        sending::volume,
        sql::*,
    },
    packed::{pack, unpack},
    statuses::status_row,
};
use crate::{error::backend, sql_types::AsExact};
use access::OrganizationId;
use events::NewEvent;
use jobs::NewJob;
use peppol_connector::{
    audit::AuditAction,
    identifiers::{MessageId, Network},
    inbox::{Arrival, ArrivingDocument, ReceivedDocument, ReceivedMessage, ReceivedRecord},
};
use provider_reports::LoggedExchange;
use uuid::Uuid;

/// In one transaction, with a row for the document that it is attached to, if any. Of concurrent repetitions one
/// inserts the row; the others wait until it is committed, change nothing, and find it then.
pub(in super::super) async fn receive(
    store: &Backend,
    organization: OrganizationId,
    document: &ReceivedDocument,
    events: &[NewEvent],
    attached: Option<NewRow<'_>>,
) -> Result<Arrival> {
    if let Some(first) = brought_by_another(store, organization, document).await? {
        return Ok(first);
    }
    let columns = Columns::of(organization, document).await?;
    let mut mutations = columns.mutations(organization, document, events)?;
    mutations.extend(attached.map(Mutation::insert));
    match keep(store, organization, document, mutations).await {
        Ok(()) => return Ok(Arrival::Kept),
        Err(StoreError::Conflict) => {}
        Err(error) => return Err(error),
    }
    let record = &document.record;
    let message = (record.network, record.message_id, document.message.as_ref());
    match first(store, message).await? {
        Some(first) if first.organization_id == organization.0 => {
            first.repeated(&document.bytes).await
        }
        // a message of another organization is not shown to this one
        Some(_) => Err(StoreError::Taken("message id".to_owned())),
        // it was deleted in between
        None => Err(StoreError::Conflict),
    }
}

/// With the transaction that counts in its month, if it counts.
async fn keep(
    store: &Backend,
    organization: OrganizationId,
    document: &ReceivedDocument,
    mutations: Vec<Mutation<'_>>,
) -> Result<()> {
    if !document.counts {
        return commit_mutations(store, mutations).await;
    }
    let mut transaction = store.begin().await?;
    let kept = async {
        run_mutations(transaction.conn(), mutations).await?;
        volume::count(transaction.conn(), organization, document.record.received_at).await
    };
    let kept = kept.await;
    transaction.finish(kept).await
}

/// The answer that the message got when it came first, if it came for the same receiver.
pub(in super::super) async fn arrived_before(
    store: &Backend,
    arriving: &ArrivingDocument,
) -> Result<Option<Arrival>> {
    let message = (arriving.network, arriving.message_id, arriving.message.as_ref());
    let receiver = arriving.receiver.canonical();
    match first(store, message).await?.filter(|first| first.receiver == receiver) {
        Some(first) => first.repeated(&arriving.document).await.map(Some),
        None => Ok(None),
    }
}

/// The owned values that the columns borrow.
struct Columns {
    size: i64,
    /// The compressed document.
    document: Vec<u8>,
    evidence: Vec<u8>,
    sender: String,
    receiver: String,
    document_type: String,
    process: String,
    status: Option<(String, NewJob)>,
    report: Option<NewJob>,
    exchange: Option<ExchangeColumns>,
}

impl Columns {
    async fn of(organization: OrganizationId, document: &ReceivedDocument) -> Result<Self> {
        let record = &document.record;
        let status = document.status.as_ref().map(|status| {
            let job = status.job(organization, record.id, record.received_at);
            (status.from.to_string(), job)
        });
        let report = document.report.as_ref();
        let exchange = LoggedExchange::received(document);
        Ok(Self {
            size: i64::try_from(record.size).map_err(backend)?,
            document: pack(&document.bytes).await?,
            evidence: pack(&document.evidence).await?,
            sender: record.sender.canonical(),
            receiver: record.receiver.canonical(),
            document_type: record.document_type.to_string(),
            process: record.process.to_string(),
            status,
            report: report.map(|due| due.queued(organization, record.received_at)),
            exchange: exchange.map(ExchangeColumns::of),
        })
    }

    /// The record and its message come first: a repetition changes nothing from there on.
    fn mutations<'a>(
        &'a self,
        organization: OrganizationId,
        document: &'a ReceivedDocument,
        events: &'a [NewEvent],
    ) -> Result<Vec<Mutation<'a>>> {
        let (record, now) = (&document.record, document.record.received_at);
        let mut all = vec![self.record(organization, record)];
        let message = document.message.as_ref();
        all.extend(message.map(|message| insert_message(organization, record, message)));
        all.push(Mutation::insert(row!("received_contents",
            organization_id: organization,
            received_id: record.id.0,
            document: &self.document[..],
            evidence: &self.evidence[..],
            packed: true,
        )));
        if let (Some(status), Some((sender, job))) = (&document.status, &self.status) {
            all.push(Mutation::insert(status_row(organization, record, status, sender)));
            all.push(Mutation::insert(job_row(job, now)));
        }
        let line = Line {
            document: Some(record.id.0),
            number: record.number.as_deref(),
            ..Line::new(organization, now, AuditAction::Received, record.network)
        };
        all.push(Mutation::insert(line.row()));
        if let (Some(due), Some(job)) = (&document.report, &self.report) {
            let (of, from) = (Of::Received(record.id), (record.network, self.sender.as_str()));
            all.push(Mutation::insert(due_row(organization, due, &of, from, now)?));
            all.push(Mutation::insert(job_row(job, now)));
        }
        all.extend(self.exchange.as_ref().map(ExchangeColumns::insert));
        all.extend(events.iter().map(|event| {
            let row = event_row(event, Uuid::now_v7());
            Mutation::insert(row).then(sql!(EVENT_ONCE)).if_there()
        }));
        Ok(all)
    }

    fn record<'a>(&'a self, organization: OrganizationId, r: &'a ReceivedRecord) -> Mutation<'a> {
        let row = row!("received_documents",
            organization_id: organization,
            id: r.id.0,
            network: r.network.name(),
            message_id: r.message_id,
            transaction_id: r.transaction_id.as_str(),
            sender: self.sender.as_str(),
            sender_name: r.sender_name.as_deref(),
            receiver: self.receiver.as_str(),
            document_type: self.document_type.as_str(),
            process: self.process.as_str(),
            number: r.number.as_deref(),
            type_code: r.type_code.as_deref(),
            issue_date: r.issue_date,
            due_date: r.due_date,
            total: r.total.map(AsExact),
            payable: r.payable.map(AsExact),
            currency: r.currency.as_deref(),
            size: self.size,
            received_at: r.received_at,
            acknowledged_at: r.acknowledged_at,
        );
        let once = sql!(" ON CONFLICT (network, message_id) DO NOTHING");
        Mutation::insert(row).then(once).or(StoreError::Conflict)
    }
}

fn insert_message<'a>(
    organization: OrganizationId,
    record: &ReceivedRecord,
    message: &'a ReceivedMessage,
) -> Mutation<'a> {
    let row = row!("received_messages",
        organization_id: organization,
        received_id: record.id.0,
        network: record.network.name(),
        provider: message.provider.as_str(),
        message_id: message.message_id.as_str(),
        instance: message.instance.as_str(),
        status_to: message.status.to.as_deref(),
        status_always: message.status.always,
    );
    let once = sql!(" ON CONFLICT (network, provider, message_id) DO NOTHING");
    Mutation::insert(row).then(once).or(StoreError::Conflict)
}

columns! {
    /// The first arrival of a message.
    struct First {
        organization_id: Uuid,
        receiver: String,
        transaction_id: String,
        document: Vec<u8>,
        evidence: Vec<u8>,
        packed: bool,
    }
}

impl First {
    /// The columns of `received_documents AS d` and `received_contents AS c`.
    const COLUMNS: Fragment = Fragment(
        "d.organization_id, d.receiver, d.transaction_id, c.document, c.evidence, c.packed",
    );
    const CONTENTS: Fragment = Fragment(
        "JOIN received_contents AS c ON c.organization_id = d.organization_id AND c.received_id = d.id",
    );

    async fn repeated(self, bytes: &[u8]) -> Result<Arrival> {
        let Self { transaction_id, document, evidence, packed, .. } = self;
        let same_document = unpack(document, packed).await? == bytes;
        let evidence = unpack(evidence, packed).await?;
        Ok(Arrival::Repeated { transaction_id, evidence, same_document })
    }
}

/// The same document in a message of another access point: its sender has changed its provider, and both send. It has
/// the same instance identifier, sender, receiver and bytes, so nothing is lost when it is recognized as a repetition.
async fn brought_by_another(
    store: &Backend,
    organization: OrganizationId,
    document: &ReceivedDocument,
) -> Result<Option<Arrival>> {
    let Some(message) = &document.message else { return Ok(None) };
    let record = &document.record;
    let begin: String = message.instance.chars().take(INDEXED).collect();
    let (sender, receiver) = (record.sender.canonical(), record.receiver.canonical());
    let query = sql!(
        "SELECT {} FROM received_messages AS m
         JOIN received_documents AS d ON d.organization_id = m.organization_id AND d.id = m.received_id {}
         WHERE m.network = {} AND substr(m.instance, 1, 200) = {} AND m.instance = {}
           AND m.organization_id = {} AND m.provider <> {} AND d.sender = {} AND d.receiver = {} AND d.size = {}
         ORDER BY d.received_at, d.id LIMIT {}",
        First::COLUMNS,
        First::CONTENTS,
        record.network.name(),
        &begin,
        &message.instance,
        organization,
        &message.provider,
        &sender,
        &receiver,
        i64::try_from(record.size).map_err(backend)?,
        COMPARED
    );
    let candidates: Vec<First> = {
        let mut conn = store.reader().await?;
        query.all(read_conn!(conn)).await?
    };
    for candidate in candidates {
        let again = candidate.repeated(&document.bytes).await?;
        if matches!(again, Arrival::Repeated { same_document: true, .. }) {
            return Ok(Some(again));
        }
    }
    Ok(None)
}

/// The most documents of one instance identifier and size that are compared.
const COMPARED: i64 = 8;

/// The number of characters of an instance identifier that are indexed: the size of an index entry is limited, and
/// that of the identifier is not.
const INDEXED: usize = 200;

/// A message by its own id, or else by the key in our records.
async fn first(
    store: &Backend,
    (network, key, message): (Network, MessageId, Option<&ReceivedMessage>),
) -> Result<Option<First>> {
    let mut conn = store.reader().await?;
    if let Some(ReceivedMessage { provider, message_id, .. }) = message {
        let by_message = sql!(
            "SELECT {} FROM received_messages AS m
             JOIN received_documents AS d ON d.organization_id = m.organization_id AND d.id = m.received_id {}
             WHERE m.network = {} AND m.provider = {} AND m.message_id = {}",
            First::COLUMNS,
            First::CONTENTS,
            network.name(),
            provider,
            message_id
        );
        if let Some(first) = by_message.first(read_conn!(conn)).await? {
            return Ok(Some(first));
        }
    }
    let by_key = sql!(
        "SELECT {} FROM received_documents AS d {} WHERE d.network = {} AND d.message_id = {}",
        First::COLUMNS,
        First::CONTENTS,
        network.name(),
        key
    );
    by_key.first(read_conn!(conn)).await
}
