//! What an owner looks at.

use crate::{ledger::expenses::expense, support::*};
use reqwest::Method;
use serde_json::{Value, json};
use time::{Duration, OffsetDateTime};

on_both!(
    the_summary_adds_up_what_was_issued_and_paid,
    what_is_due_to_suppliers_is_counted_once,
    onboarding_says_what_is_missing,
    a_key_without_the_scope_is_refused,
);

const SUMMARY: &str = "/v1/agent/dashboard/summary";
const ONBOARDING: &str = "/v1/agent/dashboard/onboarding";

/// An invoice over 100 and 23 of VAT.
async fn issue(caller: &Caller, changes: Value) -> String {
    caller.issue(&invoice_with(changes)).await.created_id()
}

async fn the_summary_adds_up_what_was_issued_and_paid(server: TestServer) {
    let sk = server.sk();
    let empty = sk.get(SUMMARY).await.expect(200);
    assert_eq!((&empty["open"]["count"], &empty["vat_this_month"]), (&json!(0), &json!([])));
    assert_eq!(empty["open"]["home_amount"], "0.00");
    let today = service_day::date(OffsetDateTime::now_utc());
    assert_eq!(
        (&empty["date"], &empty["home_currency"]),
        (&json!(today.to_string()), &json!("EUR"))
    );

    let first = issue(&sk, json!({})).await;
    issue(&sk, json!({"already_paid": true})).await;
    issue(&sk, json!({"currency": "USD", "exchange_rate": "1.25"})).await;
    let past = json!({"issue_date": (today - Duration::days(40)).to_string(), "due_days": 10});
    issue(&sk, past).await;
    issue(&sk, json!({"type": "proforma"})).await;
    let body = json!({"amount": "23.00", "method": "cash"});
    sk.post(&format!("/v1/agent/invoices/{first}/payments"), &body).await.expect(201);

    let shown = sk.get(SUMMARY).await.expect(200);
    let open = &shown["open"];
    // 100 + 123 in euros, 123 / 1.25 of the dollars
    assert_eq!((&open["count"], &open["home_amount"]), (&json!(3), &json!("321.40")));
    let sums = json!([
        {"currency": "EUR", "count": 2, "amount": "223.00"},
        {"currency": "USD", "count": 1, "amount": "123.00"}]);
    assert_eq!(open["by_currency"], sums);
    assert_eq!(
        (&shown["overdue"]["count"], &shown["overdue"]["home_amount"]),
        (&json!(1), &json!("123.00"))
    );
    assert_eq!(
        (&shown["paid_this_month"]["count"], &shown["paid_this_month"]["home_amount"]),
        (&json!(2), &json!("146.00"))
    );
    let vat = json!([{
        "vat_rate": 23,
        "by_currency": [
            {"currency": "EUR", "taxable_amount": "200.00", "tax_amount": "46.00"},
            {"currency": "USD", "taxable_amount": "100.00", "tax_amount": "23.00"}],
        "home_taxable_amount": "280.00", "home_tax_amount": "64.40"}]);
    assert_eq!(shown["vat_this_month"], vat);
    let other = server.sk_buyer().get(SUMMARY).await.expect(200);
    assert_eq!(other["open"]["count"], 0, "of others nothing is shown");
}

async fn what_is_due_to_suppliers_is_counted_once(server: TestServer) {
    let sk = server.sk();
    let today = service_day::date(OffsetDateTime::now_utc()).to_string();
    let due = async |caller: &Caller| {
        let due = caller.get(SUMMARY).await.expect(200)["received_due_this_month"].clone();
        (due["count"].clone(), due["home_amount"].clone())
    };
    assert_eq!(due(&sk).await, (json!(0), json!("0.00")));
    let mut body = expense("1");
    (body["total"], body["vat_breakdown"]) = (json!("50.00"), Value::Null);
    (body["issue_date"], body["due_date"]) = (json!(today), json!(today));
    let id = sk.post("/v1/agent/expenses", &body).await.created_id();
    assert_eq!(due(&sk).await, (json!(1), json!("50.00")), "not approved yet, but owed");
    sk.post(&format!("/v1/agent/expenses/{id}/approve"), &json!({})).await.expect(200);
    let pay = json!({"amount": "20.00", "method": "cash"});
    sk.post(&format!("/v1/agent/expenses/{id}/payments"), &pay).await.expect(201);
    assert_eq!(due(&sk).await, (json!(1), json!("30.00")));
    assert_eq!(due(&server.sk_buyer()).await, (json!(0), json!("0.00")));
    let pay = json!({"amount": "30.00", "method": "cash"});
    sk.post(&format!("/v1/agent/expenses/{id}/payments"), &pay).await.expect(201);
    assert_eq!(due(&sk).await, (json!(0), json!("0.00")));
}

fn missing(shown: &Value) -> Vec<&str> {
    let steps = shown["steps"].as_array().expect("steps").iter();
    let missing = steps.filter(|step| step["status"] == "missing");
    missing.map(|step| step["code"].as_str().expect("a code")).collect()
}

async fn onboarding_says_what_is_missing(server: TestServer) {
    let (test, key) = (server.sk(), &server.seeded.organizations.sk.live_key);
    let live = test.clone().with_key(Some(key));
    let shown = live.get(ONBOARDING).await.expect(200);
    assert_eq!((&shown["mode"], &shown["ready"]), (&json!("live"), &json!(false)));
    assert!(missing(&shown).contains(&"peppol_registration"), "{shown}");
    assert!(missing(&shown).contains(&"credit"), "{shown}");
    for step in shown["steps"].as_array().expect("steps") {
        assert_eq!(step["message"].is_null(), step["status"] == "done", "{step}");
    }
    let enroll = json!({"verificationTokenHex": "c0ffee"});
    test.post("/v1/agent/peppol/enroll", &enroll).await.expect(201);
    let body = json!({"url": "https://example.com/hook", "events": ["invoice.created"]});
    test.post("/v1/agent/webhooks", &body).await.expect(201);
    issue(&test, json!({})).await;
    let shown = test.get(ONBOARDING).await.expect(200);
    assert_eq!((&shown["mode"], &shown["ready"]), (&json!("test"), &json!(true)), "{shown}");
    assert_eq!(missing(&shown), ["first_send"]);
    let live = live.get(ONBOARDING).await.expect(200);
    assert_eq!(live["ready"], false, "the sandbox is not the live network");
}

async fn a_key_without_the_scope_is_refused(server: TestServer) {
    let sk = server.sk();
    let body = json!({"name": "invoices only", "tier": "test", "scopes": ["invoice:read"]});
    let made = sk.post("/v1/agent/keys", &body).await.expect(201);
    let key = made["key"].as_str().expect("a key");
    let narrow = sk.with_key(Some(key));
    for path in [SUMMARY, ONBOARDING, "/v1/agent/contracts"] {
        assert_error(&narrow.get(path).await, 403, "FORBIDDEN");
    }
    let refused = narrow.send(Method::POST, SUMMARY, Vec::new()).await;
    assert_error(&refused, 405, "METHOD_NOT_ALLOWED");
}
