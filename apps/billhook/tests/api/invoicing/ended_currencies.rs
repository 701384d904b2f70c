//! Currencies that ended are taken, and warned of wherever a document in them is made.

use crate::{portal::session::Portal, support::*};
use serde_json::json;

on_both!(a_currency_that_ended_is_warned_of_everywhere);

async fn a_currency_that_ended_is_warned_of_everywhere(server: TestServer) {
    let sk = server.sk();
    let codes = |found: &serde_json::Value| {
        let found = found.as_array().map(Vec::as_slice).unwrap_or_default();
        found.iter().filter_map(|one| one["code"].as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    for (currency, rate, ended) in [("BGN", "1.95583", true), ("RON", "4.97", false)] {
        let expected = if ended { &["CURRENCY_ENDED"][..] } else { &[] };
        let body = invoice_with(json!({"currency": currency, "exchange_rate": rate}));
        let made = sk.issue(&body).await.expect(201);
        assert_eq!(codes(&made["warnings"]), expected, "{currency}: {made}");
        let said = made["warnings"][0]["message"].as_str().unwrap_or_default();
        assert_eq!(said.contains("2025-12-31, EUR"), ended, "the day and the successor: {said}");
        let path = format!("/v1/agent/invoices/{}/preflight", made["id"].as_str().expect("id"));
        let preflight = sk.post(&path, &json!({})).await.expect(200)["data"].clone();
        let found = codes(&preflight["repair"]);
        assert_eq!(found.iter().any(|code| code == "CURRENCY_ENDED"), ended, "{preflight}");
        let customer = sk.post("/v1/agent/customers", &customer()).await.created_id();
        let contract = json!({
            "customer_id": customer, "currency": currency, "interval": "yearly", "start_date": "2027-01-01",
            "items": [{"description": "Licencia", "quantity": 1, "unit_price": 100, "vat_rate": 23}],
        });
        let contract = sk.post("/v1/agent/contracts", &contract).await.expect(201);
        assert_eq!(codes(&contract["warnings"]), expected, "{contract}");
        let account = json!({"iban": "AT611904300234573201", "currency": currency});
        let account = sk.post("/v1/agent/bank-accounts", &account).await.expect(201);
        assert_eq!(codes(&account["warnings"]), expected, "{account}");
    }
    let mut portal = Portal::open(&server).await;
    let form = portal.page("/invoices/new").await;
    let option = |code: &str| {
        let option = form.split("<option").find(|it| it.contains(&format!("value=\"{code}\"")));
        option.and_then(|it| it.split("</option").next()).expect(code).to_owned()
    };
    let ended = option("BGN");
    assert!(ended.contains("2025") && ended.contains("EUR") && ended.contains("Peppol"), "{ended}");
    assert!(!option("RON").contains("2025"));
}
