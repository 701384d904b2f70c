use super::{
    CommandResult, Failure, Seeded, SeededOrganization,
    demo_after::settle_first,
    demo_invoices::{DemoInvoice, demo_invoices},
    demo_pages::fill_pages,
    demo_year::fill_year,
    seed::seed,
    stopping::{Serving, StopSignals, stop_in_order},
};
use crate::{interfaces, workers::Workers};
use access::Role;
use agent_api::server;
use organizations::OperatorStore;
use reqwest::Client;
use runtime::{config::Config, wiring};
use serde_json::{Value, json};
use sign_in::SignInStore;
use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use store::Store;
use uuid::Uuid;

/// Starts a server on a fresh embedded database, issues one document of each type through its HTTP
/// interface, sends one, has it paid and set off, and leaves the server running.
pub async fn demo(mut config: Config, dir: Option<PathBuf>, exit: bool) -> CommandResult {
    let dir = fresh_dir(dir)?;
    let (listener, address) = listen(&config)?;
    config.database_url = format!("sqlite:{}", dir.join("billhook.db").display());
    config.base_url = format!("http://{address}");
    config.clock_force = true;
    // the endpoint that it registers is its own
    config.webhook_allow_loopback = true;
    let base_url = config.base_url.clone();
    println!("Billhook demo\n  database  {}", config.database_url);
    let app = wiring::wire(config).await?;
    let seeded = seed(&app.store, app.clock.now()).await?;
    be_a_partner(&app.store, &seeded.user.email).await?;
    let workers = Workers::start(&app);
    let filled = Arc::clone(&app);
    let server = interfaces::server(app, listener)?;
    let mut signals = StopSignals::listen()?;
    let serving = Serving::start(server);
    println!("  server    {base_url}\n  files     {}\n", dir.display());
    println!("Sign in at {base_url}/sign-in as {} / {}\n", seeded.user.email, seeded.user.password);
    let client = DemoClient::new(base_url, &seeded)?;
    let first = client.issue_all(&dir).await?;
    client.send_to_the_other_organization(first).await?;
    settle_first(&client, first, &dir).await?;
    // both companies of the user: the portal opens on either
    for company in [seeded.organizations.sk.org_id, seeded.organizations.sk_buyer.org_id] {
        fill_year(&filled, company).await?;
    }
    fill_pages(&client, &client.buyer()).await?;
    if !exit {
        client.print_curl(first);
        signals.received().await;
    }
    Ok(stop_in_order(&mut signals, Some(workers), [serving]).await?)
}

/// Whoever signs in belongs to the partner too, and sees its portal.
async fn be_a_partner(store: &Store, email: &str) -> CommandResult {
    let partner = store.partners(None, 1).await?.rows.pop().ok_or("there is no partner")?;
    let user = store.user_for_sign_in(email).await?.ok_or("there is no user")?;
    Ok(store.set_partner_member(partner.id, user.id, Role::Owner).await?)
}

/// A member's text, or nothing.
pub(super) fn text<'a>(object: &'a Value, name: &str) -> &'a str {
    object[name].as_str().unwrap_or_default()
}

/// The folder for the demo's files: a new one, or an empty one of the user's choice.
pub(super) fn fresh_dir(dir: Option<PathBuf>) -> io::Result<PathBuf> {
    let dir = dir
        .unwrap_or_else(|| std::env::temp_dir().join(format!("billhook-demo-{}", Uuid::now_v7())));
    if dir.join("billhook.db").exists() {
        let message = format!("{} holds a database already: name a new folder", dir.display());
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
    }
    std::fs::create_dir_all(&dir)?;
    Ok(dir)
}

/// The configured address, or a free port when it is in use.
fn listen(config: &Config) -> io::Result<(std::net::TcpListener, std::net::SocketAddr)> {
    server::bind(&config.listen).or_else(|error| {
        println!("  note      {error}; taking a free port");
        server::bind("127.0.0.1:0")
    })
}

/// A client of the demo's own server.
pub(super) struct DemoClient {
    http: Client,
    base_url: String,
    key: String,
    organization: String,
    buyer: (String, String),
}

impl DemoClient {
    fn new(base_url: String, seeded: &Seeded) -> Result<Self, Failure> {
        let (seller, buyer) = (&seeded.organizations.sk, &seeded.organizations.sk_buyer);
        let buyer = (buyer.test_key.clone(), buyer.org_id.to_string());
        Ok(Self { buyer, ..Self::of(base_url, seller)? })
    }

    /// Calls for one organization.
    pub(super) fn of(base_url: String, organization: &SeededOrganization) -> Result<Self, Failure> {
        let (key, organization) = (organization.test_key.clone(), organization.org_id.to_string());
        Ok(Self {
            http: Client::builder().no_proxy().build()?,
            base_url,
            buyer: (key.clone(), organization.clone()),
            key,
            organization,
        })
    }

    /// The same with the key of the other firm.
    fn buyer(&self) -> Self {
        let (key, organization) = self.buyer.clone();
        let (http, base_url) = (self.http.clone(), self.base_url.clone());
        Self { http, base_url, key, organization, buyer: self.buyer.clone() }
    }

    /// The address of a path of the server.
    pub(super) fn address(&self, path: &str) -> String {
        format!("{}{path}", self.base_url)
    }

    /// Issues one document of each type and saves its files. Returns the first one's id.
    async fn issue_all(&self, dir: &Path) -> Result<Uuid, Failure> {
        let mut first = None;
        for i in 0..demo_invoices(None).len() {
            let DemoInvoice { title, body } = demo_invoices(first).swap_remove(i);
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
            first = first.or(Uuid::try_parse(&id).ok());
        }
        first.ok_or_else(|| "no invoice was issued".into())
    }

    /// Sends the first invoice over the built-in network, and finds it in the buyer's inbox.
    async fn send_to_the_other_organization(&self, first: Uuid) -> Result<(), Failure> {
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

    pub(super) async fn issue(&self, body: &Value) -> Result<Value, Failure> {
        self.post("/v1/agent/invoices", body).await
    }

    pub(super) async fn post(&self, path: &str, body: &Value) -> Result<Value, Failure> {
        let url = format!("{}{path}", self.base_url);
        let answer = self.http.post(url).headers(self.headers()?).json(body).send().await?;
        let status = answer.status();
        let body = answer.text().await?;
        if !status.is_success() {
            return Err(format!("{status}: {body}").into());
        }
        Ok(serde_json::from_str(&body)?)
    }

    pub(super) async fn put(&self, path: &str, body: &Value) -> Result<(), Failure> {
        let request = self.http.put(self.address(path)).headers(self.headers()?).json(body);
        request.send().await?.error_for_status()?;
        Ok(())
    }

    pub(super) async fn get(&self, path: &str) -> Result<Vec<u8>, Failure> {
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
    fn print_curl(&self, first: Uuid) {
        let Self { base_url, key, organization, .. } = self;
        println!("The server goes on at {base_url} (Ctrl-C stops it). In another terminal:\n");
        println!("export KEY={key}\nexport ORG={organization}\n");
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
