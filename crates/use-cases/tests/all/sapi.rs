//! SAPI-SK: tokens of clients, and documents that are handed over.

use crate::setup::{TestIntake, TestPorts, run};
use access::{AccessStore, NewKeyOwner, OrganizationId, Role, Scope, Scopes, Tier};
use document_intake::IntakeBusy;
use idempotency::{Answer, Lease};
use invoicing::records::Provision;
use peppol_connector::{identifiers::SubmissionId, ports::SubmissionLists};
use sapi_sk::{LOCKED_FOR, MAX_FAILURES, Metadata, SendRequest, TokenRequest};
use serde_json::{Value, json};
use std::num::NonZeroU32;
use testkit::{
    build::{self, NOW, fingerprint, lease},
    fakes::FakeValidator,
    fixtures,
    peppol::participant,
};
use use_cases::{
    IdempotencyError,
    people::keys::{IssuedKey, create_key},
    sending::{
        connector::SendError,
        sapi::{SendFailed, TokenError, hand_over, issue_tokens},
    },
};

/// As the document of the fixtures names both; in the sandbox a firm may go by its live identifier.
const SENDER: &str = "0245:2020123456";
const RECEIVER: &str = "0245:2020654321";

/// From where clients call.
const HERE: std::net::IpAddr = std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

/// A client of an organization.
fn client(ports: &TestPorts, scopes: Scopes) -> IssuedKey {
    let organization = build::organization();
    let user = build::user(organization.id, Role::Owner);
    let owner = NewKeyOwner::User { user: user.id, organization: organization.id };
    let (organizations, users) = (vec![organization], vec![user]);
    ports.provision(Provision { organizations, users, ..Provision::default() });
    let (tier, scopes) = (Some(Tier::Test), Some(scopes));
    let request = access::KeyRequest { tier, scopes, ..access::KeyRequest::default() };
    run(create_key(ports, &access::Grantor::Operator, owner, request)).expect("made")
}

/// What comes of the id of one client with the secret of another, or of the same.
fn asked(ports: &TestPorts, id: &IssuedKey, secret: &IssuedKey) -> Result<(), (u16, &'static str)> {
    let body = json!({
        "client_id": id.record.id.0, "client_secret": secret.text.expose(),
        "grant_type": "client_credentials",
    });
    let request = TokenRequest::read(body.to_string().as_bytes()).expect("a request");
    let base = NonZeroU32::new(3).expect("three");
    match run(issue_tokens(ports, &request, base, HERE)) {
        Ok(_) => Ok(()),
        Err(TokenError::Refused(error)) => Err((error.code.status, error.code.name)),
        Err(TokenError::RateLimited(_)) => Err((429, "RATE_LIMITED")),
        Err(error) => panic!("{error:?}"),
    }
}

/// Requests of a client in this minute, with the one that asks.
fn requests(ports: &TestPorts, of: &IssuedKey) -> u32 {
    let hash = ring::digest::digest(&ring::digest::SHA256, of.text.expose().as_bytes());
    let hash = hash.as_ref().try_into().expect("32 bytes");
    run(ports.store.use_key(&hash, None, NOW)).expect("asked").expect("a key").window.count
}

const WRONG: Result<(), (u16, &str)> = Err((401, "SAPI-AUTH-001"));
const LOCKED: Result<(), (u16, &str)> = Err((423, "CLIENT_LOCKED"));

#[test]
fn the_secret_of_another_client_uses_up_nothing_of_that_client() {
    let ports = TestPorts::default();
    let (one, other) = (client(&ports, Scopes::ALL), client(&ports, Scopes::ALL));
    for _ in 1..MAX_FAILURES {
        assert_eq!(asked(&ports, &one, &other), WRONG);
    }
    assert_eq!(requests(&ports, &other), 1, "this one");
    assert_eq!(asked(&ports, &other, &other), Ok(()), "and it is not nearer to its lock");
    assert_eq!(asked(&ports, &one, &other), LOCKED);
    assert_eq!(asked(&ports, &one, &one), LOCKED, "the right one is not looked at");
    ports.still.advance(LOCKED_FOR);
    assert_eq!(asked(&ports, &one, &one), Ok(()));
}

/// Its secret was right, so it comes no nearer to its lock.
#[test]
fn a_right_secret_that_gets_no_token_is_no_failure() {
    let ports = TestPorts::default();
    let nothing = client(&ports, Scopes::of(&[Scope::InvoiceCreate]));
    let answers: Vec<_> = (0..500).map(|_| asked(&ports, &nothing, &nothing)).collect();
    let of = |refused| answers.iter().filter(|answer| **answer == Err(refused)).count();
    let (no_scope, limited) = (of((400, "INVALID_SCOPE")), of((429, "RATE_LIMITED")));
    assert_eq!(no_scope + limited, answers.len(), "{answers:?}");
    assert!(no_scope.min(limited) > MAX_FAILURES as usize, "{no_scope} and {limited}");
    ports.still.advance(time::Duration::minutes(1));
    assert_eq!(asked(&ports, &nothing, &nothing), Err((400, "INVALID_SCOPE")));
}

#[test]
fn without_randomness_a_right_secret_gets_no_token_and_is_no_failure() {
    let mut ports = TestPorts::default();
    let one = client(&ports, Scopes::ALL);
    ports.still.dry = true;
    let body = json!({
        "client_id": one.record.id.0, "client_secret": one.text.expose(),
        "grant_type": "client_credentials",
    });
    let request = TokenRequest::read(body.to_string().as_bytes()).expect("a request");
    let base = NonZeroU32::new(1_000).expect("more than are asked");
    for _ in 0..=MAX_FAILURES {
        let refused = run(issue_tokens(&ports, &request, base, HERE));
        assert!(matches!(refused, Err(TokenError::NoRandomness(_))), "{refused:?}");
    }
    ports.still.dry = false;
    ports.still.advance(time::Duration::minutes(1));
    assert_eq!(asked(&ports, &one, &one), Ok(()));
}

fn request(sender: &str) -> SendRequest {
    let payload = fixtures::text("documents/ubl/invoice.xml");
    let metadata = Metadata {
        document_id: "2026-0117".to_owned(),
        document_type: "invoice".to_owned(),
        process: "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0".to_owned(),
        sender: participant(sender),
        receiver: participant(RECEIVER),
        created_at: NOW,
    };
    SendRequest { metadata, payload }
}

fn enrolled(validator: FakeValidator) -> (TestPorts, OrganizationId) {
    let ports = TestPorts { intake: TestIntake::of(validator), ..TestPorts::default() };
    let organization = ports.with_enrolled_as("9915:2020123456");
    (ports, organization)
}

/// What becomes of a request under a key: the answer, or the refusal's status and code.
fn handed_over(
    (ports, organization): &(TestPorts, OrganizationId),
    (named, request): (&str, SendRequest),
    (key, body): (Lease, u8),
) -> Result<Value, String> {
    let context = ports.context(*organization);
    let respond = |id: SubmissionId| Answer::json(202, &id.0);
    let named = participant(named);
    let sent = run(hand_over(&context, &named, request, (key, fingerprint(body)), respond));
    match sent {
        Ok(answer) => Ok(serde_json::from_slice(&answer.body).expect("JSON")),
        Err(SendFailed::Refused(error)) => {
            Err(format!("{} {}", error.code.status, error.code.name))
        }
        Err(SendFailed::Send(SendError::Key(IdempotencyError::KeyReused))) => Err("reused".into()),
        Err(SendFailed::Send(SendError::Busy(IntakeBusy { .. }))) => Err("busy".into()),
        Err(error) => panic!("{error:?}"),
    }
}

fn submissions((ports, organization): &(TestPorts, OrganizationId)) -> usize {
    let page = run(ports.store.submissions(*organization, &Default::default(), None, 9));
    page.expect("a page").rows.len()
}

#[test]
fn a_document_is_handed_over_once_per_key() {
    let firm = enrolled(FakeValidator::default());
    let first = handed_over(&firm, (SENDER, request(SENDER)), (lease("a"), 1)).expect("queued");
    let again = handed_over(&firm, (SENDER, request(SENDER)), (lease("a"), 1)).expect("replayed");
    assert_eq!(first, again);
    let other = handed_over(&firm, (SENDER, request(SENDER)), (lease("a"), 2));
    assert_eq!(other, Err("reused".to_owned()));
    assert_eq!(submissions(&firm), 1);
}

#[test]
fn what_is_refused_keeps_nothing_and_frees_the_key() {
    let of = |change: fn(&mut SendRequest)| {
        let mut request = request(SENDER);
        change(&mut request);
        request
    };
    let strange = "9915:2023456789";
    for (named, request, refused) in [
        (strange, request(strange), "403 PARTICIPANT_NOT_ALLOWED"),
        (SENDER, request(strange), "422 SAPI-DOC-025"),
        (SENDER, of(|r| r.metadata.receiver = participant("9915:2023456789")), "422 SAPI-DOC-025"),
        (SENDER, of(|r| r.metadata.document_id = "2".to_owned()), "422 METADATA_MISMATCH"),
        (SENDER, of(|r| r.metadata.process = "urn:x".to_owned()), "422 METADATA_MISMATCH"),
        (SENDER, of(|r| r.payload = "<Order/>".to_owned()), "422 UBL_VALIDATION_ERROR"),
    ] {
        let firm = enrolled(FakeValidator::default());
        let answer = handed_over(&firm, (named, request), (lease("a"), 1));
        assert_eq!(answer, Err(refused.to_owned()));
        assert_eq!(submissions(&firm), 0, "{refused}");
        let right = handed_over(&firm, (SENDER, self::request(SENDER)), (lease("a"), 2));
        assert!(right.is_ok(), "after {refused}: {right:?}");
    }
}

#[test]
fn a_document_that_cannot_be_checked_now_is_to_be_tried_again() {
    let mut firm = enrolled(FakeValidator::default().unavailable());
    let sent = |firm: &_| handed_over(firm, (SENDER, request(SENDER)), (lease("a"), 1));
    assert_eq!(sent(&firm), Err("503 SERVICE_UNAVAILABLE".to_owned()));
    firm.0.intake = TestIntake { busy: true, ..TestIntake::default() };
    assert_eq!(sent(&firm), Err("busy".to_owned()));
    firm.0.intake.busy = false;
    assert!(sent(&firm).is_ok(), "the key was free");
}
