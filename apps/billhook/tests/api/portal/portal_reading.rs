//! What a person finds on the pages of a company: figures of a year, refusals in their language, lists narrowed down.

use crate::{people::oauth::text, portal::session::Portal, support::*};
use serde_json::json;

on_both!(
    twelve_months_are_a_chart_and_a_table,
    refusals_are_in_the_language_of_the_reader,
    a_refused_page_says_the_id_of_its_request,
    deliveries_are_found_by_event_and_state,
    a_customer_has_their_invoices,
    a_document_is_found_by_its_number,
);

async fn twelve_months_are_a_chart_and_a_table(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    assert!(!portal.page("").await.contains("id=\"year\""), "nothing happened yet");
    let issued = server.sk().issue(&invoice()).await;
    let day = issued.expect(201)["issue_date"].as_str().expect("a day").to_owned();
    let payment = json!({"amount": "23.00", "method": "cash", "date": day});
    let payments = format!("/v1/agent/invoices/{}/payments", issued.created_id());
    server.sk().post(&payments, &payment).await.expect(201);
    let page = portal.page("").await;
    let (_, year) = page.split_once("id=\"year\"").expect("the year");
    let (year, _) = year.split_once("</section>").expect("its end");
    assert!(year.contains("<title id=\"year-title\">") && year.contains("<desc id=\"year-what\">"));
    assert_eq!(year.matches("class=\"middle\"").count(), 12, "{year}");
    // issued and paid, this month alone
    assert_eq!((year.matches("height=\"86\"").count(), year.matches("<rect").count()), (1, 5));
    assert_eq!(year.matches("scope=\"row\"").count(), 12);
    // 2026-11-23 is in the row 11/2026
    let month = format!("{}/{}", day[5..7].trim_start_matches('0'), &day[..4]);
    let rows = year.split("<tr").filter(|row| row.contains(&format!(">{month}<")));
    let rows: Vec<_> = rows.collect();
    assert_eq!(rows.len(), 1, "{month}: {year}");
    assert!(rows[0].contains(">123,00") && rows[0].contains(">23,00"), "{}", rows[0]);
}

async fn refusals_are_in_the_language_of_the_reader(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let form = [("name", "Odberateľ"), ("ico", "12"), ("email", "nie"), ("country", "SK")];
    let refused = portal.post("/customers/new", &form).await;
    let page = text(&refused);
    assert_eq!(refused.status, 422, "{page}");
    assert!(page.contains("musí mať presne 8 číslic"), "{page}");
    assert!(page.contains("nie je e-mailová adresa") && !page.contains("must "), "{page}");
    let invoice = server.sk().issue(&invoice()).await.created_id();
    portal.done(&format!("/invoices/{invoice}/cancel"), &[]).await;
    let refused = portal.post(&format!("/invoices/{invoice}/cancel"), &[]).await;
    let page = text(&refused);
    assert!(page.contains("faktúra je stornovaná"), "{} {page}", refused.status);
    portal.browser.post("/language", &[("language", "en"), ("back", "/portal")]).await;
    let page = text(&portal.post("/customers/new", &form).await);
    assert!(page.contains("must have exactly 8 digits"), "{page}");
}

async fn a_refused_page_says_the_id_of_its_request(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let missing = portal.get("/nothing-is-here").await;
    assert_eq!(missing.status, 404);
    let id = missing.header("x-request-id");
    assert!(!id.is_empty() && text(&missing).contains(&format!("<code>{id}</code>")));
}

async fn deliveries_are_found_by_event_and_state(server: TestServer) {
    let receiver = Receiver::good().await;
    let mut portal = Portal::open(&server).await;
    let events = [("events", "invoice.created"), ("events", "invoice.paid")];
    let form = [&[("url", &*receiver.url), ("once", "a-click")][..], &events[..]].concat();
    assert_eq!(portal.post("/webhooks/new", &form).await.status, 200);
    let list = portal.page("/webhooks").await;
    let mut ids = list.split("/webhooks/").filter_map(|rest| rest.split('"').next());
    let id = ids.find(|id| id.len() == 36).expect("an endpoint");
    let path = format!("/webhooks/{id}");
    portal.done(&format!("{path}/test"), &[("event", "invoice.paid")]).await;
    portal.done(&format!("{path}/test"), &[]).await;
    receiver.wait_for(2).await;
    for (query, rows) in [
        ("", 2),
        ("?event=&state=", 2),
        ("?event=invoice.paid", 1),
        ("?event=invoice.created", 1),
        ("?event=invoice.overdue", 0),
        ("?state=failed", 0),
    ] {
        let page = portal.page(&format!("{path}{query}")).await;
        assert_eq!(page.matches("scope=\"row\"").count(), rows, "{query}: {page}");
    }
    let page = portal.page(&format!("{path}?event=invoice.paid")).await;
    assert!(page.contains("<option value=\"invoice.paid\" selected>"), "{page}");
    assert_eq!(portal.get(&format!("{path}?event=nothing")).await.status, 400);
}

async fn a_customer_has_their_invoices(server: TestServer) {
    let address = customer()["address"].clone();
    let other = json!({"customer": {"name": "Iný odberateľ", "address": address}});
    server.sk().issue(&invoice_with(other)).await.expect(201);
    let made = server.sk().issue(&invoice()).await.expect(201);
    let customer = made["customer"]["id"].as_str().expect("a customer");
    let mut portal = Portal::open(&server).await;
    for page in [format!("/customers/{customer}"), format!("/invoices?customer_id={customer}")] {
        let page = portal.page(&page).await;
        let number = made["invoiceNumber"].as_str().or(made["invoice_number"].as_str());
        assert!(page.contains(number.expect("a number")), "{page}");
        assert_eq!(page.matches("scope=\"row\"").count(), 1, "{page}");
    }
    assert_eq!(portal.page("/invoices").await.matches("scope=\"row\"").count(), 2);
}

async fn a_document_is_found_by_its_number(server: TestServer) {
    let made = server.sk().issue(&invoice()).await.expect(201);
    server.sk().issue(&invoice()).await.expect(201);
    let number = made["invoiceNumber"].as_str().or(made["invoice_number"].as_str());
    let number = number.expect("a number");
    let mut portal = Portal::open(&server).await;
    let page = portal.page(&format!("/search?q={number}")).await;
    assert_eq!(page.matches("scope=\"row\"").count(), 1, "{page}");
    assert!(page.contains(made["id"].as_str().expect("an id")), "{page}");
    let by_name = portal.page("/search?q=dunajsk").await;
    assert!(by_name.contains("/customers/"), "{by_name}");
    for nothing in ["", "?q=", "?q=nic-take"] {
        assert_eq!(portal.page(&format!("/search{nothing}")).await.matches("<table").count(), 0);
    }
    let mut other = Portal::open_at(&server, server.seeded.organizations.cz.org_id).await;
    assert_eq!(other.page(&format!("/search?q={number}")).await.matches("<table").count(), 0);
}
