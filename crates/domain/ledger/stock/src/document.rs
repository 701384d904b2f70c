use crate::Place;
use money::Decimal;
use persistence::ids::{StockDocumentId, StockItemId, WarehouseId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use time::{Date, OffsetDateTime};

persistence::named! {
    /// What a document of the stock does.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum DocumentKind {
        /// Something comes (príjemka).
        Receipt = "receipt",
        /// Something is taken (výdajka).
        Issue = "issue",
        /// Something goes to another warehouse (prevodka).
        Transfer = "transfer",
        /// What was counted is what is there (inventúra).
        Count = "count",
    }
}

persistence::named! {
    /// How far a document is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum DocumentStatus {
        /// It may change, and has moved nothing.
        Draft = "draft",
        /// It has moved its items, and stays as it is.
        Confirmed = "confirmed",
    }
}

/// A line of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentLine {
    /// Of what.
    pub item: StockItemId,
    /// In the item's unit; of a count what is there, else more than zero.
    pub quantity: Decimal,
    /// Of one unit without VAT, of what comes; the average cost where none is named.
    pub unit_cost: Option<Decimal>,
}

/// A document of the stock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockDocument {
    /// Its id; the movements that it made name it.
    pub id: StockDocumentId,
    /// What it does.
    pub kind: DocumentKind,
    /// Of its series, since it is confirmed.
    pub number: Option<String>,
    /// To which it belongs.
    pub day: Date,
    /// Where; of a transfer from where.
    pub warehouse: WarehouseId,
    /// Of a transfer to where.
    pub to_warehouse: Option<WarehouseId>,
    /// For the organization's own people.
    pub note: Option<String>,
    /// At least one.
    pub lines: Vec<DocumentLine>,
    /// Counts its changes, from 1.
    pub version: i32,
    /// When it was made.
    pub created_at: OffsetDateTime,
    /// When it moved its items.
    pub confirmed_at: Option<OffsetDateTime>,
}

persistence::listed!(StockDocument: created_at, id);

impl StockDocument {
    /// How far it is.
    #[must_use]
    pub const fn status(&self) -> DocumentStatus {
        match self.confirmed_at {
            Some(_) => DocumentStatus::Confirmed,
            None => DocumentStatus::Draft,
        }
    }

    /// Every place that it moves something at.
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
