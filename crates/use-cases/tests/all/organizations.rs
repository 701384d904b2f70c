use crate::{
    futures::Refusal,
    ground::{TestPorts, run},
};
use access::{OrganizationId, PartnerId, Reach, Tier};
use idempotency::{Answer, UnwritableAnswer};
use notifications::MailError;
use organizations::{
    ClaimId, ClaimStatus, Creation, OptionsChange, OrganizationError, OrganizationStore,
};
use peppol_connector::{Network, PeppolAccount};
use persistence::StoreError;
use testkit::{
    build::{self, claim, fingerprint},
    fakes::FakeVerifier,
};
use time::Duration;
use use_cases::{
    Context, IdempotencyError,
    organizations::{
        ClaimError, ConfirmError, CreateError, EnrollFailure, EnrollRequest, KeepError,
        NewOrganization, change_options, confirm_claim, create_organization, deactivate_account,
        enroll, open_claim_of, request_claim, send_claim_mail,
    },
};
use uuid::Uuid;

fn nobody(ports: &TestPorts) -> Context<'_, TestPorts> {
    ports.context(OrganizationId(Uuid::nil()))
}

fn with_token(token: &str) -> EnrollRequest {
    EnrollRequest { token: Some(token.to_owned()), migration_code: None }
}

#[test]
fn an_organization_is_enrolled_once_and_gives_it_up_once() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    for _ in 0..2 {
        let enrolled = run(enroll(&context, &with_token("a"))).expect("enrolled");
        assert_eq!(enrolled.account.account, PeppolAccount::Enrolled(Network::Test));
    }
    assert_eq!(ports.store.events(context.organization).len(), 1, "published once");
    for _ in 0..2 {
        let account = run(deactivate_account(&context)).expect("kept").expect("given up");
        assert_ne!(account.account, PeppolAccount::Enrolled(Network::Test));
    }
}

#[test]
fn a_token_that_is_refused_is_published() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let refused = run(enroll(&context, &with_token("000000000000dead")));
    assert!(matches!(refused, Err(EnrollFailure::Token(_))), "{refused:?}");
    assert_eq!(ports.store.events(context.organization).len(), 1);
}

#[test]
fn a_participant_is_one_organization_s() {
    let ports = TestPorts::default();
    let first = ports.context(ports.with_organization().id);
    run(enroll(&first, &with_token("a"))).expect("enrolled");
    let second = ports.context(ports.with_organization().id);
    let refused = run(enroll(&second, &with_token("a")));
    assert!(matches!(refused, Err(EnrollFailure::Keep(KeepError::Taken(_)))), "{refused:?}");
    assert_eq!(ports.store.events(second.organization).len(), 1, "the failure is published");
}

#[test]
fn without_a_token_nothing_is_tried() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let refused = run(enroll(&context, &EnrollRequest::default()));
    assert!(matches!(refused, Err(EnrollFailure::Token(_))), "{refused:?}");
    assert_eq!(ports.store.events(context.organization), Vec::<String>::new());
}

#[test]
fn no_organization_no_registration() {
    let ports = TestPorts::default();
    let refused = run(enroll(&nobody(&ports), &with_token("a")));
    assert!(
        matches!(refused, Err(EnrollFailure::Keep(KeepError::Store(StoreError::NotFound)))),
        "{refused:?}"
    );
    let refused = run(deactivate_account(&nobody(&ports)));
    assert!(matches!(refused, Err(KeepError::Store(StoreError::NotFound))), "{refused:?}");
}

fn render(creation: &Creation) -> Result<Answer, UnwritableAnswer> {
    let id = creation.result().organization.id;
    Answer::json(201, &id)
}

fn create(
    ports: &TestPorts,
    partner: PartnerId,
    key: &str,
    body: u8,
    new: Result<NewOrganization, Refusal>,
) -> Result<Answer, Refusal> {
    let claim = Some((claim(key), fingerprint(body)));
    run(create_organization(ports, (partner, Tier::Test), new, claim, render))
}

fn new() -> Result<NewOrganization, Refusal> {
    Ok(NewOrganization { organization: build::organization(), like_production: false })
}

#[test]
fn a_partner_makes_an_organization_once_per_key() {
    let ports = TestPorts::default();
    let partner = ports.with_partner(&[]);
    assert!(matches!(create(&ports, partner, "a", 1, Err(Refusal::Body)), Err(Refusal::Body)));
    let Ok(made) = create(&ports, partner, "a", 2, new()) else { panic!("the key was freed") };
    let Ok(again) = create(&ports, partner, "a", 2, new()) else { panic!("replayed") };
    assert_eq!(again, made);
    let other = create(&ports, partner, "a", 3, Err(Refusal::Body));
    assert!(matches!(other, Err(Refusal::Key(IdempotencyError::OtherBody))), "before the body");
    let same = create(&ports, partner, "b", 2, new());
    assert!(
        matches!(same, Err(Refusal::Create(CreateError::Refused(OrganizationError::SameIco(_))))),
        "the same IČO"
    );
    let stranger = create(&ports, PartnerId(Uuid::nil()), "a", 2, new());
    assert!(stranger.is_err(), "no such partner");
}

#[test]
fn options_change_for_those_who_reach_the_organization() {
    let ports = TestPorts::default();
    let id = ports.with_organization().id;
    let reach = Reach::Partner(ports.with_partner(&[id]));
    let change = OptionsChange { like_production: Some(true), ..OptionsChange::default() };
    let record = run(change_options(&ports, reach, id, &change)).expect("changed");
    assert!(record.account.like_production);
    let stranger = Reach::Partner(ports.with_partner(&[]));
    let refused = run(change_options(&ports, stranger, id, &OptionsChange::default()));
    assert!(matches!(refused, Err(StoreError::NotFound)), "{refused:?}");
}

/// An organization that a partner has claimed, and the token of the mail.
fn claimed(ports: &TestPorts) -> (OrganizationId, PartnerId, String) {
    let id = ports.with_organization().id;
    let partner = ports.with_partner(&[id]);
    let answer = run(request_claim(&ports.context(id), partner)).expect("claimed");
    assert_eq!(answer.status, ClaimStatus::Sent);
    (id, partner, mailed(ports, id))
}

/// The claim's id is the first that was drawn, its job's the second.
fn mailed(ports: &TestPorts, id: OrganizationId) -> String {
    run(send_claim_mail(ports, id, ClaimId(Uuid::from_u128(1)))).expect("mailed");
    let text = ports.mailer.sent().pop().expect("a mail").text;
    let text = text.as_str();
    let link = text.find("/claim/").expect("a link") + "/claim/".len();
    text[link..].chars().take_while(|c| !c.is_whitespace()).collect()
}

#[test]
fn a_claim_is_confirmed_by_the_link_of_its_mail_once() {
    let ports = TestPorts::default();
    let (id, partner, token) = claimed(&ports);
    let again = run(request_claim(&ports.context(id), partner)).expect("claimed");
    assert_eq!(again.status, ClaimStatus::Pending, "no second mail so soon");
    run(open_claim_of(&ports, &token)).expect("open");
    for _ in 0..2 {
        let answer = run(confirm_claim(&ports, &token)).expect("confirmed");
        assert_eq!(answer.status, ClaimStatus::Confirmed);
    }
    let record = run(ports.store.organization_record(Reach::Organization(id), id)).expect("read");
    assert_eq!(record.account.account, PeppolAccount::Enrolled(Network::Test));
    run(send_claim_mail(&ports, id, ClaimId(Uuid::from_u128(1)))).expect("nothing to send");
    assert_eq!(ports.mailer.sent().len(), 1);
}

#[test]
fn a_link_ends() {
    let ports = TestPorts::default();
    let (_, _, token) = claimed(&ports);
    let unknown = run(confirm_claim(&ports, "unknown"));
    assert!(matches!(unknown, Err(ConfirmError::NotFound)), "{unknown:?}");
    ports.still.advance(organizations::CLAIM_VALID_FOR + Duration::seconds(1));
    for refused in
        [run(confirm_claim(&ports, &token)).err(), run(open_claim_of(&ports, &token)).err()]
    {
        assert!(matches!(refused, Some(ConfirmError::NotFound)), "{refused:?}");
    }
}

#[test]
fn a_claim_needs_an_address_and_a_partner_that_manages() {
    let ports = TestPorts::default();
    let id = ports.with_organization().id;
    let stranger = ports.with_partner(&[]);
    let refused = run(request_claim(&ports.context(id), stranger));
    assert!(matches!(refused, Err(ClaimError::Store(StoreError::NotFound))), "{refused:?}");
    let partner = ports.with_partner(&[id]);
    let change = OptionsChange { email: Some(None), ..OptionsChange::default() };
    run(change_options(&ports, Reach::Partner(partner), id, &change)).expect("changed");
    let refused = run(request_claim(&ports.context(id), partner));
    assert!(matches!(refused, Err(ClaimError::NoEmail)), "{refused:?}");
}

#[test]
fn a_mail_that_fails_says_whether_to_try_again() {
    let ports = TestPorts::default();
    let (id, ..) = claimed(&ports);
    for (error, is_final) in [
        (MailError::Unreachable("no answer".into()), false),
        (MailError::Refused("no such user".into()), true),
    ] {
        ports.mailer.fails(error);
        let failed = run(send_claim_mail(&ports, id, ClaimId(Uuid::from_u128(1))));
        assert_eq!(failed.expect_err("it fails").is_final(), is_final);
    }
    run(send_claim_mail(&ports, id, ClaimId(Uuid::nil()))).expect("a claim that is gone");
}

#[test]
fn what_the_authority_refuses_is_published_and_silence_is_not() {
    for (verifier, answers) in
        [(FakeVerifier::default().unreachable(), false), (FakeVerifier::default(), true)]
    {
        let ports = TestPorts { verifier, ..TestPorts::default() };
        let id = ports.with_organization().id;
        let live = Context::new(&ports, id, Tier::Live);
        let request =
            EnrollRequest { token: Some("AB".to_owned()), migration_code: Some("M".to_owned()) };
        let refused = run(enroll(&live, &request)).expect_err("no token is right");
        let events = ports.store.events(id);
        if answers {
            assert!(matches!(refused, EnrollFailure::Token(_)), "{refused}");
            assert!(
                events[0].contains("INVALID_TOKEN") && events[0].contains("live"),
                "{events:?}"
            );
        } else {
            assert!(matches!(refused, EnrollFailure::Unverified(_)), "{refused}");
            assert_eq!(events, Vec::<String>::new());
        }
    }
}
