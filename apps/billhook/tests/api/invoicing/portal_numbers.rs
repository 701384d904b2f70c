//! The number of an invoice in the portal: it comes with the form, and who types another is asked.

use super::{
    invoice_changes::Changing as _,
    session_invoices::{further, number},
};
use crate::{
    people::oauth::text,
    portal::session::{Portal, typed, without_query},
    support::*,
};
use serde_json::json;

on_both!(the_form_asks_in_words, the_page_of_a_draft_asks_in_words);

/// The value of a field of a page.
fn value_of(page: &str, name: &str) -> String {
    let (_, rest) = page.split_once(&format!("name=\"{name}\"")).expect("a field");
    let (_, rest) = rest.split_once("value=\"").expect("a value");
    rest.split('"').next().expect("an end").to_owned()
}

/// Sends the form of a new invoice.
async fn send(portal: &mut Portal, form: Vec<(&'static str, String)>) -> Answer {
    let form: Vec<_> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
    portal.post("/invoices/new", &form).await
}

async fn the_form_asks_in_words(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let page = portal.page("/invoices/new").await;
    let expected = value_of(&page, "expected_number");
    assert_eq!(value_of(&page, "invoice_number"), expected);
    let proforma = portal.page("/invoices/new?type=proforma").await;
    assert!(value_of(&proforma, "invoice_number").starts_with("ZF1"), "{proforma}");

    let jump = further(&expected, 8);
    let form = |done: &'static str, number: &str| -> Vec<(&'static str, String)> {
        let fields = typed(done, "Nový odberateľ s. r. o.");
        let mut form: Vec<_> = fields.into_iter().map(|(n, v)| (n, v.to_owned())).collect();
        form.extend([("note", "nestratí sa".to_owned()), ("once", format!("{done} {number}"))]);
        form.extend([("invoice_number", number.to_owned()), ("expected_number", expected.clone())]);
        form
    };
    let question = send(&mut portal, form("issue", &jump)).await;
    let page = text(&question);
    assert_eq!(question.status, 422, "{page}");
    for said in [
        "role=\"alert\"",
        &*jump,
        &*expected,
        &*further(&jump, 1),
        "nestratí sa",
        "Nový odberateľ",
        "value=\"exception\"",
        "value=\"advance\"",
        "Len pre tento doklad",
        "Pokračovať od neho",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
    assert_eq!(value_of(&page, "invoice_number"), jump);
    // counting what was typed asks nothing
    let counted = send(&mut portal, form("preview", &jump)).await;
    assert_eq!(counted.status, 200, "{}", text(&counted));
    // back: one answer only
    let back = text(&send(&mut portal, form("issue", "2026/1")).await);
    assert!(back.contains("value=\"exception\"") && !back.contains("value=\"advance\""), "{back}");
    // the answer issues it, and the number as it came draws from the series
    let made = send(&mut portal, form("advance", &jump)).await;
    assert_eq!(made.status, 303, "{}", text(&made));
    let location = made.header("location").rsplit('/').next().expect("an id").to_owned();
    let id = without_query(&location).to_owned();
    assert_eq!(number(&server.sk().invoice(&id).await), jump);
    let made = send(&mut portal, form("issue", &expected)).await;
    let location = made.header("location").rsplit('/').next().expect("an id").to_owned();
    let id = without_query(&location).to_owned();
    assert_eq!(number(&server.sk().invoice(&id).await), further(&jump, 1));
    // a draft keeps no number: it is said at the field
    let draft = send(&mut portal, form("draft", "2026/9")).await;
    assert_eq!(draft.status, 422);
    assert!(text(&draft).contains("f-invoice_number-fault"), "{}", text(&draft));
}

async fn the_page_of_a_draft_asks_in_words(server: TestServer) {
    let id = server.sk().issue(&invoice_with(json!({"draft": true}))).await.created_id();
    let mut portal = Portal::open(&server).await;
    let path = format!("/invoices/{id}");
    let page = portal.page(&path).await;
    let expected = value_of(&page, "expected_number");
    let jump = further(&expected, 5);
    let form =
        |done, number| [("do", done), ("expected_number", &*expected), ("invoice_number", number)];
    let issue = format!("{path}/issue");
    let question = portal.post(&issue, &form("issue", &jump)).await;
    let page = text(&question);
    assert_eq!(question.status, 422, "{page}");
    for said in [&*further(&jump, 1), "Len pre tento doklad", "Pokračovať od neho"] {
        assert!(page.contains(said), "{said}: {page}");
    }
    let wrong = portal.post(&issue, &form("advance", "2026/7")).await;
    assert_eq!(wrong.status, 422, "{}", text(&wrong));
    let answered = [("do", "exception"), ("invoice_number", &*jump)];
    assert_eq!(portal.done(&issue, &answered).await, format!("{path}?done=issued"));
    assert_eq!(number(&server.sk().invoice(&id).await), jump);
    assert_eq!(number(&server.sk().issue(&invoice()).await.expect(201)), expected);
}
