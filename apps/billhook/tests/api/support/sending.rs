use super::{Answer, Caller, TestServer, customer, invoice_with};
use access::OrganizationId;
use data_encoding::BASE64;
use peppol_connector::{
    audit::{AccountAudit, AuditAction},
    credit::Credits,
    identifiers::Network,
    ports::{AccountStore, CreditStore},
    registration::{AccountRecord, PeppolAccount},
};
use reqwest::Method;
use serde_json::{Value, json};
use std::{future::Future, time::Duration};
use time::OffsetDateTime;
use uuid::Uuid;

/// How long to wait for what a worker does: on a machine that has much else to do, too. Where it comes at once, it costs
/// nothing.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// What a condition finds, once it does; workers need a moment.
pub async fn eventually<T, F>(what: &str, mut find: impl FnMut() -> F) -> T
where
    F: Future<Output = Option<T>>,
{
    let until = tokio::time::Instant::now() + PATIENCE;
    loop {
        if let Some(found) = find().await {
            return found;
        }
        assert!(tokio::time::Instant::now() < until, "never: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Standard base64.
pub fn base64(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
}

/// Calls of the Peppol operations.
pub trait Sending {
    /// A valid UBL of somebody else's system under this number, to the demo buyer.
    async fn ubl(&self, number: &str) -> String;
    /// Posts JSON.
    async fn post(&self, path: &str, body: &Value) -> Answer;
    /// Sends a UBL under a new key.
    async fn connector_send(&self, xml: &str, options: Value) -> Answer;
    /// What became of it.
    async fn connector_data(&self, xml: &str, options: Value) -> Value;
    /// The document once it is in this state.
    async fn document_in(&self, id: &Value, state: &str) -> Value;
    /// The status or the received document at this path, once the tax authority has decided on its report.
    async fn reported(&self, path: &str) -> Value;
}

impl Sending for Caller {
    async fn ubl(&self, number: &str) -> String {
        let invoice = self.issue(&invoice_with(json!({"customer": customer()}))).await.expect(201);
        let id = invoice["id"].as_str().expect("an id");
        let own = invoice["invoice_number"].as_str().expect("a number");
        let xml = self.get(&format!("/v1/agent/invoices/{id}/xml")).await;
        let xml = String::from_utf8(xml.bytes).expect("UTF-8");
        let changed = xml.replacen(
            &format!("<cbc:ID>{own}</cbc:ID>"),
            &format!("<cbc:ID>{number}</cbc:ID>"),
            1,
        );
        assert_ne!(changed, xml, "the number is in its place");
        changed
    }

    async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::POST, path, body.to_string().into_bytes()).await
    }

    async fn connector_send(&self, xml: &str, options: Value) -> Answer {
        let document = json!({"format": "ubl", "xmlBase64": base64(xml.as_bytes())});
        let body = json!({"document": document, "options": options});
        let once = self.clone().once(&Uuid::now_v7().to_string());
        once.post("/v1/agent/peppol/connector/send", &body).await
    }

    async fn connector_data(&self, xml: &str, options: Value) -> Value {
        self.connector_send(xml, options).await.expect(200)["data"].clone()
    }

    async fn document_in(&self, id: &Value, state: &str) -> Value {
        let path = format!("/v1/agent/peppol/documents/{}", id.as_str().expect("an id"));
        eventually(state, || async {
            let document = self.get(&path).await.expect(200)["data"].clone();
            (document["state"] == state.to_uppercase()).then_some(document)
        })
        .await
    }

    async fn reported(&self, path: &str) -> Value {
        eventually("a report that is decided", || async {
            let data = self.get(path).await.expect(200)["data"].clone();
            data["fs_report"]["decidedAt"].is_string().then_some(data)
        })
        .await
    }
}

impl TestServer {
    /// Puts the registration of an organization as wanted.
    pub async fn set_account(&self, organization: OrganizationId, account: PeppolAccount) {
        let (store, now) = (self.store(), OffsetDateTime::now_utc());
        let before = store.account(organization).await.expect("an account");
        let participant = match account {
            PeppolAccount::Enrolled(network) | PeppolAccount::SendOnly(network) => {
                AccountRecord { account: PeppolAccount::None, ..before.clone() }
                    .participant_in(network)
            }
            _ => before.participant.clone(),
        };
        let after = AccountRecord { account, participant, since: Some(now), ..before.clone() };
        let network = account.network().unwrap_or(Network::Test);
        let audit = AccountAudit::new(network, AuditAction::Enrolled);
        let changed = store.change_account(organization, &before, &after, audit, &[], now).await;
        changed.expect("a change of the account");
    }

    /// Both demo organizations in the live network, which stays in this installation.
    pub async fn enroll_live(&self) {
        let o = &self.seeded.organizations;
        for organization in [o.sk.org_id, o.sk_buyer.org_id] {
            self.set_account(organization, PeppolAccount::Enrolled(Network::Live)).await;
        }
    }

    /// Buys credit.
    pub async fn top_up(&self, organization: OrganizationId, amount: u64) {
        let (store, key) = (self.store(), Uuid::now_v7().to_string());
        let bought = store.top_up(organization, &key, Credits(amount), OffsetDateTime::now_utc());
        bought.await.expect("a purchase");
    }

    /// The Slovak buyer with its live key.
    pub fn sk_buyer_live(&self) -> Caller {
        let o = &self.seeded.organizations.sk_buyer;
        Caller::new(&self.base_url, &o.live_key, o.org_id)
    }

    /// The Slovak VAT payer with its live key.
    pub fn sk_live(&self) -> Caller {
        let o = &self.seeded.organizations.sk;
        Caller::new(&self.base_url, &o.live_key, o.org_id)
    }
}
