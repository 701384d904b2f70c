mod refusals;

use crate::setup::{TestPorts, run};
use access::{
    AccessError, ApiKeyId, ConnectionId, Credential, OrganizationId, Role, Scope, Tier, UserId,
};
use events::EventName;
use invoicing::Violations;
use persistence::StoreError;
use sign_in::{FRESH_FOR, Session, SessionId, SignedIn};
use use_cases::{
    Context,
    people::sign_in::Proven,
    webhooks::{
        Created, Ended, EndpointRequest, Owned, WebhookError, change_endpoint, create_endpoint,
        deliver, deliveries, marked_endpoint, redeliver, redeliver_failed, remove_endpoint,
        rotate_secret, send_disabled_mail, test_send,
    },
};
use uuid::Uuid;
use webhooks::{
    DeliveryId, EndpointId, Owner,
    endpoints::{MAX_ENDPOINTS, Maker, Refused},
    ports::{DeliveryFilter, DeliveryStore},
};

fn request() -> EndpointRequest {
    EndpointRequest {
        url: Some("https://hooks.example.com/billhook".to_owned()),
        events: Some(vec![EventName::InvoiceCreated.to_string()]),
        ..EndpointRequest::default()
    }
}

pub fn added(context: &Context<'_, TestPorts>) -> EndpointId {
    run(create_endpoint(context, &request())).expect("registered").endpoint.id
}

#[test]
fn an_endpoint_is_registered_with_its_secret() {
    let ports = TestPorts::default();
    let context = by_key(&ports, ports.with_organization().id);
    let first = run(create_endpoint(&context, &request())).expect("registered");
    let second = run(create_endpoint(&context, &request())).expect("registered");
    assert_ne!(first.secrets.current, second.secrets.current);
    let (_, secrets) = run(rotate_secret(&context, first.endpoint.id, None)).expect("rotated");
    assert_ne!(secrets.current, first.secrets.current);
    assert_eq!(secrets.old.len(), 1);
}

#[test]
fn a_form_that_is_sent_twice_makes_one_endpoint() {
    let ports = TestPorts::default();
    let context = by_key(&ports, ports.with_organization().id);
    let form = |once: &str| EndpointRequest { once: Some(once.to_owned()), ..request() };
    let made = run(create_endpoint(&context, &form("a click"))).expect("registered");
    let again = run(create_endpoint(&context, &form("a click")));
    assert!(matches!(again, Err(WebhookError::AlreadyMade)), "{again:?}");
    let other = run(create_endpoint(&context, &form("another form"))).expect("registered");
    assert_ne!(made.endpoint.id, other.endpoint.id);
}

#[test]
fn a_form_that_is_sent_twice_rotates_once() {
    let ports = TestPorts::default();
    let context = by_key(&ports, ports.with_organization().id);
    let Created { endpoint, secrets } = run(create_endpoint(&context, &request())).expect("made");
    let mark = secrets.mark();
    assert!(mark.len() == 16 && !secrets.current.expose().contains(&mark));
    let click = || run(rotate_secret(&context, endpoint.id, Some(&mark)));
    let (_, rotated) = click().expect("rotated");
    let again = click();
    assert!(matches!(again, Err(WebhookError::AlreadyRotated)), "{again:?}");
    let next = run(rotate_secret(&context, endpoint.id, Some(&rotated.mark())));
    assert_eq!(next.expect("another form").1.old.len(), 2);
}

/// Somebody who looks at the sandbox.
const MEMBER: (UserId, Tier) = (UserId(Uuid::nil()), Tier::Test);

#[test]
fn a_member_gets_a_secret_by_role_and_a_recent_sign_in() {
    let ports = TestPorts::default();
    let organization = ports.with_organization().id;
    let owner = Owner::Organization(organization);
    for role in [Role::Viewer, Role::Accountant] {
        let refused = Owned::by_member(&ports, owner, MEMBER, role.scopes()).err();
        assert_eq!(refused, Some(AccessError::MissingRoleScope(Scope::SettingsUpdate)), "{role:?}");
    }
    let who = signed_in(&ports);
    let of = || {
        let of = Owned::by_member(&ports, owner, MEMBER, Role::Admin.scopes())
            .expect("an administrator");
        of.proven(Proven::by_session(&ports, &who, Tier::Live))
    };
    let id = run(create_endpoint(of(), &request())).expect("registered").endpoint.id;
    run(rotate_secret(of(), id, None)).expect("rotated");
    ports.still.advance(FRESH_FOR);
    for refused in
        [run(create_endpoint(of(), &request())).err(), run(rotate_secret(of(), id, None)).err()]
    {
        assert!(matches!(refused, Some(WebhookError::SignInAgain)), "{refused:?}");
    }
    let off = EndpointRequest { enabled: Some(false), ..EndpointRequest::default() };
    run(change_endpoint(of(), id, &off)).expect("no secret is given");
    // to say where all events go is as much as to make an endpoint
    let same = request().url;
    let moved = Some("https://other.example.com/".to_owned());
    let url = |url| EndpointRequest { url, ..EndpointRequest::default() };
    run(change_endpoint(of(), id, &url(same))).expect("it stays where it is");
    let refused = run(change_endpoint(of(), id, &url(moved.clone()))).err();
    assert!(matches!(refused, Some(WebhookError::SignInAgain)), "{refused:?}");
    let key = by_key(&ports, organization);
    let endpoint = run(change_endpoint(&key, id, &url(moved))).expect("by a key");
    assert_eq!(endpoint.made_by, key.actor.map(|who| Maker { who, tier: key.tier }));
}

/// A call with a key of the organization.
pub fn by_key(ports: &TestPorts, organization: OrganizationId) -> Context<'_, TestPorts> {
    ports.context(organization).by(Credential::Key(ApiKeyId(Uuid::nil())))
}

#[test]
fn a_person_s_context_alone_gets_no_secret() {
    let ports = TestPorts::default();
    let organization = ports.with_organization().id;
    let id = added(&by_key(&ports, organization));
    let connection = Credential::Connection(ConnectionId(Uuid::nil()));
    let application = ports.context(organization).by(connection);
    run(rotate_secret(&application, added(&application), None)).expect("a token");
    // others' hear of what really happens: an application of the sandbox knows its own alone
    let foreign = [
        run(rotate_secret(&application, id, None)).err(),
        run(change_endpoint(&application, id, &request())).err(),
        run(remove_endpoint(&application, id)).err(),
        run(use_cases::webhooks::known_endpoint(&application, id)).err(),
    ];
    for refused in foreign {
        assert!(matches!(refused, Some(WebhookError::Store(StoreError::NotFound))), "{refused:?}");
    }
    let person = Credential::Person(UserId(Uuid::nil()));
    for context in [ports.context(organization).by(person), ports.context(organization)] {
        for refused in [
            run(create_endpoint(&context, &request())).err(),
            run(rotate_secret(&context, id, None)).err(),
        ] {
            assert!(matches!(refused, Some(WebhookError::SignInAgain)), "{refused:?}");
        }
    }
}

/// Somebody who signed in just now.
fn signed_in(ports: &TestPorts) -> SignedIn {
    let (id, user) = (SessionId(Uuid::nil()), UserId(Uuid::nil()));
    let session = Session::new(id, user, "Firefox", ports_now(ports));
    SignedIn { session, email: "a@example.com".to_owned() }
}

/// A partner's endpoints for such a member.
fn of_partner<'a>(ports: &'a TestPorts, managed: &[OrganizationId]) -> Owned<'a, TestPorts> {
    let owner = Owner::Partner(ports.with_partner(managed));
    let of = Owned::by_member(ports, owner, MEMBER, Role::Owner.scopes()).expect("an owner");
    of.proven(Proven::by_session(ports, &signed_in(ports), Tier::Live))
}

#[test]
fn all_that_is_wrong_with_an_endpoint_is_said_at_once() {
    let ports = TestPorts::default();
    let context = by_key(&ports, ports.with_organization().id);
    let mut found = Violations::new();
    found.add("events", ::refusals::Reason::plain("must be a list"));
    let request = EndpointRequest { url: None, found, ..request() };
    match run(create_endpoint(&context, &request)) {
        Err(WebhookError::Invalid(violations)) => {
            let fields: Vec<_> = violations.as_slice().iter().map(|it| &*it.field).collect();
            assert!(fields.contains(&"events") && fields.contains(&"url"), "{fields:?}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_owner_has_so_many_endpoints_and_no_more() {
    let ports = TestPorts::default();
    let context = by_key(&ports, ports.with_organization().id);
    for _ in 0..MAX_ENDPOINTS {
        added(&context);
    }
    let refused = run(create_endpoint(&context, &request()));
    assert!(matches!(refused, Err(WebhookError::Refused(Refused::TooMany))), "{refused:?}");
}

#[test]
fn without_randomness_nothing_is_registered() {
    let mut ports = TestPorts::default();
    ports.still.dry = true;
    let context = by_key(&ports, ports.with_organization().id);
    let refused = run(create_endpoint(&context, &request()));
    assert!(matches!(refused, Err(WebhookError::NoRandomness(_))), "{refused:?}");
}

#[test]
fn an_endpoint_is_switched_off_and_removed() {
    let ports = TestPorts::default();
    let context = by_key(&ports, ports.with_organization().id);
    let id = added(&context);
    let off = EndpointRequest { enabled: Some(false), ..EndpointRequest::default() };
    assert!(!run(change_endpoint(&context, id, &off)).expect("changed").health.is_active());
    run(remove_endpoint(&context, id)).expect("removed");
    let gone = run(change_endpoint(&context, id, &off));
    assert!(matches!(gone, Err(WebhookError::Store(StoreError::NotFound))), "{gone:?}");
}

#[test]
fn another_tenant_s_endpoint_is_not_found() {
    let ports = TestPorts::default();
    let id = added(&by_key(&ports, ports.with_organization().id));
    let stranger = by_key(&ports, ports.with_organization().id);
    let delivery = DeliveryId(Uuid::nil());
    let refusals = [
        run(change_endpoint(&stranger, id, &request())).err(),
        run(remove_endpoint(&stranger, id)).err(),
        run(rotate_secret(&stranger, id, None)).err(),
        run(redeliver(&stranger, id, delivery)).err(),
        run(test_send(&stranger, id, None)).err(),
    ];
    for refused in refusals {
        assert!(matches!(refused, Some(WebhookError::Store(StoreError::NotFound))), "{refused:?}");
    }
}

#[test]
fn a_test_is_sent_once_and_delivered_again() {
    let ports = TestPorts::default();
    let context = by_key(&ports, ports.with_organization().id);
    let id = added(&context);
    let sent = run(test_send(&context, id, None)).expect("a test");
    let work = run(ports.store.claim_due(ports_now(&ports), 1, 1)).expect("due").pop();
    let ended = run(deliver(&ports, work.expect("one"))).expect("kept");
    assert!(matches!(ended, Ended::Kept(_)), "{ended:?}");
    assert_eq!(ports.sender.sent().len(), 1);
    let again = run(redeliver(&context, id, sent.delivery.id)).expect("again");
    assert_eq!(again.delivery.id, sent.delivery.id);
    let unknown = run(test_send(&context, id, Some("no.event")));
    assert!(matches!(unknown, Err(WebhookError::Invalid(_))), "{unknown:?}");
}

#[test]
fn those_that_failed_are_delivered_again_and_no_others() {
    let ports = TestPorts::default();
    let context = by_key(&ports, ports.with_organization().id);
    let id = added(&context);
    run(test_send(&context, id, None)).expect("a test");
    assert_eq!(run(redeliver_failed(&context, id)).expect("none failed"), 0);
    let off = EndpointRequest { enabled: Some(false), ..EndpointRequest::default() };
    run(change_endpoint(&context, id, &off)).expect("off: what waits has failed");
    let refused = run(redeliver_failed(&context, id));
    assert!(matches!(refused, Err(WebhookError::NotRedeliverable(_))), "{refused:?}");
    let on = EndpointRequest { enabled: Some(true), ..EndpointRequest::default() };
    run(change_endpoint(&context, id, &on)).expect("on");
    assert_eq!(run(redeliver_failed(&context, id)).expect("again"), 1);
    assert_eq!(run(redeliver_failed(&context, id)).expect("it waits"), 0);
    let stranger = by_key(&ports, ports.with_organization().id);
    let refused = run(redeliver_failed(&stranger, id));
    assert!(matches!(refused, Err(WebhookError::Store(StoreError::NotFound))), "{refused:?}");
}

#[test]
fn a_partner_has_endpoints_for_all_or_one_of_its_organizations() {
    let ports = TestPorts::default();
    let (own, other) = (ports.with_organization().id, ports.with_organization().id);
    let partner = of_partner(&ports, &[own]);
    let asked = |only| EndpointRequest { events: None, only, ..request() };
    match run(create_endpoint(partner, &asked(Some(other)))) {
        Err(WebhookError::Invalid(found)) => assert_eq!(found.as_slice()[0].field, "orgId"),
        refused => panic!("{refused:?}"),
    }
    for only in [None, Some(own)] {
        let made = run(create_endpoint(partner, &asked(only))).expect("registered").endpoint;
        let sent = run(test_send(partner, made.id, None)).expect("a test");
        assert_eq!((made.only, sent.delivery.organization), (only, own));
        run(rotate_secret(partner, made.id, None)).expect("rotated");
        let gone = run(remove_endpoint(&by_key(&ports, own), made.id));
        assert!(matches!(gone, Err(WebhookError::Store(StoreError::NotFound))), "{gone:?}");
    }
    let company = run(create_endpoint(&by_key(&ports, own), &asked(Some(own))));
    assert!(matches!(company, Err(WebhookError::Invalid(_))), "{company:?}");
    let nobody = of_partner(&ports, &[]);
    let made = run(create_endpoint(nobody, &asked(None))).expect("registered").endpoint;
    let refused = run(test_send(nobody, made.id, None));
    assert!(matches!(refused, Err(WebhookError::ManagesNone)), "{refused:?}");
}

fn ports_now(ports: &TestPorts) -> time::OffsetDateTime {
    use_cases::Runtime::now(&ports.still)
}

#[test]
fn a_delivery_whose_endpoint_is_gone_is_overtaken() {
    let ports = TestPorts::default();
    let context = by_key(&ports, ports.with_organization().id);
    let id = added(&context);
    run(test_send(&context, id, None)).expect("a test");
    let work = run(ports.store.claim_due(ports_now(&ports), 1, 1)).expect("due").pop();
    run(remove_endpoint(&context, id)).expect("removed");
    let ended = run(deliver(&ports, work.expect("one"))).expect("nothing to keep");
    assert!(matches!(ended, Ended::Overtaken), "{ended:?}");
}

#[test]
fn no_mail_of_an_endpoint_that_is_on_or_gone() {
    let ports = TestPorts::default();
    let organization: OrganizationId = ports.with_organization().id;
    let id = added(&by_key(&ports, organization));
    run(send_disabled_mail(&ports, organization, id)).expect("it is on");
    run(send_disabled_mail(&ports, organization, EndpointId(Uuid::nil()))).expect("it is gone");
    assert_eq!(ports.mailer.sent().len(), 0);
}

#[test]
fn deliveries_are_listed_for_the_endpoint_s_owner_alone() {
    let ports = TestPorts::default();
    let context = by_key(&ports, ports.with_organization().id);
    let id = added(&context);
    let rows = |of: Owned<'_, TestPorts>, filter: &DeliveryFilter| {
        run(deliveries(of, id, filter, None, 9)).map(|page| page.rows.len())
    };
    let any = DeliveryFilter::default();
    let own = Owned::from(&context);
    assert_eq!(rows(own, &any).expect("none yet"), 0);
    run(test_send(&context, id, None)).expect("on its way");
    assert_eq!(rows(own, &any).expect("one"), 1);
    let failed = DeliveryFilter { state: Some("failed"), ..any };
    assert_eq!(rows(own, &failed).expect("none failed"), 0);
    let stranger = by_key(&ports, ports.with_organization().id);
    for other in [Owned::from(&stranger), of_partner(&ports, &[context.organization])] {
        let refused = rows(other, &any);
        let not_found = matches!(refused, Err(WebhookError::Store(StoreError::NotFound)));
        assert!(not_found, "{refused:?}");
        let refused = run(marked_endpoint(other, id));
        let not_found = matches!(refused, Err(WebhookError::Store(StoreError::NotFound)));
        assert!(not_found, "{refused:?}");
    }
}

#[test]
fn an_endpoint_is_shown_with_the_mark_of_its_secret() {
    let ports = TestPorts::default();
    let context = by_key(&ports, ports.with_organization().id);
    let Created { endpoint, secrets } = run(create_endpoint(&context, &request())).expect("made");
    let shown = run(marked_endpoint(&context, endpoint.id)).expect("there");
    assert_eq!((shown.0.id, shown.1), (endpoint.id, secrets.mark()));
    let missing = run(marked_endpoint(&context, EndpointId(Uuid::nil())));
    assert!(matches!(missing, Err(WebhookError::Store(StoreError::NotFound))), "{missing:?}");
}
