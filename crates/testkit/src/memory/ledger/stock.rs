use crate::memory::{
    Result,
    page::page,
    store::{Data, MemoryStore},
};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use persistence::{Cursor, Page, StoreError};
use std::collections::{BTreeMap, BTreeSet};
use stock::{
    Cause, Confirmed, DocumentFilter, DocumentKind, Following, Held, InventoryRow, Item,
    ItemFilter, LevelFilter, LevelRow, Moved, MovementFilter, MovementRow, Place, StockDocument,
    StockDocumentId, StockError, StockItemId, StockRefused, StockSeries, StockStore, Warehouse,
    WarehouseId,
};
use time::{Date, OffsetDateTime};

impl StockStore for MemoryStore {
    async fn add_stock_item(
        &self,
        organization: OrganizationId,
        item: &Item,
        answered: Option<(&Lease, &Answer)>,
    ) -> Result<()> {
        self.change(|data| {
            data.must_exist(organization)?;
            data.sku_is_free(organization, item)?;
            data.stock.items.insert((organization, item.id), item.clone());
            data.answer(organization, answered, item.created_at)
        })
    }

    async fn stock_item(&self, organization: OrganizationId, id: StockItemId) -> Result<Item> {
        self.data().stock.items.get(&(organization, id)).cloned().ok_or(StoreError::NotFound)
    }

    async fn stock_items(
        &self,
        organization: OrganizationId,
        filter: &ItemFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<Item>> {
        let part = filter.name.as_deref().map(invoicing::search_name);
        let passes = |item: &&Item| {
            item.archived_at.is_some() == filter.archived
                && (filter.sku.is_none() || filter.sku == item.sku)
                && part
                    .as_ref()
                    .is_none_or(|part| invoicing::search_name(&item.name).contains(part.as_str()))
        };
        let data = self.data();
        let rows = of(&data.stock.items, organization).filter(passes).cloned();
        Ok(page(rows, after, limit))
    }

    async fn change_stock_item(&self, organization: OrganizationId, after: &Item) -> Result<()> {
        self.change(|data| {
            data.sku_is_free(organization, after)?;
            let before = data.stock.items.get_mut(&(organization, after.id));
            replace(before, after, |item| item.version)
        })
    }

    async fn add_warehouse(
        &self,
        organization: OrganizationId,
        warehouse: &Warehouse,
        answered: Option<(&Lease, &Answer)>,
    ) -> Result<()> {
        self.change(|data| {
            data.must_exist(organization)?;
            data.name_is_free(organization, warehouse)?;
            data.stock.warehouses.insert((organization, warehouse.id), warehouse.clone());
            data.answer(organization, answered, warehouse.created_at)
        })
    }

    async fn warehouse(&self, organization: OrganizationId, id: WarehouseId) -> Result<Warehouse> {
        self.data().stock.warehouses.get(&(organization, id)).cloned().ok_or(StoreError::NotFound)
    }

    async fn warehouses_of(
        &self,
        organization: OrganizationId,
        ids: &BTreeSet<WarehouseId>,
    ) -> Result<Vec<Warehouse>> {
        let data = self.data();
        let own = of(&data.stock.warehouses, organization);
        Ok(own.filter(|one| ids.contains(&one.id)).cloned().collect())
    }

    async fn warehouses(
        &self,
        organization: OrganizationId,
        archived: bool,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<Warehouse>> {
        let data = self.data();
        let own = of(&data.stock.warehouses, organization);
        let rows = own.filter(|one| one.archived_at.is_some() == archived).cloned();
        Ok(page(rows, after, limit))
    }

    async fn first_warehouse(&self, organization: OrganizationId) -> Result<Option<Warehouse>> {
        let data = self.data();
        let own = of(&data.stock.warehouses, organization);
        let in_use = own.filter(|one| one.archived_at.is_none());
        Ok(in_use.min_by_key(|one| (one.created_at, one.id)).cloned())
    }

    async fn change_warehouse(
        &self,
        organization: OrganizationId,
        after: &Warehouse,
    ) -> Result<()> {
        self.change(|data| {
            data.name_is_free(organization, after)?;
            let before = data.stock.warehouses.get_mut(&(organization, after.id));
            replace(before, after, |warehouse| warehouse.version)
        })
    }

    async fn stock_levels(
        &self,
        organization: OrganizationId,
        filter: LevelFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<LevelRow>> {
        let data = self.data();
        let row = |level: &stock::Level| {
            let item = data.stock.items.get(&(organization, level.place.item))?.clone();
            Some(LevelRow { level: level.clone(), item })
        };
        let passes = |LevelRow { level, item }: &LevelRow| {
            filter.item.is_none_or(|id| id == item.id)
                && filter.warehouse.is_none_or(|id| id == level.place.warehouse)
                && (!filter.low || item.minimum.is_some_and(|minimum| level.quantity <= minimum))
        };
        let rows = of(&data.stock.levels, organization).filter_map(row).filter(passes);
        Ok(page(rows, after, limit))
    }

    async fn stock_movements(
        &self,
        organization: OrganizationId,
        filter: MovementFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<MovementRow>> {
        let passes = |MovementRow { movement, .. }: &MovementRow| {
            let by = |cause: Option<Cause>| cause.is_none_or(|cause| cause == movement.cause);
            filter.item.is_none_or(|id| id == movement.place.item)
                && filter.warehouse.is_none_or(|id| id == movement.place.warehouse)
                && by(filter.document.map(Cause::Document))
                && by(filter.invoice.map(Cause::Invoice))
                && by(filter.expense.map(Cause::Expense))
                && filter.from.is_none_or(|day| day <= movement.day)
                && filter.to.is_none_or(|day| day >= movement.day)
        };
        let data = self.data();
        let own = data.stock.movements.iter().filter(|(owner, _)| *owner == organization);
        let rows = own.map(|(_, row)| row.clone()).filter(passes);
        Ok(page(rows, after, limit))
    }

    async fn stock_on(
        &self,
        organization: OrganizationId,
        day: Date,
        warehouse: Option<WarehouseId>,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<InventoryRow>> {
        let data = self.data();
        let mut sums: BTreeMap<StockItemId, InventoryRow> = BTreeMap::new();
        for (owner, MovementRow { movement, .. }) in &data.stock.movements {
            let place = movement.place;
            let of_it = *owner == organization && movement.day <= day;
            if !of_it || warehouse.is_some_and(|id| id != place.warehouse) {
                continue;
            }
            let item = data.stock.items.get(&(organization, place.item));
            let item = item.ok_or(StoreError::NotFound)?.clone();
            let none = InventoryRow { item, quantity: 0.into(), value: 0.into() };
            let sum = sums.entry(place.item).or_insert(none);
            sum.quantity += movement.quantity;
            sum.value += movement.value;
        }
        Ok(page(sums.into_values(), after, limit))
    }

    async fn stock_at(
        &self,
        organization: OrganizationId,
        places: &BTreeSet<Place>,
        now: OffsetDateTime,
    ) -> Result<Held> {
        Ok(self.data().stock.held(organization, places, now))
    }

    async fn add_stock_document(
        &self,
        organization: OrganizationId,
        document: &StockDocument,
        answered: Option<(&Lease, &Answer)>,
    ) -> Result<()> {
        self.change(|data| {
            data.count_is_free(organization, document)?;
            data.stock.documents.insert((organization, document.id), document.clone());
            data.answer(organization, answered, document.created_at)
        })
    }

    async fn stock_document(
        &self,
        organization: OrganizationId,
        id: StockDocumentId,
    ) -> Result<StockDocument> {
        self.data().stock.documents.get(&(organization, id)).cloned().ok_or(StoreError::NotFound)
    }

    async fn stock_documents(
        &self,
        organization: OrganizationId,
        filter: &DocumentFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<StockDocument>> {
        let passes = |document: &&StockDocument| {
            let places = [Some(document.warehouse), document.to_warehouse];
            filter.kind.is_none_or(|kind| kind == document.kind)
                && filter.status.is_none_or(|status| status == document.status())
                && filter.warehouse.is_none_or(|id| places.contains(&Some(id)))
                && filter.item.is_none_or(|id| document.lines.iter().any(|line| line.item == id))
                && filter.number.as_ref().is_none_or(|it| document.number.as_ref() == Some(it))
                && filter.from.is_none_or(|day| day <= document.day)
                && filter.to.is_none_or(|day| document.day <= day)
        };
        let data = self.data();
        let rows = of(&data.stock.documents, organization).filter(passes).cloned();
        Ok(page(rows, after, limit))
    }

    async fn change_stock_document(
        &self,
        organization: OrganizationId,
        after: &StockDocument,
    ) -> Result<()> {
        self.change(|data| {
            data.count_is_free(organization, after)?;
            data.replace_document(organization, after)
        })
    }

    async fn delete_stock_document(
        &self,
        organization: OrganizationId,
        before: &StockDocument,
    ) -> Result<()> {
        self.change(|data| {
            let documents = &mut data.stock.documents;
            let known = documents.get(&(organization, before.id));
            if known.is_none_or(|it| it.version != before.version || it.number.is_some()) {
                return Err(StoreError::Conflict);
            }
            documents.remove(&(organization, before.id));
            Ok(())
        })
    }

    async fn confirm_stock_document<D>(
        &self,
        organization: OrganizationId,
        id: StockDocumentId,
        (lease, now): (Option<&Lease>, OffsetDateTime),
        decide: D,
    ) -> Result<Answer, StockError>
    where
        D: Fn(&StockDocument, &str, &Held) -> Result<(Confirmed, Answer), StockError> + Send + Sync,
    {
        self.change(|data| {
            let before = data.stock.documents.get(&(organization, id)).cloned();
            let before = before.ok_or(StoreError::NotFound)?;
            let number = data.stock.number(organization, StockSeries::of(&before));
            let mut held = data.stock.held(organization, &before.places(), now);
            if before.kind == DocumentKind::Count {
                held.later = data.stock.later(organization, before.day);
            }
            let (Confirmed { document, booked }, answer) = decide(&before, &number, &held)?;
            data.replace_document(organization, &document)?;
            data.stock.keep(organization, &booked)?;
            data.add_events(&booked.events);
            data.answer(organization, lease.map(|lease| (lease, &answer)), now)?;
            Ok(answer)
        })
    }
}

impl Data {
    /// Stock follows an invoice or an expense.
    pub(in crate::memory) fn keep_stock(
        &mut self,
        change: Option<Following>,
        now: OffsetDateTime,
    ) -> Result<()> {
        let Some(change) = change else { return Ok(()) };
        let own = self.stock.movements.iter().filter(|(owner, _)| *owner == change.organization);
        let moved = Moved::by(change.cause, own.map(|(_, row)| &row.movement));
        let held = self.stock.held(change.organization, &change.places(&moved), now);
        let booked = change.book(&held, &moved, now).map_err(|error| match error {
            StockError::Refused(StockRefused::Shortage(shortage)) => {
                StoreError::Stock(Box::new(shortage))
            }
            StockError::Refused(StockRefused::Missing) => StoreError::NotFound,
            error => StoreError::backend(error),
        })?;
        self.stock.keep(change.organization, &booked)?;
        self.add_events(&booked.events);
        Ok(())
    }

    fn sku_is_free(&self, owner: OrganizationId, item: &Item) -> Result<()> {
        let mut others = of(&self.stock.items, owner).filter(|other| other.id != item.id);
        let is_taken = item.sku.is_some() && others.any(|other| other.sku == item.sku);
        if is_taken { Err(StoreError::Taken("sku".into())) } else { Ok(()) }
    }

    fn name_is_free(&self, owner: OrganizationId, warehouse: &Warehouse) -> Result<()> {
        let mut all = of(&self.stock.warehouses, owner);
        match all.any(|other| other.id != warehouse.id && other.name == warehouse.name) {
            true => Err(StoreError::Taken("name".into())),
            false => Ok(()),
        }
    }

    fn count_is_free(&self, owner: OrganizationId, document: &StockDocument) -> Result<()> {
        for warehouse in [Some(document.warehouse), document.to_warehouse].into_iter().flatten() {
            self.stock.must_have(owner, warehouse)?;
        }
        let is_open = |it: &StockDocument| it.kind == DocumentKind::Count && it.number.is_none();
        let mut others = of(&self.stock.documents, owner).filter(|it| it.id != document.id);
        let taken = |it: &StockDocument| is_open(it) && it.warehouse == document.warehouse;
        match is_open(document) && others.any(taken) {
            true => Err(StoreError::Taken("count".into())),
            false => Ok(()),
        }
    }

    fn replace_document(&mut self, owner: OrganizationId, after: &StockDocument) -> Result<()> {
        let before = self.stock.documents.get_mut(&(owner, after.id));
        let before = before.filter(|before| before.number.is_none());
        replace(before, after, |document| document.version)
    }
}

fn replace<T: Clone>(before: Option<&mut T>, after: &T, version: impl Fn(&T) -> i32) -> Result<()> {
    match before {
        Some(before) if version(&*before) + 1 == version(after) => {
            before.clone_from(after);
            Ok(())
        }
        _ => Err(StoreError::Conflict),
    }
}

fn of<K, T>(
    map: &BTreeMap<(OrganizationId, K), T>,
    owner: OrganizationId,
) -> impl Iterator<Item = &T> {
    map.iter().filter(move |((of, _), _)| *of == owner).map(|(_, value)| value)
}
