//! Documents that came over the network: keeping them, reading one, taking it over.

use super::{
    super::{Conn, Lane},
    events::insert_events,
    inbox_list::ReceivedRow,
    statement::Statement,
    trail::insert_line,
};
use crate::{
    error::{backend, translate},
    schema::{received_contents, received_documents},
    sql_types::{AsExact, AsId, AsInstant, Instant, Nullable, Text},
};
use access::OrganizationId;
use diesel::{insert_into, prelude::*};
use diesel_async::RunQueryDsl;
use events::NewEvent;
use peppol_connector::{Arrival, ReceivedDocument, ReceivedId, ReceivedRecord, TrailKind};
use persistence::StoreError;
use time::OffsetDateTime;
use uuid::Uuid;

/// Within the caller's transaction. Of concurrent repetitions one inserts the row; the others wait for
/// it to be committed and find it then.
pub(super) async fn receive(
    conn: &mut Conn,
    organization: OrganizationId,
    document: &ReceivedDocument,
    event: &NewEvent,
) -> Result<Arrival, StoreError> {
    let record = &document.record;
    if insert_record(conn, organization, record).await? == 0 {
        return first_arrival(conn, organization, record).await;
    }
    insert_contents(conn, organization, document).await?;
    let (at, id, number) = (record.received_at, Some(record.id.0), record.number.as_deref());
    insert_line(conn, organization, at, TrailKind::Received, id, None, number, None).await?;
    insert_events(conn, std::slice::from_ref(event)).await?;
    Ok(Arrival::Kept)
}

/// How many rows were inserted: none when the message came before.
async fn insert_record(
    conn: &mut Conn,
    organization: OrganizationId,
    r: &ReceivedRecord,
) -> Result<usize, StoreError> {
    let size = i64::try_from(r.size).map_err(backend)?;
    let (sender, receiver) = (r.sender.canonical(), r.receiver.canonical());
    let (document_type, process) = (r.document_type.to_string(), r.process.to_string());
    Statement::<()>::new(
        "INSERT INTO received_documents (organization_id, id, network, message_id, \
         transaction_id, sender, sender_name, receiver, document_type, process, number, \
         type_code, issue_date, due_date, payable, currency, size, received_at, \
         acknowledged_at) VALUES (",
    )
    .values([
        AsId::from(organization).into(),
        AsId(r.id.0).into(),
        r.network.name().into(),
        AsId(r.message_id).into(),
        r.transaction_id.as_str().into(),
        sender.as_str().into(),
        r.sender_name.as_deref().into(),
        receiver.as_str().into(),
        document_type.as_str().into(),
        process.as_str().into(),
        r.number.as_deref().into(),
        r.type_code.as_deref().into(),
        r.issue_date.into(),
        r.due_date.into(),
        r.payable.map(AsExact).into(),
        r.currency.as_deref().into(),
        size.into(),
        AsInstant(r.received_at).into(),
        r.acknowledged_at.map(AsInstant).into(),
    ])
    .sql(") ON CONFLICT (network, message_id) DO NOTHING")
    .execute(conn)
    .await
    .map_err(translate)
}

async fn insert_contents(
    conn: &mut Conn,
    organization: OrganizationId,
    document: &ReceivedDocument,
) -> Result<(), StoreError> {
    use received_contents::dsl;
    insert_into(dsl::received_contents)
        .values((
            dsl::organization_id.eq(AsId::from(organization)),
            dsl::received_id.eq(AsId(document.record.id.0)),
            dsl::document.eq(&document.bytes[..]),
            dsl::evidence.eq(&document.evidence[..]),
        ))
        .execute(conn)
        .await
        .map(drop)
        .map_err(translate)
}

/// What was told when the message came first. A message that came for another organization is nobody
/// else's to be told about: its id is taken.
async fn first_arrival(
    conn: &mut Conn,
    organization: OrganizationId,
    record: &ReceivedRecord,
) -> Result<Arrival, StoreError> {
    use received_documents::dsl;
    let (id, transaction_id): (Uuid, String) = dsl::received_documents
        .filter(dsl::organization_id.eq(AsId::from(organization)))
        .filter(dsl::network.eq(record.network.name()))
        .filter(dsl::message_id.eq(AsId(record.message_id)))
        .select((dsl::id, dsl::transaction_id))
        .first(conn)
        .await
        .optional()
        .map_err(translate)?
        .ok_or_else(|| StoreError::Taken("message id".to_owned()))?;
    let evidence = received_contents::table
        .find((AsId::from(organization), AsId(id)))
        .select(received_contents::evidence)
        .first(conn)
        .await
        .map_err(translate)?;
    Ok(Arrival::Repeated { transaction_id, evidence })
}

pub(super) async fn received_record(
    conn: &mut Lane<'_>,
    organization: OrganizationId,
    id: ReceivedId,
) -> Result<ReceivedRecord, StoreError> {
    let row: ReceivedRow = received_documents::table
        .find((AsId::from(organization), AsId(id.0)))
        .select(ReceivedRow::as_select())
        .first(conn)
        .await
        .map_err(translate)?;
    row.into_domain()
}

/// The document itself.
pub(super) async fn received_bytes(
    conn: &mut Lane<'_>,
    organization: OrganizationId,
    id: ReceivedId,
) -> Result<Vec<u8>, StoreError> {
    received_contents::table
        .find((AsId::from(organization), AsId(id.0)))
        .select(received_contents::document)
        .first(conn)
        .await
        .map_err(translate)
}

pub(super) async fn received_evidence(
    conn: &mut Lane<'_>,
    organization: OrganizationId,
    id: ReceivedId,
) -> Result<Vec<u8>, StoreError> {
    received_contents::table
        .find((AsId::from(organization), AsId(id.0)))
        .select(received_contents::evidence)
        .first(conn)
        .await
        .map_err(translate)
}

/// Within the caller's transaction: the first time it is a line of the trail, later nothing.
pub(super) async fn acknowledge(
    conn: &mut Conn,
    organization: OrganizationId,
    id: ReceivedId,
    now: OffsetDateTime,
) -> Result<OffsetDateTime, StoreError> {
    let marked: Option<(OffsetDateTime, Option<String>)> =
        mark(organization, id, now).get_result(conn).await.optional().map_err(translate)?;
    if let Some((at, number)) = marked {
        let (kind, number) = (TrailKind::Acknowledged, number.as_deref());
        insert_line(conn, organization, at, kind, Some(id.0), None, number, None).await?;
        return Ok(at);
    }
    let before: Option<OffsetDateTime> = received_documents::table
        .find((AsId::from(organization), AsId(id.0)))
        .select(received_documents::acknowledged_at)
        .first(conn)
        .await
        .map_err(translate)?;
    // unmarked only when somebody else's mark was taken back in between: nobody does that
    before.ok_or_else(|| backend("acknowledged and not acknowledged"))
}

fn mark(
    organization: OrganizationId,
    id: ReceivedId,
    now: OffsetDateTime,
) -> Statement<'static, (Instant, Nullable<Text>)> {
    Statement::new("UPDATE received_documents SET acknowledged_at = ")
        .value(AsInstant(now))
        .sql(" WHERE organization_id = ")
        .value(AsId::from(organization))
        .sql(" AND id = ")
        .value(AsId(id.0))
        .sql(" AND acknowledged_at IS NULL RETURNING acknowledged_at, number")
}
