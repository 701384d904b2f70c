//! Claims, their tokens, and how they end.

use super::organizations::{made, numbered, some_partner};
use crate::contract::{StoreUnderTest, network::setup::audited, setup::kind};
use crate::{
    build::{NOW, id},
    peppol::{ENROLLED, activated_event, enrolled, participant},
};
use access::{OrganizationId, PartnerId};
use jobs::{JobId, JobQueue, NewJob, SubjectId};
use organizations::{
    AccountChange, CLAIM_MAIL_JOB, CLAIM_VALID_FOR, ClaimId, ClaimState, ClaimStore, MAIL_WINDOW,
    MailLimits, NewClaim, Opening, OptionsChange, OrganizationStore, REPEAT_AFTER, TokenHash,
};
use peppol_connector::{identifiers::Network, ports::AccountStore, registration::AccountRecord};
use time::{Duration, OffsetDateTime};

fn new_claim(partner: PartnerId, at: OffsetDateTime) -> NewClaim {
    let pinned = (Some("Faktury@example.sk"), Some("2000000001"));
    NewClaim::new(ClaimId(id()), pinned, partner, Network::Test, at)
}

/// Limits that are in nobody's way.
const LIMITS: MailLimits = MailLimits { per_partner: 100, per_recipient: 100 };

fn mail(organization: OrganizationId, claim: &NewClaim) -> NewJob {
    NewJob {
        id: JobId(id()),
        kind: CLAIM_MAIL_JOB,
        organization: Some(organization),
        subject: Some(SubjectId(claim.id.0)),
        key: Some(claim.id.to_string()),
        run_at: claim.requested_at,
    }
}

async fn open(
    subject: &impl StoreUnderTest,
    organization: OrganizationId,
    claim: &NewClaim,
) -> bool {
    let job = mail(organization, claim);
    let store = subject.store();
    let opening = store.open_claim(organization, claim, Some(&job), LIMITS).await.expect("asked");
    let opened = opening == Opening::Opened;
    assert_eq!(store.job(job.id).await.expect("asked").is_some(), opened, "the job of the mail");
    opened
}

/// A partner with an organization.
async fn setup(subject: &impl StoreUnderTest) -> (PartnerId, OrganizationId) {
    let partner = some_partner(subject).await;
    (partner, made(subject, partner, numbered(1)).await.organization.id)
}

fn token(n: u8) -> TokenHash {
    TokenHash([n; 32])
}

pub async fn a_claim_is_read_by_its_tokens(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (partner, own) = setup(subject).await;
    let claim = new_claim(partner, NOW);
    assert!(open(subject, own, &claim).await);
    let read = store.claim_record(own, claim.id).await.expect("a claim");
    assert_eq!((&read.claim, read.organization, read.confirmed_at), (&claim, own, None));
    assert_eq!(read.organization_name, numbered(1).name);
    assert_eq!(
        (read.email.as_deref(), &*read.partner_name),
        (Some("faktury@example.sk"), "Účtovníci")
    );
    assert_eq!(kind(&store.claim_by_token(&token(1)).await), "not found");
    for n in [1, 2] {
        store.add_claim_token(own, claim.id, &token(n)).await.expect("kept");
        assert_eq!(store.claim_by_token(&token(n)).await.expect("found"), read);
    }
    let stranger = OrganizationId(id());
    assert_eq!(kind(&store.claim_record(stranger, claim.id).await), "not found");
    let added = store.add_claim_token(stranger, claim.id, &token(3)).await;
    assert_eq!(kind(&added), "not found");
    let nobody = new_claim(partner, NOW);
    let opened = store.open_claim(stranger, &nobody, Some(&mail(stranger, &nobody)), LIMITS).await;
    assert_eq!(kind(&opened), "not found");
}

pub async fn a_claim_is_repeated_after_a_while(subject: &impl StoreUnderTest) {
    let (partner, own) = setup(subject).await;
    let other = some_partner(subject).await;
    let just_before = REPEAT_AFTER - Duration::MICROSECOND;
    for (partner, after, opens) in [
        (partner, Duration::ZERO, true),
        (partner, just_before, false),
        (other, just_before, true),
        (partner, REPEAT_AFTER, true),
        (partner, REPEAT_AFTER + just_before, false),
    ] {
        let claim = new_claim(partner, NOW + after);
        assert_eq!(open(subject, own, &claim).await, opens, "{after}");
    }
    let live = NewClaim { network: Network::Live, ..new_claim(partner, NOW + REPEAT_AFTER) };
    assert!(open(subject, own, &live).await, "the other network is another one");
}

pub async fn claim_mails_are_counted_by_partner_and_recipient(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (partner, other) = (some_partner(subject).await, some_partner(subject).await);
    let limits = MailLimits { per_partner: 2, per_recipient: 3 };
    let mut number = 0;
    let mut asked = async |partner, at, email: &str| {
        number += 1;
        let own = made(subject, partner, numbered(number)).await.organization.id;
        let claim = NewClaim { email: Some(email.to_owned()), ..new_claim(partner, at) };
        store.open_claim(own, &claim, Some(&mail(own, &claim)), limits).await.expect("asked")
    };
    // as long as the oldest of those that count is not as old as the window
    let first_over = Opening::TooMany(NOW + MAIL_WINDOW);
    let second_over = Opening::TooMany(NOW + Duration::HOUR + MAIL_WINDOW);
    for (partner, after, email, opening) in [
        (partner, Duration::ZERO, "a@b.example", Opening::Opened),
        (partner, Duration::HOUR, "a@b.example", Opening::Opened),
        (partner, Duration::HOUR, "c@d.example", first_over),
        (other, Duration::hours(2), "a@b.example", Opening::Opened),
        (other, Duration::hours(2), "a@b.example", first_over),
        (partner, MAIL_WINDOW - Duration::MICROSECOND, "c@d.example", first_over),
        (other, Duration::hours(2), "c@d.example", Opening::Opened),
        (partner, MAIL_WINDOW, "c@d.example", Opening::Opened),
        (partner, MAIL_WINDOW, "e@f.example", second_over),
    ] {
        assert_eq!(asked(partner, NOW + after, email).await, opening, "{after} {email}");
    }
    // what sends no mail is not counted
    let own = made(subject, other, numbered(99)).await.organization.id;
    for _ in 0..5 {
        let silent = NewClaim { email: None, ..new_claim(other, NOW) };
        let opening = store.open_claim(own, &silent, None, limits).await.expect("asked");
        assert_eq!(opening, Opening::Opened);
    }
}

pub async fn a_claim_ends_with_its_address(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (partner, own) = setup(subject).await;
    let claim = new_claim(partner, NOW);
    assert!(open(subject, own, &claim).await);
    // one whose link was in the answer
    let answered = NewClaim { email: None, ..new_claim(partner, NOW) };
    let opened = store.open_claim(own, &answered, None, LIMITS).await.expect("asked");
    assert_eq!(opened, Opening::Opened);
    let states = async || {
        let mut states = Vec::new();
        for id in [claim.id, answered.id] {
            states.push(store.claim_record(own, id).await.expect("a claim").state(NOW));
        }
        states
    };
    assert_eq!(states().await, [ClaimState::Open; 2], "an address is one in any case");
    let change = |email: &str| OptionsChange {
        email: Some(Some(email.to_owned())),
        ..OptionsChange::default()
    };
    store.change_options(own, &change("FAKTURY@example.sk")).await.expect("the same one");
    assert_eq!(states().await, [ClaimState::Open; 2]);
    for email in ["iny@example.sk", "faktury@example.sk"] {
        store.change_options(own, &change(email)).await.expect("changed");
        assert_eq!(states().await, [ClaimState::Expired; 2], "for good");
    }
    assert!(open(subject, own, &new_claim(partner, NOW + Duration::SECOND)).await, "at once");
    for id in [claim.id, answered.id] {
        assert_eq!(kind(&store.confirm_claim(own, id, None, NOW).await), "not found");
    }
}

pub async fn of_many_claims_at_once_one_is_kept(subject: &impl StoreUnderTest) {
    let (partner, own) = setup(subject).await;
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let store = subject.store().clone();
            tokio::spawn(async move {
                let claim = new_claim(partner, NOW);
                store.open_claim(own, &claim, Some(&mail(own, &claim)), LIMITS).await
            })
        })
        .collect();
    let mut opened = 0;
    for task in tasks {
        let opening = task.await.expect("no panic").expect("asked");
        opened += usize::from(opening == Opening::Opened);
    }
    assert_eq!(opened, 1);
}

/// The change that a confirmation brings.
async fn registered(
    subject: &impl StoreUnderTest,
    own: OrganizationId,
) -> (AccountRecord, AccountRecord) {
    let before = subject.store().account(own).await.expect("an account");
    let after = enrolled(&before, &participant("9915:2000000001"));
    (before, after)
}

pub async fn a_claim_is_confirmed_once_with_what_it_brings(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (partner, own) = setup(subject).await;
    let (first, second) = (new_claim(partner, NOW), new_claim(partner, NOW + REPEAT_AFTER));
    let live = NewClaim { network: Network::Live, ..new_claim(partner, NOW) };
    for claim in [&first, &second, &live] {
        assert!(open(subject, own, claim).await);
    }
    let (before, after) = registered(subject, own).await;
    let events = [activated_event(own, &participant("9915:2000000001"))];
    let audit = ENROLLED;
    let change = AccountChange { before: &before, after: &after, audit, events: &events };
    let now = NOW + Duration::hours(1);
    let stale = AccountChange { before: &after, ..change };
    assert_eq!(kind(&store.confirm_claim(own, first.id, Some(stale), now).await), "conflict");
    let unknown = store.confirm_claim(own, ClaimId(id()), Some(change), now).await;
    assert_eq!(kind(&unknown), "not found");
    assert_eq!(store.account(own).await.expect("an account"), before);

    store.confirm_claim(own, first.id, Some(change), now).await.expect("confirmed");
    assert_eq!(store.account(own).await.expect("an account"), after);
    assert_eq!((audited(store, own).await.len(), subject.events(own).await.len()), (1, 1));
    // with it ends the other one in the same network, but not the one in the other
    for (claim, confirmed) in [(&first, Some(now)), (&second, Some(now)), (&live, None)] {
        let read = store.claim_record(own, claim.id).await.expect("a claim");
        assert_eq!(read.confirmed_at, confirmed);
    }
    for claim in [&first, &second] {
        assert_eq!(kind(&store.confirm_claim(own, claim.id, None, now).await), "not found");
    }
    assert!(
        open(subject, own, &new_claim(partner, NOW + REPEAT_AFTER * 2 - Duration::SECOND)).await
    );
}

pub async fn a_claim_that_ended_confirms_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (partner, own) = setup(subject).await;
    let claim = new_claim(partner, NOW);
    assert!(open(subject, own, &claim).await);
    let end = NOW + CLAIM_VALID_FOR;
    let (before, after) = registered(subject, own).await;
    let audit = ENROLLED;
    let change = Some(AccountChange { before: &before, after: &after, audit, events: &[] });
    assert_eq!(kind(&store.confirm_claim(own, claim.id, change, end).await), "not found");
    assert_eq!(store.account(own).await.expect("an account"), before);
    let read = store.claim_record(own, claim.id).await.expect("a claim");
    assert_eq!(read.state(end), ClaimState::Expired);
    let now = end - Duration::MICROSECOND;
    store.confirm_claim(own, claim.id, None, now).await.expect("confirmed");
}

pub async fn of_many_confirmations_at_once_one_is_kept(subject: &impl StoreUnderTest) {
    let (partner, own) = setup(subject).await;
    let claim = new_claim(partner, NOW);
    assert!(open(subject, own, &claim).await);
    let (before, after) = registered(subject, own).await;
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let (store, before, after) = (subject.store().clone(), before.clone(), after.clone());
            tokio::spawn(async move {
                let audit = ENROLLED;
                let change = AccountChange { before: &before, after: &after, audit, events: &[] };
                kind(&store.confirm_claim(own, claim.id, Some(change), NOW).await)
            })
        })
        .collect();
    let mut results = Vec::new();
    for task in tasks {
        results.push(task.await.expect("no panic"));
    }
    results.sort_unstable();
    assert_eq!(results, [vec!["conflict"; 7], vec!["ok"]].concat());
    assert_eq!(audited(subject.store(), own).await.len(), 1);
}
