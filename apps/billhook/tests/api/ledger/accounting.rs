//! The accounting program over HTTP: linked, written into once and in order, tried again.

use crate::{ledger::expenses::expense, portal::session::Portal, support::*};
use reqwest::Method;
use serde_json::{Value, json};

on_both!(
    a_program_gets_everything_once,
    what_is_refused_is_tried_again,
    a_program_that_was_down_gets_everything,
    links_are_checked_and_belong_to_a_mode,
    a_pohoda_fetches_and_answers,
    people_link_a_program_and_see_what_it_said,
);

const PATH: &str = "/v1/agent/accounting-program";

async fn link(caller: &Caller, body: &Value) -> Answer {
    caller.send(Method::PUT, PATH, body.to_string().into_bytes()).await
}

/// A link to this program, of everything that is issued from this year on.
fn pohoda(program: &Mserver) -> Value {
    json!({
        "kind": "pohoda_mserver", "url": program.url, "user": "Billhook", "secret": "tajné heslo",
        "from_date": "2026-01-01",
    })
}

/// The postings of a state.
async fn postings(caller: &Caller, status: &str) -> Vec<Value> {
    let list = caller.get(&format!("{PATH}/postings?status={status}&limit=100")).await.expect(200);
    list["data"].as_array().expect("a list").clone()
}

/// Once so many have this state.
async fn until(caller: &Caller, status: &str, count: usize) -> Vec<Value> {
    eventually("postings", || async {
        let found = postings(caller, status).await;
        (found.len() >= count).then_some(found)
    })
    .await
}

/// Has the job of the link run: a link that is saved is looked at.
async fn look(caller: &Caller, program: &Mserver) {
    link(caller, &pohoda(program)).await.expect(200);
}

async fn a_program_gets_everything_once(server: TestServer) {
    let (sk, program) = (server.sk(), Mserver::start().await);
    let issued = sk.issue(&invoice_with(json!({"issue_date": "2026-01-05"}))).await.created_id();
    let owed = sk.post("/v1/agent/expenses", &expense("1")).await.created_id();
    sk.post(&format!("/v1/agent/expenses/{owed}/approve"), &json!({})).await.expect(200);
    let made = link(&sk, &pohoda(&program)).await.expect(200)["data"].clone();
    assert_eq!((&made["kind"], &made["user"]), (&json!("pohoda_mserver"), &json!("Billhook")));
    assert!(made.get("secret").is_none());
    let created = until(&sk, "created", 2).await;
    assert!(created.iter().all(|posting| posting["program_id"].is_string()));
    let offset = json!({"invoice_id": issued, "expense_id": owed, "amount": "10"});
    let set_off = sk.post("/v1/agent/offsets", &offset).await.expect(201)["data"].clone();
    assert_eq!(set_off["accounting_program"]["status"], "pending");
    look(&sk, &program).await;
    until(&sk, "created", 3).await;
    let id = set_off["id"].as_str().expect("an id");
    let after = sk.get(&format!("/v1/agent/offsets/{id}")).await.expect(200);
    assert_eq!(after["data"]["accounting_program"], json!({"status": "created", "reason": null}));
    assert_eq!(program.made(), [&*issued, &*owed, id].map(str::to_owned), "in order, once");
    let link = sk.get(PATH).await.expect(200);
    assert!(link["data"]["answered_at"].is_string() && link["data"]["error"].is_null());
    let tested = sk.post(&format!("{PATH}/test"), &json!({})).await.expect(200);
    assert_eq!(tested["data"]["ok"], true);
    assert_eq!(sk.send(Method::DELETE, PATH, Vec::new()).await.status, 204);
    assert_eq!(sk.get(PATH).await.status, 404);
}

async fn what_is_refused_is_tried_again(server: TestServer) {
    let (sk, program) = (server.sk(), Mserver::start().await);
    let bad = sk.issue(&invoice_with(json!({"issue_date": "2026-01-05"}))).await.created_id();
    sk.issue(&invoice_with(json!({"issue_date": "2026-01-05"}))).await.created_id();
    program.refuse(Some(&bad));
    link(&sk, &pohoda(&program)).await.expect(200);
    let failed = until(&sk, "failed", 1).await.remove(0);
    assert_eq!(failed["reason"], "Obdobie je uzavreté");
    until(&sk, "created", 1).await;
    let retry = format!("{PATH}/postings/{}/retry", failed["id"].as_str().expect("an id"));
    let live = server.sk_live();
    assert_eq!(live.post(&retry, &json!({})).await.status, 404, "of the other mode");
    program.refuse(None);
    let again = sk.post(&retry, &json!({})).await.expect(200);
    assert_eq!(again["data"]["status"], "pending");
    until(&sk, "created", 2).await;
    assert_eq!(program.made().len(), 2);
    assert_eq!(sk.post(&retry, &json!({})).await.status, 409, "it was created");
}

async fn a_program_that_was_down_gets_everything(server: TestServer) {
    let (sk, program) = (server.sk(), Mserver::start().await);
    program.set_down(true);
    let first = sk.issue(&invoice_with(json!({"issue_date": "2026-01-05"}))).await.created_id();
    link(&sk, &pohoda(&program)).await.expect(200);
    eventually("the failure is known", || async {
        let link = sk.get(PATH).await.expect(200);
        link["data"]["error"].is_string().then_some(())
    })
    .await;
    let waits = postings(&sk, "pending").await;
    assert!(waits[0]["reason"].as_str().is_some_and(|why| why.contains("cannot be reached")));
    let second = sk.issue(&invoice_with(json!({"issue_date": "2026-01-05"}))).await.created_id();
    program.set_down(false);
    // the work is done and the answer lost: it is made no second time
    program.lose_an_answer();
    look(&sk, &program).await;
    eventually("the answer is lost", || async { (!program.made().is_empty()).then_some(()) }).await;
    look(&sk, &program).await;
    until(&sk, "created", 2).await;
    assert_eq!(program.made(), [first, second]);
}

async fn links_are_checked_and_belong_to_a_mode(server: TestServer) {
    let sk = server.sk();
    for (body, fields) in [
        (json!({}), vec!["kind"]),
        (json!({"kind": "omega"}), vec!["kind"]),
        (json!({"kind": "pohoda_mserver"}), vec!["url", "user"]),
        (json!({"kind": "pohoda_mserver", "url": "http://10.0.0.1", "user": "a"}), vec!["url"]),
        (json!({"kind": "sapi_sk", "user": "a"}), vec!["user"]),
        (json!({"kind": "sapi_sk", "from_date": "2999-01-01"}), vec!["from_date"]),
    ] {
        let answer = link(&sk, &body).await;
        assert_eq!(answer.status, 400, "{body}");
        let details = answer.json()["error"]["details"].clone();
        let named: Vec<_> = details.as_array().expect("details").iter().collect();
        let named: Vec<_> = named.iter().map(|it| it["field"].as_str().expect("a field")).collect();
        assert_eq!(named, fields, "{body}");
    }
    assert_eq!(sk.get(&format!("{PATH}/postings")).await.status, 404);
    let own = json!({"kind": "pohoda_mserver", "url": "https://pohoda.example.com", "user": "a"});
    let with = |member: &str, text: &str| {
        let mut body = own.clone();
        body[member] = json!(text);
        body
    };
    link(&sk, &with("secret", "heslo")).await.expect(200);
    link(&sk, &own).await.expect(200);
    let moved = link(&sk, &with("url", "https://evil.example.com")).await;
    assert_eq!(fields(&assert_error(&moved, 400, "VALIDATION_ERROR")), ["secret"]);
    let rotate = sk.post(&format!("{PATH}/rotate-token"), &json!({})).await;
    assert_error(&rotate, 409, "CONFLICT");
    assert_eq!(sk.send(Method::DELETE, PATH, Vec::new()).await.status, 204);
    link(&sk, &json!({"kind": "sapi_sk"})).await.expect(200);
    assert_eq!(link(&sk, &json!({"kind": "pohoda_fetch"})).await.status, 409);
    assert_eq!(server.sk_live().get(PATH).await.status, 404);
    assert_eq!(server.sk_buyer().get(PATH).await.status, 404);
}

async fn a_pohoda_fetches_and_answers(server: TestServer) {
    let sk = server.sk();
    let body = json!({"kind": "pohoda_fetch", "from_date": "2026-01-01"});
    let made = link(&sk, &body).await.expect(200)["data"].clone();
    let url = made["fetch_url"].as_str().expect("an address").to_owned();
    let again = link(&sk, &body).await.expect(200)["data"].clone();
    assert!(again["fetch_url"].is_null(), "it is shown once");
    let issued = sk.issue(&invoice_with(json!({"issue_date": "2026-01-05"}))).await.created_id();
    let client = reqwest::Client::new();
    let pack = client.get(&url).send().await.expect("an answer");
    assert_eq!(pack.status(), 200);
    assert!(pack.text().await.expect("a text").contains(&issued));
    let posting = postings(&sk, "pending").await[0]["id"].as_str().expect("an id").to_owned();
    let answer = format!(
        "<r:responsePack xmlns:r=\"urn:r\" version=\"2.0\" id=\"1\" state=\"ok\"><r:responsePackItem \
         id=\"{posting}\" state=\"ok\"><r:a state=\"ok\"><r:producedDetails><r:id>7</r:id></r:producedDetails>\
         </r:a></r:responsePackItem></r:responsePack>"
    );
    let taken = client.post(&url).body(answer).send().await.expect("an answer");
    assert_eq!(taken.status(), 200);
    assert_eq!(postings(&sk, "created").await[0]["program_id"], "7");
    assert_eq!(client.get(&url).send().await.expect("an answer").status(), 204);
    let bad = client.post(&url).body("<html>").send().await.expect("an answer");
    assert_eq!(bad.status(), 400);
    let other = format!("{}x", url);
    assert_eq!(client.get(&other).send().await.expect("an answer").status(), 404);
    // an answer is as large as what was fetched makes it, and not larger
    let large = |bytes: usize| client.post(&url).body("<".repeat(bytes)).send();
    assert_eq!(large(100 * 1024).await.expect("an answer").status(), 400, "it is read");
    assert_eq!(large(2 * 1024 * 1024).await.expect("an answer").status(), 413);
    let rotated = sk.post(&format!("{PATH}/rotate-token"), &json!({})).await.expect(200);
    let second = rotated["data"]["fetch_url"].as_str().expect("an address").to_owned();
    assert_eq!(client.get(&url).send().await.expect("an answer").status(), 404);
    assert_eq!(client.get(&second).send().await.expect("an answer").status(), 204);
    assert_eq!(
        server.sk_live().post(&format!("{PATH}/rotate-token"), &json!({})).await.status,
        404
    );
}

async fn people_link_a_program_and_see_what_it_said(server: TestServer) {
    let (sk, program) = (server.sk(), Mserver::start().await);
    let bad = sk.issue(&invoice_with(json!({"issue_date": "2026-01-05"}))).await.created_id();
    program.refuse(Some(&bad));
    let mut portal = Portal::open(&server).await;
    assert!(portal.page("/settings/accounting").await.contains("Účtovný program"));
    let wrong = [("kind", "pohoda_mserver"), ("url", "nie")];
    let refused = portal.post("/settings/accounting", &wrong).await;
    assert_eq!(refused.status, 422);
    let form = [
        ("kind", "pohoda_mserver"),
        ("url", &*program.url),
        ("user", "Billhook"),
        ("secret", "tajné heslo"),
        ("from_date", "2026-01-01"),
    ];
    let saved = portal.done("/settings/accounting", &form).await;
    assert_eq!(saved, "/settings/accounting?done=saved");
    let failed = until(&sk, "failed", 1).await.remove(0);
    let page = portal.page("/settings/accounting").await;
    assert!(page.contains(&program.url) && !page.contains("tajné heslo"), "{page}");
    let tested = portal.post("/settings/accounting/test", &[]).await;
    assert_eq!(tested.status, 200);
    let list = portal.page("/settings/accounting/postings?status=failed&type=").await;
    assert!(list.contains("Obdobie je uzavreté"), "{list}");
    program.refuse(None);
    let id = failed["id"].as_str().expect("an id");
    let one = format!("/settings/accounting/postings/{id}");
    assert!(portal.page(&one).await.contains("Obdobie je uzavreté"));
    portal.done(&format!("{one}/retry"), &[]).await;
    until(&sk, "created", 1).await;
    portal.done("/settings/accounting/unlink", &[]).await;
    assert_eq!(sk.get(PATH).await.status, 404);
}
