use super::{
    stock_kept::replace,
    stock_lists::{self as lists, of},
};
use crate::memory::{Result, page::page, store::MemoryStore};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use persistence::{Cursor, Page, StoreError};
use std::collections::BTreeSet;
use stock::{
    Confirmed, DocumentFilter, DocumentKind, Held, InventoryRow, Item, ItemFilter, LevelFilter,
    LevelRow, MovementFilter, MovementRow, Place, StockDocument, StockDocumentId, StockError,
    StockItemId, StockSeries, StockStore, Warehouse, WarehouseId,
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
        let data = self.data();
        Ok(page(lists::items(&data.stock, organization, filter), after, limit))
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
        Ok(page(lists::levels(&data.stock, organization, filter), after, limit))
    }

    async fn stock_movements(
        &self,
        organization: OrganizationId,
        filter: MovementFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<MovementRow>> {
        let data = self.data();
        Ok(page(lists::movements(&data.stock, organization, filter), after, limit))
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
        Ok(page(lists::on(&data.stock, organization, (day, warehouse))?, after, limit))
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
        let data = self.data();
        Ok(page(lists::documents(&data.stock, organization, filter), after, limit))
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
