//! `demo --network`: the whole network on this machine, and an invoice through it.

use super::{
    SeededOrganization,
    demo::fresh_dir,
    demo_client::{DemoClient, text},
    demo_invoices::demo_invoices,
    local_world::{BUYER, Provider, SELLER, World, ZONE, invoices},
    result::{CommandResult, Failure},
    seed::seed,
    stopping::{Serving, StopSignals, stop_in_order},
};
use crate::{interfaces, workers::Workers};
use agent_api::server;
use peppol_connector::{AccountStore, Network, ParticipantId, Trace};
use peppol_discovery::Wanted;
use peppol_messages::{Identifier, smp::AS4_TRANSPORT};
use runtime::{
    config::{Config, TestNetwork},
    peppol, wiring,
};
use serde_json::{Value, json};
use std::{fs, path::PathBuf, time::Duration};

/// Longest time that one step may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Starts a PKI, a name server, an SMP and two installations, sends an invoice from the one to the other, prints each
/// hop, and leaves all of it running.
pub async fn demo(config: Config, dir: Option<PathBuf>, exit: bool) -> CommandResult {
    let dir = fresh_dir(dir)?;
    println!("Billhook demo of the whole network\n  files        {}", dir.display());
    let mut signals = StopSignals::listen()?;
    let now = config.clock.unwrap_or_else(|| runtime::clock::Clock::system().now());
    let world = World::open(&dir, now).await?;
    println!("  authorities  {}", world.trust().display());
    println!("  name server  {}, zone {ZONE}", world.name_server());
    println!("  SMP          {}", world.publisher());
    let seller = Installation::start(&config, &world, SELLER).await?;
    let buyer = Installation::start(&config, &world, BUYER).await?;
    world.publish(SELLER, &seller.base_url, None).await?;
    world.publish(BUYER, &buyer.base_url, Some(&buyer.participant)).await?;
    println!();
    Journey { world: &world, seller: &seller, buyer: &buyer }.make().await?;
    if !exit {
        println!("\nBoth go on (Ctrl-C stops them): {} and {}", seller.base_url, buyer.base_url);
        signals.received().await;
    }
    stop_in_order(&mut signals, Some(seller.workers), [seller.serving]).await?;
    Ok(stop_in_order(&mut signals, Some(buyer.workers), [buyer.serving]).await?)
}

/// One of the two.
struct Installation {
    provider: Provider,
    base_url: String,
    config: Config,
    client: DemoClient,
    /// Its firm in the network.
    participant: ParticipantId,
    workers: Workers,
    serving: Serving,
}

impl Installation {
    async fn start(base: &Config, world: &World, provider: Provider) -> Result<Self, Failure> {
        let dir = world.dir().join(provider.name);
        fs::create_dir_all(&dir)?;
        let (listener, address) = server::bind("127.0.0.1:0")?;
        let base_url = format!("http://{address}");
        let config = Config {
            database_url: format!("sqlite:{}", dir.join("billhook.db").display()),
            base_url: base_url.clone(),
            clock_force: true,
            test_network: TestNetwork::Peppol,
            peppol_test_keys: vec![world.keys_of(provider)],
            peppol_test_trust: Some(world.trust()),
            peppol_test_zone: ZONE.to_owned(),
            peppol_name_servers: vec![world.name_server()],
            peppol_tls_roots: Some(world.tls_roots()),
            peppol_allow_loopback: true,
            workers: Some(1),
            ..base.clone()
        };
        let app = wiring::wire(config.clone()).await?;
        let seeded = seed(&app.store, app.clock.now()).await?.organizations;
        let firm: &SeededOrganization = match provider.seat == SELLER.seat {
            true => &seeded.sk,
            false => &seeded.sk_buyer,
        };
        let account = app.store.account(firm.org_id).await?;
        let participant = account.participant.ok_or("the firm is not registered")?;
        let client = DemoClient::of(base_url.clone(), firm)?;
        let workers = Workers::start(&app);
        let serving = Serving::start(interfaces::server(app, listener)?);
        println!(
            "  {:12} {base_url}, access point {}, {participant}",
            provider.name, provider.seat
        );
        Ok(Self { provider, base_url, config, client, participant, workers, serving })
    }

    async fn read(&self, path: &str) -> Result<Value, Failure> {
        Ok(serde_json::from_slice(&self.client.get(path).await?)?)
    }

    /// What `find` gives of the answers to a request, as soon as it gives something.
    async fn until(
        &self,
        what: &str,
        path: &str,
        find: impl Fn(&Value) -> Option<Value>,
    ) -> Result<Value, Failure> {
        let end = tokio::time::Instant::now() + PATIENCE;
        loop {
            let answer = self.read(path).await?;
            if let Some(found) = find(&answer["data"]) {
                return Ok(found);
            }
            if tokio::time::Instant::now() > end {
                return Err(format!("{what}: not within {PATIENCE:?}: {answer}").into());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

/// An invoice from the seller to the buyer.
struct Journey<'a> {
    world: &'a World,
    seller: &'a Installation,
    buyer: &'a Installation,
}

impl Journey<'_> {
    async fn make(&self) -> Result<(), Failure> {
        let invoice = self.seller.client.issue(&demo_invoices(None).swap_remove(0).body).await?;
        let (id, number) = (text(&invoice, "id"), text(&invoice, "invoice_number"));
        let (total, currency) = (text(&invoice, "total"), text(&invoice, "currency"));
        println!("issued       {number}, {total} {currency}, by {}", self.seller.participant);
        self.look_up().await?;
        let path = format!("/v1/agent/peppol/send/{id}");
        let sent = self.seller.client.post(&path, &json!({})).await?;
        let path = format!("/v1/agent/peppol/documents/{}", text(&sent["data"], "document_id"));
        let state = |data: &Value| ["DELIVERED", "FAILED"].contains(&text(data, "state"));
        let ended =
            self.seller.until("the status", &path, |data| state(data).then(|| data.clone()));
        let document = ended.await?;
        self.arrived(&document);
        self.received().await?;
        let status = evidence(&document, "status");
        let (response, sha256) = (text(status, "response"), text(status, "sha256"));
        let (state, error) = (text(&document, "state"), text(&document, "error"));
        println!("status in    {response} to {}, SHA-256 {sha256}", self.seller.provider.id);
        println!("ended        {number} is {state} {error}");
        if state == "DELIVERED" { Ok(()) } else { Err(error.into()) }
    }

    /// As the access point looks the buyer up.
    async fn look_up(&self) -> Result<(), Failure> {
        let discovery = peppol::discovery(&self.seller.config, Network::Test)?;
        let (document_type, process) = invoices()?;
        let wanted = Wanted {
            participant: Identifier::participant(&self.buyer.participant.to_string()),
            document_type,
            process,
            transport: AS4_TRANSPORT.to_owned(),
        };
        let mut trace = Trace::default();
        let found = discovery.find(&wanted, self.world.now(), &mut trace).await;
        for hop in &trace.hops {
            println!("looked up    {} {} -> {}", hop.step.name(), hop.asked, hop.answer);
        }
        let found = found?;
        let name = &found.certificate.common_name;
        println!(
            "found        {} at {}, certificate of {name}",
            wanted.participant.value, found.endpoint
        );
        Ok(())
    }

    fn arrived(&self, document: &Value) {
        let (flight, message) = (&document["flight"], text(document, "message_id"));
        for attempt in flight["attempts"].as_array().into_iter().flatten() {
            let (outcome, error) = (text(attempt, "outcome"), text(attempt, "error"));
            let took = attempt["milliseconds"].as_u64().unwrap_or_default();
            println!("AS4          message {message}: {outcome} in {took} ms {error}");
        }
        let receipt = evidence(document, "receipt");
        let (signer, sha256) = (text(receipt, "signer"), text(receipt, "sha256"));
        println!("receipt      signed by {signer}, SHA-256 {sha256}");
    }

    async fn received(&self) -> Result<(), Failure> {
        let first = |data: &Value| data.get(0).cloned();
        let path = "/v1/agent/peppol/received";
        let received = self.buyer.until("the document", path, first).await?;
        println!(
            "inbox        {} of {}, {} {}, received {}",
            text(&received, "document_number"),
            text(&received, "sender_name"),
            text(&received, "total"),
            text(&received, "currency"),
            text(&received, "received_at"),
        );
        let path = format!("{path}/{}", text(&received, "id"));
        let ended = |data: &Value| {
            let status = &data["status"];
            (text(status, "state") != "waiting").then(|| status.clone())
        };
        let status = self.buyer.until("the status", &path, ended).await?;
        println!(
            "status out   {} from {} to {}: {}",
            text(&status, "response"),
            self.buyer.provider.id,
            text(&status, "to"),
            text(&status, "state"),
        );
        Ok(())
    }
}

/// What came back for a document: a receipt or a status.
fn evidence<'a>(document: &'a Value, kind: &str) -> &'a Value {
    let all = document["flight"]["evidence"].as_array();
    all.into_iter().flatten().find(|one| one["kind"] == kind).unwrap_or(&Value::Null)
}
