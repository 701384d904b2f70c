//! Events that nothing else is kept with.

use crate::build::NOW;
use crate::contract::{StoreUnderTest, setup::organization};
use events::{Body, EventId, EventName, NewEvent};
use webhooks::ports::EventLog;

pub async fn an_event_is_kept_once_under_its_id(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, other) = (organization(store).await, organization(store).await);
    let event = |organization, id: Option<&str>, text: &str| NewEvent {
        id: id.map(|id| EventId::once(EventName::InvoiceViewed, id).expect("an id")),
        organization,
        name: EventName::InvoiceViewed,
        body: Body::stored(format!(r#"{{"n":"{text}"}}"#)),
        at: NOW,
    };
    for (id, text) in
        [(Some("a"), "1"), (Some("a"), "2"), (Some("b"), "3"), (None, "4"), (None, "5")]
    {
        store.keep_event(&event(owner, id, text)).await.expect("kept");
    }
    store.keep_event(&event(other, Some("a"), "6")).await.expect("kept");
    let mut kept = subject.events(owner).await;
    kept.sort();
    assert_eq!(kept, [r#"{"n":"1"}"#, r#"{"n":"3"}"#, r#"{"n":"4"}"#, r#"{"n":"5"}"#]);
    assert_eq!(subject.events(other).await, [r#"{"n":"6"}"#]);
}
