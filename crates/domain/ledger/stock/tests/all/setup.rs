use access::OrganizationId;
use invoicing::{InvoiceId, Violations};
use money::Decimal;
use stock::{
    Booked, Cause, DocumentInput, DocumentKind, DocumentLineInput, Held, Item, ItemInput, Level,
    LevelId, NewDocument, Place, StockDocument, StockDocumentId, StockItemId, WarehouseId,
};
use time::{OffsetDateTime, macros::datetime};
use uuid::Uuid;

pub const NOW: OffsetDateTime = datetime!(2026-11-21 10:00:00 UTC);
pub const ITEM: StockItemId = StockItemId(Uuid::from_u128(1));
pub const SHOP: WarehouseId = WarehouseId(Uuid::from_u128(2));
pub const HALL: WarehouseId = WarehouseId(Uuid::from_u128(3));
pub const OWNER: OrganizationId = OrganizationId(Uuid::from_u128(4));
pub const INVOICE: Cause = Cause::Invoice(InvoiceId(Uuid::from_u128(5)));
pub const IN_SHOP: Place = Place { item: ITEM, warehouse: SHOP };
pub const IN_HALL: Place = Place { item: ITEM, warehouse: HALL };

pub fn item(input: ItemInput) -> Item {
    let input = ItemInput { name: Some("Stolička".into()), ..input };
    input.check(ITEM, NOW, Violations::new()).expect("right")
}

/// The item in the shop and in the hall, with nothing of it.
pub fn nothing(input: ItemInput) -> Held {
    let mut held = Held::default();
    held.items.insert(ITEM, item(input));
    for place in [IN_SHOP, IN_HALL] {
        held.levels.insert(place, Level::none(place, LevelId(Uuid::nil()), NOW));
    }
    held
}

pub fn lines(kind: DocumentKind, lines: &[(Decimal, Option<Decimal>)]) -> DocumentInput {
    let line = |&(quantity, unit_cost): &(Decimal, Option<Decimal>)| DocumentLineInput {
        item: Some(ITEM),
        quantity: Some(quantity),
        unit_cost,
    };
    DocumentInput {
        kind: Some(kind),
        warehouse: Some(SHOP),
        to_warehouse: (kind == DocumentKind::Transfer).then_some(HALL),
        lines: Some(lines.iter().map(line).collect()),
        ..DocumentInput::default()
    }
}

pub fn new() -> NewDocument {
    NewDocument { id: StockDocumentId(Uuid::from_u128(6)), now: NOW, today: NOW.date() }
}

pub fn document(kind: DocumentKind, quantity: Decimal, cost: Option<Decimal>) -> StockDocument {
    lines(kind, &[(quantity, cost)]).check(&new(), Violations::new()).expect("right")
}

/// The levels after what was booked.
pub fn after(mut held: Held, booked: &Booked) -> Held {
    held.levels.extend(booked.levels.iter().map(|level| (level.place, level.clone())));
    held
}

/// Confirms a document, and takes its levels over. Answers the names of its events.
pub fn confirm(held: &mut Held, document: &StockDocument) -> Vec<&'static str> {
    let done = document.confirm(OWNER, "X1", held, NOW).expect("confirmed");
    *held = after(held.clone(), &done.booked);
    done.booked.events.iter().map(|event| event.name.as_str()).collect()
}

pub fn at(held: &Held, place: Place) -> (Decimal, Decimal) {
    let level = &held.levels[&place];
    (level.quantity, level.value)
}
