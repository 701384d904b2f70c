//! A process killed in the middle of issuing: what it acknowledged is there, without gap or double.

use crate::{
    children::{self, TASKS},
    database::{Database, Place},
};
use access::OrganizationId;
use idempotency::{Decision, IdempotencyStore};
use std::{thread, time::Duration};
use testkit::build::{NOW, fingerprint, lease};

crate::on_both!(a_killed_process_loses_and_doubles_nothing);

async fn a_killed_process_loses_and_doubles_nothing(database: &Database) {
    let organization = database.organization().await;
    let mut acknowledged = Vec::new();
    for (round, patience) in [40, 1, 25, 7, 60].into_iter().enumerate() {
        let mut child = children::issuing(&database.place.url(), organization);
        let mut words = children::words(&mut child);
        acknowledged.extend(words.by_ref().take(patience));
        // anywhere between two acknowledgements
        thread::sleep(Duration::from_micros(700 * round as u64));
        child.kill().expect("SIGKILL");
        acknowledged.extend(words);
        child.wait().expect("dead");
        let dead = round + 1;
        assert!(acknowledged.len() >= dead, "only {} in {dead} rounds", acknowledged.len());
        check(database, organization, &acknowledged, dead).await;
    }
    assert!(acknowledged.len() >= 133, "only {} were acknowledged", acknowledged.len());
}

/// What is in the database, seen by a store that opens it after the crash.
async fn check(database: &Database, owner: OrganizationId, acknowledged: &[String], dead: usize) {
    let place = &database.place;
    sound(place).await;
    let store = place.open().await;
    let numbers = database.numbers(owner).await;
    let whole: Vec<_> = (1..=numbers.len()).map(|n| format!("FA2026{n:04}")).collect();
    assert_eq!(numbers, whole, "no gap, no double");
    // each task may have lost one answer on its way out
    let unheard = numbers.len() - acknowledged.len();
    assert!(unheard <= TASKS * dead, "{unheard} invoices of which nobody heard");
    for word in acknowledged {
        let (number, key) = word.split_once(' ').expect("number and key");
        assert!(numbers.iter().any(|kept| kept == number), "{number} was acknowledged");
        let decision =
            store.claim(owner.into(), &lease(key), fingerprint(1), NOW).await.expect("asked");
        let Decision::Replay(answer) = decision else { panic!("{number}: {decision:?}") };
        assert!(String::from_utf8_lossy(&answer.body).contains(number));
    }
    for (what, count) in [
        ("contacts", numbers.len()),
        ("events", numbers.len()),
        ("idempotency_keys where status is not null", numbers.len()),
        (&format!("number_counters where next = {}", numbers.len() + 1), 1),
    ] {
        assert_eq!(place.count(what).await, count, "{what}");
    }
    assert!(place.count("idempotency_keys where status is null").await <= TASKS * dead);
}

/// Waits until the server has noticed the death; checks the file.
pub async fn sound(place: &Place) {
    if let Place::Sqlite(_) = place {
        let check = "select integrity_check as text from pragma_integrity_check";
        assert_eq!(place.texts(check).await, ["ok"]);
        assert_eq!(place.count("pragma_foreign_key_check").await, 0);
        return;
    }
    let writing = "pg_stat_activity where datname = current_database() \
                   and (state = 'active' or state like 'idle in transaction%') \
                   and pid <> pg_backend_pid()";
    for _ in 0..500 {
        if place.count(writing).await == 0 {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("the server still works for a dead client after five seconds");
}
