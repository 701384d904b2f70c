//! The vehicles of an organization, identified by their plates.

use crate::{Vehicle, VehicleId, Violations, identifiers};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use persistence::{Cursor, Page, StoreError, port};
use refusals::FieldFault;
use time::OffsetDateTime;

/// A stored vehicle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VehicleRecord {
    /// The vehicle.
    pub vehicle: Vehicle,
    /// When it was created.
    pub created_at: OffsetDateTime,
    /// When it was retired: it is not used for new invoices since then.
    pub retired_at: Option<OffsetDateTime>,
}

persistence::listed!(VehicleRecord: created_at, vehicle.id);

/// The filter of a list of vehicles.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct VehicleFilter {
    /// The exact plate, in any case and with or without spaces.
    pub plate: Option<String>,
    /// Only retired vehicles, instead of those in use.
    pub retired: bool,
}

impl VehicleFilter {
    /// The plate in its normal form.
    #[must_use]
    pub fn plate(&self) -> Option<String> {
        self.plate.as_deref().map(identifiers::normalize_plate)
    }
}

/// A parsed request to create or change a vehicle.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct VehicleInput {
    /// The plate as it was written.
    pub plate: Option<String>,
}

/// A plate in its normal form; `found` has the violations that parsing it has found already.
///
/// # Errors
/// All violations.
pub fn check_plate(input: &VehicleInput, mut found: Violations) -> Result<String, Violations> {
    let checked = match input.plate.as_deref() {
        Some(text) => identifiers::plate(text).map_err(|fault| found.add("plate", fault)),
        None => {
            found.add("plate", FieldFault::Required);
            Err(())
        }
    };
    found.into_result()?;
    Ok(checked.unwrap_or_default())
}

port! {
    /// The store of vehicles. No two vehicles in use have the same plate.
    pub trait VehicleStore: Send + Sync {
        /// Stores a new vehicle, with the answer under the lease, in one transaction.
        ///
        /// # Errors
        /// [`StoreError::Taken`] for a plate in use, [`StoreError::NotFound`] when there is no such
        /// organization, [`StoreError::LeaseLost`].
        async fn add_vehicle(
            &self, organization: OrganizationId, vehicle: &VehicleRecord,
            answered: Option<(&Lease, &Answer)>
        ) -> Result<(), StoreError>;

        /// One vehicle, in use or retired.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn vehicle(
            &self, organization: OrganizationId, id: VehicleId
        ) -> Result<VehicleRecord, StoreError>;

        /// A page of vehicles, the newest first.
        async fn vehicles(
            &self, organization: OrganizationId, filter: &VehicleFilter, after: Option<Cursor>,
            limit: u16
        ) -> Result<Page<VehicleRecord>, StoreError>;

        /// Changes a vehicle.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when the vehicle has changed since it was read, [`StoreError::Taken`] for a plate
        /// in use, [`StoreError::NotFound`].
        async fn change_vehicle(
            &self, organization: OrganizationId, before: &VehicleRecord, after: &VehicleRecord
        ) -> Result<(), StoreError>;
    }
}
