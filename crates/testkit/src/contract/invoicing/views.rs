//! That links of invoices were opened.

use crate::build::{NOW, id};
use crate::contract::{
    StoreUnderTest,
    setup::{kind, organization},
};
use access::OrganizationId;
use events::{Body, EventId, EventName, NewEvent};
use invoicing::{
    InvoiceId,
    states::{ViewStore, Views},
};
use time::Duration;

fn opened(organization: OrganizationId, once: &str, minutes: i64) -> NewEvent {
    NewEvent {
        id: Some(EventId::once(EventName::InvoiceViewed, once).expect("an id")),
        organization,
        name: EventName::InvoiceViewed,
        body: Body::stored(format!(r#"{{"n":"{once}"}}"#)),
        at: NOW + Duration::minutes(minutes),
    }
}

pub async fn a_view_is_kept_with_its_event(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (own, other) = (organization(store).await, organization(store).await);
    let invoice = InvoiceId(id());
    assert_eq!(store.views(own, invoice).await.expect("read"), None);
    for (once, minutes) in [("a", 5), ("a", 9), ("b", 70), ("b", 60)] {
        store.keep_view(own, invoice, &opened(own, once, minutes)).await.expect("kept");
    }
    let at = |minutes| NOW + Duration::minutes(minutes);
    let views = Views { first: at(5), last: at(70) };
    assert_eq!(store.views(own, invoice).await.expect("read"), Some(views));
    assert_eq!(subject.events(own).await.len(), 2, "once an hour");
    assert_eq!(store.views(other, invoice).await.expect("read"), None, "another's");
    let nobody = OrganizationId(id());
    assert_eq!(kind(&store.keep_view(nobody, invoice, &opened(nobody, "a", 0)).await), "not found");
}
