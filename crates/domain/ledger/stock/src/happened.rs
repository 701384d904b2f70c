//! The events about changed levels.

use crate::{Cause, Item, Level};
use access::OrganizationId;
use events::{Data, Event, NewEvent, StockLevelData, StockLowData, Unwritable};
use time::OffsetDateTime;

/// A level before and after a change.
pub(crate) struct Change<'a> {
    pub(crate) item: &'a Item,
    pub(crate) before: &'a Level,
    pub(crate) after: &'a Level,
    pub(crate) cause: Cause,
}

impl Change<'_> {
    /// The events: the quantity changed; the level became low, once, when it crosses the minimum.
    pub(crate) fn events(
        &self,
        organization: OrganizationId,
        at: OffsetDateTime,
    ) -> Result<Vec<NewEvent>, Unwritable> {
        let changed = (self.before.quantity != self.after.quantity).then(|| self.level());
        let data = changed.into_iter().chain(self.low());
        data.map(|data| NewEvent::of(&Event { organization, at, data }, None)).collect()
    }

    fn level(&self) -> Data {
        let Self { item, before, after, cause } = self;
        let (document_id, invoice_id) = match *cause {
            Cause::Document(id) => (Some(id), None),
            Cause::Invoice(id) => (None, Some(id)),
            Cause::Expense(_) => (None, None),
        };
        Data::StockLevelChanged(StockLevelData {
            item_id: item.id,
            sku: item.sku.clone(),
            name: item.name.clone(),
            warehouse_id: after.place.warehouse,
            unit: item.unit.name().to_owned(),
            quantity: after.quantity.normalize(),
            previous_quantity: before.quantity.normalize(),
            document_id,
            invoice_id,
        })
    }

    fn low(&self) -> Option<Data> {
        let Self { item, before, after, .. } = self;
        let minimum = item.minimum?;
        let crosses = before.quantity > minimum && after.quantity <= minimum;
        crosses.then(|| {
            Data::StockLow(StockLowData {
                item_id: item.id,
                sku: item.sku.clone(),
                name: item.name.clone(),
                warehouse_id: after.place.warehouse,
                unit: item.unit.name().to_owned(),
                quantity: after.quantity.normalize(),
                minimum: minimum.normalize(),
            })
        })
    }
}
