//! The vehicles that invoices may belong to.

use super::record_operations::record_operations;
use crate::{
    http::{Call, List, Reply, operations},
    requests::VehicleBody,
    routes::paging,
};
use access::Scope;
use invoicing::{
    VehicleId,
    records::{VehicleFilter, VehicleRecord, VehicleStore},
};
use serde::Serialize;
use time::OffsetDateTime;
use use_cases::invoicing::records;
use utoipa::ToSchema;
use uuid::Uuid;

operations![create_vehicle, list_vehicles, get_vehicle, change_vehicle, retire_vehicle];

/// A caller who has one of these scopes may read vehicles.
const READERS: [Scope; 2] = [Scope::InvoiceRead, Scope::SettingsUpdate];

/// A vehicle.
#[derive(Serialize, ToSchema)]
pub struct VehicleRecordView<'a> {
    pub id: Uuid,
    /// Uppercase, without spaces
    #[schema(example = "BA123XY")]
    pub plate: &'a str,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// Since when it is not for new invoices; null: it is
    #[serde(with = "time::serde::rfc3339::option")]
    pub retired_at: Option<OffsetDateTime>,
}

/// A page of vehicles.
pub type VehicleList<'a> = List<VehicleRecordView<'a>>;

fn view(record: &VehicleRecord) -> VehicleRecordView<'_> {
    VehicleRecordView {
        id: record.vehicle.id.0,
        plate: &record.vehicle.plate,
        created_at: record.created_at,
        retired_at: record.retired_at,
    }
}

record_operations! {
    "/v1/agent/vehicles", "settings", "vehicle": VehicleId "vehicle", view -> VehicleRecordView;

    /// Makes a vehicle. Scope settings:update.
    create create_vehicle "createVehicle" for Scope::SettingsUpdate,
        VehicleBody as "vehicles.create" => records::add_vehicle;

    /// One vehicle, in use or retired. Scope invoice:read or settings:update.
    get get_vehicle "getVehicle" for READERS, vehicle;

    /// Changes a vehicle's plate. Invoices that were issued keep theirs. Scope settings:update.
    change change_vehicle "changeVehicle" for Scope::SettingsUpdate,
        VehicleBody => records::change_vehicle;

    /// Takes a vehicle out of use: it stays on the invoices that have it, and its plate is free again.
    /// Scope settings:update.
    retire retire_vehicle "retireVehicle" for Scope::SettingsUpdate => records::retire_vehicle;
}

/// Vehicles in use, or retired ones, the newest first. Scope invoice:read or settings:update.
#[utoipa::path(
    get, path = "/v1/agent/vehicles", tag = "settings", operation_id = "listVehicles",
    params(
        paging::Pages,
        ("plate" = Option<String>, Query, description = "The whole plate; case and spaces do not matter"),
        ("retired" = Option<bool>, Query, description = "true: those that were retired, instead of those in use"),
    ),
    responses((status = 200, description = "A page", body = VehicleList<'static>)),
)]
async fn list_vehicles(call: Call) -> Reply {
    let organization = call.require_any(&READERS)?;
    let (mut query, after, limit) = call.page_query()?;
    let filter = VehicleFilter { plate: query.text("plate"), retired: query.flag("retired") };
    query.finish()?;
    let page = call.store.vehicles(organization, &filter, after, limit).await?;
    call.ok(List::of(&page, view))
}
