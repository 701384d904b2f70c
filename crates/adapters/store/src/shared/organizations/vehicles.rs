use super::super::sql::*;
use access::OrganizationId;
use invoicing::{References, Vehicle};
use uuid::Uuid;

/// The vehicle named by id, else by plate, if it is there.
pub(in super::super) async fn vehicle(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    references: &References,
) -> Result<Option<Vehicle>> {
    let found = match (references.vehicle_id, &references.vehicle_plate) {
        (Some(id), _) => sql!("id = {}", id),
        // no plate holds a NUL, and PostgreSQL refuses it
        (None, Some(plate)) if !plate.contains('\0') => sql!("plate = {}", plate),
        _ => return Ok(None),
    };
    let query = sql!(
        "SELECT id, plate FROM vehicles WHERE organization_id = {} AND {}",
        organization,
        found
    );
    let row: Option<(Uuid, String)> = query.first(conn).await?;
    Ok(row.map(|(id, plate)| Vehicle { id, plate }))
}

pub(in super::super) async fn insert_vehicle(
    conn: &mut Conn,
    organization: OrganizationId,
    vehicle: &Vehicle,
) -> Result<()> {
    let row = row!("vehicles",
        organization_id: organization,
        id: vehicle.id,
        plate: &vehicle.plate,
    );
    row.insert().execute(conn).await.map(drop)
}
