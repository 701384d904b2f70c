//! A customer is looked for, with a script and without one, and the list says what each was invoiced.

use crate::{people::oauth::text, portal::session::Portal, support::*};
use serde_json::json;

on_both!(
    a_customer_beyond_the_first_twenty_is_found,
    whoever_types_a_name_and_saves_finds_and_loses_nothing,
    the_list_of_customers_says_what_they_were_invoiced,
);

/// A customer of this name and IČO, by an invoice.
async fn customer(server: &TestServer, name: &str, ico: &str) -> String {
    let mut body = invoice();
    body["customer"] = json!({"name": name, "ico": ico,
        "address": {"street": "Dlhá 2", "city": "Nitra", "postalCode": "949 01", "country": "SK"}});
    let made = server.sk().issue(&body).await.expect(201);
    made["customer"]["id"].as_str().expect("an id").to_owned()
}

async fn a_customer_beyond_the_first_twenty_is_found(server: TestServer) {
    let wanted = customer(&server, "Žilinská píla, a. s.", "36000001").await;
    for number in 2..25 {
        customer(&server, &format!("Odberateľ {number}"), &format!("360000{number:02}")).await;
    }
    let mut portal = Portal::open(&server).await;
    let page = portal.page("/invoices/new").await;
    assert!(!page.contains(&wanted), "the last used come first: {page}");
    assert!(page.contains("napíšte viac") && page.contains("value=\"find\""), "{page}");
    for find in ["zilinsk", "pila", "36000001", "3600000"] {
        let options = portal.get(&format!("/customers/options?nobody=customer&find={find}")).await;
        let shown = text(&options);
        assert_eq!(options.status, 200, "{shown}");
        assert!(shown.contains(&wanted) && !shown.contains("<html"), "{find}: {shown}");
    }
    let none = text(&portal.get("/customers/options?nobody=customer&find=nikto").await);
    assert_eq!(none.matches("<option").count(), 1, "the new one: {none}");
    for wrong in ["?nobody=x", "?find=a&nothing=1"] {
        let refused = portal.get(&format!("/customers/options{wrong}")).await;
        assert_eq!(refused.status, 400, "{wrong}");
    }
    let mut other = Portal::open_at(&server, server.seeded.organizations.sk_buyer.org_id).await;
    let theirs = text(&other.get("/customers/options?find=zilinsk").await);
    assert!(!theirs.contains(&wanted), "{theirs}");
    // one that is chosen stays offered, whatever is looked for
    let chosen = format!("/customers/options?find=nikto&customer_id={wanted}");
    let shown = text(&portal.get(&chosen).await);
    assert!(shown.contains(&format!("value=\"{wanted}\" selected")), "{shown}");
}

async fn whoever_types_a_name_and_saves_finds_and_loses_nothing(server: TestServer) {
    let wanted = customer(&server, "Tatranská kuchyňa", "36000001").await;
    customer(&server, "Iný odberateľ", "36000002").await;
    let mut portal = Portal::open(&server).await;
    for what in ["find", "issue"] {
        let form = [
            ("do", what),
            ("find", "tatranska"),
            ("found", ""),
            ("note", "Ďakujeme"),
            ("description", "Práca <b>"),
            ("quantity", "2,5"),
            ("unit_price", "40"),
            ("vat_rate", "23"),
            ("tax_treatment", "domestic"),
        ];
        let shown = text(&portal.post("/invoices/new", &form).await);
        let chosen = format!("value=\"{wanted}\" selected");
        assert!(shown.contains(&chosen), "{what}: the only one is chosen: {shown}");
        for typed in ["Ďakujeme", "Práca &#60;b&#62;", "2,5", "value=\"tatranska\""] {
            assert!(shown.contains(typed), "{what}: {typed}: {shown}");
        }
    }
    let list = server.sk().get("/v1/agent/invoices").await.expect(200);
    assert_eq!(list["data"].as_array().map(Vec::len), Some(2), "nothing was issued");
    for (page, field) in [("/contracts/new", "customer_id"), ("/expenses/new", "supplier_id")] {
        let shown = portal.page(page).await;
        assert!(shown.contains("name=\"find\""), "{page}");
        let form = [("do", "find"), ("find", "36000001"), ("found", "")];
        let shown = text(&portal.post(page, &form).await);
        assert!(shown.contains(&format!("name=\"{field}\"")), "{page}: {shown}");
        assert!(shown.contains(&format!("value=\"{wanted}\" selected")), "{page}: {shown}");
    }
}

async fn the_list_of_customers_says_what_they_were_invoiced(server: TestServer) {
    let first = customer(&server, "Prvý", "36000001").await;
    let mut body = invoice();
    body.as_object_mut().expect("a body").remove("customer");
    body["customer_id"] = json!(first);
    let paid = server.sk().issue(&body).await.expect(201);
    let mut portal = Portal::open(&server).await;
    let amount = paid["total"].as_str().expect("a total").replace('.', ",");
    let path = format!("/invoices/{}/payments", paid["id"].as_str().expect("an id"));
    portal.done(&path, &[("amount", &*amount), ("method", "cash")]).await;
    let page = portal.page("/customers").await;
    let row = page.split("<tr").find(|row| row.contains(&first)).expect("the customer");
    assert!(row.contains(">2<"), "documents: {row}");
    assert!(row.contains(&format!("{amount}\u{a0}€")), "owes the other one: {row}");
}
