//! What is answered to a session: of a person, and of a member of a partner.

use crate::{people::partner_portal, portal::session::Portal, support::*};
use access::Role;
use reqwest::Method;
use serde_json::{Value, json};

/// A call from a page of ours.
async fn call(portal: &mut Portal, method: Method, path: &str, body: Value) -> Answer {
    call_at(portal, "", method, path, body).await
}

/// The same about a company, in the sandbox.
async fn call_at(
    portal: &mut Portal,
    company: &str,
    method: Method,
    path: &str,
    body: Value,
) -> Answer {
    let answer = portal.json(company, method, path, &body).await;
    assert!(answer.status < 300, "{path}: {answer:?}");
    answer
}

/// The answers of all operations that are called in a session and say something.
pub async fn answers_on_the_way(server: &TestServer) -> Vec<(&'static str, Answer)> {
    let mut portal = partner_portal::open(server, Some(Role::Owner)).await;
    let user = &server.seeded.user;
    let credentials = json!({"email": user.email, "password": user.password});
    let sign_in = call(&mut portal, Method::POST, "/api/auth/sign-in/email", credentials).await;
    let mut answers = vec![("signIn", sign_in)];
    for (id, path) in [
        ("listSessions", "/api/auth/sessions"),
        ("listConnections", "/api/auth/connections"),
        ("listPartnerOrganizations", "/v1/partner/organizations"),
        ("listPartnerUsage", "/v1/partner/usage"),
        ("listPartnerEvents", "/v1/partner/events"),
    ] {
        answers.push((id, call(&mut portal, Method::GET, path, Value::Null).await));
    }
    answers.extend(of_endpoint(&mut portal).await);
    answers.extend(of_company(server, &mut portal).await);
    answers
}

/// The portal of a company: an invoice from its draft to its end, and the files of another.
async fn of_company(server: &TestServer, portal: &mut Portal) -> Vec<(&'static str, Answer)> {
    const INVOICES: &str = "/v1/portal/invoices";
    let company = server.seeded.organizations.sk.org_id.to_string();
    let draft = || invoice_with(json!({"draft": true}));
    let mut answers = Vec::new();
    let mut made = Vec::new();
    for body in [invoice(), draft(), draft(), draft(), draft()] {
        let answer = call_at(portal, &company, Method::POST, INVOICES, body).await;
        made.push(format!("{INVOICES}/{}", answer.created_id()));
        // the first one counts
        answers.push(("createPortalInvoice", answer));
    }
    let waits = format!("{}/submit", made[3]);
    call_at(portal, &company, Method::POST, &waits, Value::Null).await;
    let typed = json!({"invoice_number": "2026/0044", "numberSeriesAction": "exception"});
    let issued = &made[0];
    for (id, method, path, body) in [
        ("listPortalInvoices", Method::GET, format!("{INVOICES}?limit=1"), Value::Null),
        ("getPortalInvoice", Method::GET, issued.clone(), Value::Null),
        ("editPortalInvoice", Method::PATCH, issued.clone(), json!({"dueDays": 30})),
        ("getPortalInvoiceXml", Method::GET, format!("{issued}/xml"), Value::Null),
        ("cancelPortalInvoice", Method::POST, format!("{issued}/cancel"), Value::Null),
        ("issuePortalInvoice", Method::POST, format!("{}/issue", made[1]), typed),
        ("submitPortalInvoice", Method::POST, format!("{}/submit", made[2]), Value::Null),
        ("returnPortalInvoice", Method::POST, format!("{}/return", made[2]), Value::Null),
        ("approvePortalInvoice", Method::POST, format!("{}/approve", made[3]), Value::Null),
        ("listPortalNumberSeries", Method::GET, "/v1/portal/number-series".to_owned(), Value::Null),
    ] {
        answers.push((id, call_at(portal, &company, method, &path, body).await));
    }
    call_at(portal, &company, Method::DELETE, &made[4], Value::Null).await;
    answers
}

async fn of_endpoint(portal: &mut Portal) -> Vec<(&'static str, Answer)> {
    const ENDPOINTS: &str = "/v1/partner/webhooks";
    let receiver = Receiver::good().await;
    let body = json!({"url": receiver.url});
    let made = call(portal, Method::POST, ENDPOINTS, body).await;
    let one = format!("{ENDPOINTS}/{}", made.created_id());
    let event = json!({"event": "peppol.document.sent"});
    let test = call(portal, Method::POST, &format!("{one}/test"), event).await;
    let delivery = test.json()["id"].as_str().expect("an id").to_owned();
    let all = format!("{one}/deliveries");
    // not when it has arrived: until its outcome is kept it is not delivered again
    eventually("a delivery", || async {
        let list = portal.browser.clone().get(&all).await.expect(200);
        (list["data"][0]["state"] == "delivered").then_some(())
    })
    .await;
    let again = format!("{all}/{delivery}/redeliver");
    let change = json!({"events": ["peppol.document.sent"]});
    let mut answers = vec![("createPartnerWebhook", made), ("testPartnerWebhook", test)];
    for (id, method, path, body) in [
        ("listPartnerDeliveries", Method::GET, all, Value::Null),
        ("redeliverPartnerWebhook", Method::POST, again, Value::Null),
        ("changePartnerWebhook", Method::PATCH, one.clone(), change),
        ("listPartnerWebhooks", Method::GET, ENDPOINTS.to_owned(), Value::Null),
        ("getPartnerWebhook", Method::GET, one.clone(), Value::Null),
        ("rotatePartnerWebhookSecret", Method::POST, format!("{one}/rotate-secret"), Value::Null),
    ] {
        answers.push((id, call(portal, method, &path, body).await));
    }
    call(portal, Method::DELETE, &one, Value::Null).await;
    answers
}
