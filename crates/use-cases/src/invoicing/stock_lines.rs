//! Invoice lines that name stock items.

use crate::{context::Context, ports::Ports};
use invoicing::{
    Document, InvoiceType, ItemInput, MAX_ITEMS, STOCK_DIGITS, StockRef, Violation, ViolationKind,
    Violations, recording::AnyDocument,
};
use money::Decimal;
use persistence::StoreError;
use std::collections::{BTreeMap, BTreeSet};
use stock::{
    Direction, Held, Place, StockShortage, StockStore, WarehouseId, check_in_use, shortage_at,
};

/// The document that the lines belong to.
#[derive(Clone, Copy)]
pub(crate) struct LinesOf<'a> {
    pub(crate) invoice_type: InvoiceType,
    /// The invoice as stored now, which has taken its stock already.
    pub(crate) before: Option<&'a AnyDocument>,
    /// Whether it is a draft, which takes no stock yet.
    pub(crate) is_draft: bool,
}

impl LinesOf<'_> {
    /// Lines of the invoices of a contract, which take their stock when they are issued.
    pub(crate) const CONTRACT: Self =
        Self { invoice_type: InvoiceType::Invoice, before: None, is_draft: true };
}

/// Fills in the warehouse of each line that names a stock item, and returns the violations; no warehouses where no
/// line names an item.
///
/// # Errors
/// Storage failures.
pub(crate) async fn with_warehouses<P: Ports>(
    context: &Context<'_, P>,
    items: Option<&[ItemInput]>,
    of: LinesOf<'_>,
    found: &mut Violations,
) -> Result<Option<Vec<ItemInput>>, StoreError> {
    let names_stock = |item: &ItemInput| item.stock_item_id.is_some();
    // too many are refused as such, by the check of the items
    let few = items.filter(|all| all.len() <= MAX_ITEMS);
    let Some(items) = few.filter(|all| all.iter().any(names_stock)) else { return Ok(None) };
    let mut items = items.to_vec();
    if items.iter().any(|item| names_stock(item) && item.warehouse_id.is_none()) {
        let first = first_warehouse(context).await?;
        for item in items.iter_mut().filter(|item| item.stock_item_id.is_some()) {
            item.warehouse_id = item.warehouse_id.or(first);
        }
    }
    let before = taken_before(of.before);
    let gives_back = of.invoice_type == InvoiceType::CreditNote;
    let named = items.iter().enumerate().filter_map(|(i, item)| {
        let place = place(item)?;
        let may_be_archived = gives_back || before.contains_key(&place);
        Some(StockedLine { path: format!("items[{i}]"), place, may_be_archived })
    });
    let held = found_in_use(context, &named.collect::<Vec<_>>(), found).await?;
    check_items(&items, &held, found);
    if Direction::of(of.invoice_type, false) == Direction::Takes && !of.is_draft {
        check_levels(&items, &held, &before, found);
    }
    Ok(Some(items))
}

/// Checks that the stock which a draft takes on issuing is there, for items that must not go below zero.
///
/// # Errors
/// Storage failures.
pub(super) async fn in_stock<P: Ports>(
    context: &Context<'_, P>,
    document: &Document,
    found: &mut Violations,
) -> Result<(), StoreError> {
    let items: Vec<ItemInput> = document.lines.iter().map(ItemInput::from).collect();
    let places: BTreeSet<Place> = items.iter().filter_map(place).collect();
    let takes = Direction::of(document.invoice_type, document.self_billed) == Direction::Takes;
    if takes && !places.is_empty() {
        let held = context.database().stock_at(context.organization, &places, context.now());
        check_levels(&items, &held.await?, &BTreeMap::new(), found);
    }
    Ok(())
}

/// The default warehouse of a line that names none.
///
/// # Errors
/// Storage failures.
pub(crate) async fn first_warehouse<P: Ports>(
    context: &Context<'_, P>,
) -> Result<Option<WarehouseId>, StoreError> {
    let first = context.database().first_warehouse(context.organization).await?;
    Ok(first.map(|warehouse| warehouse.id))
}

/// A shortage that the store has found, at the line of the document that takes too much.
pub(super) fn short_of(shortage: StockShortage, document: Option<&Document>) -> Violations {
    let lines = document.into_iter().flat_map(|document| &document.lines);
    let places =
        lines.map(|line| line.stock.map(|StockRef { item, warehouse }| Place { item, warehouse }));
    shortage_at(shortage, "items", places)
}

fn place(item: &ItemInput) -> Option<Place> {
    Some(Place { item: item.stock_item_id?, warehouse: item.warehouse_id? })
}

/// A line that names a stock item and a warehouse.
pub(crate) struct StockedLine {
    /// The path in the request: `items[0]`.
    pub(crate) path: String,
    /// The item and the warehouse.
    pub(crate) place: Place,
    /// The document has named it before it was archived, or gives back what was taken from it.
    pub(crate) may_be_archived: bool,
}

/// Checks that the items and warehouses of the lines exist, and are not archived unless the line allows it. Returns
/// the items and levels.
///
/// # Errors
/// Storage failures.
pub(crate) async fn found_in_use<P: Ports>(
    context: &Context<'_, P>,
    lines: &[StockedLine],
    found: &mut Violations,
) -> Result<Held, StoreError> {
    let (database, owner) = (context.database(), context.organization);
    let named: BTreeSet<WarehouseId> = lines.iter().map(|line| line.place.warehouse).collect();
    let named = database.warehouses_of(owner, &named).await?;
    let archived: BTreeMap<WarehouseId, bool> =
        named.iter().map(|warehouse| (warehouse.id, warehouse.archived_at.is_some())).collect();
    for line in lines {
        line.in_use("warehouse_id", archived.get(&line.place.warehouse).copied(), found);
    }
    let places: BTreeSet<Place> = lines.iter().map(|line| line.place).collect();
    let held = database.stock_at(owner, &places, context.now()).await?;
    for line in lines {
        let known = held.items.get(&line.place.item).map(|item| item.archived_at.is_some());
        line.in_use("stock_item_id", known, found);
    }
    Ok(held)
}

/// What is wrong with a line of an invoice, given its stock item.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub(crate) enum StockLineFault {
    #[error("must be that of the stock item, {unit}")]
    OtherUnit { unit: &'static str },
}

impl StockedLine {
    /// Checks that a record exists, and that it is not archived unless the line allows it.
    fn in_use(&self, name: &str, archived: Option<bool>, found: &mut Violations) {
        let archived = archived.map(|archived| archived && !self.may_be_archived);
        check_in_use(|| format!("{}.{name}", self.path), archived, found);
    }
}

fn check_items(items: &[ItemInput], held: &Held, found: &mut Violations) {
    for (i, item) in items.iter().enumerate() {
        let path = |name: &str| format!("items[{i}].{name}");
        let Some(known) = item.stock_item_id.and_then(|id| held.items.get(&id)) else { continue };
        if item.unit.unwrap_or_default() != known.unit {
            let unit = known.unit.name();
            found.add(path("unit"), StockLineFault::OtherUnit { unit });
        }
        if let Some(Err(error)) = item.quantity.map(|quantity| STOCK_DIGITS.check(quantity)) {
            found.add(path("quantity"), error);
        }
    }
}

/// Checks the levels of items that must not go below zero.
fn check_levels(
    items: &[ItemInput],
    held: &Held,
    before: &BTreeMap<Place, Decimal>,
    found: &mut Violations,
) {
    let mut taken: BTreeMap<Place, Decimal> = BTreeMap::new();
    for (i, item) in items.iter().enumerate() {
        let Some((place, quantity)) = place(item).zip(item.quantity) else { continue };
        let (Some(known), Some(level)) = (held.items.get(&place.item), held.levels.get(&place))
        else {
            continue;
        };
        let there = level.quantity + before.get(&place).copied().unwrap_or_default();
        let sum = taken.entry(place).or_default();
        *sum += quantity.min(Decimal::from(stock::MAX_LEVEL));
        if !known.below_zero && *sum > there {
            let shortage = StockShortage::TooLow {
                item: place.item,
                warehouse: place.warehouse,
                name: known.name.clone(),
                unit: known.unit.name(),
                there: there.normalize(),
                asked: sum.normalize(),
            };
            found.push(Violation {
                field: format!("items[{i}].quantity"),
                message: shortage.into(),
                kind: ViolationKind::StockTooLow,
            });
        }
    }
}

/// The quantities that the stored invoice takes from each place.
fn taken_before(before: Option<&AnyDocument>) -> BTreeMap<Place, Decimal> {
    let mut taken = BTreeMap::new();
    let document = before.and_then(AnyDocument::issued);
    for line in document.into_iter().flat_map(|document| &document.lines) {
        if let Some(stock) = line.stock {
            let place = Place { item: stock.item, warehouse: stock.warehouse };
            *taken.entry(place).or_insert(Decimal::ZERO) += line.quantity;
        }
    }
    taken
}
