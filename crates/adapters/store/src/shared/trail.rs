use super::{super::Conn, issued_rows::NewRow, statement::Statement};
use crate::{
    error::translate,
    sql_types::{AsId, AsInstant},
};
use access::OrganizationId;
use diesel_async::RunQueryDsl;
use peppol_connector::TrailKind;
use persistence::StoreError;
use time::OffsetDateTime;
use uuid::Uuid;

/// A line of the trail. Lines of one instant come in the order in which they were made: their ids
/// grow.
#[allow(clippy::too_many_arguments)] // the columns
pub(super) fn line<'a>(
    organization: OrganizationId,
    at: OffsetDateTime,
    event: TrailKind,
    document: Option<Uuid>,
    invoice: Option<Uuid>,
    number: Option<&'a str>,
    detail: Option<&'a str>,
) -> NewRow<'a> {
    NewRow {
        into: "peppol_trail \
               (organization_id, id, at, event, document_id, invoice_id, number, detail)",
        values: vec![
            AsId::from(organization).into(),
            AsId(Uuid::now_v7()).into(),
            AsInstant(at).into(),
            event.name().into(),
            document.map(AsId).into(),
            invoice.map(AsId).into(),
            number.into(),
            detail.into(),
        ],
    }
}

/// Keeps a line of the trail, in the transaction of what it tells.
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
    let NewRow { into, values } = line(organization, at, event, document, invoice, number, detail);
    let insert = Statement::<()>::new("INSERT INTO ").sql(into).sql(" VALUES (").values(values);
    insert.sql(")").execute(conn).await.map(drop).map_err(translate)
}

/// Keeps lines together: there are few.
pub(super) async fn insert_lines(
    conn: &mut Conn,
    lines: Vec<NewRow<'_>>,
) -> Result<(), StoreError> {
    let mut statement = Statement::<()>::new("INSERT INTO ").once();
    if lines.is_empty() {
        return Ok(());
    }
    for (i, NewRow { into, values }) in lines.into_iter().enumerate() {
        statement =
            if i == 0 { statement.sql(into).sql(" VALUES (") } else { statement.sql(", (") };
        statement = statement.values(values).sql(")");
    }
    statement.execute(conn).await.map(drop).map_err(translate)
}
