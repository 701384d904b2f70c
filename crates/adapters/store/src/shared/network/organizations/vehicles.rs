//! Vehicles.

use super::super::super::{idempotency::answer, sql::*};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use invoicing::{
    References, Vehicle, VehicleId,
    records::{VehicleFilter, VehicleRecord, VehicleStore},
};
use persistence::{Cursor, Page};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    struct Row {
        id: Uuid,
        plate: String,
        created_at: OffsetDateTime,
        retired_at: Option<OffsetDateTime>,
    }
}

impl Row {
    fn into_domain(self) -> Result<VehicleRecord> {
        let vehicle = Vehicle { id: VehicleId(self.id), plate: self.plate };
        Ok(VehicleRecord { vehicle, created_at: self.created_at, retired_at: self.retired_at })
    }
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl VehicleStore for Backend {
    async fn add_vehicle(
        &self,
        organization: OrganizationId,
        vehicle: &VehicleRecord,
        answered: Option<(&Lease, &Answer)>,
    ) -> Result<()> {
        within!(self, conn => async {
            insert_vehicle(conn, organization, vehicle).await?;
            answer(conn, organization, answered, vehicle.created_at).await
        })
    }

    async fn vehicle(&self, organization: OrganizationId, id: VehicleId) -> Result<VehicleRecord> {
        let mut conn = self.reader().await?;
        select(organization, id, false).one::<Row>(read_conn!(conn)).await?.into_domain()
    }

    async fn vehicles(
        &self,
        organization: OrganizationId,
        filter: &VehicleFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<VehicleRecord>> {
        let plate = filter.plate();
        if contains_nul([&plate]) {
            return Ok(Page::empty());
        }
        let mut conn = self.reader().await?;
        let own = sql!(
            "SELECT id, plate, created_at, retired_at FROM vehicles WHERE organization_id = {}",
            organization
        );
        let plate = plate.as_deref().map(|plate| sql!(" AND plate = {}", plate));
        let query = page_query(own.then(retired(filter.retired)).and(plate), after, limit);
        page(query.all(read_conn!(conn)).await?, limit, Row::into_domain)
    }

    async fn change_vehicle(
        &self,
        organization: OrganizationId,
        before: &VehicleRecord,
        after: &VehicleRecord,
    ) -> Result<()> {
        within!(self, conn => change(conn, organization, before, after))
    }
}

fn select(organization: OrganizationId, id: VehicleId, locked: bool) -> Statement<'static> {
    let row = sql!(
        "SELECT id, plate, created_at, retired_at FROM vehicles
         WHERE organization_id = {} AND id = {}",
        organization,
        id
    );
    row.and(locked.then(|| sql!(" {for_update}")))
}

async fn change(
    conn: &mut Conn,
    organization: OrganizationId,
    before: &VehicleRecord,
    after: &VehicleRecord,
) -> Result<()> {
    let id = before.vehicle.id;
    let known: Row = select(organization, id, true).one(conn).await?;
    if known.into_domain()? != *before {
        return Err(StoreError::Conflict);
    }
    let update = sql!(
        "UPDATE vehicles SET plate = {}, retired_at = {} WHERE organization_id = {} AND id = {}",
        &after.vehicle.plate,
        after.retired_at,
        organization,
        id
    );
    update.execute(conn).await.map(drop)
}

/// The vehicle in use with this id, or else with this plate, if it exists.
pub(in super::super::super) async fn vehicle(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    references: &References,
) -> Result<Option<Vehicle>> {
    let found = match (references.vehicle_id, &references.vehicle_plate) {
        (Some(id), _) => sql!("id = {}", id),
        // a plate never contains a NUL, and PostgreSQL refuses it
        (None, Some(plate)) if !plate.contains('\0') => sql!("plate = {}", plate),
        _ => return Ok(None),
    };
    let query = sql!(
        "SELECT id, plate FROM vehicles
         WHERE organization_id = {} AND retired_at IS NULL AND {}",
        organization,
        found
    );
    let row: Option<(Uuid, String)> = query.first(conn).await?;
    Ok(row.map(|(id, plate)| Vehicle { id: VehicleId(id), plate }))
}

pub(in super::super::super) async fn insert_vehicle(
    conn: &mut Conn,
    organization: OrganizationId,
    VehicleRecord { vehicle, created_at, retired_at }: &VehicleRecord,
) -> Result<()> {
    let row = row!("vehicles",
        organization_id: organization,
        id: vehicle.id,
        plate: &vehicle.plate,
        created_at: *created_at,
        retired_at: *retired_at,
    );
    row.insert().execute(conn).await.map(drop)
}
