//! Staged documents.

use super::super::{
    super::{Conn, FOR_UPDATE, Lane, SKIP_LOCKED},
    statement::Statement,
    trail::{insert_lines, line},
};
use crate::{
    error::translate,
    network_names::{network, participant},
    sql_types::{AsId, AsInstant, Binary, Id, Instant, Nullable, Text},
};
use access::OrganizationId;
use diesel::OptionalExtension;
use diesel_async::RunQueryDsl;
use peppol_connector::{DocumentBytes, StagedDocument, StagedId, TrailKind};
use persistence::StoreError;
use std::sync::Arc;
use time::OffsetDateTime;
use uuid::Uuid;

type Result<T> = std::result::Result<T, StoreError>;

/// Staged documents deleted in one transaction.
const BATCH: i64 = 500;

type Columns = (Text, Nullable<Text>, Binary, Nullable<Binary>, Instant);
type Row = (String, Option<String>, Vec<u8>, Option<Vec<u8>>, OffsetDateTime);

pub(super) async fn staged(
    conn: &mut Lane<'_>,
    organization: OrganizationId,
    id: StagedId,
) -> Result<Option<StagedDocument>> {
    let query = Statement::<Columns>::new(
        "SELECT network, receiver, sent, original, expires_at FROM staged_documents \
         WHERE organization_id = ",
    )
    .value(AsId::from(organization))
    .sql(" AND id = ")
    .value(AsId(id.0));
    let row: Option<Row> = query.get_result(conn).await.optional().map_err(translate)?;
    row.map(|row| into_domain(id, row)).transpose()
}

fn into_domain(id: StagedId, row: Row) -> Result<StagedDocument> {
    let (name, receiver, sent, original, expires_at) = row;
    Ok(StagedDocument {
        id,
        network: network(&name)?,
        document: bytes(sent, original),
        receiver: receiver.as_deref().map(participant).transpose()?,
        expires_at,
    })
}

/// A document whose original is kept only when it differs.
pub(super) fn bytes(sent: Vec<u8>, original: Option<Vec<u8>>) -> DocumentBytes {
    let sent: Arc<[u8]> = sent.into();
    let original = original.map_or_else(|| Arc::clone(&sent), Arc::from);
    DocumentBytes { sent, original }
}

/// Within the caller's transaction; at most [`BATCH`] of them. A document that is being dispatched
/// at this moment is left to that.
pub(super) async fn delete_expired(conn: &mut Conn, now: OffsetDateTime) -> Result<usize> {
    let expired = Statement::<(Id, Id)>::new(
        "SELECT organization_id, id FROM staged_documents WHERE expires_at <= ",
    )
    .value(AsInstant(now))
    .sql(" ORDER BY expires_at LIMIT ")
    .value(BATCH)
    .sql(FOR_UPDATE)
    .sql(SKIP_LOCKED);
    let expired: Vec<(Uuid, Uuid)> = expired.load(conn).await.map_err(translate)?;
    if expired.is_empty() {
        return Ok(0);
    }
    let mut delete = Statement::<()>::new("DELETE FROM staged_documents WHERE ").once();
    for (i, (organization, id)) in expired.iter().enumerate() {
        delete = delete
            .sql(if i == 0 { "" } else { " OR " })
            .sql("organization_id = ")
            .value(AsId(*organization))
            .sql(" AND id = ")
            .value(AsId(*id));
    }
    delete.execute(conn).await.map_err(translate)?;
    let told = |(organization, id): &(Uuid, Uuid)| {
        let organization = OrganizationId(*organization);
        line(organization, now, TrailKind::Expired, Some(*id), None, None, None)
    };
    insert_lines(conn, expired.iter().map(told).collect()).await?;
    Ok(expired.len())
}
