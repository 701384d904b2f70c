//! What has been kept long enough is deleted, and nothing before.

use crate::setup::{TestPorts, run};
use access::{AccessStore, Counted, KeyStore, NewKeyOwner, Role, Tier};
use idempotency::IdempotencyStore;
use invoicing::{InvoiceId, InvoiceStore, records::Provision};
use peppol_connector::{
    ports::SubmissionStore,
    sending::{STAGED_FOR, SendWrites},
};
use sapi_sk::{GrantId, NewToken, NewTokens, SapiScopes, TokenId, TokenKind, TokenStore};
use testkit::{
    build::{self, NOW, fingerprint, lease},
    sends,
};
use time::Duration;
use use_cases::{
    invoicing::viewed::viewed,
    maintenance::{
        expire_staged_documents, purge_answers, purge_events, purge_tokens, purge_windows,
    },
};
use uuid::Uuid;
use webhooks::ports::FeedStore;

#[test]
fn answers_are_kept_for_as_long_as_they_are_replayed() {
    let ports = TestPorts::default();
    let organization = ports.with_organization().id;
    let lease = lease("a");
    let claimed = ports.store.claim(organization.into(), &lease, fingerprint(1), NOW);
    run(claimed).expect("claimed");
    ports.still.advance(idempotency::KEPT);
    assert_eq!(run(purge_answers(&ports)).expect("purged"), 0);
    ports.still.advance(idempotency::LEASE + Duration::SECOND);
    assert_eq!(run(purge_answers(&ports)).expect("purged"), 1);
    assert_eq!(run(purge_answers(&ports)).expect("purged"), 0);
}

#[test]
fn windows_of_requests_are_kept_for_their_minute() {
    let ports = TestPorts::default();
    let counted = Counted::Link(InvoiceId(Uuid::nil()));
    run(ports.store.count_request(counted, NOW.unix_timestamp())).expect("counted");
    ports.still.advance(Duration::seconds(60));
    assert_eq!(run(purge_windows(&ports)).expect("purged"), 0);
    ports.still.advance(Duration::SECOND);
    assert_eq!(run(purge_windows(&ports)).expect("purged"), 1);
}

#[test]
fn tokens_of_sapi_are_kept_for_a_day_after_their_end() {
    let ports = TestPorts::default();
    let organization = ports.with_organization().id;
    let user = build::user(organization, Role::Owner);
    let owner = NewKeyOwner::User { user: user.id, organization };
    ports.provision(Provision { users: vec![user], ..Provision::default() });
    let key = build::key(owner, Tier::Test);
    run(ports.store.add_key(&key, None, NOW)).expect("made");
    let token = |n: u8| NewToken { id: TokenId(Uuid::from_u128(n.into())), hash: [n; 32] };
    let (grant, scopes) = (GrantId(Uuid::nil()), SapiScopes::ALL);
    let (access, refresh) = (token(1), token(2));
    let tokens = NewTokens { grant, key: key.id, scopes, access, refresh, issued_at: NOW };
    run(ports.store.add_tokens(&tokens, access::AttemptHash([0; 16]))).expect("kept");
    ports.still.advance(TokenKind::Access.life() + Duration::DAY);
    assert_eq!(run(purge_tokens(&ports)).expect("purged"), 0);
    ports.still.advance(Duration::SECOND);
    assert_eq!(run(purge_tokens(&ports)).expect("purged"), 1);
    assert!(run(ports.store.token(&[2; 32])).expect("asked").is_some(), "the other goes on");
}

#[test]
fn staged_documents_are_kept_for_their_days() {
    let ports = TestPorts::default();
    for _ in 0..2 {
        let organization = ports.with_organization().id;
        for _ in 0..3 {
            let staged = SendWrites::Stage(Box::new(sends::staged()), None);
            run(ports.store.commit(organization, &staged, None, NOW)).expect("staged");
        }
    }
    ports.still.advance(STAGED_FOR - Duration::SECOND);
    assert_eq!(run(expire_staged_documents(&ports)).expect("asked"), 0);
    ports.still.advance(Duration::SECOND);
    assert_eq!(run(expire_staged_documents(&ports)).expect("deleted"), 6, "of all");
    assert_eq!(run(expire_staged_documents(&ports)).expect("asked"), 0);
}

/// Whoever opens a link is told of once an hour, and the event goes when its time is over.
#[test]
fn a_view_is_published_once_an_hour_and_purged_with_its_time() {
    let ports = TestPorts::default();
    let organization = ports.with_organization().id;
    let draft = build::draft(organization);
    let id = run(ports.store.issue(&draft, None, build::respond)).expect("issued").0.id;
    let invoice = run(ports.store.invoice(organization, id)).expect("there");
    let before = ports.store.events(organization).len();
    for (advance, views) in [(0, 1), (1, 1), (3600, 2)] {
        ports.still.advance(Duration::seconds(advance));
        run(viewed(&ports, &invoice)).expect("published");
        let events = ports.store.events(organization);
        assert_eq!(events.len() - before, views, "after {advance} s");
        let last = events.last().expect("an event");
        assert!(
            last.contains("invoice.viewed") && last.contains("https://billhook.example"),
            "{last}"
        );
    }
    run(ports.store.assign_sequence(100)).expect("placed");
    assert_eq!(run(purge_events(&ports)).expect("purged"), 0);
    ports.still.advance(Duration::days(400));
    let purged = run(purge_events(&ports)).expect("purged");
    assert_eq!(purged, before + 2);
    assert_eq!(run(purge_events(&ports)).expect("purged"), 0);
}
