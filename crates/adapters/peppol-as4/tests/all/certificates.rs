//! Whom we trust, what is remembered of it, and our own certificates.

use crate::common::{AT, Lists, certificate, keys, pair, pem, settled, trust_of};
use peppol_as4::{KeyError, Keys};
use peppol_messages::trust::Untrusted;
use peppol_trust::{Trust, WhenUnknown};
use std::sync::Arc;
use time::{Duration, OffsetDateTime, macros::datetime};

const STRICT: WhenUnknown = WhenUnknown::Refuse;

async fn verdict(trust: &Arc<Trust>, name: &str, at: OffsetDateTime) -> Result<(), Untrusted> {
    trust.verify(&certificate(name), at).await
}

#[tokio::test]
async fn only_access_points_that_are_not_revoked_are_trusted() {
    let lists = Lists::published();
    let trust = trust_of(Arc::clone(&lists), STRICT);
    for (name, result) in [
        ("rogue", Err(Untrusted::Chain)),
        ("smp", Err(Untrusted::Chain)),
        ("ap1", Ok(())),
        ("ap2", Ok(())),
        ("revoked", Err(Untrusted::Revoked)),
    ] {
        assert_eq!(verdict(&trust, name, AT).await, result, "{name}");
    }
    assert_eq!(lists.asked(), 1, "nothing is asked for a stranger, and the list is kept");
    let late = datetime!(2029-01-01 00:00 UTC);
    assert_eq!(verdict(&trust, "ap1", late).await, Err(Untrusted::Expired));
    let early = datetime!(2020-01-01 00:00 UTC);
    assert_eq!(verdict(&trust, "ap1", early).await, Err(Untrusted::NotYetValid));
}

#[tokio::test]
async fn without_a_list_nobody_is_trusted() {
    for list in [None, Some(b"no list".to_vec())] {
        let lists = Lists::published();
        lists.publish(list);
        let trust = trust_of(Arc::clone(&lists), STRICT);
        let unknown = Err(Untrusted::RevocationUnknown);
        assert_eq!(verdict(&trust, "ap1", AT).await, unknown);
        assert_eq!(verdict(&trust, "ap1", AT + Duration::seconds(59)).await, unknown);
        assert_eq!(lists.asked(), 1, "it is not asked for again at once");
        lists.publish(Lists::published().list.lock().expect("a list").clone());
        assert_eq!(verdict(&trust, "ap1", AT + Duration::minutes(1)).await, Ok(()));
    }
}

#[tokio::test]
async fn it_may_be_set_to_trust_without_a_list() {
    let lists = Lists::published();
    lists.publish(None);
    let trust = trust_of(Arc::clone(&lists), WhenUnknown::Accept);
    assert_eq!(
        trust.check(&certificate("ap1"), AT),
        Err(Untrusted::RevocationUnknown),
        "not asked"
    );
    assert_eq!(verdict(&trust, "ap1", AT).await, Ok(()));
    assert_eq!(verdict(&trust, "rogue", AT).await, Err(Untrusted::Chain));
    lists.publish(Lists::published().list.lock().expect("a list").clone());
    let later = AT + Duration::minutes(2);
    assert_eq!(verdict(&trust, "revoked", later).await, Err(Untrusted::Revoked));
}

/// An hour later it is asked for again; one that cannot be had then leaves the old one, until that ends.
#[tokio::test]
async fn a_list_serves_until_its_end() {
    let lists = Lists::published();
    let trust = trust_of(Arc::clone(&lists), STRICT);
    assert_eq!(verdict(&trust, "ap1", AT).await, Ok(()));
    assert_eq!(verdict(&trust, "ap1", AT + Duration::minutes(59)).await, Ok(()));
    assert_eq!(lists.asked(), 1);
    lists.publish(None);
    assert_eq!(verdict(&trust, "ap1", AT + Duration::hours(2)).await, Ok(()));
    settled(|| lists.asked() == 2).await;
    let ended = datetime!(2026-12-21 10:00 UTC);
    assert_eq!(verdict(&trust, "ap1", ended).await, Err(Untrusted::RevocationUnknown));
}

/// Lists come over plain http: one that its issuer did not sign changes nothing.
#[tokio::test]
async fn a_forged_list_is_not_believed() {
    let mut forged = fixtures::bytes("peppol-network/as4/pki/ap.crl");
    let last = forged.len() - 1;
    forged[last] ^= 1;
    let lists = Lists::published();
    lists.publish(Some(forged.clone()));
    let trust = trust_of(Arc::clone(&lists), STRICT);
    assert_eq!(verdict(&trust, "ap1", AT).await, Err(Untrusted::RevocationUnknown));
    let lists = Lists::published();
    let trust = trust_of(Arc::clone(&lists), STRICT);
    assert_eq!(verdict(&trust, "ap1", AT).await, Ok(()));
    lists.publish(Some(forged));
    let later = AT + Duration::hours(2);
    assert_eq!(verdict(&trust, "ap1", later).await, Ok(()), "by the list before");
    settled(|| lists.asked() == 2).await;
    assert_eq!(verdict(&trust, "revoked", later).await, Err(Untrusted::Revoked));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_at_once_ask_once() {
    let lists = Lists::published();
    let trust = trust_of(Arc::clone(&lists), STRICT);
    let tasks: Vec<_> = (0..16)
        .map(|_| {
            let trust = Arc::clone(&trust);
            tokio::spawn(async move { verdict(&trust, "ap1", AT).await })
        })
        .collect();
    for task in tasks {
        assert_eq!(task.await.expect("no panic"), Ok(()));
    }
    assert_eq!(lists.asked(), 1);
}

#[test]
fn keys_are_of_one_access_point() {
    assert_eq!(keys(&["ap2"]).seat(), "PAT000002");
    assert_eq!(keys(&["ap1"]).identities().len(), 1);
    let of = |texts: &[&str]| Keys::of_pem(texts.iter().copied()).map(|_| ()).expect_err("refused");
    assert_eq!(of(&[]), KeyError::None);
    assert!(matches!(of(&["no PEM"]), KeyError::Certificate(_)));
    assert!(matches!(of(&[&pem("ap1.pem")]), KeyError::Key { seat, .. } if seat == "PSK000001"));
    let other = [pem("ap1.pem"), pem("ap2.key")].concat();
    assert!(matches!(of(&[&other]), KeyError::Key { .. }));
    let two = [pair("ap1"), pair("ap2")];
    assert!(matches!(of(&[&two[0], &two[1]]), KeyError::TwoSeats(..)));
}
