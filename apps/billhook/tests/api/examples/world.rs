//! The service with what examples stand on.

use super::answers::Answers;
use crate::support::*;
use reqwest::Method;
use serde_json::{Value, json};

const BANK_STATEMENTS: &str = "/v1/agent/bank-statements";

/// What there is to be named.
#[derive(Default)]
struct Kept {
    /// A document that was delivered, and the invoice that it is.
    document: String,
    sent: String,
    received: String,
    staged: String,
    /// The token of an invoice's page, and of the page of a claim.
    link: String,
    claim: String,
    /// Where webhooks are delivered.
    receiver: Option<Receiver>,
}

pub struct World {
    document: Value,
    sk: Caller,
    sk_live: Caller,
    buyer: Caller,
    partner: Caller,
    organization: String,
    kept: Kept,
    /// Requests so far: each has an idempotency key of its own.
    sent: usize,
}

impl World {
    pub fn new(server: &TestServer, document: Value) -> Self {
        let organization = server.seeded.organizations.sk.org_id.to_string();
        Self {
            document,
            sk: server.sk(),
            sk_live: server.sk_live(),
            buyer: server.sk_buyer(),
            partner: server.demo_partner(),
            organization,
            kept: Kept::default(),
            sent: 0,
        }
    }

    /// Documents that went and came, one that is staged, payments that are proposed.
    pub async fn fill(&mut self, server: &TestServer, answers: &mut Answers) {
        server.top_up(server.seeded.organizations.sk.org_id, 10).await;
        let xml = self.sk.ubl("2026-0417").await;
        let sent = self.sk.connector_send(&with_a_file(&xml), json!({})).await;
        answers.keep("connectorSend", &sent);
        let sent = sent.expect(200)["data"].clone();
        self.sk.document_in(&sent["document_id"], "delivered").await;
        (self.kept.document, self.kept.sent) =
            (text(&sent["document_id"]), text(&sent["invoice_id"]));
        self.sk.reported(&format!("/v1/agent/peppol/status/{}", self.kept.sent)).await;
        let received = self.buyer.get("/v1/agent/peppol/received").await.expect(200);
        self.kept.received = text(&received["data"][0]["id"]);
        self.answered().await;
        let staged = self
            .sk
            .connector_data(&self.sk.ubl("2026-0418").await, json!({"dispatch": "later"}))
            .await;
        self.kept.staged = text(&staged["staged_id"]);
        answers.keep("takeBankStatement", &self.statement().await);
        self.kept.receiver = Some(Receiver::good().await);
    }

    /// The buyer has said of what it received that it has it.
    async fn answered(&self) {
        let asks = json!({"receive": true}).to_string().into_bytes();
        let setting = "/v1/agent/peppol/invoice-responses";
        self.sk.send(Method::PUT, setting, asks).await.expect(200);
        let path = format!("/v1/agent/peppol/received/{}/respond", self.kept.received);
        let buyer = self.buyer.clone().once("acknowledged");
        buyer.post(&path, &json!({"response": "acknowledged"})).await.expect(201);
        eventually("a response", || async {
            let path = format!("/v1/agent/peppol/status/{}", self.kept.sent);
            let status = self.sk.get(&path).await.expect(200);
            (status["data"]["responses"] != json!([])).then_some(())
        })
        .await;
    }

    /// A statement with two lines that may each pay an invoice.
    async fn statement(&mut self) -> Answer {
        let accounts = self.sk.get("/v1/agent/bank-accounts?currency=EUR").await.expect(200);
        let iban = text(&accounts["data"][0]["iban"]);
        let mut csv = "Účet;Dátum;Suma;VS\n".to_owned();
        for amount in ["1,00", "2,00"] {
            let made = self.sk.issue(&invoice()).await.expect(201);
            let symbol = text(&made["variable_symbol"]);
            csv += &format!("{iban};21.11.2025;{amount};{symbol}\n");
            let link = text(&made["public_url"]);
            self.kept.link = link.rsplit('/').next().expect("a token").to_owned();
        }
        self.sk.send(Method::POST, BANK_STATEMENTS, csv.into_bytes()).await
    }

    /// The operations that take a body, or those that take none: method and path. What takes something away comes
    /// last.
    pub fn operations(&self, with_body: bool) -> Vec<(String, String)> {
        let paths = self.document["paths"].as_object().expect("paths").iter();
        let all = paths.flat_map(|(path, item)| {
            let operations = item.as_object().expect("an item").iter();
            let those = operations
                .filter(move |(_, operation)| operation["requestBody"].is_object() == with_body)
                .filter(|(_, operation)| !is_of_session(operation));
            those.map(move |(method, _)| (method.clone(), path.clone()))
        });
        // the endpoints of OAuth that take a body are called by a client on its way
        let mut all: Vec<_> =
            all.filter(|(_, path)| !with_body || path.starts_with("/v1/agent/")).collect();
        let last = |method: &str, path: &str| match method {
            _ if with_body => 0,
            "get" => 0,
            _ if path.ends_with("/deactivate") => 3,
            "delete" => 2,
            _ => 1,
        };
        all.sort_by_key(|(method, path)| last(method, path));
        all
    }

    pub fn id_of(&self, method: &str, path: &str) -> String {
        text(&self.document["paths"][path][method]["operationId"])
    }

    pub fn example(&self, method: &str, path: &str) -> Option<Value> {
        let body = &self.document["paths"][path][method]["requestBody"];
        let content = &body["content"]["application/json"];
        if let Some(own) = content.get("example") {
            return Some(own.clone());
        }
        let schema = &content["schema"];
        let choices = schema["oneOf"].as_array().into_iter().flatten();
        let reference = [schema].into_iter().chain(choices).find_map(|one| one["$ref"].as_str())?;
        let schema = self.document.pointer(reference.trim_start_matches('#')).expect("a schema");
        schema.get("example").cloned()
    }

    pub async fn send(&mut self, method: &str, path: &str, body: &Value) -> Answer {
        self.send_bytes(method, path, body.to_string().into_bytes()).await
    }

    /// Calls what takes no body.
    pub async fn call(&mut self, method: &str, path: &str) -> Answer {
        self.send_bytes(method, path, Vec::new()).await
    }

    async fn send_bytes(&mut self, method: &str, path: &str, body: Vec<u8>) -> Answer {
        self.sent += 1;
        let caller = match path {
            "/v1/agent/organizations" | "/v1/agent/events" => &self.partner,
            _ if path.ends_with("/peppol-claim") => &self.partner,
            _ if path.starts_with("/v1/agent/peppol/received") => &self.buyer,
            _ if path.starts_with("/v1/agent/peppol/credit") => &self.sk_live,
            _ => &self.sk,
        };
        let method = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
        let caller = caller.clone().once(&format!("{method} {path} {}", self.sent));
        let caller = if path.starts_with("/claim/") && method == Method::POST {
            caller.accepting("application/json")
        } else {
            caller
        };
        caller.send(method, path, body).await
    }

    async fn make(&mut self, path: &str, body: &Value) -> String {
        let made = self.send("post", path, body).await.expect(201);
        let id = made["id"].as_str().or(made["data"]["id"].as_str());
        id.unwrap_or_else(|| panic!("{path}: {made}")).to_owned()
    }

    /// The path with the ids of what stands as the operation needs it, and with a query where one must be.
    pub async fn place(&mut self, method: &str, path: &str) -> String {
        let (mut placed, mut of) = (String::new(), String::new());
        let mut parts = path.split('/').skip(1);
        while let Some(part) = parts.next() {
            let rest = parts.clone().collect::<Vec<_>>().join("/");
            let id = match part.starts_with('{') {
                true => self.id_in(method, &placed, &of, &rest).await,
                false => part.to_owned(),
            };
            (placed, of) = (format!("{placed}/{id}"), format!("{of}/{part}"));
        }
        match path {
            "/v1/agent/accounting-program/rotate-token" => {
                self.fetching_program().await;
                placed
            }
            "/v1/agent/peppol/recipient" => format!("{placed}?peppolId=0245:2020876550"),
            _ => placed,
        }
    }

    /// The id of one of a collection, whose path in the document is `of`, for the operation that goes on with `rest`.
    async fn id_in(&mut self, method: &str, collection: &str, of: &str, rest: &str) -> String {
        match collection.rsplit('/').next().expect("a name") {
            "number-series" => "invoice".to_owned(),
            "organizations" => self.organization.clone(),
            "invoices" => self.invoice_for(method, rest).await,
            "customers" if rest == "merge" => {
                let id = self.make(collection, &json!({"name": "Odberateľ ešte raz"})).await;
                // the newest is the one that it becomes
                self.make(collection, &json!({"name": "Odberateľ"})).await;
                id
            }
            "expenses" if (method, rest) == ("get", "payments") => self.paid_expense().await,
            "expenses" => self.expense(rest.starts_with("payments")).await,
            "contracts" => self.contract(rest == "resume").await,
            "attachments" if collection.contains("/received/") => "1".to_owned(),
            "payments" | "attachments" => {
                let example = self.example("post", of).expect("an example");
                self.make(collection, &example).await
            }
            "payment-proposals" => self.first(&format!("{collection}?state=open")).await,
            "webhooks" if rest.starts_with("deliveries") => self.delivering().await,
            "deliveries" => self.first(&format!("{collection}?state=delivered")).await,
            "exports" => self.export().await,
            "postings" => self.refused_posting().await,
            "files" => "documents.csv".to_owned(),
            "documents" if collection.contains("/stock/") => self.stock_document().await,
            "documents" => self.kept.document.clone(),
            "status" => self.kept.sent.clone(),
            "send" => self.sk.issue(&invoice()).await.created_id(),
            "dispatch" => self.kept.staged.clone(),
            "received" => self.kept.received.clone(),
            "i" => self.kept.link.clone(),
            "claim" => self.claim().await,
            _ => self.one_of(collection).await,
        }
    }

    async fn first(&self, list: &str) -> String {
        text(&self.sk.get(list).await.expect(200)["data"][0]["id"])
    }

    /// An invoice that the operation can be done with.
    async fn invoice_for(&mut self, method: &str, rest: &str) -> String {
        let before = match (method, rest) {
            ("delete", "") | (_, "submit" | "issue") => return self.draft().await,
            (_, "approve" | "return") => {
                let id = self.draft().await;
                self.change(&format!("{id}/submit"), None).await;
                return id;
            }
            ("delete", "archive" | "lock") => (rest, None),
            ("get" | "delete", "payments" | "attachments") => (rest, Some(rest)),
            ("get", "emails") => ("send-email", Some("send-email")),
            ("get", "history") => return self.changed_invoice().await,
            _ => return self.invoice().await,
        };
        let id = self.invoice().await;
        let example = before.1.map(|rest| {
            self.example("post", &format!("/v1/agent/invoices/{{id}}/{rest}")).expect("an example")
        });
        self.change(&format!("{id}/{}", before.0), example).await;
        id
    }

    /// Does something to an invoice.
    async fn change(&mut self, rest: &str, body: Option<Value>) {
        let path = format!("/v1/agent/invoices/{rest}");
        let answer = match body {
            Some(body) => self.send("post", &path, &body).await,
            None => self.call("post", &path).await,
        };
        assert!(answer.status < 300, "{path}: {answer:?}");
    }

    async fn changed_invoice(&mut self) -> String {
        let id = self.invoice().await;
        let example = self.example("patch", "/v1/agent/invoices/{id}").expect("an example");
        self.send("patch", &format!("/v1/agent/invoices/{id}"), &example).await.expect(200);
        id
    }

    async fn paid_expense(&mut self) -> String {
        let id = self.expense(true).await;
        let example = self.example("post", "/v1/agent/expenses/{id}/payments").expect("an example");
        self.make(&format!("/v1/agent/expenses/{id}/payments"), &example).await;
        id
    }

    async fn draft(&mut self) -> String {
        let mut body = self.example("post", "/v1/agent/invoices").expect("an example");
        body["draft"] = json!(true);
        self.make("/v1/agent/invoices", &body).await
    }

    /// An endpoint with something delivered.
    async fn delivering(&mut self) -> String {
        let url = self.kept.receiver.as_ref().expect("a receiver").url.clone();
        let known = self.sk.get("/v1/agent/webhooks").await.expect(200);
        let found = known["data"].as_array().expect("a list").iter().find(|it| it["url"] == url);
        if let Some(endpoint) = found {
            return text(&endpoint["id"]);
        }
        let body = json!({"url": url, "events": ["invoice.created"]});
        let id = self.make("/v1/agent/webhooks", &body).await;
        let test = format!("/v1/agent/webhooks/{id}/test");
        self.sk.post(&test, &json!({"event": "invoice.created"})).await.expect(202);
        let delivered = format!("/v1/agent/webhooks/{id}/deliveries?state=delivered");
        eventually("a delivery", || async {
            let found = self.sk.get(&delivered).await.expect(200);
            found["data"][0].is_object().then_some(())
        })
        .await;
        id
    }

    /// One that is ready.
    async fn export(&mut self) -> String {
        let id = self.one_of("/v1/agent/exports").await;
        eventually("the exports are made", || async {
            let all = self.sk.get("/v1/agent/exports").await.expect(200);
            let mut rows = all["data"].as_array().expect("a list").iter();
            rows.all(|row| row["status"] == "ready").then_some(())
        })
        .await;
        id
    }

    /// A linked program that fetches from an address of its own.
    async fn fetching_program(&mut self) {
        const PROGRAM: &str = "/v1/agent/accounting-program";
        self.sk.send(Method::DELETE, PROGRAM, Vec::new()).await;
        let body = json!({"kind": "pohoda_fetch"}).to_string().into_bytes();
        self.sk.send(Method::PUT, PROGRAM, body).await.expect(200);
    }

    /// A posting that the accounting program has refused.
    async fn refused_posting(&mut self) -> String {
        const PROGRAM: &str = "/v1/agent/accounting-program";
        let program = Mserver::start().await;
        program.refuse(Some("<inv:invoice "));
        self.sk.issue(&invoice()).await.expect(201);
        self.sk.send(Method::DELETE, PROGRAM, Vec::new()).await;
        let body = json!({
            "kind": "pohoda_mserver", "url": program.url, "user": "Billhook", "secret": "heslo",
            "from_date": "2025-01-01",
        });
        let body = body.to_string().into_bytes();
        self.sk.send(Method::PUT, PROGRAM, body).await.expect(200);
        let failed = format!("{PROGRAM}/postings?status=failed");
        eventually("a refused posting", || async {
            let found = self.sk.get(&failed).await.expect(200);
            found["data"][0].is_object().then_some(())
        })
        .await;
        self.first(&failed).await
    }

    /// The token of a company's page that asks it to confirm.
    async fn claim(&mut self) -> String {
        if self.kept.claim.is_empty() {
            let made = self.partner.post("/v1/agent/organizations", &organization(8)).await;
            let id = text(&made.expect(201)["data"]["org_id"]);
            let path = format!("/v1/agent/organizations/{id}/peppol-claim");
            let asked = self.partner.post(&path, &json!({})).await.expect(200);
            let link = text(&asked["confirmation_url"]);
            self.kept.claim = link.rsplit('/').next().expect("a token").to_owned();
        }
        self.kept.claim.clone()
    }

    /// What is there already, or is made by the example of its collection.
    async fn one_of(&mut self, collection: &str) -> String {
        let known = self.sk.get(collection).await.expect(200);
        if let Some(id) = known["data"][0]["id"].as_str() {
            return id.to_owned();
        }
        let example = self.example("post", collection).expect("an example");
        self.make(collection, &example).await
    }

    /// One of the firm that expenses are of, in euros.
    async fn invoice(&mut self) -> String {
        let mut body = self.example("post", "/v1/agent/invoices").expect("an example");
        let members = body.as_object_mut().expect("an object");
        members.remove("currency");
        members.remove("exchange_rate");
        self.make("/v1/agent/invoices", &body).await
    }

    async fn expense(&mut self, is_approved: bool) -> String {
        let mut body = self.example("post", "/v1/agent/expenses").expect("an example");
        body["number"] = json!(format!("D-{}", self.sent));
        let id = self.make("/v1/agent/expenses", &body).await;
        if is_approved {
            let approve = format!("/v1/agent/expenses/{id}/approve");
            self.send("post", &approve, &json!({})).await.expect(200);
        }
        id
    }

    async fn contract(&mut self, is_paused: bool) -> String {
        let body = self.example("post", "/v1/agent/contracts").expect("an example");
        let body = self.named(body).await;
        let id = self.make("/v1/agent/contracts", &body).await;
        if is_paused {
            let pause = format!("/v1/agent/contracts/{id}/pause");
            self.send("post", &pause, &json!({})).await.expect(200);
        }
        id
    }

    /// A draft of the stock, of its own: it may be confirmed or deleted.
    async fn stock_document(&mut self) -> String {
        let collection = "/v1/agent/stock/documents";
        let body = self.example("post", collection).expect("an example");
        let body = self.named(body).await;
        self.make(collection, &body).await
    }

    /// An item or a warehouse: not that of the example, which is sent when its turn comes, and is there once.
    async fn of_stock(&mut self, what: &str) -> String {
        let collection = format!("/v1/agent/stock/{what}");
        let known = self.sk.get(&collection).await.expect(200);
        match known["data"][0]["id"].as_str() {
            Some(id) => id.to_owned(),
            None => self.make(&collection, &json!({"name": "Zo skladu"})).await,
        }
    }

    /// The example, with the ids of what is there.
    pub async fn named(&mut self, mut example: Value) -> Value {
        if let Some(lines) = example.get_mut("lines").and_then(Value::as_array_mut) {
            let item = self.of_stock("items").await;
            lines.iter_mut().for_each(|line| line["item_id"] = json!(item));
        }
        for member in ["customer_id", "invoice_id", "expense_id", "invoiceIds", "warehouse_id"] {
            if example.get(member).is_none() {
                continue;
            }
            let id = match member {
                "customer_id" => self.one_of("/v1/agent/customers").await,
                "expense_id" => self.expense(true).await,
                "warehouse_id" => self.of_stock("warehouses").await,
                _ => self.invoice().await,
            };
            example[member] = if member.ends_with("Ids") { json!([id]) } else { json!(id) };
        }
        example
    }
}

fn with_a_file(xml: &str) -> String {
    let supplier = "<cac:AccountingSupplierParty>";
    let file = "<cac:AdditionalDocumentReference><cbc:ID>hodiny</cbc:ID><cac:Attachment>\
         <cbc:EmbeddedDocumentBinaryObject mimeCode=\"text/csv\" filename=\"hodiny.csv\">\
         YTtiCg==</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>";
    assert!(xml.contains(supplier), "{xml}");
    xml.replacen(supplier, &format!("{file}{supplier}"), 1)
}

/// What is called with the cookie of a session, and by no key.
fn is_of_session(operation: &Value) -> bool {
    let ways = operation["security"].as_array().into_iter().flatten();
    ways.into_iter().any(|way| way.get("session").is_some())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}
