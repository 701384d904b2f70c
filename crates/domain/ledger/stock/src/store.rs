use crate::{
    Confirmed, DocumentKind, DocumentStatus, Held, Item, Level, MovementRow, Place, StockDocument,
    StockError, Warehouse,
};
use access::OrganizationId;
use expenses::ExpenseId;
use idempotency::{Answer, Lease};
use money::Decimal;
use persistence::{
    Cursor, Listed, Page, StoreError,
    ids::{InvoiceId, StockDocumentId, StockItemId, WarehouseId},
    port,
};
use std::collections::BTreeSet;
use time::{Date, OffsetDateTime};

/// Which items to list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ItemFilter {
    /// The exact SKU.
    pub sku: Option<String>,
    /// A part of the name or of the SKU; case and diacritics are ignored.
    pub name: Option<String>,
    /// Archived items instead of those in use.
    pub archived: bool,
}

/// Which levels to list; `None` means any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LevelFilter {
    /// Only of this item.
    pub item: Option<StockItemId>,
    /// Only of this warehouse.
    pub warehouse: Option<WarehouseId>,
    /// Only those at or below the item's minimum.
    pub low: bool,
}

/// Which movements to list; `None` means any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MovementFilter {
    /// Only of this item.
    pub item: Option<StockItemId>,
    /// Only of this warehouse.
    pub warehouse: Option<WarehouseId>,
    /// Only of this document.
    pub document: Option<StockDocumentId>,
    /// Only of this invoice.
    pub invoice: Option<InvoiceId>,
    /// Only of this expense.
    pub expense: Option<ExpenseId>,
    /// The first day.
    pub from: Option<Date>,
    /// The last day.
    pub to: Option<Date>,
}

/// Which documents to list; `None` means any.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DocumentFilter {
    /// Only of this kind.
    pub kind: Option<DocumentKind>,
    /// Only with this status.
    pub status: Option<DocumentStatus>,
    /// Only from or to this warehouse.
    pub warehouse: Option<WarehouseId>,
    /// With a line of this item only.
    pub item: Option<StockItemId>,
    /// The exact number.
    pub number: Option<String>,
    /// Of this day or later.
    pub from: Option<Date>,
    /// Of this day or earlier.
    pub to: Option<Date>,
}

/// A level with its item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelRow {
    /// The level.
    pub level: Level,
    /// The item.
    pub item: Item,
}

impl Listed for LevelRow {
    fn cursor(&self) -> Cursor {
        self.level.cursor()
    }
}

/// The stock of an item at the end of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InventoryRow {
    /// The item as it is today.
    pub item: Item,
    /// The quantity in its unit.
    pub quantity: Decimal,
    /// The value in the organization's own currency.
    pub value: Decimal,
}

impl Listed for InventoryRow {
    fn cursor(&self) -> Cursor {
        self.item.cursor()
    }
}

port! {
    /// The storage of stock.
    ///
    /// A movement locks its cause first and the items last, in the order of their ids, so that transactions do not
    /// deadlock.
    pub trait StockStore: Send + Sync {
        /// Stores a new item, with the answer under the lease, in one transaction.
        ///
        /// # Errors
        /// [`StoreError::Taken`] for a SKU that another item has, [`StoreError::NotFound`] when there is no such organization,
        /// [`StoreError::LeaseLost`].
        async fn add_stock_item(
            &self, organization: OrganizationId, item: &Item, answered: Option<(&Lease, &Answer)>
        ) -> Result<(), StoreError>;

        /// One item, archived or not.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn stock_item(
            &self, organization: OrganizationId, id: StockItemId
        ) -> Result<Item, StoreError>;

        /// A page of items, the newest first.
        async fn stock_items(
            &self, organization: OrganizationId, filter: &ItemFilter, after: Option<Cursor>,
            limit: u16
        ) -> Result<Page<Item>, StoreError>;

        /// Changes an item.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it has changed since it was read, [`StoreError::Taken`] for a SKU that
        /// another item has.
        async fn change_stock_item(
            &self, organization: OrganizationId, after: &Item
        ) -> Result<(), StoreError>;

        /// Stores a new warehouse, with the answer under the lease, in one transaction.
        ///
        /// # Errors
        /// [`StoreError::Taken`] for a name that another has, [`StoreError::NotFound`] when there is no such organization,
        /// [`StoreError::LeaseLost`].
        async fn add_warehouse(
            &self, organization: OrganizationId, warehouse: &Warehouse,
            answered: Option<(&Lease, &Answer)>
        ) -> Result<(), StoreError>;

        /// One warehouse, archived or not.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn warehouse(
            &self, organization: OrganizationId, id: WarehouseId
        ) -> Result<Warehouse, StoreError>;

        /// The existing ones of these warehouses, archived or not.
        async fn warehouses_of(
            &self, organization: OrganizationId, ids: &BTreeSet<WarehouseId>
        ) -> Result<Vec<Warehouse>, StoreError>;

        /// A page of warehouses in use, or of archived ones, the newest first.
        async fn warehouses(
            &self, organization: OrganizationId, archived: bool, after: Option<Cursor>, limit: u16
        ) -> Result<Page<Warehouse>, StoreError>;

        /// The oldest warehouse in use, which is the default.
        async fn first_warehouse(
            &self, organization: OrganizationId
        ) -> Result<Option<Warehouse>, StoreError>;

        /// Changes a warehouse.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it has changed since it was read, [`StoreError::Taken`] for a name that
        /// another warehouse has.
        async fn change_warehouse(
            &self, organization: OrganizationId, after: &Warehouse
        ) -> Result<(), StoreError>;

        /// A page of levels with their items, the newest place first.
        async fn stock_levels(
            &self, organization: OrganizationId, filter: LevelFilter, after: Option<Cursor>,
            limit: u16
        ) -> Result<Page<LevelRow>, StoreError>;

        /// A page of movements, the newest first.
        async fn stock_movements(
            &self, organization: OrganizationId, filter: MovementFilter, after: Option<Cursor>,
            limit: u16
        ) -> Result<Page<MovementRow>, StoreError>;

        /// A page of the stock at the end of a day, of all items with movements until then, the newest item first.
        async fn stock_on(
            &self, organization: OrganizationId, day: Date, warehouse: Option<WarehouseId>,
            after: Option<Cursor>, limit: u16
        ) -> Result<Page<InventoryRow>, StoreError>;

        /// The items and current levels of places, without a lock. Missing items are left out.
        async fn stock_at(
            &self, organization: OrganizationId, places: &BTreeSet<Place>, now: OffsetDateTime
        ) -> Result<Held, StoreError>;

        /// Stores a new draft, with the answer under the lease, in one transaction.
        ///
        /// # Errors
        /// [`StoreError::Taken`] when the warehouse has another draft of a count, [`StoreError::NotFound`] for a
        /// warehouse that does not exist, [`StoreError::LeaseLost`].
        async fn add_stock_document(
            &self, organization: OrganizationId, document: &StockDocument,
            answered: Option<(&Lease, &Answer)>
        ) -> Result<(), StoreError>;

        /// One document.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn stock_document(
            &self, organization: OrganizationId, id: StockDocumentId
        ) -> Result<StockDocument, StoreError>;

        /// A page of documents, the newest first.
        async fn stock_documents(
            &self, organization: OrganizationId, filter: &DocumentFilter, after: Option<Cursor>,
            limit: u16
        ) -> Result<Page<StockDocument>, StoreError>;

        /// Changes a draft.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it has changed since it was read, [`StoreError::Taken`] as for a new draft.
        async fn change_stock_document(
            &self, organization: OrganizationId, after: &StockDocument
        ) -> Result<(), StoreError>;

        /// Deletes a draft.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it has changed since it was read.
        async fn delete_stock_document(
            &self, organization: OrganizationId, before: &StockDocument
        ) -> Result<(), StoreError>;

        /// Locks a document, draws the next number of its series, locks its items, and stores the result of `decide`
        /// with its events and the answer under its lease, in one transaction. Numbers have no gaps.
        ///
        /// # Errors
        /// The error of `decide`, [`StoreError::NotFound`], [`StoreError::LeaseLost`]. Nothing is stored then.
        async fn confirm_stock_document<D>(
            &self, organization: OrganizationId, id: StockDocumentId,
            answered: (Option<&Lease>, OffsetDateTime), decide: D
        ) -> Result<Answer, StockError>
        where
            D: Fn(&StockDocument, &str, &Held) -> Result<(Confirmed, Answer), StockError>;
    }
}
