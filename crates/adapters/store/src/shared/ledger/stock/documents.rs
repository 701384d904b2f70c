use super::super::super::{idempotency::answer, sql::*};
use crate::error::{backend, require_known};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use stock::{
    DocumentFilter, DocumentKind, DocumentStatus, StockDocument, StockDocumentId, WarehouseId,
};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

columns! {
    pub(super) struct Row {
        id: Uuid,
        kind: String,
        number: Option<String>,
        day: Date,
        warehouse_id: Uuid,
        to_warehouse_id: Option<Uuid>,
        note: Option<String>,
        lines: String,
        version: i32,
        created_at: OffsetDateTime,
        confirmed_at: Option<OffsetDateTime>,
    }
}

impl Row {
    pub(super) fn into_domain(self) -> Result<StockDocument> {
        let kind = DocumentKind::ALL.into_iter().find(|kind| kind.name() == self.kind);
        Ok(StockDocument {
            id: StockDocumentId(self.id),
            kind: require_known("kind of a stock document", &self.kind, kind)?,
            number: self.number,
            day: self.day,
            warehouse: WarehouseId(self.warehouse_id),
            to_warehouse: self.to_warehouse_id.map(WarehouseId),
            note: self.note,
            lines: serde_json::from_str(&self.lines).map_err(backend)?,
            version: self.version,
            created_at: self.created_at,
            confirmed_at: self.confirmed_at,
        })
    }
}

pub(super) fn lines(document: &StockDocument) -> Result<String> {
    serde_json::to_string(&document.lines).map_err(backend)
}

pub(super) async fn add(
    conn: &mut Conn,
    organization: OrganizationId,
    document: &StockDocument,
    answered: Option<(&Lease, &Answer)>,
) -> Result<()> {
    let lines = lines(document)?;
    let row = row!("stock_documents",
        organization_id: organization,
        id: document.id.0,
        kind: document.kind.name(),
        number: document.number.as_deref(),
        day: document.day,
        warehouse_id: document.warehouse.0,
        to_warehouse_id: document.to_warehouse.map(|to| to.0),
        note: document.note.as_deref(),
        lines: &lines,
        version: document.version,
        created_at: document.created_at,
        confirmed_at: document.confirmed_at,
    );
    row.insert().execute(conn).await?;
    answer(conn, organization, answered, document.created_at).await
}

fn all(organization: OrganizationId) -> Statement<'static> {
    sql!(
        "SELECT id, kind, number, day, warehouse_id, to_warehouse_id, note, lines, version,
           created_at, confirmed_at
         FROM stock_documents WHERE organization_id = {}",
        organization
    )
}

pub(super) fn find(organization: OrganizationId, id: StockDocumentId) -> Statement<'static> {
    all(organization).then(sql!(" AND id = {}", id.0))
}

/// `item` is the id of an item that a line names.
pub(super) fn list<'a>(
    organization: OrganizationId,
    filter: &'a DocumentFilter,
    item: Option<&'a str>,
) -> Statement<'a> {
    let of = |id: WarehouseId| {
        sql!(" AND (warehouse_id = {warehouse} OR to_warehouse_id = {warehouse})", warehouse = id.0)
    };
    let status = |status| match status {
        DocumentStatus::Draft => sql!(" AND confirmed_at IS NULL"),
        DocumentStatus::Confirmed => sql!(" AND confirmed_at IS NOT NULL"),
    };
    all(organization)
        .and(filter.kind.map(|kind| sql!(" AND kind = {}", kind.name())))
        .and(filter.status.map(status))
        .and(filter.warehouse.map(of))
        .and(filter.number.as_deref().map(|number| sql!(" AND number = {}", number)))
        .and(filter.from.map(|day| sql!(" AND day >= {}", day)))
        .and(filter.to.map(|day| sql!(" AND day <= {}", day)))
        .and(item.map(|item| sql!(" AND {position}(lines, {}) > 0", item)))
}

/// Updates a draft that has the version before.
pub(super) fn update<'a>(
    organization: OrganizationId,
    after: &'a StockDocument,
    lines: &'a str,
) -> Statement<'a> {
    sql!(
        "UPDATE stock_documents SET number = {number}, day = {day}, warehouse_id = {warehouse},
           to_warehouse_id = {to_warehouse}, note = {note}, lines = {lines}, version = {version},
           confirmed_at = {confirmed_at}
         WHERE organization_id = {organization} AND id = {id} AND version = {version} - 1
           AND confirmed_at IS NULL",
        number = after.number.as_deref(),
        day = after.day,
        warehouse = after.warehouse.0,
        to_warehouse = after.to_warehouse.map(|to| to.0),
        note = after.note.as_deref(),
        lines = lines,
        version = after.version,
        confirmed_at = after.confirmed_at,
        organization = organization,
        id = after.id.0,
    )
}

pub(super) fn delete(organization: OrganizationId, before: &StockDocument) -> Statement<'_> {
    sql!(
        "DELETE FROM stock_documents
         WHERE organization_id = {} AND id = {} AND version = {} AND confirmed_at IS NULL",
        organization,
        before.id.0,
        before.version
    )
}
