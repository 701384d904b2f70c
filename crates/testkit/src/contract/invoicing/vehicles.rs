//! Vehicles: of those in use no two have the same plate.

use crate::build::{NOW, id, vehicle};
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{is_kept_with_its_answer, kind, organization},
};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use invoicing::{
    InvoiceStore, References,
    records::{VehicleFilter, VehicleRecord, VehicleStore},
};
use time::Duration;

fn record(plate: &str, seconds: i64) -> VehicleRecord {
    let created_at = NOW + Duration::seconds(seconds);
    VehicleRecord { vehicle: vehicle(plate), created_at, retired_at: None }
}

async fn add(store: &impl Ports, owner: OrganizationId, new: &VehicleRecord) -> &'static str {
    kind(&store.add_vehicle(owner, new, None).await)
}

pub async fn vehicles_are_made_changed_and_retired(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let (car, van) = (record("BA123XY", 0), record("ZA001AA", 1));
    assert_eq!(add(store, owner, &car).await, "ok");
    assert_eq!(add(store, owner, &van).await, "ok");
    assert_eq!(store.vehicle(owner, car.vehicle.id).await.expect("there"), car);
    let mut changed = car.clone();
    changed.vehicle.plate = "BA999XY".into();
    store.change_vehicle(owner, &car, &changed).await.expect("changed");
    let gone = VehicleRecord { retired_at: Some(NOW), ..van.clone() };
    store.change_vehicle(owner, &van, &gone).await.expect("retired");

    let filter =
        |plate: Option<&str>, retired| VehicleFilter { plate: plate.map(str::to_owned), retired };
    for (filter, found) in [
        (filter(None, false), vec![&changed]),
        (filter(None, true), vec![&gone]),
        (filter(Some("ba 999 xy"), false), vec![&changed]),
        (filter(Some("BA123XY"), false), vec![]),
        (filter(Some("\0"), false), vec![]),
    ] {
        let page = store.vehicles(owner, &filter, None, 10).await.expect("a page");
        assert_eq!(page.rows.iter().collect::<Vec<_>>(), found, "{filter:?}");
    }
    // a retired one is not for new invoices, by its id nor by its plate
    for (vehicle_id, plate, found) in [
        (Some(car.vehicle.id), None, Some(&changed.vehicle)),
        (None, Some("BA999XY"), Some(&changed.vehicle)),
        (Some(van.vehicle.id), None, None),
        (None, Some("ZA001AA"), None),
    ] {
        let vehicle_plate = plate.map(str::to_owned);
        let references = References { vehicle_id, vehicle_plate, ..References::default() };
        let records = store.issuing_records(owner, &references).await.expect("records");
        assert_eq!(records.vehicle.as_ref(), found);
    }
}

pub async fn a_plate_is_in_use_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, other) = (organization(store).await, organization(store).await);
    let (car, van) = (record("BA123XY", 0), record("ZA001AA", 1));
    assert_eq!(add(store, owner, &car).await, "ok");
    assert_eq!(add(store, owner, &record("BA123XY", 2)).await, "taken");
    assert_eq!(add(store, other, &record("BA123XY", 2)).await, "ok");
    assert_eq!(add(store, owner, &van).await, "ok");
    let mut same = van.clone();
    same.vehicle.plate.clone_from(&car.vehicle.plate);
    assert_eq!(kind(&store.change_vehicle(owner, &van, &same).await), "taken");
    let gone = VehicleRecord { retired_at: Some(NOW), ..car.clone() };
    store.change_vehicle(owner, &car, &gone).await.expect("retired");
    store.change_vehicle(owner, &van, &same).await.expect("its plate is free");
    assert_eq!(store.vehicle(owner, car.vehicle.id).await.expect("there"), gone);
}

pub async fn a_stale_vehicle_changes_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let car = record("BA123XY", 0);
    assert_eq!(add(store, owner, &car).await, "ok");
    let stale = VehicleRecord { retired_at: Some(NOW), ..car.clone() };
    assert_eq!(kind(&store.change_vehicle(owner, &stale, &car).await), "conflict");
    let stranger = organization(store).await;
    assert_eq!(kind(&store.vehicle(stranger, car.vehicle.id).await), "not found");
    assert_eq!(kind(&store.change_vehicle(stranger, &car, &stale).await), "not found");
    assert_eq!(add(store, OrganizationId(id()), &record("X1", 0)).await, "not found");
    assert_eq!(store.vehicle(owner, car.vehicle.id).await.expect("there"), car);
}

pub async fn a_vehicle_is_kept_with_its_answer(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let car = record("BA123XY", 0);
    let keep = async |answered: (&Lease, &Answer)| {
        kind(&store.add_vehicle(owner, &car, Some(answered)).await)
    };
    let is_kept = async || store.vehicle(owner, car.vehicle.id).await.is_ok();
    is_kept_with_its_answer(store, owner, keep, is_kept).await;
}
