mod refusals;

use crate::{
    futures::Refusal,
    setup::{TestPorts, run},
};
use access::{ApiKeyId, Credential, KeyScope, OrganizationId, PartnerId, Tier, UserId};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::SettingsInput;
use notifications::MailError;
use organizations::{
    ClaimId, ClaimStatus, Creation, EnrollRequest, NewOrganization, OptionsChange,
    OrganizationError, OrganizationStore,
};
use peppol_connector::{
    audit::{AuditAction, AuditFilter},
    identifiers::Network,
    ports::AuditStore,
    registration::PeppolAccount,
};
use persistence::StoreError;
use testkit::{
    build::{self, fingerprint, lease},
    fakes::FakeVerifier,
};
use time::Duration;
use use_cases::{
    Context, IdempotencyError,
    ledger::unsent_mail::UnsentMail,
    network::organizations::{
        AskedChange, ChangeError, ClaimError, ConfirmError, CreateError, EnrollFailure, KeepError,
        change_organization, confirm_claim, create_organization, deactivate_account, enroll,
        open_claim_of, request_claim, send_claim_mail,
    },
};
use uuid::Uuid;

/// Who makes organizations.
pub const BY: Credential = Credential::Key(ApiKeyId(Uuid::nil()));

fn nobody(ports: &TestPorts) -> Context<'_, TestPorts> {
    ports.context(OrganizationId(Uuid::nil()))
}

pub fn with_token(token: &str) -> EnrollRequest {
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
fn the_audit_log_says_who_registered_whom() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let person = Credential::Person(UserId(Uuid::from_u128(1)));
    assert!(run(enroll(&context.by(person), &with_token("000000000000dead"))).is_err());
    run(enroll(&context.by(BY), &with_token("a"))).expect("enrolled");
    run(deactivate_account(&context.by(person))).expect("kept").expect("given up");
    let all = AuditFilter::default();
    let lines = run(ports.store.audit(context.organization, &all, None, 10)).expect("read").rows;
    let said: Vec<_> = lines.iter().map(|line| (line.event, line.actor)).collect();
    assert_eq!(
        said,
        [
            (AuditAction::EnrollmentFailed, Some(person)),
            (AuditAction::Enrolled, Some(BY)),
            (AuditAction::Deactivated, Some(person)),
        ]
    );
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

pub fn render(creation: &Creation) -> Result<Answer, UnwritableAnswer> {
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
    let claim = Some((lease(key), fingerprint(body)));
    run(create_organization(ports, (partner, Tier::Test, BY), new, claim, render))
}

pub fn new() -> Result<NewOrganization, Refusal> {
    Ok(NewOrganization { organization: build::organization(), strict_sandbox: false })
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
    assert!(matches!(other, Err(Refusal::Key(IdempotencyError::KeyReused))), "before the body");
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
    let reach = KeyScope::Partner(ports.with_partner(&[id]));
    let options = OptionsChange { strict_sandbox: Some(true), ..OptionsChange::default() };
    let change = AskedChange { options, ..AskedChange::default() };
    let record =
        run(change_organization(&ports, (reach, Tier::Test), id, &change)).expect("changed");
    assert!(record.account.strict_sandbox);
    let stranger = KeyScope::Partner(ports.with_partner(&[]));
    let refused =
        run(change_organization(&ports, (stranger, Tier::Test), id, &AskedChange::default()));
    assert!(matches!(refused, Err(ChangeError::Store(StoreError::NotFound))), "{refused:?}");
}

#[test]
fn settings_that_are_wrong_change_no_option_either() {
    let ports = TestPorts::default();
    let id = ports.with_organization().id;
    let reach = KeyScope::Organization(id);
    let options = OptionsChange { strict_sandbox: Some(true), ..OptionsChange::default() };
    let named = |name: &str| SettingsInput { name: Some(name.into()), ..SettingsInput::default() };
    let wrong = AskedChange { options, settings: named(""), ..AskedChange::default() };
    let refused = run(change_organization(&ports, (reach, Tier::Test), id, &wrong));
    assert!(matches!(refused, Err(ChangeError::Invalid(_))), "{refused:?}");
    let right = AskedChange { settings: named("Nová"), ..AskedChange::default() };
    let record =
        run(change_organization(&ports, (reach, Tier::Test), id, &right)).expect("changed");
    assert_eq!((&*record.organization.name, record.account.strict_sandbox), ("Nová", false));
}

/// An organization that a partner has claimed, and the token of the mail.
fn claimed(ports: &TestPorts) -> (OrganizationId, PartnerId, String) {
    let id = ports.with_organization().id;
    let partner = ports.with_partner(&[id]);
    let answer = run(request_claim(&ports.context(id), partner, &EnrollRequest::default()))
        .expect("claimed");
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
    let again = run(request_claim(&ports.context(id), partner, &EnrollRequest::default()))
        .expect("claimed");
    assert_eq!(again.status, ClaimStatus::Pending, "no second mail so soon");
    run(open_claim_of(&ports, &token)).expect("open");
    for _ in 0..2 {
        let answer = run(confirm_claim(&ports, &token)).expect("confirmed");
        assert_eq!(answer.status, ClaimStatus::Confirmed);
    }
    let record =
        run(ports.store.organization_record(KeyScope::Organization(id), id)).expect("read");
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
    let refused = run(request_claim(&ports.context(id), stranger, &EnrollRequest::default()));
    assert!(matches!(refused, Err(ClaimError::Store(StoreError::NotFound))), "{refused:?}");
    let partner = ports.with_partner(&[id]);
    let options = OptionsChange { email: Some(None), ..OptionsChange::default() };
    let change = AskedChange { options, ..AskedChange::default() };
    let reach = KeyScope::Partner(partner);
    run(change_organization(&ports, (reach, Tier::Test), id, &change)).expect("changed");
    let refused = run(request_claim(&ports.context(id), partner, &EnrollRequest::default()));
    assert!(matches!(refused, Err(ClaimError::NoEmail)), "{refused:?}");
}

/// An organization that a partner has made, address included.
fn draft(ports: &TestPorts) -> (OrganizationId, PartnerId) {
    let partner = ports.with_partner(&[]);
    let Ok(made) = create(ports, partner, "a", 1, new()) else { panic!("made") };
    (serde_json::from_slice(&made.body).expect("its id"), partner)
}

#[test]
fn a_partner_does_not_confirm_its_own_claim() {
    let ports = TestPorts::default();
    let (id, partner) = draft(&ports);
    let live = Context::new(&ports, id, Tier::Live);
    let refused = run(request_claim(&live, partner, &EnrollRequest::default()));
    assert!(matches!(refused, Err(ClaimError::TokenRequired)), "{refused:?}");
    let refused = run(request_claim(&live, partner, &with_token("ab")));
    assert!(matches!(refused, Err(ClaimError::Token(_))), "{refused:?}");
    // an address that the organization itself wrote is another thing
    let options = OptionsChange {
        email: Some(Some("majitel@example.sk".to_owned())),
        ..OptionsChange::default()
    };
    let change = AskedChange { options, ..AskedChange::default() };
    run(change_organization(&ports, (KeyScope::Organization(id), Tier::Live), id, &change))
        .expect("changed");
    let answer = run(request_claim(&live, partner, &EnrollRequest::default())).expect("claimed");
    assert_eq!(answer.status, ClaimStatus::Sent);
    run(change_organization(&ports, (KeyScope::Partner(partner), Tier::Live), id, &change))
        .expect("changed");
    let refused = run(request_claim(&live, partner, &EnrollRequest::default()));
    assert!(matches!(refused, Err(ClaimError::TokenRequired)), "{refused:?}");
}

#[test]
fn a_test_key_writes_to_no_stranger() {
    let ports = TestPorts::default();
    let (id, partner) = draft(&ports);
    for _ in 0..2 {
        let answer = run(request_claim(&ports.context(id), partner, &EnrollRequest::default()));
        let answer = answer.expect("claimed");
        assert_eq!(answer.status, ClaimStatus::Pending);
        let link = answer.confirmation_url.expect("a link");
        let (_, token) = link.split_once("/claim/").expect("a token");
        run(open_claim_of(&ports, token)).expect("open");
    }
    let answer = run(request_claim(&ports.context(id), partner, &EnrollRequest::default()));
    let link = answer.expect("claimed").confirmation_url.expect("a link");
    let (_, token) = link.split_once("/claim/").expect("a token");
    run(confirm_claim(&ports, token)).expect("confirmed");
    assert_eq!(ports.mailer.sent().len(), 0);
}

#[test]
fn a_claim_ends_when_the_address_changes() {
    let ports = TestPorts::default();
    let (id, partner, token) = claimed(&ports);
    let options = OptionsChange {
        email: Some(Some("iny@example.sk".to_owned())),
        ..OptionsChange::default()
    };
    let change = AskedChange { options, ..AskedChange::default() };
    run(change_organization(&ports, (KeyScope::Partner(partner), Tier::Live), id, &change))
        .expect("changed");
    for refused in
        [run(confirm_claim(&ports, &token)).err(), run(open_claim_of(&ports, &token)).err()]
    {
        assert!(matches!(refused, Some(ConfirmError::NotFound)), "{refused:?}");
    }
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
        let failed = failed.expect_err("it fails");
        assert!(matches!(failed, UnsentMail::Mail(_)), "{failed:?}");
        assert_eq!(failed.is_final(), is_final);
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
