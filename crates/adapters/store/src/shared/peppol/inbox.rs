//! Documents that came over the network: saving them, reading one, taking it over.

use super::{
    super::{
        events::insert_events,
        queue::job_row,
        sql::*,
        tax_reports::{Of, insert_due},
    },
    audit::Line,
    inbox_list::{self, ReceivedRow},
    statuses::status_row,
};
use crate::{error::backend, network_names as names, sql_types::AsExact};
use access::OrganizationId;
use events::NewEvent;
use peppol_connector::{
    Arrival, AuditAction, InboxStore, Network, ReceivedDocument, ReceivedFilter, ReceivedId,
    ReceivedMessage, ReceivedRecord,
};
use persistence::{Cursor, Page};
use time::OffsetDateTime;
use uuid::Uuid;

impl InboxStore for Backend {
    async fn receive(
        &self,
        organization: OrganizationId,
        document: &ReceivedDocument,
        event: &NewEvent,
    ) -> Result<Arrival> {
        let mut transaction = self.begin().await?;
        let events = std::slice::from_ref(event);
        let arrival = receive(transaction.conn(), organization, document, events).await;
        transaction.finish(arrival).await
    }

    async fn received(
        &self,
        organization: OrganizationId,
        filter: &ReceivedFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<ReceivedRecord>> {
        if contains_nul([&filter.number]) {
            return Ok(Page::empty());
        }
        let mut conn = self.reader().await?;
        inbox_list::received(read_conn!(conn), organization, filter, after, limit).await
    }

    async fn received_record(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<ReceivedRecord> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT {} FROM received_documents WHERE organization_id = {} AND id = {}",
            ReceivedRow::COLUMNS,
            organization,
            id.0
        );
        query.one::<ReceivedRow>(read_conn!(conn)).await?.into_domain()
    }

    async fn received_bytes(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<Vec<u8>> {
        let mut conn = self.reader().await?;
        bytes(organization, id.0).one(read_conn!(conn)).await
    }

    async fn received_evidence(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<Vec<u8>> {
        let mut conn = self.reader().await?;
        evidence(organization, id.0).one(read_conn!(conn)).await
    }

    async fn acknowledge(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
        now: OffsetDateTime,
    ) -> Result<OffsetDateTime> {
        let mut transaction = self.begin().await?;
        let at = acknowledge(transaction.conn(), organization, id, now).await;
        transaction.finish(at).await
    }
}

/// Within the caller's transaction. Of concurrent repetitions one inserts the row; the others wait for
/// it to be committed and find it then.
pub(super) async fn receive(
    conn: &mut Conn,
    organization: OrganizationId,
    document: &ReceivedDocument,
    events: &[NewEvent],
) -> Result<Arrival> {
    let record = &document.record;
    if let Some(message) = &document.message
        && let Some(first) = by_message(record.network, message).first(conn).await?
    {
        return repeated(conn, organization, first, document).await;
    }
    if insert_record(conn, organization, record).await? == 0 {
        let first = by_key(record).one(conn).await?;
        return repeated(conn, organization, first, document).await;
    }
    let contents = row!("received_contents",
        organization_id: organization,
        received_id: record.id.0,
        document: &document.bytes[..],
        evidence: &document.evidence[..],
    );
    contents.insert().execute(conn).await?;
    if let Some(message) = &document.message {
        insert_message(conn, organization, record, message).await?;
    }
    if let Some(status) = &document.status {
        let sender = status.from.to_string();
        status_row(organization, record, status, &sender).insert().execute(conn).await?;
        let job = status.job(organization, record.id, record.received_at);
        job_row(&job, record.received_at).insert().execute(conn).await?;
    }
    let line = Line {
        document: Some(record.id.0),
        number: record.number.as_deref(),
        ..Line::new(organization, record.received_at, AuditAction::Received, record.network)
    };
    line.row().insert().execute(conn).await?;
    if let Some(due) = &document.report {
        let (of, from) = (Of::Received(record.id), (record.network, &record.sender));
        insert_due(conn, organization, due, &of, from, record.received_at).await?;
    }
    insert_events(conn, events).await?;
    Ok(Arrival::Kept)
}

async fn insert_message(
    conn: &mut Conn,
    organization: OrganizationId,
    record: &ReceivedRecord,
    message: &ReceivedMessage,
) -> Result<()> {
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
    row.insert().execute(conn).await?;
    Ok(())
}

/// How many rows were inserted: none when the message came before.
async fn insert_record(
    conn: &mut Conn,
    organization: OrganizationId,
    r: &ReceivedRecord,
) -> Result<usize> {
    let (sender, receiver) = (r.sender.canonical(), r.receiver.canonical());
    let (document_type, process) = (r.document_type.to_string(), r.process.to_string());
    let row = row!("received_documents",
        organization_id: organization,
        id: r.id.0,
        network: r.network.name(),
        message_id: r.message_id,
        transaction_id: r.transaction_id.as_str(),
        sender: sender.as_str(),
        sender_name: r.sender_name.as_deref(),
        receiver: receiver.as_str(),
        document_type: document_type.as_str(),
        process: process.as_str(),
        number: r.number.as_deref(),
        type_code: r.type_code.as_deref(),
        issue_date: r.issue_date,
        due_date: r.due_date,
        total: r.total.map(AsExact),
        payable: r.payable.map(AsExact),
        currency: r.currency.as_deref(),
        size: i64::try_from(r.size).map_err(backend)?,
        received_at: r.received_at,
        acknowledged_at: r.acknowledged_at,
    );
    let once = sql!(" ON CONFLICT (network, message_id) DO NOTHING");
    row.insert().then(once).execute(conn).await
}

/// Whose the document is that came in this message before, and which.
fn by_message(network: Network, message: &ReceivedMessage) -> Statement<'_> {
    sql!(
        "SELECT organization_id, received_id FROM received_messages
         WHERE network = {} AND provider = {} AND message_id = {}",
        network.name(),
        message.provider.as_str(),
        message.message_id.as_str()
    )
}

/// The same by the id in our records.
fn by_key(record: &ReceivedRecord) -> Statement<'static> {
    sql!(
        "SELECT organization_id, id FROM received_documents WHERE network = {} AND message_id = {}",
        record.network.name(),
        record.message_id
    )
}

/// What was answered when the message came first. A message that came for another organization is
/// none of this one's business: its id is taken.
async fn repeated(
    conn: &mut Conn,
    organization: OrganizationId,
    (owner, id): (Uuid, Uuid),
    document: &ReceivedDocument,
) -> Result<Arrival> {
    if owner != organization.0 {
        return Err(StoreError::Taken("message id".to_owned()));
    }
    let transaction_id = sql!(
        "SELECT transaction_id FROM received_documents WHERE organization_id = {} AND id = {}",
        organization,
        id
    );
    let transaction_id = transaction_id.one(conn).await?;
    let evidence = evidence(organization, id).one(conn).await?;
    let bytes: Vec<u8> = bytes(organization, id).one(conn).await?;
    Ok(Arrival::Repeated { transaction_id, evidence, same_document: *bytes == *document.bytes })
}

fn bytes(organization: OrganizationId, id: Uuid) -> Statement<'static> {
    sql!(
        "SELECT document FROM received_contents WHERE organization_id = {} AND received_id = {}",
        organization,
        id
    )
}

fn evidence(organization: OrganizationId, id: Uuid) -> Statement<'static> {
    sql!(
        "SELECT evidence FROM received_contents WHERE organization_id = {} AND received_id = {}",
        organization,
        id
    )
}

/// Within the caller's transaction: the first time it is a line of the audit log, later nothing.
async fn acknowledge(
    conn: &mut Conn,
    organization: OrganizationId,
    id: ReceivedId,
    now: OffsetDateTime,
) -> Result<OffsetDateTime> {
    let mark = sql!(
        "UPDATE received_documents SET acknowledged_at = {}
         WHERE organization_id = {} AND id = {} AND acknowledged_at IS NULL
         RETURNING acknowledged_at, number, network",
        now,
        organization,
        id.0
    );
    let marked: Option<(OffsetDateTime, Option<String>, String)> = mark.first(conn).await?;
    if let Some((at, number, network)) = marked {
        let network = names::network(&network)?;
        let line = Line {
            document: Some(id.0),
            number: number.as_deref(),
            ..Line::new(organization, at, AuditAction::Acknowledged, network)
        };
        line.row().insert().execute(conn).await?;
        return Ok(at);
    }
    let before = sql!(
        "SELECT acknowledged_at FROM received_documents WHERE organization_id = {} AND id = {}",
        organization,
        id.0
    );
    let before: Option<OffsetDateTime> = before.one(conn).await?;
    // unmarked only when somebody else's mark was taken back in between: nobody does that
    before.ok_or_else(|| backend("acknowledged and not acknowledged"))
}
