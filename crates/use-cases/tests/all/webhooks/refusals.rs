//! What is not done to endpoints, and why.

use super::*;
use access::Plan;
use invoicing::{Organization, records::Provision};
use testkit::build;
use webhooks::endpoints::{MAX_OLD_SECRETS, TooManyRotations};

#[test]
fn a_smaller_plan_has_no_webhooks() {
    for (plan, has_webhooks) in [(Plan::Free, false), (Plan::Basic, false), (Plan::Pro, true)] {
        let ports = TestPorts::default();
        let organization = Organization { plan, ..build::organization() };
        let (id, organizations) = (organization.id, vec![organization]);
        ports.provision(Provision { organizations, ..Provision::default() });
        let made = run(create_endpoint(&by_key(&ports, id), &request()));
        match made {
            Ok(_) => assert!(has_webhooks, "{plan}"),
            Err(WebhookError::Refused(Refused::Plan(of))) => {
                assert_eq!((of, has_webhooks), (plan, false))
            }
            Err(other) => panic!("{plan}: {other:?}"),
        }
    }
}

#[test]
fn a_secret_is_replaced_so_often_a_day_and_no_oftener() {
    let ports = TestPorts::default();
    let context = by_key(&ports, ports.with_organization().id);
    let id = added(&context);
    for _ in 0..MAX_OLD_SECRETS {
        run(rotate_secret(&context, id, None)).expect("rotated");
    }
    let refused = run(rotate_secret(&context, id, None));
    let Err(WebhookError::TooManyRotations(TooManyRotations { until })) = refused else {
        panic!("{refused:?}")
    };
    ports.still.advance(until - ports_now(&ports));
    run(rotate_secret(&context, id, None)).expect("the old ones sign no more");
}

#[test]
fn nothing_is_tested_with_what_never_happens() {
    let ports = TestPorts::default();
    let context = by_key(&ports, ports.with_organization().id);
    let never = EventName::PeppolDocumentStatusChanged.to_string();
    let refused = run(test_send(&context, added(&context), Some(&never)));
    assert!(matches!(refused, Err(WebhookError::NeverEmitted)), "{refused:?}");
    let request = EndpointRequest { events: Some(vec![never]), ..request() };
    let waits = run(create_endpoint(&context, &request)).expect("registered").endpoint.id;
    let refused = run(test_send(&context, waits, None));
    assert!(matches!(refused, Err(WebhookError::NeverEmitted)), "{refused:?}");
}
