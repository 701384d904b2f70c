use super::{super::Conn, statement::Statement};
use crate::{
    error::translate,
    sql_types::{AsId, AsInstant},
};
use access::OrganizationId;
use diesel_async::RunQueryDsl;
use invoicing::StoreError;
use peppol_connector::TrailKind;
use time::OffsetDateTime;
use uuid::Uuid;

/// Keeps a line of the trail, in the transaction of what it tells. Lines of one instant come in the
/// order in which they were written: their ids grow.
#[allow(clippy::too_many_arguments)] // the columns
pub(super) async fn insert_line(
    conn: &mut Conn,
    organization: OrganizationId,
    at: OffsetDateTime,
    event: TrailKind,
    document: Option<Uuid>,
    invoice: Option<Uuid>,
    number: Option<&str>,
    detail: Option<&str>,
) -> Result<(), StoreError> {
    Statement::<()>::new(
        "INSERT INTO peppol_trail \
         (organization_id, id, at, event, document_id, invoice_id, number, detail) VALUES (",
    )
    .values([
        AsId::from(organization).into(),
        AsId(Uuid::now_v7()).into(),
        AsInstant(at).into(),
        event.name().into(),
        document.map(AsId).into(),
        invoice.map(AsId).into(),
        number.into(),
        detail.into(),
    ])
    .sql(")")
    .execute(conn)
    .await
    .map(drop)
    .map_err(translate)
}
