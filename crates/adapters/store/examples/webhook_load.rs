//! Measures how the store gives 100,000 events their places, and how deliveries of an endpoint that
//! has so many are claimed and concluded.
//!
//! `cargo run --release -p store --example webhook_load [-- postgres://…/empty_database]`

use access::OrganizationId;
use events::{Event, EventName, NewEvent, sample};
use invoicing::records::{Provision, ProvisionStore};
use peppol_connector::ports::AccountStore;
use persistence::StoreError;
use std::time::Instant;
use store::{SecretsKey, Store, StoreOptions};
use testkit::{
    build::{self, NOW},
    peppol::ENROLLED,
};
use time::Duration;
use webhooks::{
    EndpointId, Owner,
    deliveries::{Attempt, Outcome},
    endpoints::{AddressPolicy, EndpointUrl, NewEndpoint, Secret, Secrets, Subscription},
    ports::{DeliveryFilter, DeliveryStore, EndpointStore, FeedStore, Work},
};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const EVENTS: i64 = 100_000;

#[tokio::main]
async fn main() -> Result<()> {
    let folder = std::env::temp_dir().join(format!("webhook_load.{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let sqlite = format!("sqlite:{}", folder.join("load.db").display());
    let url = std::env::args().nth(1).unwrap_or(sqlite);
    let options =
        StoreOptions { secrets_key: Some(SecretsKey::new([7; 32])), ..StoreOptions::default() };
    let store = Store::open(&url, options).await?;
    store.migrate().await?;
    let result = measure(&store).await;
    drop(store);
    std::fs::remove_dir_all(&folder)?;
    result
}

async fn measure(store: &Store) -> Result<()> {
    let (organizations, partner) = ground(store).await?;
    let busy = organizations[0];
    let all = [Owner::Organization(busy), Owner::Partner(partner)];
    for owner in all.into_iter().chain(organizations[1..].iter().map(|o| Owner::Organization(*o))) {
        register(store, owner).await?;
    }
    let start = Instant::now();
    for n in 0..EVENTS / 1_000 {
        let batch: Vec<_> = (0..1_000).map(|i| event(busy, n * 1_000 + i)).collect();
        let batch: Vec<_> = batch.into_iter().collect::<Result<_>>()?;
        happen(store, busy, &batch).await?;
    }
    println!("{EVENTS} events written in {:.1?}", start.elapsed());

    let (start, mut slowest, mut placed) = (Instant::now(), 0.0_f64, 0);
    loop {
        let batch = Instant::now();
        let count = store.assign_sequence(500).await?;
        slowest = slowest.max(batch.elapsed().as_secs_f64() * 1_000.0);
        placed += count;
        if count < 500 {
            break;
        }
    }
    println!(
        "{placed} events placed, with two deliveries each, in {:.1?}; the slowest 500 in {slowest:.1} ms",
        start.elapsed()
    );
    for organization in &organizations[1..] {
        happen(store, *organization, &[event(*organization, EVENTS)?]).await?;
    }
    let start = Instant::now();
    store.assign_sequence(1).await?;
    println!("one more placed in {:.2?}", start.elapsed());
    store.assign_sequence(10_000).await?;
    read(store, busy, partner).await?;
    work(store).await
}

async fn read(store: &Store, busy: OrganizationId, partner: access::PartnerId) -> Result<()> {
    let start = Instant::now();
    let page = store.events(partner, None, 100).await?;
    println!("a page of the feed, {} events, in {:.2?}", page.rows.len(), start.elapsed());
    let owner = Owner::Organization(busy);
    let endpoint = store.endpoints(owner).await?[0].id;
    for state in [None, Some("pending"), Some("failed")] {
        let filter = DeliveryFilter { event: None, state };
        let start = Instant::now();
        let page = store.deliveries(owner, endpoint, &filter, None, 50).await?;
        println!("history {state:?}, {} rows, in {:.2?}", page.rows.len(), start.elapsed());
    }
    Ok(())
}

async fn work(store: &Store) -> Result<()> {
    let now = NOW + Duration::days(2);
    let (mut claims, mut ends) = (Vec::new(), Vec::new());
    let whole = Instant::now();
    for _ in 0..100 {
        let start = Instant::now();
        let works = store.claim_due(now, 10, 50).await?;
        claims.push((start.elapsed(), works.len()));
        for work in works {
            let start = Instant::now();
            conclude(store, &work).await?;
            ends.push(start.elapsed());
        }
    }
    let claimed: usize = claims.iter().map(|(_, count)| count).sum();
    println!("{claimed} claimed and concluded by one worker in {:.1?}", whole.elapsed());
    claims.sort_unstable();
    ends.sort_unstable();
    println!("a claim: median {:.2?}, slowest {:.2?}", claims[50].0, claims[99].0);
    println!(
        "a conclusion: median {:.2?}, slowest {:.2?}",
        ends[ends.len() / 2],
        ends[ends.len() - 1]
    );
    let start = Instant::now();
    store.next_due(now, 10).await?;
    println!("next_due in {:.2?}", start.elapsed());
    work_together(store).await
}

/// Eight workers for five seconds, of which every delivery is of the busy endpoints.
async fn work_together(store: &Store) -> Result<()> {
    let until = Instant::now() + std::time::Duration::from_secs(5);
    let workers = (0..8).map(|_| {
        let store = store.clone();
        tokio::spawn(async move {
            let (mut done, now) = (0_usize, NOW + Duration::days(2));
            while Instant::now() < until {
                for work in store.claim_due(now, 100, 20).await? {
                    conclude(&store, &work).await?;
                    done += 1;
                }
            }
            Ok::<_, StoreError>(done)
        })
    });
    let workers: Vec<_> = workers.collect();
    let mut done = 0;
    for worker in workers {
        done += worker.await??;
    }
    println!("{} claimed and concluded a second by eight workers", done / 5);
    Ok(())
}

async fn conclude(store: &Store, work: &Work) -> std::result::Result<(), StoreError> {
    let now = NOW + Duration::days(2);
    let outcome = Outcome::Answered { status: 200, body: "ok".into() };
    let number = work.delivery.attempts;
    let attempt = Attempt { number, started_at: now, finished_at: now, outcome };
    store.conclude(work.delivery.organization, work.delivery.id, attempt).await.map(drop)
}

async fn ground(store: &Store) -> Result<(Vec<OrganizationId>, access::PartnerId)> {
    let organizations: Vec<_> = (0..200).map(|_| build::organization()).collect();
    let ids: Vec<_> = organizations.iter().map(|organization| organization.id).collect();
    let partner = build::partner(&ids[..1]);
    let id = partner.id;
    let provision = Provision { organizations, partners: vec![partner], ..Provision::default() };
    store.provision(&provision, NOW).await?;
    Ok((ids, id))
}

async fn register(store: &Store, owner: Owner) -> Result<()> {
    let url = EndpointUrl::parse("https://hooks.example.com/", AddressPolicy::Public)?;
    let events = Subscription::of(&[EventName::PeppolDocumentSent]);
    let new = NewEndpoint { owner, only: None, url, events, made_by: None };
    let secrets = Secrets::new(Secret::from_random([1; 32]));
    store.add_endpoint(owner, EndpointId(build::id()), &new, &secrets, NOW).await?;
    Ok(())
}

fn event(organization: OrganizationId, n: i64) -> Result<NewEvent> {
    let at = NOW + Duration::milliseconds(n);
    let data = sample(EventName::PeppolDocumentSent, at).ok_or("never emitted")?;
    Ok(NewEvent::of(&Event { organization, at, data }, None)?)
}

async fn happen(store: &Store, organization: OrganizationId, events: &[NewEvent]) -> Result<()> {
    let account = store.account(organization).await?;
    let audit = ENROLLED;
    store.change_account(organization, &account, &account, audit, events, NOW).await?;
    Ok(())
}
