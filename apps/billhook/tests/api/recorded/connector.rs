//! docs/connector.md

use super::recording::Recording;
use crate::{network::organizations::at, support::*};
use peppol_connector::{
    credit::Credits, identifiers::Network, ports::CreditStore, registration::PeppolAccount,
};
use runtime::config::Settings;
use serde_json::{Value, json};
use time::macros::datetime;

const SEND: &str = "/v1/agent/peppol/connector/send";

#[tokio::test]
async fn the_page_of_the_connector_is_up_to_date() {
    let live_network = Some("sandbox".to_owned());
    let settings = Settings { live_network, ..at("2026-11-21T10:00:00Z") };
    let server = Engine::Sqlite.serve(settings).await;
    let mut page = Page { recording: Recording::default(), server, keys: 0 };
    page.recording.shown = &["Idempotency-Key"];
    page.recording.redactions.replace(&page.server.base_url, "http://127.0.0.1:8080");
    page.sent_and_received().await;
    page.rejected().await;
    page.rejected_live().await;
    page.staged().await;
    page.own_invoices().await;
    page.looking().await;
    page.wrong_calls().await;
    page.flat().await;
    page.recording.is("connector.md");
}

struct Page {
    recording: Recording,
    server: TestServer,
    keys: usize,
}

fn body(xml: &str, format: &str, options: &str) -> String {
    let xml = base64(xml.as_bytes());
    format!(r#"{{"document":{{"format":"{format}","xmlBase64":"{xml}"}}{options}}}"#)
}

impl Page {
    fn key(&mut self) -> String {
        self.keys += 1;
        format!("order-{}", self.keys)
    }

    async fn show(&mut self, call: &str) -> Value {
        let sk = self.server.sk();
        self.recording.call(&sk, call, None).await
    }

    async fn show_body(&mut self, call: &str, body: &str) -> Value {
        let sk = self.server.sk();
        self.recording.call(&sk, call, Some(body)).await
    }

    /// A send under a new key.
    async fn send(&mut self, body: &str) -> Value {
        let sk = self.server.sk();
        self.send_as(&sk, body).await
    }

    async fn send_as(&mut self, caller: &Caller, body: &str) -> Value {
        let caller = caller.clone().once(&self.key());
        self.recording.call(&caller, &format!("POST {SEND}"), Some(body)).await["data"].clone()
    }

    async fn issued(&self, members: Value) -> (String, String) {
        let invoice = self.server.sk().issue(&invoice_with(members)).await.expect(201);
        let text = |name: &str| invoice[name].as_str().expect(name).to_owned();
        (text("id"), text("invoice_number"))
    }

    async fn sent_and_received(&mut self) {
        let (sk, buyer) = (self.server.sk(), self.server.sk_buyer());
        let ubl = body(&sk.ubl("EXT-2026-17").await, "ubl", "");
        let once = sk.clone().once(&self.key());
        let call = format!("POST {SEND}");
        let sent = self.recording.call(&once, &call, Some(&ubl)).await["data"].clone();
        let document = &sent["document_id"];
        sk.document_in(document, "delivered").await;
        self.show(&format!("GET /v1/agent/peppol/documents/{}", text(document))).await;
        let inbox = "GET /v1/agent/peppol/received?acknowledged=false";
        let received = self.recording.call(&buyer, inbox, None).await["data"][0]["id"].clone();
        buyer.reported(&format!("/v1/agent/peppol/received/{}", text(&received))).await;
        sk.reported(&format!("/v1/agent/peppol/status/{}", text(&sent["invoice_id"]))).await;
        let acknowledge = format!("POST /v1/agent/peppol/received/{}/acknowledge", text(&received));
        self.recording.call(&buyer, &acknowledge, None).await;
        self.show(&format!("GET /v1/agent/peppol/status/{}", text(&sent["invoice_id"]))).await;
        let again = self.recording.call(&once, &call, Some(&ubl)).await["data"].clone();
        assert_eq!(again, sent);

        let ubl = body(&sk.ubl("EXT-2026-18").await, "ubl", "");
        let named = ubl.replacen('{', r#"{"receiverPeppolId":"9915:0000000001","#, 1);
        let sent = self.send(&named).await;
        // the trail on the page has the last lines: those of no other document come in between
        sk.document_in(&sent["document_id"], "delivered").await;

        let refusing = ">0000000006</cbc:EndpointID>";
        let xml = sk.ubl("EXT-2026-19").await.replace(">2020876550</cbc:EndpointID>", refusing);
        let once = sk.clone().once(&self.key());
        let document = json!({"format": "ubl", "xmlBase64": base64(xml.as_bytes())});
        let sent = once.post(SEND, &json!({"document": document})).await.expect(200);
        let document = &sent["data"]["document_id"];
        sk.document_in(document, "failed").await;
        self.show(&format!("GET /v1/agent/peppol/documents/{}", text(document))).await;
    }

    async fn rejected(&mut self) {
        let xml = self.server.sk().ubl("EXT-2026-20").await;
        self.send(&body(&xml, "ubl", r#","options":{"validateOnly":true}"#)).await;
        let amount = xml.replace(">123.00</cbc:PayableAmount>", ">124.00</cbc:PayableAmount>");
        self.send(&body(&amount, "ubl", "")).await;
        let order = "<Order xmlns='urn:oasis:names:specification:ubl:schema:xsd:Order-2'/>";
        self.send(&body(order, "ubl", "")).await;
        let bis = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";
        let xrechnung = "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0";
        let foreign = xml.replace(bis, xrechnung);
        self.send(&body(&foreign, "ubl", "")).await;
        let repair = r#","options":{"autoRepair":true}"#;
        self.send(&body(&foreign, "ubl", repair)).await;
        let cii = fixtures::text("documents/cii/invoice-of-today.xml");
        self.send(&body(&cii.replace("TODAY", "20261121"), "cii", repair)).await;
    }

    async fn rejected_live(&mut self) {
        let (live, sk) = (self.server.sk_live(), self.server.seeded.organizations.sk.org_id);
        let ubl = body(&live.ubl("EXT-2026-20").await, "ubl", "");
        self.server.set_account(sk, PeppolAccount::Enrolled(Network::Live)).await;
        self.send_as(&live, &ubl).await;
        let store = self.server.store();
        let bought = datetime!(2026-11-21 10:30:00.5 UTC);
        store.top_up(sk, "order-4711", Credits(10), bought).await.expect("bought");
        store.set_prepayment_overdue(sk, true).await.expect("overdue");
        self.send_as(&live, &ubl).await;
        store.set_prepayment_overdue(sk, false).await.expect("settled");
        self.server.set_account(sk, PeppolAccount::Enrolled(Network::Test)).await;
        self.send_as(&live, &ubl).await;
        let xml = self.server.sk().ubl("EXT-2026-20").await;
        let nonpayer = self.server.sk_nonpayer();
        self.send_as(&nonpayer, &body(&xml, "ubl", "")).await;
        let (_, own) = self.issued(json!({})).await;
        self.send(&body(&xml.replace("EXT-2026-20", &own), "ubl", "")).await;
    }

    async fn staged(&mut self) {
        let xml = self.server.sk().ubl("EXT-2026-21").await;
        let sent = self.send(&body(&xml, "ubl", r#","options":{"dispatch":"later"}"#)).await;
        let staged = text(&sent["staged_id"]);
        let dispatch = format!("POST /v1/agent/peppol/connector/dispatch/{staged}");
        let dispatched = self.show(&dispatch).await;
        self.server.sk().document_in(&dispatched["data"]["document_id"], "delivered").await;
        self.show(&dispatch).await;
    }

    async fn own_invoices(&mut self) {
        let (invoice, _) = self.issued(json!({})).await;
        self.show(&format!("POST /v1/agent/invoices/{invoice}/preflight")).await;
        let send = format!("POST /v1/agent/peppol/send/{invoice}");
        let sent = self.show(&send).await;
        self.server.sk().document_in(&sent["data"]["document_id"], "delivered").await;
        self.show(&send).await;
        let (proforma, _) = self.issued(json!({"type": "proforma"})).await;
        let (invoice, _) = self.issued(json!({})).await;
        let batch = format!(r#"{{"invoiceIds":["{invoice}","{proforma}"]}}"#);
        self.show_body("POST /v1/agent/peppol/send/batch", &batch).await;
        self.held().await;
    }

    async fn held(&mut self) {
        let sk = self.server.sk();
        eventually("an empty queue", || async {
            let queue = sk.get("/v1/agent/peppol/queue").await.expect(200);
            (queue["data"] == json!([])).then_some(())
        })
        .await;
        let settings = "PUT /v1/agent/peppol/send-settings";
        self.show_body(settings, r#"{"mode":"scheduled","time":"20:00"}"#).await;
        self.show_body(settings, r#"{"mode":"immediate"}"#).await;
        self.show("POST /v1/agent/peppol/batches/send").await;
        self.show("GET /v1/agent/peppol/queue").await;
    }

    async fn looking(&mut self) {
        for query in ["recipient?peppolId=0245:2020876550", "recipient?peppolId=9915:9999999999"] {
            self.show(&format!("GET /v1/agent/peppol/{query}")).await;
        }
        let live = self.server.sk_live();
        for query in ["credit", "credit/entries"] {
            let call = format!("GET /v1/agent/peppol/{query}");
            self.recording.call(&live, &call, None).await;
        }
        self.show("GET /v1/agent/peppol/events?limit=4").await;
        let csv = "/v1/agent/peppol/events?format=csv&from=2026-01-01";
        let csv = String::from_utf8(self.server.sk().get(csv).await.bytes).expect("UTF-8");
        let lines: Vec<_> = csv.lines().take(4).collect();
        self.recording.block("csv", &lines.join("\n"));
    }

    async fn wrong_calls(&mut self) {
        let right = body("<a/>", "ubl", "");
        self.show_body(&format!("POST {SEND}"), &right).await;
        self.send(r#"{"document":{"format":"pdf","xmlBase64":"%%%"}}"#).await;
        let once = self.server.sk().once(&self.key());
        once.send(reqwest::Method::POST, SEND, right.clone().into_bytes()).await.expect(200);
        let other = body("<a/>", "ubl", r#","options":{"validateOnly":true}"#);
        self.recording.call(&once, &format!("POST {SEND}"), Some(&other)).await;
    }

    async fn flat(&mut self) {
        let (sk, buyer) = (self.server.sk_live(), self.server.sk_buyer_live());
        for live in [&sk, &buyer] {
            let token = json!({"verificationTokenHex": "c0ffee"});
            live.post("/v1/agent/peppol/enroll", &token).await.expect(201);
        }
        let invoice = self.server.sk_buyer().issue(&invoice()).await.created_id();
        let call = format!("POST /v1/agent/peppol/send/{invoice}");
        self.recording.call(&buyer, &call, None).await;
        let (late, _) = self.issued(json!({"issue_date": "2026-01-05"})).await;
        let call = format!("POST /v1/agent/peppol/send/{late}");
        self.recording.call(&sk, &call, None).await;
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}
