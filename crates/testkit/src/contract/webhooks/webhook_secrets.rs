//! The secrets that sign webhooks.

use super::webhook_setup::{
    at_once, claim_all, company, later, register, secrets, with_deliveries,
};
use crate::build::NOW;
use crate::contract::{StoreUnderTest, setup::kind};
use webhooks::{
    endpoints::{MAX_OLD_SECRETS, Secret},
    ports::EndpointStore,
};

fn secret(byte: u8) -> Secret {
    Secret::from_random([byte; 32])
}

pub async fn secrets_come_back_as_they_were_rotated(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (_, owner) = company(store).await;
    let (endpoint, other) = (register(store, owner, &[]).await, register(store, owner, &[]).await);
    let mut kept = secrets(1);
    for n in 0..MAX_OLD_SECRETS {
        assert_eq!(store.secrets(owner, endpoint.id).await.expect("read"), kept);
        let n = u8::try_from(n).expect("few");
        let rotated = kept.rotate(secret(10 + n), later(n.into())).expect("rotated");
        store.change_secrets(owner, endpoint.id, &kept, &rotated).await.expect("changed");
        let stale = store.change_secrets(owner, endpoint.id, &kept, &secrets(9)).await;
        assert_eq!(kind(&stale), "conflict");
        kept = rotated;
    }
    assert_eq!(store.secrets(owner, endpoint.id).await.expect("read"), kept);
    assert_eq!(kept.signing(later(5)).count(), 5);
    assert_eq!(store.secrets(owner, other.id).await.expect("read"), secrets(1));
}

pub async fn of_many_rotations_at_once_one_is_made(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (_, owner) = company(store).await;
    let id = register(store, owner, &[]).await.id;
    let tasks = (2..12).map(|n| {
        let store = store.clone();
        async move {
            let before = secrets(1);
            let after = before.rotate(secret(n), NOW).expect("rotated");
            let result = store.change_secrets(owner, id, &before, &after).await;
            (kind(&result), after)
        }
    });
    let results = at_once(tasks).await;
    let made: Vec<_> = results.iter().filter(|(kind, _)| *kind == "ok").collect();
    assert_eq!(made.len(), 1, "{results:?}");
    assert!(results.iter().all(|(kind, _)| matches!(*kind, "ok" | "conflict")), "{results:?}");
    assert_eq!(store.secrets(owner, id).await.expect("read"), made[0].1);
}

pub async fn a_worker_signs_with_the_secrets_of_the_moment(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let endpoint = with_deliveries(store, 2).await;
    assert_eq!(claim_all(store, NOW).await[0].secrets, secrets(1));
    let rotated = secrets(1).rotate(secret(2), NOW).expect("rotated");
    let (owner, id) = (endpoint.owner, endpoint.id);
    store.change_secrets(owner, id, &secrets(1), &rotated).await.expect("changed");
    assert_eq!(claim_all(store, later(1)).await[0].secrets, rotated);
}
