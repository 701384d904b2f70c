//! A process killed in the middle of sending: what it acknowledged is there and whole, and the credit
//! is what the ledger says.

use crate::{
    children::{self, TASKS},
    crash::sound,
    database::Database,
};
use access::OrganizationId;
use idempotency::{Decision, IdempotencyStore};
use peppol_connector::{
    credit::Credits,
    identifiers::SubmissionId,
    ports::{CreditStore, SubmissionLists},
    submissions::State,
};
use std::{collections::BTreeMap, thread, time::Duration};
use testkit::build::{NOW, fingerprint, lease};
use uuid::Uuid;

crate::on_both!(a_killed_process_leaves_every_send_whole);

const BOUGHT: u64 = 1_000_000;

async fn a_killed_process_leaves_every_send_whole(database: &Database) {
    let organization = database.organization().await;
    database.store.top_up(organization, "all", Credits(BOUGHT), NOW).await.expect("topped up");
    let mut acknowledged = Vec::new();
    for (round, patience) in [40, 1, 25, 7, 60, 13].into_iter().enumerate() {
        let mut child = children::sending(&database.place.url(), organization);
        let mut words = children::words(&mut child);
        acknowledged.extend(words.by_ref().take(patience));
        // anywhere between two acknowledgements
        thread::sleep(Duration::from_micros(700 * round as u64));
        child.kill().expect("SIGKILL");
        acknowledged.extend(words);
        child.wait().expect("dead");
        sound(&database.place).await;
        check(database, organization, &acknowledged, round + 1).await;
    }
    assert!(acknowledged.len() >= 146, "only {} were acknowledged", acknowledged.len());
}

/// What is in the database, seen by a store that opens it after the crash.
async fn check(database: &Database, owner: OrganizationId, acknowledged: &[String], dead: usize) {
    let store = database.place.open().await;
    let mut said = BTreeMap::new();
    for word in acknowledged {
        let (id, state) = word.split_once(' ').expect("id and state");
        // a later word of the same submission counts
        said.insert(id, state);
    }
    for (id, state) in &said {
        let submission = SubmissionId(Uuid::parse_str(id).expect("an id"));
        let record = store.submission_record(owner, submission).await.expect("acknowledged");
        let kept = record.submission.progress.state;
        assert!(reaches(state, kept), "{id} was {state} and is {}", kept.name());
        store.submission_bytes(owner, submission).await.expect("its document");
        let decision =
            store.claim(owner.into(), &lease(id), fingerprint(1), NOW).await.expect("asked");
        assert!(matches!(decision, Decision::Replay(_)), "{id}: {decision:?}");
    }
    counts(database, said.len(), dead).await;
    let (captured, reserved) = (
        database.place.count("credit_entries where kind = 'capture'").await as u64,
        database.place.count("submissions where state in ('queued', 'sending')").await as u64,
    );
    let balance = store.balance(owner).await.expect("a balance");
    assert_eq!(balance.reserved, Credits(reserved), "what is under way is set aside");
    assert_eq!(balance.available, Credits(BOUGHT - captured - reserved));
}

/// Whether a submission that was acknowledged in `said` may stand at `kept`.
fn reaches(said: &str, kept: State) -> bool {
    let order = ["queued", "sending"];
    let at = |name: &str| order.iter().position(|state| *state == name).unwrap_or(order.len());
    at(kept.name()) >= at(said) && (at(said) < order.len() || kept.name() == said)
}

/// Every row has the rows that belong to it.
async fn counts(database: &Database, heard: usize, dead: usize) {
    let place = &database.place;
    let all = place.count("submissions").await;
    assert!(all - heard <= TASKS * dead, "{} sends of which nobody heard", all - heard);
    let of = async |state: &str| place.count(&format!("submissions where state = '{state}'")).await;
    let (sent, failed) = (of("sent").await, of("failed").await);
    let (sending, queued) = (of("sending").await, of("queued").await);
    assert_eq!(sent + failed + sending + queued, all);
    for (what, count) in [
        ("invoices where origin = 'connector'", all),
        ("submission_documents", all),
        ("submission_receipts", sent),
        ("jobs", sending + queued),
        ("credit_entries where kind = 'reserve'", all),
        ("credit_entries where kind = 'capture'", sent),
        ("credit_entries where kind = 'release'", failed),
        ("peppol_trail where event = 'queued'", all),
        ("peppol_trail where event = 'attempted'", all - queued),
        ("peppol_trail where event = 'sent'", sent),
        ("peppol_trail where event = 'failed'", failed),
        ("events", sent),
        ("idempotency_keys where status is not null", all),
    ] {
        assert_eq!(place.count(what).await, count, "{what}");
    }
}
