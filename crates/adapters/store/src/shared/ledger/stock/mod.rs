//! The stock: items, warehouses, levels with their movements, documents.

mod confirm;
mod documents;
mod following;
mod held;
mod items;
mod lists;
#[cfg(test)]
mod plans;
mod rows;
mod warehouses;

use super::super::{once, sql::*};
use ::stock::{
    Confirmed, DocumentFilter, Held, InventoryRow, Item, ItemFilter, LevelFilter, LevelRow,
    MovementFilter, MovementRow, Place, StockDocument, StockDocumentId, StockError, StockItemId,
    StockStore, Warehouse, WarehouseId,
};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use persistence::{Cursor, Page};
use std::collections::BTreeSet;
use time::{Date, OffsetDateTime};

pub(in super::super::super) use following::{keep_stock, stock_turn};

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl StockStore for Backend {
    async fn add_stock_item(
        &self,
        organization: OrganizationId,
        item: &Item,
        answered: Option<(&Lease, &Answer)>,
    ) -> Result<()> {
        let mut transaction = self.begin().await?;
        let added = items::add(transaction.conn(), organization, item, answered).await;
        transaction.finish(added).await
    }

    async fn stock_item(&self, organization: OrganizationId, id: StockItemId) -> Result<Item> {
        let mut conn = self.reader().await?;
        let row: rows::ItemRow = items::find(organization, id).one(read_conn!(conn)).await?;
        row.into_domain()
    }

    async fn stock_items(
        &self,
        organization: OrganizationId,
        filter: &ItemFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<Item>> {
        if contains_nul([&filter.sku, &filter.name]) {
            return Ok(Page::empty());
        }
        let name = filter.name.as_deref().map(invoicing::search_name);
        let mut conn = self.reader().await?;
        let query = items::list(organization, filter, name.as_deref());
        let rows = page_query(query, after, limit).all(read_conn!(conn)).await?;
        page(rows, limit, rows::ItemRow::into_domain)
    }

    async fn change_stock_item(&self, organization: OrganizationId, after: &Item) -> Result<()> {
        let mut conn = self.writer().await?;
        let search_name = after.search_text();
        once(items::update(organization, after, &search_name)?.execute(&mut conn).await?)
    }

    async fn add_warehouse(
        &self,
        organization: OrganizationId,
        warehouse: &Warehouse,
        answered: Option<(&Lease, &Answer)>,
    ) -> Result<()> {
        let mut transaction = self.begin().await?;
        let added = warehouses::add(transaction.conn(), organization, warehouse, answered).await;
        transaction.finish(added).await
    }

    async fn warehouse(&self, organization: OrganizationId, id: WarehouseId) -> Result<Warehouse> {
        let mut conn = self.reader().await?;
        let row: warehouses::Row = warehouses::find(organization, id).one(read_conn!(conn)).await?;
        row.into_domain()
    }

    async fn warehouses_of(
        &self,
        organization: OrganizationId,
        ids: &BTreeSet<WarehouseId>,
    ) -> Result<Vec<Warehouse>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut conn = self.reader().await?;
        let named = sql!(" AND id IN {}", list(ids.iter().map(|id| id.0)));
        let query = warehouses::all(organization).then(named);
        let rows: Vec<warehouses::Row> = query.all(read_conn!(conn)).await?;
        rows.into_iter().map(warehouses::Row::into_domain).collect()
    }

    async fn warehouses(
        &self,
        organization: OrganizationId,
        archived: bool,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<Warehouse>> {
        let mut conn = self.reader().await?;
        let query = page_query(warehouses::list(organization, archived), after, limit);
        page(query.all(read_conn!(conn)).await?, limit, warehouses::Row::into_domain)
    }

    async fn first_warehouse(&self, organization: OrganizationId) -> Result<Option<Warehouse>> {
        let mut conn = self.reader().await?;
        let oldest = sql!(" ORDER BY created_at, id LIMIT 1");
        let query = warehouses::list(organization, false).then(oldest);
        let row: Option<warehouses::Row> = query.first(read_conn!(conn)).await?;
        row.map(warehouses::Row::into_domain).transpose()
    }

    async fn change_warehouse(
        &self,
        organization: OrganizationId,
        after: &Warehouse,
    ) -> Result<()> {
        let mut conn = self.writer().await?;
        once(warehouses::update(organization, after).execute(&mut conn).await?)
    }

    async fn stock_levels(
        &self,
        organization: OrganizationId,
        filter: LevelFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<LevelRow>> {
        let mut conn = self.reader().await?;
        let query = page_query(lists::levels(organization, filter), after, limit);
        page(query.all(read_conn!(conn)).await?, limit, lists::Level::into_domain)
    }

    async fn stock_movements(
        &self,
        organization: OrganizationId,
        filter: MovementFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<MovementRow>> {
        let mut conn = self.reader().await?;
        let query = page_query(lists::movements(organization, filter), after, limit);
        page(query.all(read_conn!(conn)).await?, limit, rows::Movement::into_domain)
    }

    async fn stock_on(
        &self,
        organization: OrganizationId,
        day: Date,
        warehouse: Option<WarehouseId>,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<InventoryRow>> {
        let mut conn = self.reader().await?;
        let query = page_query(lists::on(organization, day, warehouse), after, limit);
        page(query.all(read_conn!(conn)).await?, limit, lists::Inventory::into_domain)
    }

    async fn stock_at(
        &self,
        organization: OrganizationId,
        places: &BTreeSet<Place>,
        now: OffsetDateTime,
    ) -> Result<Held> {
        let mut conn = self.reader().await?;
        held::read(read_conn!(conn), organization, places, now, held::items).await
    }

    async fn add_stock_document(
        &self,
        organization: OrganizationId,
        document: &StockDocument,
        answered: Option<(&Lease, &Answer)>,
    ) -> Result<()> {
        let mut transaction = self.begin().await?;
        let added = documents::add(transaction.conn(), organization, document, answered).await;
        transaction.finish(added).await
    }

    async fn stock_document(
        &self,
        organization: OrganizationId,
        id: StockDocumentId,
    ) -> Result<StockDocument> {
        let mut conn = self.reader().await?;
        let row: documents::Row = documents::find(organization, id).one(read_conn!(conn)).await?;
        row.into_domain()
    }

    async fn stock_documents(
        &self,
        organization: OrganizationId,
        filter: &DocumentFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<StockDocument>> {
        if contains_nul([&filter.number]) {
            return Ok(Page::empty());
        }
        let mut conn = self.reader().await?;
        let item = filter.item.map(|item| item.to_string());
        let query = documents::list(organization, filter, item.as_deref());
        let query = page_query(query, after, limit);
        page(query.all(read_conn!(conn)).await?, limit, documents::Row::into_domain)
    }

    async fn change_stock_document(
        &self,
        organization: OrganizationId,
        after: &StockDocument,
    ) -> Result<()> {
        let mut conn = self.writer().await?;
        let lines = documents::lines(after)?;
        once(documents::update(organization, after, &lines).execute(&mut conn).await?)
    }

    async fn delete_stock_document(
        &self,
        organization: OrganizationId,
        before: &StockDocument,
    ) -> Result<()> {
        let mut conn = self.writer().await?;
        once(documents::delete(organization, before).execute(&mut conn).await?)
    }

    async fn confirm_stock_document<D>(
        &self,
        organization: OrganizationId,
        id: StockDocumentId,
        answered: (Option<&Lease>, OffsetDateTime),
        decide: D,
    ) -> std::result::Result<Answer, StockError>
    where
        D: Fn(&StockDocument, &str, &Held) -> std::result::Result<(Confirmed, Answer), StockError>
            + Send
            + Sync,
    {
        let _turn = stock_turn(self, organization, true).await?;
        let mut transaction = self.begin().await?;
        let conn = transaction.conn();
        let confirmed = confirm::confirm(conn, (organization, id), answered, decide).await;
        transaction.finish(confirmed).await
    }
}
