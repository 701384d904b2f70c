//! Where a document stands, wherever it is shown: by itself, and in the network.

use crate::{portal::session::Portal, support::*};
use runtime::config::Settings;
use serde_json::{Value, json};

on_both!(
    a_list_says_where_a_document_is_in_the_network,
    the_answer_of_the_buyer_stands_beside_the_state,
    the_trail_tells_of_the_network_of_mail_and_of_views,
    what_is_to_be_paid_is_the_sum_of_its_list,
);

/// What stands in the row, or in the heading, that holds this text.
fn part_of<'a>(page: &'a str, tag: &str, held: &str) -> &'a str {
    let (open, close) = (format!("<{tag}"), format!("</{tag}>"));
    let parts = page.split(&*open).skip(1).filter_map(|rest| rest.split(&*close).next());
    parts.into_iter().find(|it| it.contains(held)).unwrap_or_else(|| panic!("{held} in {page}"))
}

/// An invoice that arrived at its customer over the network.
async fn delivered(server: &TestServer, portal: &mut Portal) -> (String, String) {
    let made = server.sk().issue(&invoice()).await.expect(201);
    let name = |member: &str| made[member].as_str().expect("a text").to_owned();
    let (id, number) = (name("id"), name("invoice_number"));
    portal.done(&format!("/invoices/{id}/send"), &[]).await;
    let path = format!("/v1/agent/peppol/status/{id}");
    eventually("delivery", || async {
        let status = server.sk().get(&path).await.expect(200);
        (status["data"]["state"] == "DELIVERED").then_some(())
    })
    .await;
    (id, number)
}

async fn a_list_says_where_a_document_is_in_the_network(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let (id, number) = delivered(&server, &mut portal).await;
    let still = server.sk().issue(&invoice()).await.expect(201);
    let still = still["invoice_number"].as_str().expect("a number");
    let customer = server.sk().get(&format!("/v1/agent/invoices/{id}")).await.expect(200);
    let customer = customer["customer"]["id"].as_str().expect("an id").to_owned();
    let (found, of_one) = (format!("/search?q={number}"), format!("/customers/{customer}"));
    for list in ["/invoices", "", &*found, &*of_one] {
        let page = portal.page(list).await;
        let row = part_of(&page, "tr", &format!(">{number}<"));
        assert!(row.contains("vystavená") && row.contains("doručené"), "{list}: {row}");
    }
    let page = portal.page("/invoices").await;
    let other = part_of(&page, "tr", &format!(">{still}<"));
    assert!(other.contains("vystavená") && !other.contains("doručené"), "{other}");
    // money beside the network: a payment takes nothing away
    let pay = [("amount", "1,00"), ("method", "cash")];
    portal.done(&format!("/invoices/{id}/payments"), &pay).await;
    let page = portal.page("/invoices").await;
    let row = part_of(&page, "tr", &format!(">{number}<"));
    assert!(row.contains("čiastočne uhradené") && row.contains("doručené"), "{row}");
    let page = portal.page(&format!("/invoices/{id}")).await;
    let head = part_of(&page, "h1", "Faktúra");
    assert!(head.contains("čiastočne uhradené") && head.contains("doručené"), "{head}");
}

async fn the_answer_of_the_buyer_stands_beside_the_state(server: TestServer) {
    let mut seller = Portal::open(&server).await;
    seller.done("/settings/responses", &[("receive", "true")]).await;
    let (id, number) = delivered(&server, &mut seller).await;
    let mut buyer = Portal::open_at(&server, server.seeded.organizations.sk_buyer.org_id).await;
    let list = buyer.page("/received").await;
    let received = list.split("/received/").nth(1).and_then(|rest| rest.split('"').next());
    let received = format!("/received/{}", received.expect("a document"));
    let form = format!("{received}/respond");
    let reasons = [("reasons[0].code", "REF"), ("reasons[0].text", "Chýba objednávka")];
    let answer = [&[("response", "rejected")][..], &reasons].concat();
    buyer.done(&form, &answer).await;
    let path = format!("/invoices/{id}");
    let document = format!("/v1/agent/peppol{received}");
    eventually("the answer", || async {
        let document = server.sk_buyer().get(&document).await.expect(200);
        let last = document["data"]["responses"].as_array()?.last()?.clone();
        (last["state"] == "delivered").then_some(())
    })
    .await;
    for list in ["/invoices", ""] {
        let page = seller.page(list).await;
        let row = part_of(&page, "tr", &format!(">{number}<"));
        assert!(row.contains("zamietnut"), "{list}: {row}");
    }
    let page = seller.page(&path).await;
    assert!(part_of(&page, "h1", "Faktúra").contains("zamietnut"), "{page}");
    assert!(page.contains("odberateľ odpovedal: zamietnut"), "{page}");
}

async fn the_trail_tells_of_the_network_of_mail_and_of_views(engine: Engine) {
    let sink = MailSink::new();
    let server = engine.serve(Settings { mail_url: Some(sink.url()), ..settings() }).await;
    let mut portal = Portal::open(&server).await;
    let (id, _) = delivered(&server, &mut portal).await;
    let path = format!("/invoices/{id}");
    let mail = [("language", "sk")];
    portal.done(&format!("{path}/email"), &mail).await;
    let mails = format!("/v1/agent{path}/emails");
    eventually("the mail", || async {
        let mails = server.sk().get(&mails).await.expect(200);
        (mails["data"][0]["state"] == "sent").then_some(())
    })
    .await;
    let made: Value = server.sk().get(&format!("/v1/agent{path}")).await.expect(200);
    let url = made["public_url"].as_str().expect("a link");
    let public = format!("{}/i/{}", server.base_url, url.rsplit('/').next().expect("a token"));
    let opened = http().build().expect("a client").get(public).header("Accept", "text/html");
    assert_eq!(opened.send().await.expect("a page").status(), 200);
    for page in [path.clone(), format!("{path}/trail")] {
        let page = portal.page(&page).await;
        for told in [
            "vystavená",
            "zaradená na odoslanie po sieti",
            "odoslaná po sieti",
            "doručená po sieti",
            // mail of the sandbox goes to the company itself
            "odoslaná e-mailom: fakturacia@billhook.example",
            "odberateľ otvoril odkaz",
        ] {
            assert!(page.contains(told), "{told}: {page}");
        }
    }
    // another's trail is not there
    let mut other = Portal::open_at(&server, server.seeded.organizations.sk_buyer.org_id).await;
    assert_eq!(other.get(&format!("{path}/trail")).await.status, 404);
    let rows = server.sk().get(&format!("/v1/agent{path}/history")).await.expect(200);
    assert_eq!(rows["data"].as_array().map(Vec::len), Some(1), "the history of changes: {rows}");
}

async fn what_is_to_be_paid_is_the_sum_of_its_list(server: TestServer) {
    let sk = server.sk();
    let supplier = json!({"name": "Dodávateľ", "ico": "12345678"});
    let mut made = Vec::new();
    for (number, due, total) in
        [("D-1", "2026-01-15", "10.00"), ("D-2", "2027-12-31", "20.50"), ("D-3", "2026-01-15", "7")]
    {
        let expense = json!({"number": number, "supplier": supplier, "issue_date": "2026-01-01",
            "due_date": due, "total": total, "vat_total": "0.00"});
        made.push(Sending::post(&sk, "/v1/agent/expenses", &expense).await.created_id());
    }
    for id in &made[..2] {
        let approve = format!("/v1/agent/expenses/{id}/approve");
        Sending::post(&sk, &approve, &json!({})).await.expect(200);
    }
    let mut portal = Portal::open(&server).await;
    let pay = [("amount", "0,50"), ("method", "cash")];
    portal.done(&format!("/expenses/{}/payments", made[1]), &pay).await;
    let summary = sk.get("/v1/agent/dashboard/summary").await.expect(200);
    let page = portal.page("").await;
    assert!(page.contains("37,00\u{a0}€"), "10 + 20 + 7, of three: {summary} {page}");
    for (show, rows) in [
        ("show=to_pay", &["D-1", "D-2", "D-3"][..]),
        ("show=overdue", &["D-1", "D-3"]),
        ("show=to_pay&status=pending_approval", &["D-3"]),
    ] {
        let link = format!("{}/expenses?{}\"", portal.path, show.replace('&', "&#38;"));
        assert!(page.contains(&link), "{link}: {page}");
        let list = portal.page(&format!("/expenses?{show}")).await;
        assert_eq!(list.matches("scope=\"row\"").count(), rows.len(), "{show}: {list}");
        assert!(rows.iter().all(|row| list.contains(row)), "{show}: {list}");
    }
}
