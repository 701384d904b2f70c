//! Items, warehouses and documents of the stock.

use super::{
    field::{Field, request},
    invoice::NumberOrText,
    json::{Found, Value},
    names::{StockDocumentTypeName, UnitName},
};
use stock::{
    DocumentInput, DocumentLineInput, ItemInput, StockItemId, WarehouseId, WarehouseInput,
};
use time::Date;

request! {
    /// An item of the stock, all of it: what is left out is as by default.
    #[schema(example = json!({"sku": "STOL-01", "name": "Dubová stolička", "unit": "ks", "minimum": "5"}))]
    pub struct StockItemBody for ItemInput {
        /// The organization's own mark, which no other item has
        #[schema(max_length = 64, example = "STOL-01")]
        sku?: String,
        #[schema(min_length = 1, max_length = 500, example = "Dubová stolička")]
        name: String,
        /// ks by default; it stays as it was made
        unit?: UnitName,
        /// At or below it the stock of a warehouse is low: stock.low comes once, when it is crossed
        minimum?: NumberOrText,
        /// Whether more may be taken than is there
        #[schema(default = true)]
        below_zero?: bool,
        /// Whether it is not for new documents
        #[schema(default = false)]
        archived?: bool,
    }
}

request! {
    /// A warehouse, all of it: what is left out is as by default.
    #[schema(example = json!({"name": "Hlavný sklad"}))]
    pub struct WarehouseBody for WarehouseInput {
        /// No other warehouse has it
        #[schema(min_length = 1, max_length = 100, example = "Hlavný sklad")]
        name: String,
        /// Whether it is not for new documents
        #[schema(default = false)]
        archived?: bool,
    }
}

request! {
    /// A document of the stock, all of it.
    #[schema(example = json!({"type": "receipt", "warehouse_id": "01936f5e-7b60-7000-8000-000000000001", "lines": [{"item_id": "01936f5e-7b60-7000-8000-000000000002", "quantity": "10", "unit_cost": "12.50"}]}))]
    pub struct StockDocumentBody for DocumentInput {
        /// Of a change: that of the draft as it was read; another one is a 409
        version?: i32 => i64,
        /// receipt, issue, transfer or count; it stays as it was made
        kind as "type": StockDocumentTypeName,
        /// Where; of a transfer from where
        warehouse as "warehouse_id": Uuid => WarehouseId,
        /// Of a transfer to where
        to_warehouse as "to_warehouse_id"?: Uuid => WarehouseId,
        /// To which day it belongs, not in the future; today in Europe/Bratislava by default
        #[schema(format = Date)]
        day as "date"?: String => Date,
        #[schema(max_length = 500)]
        note?: String,
        #[schema(min_items = 1, max_items = 1000)]
        lines: Vec<StockDocumentLineBody>,
    }
}

request! {
    /// A line of a document of the stock.
    pub struct StockDocumentLineBody for DocumentLineInput {
        item as "item_id": Uuid => StockItemId,
        /// In the item's unit, greater than 0; of a count what is there, which may be nothing
        quantity: NumberOrText,
        /// Of one without VAT, in the firm's own currency, of a receipt or a count; the average cost by default
        unit_cost?: NumberOrText,
    }
}
