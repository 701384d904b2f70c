//! The labels of items, warehouses and kinds of documents.

use crate::{
    blocks::{Cell, Choice, Field},
    error::PageError,
    texts::Texts,
    visit::Visit,
};
use money::Decimal;
use stock::{DocumentKind, DocumentStatus, StockStore, WarehouseId};

/// Warehouses that a filter offers: the newest, and the chosen one.
const OFFERED: u16 = 200;

/// The warehouses in use as a filter of a list.
pub(super) async fn warehouse_filter(
    visit: &Visit,
    name: &'static str,
    chosen: Option<WarehouseId>,
) -> Result<Field, PageError> {
    let organization = visit.member.organization;
    let mut rows = visit.store.warehouses(organization, false, None, OFFERED).await?.rows;
    if let Some(id) = chosen.filter(|id| rows.iter().all(|row| row.id != *id)) {
        rows.push(visit.store.warehouse(organization, id).await?);
    }
    let chosen = chosen.map(|id| id.to_string()).unwrap_or_default();
    let choices = rows.iter().map(|it| Choice::new(it.id.to_string(), &*it.name, &chosen));
    let all = std::iter::once(Choice::new("", visit.t().any, &chosen)).chain(choices);
    Ok(Field::new(name, visit.t().warehouse, "").choice(all.collect()))
}

pub(super) const fn kind(t: &Texts, kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::Receipt => t.stock_receipt,
        DocumentKind::Issue => t.stock_issue,
        DocumentKind::Transfer => t.stock_transfer,
        DocumentKind::Count => t.stock_count,
    }
}

pub(super) const fn status(t: &Texts, status: DocumentStatus) -> &'static str {
    match status {
        DocumentStatus::Draft => t.stock_draft,
        DocumentStatus::Confirmed => t.stock_confirmed,
    }
}

/// A value in the firm's home currency.
pub(super) fn money(visit: &Visit, amount: Decimal) -> Cell {
    Cell::Amount(languages::amount(money::round(amount), visit.words.language))
}

/// A number as the reader writes it.
pub(super) fn number(visit: &Visit, number: Decimal) -> String {
    let text = number.normalize().to_string();
    match visit.words.language {
        languages::Language::Sk => text.replace('.', ","),
        _ => text,
    }
}
