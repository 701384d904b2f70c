//! Calls of the demo, over HTTP as everybody makes them.

use super::{
    demo_invoices::{DemoInvoice, demo_invoices},
    result::Failure,
    seed::{Seeded, SeededOrganization},
};
use reqwest::Client;
use serde_json::{Value, json};
use std::{path::Path, time::Duration};
use uuid::Uuid;

/// A client of the demo's own server.
pub struct DemoClient {
    http: Client,
    base_url: String,
    key: String,
    organization: String,
    buyer: (String, String),
}

impl DemoClient {
    pub fn new(base_url: String, seeded: &Seeded) -> Result<Self, Failure> {
        let (seller, buyer) = (&seeded.organizations.sk, &seeded.organizations.sk_buyer);
        let buyer = (buyer.test_key.clone(), buyer.org_id.to_string());
        Ok(Self { buyer, ..Self::of(base_url, seller)? })
    }

    /// Calls for one organization.
    pub fn of(base_url: String, organization: &SeededOrganization) -> Result<Self, Failure> {
        let (key, organization) = (organization.test_key.clone(), organization.org_id.to_string());
        Ok(Self {
            http: checked_http::client().no_proxy().build()?,
            base_url,
            buyer: (key.clone(), organization.clone()),
            key,
            organization,
        })
    }

    /// The same with the key of the other firm.
    pub fn buyer(&self) -> Self {
        let (key, organization) = self.buyer.clone();
        let (http, base_url) = (self.http.clone(), self.base_url.clone());
        Self { http, base_url, key, organization, buyer: self.buyer.clone() }
    }

    /// The address of a path of the server.
    pub fn address(&self, path: &str) -> String {
        format!("{}{path}", self.base_url)
    }

    /// Issues one document of each type and saves its files. Returns the first one's id.
    pub async fn issue_all(&self, dir: &Path) -> Result<Uuid, Failure> {
        let mut issued = Vec::new();
        for i in 0..demo_invoices(&[]).len() {
            let DemoInvoice { title, body } = demo_invoices(&issued).swap_remove(i);
            println!("POST /v1/agent/invoices   {title}");
            let invoice = self.issue(&body).await?;
            let text = |name| text(&invoice, name).to_owned();
            let (id, number) = (text("id"), text("invoice_number"));
            println!(
                "  201 {number}  {} + VAT {} = {} {}, {}, due {}",
                text("subtotal"),
                text("vat_total"),
                text("total"),
                text("currency"),
                text("status"),
                text("due_date"),
            );
            let kinds: &[_] = if cfg!(feature = "pdf") { &["pdf", "xml"] } else { &["xml"] };
            for kind in kinds {
                let path = dir.join(format!("{number}.{kind}"));
                let bytes = self.get(&format!("/v1/agent/invoices/{id}/{kind}")).await?;
                std::fs::write(&path, &bytes)?;
                println!("  {kind} {} ({} bytes)", path.display(), bytes.len());
            }
            println!();
            issued.extend(Uuid::try_parse(&id));
        }
        issued.first().copied().ok_or_else(|| "no invoice was issued".into())
    }

    /// Sends the first invoice over the built-in network, and finds it in the buyer's inbox.
    pub async fn send_to_the_other_organization(&self, first: Uuid) -> Result<(), Failure> {
        let path = format!("/v1/agent/peppol/send/{first}");
        println!("POST {path}");
        let sent = self.post(&path, &json!({})).await?;
        let document = sent["data"]["document_id"].as_str().unwrap_or_default().to_owned();
        let state = self.until_settled(&document).await?;
        println!("  200 queued for {}, then {state}", text(&sent["data"], "receiver"));
        let buyer = self.buyer();
        let path = "/v1/agent/peppol/received";
        let inbox: Value = serde_json::from_slice(&buyer.get(path).await?)?;
        let received = &inbox["data"][0];
        println!("GET {path}   as the buyer");
        println!(
            "  200 {} of {}, {} {}, received {}\n",
            text(received, "document_number"),
            text(received, "sender_name"),
            text(received, "total"),
            text(received, "currency"),
            text(received, "received_at"),
        );
        Ok(())
    }

    /// The state of a document once no worker has it any more.
    async fn until_settled(&self, document: &str) -> Result<String, Failure> {
        let path = format!("/v1/agent/peppol/documents/{document}");
        for _ in 0..200 {
            let answer: Value = serde_json::from_slice(&self.get(&path).await?)?;
            let state = answer["data"]["state"].as_str().unwrap_or_default();
            if !["QUEUED", "SENDING"].contains(&state) {
                return Ok(state.to_owned());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Err("the document is not delivered within ten seconds".into())
    }

    pub async fn issue(&self, body: &Value) -> Result<Value, Failure> {
        self.post("/v1/agent/invoices", body).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Result<Value, Failure> {
        let url = format!("{}{path}", self.base_url);
        let answer = self.http.post(url).headers(self.headers()?).json(body).send().await?;
        let status = answer.status();
        let body = answer.text().await?;
        if !status.is_success() {
            return Err(format!("{status}: {body}").into());
        }
        Ok(serde_json::from_str(&body)?)
    }

    pub async fn put(&self, path: &str, body: &Value) -> Result<(), Failure> {
        let request = self.http.put(self.address(path)).headers(self.headers()?).json(body);
        request.send().await?.error_for_status()?;
        Ok(())
    }

    pub async fn get(&self, path: &str) -> Result<Vec<u8>, Failure> {
        let url = format!("{}{path}", self.base_url);
        let answer = self.http.get(url).headers(self.headers()?).send().await?;
        Ok(answer.error_for_status()?.bytes().await?.to_vec())
    }

    fn headers(&self) -> Result<reqwest::header::HeaderMap, Failure> {
        let mut headers = reqwest::header::HeaderMap::new();
        headers.insert("X-API-Key", self.key.parse()?);
        headers.insert("X-Organization-Id", self.organization.parse()?);
        Ok(headers)
    }

    /// Lines to paste into another terminal.
    pub fn print_curl(&self, first: Uuid) {
        let Self { base_url, key, organization, .. } = self;
        println!("The server goes on at {base_url} (Ctrl-C stops it). In another terminal:\n");
        println!("export BASE={base_url}\nexport KEY={key}\nexport ORG={organization}\n");
        println!(
            "curl -s {base_url}/v1/agent/invoices -H \"X-API-Key: $KEY\" -H \"X-Organization-Id: $ORG\" \\\n  \
             -d '{{\"customer\":{{\"name\":\"Ján Vzorný\"}},\"items\":[{{\"description\":\"Práca\",\"quantity\":1.5,\"unit\":\"hod\",\"unit_price\":40,\"vat_rate\":23}}]}}'"
        );
        println!(
            "curl -s {base_url}/v1/agent/invoices/{first} -H \"X-API-Key: $KEY\" -H \"X-Organization-Id: $ORG\""
        );
        println!(
            "curl -s -OJ \"{base_url}/v1/agent/invoices/{first}/pdf?lang=en\" -H \"X-API-Key: $KEY\" -H \"X-Organization-Id: $ORG\""
        );
        println!("\nReference: {base_url}/docs   OpenAPI: {base_url}/openapi.json");
    }
}

/// The text of a member; empty if there is none.
pub fn text<'a>(object: &'a Value, name: &str) -> &'a str {
    object[name].as_str().unwrap_or_default()
}
