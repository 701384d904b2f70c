use crate::Place;
use money::Decimal;
use persistence::ids::{StockDocumentId, StockItemId, WarehouseId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use time::{Date, OffsetDateTime};

persistence::named! {
    /// The kind of a stock document.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum DocumentKind {
        /// Items are received (príjemka).
        Receipt = "receipt",
        /// Items are issued (výdajka).
        Issue = "issue",
        /// Items are moved to another warehouse (prevodka).
        Transfer = "transfer",
        /// The levels are set to the counted quantities (inventúra).
        Count = "count",
    }
}

persistence::named! {
    /// The status of a stock document.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum DocumentStatus {
        /// It can be changed, and has moved nothing.
        Draft = "draft",
        /// It has moved its items, and cannot be changed.
        Confirmed = "confirmed",
    }
}

/// A line of a stock document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentLine {
    /// The item.
    pub item: StockItemId,
    /// The quantity in the item's unit: of a count the quantity found, otherwise greater than zero.
    pub quantity: Decimal,
    /// The cost of one unit without VAT, of received items; `None` means the average cost.
    pub unit_cost: Option<Decimal>,
}

/// A stock document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockDocument {
    /// Its id, which its movements refer to.
    pub id: StockDocumentId,
    /// Its kind.
    pub kind: DocumentKind,
    /// The number from its series; `None` for a draft.
    pub number: Option<String>,
    /// The day of its movements.
    pub day: Date,
    /// The warehouse; of a transfer the one that items leave.
    pub warehouse: WarehouseId,
    /// The warehouse that a transfer brings items to.
    pub to_warehouse: Option<WarehouseId>,
    /// An internal note.
    pub note: Option<String>,
    /// The lines, at least one.
    pub lines: Vec<DocumentLine>,
    /// The version, from 1; each change adds one.
    pub version: i32,
    /// The time of creation.
    pub created_at: OffsetDateTime,
    /// The time of confirmation; `None` for a draft.
    pub confirmed_at: Option<OffsetDateTime>,
}

persistence::listed!(StockDocument: created_at, id);

impl StockDocument {
    /// Its status.
    #[must_use]
    pub const fn status(&self) -> DocumentStatus {
        match self.confirmed_at {
            Some(_) => DocumentStatus::Confirmed,
            None => DocumentStatus::Draft,
        }
    }

    /// All places whose levels it changes.
    #[must_use]
    pub fn places(&self) -> BTreeSet<Place> {
        let warehouses = [Some(self.warehouse), self.to_warehouse];
        let at = |item| {
            let each = warehouses.into_iter().flatten();
            each.map(move |warehouse| Place { item, warehouse })
        };
        self.lines.iter().flat_map(|line| at(line.item)).collect()
    }
}
