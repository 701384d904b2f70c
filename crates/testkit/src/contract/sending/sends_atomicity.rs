//! A send and its answer are kept together or not at all.

use crate::contract::{
    StoreUnderTest,
    sending::setup::{balance, claimed, keep, kept, of_many, rich},
    setup::{issue, kind, organization},
};
use crate::{
    build::{NOW, draft, fingerprint, lease, with_number},
    sends::{answer, native_send, queued, send, send_of, staged, test_send},
};
use idempotency::{Answer, Decision, IdempotencyStore};
use peppol_connector::{
    identifiers::StagedId,
    ports::SubmissionStore,
    sending::{QueuedSend, SendWrites},
};
use time::Duration;

/// Each failure comes as late as it can.
pub async fn a_refused_send_keeps_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 1).await;
    let first = test_send();
    keep(store, organization, &first).await;
    let invoice = issue(store, &with_number(draft(organization), "FV 9")).await;
    keep(store, organization, &native_send(&invoice)).await;
    let waiting = staged();
    let stage = SendWrites::Stage(Box::new(waiting.clone()), None);
    store.commit(organization, &stage, None, NOW).await.expect("staged");
    let before = kept(store, organization).await;
    let gone = lease("never claimed");
    let answer = answer();

    let mut dear = send();
    dear.reserve.0 = 2;
    let lost = QueuedSend { unstage: Some(waiting.id), ..send() };
    let nothing = QueuedSend { unstage: Some(StagedId(crate::build::id())), ..send() };
    let mut same_message = send();
    same_message.submission.message_id = first.submission.message_id;
    for (what, send, expected) in [
        ("credit", QueuedSend { unstage: Some(waiting.id), ..dear }, "conflict"),
        ("claim", lost, "lease lost"),
        ("staged", nothing, "not found"),
        ("recorded", send_of(&first.submission.number), "taken"),
        ("issued", send_of("FV 9"), "taken"),
        ("native", native_send(&invoice), "taken"),
    ] {
        let claimed = (what == "claim").then_some((&gone, &answer));
        let result = store.commit(organization, &queued(&send), claimed, NOW).await;
        assert_eq!(kind(&result), expected, "{what}");
        assert_eq!(kept(store, organization).await, before, "{what}");
        let id = send.submission.id;
        assert_eq!(kind(&store.submission(organization, id).await), "not found", "{what}");
    }
    let result =
        store.commit(organization, &SendWrites::Nothing, Some((&gone, &answer)), NOW).await;
    assert_eq!(kind(&result), "lease lost");
    let another = SendWrites::Stage(Box::new(staged()), None);
    let result = store.commit(organization, &another, Some((&gone, &answer)), NOW).await;
    assert_eq!(kind(&result), "lease lost");
    assert_eq!(kept(store, organization).await, before);
    let there = store.staged(organization, waiting.id).await.expect("read");
    assert_eq!(there, Some(waiting), "still there");
    // what was refused frees everything: the same number, the same credit
    keep(store, organization, &send()).await;
}

pub async fn an_answer_is_kept_with_its_send(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let commits =
        [SendWrites::Nothing, SendWrites::Stage(Box::new(staged()), None), queued(&test_send())];
    for (n, commit) in commits.iter().enumerate() {
        let key = format!("send {n}");
        let own = claimed(store, organization, &key).await;
        let answer = Answer { status: 200 + n as u16, body: vec![0, 255, n as u8] };
        let keep = async || store.commit(organization, commit, Some((&own, &answer)), NOW).await;
        keep().await.expect("kept");
        let before = kept(store, organization).await;
        let again = lease(&key);
        let now = NOW + Duration::hours(1);
        let decision = store.claim(organization.into(), &again, fingerprint(1), now).await;
        assert_eq!(decision.expect("asked"), Decision::Replay(answer.clone()));
        // a claim is answered once
        assert_ne!(kind(&keep().await), "ok");
        assert_eq!(kept(store, organization).await, before);
    }
    store.commit(organization, &SendWrites::Nothing, None, NOW).await.expect("nothing to keep");
}

pub async fn of_many_commits_under_one_claim_one_is_kept(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 99).await;
    for round in 0..4 {
        let claim = claimed(store, organization, &format!("round {round}")).await;
        let tasks = (0..8).map(|_| {
            let (store, claim, send) = (store.clone(), claim.clone(), send());
            async move {
                store.commit(organization, &queued(&send), Some((&claim, &answer())), NOW).await
            }
        });
        assert_eq!(of_many(tasks.collect::<Vec<_>>(), "lease lost").await, 1);
    }
    assert_eq!(balance(store, organization).await, (95, 4));
}
