use super::super::{Conn, Lane};
use crate::{error::translate, schema::vehicles, sql_types::AsId};
use access::OrganizationId;
use diesel::{insert_into, prelude::*};
use diesel_async::RunQueryDsl;
use invoicing::{References, Vehicle};
use persistence::StoreError;
use uuid::Uuid;

/// The vehicle named by id, else by plate, if it is there.
pub(super) async fn vehicle(
    conn: &mut Lane<'_>,
    organization: OrganizationId,
    references: &References,
) -> Result<Option<Vehicle>, StoreError> {
    use vehicles::dsl;
    let columns = (dsl::id, dsl::plate);
    let of_organization = dsl::vehicles.filter(dsl::organization_id.eq(AsId::from(organization)));
    let row: Option<(Uuid, String)> = match (references.vehicle_id, &references.vehicle_plate) {
        (Some(id), _) => {
            of_organization.filter(dsl::id.eq(AsId(id))).select(columns).first(conn).await
        }
        // no plate holds a NUL, and PostgreSQL refuses it
        (None, Some(plate)) if !plate.contains('\0') => {
            of_organization.filter(dsl::plate.eq(plate)).select(columns).first(conn).await
        }
        _ => return Ok(None),
    }
    .optional()
    .map_err(translate)?;
    Ok(row.map(|(id, plate)| Vehicle { id, plate }))
}

pub(super) async fn insert_vehicle(
    conn: &mut Conn,
    organization: OrganizationId,
    vehicle: &Vehicle,
) -> QueryResult<usize> {
    use vehicles::dsl;
    insert_into(dsl::vehicles)
        .values((
            dsl::organization_id.eq(AsId::from(organization)),
            dsl::id.eq(AsId(vehicle.id)),
            dsl::plate.eq(&vehicle.plate),
        ))
        .execute(conn)
        .await
}
