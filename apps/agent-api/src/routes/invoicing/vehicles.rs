//! The vehicles that invoices may belong to.

use crate::{
    error::{ConflictError, NotFoundError},
    http::{Body, Call, IdempotencyKey, List, Reply, no_content, operations, stored},
    requests::{VehicleBody, read_with_violations},
    routes::{invoicing::new_record::new_record, paging},
};
use access::Scope;
use idempotency::Answer;
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

/// Makes a vehicle. Scope settings:update.
#[utoipa::path(
    post, path = "/v1/agent/vehicles", tag = "settings", operation_id = "createVehicle",
    params(IdempotencyKey),
    request_body = VehicleBody,
    responses(
        (status = 201, description = "Made", body = VehicleRecordView<'static>),
        ConflictError,
    ),
)]
async fn create_vehicle(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    let new = new_record::<VehicleBody>(&call, "vehicles.create", &bytes)?;
    let respond = |record: &VehicleRecord| Answer::json(201, &view(record));
    stored(records::add_vehicle(&context, new, respond).await?)
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
    let organization = call.require_any(&[Scope::InvoiceRead, Scope::SettingsUpdate])?;
    let (mut query, after, limit) = call.page_query()?;
    let filter = VehicleFilter { plate: query.text("plate"), retired: query.flag("retired") };
    query.finish()?;
    let page = call.store.vehicles(organization, &filter, after, limit).await?;
    call.ok(List::of(&page, view))
}

/// One vehicle, in use or retired. Scope invoice:read or settings:update.
#[utoipa::path(
    get, path = "/v1/agent/vehicles/{id}", tag = "settings", operation_id = "getVehicle",
    params(("id" = String, Path, description = "The vehicle's id")),
    responses(
        (status = 200, description = "The vehicle", body = VehicleRecordView<'static>),
        NotFoundError,
    ),
)]
async fn get_vehicle(call: Call) -> Reply {
    let organization = call.require_any(&[Scope::InvoiceRead, Scope::SettingsUpdate])?;
    let id = VehicleId(call.id("id", "vehicle")?);
    let record = call.store.vehicle(organization, id).await?;
    call.ok(view(&record))
}

/// Changes a vehicle's plate. Invoices that were issued keep theirs. Scope settings:update.
#[utoipa::path(
    patch, path = "/v1/agent/vehicles/{id}", tag = "settings", operation_id = "changeVehicle",
    params(("id" = String, Path, description = "The vehicle's id")),
    request_body = VehicleBody,
    responses(
        (status = 200, description = "Changed", body = VehicleRecordView<'static>),
        NotFoundError, ConflictError,
    ),
)]
async fn change_vehicle(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    let id = VehicleId(call.id("id", "vehicle")?);
    let (plate, found) = read_with_violations::<VehicleBody>(&bytes);
    let record = records::change_vehicle(&context, id, plate.as_deref(), &found).await?;
    call.ok(view(&record))
}

/// Takes a vehicle out of use: it stays on the invoices that have it, and its plate is free again.
/// Scope settings:update.
#[utoipa::path(
    delete, path = "/v1/agent/vehicles/{id}", tag = "settings", operation_id = "retireVehicle",
    params(("id" = String, Path, description = "The vehicle's id")),
    responses((status = 204, description = "Retired, now or before"), NotFoundError, ConflictError),
)]
async fn retire_vehicle(call: Call) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    let id = VehicleId(call.id("id", "vehicle")?);
    records::retire_vehicle(&context, id).await?;
    no_content()
}
