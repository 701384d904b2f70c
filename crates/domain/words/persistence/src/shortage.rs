use crate::ids::{StockItemId, WarehouseId};
use rust_decimal::Decimal;

/// Why the stock does not let a document move what its lines name. The stock follows invoices and expenses in the transaction
/// of their change, so every store of theirs may refuse it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("stock")]
pub enum StockShortage {
    /// The level of an item that must not go below zero would.
    #[error(
        "{asked} {unit} of {name} cannot be taken: {there} are there, and the item must not go below zero"
    )]
    TooLow {
        /// The item.
        item: StockItemId,
        /// Where it would be taken from.
        warehouse: WarehouseId,
        /// Of the item.
        name: String,
        /// Of the item.
        unit: &'static str,
        /// The quantity there is.
        there: Decimal,
        /// The quantity to be taken.
        asked: Decimal,
    },
    /// The quantity exceeds the maximum of a level.
    #[error("the quantity or its value would be larger than a level of the stock holds")]
    TooMuch,
}
