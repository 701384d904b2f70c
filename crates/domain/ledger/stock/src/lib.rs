//! Stock: items, warehouses, levels and their cost.
//!
//! A [`Level`] is the quantity of an item in a warehouse and what it is worth; it is the sum of its
//! [`Movement`]s, always. Each movement is written into a [`Book`] over levels that are held under
//! their locks: a document that is confirmed, an invoice that is issued, credited or cancelled. Levels
//! are valued by weighted average cost, to the cent: what is taken last takes the cents that are left.
//!
//! | to | begin with |
//! |---|---|
//! | make or change an item, a warehouse | [`ItemInput::check`], [`WarehouseInput::check`] |
//! | write a document | [`DocumentInput::check`] |
//! | confirm it | [`StockDocument::confirm`] |
//! | have stock follow an invoice, an expense | [`Following::invoice`], [`Following::expense`] |
//! | keep it | the port [`StockStore`] |
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod book;
mod confirm;
mod document;
mod document_input;
mod fault;
mod follow;
mod following;
mod happened;
mod in_use;
mod item;
mod level;
mod movement;
mod refused;
mod series;
mod store;
mod warehouse;

pub use book::{Book, Booked, Held};
pub use confirm::Confirmed;
pub use document::{DocumentKind, DocumentLine, DocumentStatus, StockDocument};
pub use document_input::{DocumentInput, DocumentLineInput, MAX_LINES, NewDocument};
pub use follow::{Moved, Wanted, follow, redate};
pub use following::{Direction, Following};
pub use in_use::check_in_use;
pub use item::{Item, ItemInput};
pub use level::{Level, LevelId, MAX_LEVEL, Place};
pub use movement::{Cause, Movement, MovementId, MovementRow};
pub use persistence::{
    StockShortage,
    ids::{StockDocumentId, StockItemId, WarehouseId},
};
pub use refused::{StockError, StockRefused, shortage_at};
pub use series::StockSeries;
pub use store::{
    DocumentFilter, InventoryRow, ItemFilter, LevelFilter, LevelRow, MovementFilter, StockStore,
};
pub use warehouse::{Warehouse, WarehouseInput};

refusals::list![fault::StockFault, StockRefused];
