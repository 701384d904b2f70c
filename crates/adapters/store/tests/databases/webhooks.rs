//! Webhooks: what only a database can break.

use crate::database::{Database, Place, options};
use access::{OrganizationId, PartnerId};
use events::{Event, EventName, NewEvent, sample};
use invoicing::records::{Provision, ProvisionStore};
use peppol_connector::ports::AccountStore;
use persistence::StoreError;
use std::time::{Duration, Instant};
use store::{SecretsKey, Store, StoreOptions};
use testkit::{
    build::{self, NOW},
    peppol::ENROLLED,
};
use webhooks::{
    Endpoint, EndpointId, Owner,
    deliveries::{Attempt, Outcome},
    endpoints::{AddressPolicy, EndpointUrl, NewEndpoint, Secret, Secrets, Subscription},
    feed::FeedItem,
    ports::{AddEndpointError, DeliveryStore, EndpointStore, FeedStore, Work},
};

crate::on_both!(
    secrets_cannot_be_read_in_the_database,
    without_a_key_no_secret_is_kept,
    another_key_reads_no_secret,
    a_secret_that_was_changed_or_moved_is_an_error,
    an_endpoint_that_cannot_be_read_holds_no_other_back,
    a_delivery_that_cannot_be_read_holds_no_other_back,
    an_event_of_another_version_waits_for_it_and_holds_no_other_up,
    an_endpoint_of_another_version_keeps_its_events,
    all_at_once_do_each_other_no_harm,
);

const SENT: EventName = EventName::PeppolDocumentSent;

fn secrets(byte: u8) -> Secrets {
    let replaced = Secrets::new(Secret::from_random([byte; 32]));
    replaced.rotate(Secret::from_random([byte + 1; 32]), NOW).expect("rotated")
}

async fn register(store: &Store, owner: Owner, byte: u8) -> Result<Endpoint, AddEndpointError> {
    let url = EndpointUrl::parse("https://hooks.example.com/", AddressPolicy::Public).expect("fit");
    let events = Subscription::of(&[SENT]);
    let new = NewEndpoint { owner, only: None, url, events, made_by: None };
    store.add_endpoint(owner, EndpointId(build::id()), &new, &secrets(byte), NOW).await
}

fn sent(organization: OrganizationId, seconds: i64) -> NewEvent {
    let at = NOW + time::Duration::seconds(seconds);
    let data = sample(SENT, at).expect("emitted");
    NewEvent::of(&Event { organization, at, data }, None).expect("writable")
}

async fn happen(store: &Store, organization: OrganizationId, events: &[NewEvent]) {
    let account = store.account(organization).await.expect("an account");
    let audit = ENROLLED;
    let kept = store.change_account(organization, &account, &account, audit, events, NOW);
    kept.await.expect("kept");
}

async fn deliver(store: &Store, organization: OrganizationId) {
    happen(store, organization, &[sent(organization, 0)]).await;
    store.assign_sequence(100).await.expect("placed");
}

async fn opened_with(place: &Place, secrets_key: Option<SecretsKey>) -> Store {
    let options = StoreOptions { secrets_key, ..options() };
    Store::open(&place.url(), options).await.expect("opened")
}

fn said(error: &(dyn std::error::Error + 'static)) -> String {
    let mut all = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        all = format!("{all}: {cause}");
        source = cause.source();
    }
    all
}

fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    haystack.windows(needle.len()).any(|part| part == needle)
}

async fn secrets_cannot_be_read_in_the_database(database: &Database) {
    let owner = Owner::Organization(database.organization().await);
    let endpoint = register(&database.store, owner, 3).await.expect("registered");
    let kept = secrets(3);
    assert_eq!(database.store.secrets(owner, endpoint.id).await.expect("read"), kept);
    let bytes = match &database.place {
        Place::Sqlite(folder) => {
            database.place.execute("pragma wal_checkpoint(truncate)").await;
            std::fs::read(folder.file("billhook.db")).expect("the file")
        }
        Place::Postgres(_) => {
            let texts = async |what: &str| {
                let rows = format!("select {what} as text from webhook_endpoints e");
                database.place.texts(&rows).await.concat().into_bytes()
            };
            let digits = texts("encode(secrets, 'hex')").await;
            let (pairs, _) = digits.as_chunks::<2>();
            let byte = |pair: &[u8; 2]| {
                let pair = std::str::from_utf8(pair).expect("digits");
                u8::from_str_radix(pair, 16).expect("digits")
            };
            pairs.iter().map(byte).chain(texts("e::text").await).collect()
        }
    };
    assert!(contains(&bytes, b"https://hooks.example.com/"), "looked where it is");
    let all = std::iter::once(&kept.current).chain(kept.old.iter().map(|old| &old.secret));
    for secret in all {
        let digits = secret.expose().strip_prefix("whsec_").expect("a secret");
        for hidden in [b"whsec_", digits.as_bytes(), &digits.as_bytes()[..16]] {
            assert!(!contains(&bytes, hidden));
        }
    }
    assert!(!contains(&bytes, &[3; 32]) && !contains(&bytes, &[4; 32]));
}

async fn without_a_key_no_secret_is_kept(database: &Database) {
    let owner = Owner::Organization(database.organization().await);
    let endpoint = register(&database.store, owner, 3).await.expect("registered");
    let keyless = opened_with(&database.place, None).await;
    let refused = register(&keyless, owner, 3).await.expect_err("no key");
    assert_eq!(said(&refused), "storage: no key for secrets");
    let unread = keyless.secrets(owner, endpoint.id).await.expect_err("no key");
    assert_eq!(said(&unread), "storage: no key for secrets");
    assert_eq!(keyless.endpoints(owner).await.expect("a list"), [endpoint]);
}

async fn another_key_reads_no_secret(database: &Database) {
    let organization = database.organization().await;
    let owner = Owner::Organization(organization);
    let endpoint = register(&database.store, owner, 3).await.expect("registered");
    let other = opened_with(&database.place, Some(SecretsKey::new([8; 32]))).await;
    let unread = other.secrets(owner, endpoint.id).await.expect_err("another key");
    assert!(said(&unread).contains("another key"), "{}", said(&unread));
    let change = other.change_secrets(owner, endpoint.id, &secrets(3), &secrets(5)).await;
    assert!(matches!(change, Err(StoreError::Backend(_))), "{change:?}");
    deliver(&other, organization).await;
    let claimed = other.claim_due(NOW, 1, 1).await;
    assert!(matches!(claimed, Err(StoreError::Backend(_))), "{claimed:?}");
    assert_eq!(database.store.secrets(owner, endpoint.id).await.expect("read"), secrets(3));
}

async fn a_secret_that_was_changed_or_moved_is_an_error(database: &Database) {
    let owner = Owner::Organization(database.organization().await);
    let (store, place) = (&database.store, &database.place);
    let first = register(store, owner, 3).await.expect("registered").id;
    let second = register(store, owner, 5).await.expect("registered").id;
    let (from, to) = (place.literal(first.0), place.literal(second.0));
    place
        .execute(&format!(
            "update webhook_endpoints set secrets = \
             (select secrets from webhook_endpoints where id = {from}) where id = {to}"
        ))
        .await;
    let moved = store.secrets(owner, second).await.expect_err("of another row");
    assert!(said(&moved).contains("changed"), "{}", said(&moved));
    let zeros = zeros(place);
    place
        .execute(&format!("update webhook_endpoints set secrets = {zeros} where id = {from}"))
        .await;
    assert!(matches!(store.secrets(owner, first).await, Err(StoreError::Backend(_))));
}

/// Bytes that no key has sealed.
fn zeros(place: &Place) -> &'static str {
    match place {
        Place::Sqlite(_) => "zeroblob(60)",
        Place::Postgres(_) => "decode(repeat('00', 60), 'hex')",
    }
}

async fn an_endpoint_that_cannot_be_read_holds_no_other_back(database: &Database) {
    let organization = database.organization().await;
    let owner = Owner::Organization(organization);
    let (store, place) = (&database.store, &database.place);
    let broken = register(store, owner, 3).await.expect("registered").id;
    let good = register(store, owner, 5).await.expect("registered");
    deliver(store, organization).await;
    let (id, zeros) = (place.literal(broken.0), zeros(place));
    place.execute(&format!("update webhook_endpoints set secrets = {zeros} where id = {id}")).await;
    let works = store.claim_due(NOW, 5, 5).await.expect("claimed");
    assert_eq!(works.iter().map(|work| &work.endpoint).collect::<Vec<_>>(), [&good]);
}

fn left_out(table: &str) -> u64 {
    let of_table = store::unreadable_rows().into_iter().find(|(name, _)| *name == table);
    of_table.expect("a table").1
}

async fn a_delivery_that_cannot_be_read_holds_no_other_back(database: &Database) {
    let (one, other) = (database.organization().await, database.organization().await);
    let (store, place) = (&database.store, &database.place);
    for (organization, byte) in [(one, 3), (other, 5)] {
        let owner = Owner::Organization(organization);
        register(store, owner, byte).await.expect("registered");
        deliver(store, organization).await;
    }
    let of_one = place.literal(one.0);
    let changes = [
        format!("update webhook_deliveries set event = 'x.y' where organization_id = {of_one}"),
        format!(
            "update webhook_deliveries set event = 'invoice.paid'
             where organization_id = {of_one};
             update webhook_endpoints set url = 'x' where organization_id = {of_one}"
        ),
    ];
    for (n, change) in (0..).zip(changes) {
        place.execute(&change).await;
        let table = ["webhook_deliveries", "webhook_endpoints"][n];
        let before = left_out(table);
        let now = NOW + time::Duration::hours(i64::try_from(n).expect("small"));
        let works = store.claim_due(now, 5, 5).await.expect("claimed");
        let organizations: Vec<_> = works.iter().map(|it| it.delivery.organization).collect();
        assert_eq!(organizations, [other], "{change}");
        // other tests of the process may count too
        assert!(left_out(table) > before);
    }
    // nor does the endpoint hold up the feed
    deliver(store, other).await;
    deliver(store, one).await;
    assert_eq!(store.backlog().await.expect("counted"), []);
}

async fn an_event_of_another_version_waits_for_it_and_holds_no_other_up(database: &Database) {
    let organization = database.organization().await;
    let owner = Owner::Organization(organization);
    let (store, place) = (&database.store, &database.place);
    register(store, owner, 3).await.expect("registered");
    // more than are given places at once
    let strange: Vec<_> = (0..250).map(|n| sent(organization, n - 1_000)).collect();
    happen(store, organization, &strange).await;
    place.execute("update events set name = 'invoice.sung'").await;
    happen(store, organization, &[sent(organization, 0)]).await;
    assert_eq!(store.assign_sequence(1_000).await.expect("placed"), 1);
    assert_eq!(store.claim_due(NOW, 5, 5).await.expect("claimed").len(), 1);
    let backlog = store.backlog().await.expect("counted");
    let [waits] = &backlog[..] else { panic!("{backlog:?}") };
    assert_eq!((waits.name.as_str(), waits.count, waits.is_known()), ("invoice.sung", 250, false));
    assert_eq!(waits.since, NOW - time::Duration::seconds(1_000));
    place.execute(&format!("update events set name = '{}'", SENT.as_str())).await;
    assert_eq!(store.assign_sequence(1_000).await.expect("placed"), 250);
}

/// An older version at work beside a newer one: it delivers what it knows, and forgets nothing.
async fn an_endpoint_of_another_version_keeps_its_events(database: &Database) {
    let organization = database.organization().await;
    let owner = Owner::Organization(organization);
    let (store, place) = (&database.store, &database.place);
    let before = register(store, owner, 3).await.expect("registered");
    place.execute("update webhook_endpoints set events = events || ' invoice.sung'").await;
    deliver(store, organization).await;
    assert_eq!(store.claim_due(NOW, 5, 5).await.expect("claimed").len(), 1);
    let url = EndpointUrl::parse("https://new.example.com/", AddressPolicy::Public).expect("fit");
    let after = Endpoint { url, ..before.clone() };
    store.change_endpoint(owner, &before, &after).await.expect("changed");
    let stored = place.texts("select events as text from webhook_endpoints").await;
    assert_eq!(stored, [format!("{} invoice.sung", SENT.as_str())]);
    let events = Subscription::of(&[EventName::InvoicePaid]);
    let other = Endpoint { events, ..after.clone() };
    store.change_endpoint(owner, &after, &other).await.expect("changed");
    let stored = place.texts("select events as text from webhook_endpoints").await;
    assert_eq!(stored, ["invoice.paid"], "what its owner says now");
}

/// Everything that changes deliveries and endpoints, from many sides at once: nobody fails for
/// another's sake, and each event is delivered where its endpoint stayed on.
async fn all_at_once_do_each_other_no_harm(database: &Database) {
    let (organization, partner) = managed(database).await;
    let store = &database.store;
    let own = Owner::Organization(organization);
    let steady = register(store, own, 1).await.expect("registered");
    let switched = register(store, own, 1).await.expect("registered");
    let shared = register(store, Owner::Partner(partner), 1).await.expect("registered");
    let until = Instant::now() + Duration::from_secs(4);
    let workers =
        (0..4).map(|_| spawn(store, move |store| async move { work(&store).await }, until));
    let sequencers = (0..2).map(|_| {
        spawn(store, |store| async move { store.assign_sequence(7).await.map(drop) }, until)
    });
    let others = [
        spawn(store, move |store| async move { switch(&store, own, switched.id).await }, until),
        spawn(store, move |store| async move { come_and_go(&store, own).await }, until),
        spawn(store, move |store| async move { redeliver(&store, own, steady.id).await }, until),
        spawn(store, |store| async move { store.purge_events(NOW).await.map(drop) }, until),
        spawn(
            store,
            move |store| async move {
                happen(&store, organization, &[sent(organization, 1), sent(organization, 2)]).await;
                Ok(())
            },
            until,
        ),
    ];
    let tasks: Vec<_> = workers.chain(sequencers).chain(others).collect();
    for task in tasks {
        assert!(task.await.expect("no panic") > 3, "each had its turns");
    }
    store.assign_sequence(10_000).await.expect("placed");
    while store.next_due(LATER, 100).await.expect("asked").is_some() {
        work(store).await.expect("worked");
    }
    let count = async |of: &str| database.place.count(of).await;
    let events = count("events").await;
    assert!(events > 20, "{events}");
    for endpoint in [steady.id, shared.id] {
        let id = database.place.literal(endpoint.0);
        let delivered =
            format!("webhook_deliveries where endpoint_id = {id} and state = 'delivered'");
        assert_eq!(count(&delivered).await, events);
    }
    assert_eq!(
        count("webhook_deliveries where state = 'pending' or state = 'delivering'").await,
        0
    );
    let page = store.events(partner, None, u16::MAX).await.expect("a page");
    assert_eq!((page.rows.len(), page.has_more), (events, false));
}

const LATER: time::OffsetDateTime = NOW.saturating_add(time::Duration::days(1));

async fn managed(database: &Database) -> (OrganizationId, PartnerId) {
    let organization = database.organization().await;
    let partner = build::partner(&[organization]);
    let id = partner.id;
    let provision = Provision { partners: vec![partner], ..Provision::default() };
    database.store.provision(&provision, NOW).await.expect("provisioned");
    (organization, id)
}

/// Turn after turn until a time. Returns how many.
fn spawn<F>(
    store: &Store,
    turn: impl Fn(Store) -> F + Send + 'static,
    until: Instant,
) -> tokio::task::JoinHandle<usize>
where
    F: Future<Output = Result<(), StoreError>> + Send,
{
    let store = store.clone();
    tokio::spawn(async move {
        let mut turns = 0;
        while Instant::now() < until {
            match turn(store.clone()).await {
                Ok(()) | Err(StoreError::Conflict | StoreError::NotFound) => turns += 1,
                Err(error) => panic!("{}", said(&error)),
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        turns
    })
}

async fn work(store: &Store) -> Result<(), StoreError> {
    for Work { delivery, .. } in store.claim_due(LATER, 5, 6).await? {
        let outcome = Outcome::Answered { status: 200, body: "ok".into() };
        let number = delivery.attempts;
        let attempt = Attempt { number, started_at: LATER, finished_at: LATER, outcome };
        match store.conclude(delivery.organization, delivery.id, attempt).await {
            Ok(_) | Err(StoreError::NotFound) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

async fn switch(store: &Store, owner: Owner, id: EndpointId) -> Result<(), StoreError> {
    let before = store.endpoint(owner, id).await?;
    let health = if before.health.is_active() {
        before.health.disabled(LATER)
    } else {
        before.health.enabled()
    };
    store.change_endpoint(owner, &before, &Endpoint { health, ..before.clone() }).await
}

async fn come_and_go(store: &Store, owner: Owner) -> Result<(), StoreError> {
    let endpoint = match register(store, owner, 9).await {
        Err(AddEndpointError::Store(error)) => return Err(error),
        added => added.expect("room for one more"),
    };
    tokio::time::sleep(Duration::from_millis(30)).await;
    store.remove_endpoint(owner, endpoint.id).await
}

async fn redeliver(store: &Store, owner: Owner, id: EndpointId) -> Result<(), StoreError> {
    let endpoint = store.endpoint(owner, id).await?;
    let page =
        store.deliveries(owner, id, &webhooks::ports::DeliveryFilter::default(), None, 3).await?;
    for record in page.rows {
        if let Ok(after) = record.delivery.redeliver(endpoint.health, LATER) {
            store.change_delivery(owner, &record.delivery, &after).await?;
        }
    }
    Ok(())
}

mod late {
    //! Transactions that overlap, as only PostgreSQL has them.

    use super::*;
    use diesel_async::SimpleAsyncConnection;

    async fn feed(store: &Store, partner: PartnerId) -> Vec<FeedItem> {
        store.events(partner, None, 100).await.expect("a page").rows
    }

    fn insert(organization: OrganizationId, event: &NewEvent) -> String {
        format!(
            "insert into events (organization_id, id, name, payload, created_at) \
             values ('{}', '{}', '{}', '{}', '{}')",
            organization.0,
            build::id(),
            event.name,
            event.body.as_str().replace('\'', "''"),
            event.at
        )
    }

    #[test_databases::on_postgres]
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn an_event_that_is_committed_late_gets_a_later_place() {
        let database = Database::postgres().await;
        let (organization, partner) = managed(&database).await;
        let store = &database.store;
        let (early, late) = (sent(organization, 1), sent(organization, 2));
        let mut slow = database.place.postgres_connection().await;
        slow.batch_execute("begin").await.expect("begun");
        slow.batch_execute(&insert(organization, &early)).await.expect("inserted");
        happen(store, organization, std::slice::from_ref(&late)).await;
        assert_eq!(store.assign_sequence(100).await.expect("placed"), 1);
        let first = feed(store, partner).await;
        assert_eq!(first[0].payload, late.body);
        slow.batch_execute("commit").await.expect("committed");
        assert_eq!(feed(store, partner).await, first, "not before it has a place");
        assert_eq!(store.assign_sequence(100).await.expect("placed"), 1);
        let all = feed(store, partner).await;
        assert_eq!((&all[0], &all[1].payload), (&first[0], &early.body));
        assert!(all[1].id > all[0].id);
    }

    #[test_databases::on_postgres]
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_sequencer_under_way_shows_nothing_and_lets_no_other_by() {
        let database = Database::postgres().await;
        let (organization, partner) = managed(&database).await;
        let store = &database.store;
        happen(store, organization, &[sent(organization, 1), sent(organization, 2)]).await;
        // one that has given the first its place, and is slow to commit
        let mut slow = database.place.postgres_connection().await;
        let slowly = "begin; update feed_places set last = 1; \
             update events set seq = 1 where created_at = (select min(created_at) from events); \
             insert into partner_feed (partner_id, seq) select id, 1 from partners";
        slow.batch_execute(slowly).await.expect("at work");
        let other = tokio::spawn({
            let store = store.clone();
            async move { store.assign_sequence(100).await }
        });
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert!(!other.is_finished(), "it waits");
        assert_eq!(feed(store, partner).await, []);
        slow.batch_execute("commit").await.expect("committed");
        assert_eq!(other.await.expect("no panic").expect("placed"), 1);
        let places: Vec<_> = feed(store, partner).await.iter().map(|i| i.id.0.get()).collect();
        assert_eq!(places, [1, 2]);
    }

    #[test_databases::on_postgres]
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_claim_does_not_wait_for_a_delivery_that_is_locked() {
        let database = Database::postgres().await;
        let (organization, _) = managed(&database).await;
        let store = &database.store;
        let owner = Owner::Organization(organization);
        register(store, owner, 1).await.expect("registered");
        happen(store, organization, &[sent(organization, 1), sent(organization, 2)]).await;
        store.assign_sequence(100).await.expect("placed");
        let mut other = database.place.postgres_connection().await;
        let lock = "begin; select 1 from webhook_deliveries order by created_at limit 1 for update";
        other.batch_execute(lock).await.expect("locked");
        let claimed = store.claim_due(LATER, 10, 10);
        let claimed = tokio::time::timeout(Duration::from_secs(5), claimed).await;
        let works = claimed.expect("it did not wait").expect("claimed");
        assert_eq!(works.len(), 1);
        other.batch_execute("rollback").await.expect("rolled back");
        assert_eq!(store.claim_due(LATER, 10, 10).await.expect("claimed").len(), 1);
    }
}
