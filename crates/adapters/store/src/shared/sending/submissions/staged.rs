//! Staged documents.

use super::super::super::{network::audit::Line, sql::*};
use crate::network_names::{network, participant};
use access::OrganizationId;
use peppol_connector::{
    audit::AuditAction,
    identifiers::StagedId,
    sending::{DocumentBytes, StagedDocument},
};
use std::sync::Arc;
use time::OffsetDateTime;
use uuid::Uuid;

/// The most staged documents that one transaction deletes.
const BATCH: i64 = 500;

columns! {
    struct StagedRow {
        network: String,
        receiver: Option<String>,
        sent: Vec<u8>,
        original: Option<Vec<u8>>,
        expires_at: OffsetDateTime,
    }
}

impl StagedRow {
    fn into_domain(self, id: StagedId) -> Result<StagedDocument> {
        Ok(StagedDocument {
            id,
            network: network(&self.network)?,
            document: bytes(self.sent, self.original),
            receiver: self.receiver.as_deref().map(participant).transpose()?,
            expires_at: self.expires_at,
        })
    }
}

pub(super) async fn staged(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: StagedId,
) -> Result<Option<StagedDocument>> {
    let query = sql!(
        "SELECT network, receiver, sent, original, expires_at FROM staged_documents
         WHERE organization_id = {} AND id = {}",
        organization,
        id.0
    );
    let row: Option<StagedRow> = query.first(conn).await?;
    row.map(|row| row.into_domain(id)).transpose()
}

/// A document whose original is stored only when it differs.
pub(super) fn bytes(sent: Vec<u8>, original: Option<Vec<u8>>) -> DocumentBytes {
    let sent: Arc<[u8]> = sent.into();
    let original = original.map_or_else(|| Arc::clone(&sent), Arc::from);
    DocumentBytes { sent, original }
}

/// Within the caller's transaction; at most [`BATCH`] of them. A document that is being dispatched at this moment is
/// skipped.
pub(super) async fn delete_expired(conn: &mut Conn, now: OffsetDateTime) -> Result<usize> {
    let expired = sql!(
        "SELECT organization_id, id, network FROM staged_documents WHERE expires_at <= {}
         ORDER BY expires_at LIMIT {} {for_update} {skip_locked}",
        now,
        BATCH
    );
    let expired: Vec<(Uuid, Uuid, String)> = expired.all(conn).await?;
    let keys = expired
        .iter()
        .map(|(organization, id, _)| sql!("organization_id = {} AND id = {}", *organization, *id));
    let Some(keys) = keys.reduce(|keys, key| keys.then(sql!(" OR ")).then(key)) else {
        return Ok(0);
    };
    sql!("DELETE FROM staged_documents WHERE {}", keys).once().execute(conn).await?;
    let mut lines = Vec::with_capacity(expired.len());
    for (organization, id, of) in &expired {
        let line =
            Line::new(OrganizationId(*organization), now, AuditAction::Expired, network(of)?);
        lines.push(Line { document: Some(*id), ..line }.row());
    }
    if let Some(insert) = insert_all(lines) {
        insert.once().execute(conn).await?;
    }
    Ok(expired.len())
}
