//! `demo --network`: the whole network on this machine, and an invoice through it.

use super::{
    demo::fresh_dir,
    demo_client::text,
    demo_installation::Installation,
    demo_invoices::demo_invoices,
    local_world::{BUYER, SELLER, World, ZONE, invoices},
    result::{CommandResult, Failure},
    stopping::{StopSignals, stop_in_order},
};
use clap::Args;
use peppol_connector::{identifiers::Network, submissions::Trace};
use peppol_discovery::Wanted;
use peppol_messages::{Identifier, smp::AS4_TRANSPORT};
use runtime::{config::Config, peppol};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Where the two installations of the network keep what they have.
#[derive(Debug, Clone, Default, Args)]
pub struct Databases {
    /// With --network: an empty database of the installation that sends (postgres://…); a new file by default
    #[arg(long, requires = "network", value_name = "URL")]
    seller_database: Option<String>,
    /// With --network: the same of the one that receives
    #[arg(long, requires = "network", value_name = "URL")]
    buyer_database: Option<String>,
}

/// Starts a PKI, a name server, an SML and two installations with their SMPs, registers all of them, sends an invoice
/// from the one to the other, prints each hop, and leaves all of it running.
pub async fn demo(
    config: Config,
    dir: Option<PathBuf>,
    databases: Databases,
    exit: bool,
) -> CommandResult {
    let dir = fresh_dir(dir)?;
    println!("Billhook demo of the whole network\n  files        {}", dir.display());
    let mut signals = StopSignals::listen()?;
    let now = config.clock.unwrap_or_else(|| runtime::clock::Clock::system().now());
    let world = World::open(&dir, now).await?;
    println!("  authorities  {}", world.trust().display());
    println!("  name server  {}, zone {ZONE}", world.name_server());
    println!("  SML          {}", world.sml());
    let seller = Installation::start(&config, &world, SELLER, databases.seller_database).await?;
    let buyer = Installation::start(&config, &world, BUYER, databases.buyer_database).await?;
    println!();
    for installation in [&seller, &buyer] {
        installation.register(&world).await?;
    }
    println!();
    Journey { world: &world, seller: &seller, buyer: &buyer }.make().await?;
    if !exit {
        println!("\nBoth go on (Ctrl-C stops them): {} and {}", seller.base_url, buyer.base_url);
        println!(
            "See also: billhook peppol doctor --network test --config {}",
            buyer.file.display()
        );
        signals.received().await;
    }
    stop_in_order(&mut signals, Some(seller.workers), [seller.serving]).await?;
    Ok(stop_in_order(&mut signals, Some(buyer.workers), [buyer.serving]).await?)
}

/// An invoice from the seller to the buyer.
struct Journey<'a> {
    world: &'a World,
    seller: &'a Installation,
    buyer: &'a Installation,
}

impl Journey<'_> {
    async fn make(&self) -> Result<(), Failure> {
        let invoice = self.seller.client.issue(&demo_invoices(&[]).swap_remove(0).body).await?;
        let (id, number) = (text(&invoice, "id"), text(&invoice, "invoice_number"));
        let (total, currency) = (text(&invoice, "total"), text(&invoice, "currency"));
        println!("issued       {number}, {total} {currency}, by {}", self.seller.participant);
        self.look_up().await?;
        let path = format!("/v1/agent/peppol/send/{id}");
        let sent = self.seller.client.post(&path, &json!({})).await?;
        let path = format!("/v1/agent/peppol/documents/{}", text(&sent["data"], "document_id"));
        let state = |answer: &Value| {
            let data = &answer["data"];
            ["DELIVERED", "FAILED"].contains(&text(data, "state")).then(|| data.clone())
        };
        let ended = self.seller.until("the status", &path, state);
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

    /// Looks up the buyer as the access point does.
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
        let first = |answer: &Value| answer["data"].get(0).cloned();
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
        let ended = |answer: &Value| {
            let status = &answer["data"]["status"];
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

/// The evidence for a document: a receipt or a status.
fn evidence<'a>(document: &'a Value, kind: &str) -> &'a Value {
    let all = document["flight"]["evidence"].as_array();
    all.into_iter().flatten().find(|one| one["kind"] == kind).unwrap_or(&Value::Null)
}
