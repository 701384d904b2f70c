//! Tests that queue, submissions and ledger find their rows by an index that has them in order.

use super::{
    super::{
        super::{
            super::explain::{SLOW, STATISTICS, USING, execute, on_engine, temporary},
            plans::explain,
            queue,
            sql::Backend,
        },
        credit,
    },
    lists,
};
use access::OrganizationId;
use invoicing::records::{Provision, ProvisionStore};
use jobs::{ClaimToken, JobFilter, JobKind, Turn};
use peppol_connector::{
    identifiers::{InvoiceId, Network, SubmissionId},
    sending::SEND_JOB,
    submissions::{State, SubmissionFilter},
};
use persistence::Cursor;
use testkit::build::{NOW, organization};
use time::Duration;
use uuid::Uuid;

const OTHER: JobKind = JobKind("test.other");

/// An organization with 20,000 submissions, of which few are open or failed, and as many jobs.
async fn filled(store: &Backend) -> OrganizationId {
    let organization = organization();
    let id = organization.id;
    let provision = Provision { organizations: vec![organization], ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    execute(store, &rows(USING.starts_with("Index"))).await;
    id
}

fn rows(postgres: bool) -> String {
    let (id, null) =
        if postgres { ("gen_random_uuid()", "null::uuid") } else { ("randomblob(16)", "null") };
    let second = if postgres {
        "o.created_at + (n / 7) * interval '1 second'"
    } else {
        "o.created_at + (n / 7) * 1000000"
    };
    let counted = "with recursive counted(n) as \
                   (select 1 union all select n + 1 from counted where n < 5000)";
    let state = "case when n % 400 = 0 then 'queued' when n % 401 = 0 then 'failed' \
                 else 'delivered' end";
    let (yes, no) = if postgres { ("true", "false") } else { ("1", "0") };
    format!(
        "insert into submissions (organization_id, id, invoice_id, native, number, network, state,
           attempts, ambiguous, needs_operator, held, message_id, sender, receiver, document_type, process,
           created_at, updated_at)
         {counted} select o.id, {id}, {id}, {no}, 'N' || n, 'live', {state}, 1, {no}, {no},
           case when n % 800 = 0 then {yes} else {no} end, {id}, 's', 'r', 't', 'p', {second},
           o.created_at from organizations o, counted;
         insert into jobs (id, kind, subject_id, state, state_at, token, attempts, created_at)
         {counted} select {id}, case when n % 2 = 0 then 'peppol.send' else 'test.other' end, {id},
           case when n % 3 = 0 then 'dead' else 'waiting' end, {second}, {null}, 0, {second}
           from organizations o, counted;
         insert into credit_accounts select id, 20000, 0 from organizations;
         insert into credit_entries (organization_id, id, kind, amount, key, created_at)
         {counted} select o.id, {id}, 'top_up', 1, 'K' || n, {second} from organizations o, counted;"
    )
}

fn is_slow(plan: &str) -> bool {
    SLOW.iter().any(|slow| plan.contains(slow))
}

/// Whether a plan reads all jobs, on either backend.
fn reads_all_jobs(plan: &str) -> bool {
    ["SCAN jobs", "Seq Scan on jobs"].iter().any(|slow| plan.contains(slow))
}

#[on_engine]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn submissions_have_their_indexes() {
    let (store, _place) = temporary().await;
    let owner = filled(&store).await;
    let network = Some(Network::Live);
    let none = || SubmissionFilter { network, ..SubmissionFilter::default() };
    let states = |states: &[State]| SubmissionFilter { states: states.to_vec(), ..none() };
    let deep = Cursor::new(NOW + Duration::seconds(1_500), Uuid::from_u128(1 << 127));
    let invoice = InvoiceId(Uuid::nil());
    for statistics in STATISTICS {
        execute(&store, statistics).await;
        for (filter, index) in [
            (none(), "submissions_newest"),
            (states(&[State::Delivered]), "submissions_newest"),
            (states(&[State::Queued]), "submissions_open"),
            (states(&[State::Sending, State::Queued]), "submissions_open"),
            (states(&[State::Failed]), "submissions_failed"),
            (SubmissionFilter { held: Some(true), ..none() }, "submissions_open"),
            (SubmissionFilter { invoice: Some(invoice), ..none() }, "submissions_invoice"),
        ] {
            for after in [None, Some(deep)] {
                let query = lists::query(50, owner, &filter, after);
                let plan = explain(&store, query).await;
                let right = plan.contains(index) && plan.contains("jobs_subject");
                assert!(right && !is_slow(&plan), "{filter:?} {statistics:?}:\n{plan}");
            }
        }
        // few rows, so any order will do
        let number = SubmissionFilter { number: Some("N17".into()), ..none() };
        let plan = explain(&store, lists::query(50, owner, &number, None)).await;
        assert!(plan.contains("submissions_invoice"), "{statistics:?}:\n{plan}");
        let plan = explain(&store, lists::latest(owner, invoice, Network::Live)).await;
        assert!(plan.contains("submissions_invoice") && !is_slow(&plan), "{plan}");
        for after in [None, Some(deep)] {
            let plan = explain(&store, credit::query(50, owner, after)).await;
            assert!(plan.contains("credit_entries_newest") && !is_slow(&plan), "{plan}");
        }
    }
}

#[on_engine]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_queue_has_its_indexes() {
    let (store, _place) = temporary().await;
    let owner = filled(&store).await;
    let (later, token) = (NOW + Duration::hours(1), ClaimToken(Uuid::nil()));
    for statistics in STATISTICS {
        execute(&store, statistics).await;
        for kinds in [&[SEND_JOB][..], &[SEND_JOB, OTHER]] {
            for full in [&[][..], &[Some(owner), None]] {
                let turn = Turn { each: 2, full, ..Turn::of(kinds, 5) };
                let plan = explain(&store, queue::take(turn, later, later, token)).await;
                let right = plan.matches("jobs_due").count() == kinds.len();
                assert!(right && !reads_all_jobs(&plan), "{turn:?} {statistics:?}:\n{plan}");
            }
            let plan = explain(&store, queue::next(kinds)).await;
            let right = plan.matches("jobs_due").count() == kinds.len();
            assert!(right && !reads_all_jobs(&plan), "{kinds:?} {statistics:?}:\n{plan}");
        }
        let plan = explain(&store, queue::oldest()).await;
        // SQLite scans the index for the first kind and stops at it; PostgreSQL does not show each step
        let right = plan.matches("jobs_due").count() >= 2 && !plan.contains("Seq Scan on jobs");
        assert!(right, "{statistics:?}:\n{plan}");
        let after = Cursor::new(NOW + Duration::seconds(1_500), Uuid::nil());
        for after in [None, Some(after)] {
            let plan = explain(&store, queue::query(50, JobFilter::default(), after)).await;
            assert!(plan.contains("jobs_newest"), "{statistics:?}:\n{plan}");
            assert!(!plan.contains(SLOW[1]), "{statistics:?}:\n{plan}");
        }
        let plan = explain(&store, lists::needing_operator()).await;
        assert!(plan.contains("submissions_need_operator"), "{statistics:?}:\n{plan}");
        let plan = explain(&store, lists::running()).await;
        assert!(plan.contains("jobs_running"), "{statistics:?}:\n{plan}");
        let places = lists::places(owner, &[SubmissionId(Uuid::nil())]);
        let plan = explain(&store, places).await;
        // PostgreSQL knows that the first rows are all rows here
        let right = plan.contains("jobs_due") || USING.starts_with("Index");
        assert!(right, "{statistics:?}:\n{plan}");
    }
}
