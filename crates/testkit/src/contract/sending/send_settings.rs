//! How an organization's own invoices leave.

use crate::build::id;
use crate::contract::{
    StoreUnderTest,
    setup::{kind, organization},
};
use access::OrganizationId;
use peppol_connector::{ports::SendSettingsStore, sending::SendMode};
use time::macros::time;

pub async fn each_mode_is_read_as_it_was_set(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (own, other) = (organization(store).await, organization(store).await);
    assert_eq!(store.send_mode(own).await.expect("a mode"), SendMode::Immediate);
    for mode in [
        SendMode::Scheduled(time!(0:00)),
        SendMode::Manual,
        SendMode::Scheduled(time!(23:59)),
        SendMode::Scheduled(time!(7:05)),
        SendMode::Immediate,
        SendMode::Manual,
    ] {
        store.set_send_mode(own, mode).await.expect("set");
        assert_eq!(store.send_mode(own).await.expect("a mode"), mode);
        assert_eq!(store.send_mode(other).await.expect("a mode"), SendMode::Immediate);
    }
}

pub async fn an_unknown_organization_has_no_send_mode(subject: &impl StoreUnderTest) {
    let nobody = OrganizationId(id());
    assert_eq!(kind(&subject.store().send_mode(nobody).await), "not found");
    let set = subject.store().set_send_mode(nobody, SendMode::Manual).await;
    assert_eq!(kind(&set), "not found");
}
