use super::error::RecordRefused;
use super::{NewRecord, RecordError};
use crate::{
    context::Context,
    idempotent::with_idempotency_key,
    ports::{Ports, Runtime},
    retry::retry_on_conflict,
};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::{
    Vehicle, VehicleId, Violations,
    records::{VehicleInput, VehicleRecord, VehicleStore, check_plate},
};
use persistence::StoreError;

/// Creates a vehicle, once per idempotency key; `respond` builds the answer.
///
/// # Errors
/// [`RecordError`]; nothing was stored then, and the key can be used again.
pub async fn add_vehicle<P: Ports>(
    context: &Context<'_, P>,
    new: NewRecord<VehicleInput>,
    respond: impl Fn(&VehicleRecord) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, RecordError> {
    let NewRecord { input, found, lease } = new;
    let lease = lease.as_ref();
    let work = async {
        let plate = check_plate(&input, found)?;
        let vehicle = Vehicle { id: VehicleId(context.ports.runtime().new_id()), plate };
        let record = VehicleRecord { vehicle, created_at: context.now(), retired_at: None };
        let answer = respond(&record)?;
        let answered = lease.map(|(lease, _)| (lease, &answer));
        let kept = context.database().add_vehicle(context.organization, &record, answered).await;
        kept.map_err(|error| refused(error, &record))?;
        tracing::info!(org.id = %context.organization, vehicle.id = %record.vehicle.id, "vehicle created");
        Ok(answer)
    };
    with_idempotency_key(context.ports, context.organization.into(), lease, work).await
}

/// Changes a vehicle's licence plate.
///
/// # Errors
/// [`RecordError`]; nothing was changed then.
pub async fn change_vehicle<P: Ports>(
    context: &Context<'_, P>,
    id: VehicleId,
    input: &VehicleInput,
    found: &Violations,
) -> Result<VehicleRecord, RecordError> {
    let (database, owner) = (context.database(), context.organization);
    retry_on_conflict(|| async {
        let before = database.vehicle(owner, id).await?;
        if before.retired_at.is_some() {
            return Err(RecordError::refused(RecordRefused::VehicleRetired));
        }
        let plate = check_plate(input, found.clone())?;
        let after = VehicleRecord { vehicle: Vehicle { id, plate }, ..before.clone() };
        let kept = database.change_vehicle(owner, &before, &after).await;
        kept.map_err(|error| refused(error, &after))?;
        Ok(after)
    })
    .await
}

/// Retires a vehicle for good. Repeating it changes nothing.
///
/// # Errors
/// [`RecordError`]; nothing was changed then.
pub async fn retire_vehicle<P: Ports>(
    context: &Context<'_, P>,
    id: VehicleId,
) -> Result<(), RecordError> {
    let (database, owner, now) = (context.database(), context.organization, context.now());
    retry_on_conflict(|| async {
        let before = database.vehicle(owner, id).await?;
        if before.retired_at.is_some() {
            return Ok(());
        }
        let after = VehicleRecord { retired_at: Some(now), ..before.clone() };
        Ok(database.change_vehicle(owner, &before, &after).await?)
    })
    .await
}

fn refused(error: StoreError, record: &VehicleRecord) -> RecordError {
    match error {
        StoreError::Taken(_) => {
            let plate = record.vehicle.plate.clone();
            RecordError::refused(RecordRefused::PlateTaken { plate })
        }
        error => error.into(),
    }
}
