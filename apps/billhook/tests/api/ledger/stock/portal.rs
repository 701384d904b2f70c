//! The pages of the stock: a draft in the browser, what moved, what was there on a day, and items that are looked for.

use super::{DOCUMENTS, ITEMS, WAREHOUSES, confirmed, made, stocked};
use crate::{
    people::oauth::text,
    portal::session::{Portal, without_query},
    support::*,
};
use serde_json::json;

on_both!(
    a_draft_of_a_document_is_changed_in_the_browser,
    movements_and_the_inventory_are_shown,
    an_item_of_the_stock_is_found_in_its_line,
);

async fn a_draft_of_a_document_is_changed_in_the_browser(server: TestServer) {
    let sk = server.sk();
    let (item, warehouse) = stocked(&sk, json!({"name": "Stolička"})).await;
    let mut portal = Portal::open(&server).await;
    let line = json!({"item_id": item, "quantity": "2.5"});
    let draft = json!({"type": "issue", "warehouse_id": warehouse, "lines": [line]});
    let id = made(&sk, DOCUMENTS, draft).await;
    let path = format!("/stock/documents/{id}");
    assert!(portal.page(&path).await.contains(&format!("{path}/edit\"")));
    let page = portal.page(&format!("{path}/edit")).await;
    let chosen = format!("<option value=\"{item}\" selected>");
    assert!(page.contains(&chosen) && page.contains("value=\"2,5\""), "{page}");
    assert!(!page.contains("value=\"receipt\""), "it stays an issue: {page}");
    let form = |version, quantity| {
        [
            ("version", version),
            ("type", "issue"),
            ("warehouse_id", &*warehouse),
            ("date", "2026-03-01"),
            ("note", "Poškodené"),
            ("item_id", &*item),
            ("quantity", quantity),
        ]
    };
    let edit = format!("{path}/edit");
    assert_eq!(without_query(&portal.done(&edit, &form("1", "4")).await), path);
    let page = portal.page(&path).await;
    assert!(page.contains("Poškodené") && page.contains(">4<"), "{page}");
    for (version, quantity) in [("1", "5"), ("2", "-5"), ("2", "1000000000")] {
        let refused = portal.post(&edit, &form(version, quantity)).await;
        assert_eq!(refused.status, 422, "{version} {quantity}: {}", text(&refused));
        let page = text(&refused);
        assert!(page.contains("role=\"alert\""), "{page}");
        assert!(page.contains(&format!("value=\"{quantity}\"")), "as it was typed: {page}");
    }
    portal.done(&format!("{path}/confirm"), &[]).await;
    assert_eq!(portal.get(&edit).await.status, 409, "a confirmed document stays");
    assert_eq!(portal.post(&edit, &form("3", "1")).await.status, 409);
    assert!(!portal.page(&path).await.contains(&edit));

    let other = portal.done("/stock/documents/new", &form("", "1")).await;
    let path = without_query(&other).to_owned();
    portal.done(&format!("{path}/delete"), &[]).await;
    assert_eq!(portal.get(&path).await.status, 404);
}

async fn movements_and_the_inventory_are_shown(server: TestServer) {
    let sk = server.sk();
    let (chair, shop) = stocked(&sk, json!({"name": "Stolička", "sku": "S-1"})).await;
    let hall = made(&sk, WAREHOUSES, json!({"name": "Hala"})).await;
    let table = made(&sk, ITEMS, json!({"name": "Stôl <b>"})).await;
    let receipt = |item: &str, day: &str| {
        let line = json!({"item_id": item, "quantity": "1.5", "unit_cost": "3"});
        json!({"type": "receipt", "warehouse_id": hall, "date": day, "lines": [line]})
    };
    for _ in 0..51 {
        confirmed(&sk, receipt(&table, "2026-03-01")).await;
    }
    let mut portal = Portal::open(&server).await;
    let rows = |page: &str| page.matches("scope=\"row\"").count();
    let first = portal.page("/stock/movements").await;
    assert!(rows(&first) == 50 && first.contains("after="), "{first}");
    assert!(first.contains("Stôl &#60;b&#62;") && first.contains("4,50"), "{first}");
    for (query, expected) in [
        (format!("item={chair}"), 1),
        (format!("warehouse={shop}"), 1),
        (format!("item={chair}&warehouse={hall}"), 0),
        ("date_to=2026-02-28".to_owned(), 0),
        ("date_from=2026-03-02&date_to=".to_owned(), 1),
        (format!("item={hall}"), 0),
    ] {
        let page = portal.page(&format!("/stock/movements?{query}")).await;
        assert_eq!(rows(&page), expected, "{query}: {page}");
    }
    // the way from an item to what moved it
    let page = portal.page(&format!("/stock/items/{chair}")).await;
    assert!(page.contains(&format!("/stock/movements?item={chair}")), "{page}");

    let page = portal.page("/stock/inventory?on=2026-03-01").await;
    assert!(rows(&page) == 1 && page.contains("76,5") && page.contains("229,50"), "{page}");
    let page = portal.page("/stock/inventory").await;
    assert!(rows(&page) == 2 && page.contains("S-1"), "{page}");
    let page = portal.page(&format!("/stock/inventory?warehouse={shop}")).await;
    assert!(rows(&page) == 1 && page.contains("100,00"), "{page}");
    for wrong in ["movements?date_from=x", "movements?item=1", "inventory?on=x", "inventory?x=1"] {
        assert_eq!(portal.get(&format!("/stock/{wrong}")).await.status, 400, "{wrong}");
    }
    let mut other = Portal::open_at(&server, server.seeded.organizations.sk_buyer.org_id).await;
    assert_eq!(rows(&other.page(&format!("/stock/movements?item={chair}")).await), 0);
    let theirs = format!("/stock/movements?warehouse={shop}");
    assert_eq!(other.get(&theirs).await.status, 404);
}

async fn an_item_of_the_stock_is_found_in_its_line(server: TestServer) {
    let sk = server.sk();
    let (wanted, warehouse) = stocked(&sk, json!({"name": "Žltá stolička", "sku": "ZLTA-1"})).await;
    for n in 2..25 {
        made(&sk, ITEMS, json!({"name": format!("Lak {n}"), "sku": format!("L-{n}")})).await;
    }
    let mut portal = Portal::open(&server).await;
    for form in ["/stock/documents/new", "/invoices/new"] {
        let page = portal.page(form).await;
        assert!(page.contains("name=\"find_item\"") && !page.contains(&wanted), "{form}: {page}");
    }
    for find in ["zlta", "ZLTA-1", "zlta-1", "stolicka"] {
        let options = portal.get(&format!("/stock/items/options?find_item={find}")).await;
        let shown = text(&options);
        assert_eq!(options.status, 200, "{shown}");
        let chosen = format!("value=\"{wanted}\" selected");
        assert!(shown.contains(&chosen) && !shown.contains("<html"), "{find}: {shown}");
    }
    let none = text(&portal.get("/stock/items/options?find_item=nikto").await);
    assert_eq!(none.matches("<option").count(), 1, "no item: {none}");
    assert_eq!(portal.get("/stock/items/options?nothing=1").await.status, 400);
    let chosen = format!("/stock/items/options?find_item=lak&item_id={wanted}");
    let shown = text(&portal.get(&chosen).await);
    assert!(shown.contains(&format!("value=\"{wanted}\" selected")), "it stays: {shown}");
    let mut other = Portal::open_at(&server, server.seeded.organizations.sk_buyer.org_id).await;
    let theirs = format!("/stock/items/options?find_item=zlta&item_id={wanted}");
    assert!(!text(&other.get(&theirs).await).contains(&wanted));

    // without a script: whoever types a name and saves finds it in its line, and loses nothing
    let form = [
        ("type", "receipt"),
        ("warehouse_id", &*warehouse),
        ("note", "Ďakujeme"),
        ("find_item", ""),
        ("found_item", ""),
        ("item_id", ""),
        ("quantity", ""),
        ("find_item", "zlta"),
        ("found_item", ""),
        ("item_id", ""),
        ("quantity", "7,5"),
    ];
    let shown = text(&portal.post("/stock/documents/new", &form).await);
    let (_, second) = shown.split_once("id=\"l1-item_id\"").expect("a second line");
    let second = second.split("</select>").next().expect("its choices");
    assert!(second.contains(&format!("value=\"{wanted}\" selected")), "{second}");
    assert!(shown.contains("Ďakujeme") && shown.contains("value=\"7,5\""), "{shown}");
    let list = sk.get(&format!("{DOCUMENTS}?status=draft")).await.expect(200);
    assert_eq!(list["data"], json!([]), "nothing was kept");
}
