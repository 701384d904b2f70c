//! The stock: levels are the sums of their movements, whoever moves them at once.

use super::stock_setup::{
    a_document, a_warehouse, an_item, answer, confirm, item, level, made, sums_agree, warehouse,
};
use crate::{
    build::{NOW, fingerprint, id, lease},
    contract::{
        StoreUnderTest,
        setup::{kind, organization},
    },
};
use idempotency::{Decision, IdempotencyStore};
use invoicing::{ViolationKind, Violations};
use rust_decimal::dec;
use std::collections::BTreeSet;
use stock::{
    Cause, DocumentFilter, DocumentKind, DocumentStatus, Held, ItemFilter, ItemInput, LevelFilter,
    MovementFilter, StockDocument, StockError, StockItemId, StockRefused, StockStore, WarehouseId,
    WarehouseInput,
};
use time::Duration;

pub async fn items_are_made_found_and_changed(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, other) = (organization(store).await, organization(store).await);
    let sku = |sku: &str| ItemInput { sku: Some(sku.into()), ..ItemInput::default() };
    let rich = ItemInput {
        minimum: Some(dec!(0.000001)),
        below_zero: Some(false),
        unit: Some(invoicing::Unit::Kilogram),
        ..sku("STOL-01")
    };
    let (chair, table) = (an_item("Dubová stolička", 0, &rich), an_item("Stôl", 1, &sku("S2")));
    for item in [&chair, &table] {
        store.add_stock_item(owner, item, None).await.expect("kept");
    }
    assert_eq!(store.stock_item(owner, chair.id).await.expect("there"), chair);
    assert_eq!(kind(&store.stock_item(other, chair.id).await), "not found");
    let same = an_item("Iná", 2, &sku("STOL-01"));
    assert_eq!(kind(&store.add_stock_item(owner, &same, None).await), "taken");
    assert_eq!(kind(&store.add_stock_item(other, &same, None).await), "ok");

    let change = ItemInput { name: Some("Lavica".into()), archived: Some(true), ..sku("S2") };
    let after = change.change(&table, NOW, Violations::new()).expect("right");
    store.change_stock_item(owner, &after).await.expect("changed");
    assert_eq!(kind(&store.change_stock_item(owner, &after).await), "conflict");
    assert_eq!(kind(&store.change_stock_item(other, &after).await), "conflict");
    let filter = |name: Option<&str>, sku: Option<&str>, archived| ItemFilter {
        name: name.map(str::to_owned),
        sku: sku.map(str::to_owned),
        archived,
    };
    for (filter, found) in [
        (filter(None, None, false), vec![&chair]),
        (filter(None, None, true), vec![&after]),
        (filter(Some("STOLICK"), None, false), vec![&chair]),
        (filter(Some("stôl"), None, true), vec![]),
        (filter(None, Some("STOL-01"), false), vec![&chair]),
        (filter(None, Some("stol-01"), false), vec![]),
        (filter(Some("\0"), None, false), vec![]),
    ] {
        let page = store.stock_items(owner, &filter, None, 10).await.expect("a page");
        assert_eq!(page.rows.iter().collect::<Vec<_>>(), found, "{filter:?}");
    }
}

pub async fn warehouses_are_made_and_changed(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, other) = (organization(store).await, organization(store).await);
    assert_eq!(store.first_warehouse(owner).await.expect("read"), None);
    let (shop, hall) = (a_warehouse("Predajňa", 0), a_warehouse("Hala", 1));
    for warehouse in [&hall, &shop] {
        store.add_warehouse(owner, warehouse, None).await.expect("kept");
    }
    assert_eq!(kind(&store.add_warehouse(owner, &a_warehouse("Hala", 2), None).await), "taken");
    assert_eq!(store.first_warehouse(owner).await.expect("read"), Some(shop.clone()));
    assert_eq!(kind(&store.warehouse(other, shop.id).await), "not found");
    let input = WarehouseInput { name: Some("Stará".into()), archived: Some(true) };
    let after = input.change(&shop, NOW, Violations::new()).expect("right");
    store.change_warehouse(owner, &after).await.expect("changed");
    let named = BTreeSet::from([shop.id, hall.id, WarehouseId(id())]);
    let mut found = store.warehouses_of(owner, &named).await.expect("read");
    found.sort_by_key(|warehouse| warehouse.created_at);
    assert_eq!(found, [after.clone(), hall.clone()]);
    assert_eq!(store.warehouses_of(other, &named).await.expect("read"), []);
    assert_eq!(kind(&store.change_warehouse(owner, &after).await), "conflict");
    assert_eq!(store.warehouse(owner, shop.id).await.expect("there"), after);
    assert_eq!(store.first_warehouse(owner).await.expect("read"), Some(hall.clone()));
    let rows = |archived| store.warehouses(owner, archived, None, 10);
    assert_eq!(rows(false).await.expect("a page").rows, [hall]);
    assert_eq!(rows(true).await.expect("a page").rows, [after]);
}

pub async fn a_document_moves_its_items_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let (shop, hall) = (warehouse(store, owner, "A").await, warehouse(store, owner, "B").await);
    let low = ItemInput { minimum: Some(dec!(2)), ..ItemInput::default() };
    let chair = item(store, owner, &low).await;
    let receipt = a_document(
        DocumentKind::Receipt,
        (shop, None),
        &[(chair, dec!(3), Some(dec!(10))), (chair, dec!(1), Some(dec!(1.005)))],
    );
    made(store, owner, &receipt).await.expect("confirmed");
    assert_eq!(level(store, owner, chair, shop).await, (dec!(4), dec!(31.01)));
    let again = confirm(store, owner, receipt.id).await;
    let refused = StockRefused::Confirmed("PR20260001".into());
    assert!(matches!(&again, Err(StockError::Refused(it)) if *it == refused), "{again:?}");
    assert_eq!(kind(&store.delete_stock_document(owner, &receipt).await), "conflict");
    let kept = store.stock_document(owner, receipt.id).await.expect("there");
    assert_eq!((kept.status(), kept.version), (DocumentStatus::Confirmed, 2));

    let to_hall = a_document(DocumentKind::Transfer, (shop, Some(hall)), &[(chair, dec!(3), None)]);
    made(store, owner, &to_hall).await.expect("confirmed");
    assert_eq!(level(store, owner, chair, hall).await, (dec!(3), dec!(23.26)));
    let count = a_document(DocumentKind::Count, (hall, None), &[(chair, dec!(1), None)]);
    made(store, owner, &count).await.expect("confirmed");
    let last = a_document(DocumentKind::Issue, (hall, None), &[(chair, dec!(1), None)]);
    made(store, owner, &last).await.expect("confirmed");
    assert_eq!(level(store, owner, chair, hall).await, (dec!(0), dec!(0)));
    sums_agree(store, owner).await;

    let events = subject.events(owner).await;
    let named = |name: &str| events.iter().filter(|event| event.contains(name)).count();
    assert_eq!(named("stock.document_confirmed"), 4);
    assert_eq!(named("stock.level_changed"), 5);
    // the shop by the transfer, the hall by the count; not again by what goes on below
    assert_eq!(named("\"stock.low\""), 2);
    let by = MovementFilter { document: Some(to_hall.id), ..MovementFilter::default() };
    let rows = store.stock_movements(owner, by, None, 10).await.expect("a page").rows;
    assert!(rows.iter().all(|row| row.movement.cause == Cause::Document(to_hall.id)));
    assert_eq!(rows.len(), 2);
}

pub async fn a_cost_has_six_decimals(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let shop = warehouse(store, owner, "A").await;
    let nail = item(store, owner, &ItemInput::default()).await;
    let lines = [(nail, dec!(3000), Some(dec!(0.001234)))];
    let receipt = a_document(DocumentKind::Receipt, (shop, None), &lines);
    made(store, owner, &receipt).await.expect("confirmed");
    let rows = store.stock_levels(owner, LevelFilter::default(), None, 10).await.expect("a page");
    assert_eq!(rows.rows[0].level.cost, dec!(0.001233));
    let issue = a_document(DocumentKind::Issue, (shop, None), &[(nail, dec!(5000), None)]);
    made(store, owner, &issue).await.expect("confirmed");
    assert_eq!(level(store, owner, nail, shop).await, (dec!(-2000), dec!(-2.47)));
}

pub async fn a_count_of_a_past_day_finds_what_was_there_then(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let (shop, hall) = (warehouse(store, owner, "A").await, warehouse(store, owner, "B").await);
    let chair = item(store, owner, &ItemInput::default()).await;
    let today = NOW.date();
    let past = today - Duration::days(5);
    for (kind, at, quantity, day) in [
        (DocumentKind::Receipt, shop, dec!(10), past - Duration::days(1)),
        (DocumentKind::Issue, shop, dec!(1), past),
        (DocumentKind::Issue, shop, dec!(4), past + Duration::days(1)),
        (DocumentKind::Receipt, hall, dec!(50), today),
        (DocumentKind::Count, shop, dec!(8), past),
        (DocumentKind::Count, shop, dec!(4), today),
    ] {
        let cost = (kind == DocumentKind::Receipt).then_some(dec!(2));
        let document = a_document(kind, (at, None), &[(chair, quantity, cost)]);
        made(store, owner, &StockDocument { day, ..document }).await.expect("confirmed");
    }
    // 9 were there and 8 were found: of the 5 of today one is less, as the second count says too
    assert_eq!(level(store, owner, chair, shop).await, (dec!(4), dec!(8)));
    for (day, there) in [(past, dec!(8)), (today, dec!(4))] {
        let rows = store.stock_on(owner, day, Some(shop), None, 10).await.expect("a page").rows;
        assert_eq!(rows.first().map(|row| row.quantity), Some(there), "{day}");
    }
    let counts = MovementFilter { from: Some(past), to: Some(past), ..MovementFilter::default() };
    let moved = store.stock_movements(owner, counts, None, 10).await.expect("a page").rows;
    let mut moved: Vec<_> = moved.into_iter().map(|row| row.movement.quantity).collect();
    moved.sort_unstable();
    assert_eq!(moved, [dec!(-1), dec!(-1)]);
    sums_agree(store, owner).await;
}

pub async fn what_is_refused_moves_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, other) = (organization(store).await, organization(store).await);
    let shop = warehouse(store, owner, "A").await;
    let strict = ItemInput { below_zero: Some(false), ..ItemInput::default() };
    let (loose, chair) =
        (item(store, owner, &ItemInput::default()).await, item(store, owner, &strict).await);
    let events = subject.events(owner).await.len();
    let issue = a_document(
        DocumentKind::Issue,
        (shop, None),
        &[(loose, dec!(1), None), (chair, dec!(1), None)],
    );
    let refused = made(store, owner, &issue).await;
    match &refused {
        Err(StockError::Refused(StockRefused::Invalid(found))) => {
            let found: Vec<_> = found.as_slice().iter().map(|it| (&*it.field, it.kind)).collect();
            assert_eq!(found, [("lines[1].quantity", ViolationKind::StockTooLow)]);
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(store.stock_document(owner, issue.id).await.expect("there"), issue);
    assert_eq!(level(store, owner, loose, shop).await, (dec!(0), dec!(0)));
    assert_eq!(subject.events(owner).await.len(), events);
    assert!(matches!(
        confirm(store, other, issue.id).await,
        Err(StockError::Store(persistence::StoreError::NotFound))
    ));
    // no number was drawn for it
    let right = a_document(DocumentKind::Issue, (shop, None), &[(loose, dec!(1), None)]);
    made(store, owner, &right).await.expect("confirmed");
    let number = store.stock_document(owner, right.id).await.expect("there").number;
    assert_eq!(number.as_deref(), Some("VY20260001"));
    let foreign = a_document(DocumentKind::Issue, (shop, None), &[(chair, dec!(1), None)]);
    assert_eq!(kind(&store.add_stock_document(other, &foreign, None).await), "not found");
}

pub async fn drafts_change_until_they_are_confirmed(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let (shop, hall) = (warehouse(store, owner, "A").await, warehouse(store, owner, "B").await);
    let chair = item(store, owner, &ItemInput::default()).await;
    let counted = |at| a_document(DocumentKind::Count, (at, None), &[(chair, dec!(0), None)]);
    let (first, second, third) = (counted(shop), counted(shop), counted(hall));
    store.add_stock_document(owner, &first, None).await.expect("kept");
    assert_eq!(kind(&store.add_stock_document(owner, &second, None).await), "taken");
    store.add_stock_document(owner, &third, None).await.expect("kept");
    let to_shop = StockDocument { warehouse: shop, version: 2, ..third.clone() };
    assert_eq!(kind(&store.change_stock_document(owner, &to_shop).await), "taken");
    let noted = StockDocument { note: Some("Ž".into()), version: 2, ..third.clone() };
    store.change_stock_document(owner, &noted).await.expect("changed");
    assert_eq!(kind(&store.change_stock_document(owner, &noted).await), "conflict");
    assert_eq!(kind(&store.delete_stock_document(owner, &third).await), "conflict");
    assert_eq!(store.stock_document(owner, third.id).await.expect("there"), noted);
    let none = DocumentFilter::default;
    let filter = |kind, status, warehouse| DocumentFilter { kind, status, warehouse, ..none() };
    for (filter, found) in [
        (filter(None, None, None), 2),
        (filter(Some(DocumentKind::Count), Some(DocumentStatus::Draft), Some(hall)), 1),
        (filter(Some(DocumentKind::Issue), None, None), 0),
        (filter(None, Some(DocumentStatus::Confirmed), None), 0),
        (DocumentFilter { item: Some(chair), ..none() }, 2),
        (DocumentFilter { item: Some(StockItemId(id())), ..none() }, 0),
        (DocumentFilter { number: Some("IN20260001".into()), ..none() }, 0),
        (DocumentFilter { number: Some("\0".into()), ..none() }, 0),
        (DocumentFilter { from: Some(noted.day), to: Some(noted.day), ..none() }, 2),
        (DocumentFilter { from: noted.day.next_day(), ..none() }, 0),
        (DocumentFilter { to: noted.day.previous_day(), ..none() }, 0),
    ] {
        let page = store.stock_documents(owner, &filter, None, 10).await.expect("a page");
        assert_eq!(page.rows.len(), found, "{filter:?}");
    }
    store.delete_stock_document(owner, &noted).await.expect("deleted");
    assert_eq!(kind(&store.stock_document(owner, third.id).await), "not found");
    confirm(store, owner, first.id).await.expect("confirmed");
    store.add_stock_document(owner, &second, None).await.expect("the first is confirmed");
    let number = store.stock_document(owner, first.id).await.expect("there").number;
    let page = store.stock_documents(owner, &DocumentFilter { number, ..none() }, None, 10).await;
    assert_eq!(page.expect("a page").rows.len(), 1);
}

pub async fn a_document_is_kept_with_its_answer(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let shop = warehouse(store, owner, "A").await;
    let chair = item(store, owner, &ItemInput::default()).await;
    let receipt = a_document(DocumentKind::Receipt, (shop, None), &[(chair, dec!(1), None)]);
    let key = lease("stock");
    let claimed = store.claim(owner.into(), &key, fingerprint(1), NOW).await.expect("claimed");
    assert!(matches!(claimed, Decision::Proceed));
    let kept = store.add_stock_document(owner, &receipt, Some((&key, &answer()))).await;
    kept.expect("kept");
    let replayed =
        store.claim(owner.into(), &lease("stock"), fingerprint(1), NOW).await.expect("claimed");
    assert!(matches!(replayed, Decision::Replay(it) if it == answer()));
    // the lease is gone, and with it the confirmation
    let decide = |document: &StockDocument, number: &str, held: &Held| {
        Ok((document.confirm(owner, number, held, NOW)?, answer()))
    };
    let lost = store.confirm_stock_document(owner, receipt.id, (Some(&key), NOW), decide).await;
    assert!(matches!(lost, Err(StockError::Store(persistence::StoreError::LeaseLost))));
    assert_eq!(level(store, owner, chair, shop).await, (dec!(0), dec!(0)));
}
