use money::Decimal;
use persistence::ids::{InvoiceId, StockDocumentId, StockItemId, WarehouseId};
use serde::Serialize;
use time::OffsetDateTime;

/// The data of `stock.level_changed`. The specification shows no fields: these are ours.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StockLevelData {
    pub item_id: StockItemId,
    pub sku: Option<String>,
    pub name: String,
    pub warehouse_id: WarehouseId,
    pub unit: String,
    pub quantity: Decimal,
    pub previous_quantity: Decimal,
    /// The stock document behind the change, if it was one.
    pub document_id: Option<StockDocumentId>,
    /// The invoice behind it, if it was one.
    pub invoice_id: Option<InvoiceId>,
}

/// The data of `stock.document_confirmed`. The specification shows no fields: these are ours.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StockDocumentData {
    pub document_id: StockDocumentId,
    pub document_number: String,
    /// `receipt`, `issue`, `transfer`, `count`.
    pub document_type: &'static str,
    pub warehouse_id: WarehouseId,
    #[serde(with = "time::serde::rfc3339")]
    pub confirmed_at: OffsetDateTime,
}

/// The data of `stock.low`. The specification shows no fields: these are ours.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StockLowData {
    pub item_id: StockItemId,
    pub sku: Option<String>,
    pub name: String,
    pub warehouse_id: WarehouseId,
    pub unit: String,
    pub quantity: Decimal,
    /// The level at or below which stock is low.
    pub minimum: Decimal,
}
