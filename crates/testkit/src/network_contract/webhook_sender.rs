//! The contract of a webhook [`Sender`]: exactly the signed bytes arrive, once for each attempt, and each end of an
//! attempt is an outcome. Time and size are bounded, whatever the endpoint does.

use access::OrganizationId;
use events::{Body, EventName};
use std::{future::Future, time::Duration};
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::{
    Delivery, DeliveryId, EndpointId,
    deliveries::{EXCERPT, Kind, Outcome, TIMEOUT},
    endpoints::{AddressError, EndpointUrl, Secret, Secrets},
    ports::Sender,
    signing::SignedRequest,
};

/// The behaviour of an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Endpoint {
    /// It answers with this status and [`ANSWER`].
    Answers(u16),
    /// It answers 302 and names another endpoint of this test.
    Redirects,
    /// It answers 200 with a body that does not end.
    AnswersWithoutEnd,
    /// Nothing listens there.
    NothingListens,
    /// It takes the request and closes the connection.
    BreaksOff,
    /// It takes the request and never answers.
    Silent,
    /// Its address may not be called.
    Forbidden,
}

/// The answer of endpoints.
pub const ANSWER: &str = "thank you";

/// A sender, and endpoints that it can reach.
pub trait SenderUnderTest: Sync {
    /// The implementation of the port.
    type Sender: Sender;

    /// A sender, and the URL of an endpoint with this behaviour; `None` if there can be none.
    fn sender(
        &self,
        endpoint: Endpoint,
    ) -> impl Future<Output = Option<(Self::Sender, String)>> + Send;

    /// The bodies of the requests that endpoints took so far.
    fn received(&self) -> impl Future<Output = Vec<Vec<u8>>> + Send;
}

/// A body with white space, letters beyond ASCII and an escaped zero byte, all of which must be preserved.
const BODY: &str = "{ \"event\":\"invoice.paid\",\t\"name\" : \"Ľubomír Šťastný\\u0000\" }\n ";

fn request(url: String) -> SignedRequest {
    let now = OffsetDateTime::now_utc();
    let id = Uuid::from_u128;
    let (organization, endpoint) = (OrganizationId(id(1)), EndpointId(id(2)));
    let event = EventName::InvoicePaid;
    let delivery =
        Delivery::new(DeliveryId(id(3)), organization, endpoint, event, Kind::Event, now);
    let url = EndpointUrl::stored(url).expect("a URL");
    let secrets = Secrets::new(Secret::from_random([7; 32]));
    SignedRequest::new(&delivery, url, &secrets, Body::stored(BODY.to_owned()), now)
}

/// The outcome of one attempt, within the time that it may take.
async fn outcome<S: SenderUnderTest>(subject: &S, endpoint: Endpoint) -> Option<Outcome> {
    let (sender, url) = subject.sender(endpoint).await?;
    let request = request(url);
    let most = TIMEOUT.unsigned_abs() + Duration::from_secs(5);
    let attempt = tokio::time::timeout(most, sender.send(&request));
    Some(attempt.await.expect("an outcome in time"))
}

pub async fn the_signed_bytes_arrive_once<S: SenderUnderTest>(subject: &S) {
    let outcome = outcome(subject, Endpoint::Answers(200)).await.expect("an endpoint");
    assert_eq!(outcome, Outcome::Answered { status: 200, body: ANSWER.to_owned() });
    assert_eq!(subject.received().await, [BODY.as_bytes()]);
}

pub async fn only_2xx_is_a_success<S: SenderUnderTest>(subject: &S) {
    for (status, succeeded) in [
        (200, true),
        (202, true),
        (299, true),
        (400, false),
        (404, false),
        (410, false),
        (500, false),
    ] {
        let outcome = outcome(subject, Endpoint::Answers(status)).await.expect("an endpoint");
        assert_eq!((outcome.status(), outcome.succeeded()), (Some(status), succeeded));
    }
    assert_eq!(subject.received().await.len(), 7, "a failed attempt is not repeated by itself");
}

/// A redirect could carry the body to a place that nobody registered.
pub async fn no_redirect_is_followed<S: SenderUnderTest>(subject: &S) {
    let Some(outcome) = outcome(subject, Endpoint::Redirects).await else { return };
    assert_eq!((outcome.status(), outcome.succeeded()), (Some(302), false));
    assert_eq!(subject.received().await.len(), 1);
}

pub async fn a_long_answer_counts_by_its_status<S: SenderUnderTest>(subject: &S) {
    let Some(outcome) = outcome(subject, Endpoint::AnswersWithoutEnd).await else { return };
    let Outcome::Answered { status: 200, body } = outcome else { panic!("{outcome:?}") };
    assert!(body.chars().count() <= EXCERPT);
}

pub async fn each_way_to_fail_has_its_outcome<S: SenderUnderTest>(subject: &S) {
    for (endpoint, expected) in [
        (Endpoint::NothingListens, Outcome::NotConnected),
        (Endpoint::BreaksOff, Outcome::BrokenOff),
        (Endpoint::Silent, Outcome::TimedOut),
    ] {
        let outcome = outcome(subject, endpoint).await;
        assert!(outcome.is_none_or(|outcome| outcome == expected), "{endpoint:?}");
    }
}

pub async fn an_address_that_may_not_be_reached_gets_no_request<S: SenderUnderTest>(subject: &S) {
    let Some(outcome) = outcome(subject, Endpoint::Forbidden).await else { return };
    assert_eq!(outcome, Outcome::AddressRefused(AddressError::Loopback));
    assert_eq!(subject.received().await, [[0; 0]; 0]);
}

/// Makes a test of each function of this contract.
#[macro_export]
macro_rules! webhook_sender_contract {
    ($open:ident) => {
        $crate::network_contract! { $open, webhook_sender:
            the_signed_bytes_arrive_once
            only_2xx_is_a_success
            no_redirect_is_followed
            a_long_answer_counts_by_its_status
            each_way_to_fail_has_its_outcome
            an_address_that_may_not_be_reached_gets_no_request
        }
    };
}
