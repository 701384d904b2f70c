//! Tests that claims, histories, the feed and purges find their rows by an index.

use super::{
    super::{
        super::{
            explain::{STATISTICS, USING, execute, on_engine, temporary},
            webhook_sql,
        },
        plans::explain,
        sql::{Backend, Statement},
    },
    claim, deliveries, feed, history,
};
use access::{OrganizationId, PartnerId};
use events::EventName;
use invoicing::records::{Provision, ProvisionStore};
use persistence::Cursor;
use std::num::NonZeroU64;
use testkit::build::{self, NOW};
use time::Duration;
use uuid::Uuid;
use webhooks::{EndpointId, feed::FeedCursor, ports::DeliveryFilter};

/// Whether this is compiled for PostgreSQL.
const POSTGRES: bool = USING.len() == "Index Scan using ".len();

/// Texts that a plan must not contain: it would read all rows of a growing table, or sort them.
const SLOW: [&str; 7] = [
    "Seq Scan on webhook_deliveries",
    "Seq Scan on events",
    "Seq Scan on partner_feed",
    "Sort Key: f.",
    "SCAN x",
    "SCAN e",
    "SCAN f",
];

/// 20,000 deliveries of one endpoint and 2,000 of another, of all states.
async fn filled(store: &Backend) -> (PartnerId, EndpointId) {
    let organization = build::organization();
    let id = organization.id;
    let partner = build::partner(&[id]);
    let partner_id = partner.id;
    let provision = Provision {
        organizations: vec![organization],
        partners: vec![partner],
        ..Provision::default()
    };
    store.provision(&provision, NOW).await.expect("provisioned");
    let endpoint = EndpointId(build::id());
    execute(store, &fill(id, endpoint)).await;
    (partner_id, endpoint)
}

fn literal(id: Uuid) -> String {
    if POSTGRES { format!("'{id}'::uuid") } else { format!("x'{}'", id.simple()) }
}

fn fill(organization: OrganizationId, endpoint: EndpointId) -> String {
    let (random, made, empty) = if POSTGRES {
        ("gen_random_uuid()", "o.created_at + n * interval '1 second'", "''::bytea")
    } else {
        ("randomblob(16)", "o.created_at + n * 1000000", "x''")
    };
    let (organization, first) = (literal(organization.0), literal(endpoint.0));
    let second = literal(build::id());
    format!(
        "insert into webhook_endpoints (id, organization_id, url, events, consecutive_failures, \
           secrets, created_at)
         select e.id, o.id, '', '', 0, {empty}, o.created_at
           from organizations o, (select {first} as id union select {second}) e;
         insert into events (organization_id, id, name, payload, created_at, seq)
         with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 22000)
         select {organization}, {random}, 'invoice.paid', '{{}}', {made}, n
           from counted, organizations o;
         insert into partner_feed (partner_id, seq) select p.id, e.seq from partners p, events e;
         insert into webhook_deliveries
         select e.organization_id, {random}, case when e.seq % 11 = 0 then {second} else {first} end,
           e.name, e.id, null,
           case when e.seq % 10 = 0 then 'pending' when e.seq % 1000 = 1 then 'delivering'
             when e.seq % 100 = 3 then 'failed' else 'delivered' end,
           e.created_at, case when e.seq % 100 = 3 then 'last_attempt' end, 1, 0, e.created_at
         from events e;"
    )
}

async fn check(store: &Backend, name: &str, index: &str, query: Statement<'_>) {
    let plan = explain(store, query).await;
    let slow = SLOW.iter().find(|slow| plan.contains(**slow));
    assert!(plan.contains(index) && slow.is_none(), "{name}: not by {index}, {slow:?}\n{plan}");
}

#[on_engine]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn claims_find_what_is_due_by_their_index() {
    let (store, _place) = temporary().await;
    filled(&store).await;
    let wanted = claim::wanted(NOW + Duration::days(1), 10, 50);
    for statistics in STATISTICS {
        execute(&store, statistics).await;
        let open = "webhook_deliveries_open";
        check(&store, "next due", open, claim::next_due(&wanted)).await;
        for (name, statement) in webhook_sql::claim_plans(&wanted) {
            check(&store, name, open, statement).await;
        }
    }
}

#[on_engine]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn histories_and_the_feed_have_their_indexes() {
    let (store, _place) = temporary().await;
    let (partner, endpoint) = filled(&store).await;
    let (created_at, id) = (NOW + Duration::hours(3), Uuid::nil());
    let invoice_paid = Some(EventName::InvoicePaid);
    for statistics in STATISTICS {
        execute(&store, statistics).await;
        for after in [None, Some(Cursor::new(created_at, id))] {
            for (state, index) in [
                (None, "webhook_deliveries_newest"),
                (Some("pending"), "webhook_deliveries_newest"),
                (Some("delivered"), "webhook_deliveries_newest"),
                (Some("failed"), "webhook_deliveries_failed"),
            ] {
                for event in [None, invoice_paid] {
                    let filter = DeliveryFilter { event, state };
                    let page = history::page_of(endpoint, &filter, after, 50);
                    check(&store, &format!("{filter:?} {after:?}"), index, page).await;
                }
            }
        }
        let after = Some(FeedCursor(NonZeroU64::MIN));
        check(&store, "feed", "events_fed", feed::items_after(partner, after, 101)).await;
        check(&store, "old events", "events_placed", feed::old(NOW)).await;
        check(&store, "old deliveries", "webhook_deliveries_ended", deliveries::old(NOW)).await;
    }
}
