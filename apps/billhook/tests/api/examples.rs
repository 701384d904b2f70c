//! Every example of a request in the OpenAPI document can be sent as it stands. What it names by an id is put
//! in place before, because no document can know it.

use crate::support::*;
use agent_api::routes;
use reqwest::Method;
use serde_json::{Value, json};

on_both!(every_example_can_be_sent);

/// Operations whose example is right, but cannot be done here: what they are answered, and why.
const REFUSED: &[(&str, u16, &str)] = &[];

/// What a body says that has no example, because it is no JSON: it is sent by tests of its own.
const NO_JSON: &[&str] = &["post /v1/agent/bank-statements"];

async fn every_example_can_be_sent(server: TestServer) {
    let text = routes::openapi_document().expect("a document");
    let mut world = World::new(&server, serde_json::from_str(&text).expect("JSON"));
    let mut refused = Vec::new();
    for (method, path) in world.operations() {
        let name = format!("{method} {path}");
        let Some(example) = world.example(&method, &path) else {
            assert!(NO_JSON.contains(&name.as_str()), "{name} has a body without an example");
            continue;
        };
        let (path, example) = (world.place(&path).await, world.named(example).await);
        let answer = world.send(&method, &path, &example).await;
        let text = String::from_utf8_lossy(&answer.bytes);
        match REFUSED.iter().find(|(known, ..)| *known == name) {
            Some((_, status, why)) => {
                assert_eq!(answer.status, *status, "{name} ({why}): {text}");
                refused.push(name);
            }
            None => assert!(answer.status < 300, "{name} with {example}: {} {text}", answer.status),
        }
    }
    assert_eq!(refused.len(), REFUSED.len(), "each of them is an operation");
}

/// The service with what examples stand on.
struct World {
    document: Value,
    sk: Caller,
    partner: Caller,
    organization: String,
    /// Requests so far: each has an idempotency key of its own.
    sent: usize,
}

impl World {
    fn new(server: &TestServer, document: Value) -> Self {
        let organization = server.seeded.organizations.sk.org_id.to_string();
        let (sk, partner) = (server.sk(), server.demo_partner());
        Self { document, sk, partner, organization, sent: 0 }
    }

    /// All that take a body: method and path.
    fn operations(&self) -> Vec<(String, String)> {
        let paths = self.document["paths"].as_object().expect("paths").iter();
        // the endpoints of OAuth have tests of their own
        let paths = paths.filter(|(path, _)| path.starts_with("/v1/agent/"));
        let all = paths.flat_map(|(path, item)| {
            let operations = item.as_object().expect("an item").iter();
            let with_body =
                operations.filter(|(_, operation)| operation["requestBody"].is_object());
            with_body.map(move |(method, _)| (method.clone(), path.clone()))
        });
        all.collect()
    }

    fn example(&self, method: &str, path: &str) -> Option<Value> {
        let body = &self.document["paths"][path][method]["requestBody"];
        let schema = &body["content"]["application/json"]["schema"];
        let choices = schema["oneOf"].as_array().into_iter().flatten();
        let reference = [schema].into_iter().chain(choices).find_map(|one| one["$ref"].as_str())?;
        let schema = self.document.pointer(reference.trim_start_matches('#')).expect("a schema");
        schema.get("example").cloned()
    }

    async fn send(&mut self, method: &str, path: &str, body: &Value) -> Answer {
        self.sent += 1;
        let is_partners = path == "/v1/agent/organizations" || path.ends_with("/peppol-claim");
        let caller = if is_partners { &self.partner } else { &self.sk };
        let method = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
        let caller = caller.clone().once(&format!("{method} {path} {}", self.sent));
        caller.send(method, path, body.to_string().into_bytes()).await
    }

    async fn make(&mut self, path: &str, body: &Value) -> String {
        let made = self.send("post", path, body).await.expect(201);
        let id = made["id"].as_str().or(made["data"]["id"].as_str());
        id.unwrap_or_else(|| panic!("{path}: {made}")).to_owned()
    }

    /// The path with the id of what stands as the operation needs it.
    async fn place(&mut self, path: &str) -> String {
        let Some((collection, rest)) = path.split_once("/{") else { return path.to_owned() };
        let (_, rest) = rest.split_once('}').expect("a parameter");
        let id = match collection.rsplit('/').next().expect("a name") {
            "number-series" => "invoice".to_owned(),
            "organizations" => self.organization.clone(),
            "invoices" => self.invoice().await,
            "expenses" => self.expense(rest == "/payments").await,
            "contracts" => self.contract(rest == "/resume").await,
            _ => self.one_of(collection).await,
        };
        format!("{collection}/{id}{rest}")
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

    /// The example, with the ids of what is there.
    async fn named(&mut self, mut example: Value) -> Value {
        for member in ["customer_id", "invoice_id", "expense_id", "invoiceIds"] {
            if example.get(member).is_none() {
                continue;
            }
            let id = match member {
                "customer_id" => self.one_of("/v1/agent/customers").await,
                "expense_id" => self.expense(true).await,
                _ => self.invoice().await,
            };
            example[member] = if member.ends_with("Ids") { json!([id]) } else { json!(id) };
        }
        example
    }
}
