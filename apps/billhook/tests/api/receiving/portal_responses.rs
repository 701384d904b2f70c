//! Invoice Responses in the portal: a buyer answers, a seller reads it.

use crate::{people::oauth::text, portal::session::Portal, support::*};
use access::Role;
use organizations::OperatorStore;
use peppol_connector::{inbox::ReceivedDocument, ports::InboxStore};
use serde_json::{Value, json};
use sign_in::SignInStore;

on_both!(
    a_received_document_is_answered_in_the_browser,
    what_is_wrong_with_a_response_is_said,
    a_received_cii_document_is_shown,
);

/// A document of the seller at the buyer, whose portal it is: what was sent, and its page.
async fn at_the_buyer(server: &TestServer) -> (Value, Portal, String) {
    let sk = server.sk();
    let sent = sk.connector_data(&sk.ubl("EXT-1").await, json!({})).await;
    let id = eventually("a document", || async {
        let list = server.sk_buyer().get("/v1/agent/peppol/received").await.expect(200);
        list["data"][0]["id"].as_str().map(str::to_owned)
    });
    let path = format!("/received/{}", id.await);
    let buyer = Portal::open_at(server, server.seeded.organizations.sk_buyer.org_id).await;
    (sent, buyer, path)
}

/// The responses to the document, once the last of them is delivered.
async fn delivered(server: &TestServer, path: &str) -> Vec<Value> {
    let path = format!("/v1/agent/peppol{path}");
    eventually("a response", || async {
        let document = server.sk_buyer().get(&path).await.expect(200);
        let responses = document["data"]["responses"].as_array()?.clone();
        (responses.last()?["state"] == "delivered").then_some(responses)
    })
    .await
}

async fn a_received_document_is_answered_in_the_browser(server: TestServer) {
    let mut seller = Portal::open(&server).await;
    assert!(seller.page("/settings").await.contains("/settings/responses\""));
    seller.done("/settings/responses", &[("receive", "true")]).await;
    let (sent, mut buyer, path) = at_the_buyer(&server).await;
    let form = format!("{path}/respond");
    let page = buyer.page(&path).await;
    assert!(
        page.contains(&format!("{form}\"")) && page.contains("Zatiaľ žiadna odpoveď"),
        "{page}"
    );
    let page = buyer.page(&form).await;
    for field in
        ["response", "once", "reasons[0].code", "reasons[2].text", "actions[1].code", "note"]
    {
        assert!(page.contains(&format!("name=\"{field}\"")), "{field}: {page}");
    }
    let query = [
        ("once", "a-click"),
        ("response", "under_query"),
        ("reasons[0].code", "REF"),
        ("reasons[2].code", "OTH"),
        ("reasons[2].text", "Chýba <dodací> list"),
        ("actions[1].code", "PIN"),
        ("note", "Ozvite sa"),
    ];
    // two clicks, and the same in another window: one response
    for form_once in [&query[..], &query, &query[1..]] {
        assert_eq!(buyer.done(&form, form_once).await, format!("{path}?done=responded"));
    }
    let responses = delivered(&server, &path).await;
    assert_eq!(responses.len(), 1);
    assert_eq!(
        responses[0]["reasons"],
        json!([{"code": "REF", "text": null}, {"code": "OTH", "text": "Chýba <dodací> list"}])
    );
    assert_eq!(responses[0]["actions"], json!([{"code": "PIN", "text": null}]));
    let page = buyer.page(&format!("{path}?done=responded")).await;
    for said in
        ["Odpoveď je na ceste", "máme otázku", "&#60;dodací&#62;", "doplniť údaje", "doručené"]
    {
        assert!(page.contains(said), "{said}: {page}");
    }

    buyer.done(&form, &[("response", "accepted")]).await;
    delivered(&server, &path).await;
    let page = buyer.page(&form).await;
    assert!(page.contains("value=\"paid\"") && !page.contains("value=\"rejected\""), "{page}");
    let backwards = [("response", "rejected"), ("reasons[0].code", "PRI")];
    let refused = buyer.post(&form, &backwards).await;
    assert_eq!(refused.status, 422);
    let page = text(&refused);
    assert!(page.contains("„schválené“: „zamietnut") && page.contains("OP-BR111-R012"), "{page}");
    buyer.done(&form, &[("response", "paid")]).await;
    assert!(!buyer.page(&path).await.contains(&format!("{form}\"")), "nothing follows");
    let after = buyer.get(&form).await;
    assert_eq!(after.status, 409);
    assert!(text(&after).contains("ďalšia odpoveď nenasleduje"), "{}", text(&after));

    assert_eq!(delivered(&server, &path).await.len(), 3);
    let name = |member: &str| sent[member].as_str().expect("an id").to_owned();
    let (invoice, send) = (name("invoice_id"), name("document_id"));
    for page in [format!("/invoices/{invoice}"), format!("/sends/{send}")] {
        let page = seller.page(&page).await;
        for said in ["Odpovede odberateľa", "uhradené", "schválené", "Ozvite sa"] {
            assert!(page.contains(said), "{said}: {page}");
        }
    }
}

async fn what_is_wrong_with_a_response_is_said(server: TestServer) {
    let (_, mut buyer, path) = at_the_buyer(&server).await;
    let form = format!("{path}/respond");
    for (fields, at, said) in [
        (vec![], "f-response-fault", "treba vyplniť"),
        (vec![("response", "maybe")], "f-response-fault", "musí byť jedno z"),
        (vec![("response", "rejected")], "f-reasons[0].code-fault", "potrebuje dôvod"),
        // a row is said to be wrong where it is shown
        (
            vec![("response", "rejected"), ("reasons[2].code", "OTH")],
            "f-reasons[0].text-fault",
            "pri inom dôvode treba vyplniť",
        ),
        (
            vec![("response", "rejected"), ("actions[0].text", "x")],
            "f-actions[0].code-fault",
            "treba vyplniť",
        ),
        (
            vec![("response", "accepted"), ("reasons[0].code", "PPD"), ("reasons[0].text", "x")],
            "f-reasons[0].code-fault",
            "patrí iba k odpovedi",
        ),
    ] {
        let refused = buyer.post(&form, &fields).await;
        assert_eq!(refused.status, 422, "{fields:?}");
        let page = text(&refused);
        let fault =
            page.split(&format!("id=\"{at}\">")).nth(1).and_then(|rest| rest.split('<').next());
        assert!(fault.is_some_and(|fault| fault.contains(said)), "{fields:?}: {fault:?} in {page}");
    }
    let typed = [("response", "paid"), ("reasons[1].text", "\"><script>"), ("note", "<b>")];
    let page = text(&buyer.post(&form, &typed).await);
    assert!(page.contains("&#60;script&#62;") && !page.contains("<script"), "{page}");
    let refused = buyer.post("/settings/responses", &[("receive", "maybe")]).await;
    assert!(
        refused.status == 422 && text(&refused).contains("f-receive-fault"),
        "{}",
        text(&refused)
    );
    // who reads is offered nothing
    let store = server.store();
    let user = store.user_for_sign_in(&server.seeded.user.email).await.expect("asked");
    let owner = server.seeded.organizations.sk_buyer.org_id;
    store.set_member(owner, user.expect("the user").id, Role::Viewer).await.expect("set");
    assert!(!buyer.page(&path).await.contains(&format!("{form}\"")));
    assert_eq!(buyer.get(&form).await.status, 403);
    let document = server.sk_buyer().get(&format!("/v1/agent/peppol{path}")).await.expect(200);
    assert_eq!(document["data"]["responses"], json!([]));
}

/// As another access point may send it: nothing here converts what arrives.
async fn a_received_cii_document_is_shown(server: TestServer) {
    let organization = server.seeded.organizations.sk_buyer.org_id;
    let xml = fixtures::text("documents/cii/invoice-of-today.xml").replace("TODAY", "20261120");
    let record = testkit::peppol::received_record();
    let event = testkit::peppol::received_event(organization, &record);
    let document = ReceivedDocument {
        bytes: xml.as_bytes().into(),
        ..testkit::peppol::received_document(record.clone())
    };
    let store = server.store();
    store.receive(organization, &document, &event).await.expect("kept");
    let mut buyer = Portal::open_at(&server, organization).await;
    let path = format!("/received/{}", record.id);
    let page = buyer.page(&path).await;
    for part in ["class=\"paper\"", "CII-2026-1", "Práca", "Tatranská píla", "123,00"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let file = buyer.page(&format!("{path}/xml")).await;
    assert_eq!(file, xml, "as it came");
}
