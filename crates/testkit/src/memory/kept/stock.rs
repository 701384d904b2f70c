//! The stock of each organization.

use access::OrganizationId;
use persistence::StoreError;
use rust_decimal::Decimal;
use std::collections::{BTreeMap, BTreeSet};
use stock::{
    Booked, Held, Item, Level, LevelId, MovementId, MovementRow, Place, StockDocument,
    StockDocumentId, StockItemId, StockSeries, Warehouse, WarehouseId,
};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

#[derive(Clone, Default)]
pub(in crate::memory) struct StockData {
    pub(in crate::memory) items: BTreeMap<(OrganizationId, StockItemId), Item>,
    pub(in crate::memory) warehouses: BTreeMap<(OrganizationId, WarehouseId), Warehouse>,
    pub(in crate::memory) levels: BTreeMap<(OrganizationId, Place), Level>,
    pub(in crate::memory) movements: Vec<(OrganizationId, MovementRow)>,
    pub(in crate::memory) documents: BTreeMap<(OrganizationId, StockDocumentId), StockDocument>,
    counts: BTreeMap<(OrganizationId, &'static str, i32), i64>,
}

impl StockData {
    pub(in crate::memory) fn held(
        &self,
        owner: OrganizationId,
        places: &BTreeSet<Place>,
        now: OffsetDateTime,
    ) -> Held {
        let mut held = Held::default();
        for place in places {
            let Some(item) = self.items.get(&(owner, place.item)) else { continue };
            held.items.insert(item.id, item.clone());
            let none = || Level::none(*place, LevelId(Uuid::now_v7()), now);
            let level = self.levels.get(&(owner, *place)).cloned().unwrap_or_else(none);
            held.levels.insert(*place, level);
        }
        held
    }

    /// How much moved after a day, of each place.
    pub(in crate::memory) fn later(
        &self,
        owner: OrganizationId,
        day: Date,
    ) -> BTreeMap<Place, Decimal> {
        let mut sums: BTreeMap<Place, Decimal> = BTreeMap::new();
        for (of, MovementRow { movement, .. }) in &self.movements {
            if *of == owner && movement.day > day {
                *sums.entry(movement.place).or_default() += movement.quantity;
            }
        }
        sums
    }

    /// But for its events.
    pub(in crate::memory) fn keep(
        &mut self,
        owner: OrganizationId,
        booked: &Booked,
    ) -> Result<(), StoreError> {
        for level in &booked.levels {
            self.must_have(owner, level.place.warehouse)?;
            self.levels.insert((owner, level.place), level.clone());
        }
        let row = |movement: &stock::Movement| MovementRow {
            id: MovementId(Uuid::now_v7()),
            movement: movement.clone(),
        };
        self.movements.extend(booked.movements.iter().map(|movement| (owner, row(movement))));
        Ok(())
    }

    pub(in crate::memory) fn number(
        &mut self,
        owner: OrganizationId,
        series: StockSeries,
    ) -> String {
        let count = self.counts.entry((owner, series.name(), series.year)).or_insert(0);
        *count += 1;
        series.number(*count)
    }

    /// Refuses a reference to a record that does not exist.
    pub(in crate::memory) fn must_have(
        &self,
        owner: OrganizationId,
        warehouse: WarehouseId,
    ) -> Result<(), StoreError> {
        let known = self.warehouses.contains_key(&(owner, warehouse));
        known.then_some(()).ok_or(StoreError::NotFound)
    }
}
