//! Stock: items and warehouses are created and changed, stock documents drafted and confirmed.

mod choices;
mod documents;
mod error;
mod items;
mod warehouses;

pub use choices::{items_named, items_to_choose, warehouses_named, warehouses_to_choose};
pub use documents::{add_document, change_document, confirm_document, delete_document};
pub use error::StockFailure;
pub(crate) use error::ValueTaken;
pub use items::{add_item, change_item};
pub use warehouses::{add_warehouse, change_warehouse};
