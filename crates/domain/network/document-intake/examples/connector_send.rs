//! A send of the connector, decided and saved in memory: no server, no database, no network.
//!
//! `cargo run -p document-intake --example connector_send`

use access::Tier;
use document_intake::{Incoming, OfficialRules, inspect};
use events::ParticipantSource::ApiEnroll;
use invoicing::records::{Provision, ProvisionStore};
use peppol_connector::{
    identifiers::Network,
    ports::{AccountStore, SubmissionStore},
    registration::{register, registrable},
    sending::{NewIds, decide_send},
};
use std::error::Error;
use testkit::{MemoryStore, build};
use uuid::Uuid;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let (store, now, firm) = (MemoryStore::default(), build::NOW, build::organization());
    let provision = Provision { organizations: vec![firm.clone()], ..Provision::default() };
    store.provision(&provision, now).await?;

    // the firm is registered on the test network
    let account = store.account(firm.id).await?;
    let participant = registrable(&account, Network::Test)?;
    let change = register(&account, &participant, Network::Test, ApiEnroll, now).ok_or("is so")?;
    let events = change.published(firm.id)?;
    let after = &change.after;
    store.change_account(firm.id, &account, after, change.entry(), &events, now).await?;

    // a document comes in and is checked by the official rules
    let document = fixtures::text("documents/ubl/invoice-of-today.xml");
    let document = document.replace("NUMBER", "2026117").replace("TODAY", "2026-11-21");
    let bytes = document.into_bytes().into();
    let day = service_day::date(now);
    let incoming = Incoming { bytes, format: None, network: Network::Test, day };
    let document = inspect(&OfficialRules, &incoming);

    // the decision: what is answered, and what is saved with it
    let number = document.facts.number.as_deref();
    let facts = store.organization_facts(firm.id, Tier::Test, number, now).await?;
    let decision = decide_send(document.to_send(&facts, NewIds::made_by(Uuid::now_v7), now));
    store.commit(firm.id, &decision.commit, None, now).await?;
    println!("{:#?}", decision.answer);
    Ok(())
}
