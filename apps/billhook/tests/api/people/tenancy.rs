//! Keys, scopes and organizations: 401, 403, 404.

use crate::support::*;
use reqwest::Method;
use serde_json::json;

on_both!(
    keys_are_required_and_known,
    an_organization_is_named_and_the_key_s_own,
    a_partner_acts_for_each_of_its_organizations,
    another_organization_s_things_do_not_exist,
    every_answer_tells_its_timing_and_id,
);

async fn keys_are_required_and_known(server: TestServer) {
    let sk = server.sk();
    let never_issued = format!("svc_test_{}", "A".repeat(43));
    for key in [None, Some(""), Some("nonsense"), Some("svc_test_x"), Some(&*never_issued)] {
        let answer = sk.clone().with_key(key).get("/v1/agent/invoices").await;
        assert_error(&answer, 401, "UNAUTHORIZED");
    }
}

async fn an_organization_is_named_and_the_key_s_own(server: TestServer) {
    let sk = server.sk();
    let missing = sk.clone().acting_for(None).get("/v1/agent/invoices").await;
    assert_eq!(fields(&assert_error(&missing, 400, "VALIDATION_ERROR")), ["X-Organization-Id"]);
    let buyer = server.seeded.organizations.sk_buyer.org_id.to_string();
    for other in [&*buyer, "7", "e7a0e7a6-8a3c-4b7e-9d39-6d8c6a1f4b11"] {
        let answer = sk.clone().acting_for(Some(other)).get("/v1/agent/invoices").await;
        assert_error(&answer, 403, "FORBIDDEN");
    }
}

async fn a_partner_acts_for_each_of_its_organizations(server: TestServer) {
    let key = server.seeded.partner.test_key.clone();
    assert!(key.starts_with("svc_pk_test_"), "{key}");
    for caller in [server.sk(), server.cz()] {
        let partner = caller.with_key(Some(&key));
        partner.issue(&invoice()).await.expect(201);
        assert_eq!(
            partner.get("/v1/agent/invoices").await.expect(200)["data"][0]["status"],
            "issued"
        );
    }
}

async fn another_organization_s_things_do_not_exist(server: TestServer) {
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    let body = sk.issue(&invoice()).await.expect(201);
    let id = body["id"].as_str().expect("id");
    for path in [
        format!("/v1/agent/invoices/{id}"),
        format!("/v1/agent/invoices/{id}/pdf"),
        format!("/v1/agent/invoices/{id}/xml"),
        format!("/v1/agent/customers/{}", body["customer"]["id"].as_str().expect("id")),
    ] {
        let is_built = cfg!(feature = "pdf") || !path.ends_with("/pdf");
        assert_eq!(sk.get(&path).await.status, if is_built { 200 } else { 501 }, "{path}");
        assert_error(&buyer.get(&path).await, 404, "NOT_FOUND");
    }
    let mut request =
        invoice_with(json!({"customer": null, "customer_id": body["customer"]["id"]}));
    assert_error(&buyer.issue(&request).await, 404, "NOT_FOUND");
    request = invoice_with(json!({"type": "credit_note", "original_invoice_id": id}));
    assert_error(&buyer.issue(&request).await, 404, "NOT_FOUND");
    let account = server.seeded.organizations.sk.bank_accounts[&money::Currency::Eur];
    request = invoice_with(json!({"bank_account_id": account}));
    assert_error(&buyer.issue(&request).await, 404, "NOT_FOUND");
    assert_eq!(buyer.get("/v1/agent/invoices").await.expect(200)["data"], json!([]));
}

async fn every_answer_tells_its_timing_and_id(server: TestServer) {
    let sk = server.sk();
    let answers = [
        sk.get("/v1/agent/invoices").await,
        sk.clone().with_key(None).get("/v1/agent/invoices").await,
        sk.get("/v1/agent/nothing").await,
        sk.issue(&json!({})).await,
        sk.issue(&invoice()).await,
        sk.send(Method::PATCH, "/v1/agent/invoices", Vec::new()).await,
    ];
    for answer in answers {
        let timing = answer.header("server-timing");
        for part in ["auth;dur=", "domain;dur=", "db;dur=", "render;dur="] {
            assert!(timing.contains(part), "{part} in {timing:?} of {}", answer.status);
        }
        assert!(!answer.header("x-request-id").is_empty());
    }
}
