use super::super::super::{idempotency::answer, sql::*};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use stock::{Warehouse, WarehouseId};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    pub(super) struct Row {
        id: Uuid,
        name: String,
        archived_at: Option<OffsetDateTime>,
        version: i32,
        created_at: OffsetDateTime,
    }
}

impl Row {
    pub(super) fn into_domain(self) -> Result<Warehouse> {
        let Self { id, name, archived_at, version, created_at } = self;
        Ok(Warehouse { id: WarehouseId(id), name, archived_at, version, created_at })
    }
}

pub(super) async fn add(
    conn: &mut Conn,
    organization: OrganizationId,
    warehouse: &Warehouse,
    answered: Option<(&Lease, &Answer)>,
) -> Result<()> {
    let row = row!("warehouses",
        organization_id: organization,
        id: warehouse.id.0,
        name: &warehouse.name,
        archived_at: warehouse.archived_at,
        version: warehouse.version,
        created_at: warehouse.created_at,
    );
    row.insert().execute(conn).await?;
    answer(conn, organization, answered, warehouse.created_at).await
}

pub(super) fn all(organization: OrganizationId) -> Statement<'static> {
    sql!(
        "SELECT id, name, archived_at, version, created_at FROM warehouses
         WHERE organization_id = {}",
        organization
    )
}

pub(super) fn find(organization: OrganizationId, id: WarehouseId) -> Statement<'static> {
    all(organization).then(sql!(" AND id = {}", id.0))
}

pub(super) fn list(organization: OrganizationId, archived: bool) -> Statement<'static> {
    all(organization).then(match archived {
        true => sql!(" AND archived_at IS NOT NULL"),
        false => sql!(" AND archived_at IS NULL"),
    })
}

/// Updates a warehouse that has the version before.
pub(super) fn update(organization: OrganizationId, after: &Warehouse) -> Statement<'_> {
    sql!(
        "UPDATE warehouses SET name = {name}, archived_at = {archived_at}, version = {version}
         WHERE organization_id = {organization} AND id = {id} AND version = {version} - 1",
        name = &after.name,
        archived_at = after.archived_at,
        version = after.version,
        organization = organization,
        id = after.id.0,
    )
}
