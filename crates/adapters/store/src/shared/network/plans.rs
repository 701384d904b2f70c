//! Tests that received documents, the audit log and registrations are found by their indexes.

use super::{
    super::{
        super::explain::{SLOW, STATISTICS, USING, execute, on_engine, temporary},
        plans::{explain, index_of},
        receiving::inbox_list,
        sql::Backend,
    },
    accounts, audit_entries,
};
use access::OrganizationId;
use invoicing::records::{Provision, ProvisionStore};
use peppol_connector::{
    audit::{AuditAction, AuditFilter},
    identifiers::{DocumentId, Network},
    inbox::ReceivedFilter,
    ports::InboxStore,
};
use persistence::Cursor;
use testkit::{
    build::{NOW, organization},
    peppol::{participant, received_document, received_event, received_record},
};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// An organization with 20,000 received documents, of which every tenth is not acknowledged, as many lines, and 5,000
/// other organizations.
async fn filled(store: &Backend) -> OrganizationId {
    let organization = organization();
    let id = organization.id;
    let provision = Provision { organizations: vec![organization], ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    let record = received_record();
    let event = received_event(id, &record);
    store.receive(id, &received_document(record), &event).await.expect("received");
    execute(store, &copies()).await;
    id
}

/// The statements that copy the only document, line and organization.
fn copies() -> String {
    let postgres = USING.starts_with("Index");
    let (id, second, no) = if postgres {
        ("gen_random_uuid()", "(n / 7) * interval '1 second'", "false")
    } else {
        ("randomblob(16)", "(n / 7) * 1000000", "0")
    };
    let counted = |count: u32| {
        format!(
            "with recursive counted(n) as \
             (select 1 union all select n + 1 from counted where n < {count})"
        )
    };
    let (many, some) = (counted(20_000), counted(5_000));
    format!(
        "insert into received_documents {many}
           select organization_id, {id}, network, {id}, transaction_id,
             case when n % 89 = 0 then sender else '9915:0' end, sender_name, receiver,
             document_type, process, 'N' || n, type_code, issue_date, due_date, payable,
             currency, size, received_at + {second},
             case when n % 10 <> 0 then received_at + {second} end, total
           from received_documents d, counted;
         insert into peppol_trail {many}
           select organization_id, {id}, at + {second}, event, {id}, invoice_id, number, detail, network,
             actor, actor_kind
           from peppol_trail t, counted;
         insert into users (id, email, password_hash, created_at) {some}
           select {id}, 'u' || n || '@firma.example', '-', (select max(at) from peppol_trail) from counted;
         insert into organizations (id, name, vat_payer, street, city, postal_code, country, plan,
             created_at) {some}
           select {id}, name, vat_payer, street, city, postal_code, country, plan, created_at
           from organizations o, counted;
         insert into peppol_accounts (organization_id, status, network, participant,
             strict_sandbox, prepayment_overdue, send_mode)
           select id, 'enrolled', 'test', '9915:' || row_number() over (order by id), {no}, {no},
             'manual' from organizations;"
    )
}

/// A cursor far into the list.
fn deep() -> Option<Cursor> {
    Some(Cursor::new(NOW + Duration::seconds(1_500), Uuid::from_u128(1 << 127)))
}

fn assert_seeks(plan: &str, index: &str, of: &str) {
    let slow = SLOW.iter().any(|slow| plan.contains(slow));
    assert!(index_of(plan) == index && !slow, "{of}:\n{plan}");
}

#[on_engine]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_inbox_has_its_indexes() {
    let (store, _place) = temporary().await;
    let owner = filled(&store).await;
    let network = Some(Network::Test);
    let none = || ReceivedFilter { network, ..ReceivedFilter::default() };
    let day = |n: i64| -> Option<OffsetDateTime> { Some(NOW + Duration::seconds(n)) };
    for statistics in STATISTICS {
        execute(&store, statistics).await;
        for (filter, index) in [
            (none(), "received_documents_newest"),
            (ReceivedFilter { acknowledged: Some(false), ..none() }, "received_documents_open"),
            (ReceivedFilter { acknowledged: Some(true), ..none() }, "received_documents_newest"),
            (ReceivedFilter { oldest_first: true, ..none() }, "received_documents_newest"),
            (
                ReceivedFilter { acknowledged: Some(false), oldest_first: true, ..none() },
                "received_documents_open",
            ),
            (ReceivedFilter { from: day(100), ..none() }, "received_documents_newest"),
            (
                ReceivedFilter { from: day(100), to: day(2_000), ..none() },
                "received_documents_newest",
            ),
            (
                ReceivedFilter { sender: Some(participant("9915:2023456789")), ..none() },
                "received_documents_sender",
            ),
            (ReceivedFilter { number: Some("N17".into()), ..none() }, "received_documents_number"),
            (
                ReceivedFilter {
                    receiver: Some(participant("9915:2020202020")),
                    oldest_first: true,
                    ..none()
                },
                "received_documents_newest",
            ),
        ] {
            for after in [None, deep()] {
                let parties = inbox_list::Parties::of(&filter);
                let query = inbox_list::query(50, owner, &filter, &parties, after);
                let plan = explain(&store, query).await;
                assert_seeks(&plan, index, &format!("{filter:?} {after:?} {statistics:?}"));
            }
        }
    }
}

#[on_engine]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_trail_has_its_indexes() {
    let (store, _place) = temporary().await;
    let owner = filled(&store).await;
    let network = Some(Network::Test);
    let none = || AuditFilter { network, ..AuditFilter::default() };
    let at = |n: i64| Some(NOW + Duration::seconds(n));
    let received = Some(AuditAction::Received);
    for statistics in STATISTICS {
        execute(&store, statistics).await;
        for (filter, index) in [
            (none(), "peppol_trail_in_order"),
            (AuditFilter { from: at(100), to: at(2_000), ..none() }, "peppol_trail_in_order"),
            (AuditFilter { event: received, ..none() }, "peppol_trail_in_order"),
            (
                AuditFilter { document: Some(DocumentId(Uuid::nil())), ..none() },
                "peppol_trail_document",
            ),
        ] {
            for after in [None, deep()] {
                let query = audit_entries::query(50, owner, &filter, after);
                let plan = explain(&store, query).await;
                assert_seeks(&plan, index, &format!("{filter:?} {after:?} {statistics:?}"));
            }
        }
    }
}

#[on_engine]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_participant_is_found_by_its_index() {
    let (store, _place) = temporary().await;
    filled(&store).await;
    for statistics in STATISTICS {
        execute(&store, statistics).await;
        let query = accounts::select_enrolled(Network::Test, "9915:17");
        let plan = explain(&store, query).await;
        assert_seeks(&plan, "peppol_accounts_enrolled", statistics);
    }
}
