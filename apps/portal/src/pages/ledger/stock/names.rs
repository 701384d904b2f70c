//! What pages call items, warehouses and kinds of documents.

use crate::{
    blocks::{Cell, Choice},
    error::PageError,
    texts::Texts,
    visit::Visit,
};
use access::OrganizationId;
use money::Decimal;
use std::collections::BTreeMap;
use stock::{DocumentKind, DocumentStatus, ItemFilter, StockStore, WarehouseId};

/// Warehouses and items that a form offers: the newest.
const OFFERED: u16 = 200;

/// The names of warehouses, those that are archived too.
pub(super) async fn warehouses(
    visit: &Visit,
    organization: OrganizationId,
) -> Result<BTreeMap<WarehouseId, String>, PageError> {
    let mut names = BTreeMap::new();
    for archived in [false, true] {
        let page = visit.store.warehouses(organization, archived, None, OFFERED).await?;
        names.extend(page.rows.into_iter().map(|it| (it.id, it.name)));
    }
    Ok(names)
}

/// The warehouses in use, to choose from.
pub(super) async fn warehouse_choices(
    visit: &Visit,
    organization: OrganizationId,
    chosen: &str,
) -> Result<Vec<Choice>, PageError> {
    let page = visit.store.warehouses(organization, false, None, OFFERED).await?;
    let choices = page.rows.iter().map(|it| Choice::new(it.id.to_string(), &*it.name, chosen));
    Ok(std::iter::once(Choice::new("", visit.t().choose, chosen)).chain(choices).collect())
}

/// The items in use as values and labels, to choose from.
pub(super) async fn items(
    visit: &Visit,
    organization: OrganizationId,
) -> Result<Vec<(String, String)>, PageError> {
    let page = visit.store.stock_items(organization, &ItemFilter::default(), None, OFFERED).await?;
    let label = |it: &stock::Item| match &it.sku {
        Some(sku) => format!("{} · {sku} · {}", it.name, it.unit.name()),
        None => format!("{} · {}", it.name, it.unit.name()),
    };
    Ok(page.rows.iter().map(|it| (it.id.to_string(), label(it))).collect())
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

/// What something is worth, in the firm's own currency.
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
