//! The constraints on the stock: unique names, and levels that follow from documents.

use super::stock_lists::of;
use crate::memory::{Result, store::Data};
use access::OrganizationId;
use persistence::StoreError;
use stock::{
    DocumentKind, Following, Item, Moved, StockDocument, StockError, StockRefused, Warehouse,
};
use time::OffsetDateTime;

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

    pub(super) fn sku_is_free(&self, owner: OrganizationId, item: &Item) -> Result<()> {
        let mut others = of(&self.stock.items, owner).filter(|other| other.id != item.id);
        let is_taken = item.sku.is_some() && others.any(|other| other.sku == item.sku);
        if is_taken { Err(StoreError::Taken("sku".into())) } else { Ok(()) }
    }

    pub(super) fn name_is_free(&self, owner: OrganizationId, warehouse: &Warehouse) -> Result<()> {
        let mut all = of(&self.stock.warehouses, owner);
        match all.any(|other| other.id != warehouse.id && other.name == warehouse.name) {
            true => Err(StoreError::Taken("name".into())),
            false => Ok(()),
        }
    }

    pub(super) fn count_is_free(
        &self,
        owner: OrganizationId,
        document: &StockDocument,
    ) -> Result<()> {
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

    pub(super) fn replace_document(
        &mut self,
        owner: OrganizationId,
        after: &StockDocument,
    ) -> Result<()> {
        let before = self.stock.documents.get_mut(&(owner, after.id));
        let before = before.filter(|before| before.number.is_none());
        replace(before, after, |document| document.version)
    }
}

/// Replaces a row that has the version before.
pub(super) fn replace<T: Clone>(
    before: Option<&mut T>,
    after: &T,
    version: impl Fn(&T) -> i32,
) -> Result<()> {
    match before {
        Some(before) if version(&*before) + 1 == version(after) => {
            before.clone_from(after);
            Ok(())
        }
        _ => Err(StoreError::Conflict),
    }
}
